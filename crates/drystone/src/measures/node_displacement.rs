//! The displacement and velocity of a node of a deformable body: the one that is nearest to a point where
//! nodes are without stress. Displacements are from there.

use super::View;
use super::value::{Value, components};
use crate::space::Vector;

pub(super) fn measure<const D: usize>(view: &View<D>) -> Vec<Value> {
    if view.constants.meshes.is_empty() {
        return vec![];
    }
    let nothing = Vector::<D>::repeat(f64::NAN);
    let (mut way, mut velocity, mut nearest) = (nothing, nothing, f64::INFINITY);
    let meshes = view.constants.meshes.list.iter().filter(|mesh| view.scope.names(mesh.body));
    for (mesh, state) in meshes.filter_map(|mesh| Some((mesh, view.meshes?))) {
        let Some(point) = view.scope.at else { continue };
        let vector = |x: &[f64]| Vector::<D>::from_column_slice(x);
        let rest = mesh.rest.chunks_exact(D).map(vector);
        let places = state.places[mesh.nodes(D)].chunks_exact(D).map(vector);
        let velocities = state.velocities[mesh.nodes(D)].chunks_exact(D).map(vector);
        for ((rest, now), own) in rest.zip(places).zip(velocities) {
            let distance = (rest - point).norm();
            if distance < nearest {
                (way, velocity, nearest) = (now - rest, own, distance);
            }
        }
    }
    let mut values = components("node_displacement", "m", &way);
    values.push(Value::new("node_displacement", "m", way.norm()));
    values.extend(components("node_velocity", "m/s", &velocity));
    values
}
