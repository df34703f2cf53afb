//! Cook's membrane: a skew sheet that is held on the left and sheared on the right.

use crate::statics::*;
use crate::support::*;
use drystone::fem::material::Elastic;
use drystone::fem::mesh::{Cut, Grid};
use drystone::fem::{Kinematics, Material, Plane, Stuff};

/// Vertical displacement of the point of the free edge at this height.
fn cook(name: &str, count: usize, stuff: Stuff, height: f64) -> f64 {
    let grid = Grid { counts: [count; 2], element: element(name), cut: Cut::Turning };
    let mesh =
        grid.quadrilateral([[0.0, 0.0], [48.0, 44.0], [48.0, 60.0], [0.0, 44.0]]).expect("a mesh");
    let solid = solid(&mesh, stuff, Kinematics::Small);
    let left = mesh.nodes_of(mesh.group("left").expect("a side"));
    let held = left.iter().flat_map(|node| {
        let node = *node as usize;
        (0..2).map(move |k| 2 * node + k)
    });
    let held = held.map(|dof| (dof, solid.rest.as_flattened()[dof])).collect();
    let load = loads(&mesh, "right", |_| [0.0, 1.0 / 16.0]);
    assert!((load.iter().sum::<f64>() - 1.0).abs() < 1e-13);
    let (x, ..) = Held { solid: &solid, held, load }.solve(&[], solid.rest.as_flattened());
    let place = |k: &usize| solid.rest[*k] == [48.0, height];
    let node = (0..solid.rest.len()).find(place).expect("a node");
    x[2 * node + 1] - height
}

fn sheet(poisson_ratio: f64, plane: Plane, mean_dilatation: bool) -> Stuff {
    let material = Material::Elastic(Elastic { young_modulus: 1.0, poisson_ratio });
    Stuff { mean_dilatation, ..stuff(material, plane) }
}

/// The classical sheet (E = 1, ν = 1/3, F = 1): the middle of the free edge rises by 23.96. The
/// bilinear element without any remedy is known to give these numbers on 2, 4, 8, 16 cells a side.
#[test]
fn cooks_membrane_converges_to_the_known_deflection() {
    let known = [(2, 11.85), (4, 18.30), (8, 22.08), (16, 23.43)];
    for (count, known) in known {
        let found = cook("Q4", count, sheet(1.0 / 3.0, Plane::Stress, false), 52.0);
        assert!((found - known).abs() < 0.006, "{count}: {found} {known}");
    }
    for name in ["Q8", "T6"] {
        let found = limit(|n| cook(name, n, sheet(1.0 / 3.0, Plane::Stress, false), 52.0));
        assert!((found - 23.96).abs() < 0.02, "{name}: {found}");
    }
}

/// What a sequence of ever finer meshes tends to (Aitken).
fn limit(found: impl Fn(usize) -> f64) -> f64 {
    let [a, b, c] = [4, 8, 16].map(found);
    c + (c - b).powi(2) / ((b - a) - (c - b))
}

/// The same in plane strain with E = 70 and F = 100: four programs are known to give 32.20 to 32.33 at the
/// upper corner on very fine meshes.
#[test]
fn cooks_membrane_in_plane_strain_is_that_of_other_programs() {
    let found = limit(|n| cook("Q8", n, sheet(1.0 / 3.0, Plane::Strain, false), 60.0));
    let found = found * 100.0 / 70.0;
    assert!((32.2..=32.33).contains(&found), "{found}");
}

/// Nearly incompressible (ν = 0.4999): bilinear elements with a mean dilatation agree with quadratic ones,
/// which do not lock; without it they are stuck at a third.
#[test]
fn cooks_membrane_does_not_lock() {
    let of = |name: &str, mean: bool| {
        let name = name.to_string();
        limit(move |n| cook(&name, n, sheet(0.4999, Plane::Strain, mean), 60.0))
    };
    let exact = of("Q8", false);
    let found = of("Q4", true);
    assert!((found / exact - 1.0).abs() < 5e-3, "{found} {exact}");
    let locked = cook("Q4", 16, sheet(0.4999, Plane::Strain, false), 60.0);
    assert!(locked < 0.35 * exact, "{locked} {exact}");
}

/// With strains of their own bilinear elements give the numbers that are known of the incompatible modes of
/// Taylor, Beresford and Wilson, and do not lock where the volume is kept.
#[test]
fn enhanced_strains_solve_cooks_membrane_on_coarse_meshes() {
    let enhanced =
        |poisson_ratio, plane| Stuff { enhanced: true, ..sheet(poisson_ratio, plane, true) };
    for (count, known) in [(2, 21.05), (4, 23.02), (16, 23.88)] {
        let found = cook("Q4", count, enhanced(1.0 / 3.0, Plane::Stress), 52.0);
        println!("{count}: {found}");
        assert!((found - known).abs() < 0.006, "{count}: {found} {known}");
    }
    let exact = limit(|n| cook("Q8", n, sheet(0.4999, Plane::Strain, false), 60.0));
    let found = cook("Q4", 16, enhanced(0.4999, Plane::Strain), 60.0);
    assert!((found / exact - 1.0).abs() < 0.015, "{found} {exact}");
}
