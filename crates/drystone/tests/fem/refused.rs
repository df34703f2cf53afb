//! What cannot be is refused, with words.

use crate::support::*;
use drystone::fem::mesh::{Cut, Grid, Ring};
use drystone::fem::{Plane, Region, Sheet, Unsound};

#[test]
fn a_sheet_in_space_is_refused() {
    let grid = Grid { counts: [1; 3], element: element("H8"), cut: Cut::Turning };
    let mesh = grid.mesh().expect("a mesh");
    let nodes: Vec<u32> = mesh.solids().flat_map(|cell| cell.nodes.clone()).collect();
    let of = |plane: Plane| {
        Region::new(element("H8"), nodes.clone(), stuff(rubber(), plane), &mesh.places)
    };
    assert!(of(Plane::Strain).is_ok());
    let refused = of(Plane::Stress).expect_err("no sheet in space");
    assert!(refused.to_string().contains("plane"), "{refused}");
    // Inside out: every second node swapped.
    let mut turned = nodes.clone();
    turned.swap(0, 1);
    turned.swap(2, 3);
    turned.swap(4, 5);
    turned.swap(6, 7);
    let stuff = stuff(rubber(), Plane::Strain);
    let refused = Region::new(element("H8"), turned, stuff, &mesh.places).expect_err("inside out");
    assert_eq!(refused, Unsound::Degenerate(vec![0]));
}

#[test]
fn thin_bodies_that_cannot_be_are_refused() {
    let places = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let of = |name: &str, nodes: Vec<u32>, sheet: Sheet| {
        Region::sheet(element(name), nodes, stuff(rubber(), Plane::Strain), sheet, &places)
    };
    assert!(of("T3", vec![0, 1, 2], Sheet::new(1e-3)).is_ok());
    for (name, nodes, sheet) in [
        ("T3", vec![0, 1, 2], Sheet::new(0.0)),
        ("T3", vec![0, 1, 2], Sheet::new(f64::NAN)),
        ("T3", vec![0, 1, 2], Sheet::cable(1e-3)),
        ("TE4", vec![0, 1, 2, 0], Sheet::new(1e-3)),
        ("P1", vec![0], Sheet::new(1e-3)),
    ] {
        assert!(matches!(of(name, nodes, sheet), Err(Unsound::Stuff(_))), "{name} {sheet:?}");
    }
    let flat = of("L2", vec![0, 1, 1, 1], Sheet::new(1e-3)).expect_err("no length");
    assert_eq!(flat, Unsound::Degenerate(vec![1]));
}

#[test]
fn grids_without_cells_are_refused() {
    for counts in [[0, 1], [1, 0], [0, 0]] {
        let grid = Grid { counts, element: element("Q4"), cut: Cut::Turning };
        assert_eq!(grid.mesh().expect_err("no cell").key, "counts");
        assert_eq!(grid.quadrilateral([[0.0; 2]; 4]).expect_err("no cell").key, "counts");
        let ring = Ring { inner: 1.0, outer: 2.0, from: 0.0, to: 1.0 };
        assert_eq!(ring.mesh(&grid, 1.0).expect_err("no cell").key, "counts");
    }
    let grid = Grid { counts: [1, 1], element: element("H8"), cut: Cut::Turning };
    assert_eq!(grid.mesh().expect_err("not of the plane").key, "element");
}
