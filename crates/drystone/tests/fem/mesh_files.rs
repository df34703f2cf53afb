//! Meshes of solids written as files and read again.

use crate::mesh_writers::*;
use drystone::fem::Mesh;
use drystone::fem::element::find;
use drystone::fem::mesh::{Cut, Grid};

/// A mesh of the unit square or cube, with a named corner, and without what its maker calls the sides.
pub fn grid<const D: usize>(name: &str) -> Mesh<D> {
    let element = find(name).expect("an element");
    let mut mesh = Grid { counts: [2; D], element, cut: Cut::Turning }.mesh().expect("a mesh");
    let cell = drystone::fem::mesh::Cell {
        element: find("P1").expect("an element"),
        nodes: vec![0],
        group: mesh.names.len() as u32,
    };
    mesh.names.push("the first corner".into());
    mesh.cells.push(cell);
    mesh
}

/// Numbers of groups come in the order of the file.
fn same<const D: usize>(read: &Mesh<D>, mesh: &Mesh<D>, label: &str) {
    assert_eq!(read.places, mesh.places, "{label}");
    assert_eq!(read.cells.len(), mesh.cells.len(), "{label}");
    for (a, b) in read.cells.iter().zip(&mesh.cells) {
        assert_eq!((a.element, &a.nodes), (b.element, &b.nodes), "{label}");
        assert_eq!(read.names[a.group as usize], mesh.names[b.group as usize], "{label}");
    }
}

fn every_kind(test: fn(&Mesh<2>, &Mesh<3>)) {
    let space = ["TE4", "TE10", "H8", "H20"];
    for (plane, space) in ["T3", "T6", "Q4", "Q8"].into_iter().zip(space) {
        test(&grid::<2>(plane), &grid::<3>(space));
    }
}

#[test]
fn gmsh_files_are_read_as_they_were_written() {
    fn both<const D: usize>(mesh: &Mesh<D>) {
        for (label, file) in [("2.2", msh_two(mesh)), ("4.1", msh_four(mesh))] {
            let (read, report) = Mesh::<D>::parse("a.msh", file.as_bytes()).expect(label);
            same(&read, mesh, label);
            assert_eq!(report.to_string(), "sound", "{label}");
        }
    }
    every_kind(|plane, space| {
        both(plane);
        both(space);
    });
}

#[test]
fn vtk_files_are_read_as_they_were_written() {
    fn all<const D: usize>(mesh: &Mesh<D>) {
        for form in FORMS {
            let file = vtu(mesh, form);
            let label = format!("{form:?}");
            let (read, report) = Mesh::<D>::parse("a.vtu", &file).expect(&label);
            let kinds = ["point", "line", "surface", "volume"];
            let mut mesh = mesh.clone();
            for cell in &mesh.cells {
                let kind = kinds[cell.element.dimension];
                mesh.names[cell.group as usize] = format!("{kind}-{}", cell.group);
            }
            same(&read, &mesh, &label);
            assert_eq!(report.to_string(), "sound");
        }
    }
    every_kind(|plane, space| {
        all(plane);
        all(space);
    });
}

/// Elements numbered the other way round are turned; a flat one is listed by its number in the file.
#[test]
fn mirrored_elements_are_turned_and_flat_ones_listed() {
    fn mirror<const D: usize>(mesh: &Mesh<D>) {
        let mirrored = mesh.clone().map(|mut x| {
            x[0] = -x[0];
            x
        });
        let (read, report) = Mesh::<D>::parse("a.msh", msh_two(&mirrored).as_bytes()).unwrap();
        assert_eq!(report.turned.len(), mesh.solids().count());
        assert!(report.is_sound() && report.folded.is_empty());
        assert!((read.volume() - 1.0).abs() < 1e-12, "{}", read.volume());
        let mut again = read;
        assert_eq!(again.mend().to_string(), "sound");
        // All nodes of the third element in one line, or plane.
        let mut flat = mesh.clone();
        let height = 1e-3;
        let nodes = flat.cells[2].nodes.clone();
        nodes.iter().for_each(|node| flat.places[*node as usize][D - 1] = height);
        let (_, report) = Mesh::<D>::parse("a.msh", msh_four(&flat).as_bytes()).unwrap();
        assert!(report.degenerate.contains(&3), "{report}");
    }
    every_kind(|plane, space| {
        mirror(plane);
        mirror(space);
    });
}

/// Nodes at the middle of the edges that the format's description gives them.
#[test]
fn middles_of_edges_are_where_gmsh_has_them() {
    let tetrahedron: &[[usize; 2]] = &[[0, 1], [1, 2], [2, 0], [3, 0], [2, 3], [1, 3]];
    let hexahedron: &[[usize; 2]] = &[
        [0, 1],
        [0, 3],
        [0, 4],
        [1, 2],
        [1, 5],
        [2, 3],
        [2, 6],
        [3, 7],
        [4, 5],
        [4, 7],
        [5, 6],
        [6, 7],
    ];
    for (name, edges) in [("TE10", tetrahedron), ("H20", hexahedron)] {
        let element = find(name).unwrap();
        let mut places: Vec<[f64; 3]> = element.places[..element.corners].to_vec();
        for [a, b] in edges {
            places.push(std::array::from_fn(|k| 0.5 * (places[*a][k] + places[*b][k])));
        }
        let mut file = format!("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n{}\n", places.len());
        for (k, [x, y, z]) in places.iter().enumerate() {
            file += &format!("{} {x} {y} {z}\n", 10 * k + 7);
        }
        file += &format!("$EndNodes\n$Elements\n1\n5 {} 2 3 1", element.gmsh);
        (0..places.len()).for_each(|k| file += &format!(" {}", 10 * k + 7));
        file += "\n$EndElements\n";
        let (mesh, report) = Mesh::<3>::parse("a.msh", file.as_bytes()).unwrap();
        assert_eq!(report.to_string(), "sound");
        assert_eq!(mesh.names, ["volume-3"]);
        let read: Vec<[f64; 3]> =
            mesh.cells[0].nodes.iter().map(|n| mesh.places[*n as usize]).collect();
        assert_eq!(read, element.places, "{name}");
    }
}

/// Groups without a name, elements without a group, an entity in two groups, loose nodes, given twice.
#[test]
fn groups_come_out_as_documented() {
    let file = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n1 4 \"the left side\"\n2 9 \"rock\"\n\
                $EndPhysicalNames\n$Entities\n1 3 2 0\n1 0 0 0 1 5\n1 0 0 0 0 1 0 2 4 -6 0\n\
                2 0 0 0 1 0 0 0 0\n3 1 0 0 1 1 0 1 6 0\n1 0 0 0 1 1 0 1 9 3 1 2 3\n2 1 0 0 2 1 0 0 0\n\
                $EndEntities\n$Nodes\n1 6 1 9\n2 1 0 6\n1\n2\n3\n4\n5\n9\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n2 0 0\n\
                7 7 0\n$EndNodes\n$Elements\n6 8 1 8\n0 1 15 1\n1 1\n1 1 1 1\n2 4 1\n1 2 1 1\n3 1 2\n1 3 1 1\n4 2 3\n\
                2 1 2 3\n5 1 2 3\n6 1 3 4\n8 2 3 1\n2 2 2 1\n7 2 5 3\n$EndElements\n";
    let (mesh, report) = Mesh::<2>::parse("a.msh", file.as_bytes()).unwrap();
    let names = ["point-5", "the left side", "line-6", "line-entity-2", "rock", "body"];
    assert_eq!(mesh.names, names);
    assert_eq!(mesh.nodes_of(2), [0, 1, 2, 3]);
    assert_eq!((report.duplicates, report.loose_nodes), (vec![8], vec![9]));
    assert_eq!(mesh.cells.len(), 8);
    assert!((mesh.volume() - 1.5).abs() < 1e-15);
}

/// Polygons become triangles, pixels quadrangles; the product writes polygons.
#[test]
fn polygons_and_pixels_of_vtk_files_are_read() {
    use drystone::record::vtk::{Cell, Grid};
    let mut grid = Grid::default();
    let corners = [[0.0, 0.0], [2.0, 0.0], [3.0, 1.0], [2.0, 2.0], [0.0, 2.0]];
    let nodes: Vec<i64> = corners.iter().map(|x| grid.point(x)).collect();
    grid.cell(Cell::Polygon, nodes);
    let (mesh, report) = Mesh::<2>::parse("a.vtu", &grid.to_vtu()).unwrap();
    assert_eq!((mesh.cells.len(), report.to_string()), (3, "sound".into()));
    assert!((mesh.volume() - 5.0).abs() < 1e-15);
    let voxel = "<VTKFile type='UnstructuredGrid'><!-- > --><UnstructuredGrid><Piece NumberOfPoints=\"8\" \
                 NumberOfCells=\"1\"><Points><DataArray NumberOfComponents='3' type='Float32' format='ascii'>\
                 0 0 0 1 0 0 0 1 0 1 1 0 0 0 1 1 0 1 0 1 1 1 1 1</DataArray></Points><Cells>\
                 <DataArray Name='connectivity' format='ascii'>0 1 2 3 4 5 6 7</DataArray>\
                 <DataArray Name='offsets' format='ascii'>8</DataArray><DataArray Name='types' \
                 format='ascii'>11</DataArray></Cells></Piece></UnstructuredGrid></VTKFile>";
    let (mesh, report) = Mesh::<3>::parse("a.vtu", voxel.as_bytes()).unwrap();
    assert_eq!(report.to_string(), "sound");
    assert!((mesh.volume() - 1.0).abs() < 1e-15);
}
