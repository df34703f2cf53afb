//! Deformable bodies for ParaView: their elements with stresses and strains, their skins with pressures.

use super::frames::padded;
use super::sight::Sight;
use super::vtk::{Array, Cell, Grid};
use crate::fem::Field;
use crate::fem::material::Components;

/// The elements of all deformable bodies, with what they carry.
pub fn mesh_grid<const D: usize>(sight: &Sight<D>) -> Grid {
    let (mut grid, state) = (Grid::default(), &sight.frame.meshes);
    let (mut body, mut displacement, mut velocity) = (vec![], vec![], vec![]);
    for mesh in sight.constants.meshes.list.iter().filter(|mesh| sight.mesh(mesh.body).is_some()) {
        let nodes = mesh.nodes(D);
        let [now, then, speed] = [&state.places, sight.start_places, &state.velocities]
            .map(|list| list.get(nodes.clone()).unwrap_or_default().chunks_exact(D));
        let first = grid.points.len() as i64 / 3;
        for (now, then) in now.zip(then) {
            grid.point(now);
            let way: Vec<f64> = now.iter().zip(then).map(|(now, then)| now - then).collect();
            padded(&mut displacement, &way);
        }
        speed.for_each(|speed| padded(&mut velocity, speed));
        for cell in &mesh.elements {
            let nodes = cell.nodes.iter().map(|node| first + i64::from(*node));
            grid.cell(Cell::of(cell.element), nodes);
            body.push(mesh.body as f64);
        }
    }
    grid.point_arrays = vec![
        Array { name: "displacement", components: 3, values: displacement },
        Array { name: "velocity", components: 3, values: velocity },
    ];
    let fields = || state.fields.iter();
    let tensor = |get: fn(&Field) -> &Components| -> Vec<f64> {
        fields().flat_map(|field| get(field).iter().copied()).collect()
    };
    grid.cell_arrays = vec![
        Array { name: "body", components: 1, values: body },
        Array { name: "stress", components: 6, values: tensor(|field| &field.stress) },
        Array { name: "strain", components: 6, values: tensor(|field| &field.strain) },
        Array { name: "von_mises", components: 1, values: fields().map(Field::mises).collect() },
        Array {
            name: "principal_stress",
            components: 3,
            values: fields().flat_map(|field| field.principal().0).collect(),
        },
    ];
    if sight.constants.meshes.plastic {
        let values = tensor(|field| &field.plastic_strain);
        grid.cell_arrays.push(Array { name: "plastic_strain", components: 6, values });
        let values = fields().map(|field| field.plastic).collect();
        grid.cell_arrays.push(Array { name: "accumulated_plastic_strain", components: 1, values });
    }
    grid
}

/// The facets of all deformable bodies, with what presses on them.
pub fn skin_grid<const D: usize>(sight: &Sight<D>) -> Grid {
    let (mut grid, state, mut body) = (Grid::default(), &sight.frame.meshes, vec![]);
    for mesh in sight.constants.meshes.list.iter().filter(|mesh| sight.mesh(mesh.body).is_some()) {
        let first = grid.points.len() as i64 / 3;
        for place in state.places[mesh.nodes(D)].chunks_exact(D) {
            grid.point(place);
        }
        for facet in &mesh.facets {
            let nodes = facet.nodes.iter().map(|node| first + i64::from(*node));
            grid.cell(Cell::of(facet.element), nodes);
            body.push(mesh.body as f64);
        }
    }
    grid.cell_arrays = vec![
        Array { name: "body", components: 1, values: body },
        Array { name: "contact_pressure", components: 1, values: state.pressures.clone() },
    ];
    grid
}
