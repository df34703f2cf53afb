//! The nodes of deformable bodies: where each is without stress, its displacement from there, its velocity.

use super::value::{Item, extend};
use super::view::inside;
use super::{Refused, Table, View};
use crate::space::Vector;

pub(super) fn measure<const D: usize>(view: &View<D>) -> Result<Table, Refused> {
    let mut table = Table::new(&[("body", ""), ("node", "")])
        .vector::<D>("rest", "m")
        .vector::<D>("displacement", "m")
        .vector::<D>("velocity", "m/s");
    let meshes = view.constants.meshes.list.iter().filter(|mesh| view.scope.names(mesh.body));
    for (mesh, state) in meshes.filter_map(|mesh| Some((mesh, view.meshes?))) {
        let range = mesh.nodes(D);
        let vector = |list: &[f64], k: usize| Vector::<D>::from_fn(|i, _| list[k * D + i]);
        for node in 0..mesh.rest.len() / D {
            let rest = vector(&mesh.rest, node);
            let now = vector(&state.places[range.clone()], node);
            let is_in = |region: &_| inside(region, &now);
            if !view.scope.region.as_ref().is_none_or(is_in) {
                continue;
            }
            let velocity = vector(&state.velocities[range.clone()], node);
            let name = view.constants.names[mesh.body].clone();
            let mut row = vec![Item::Name(name), Item::Whole(node)];
            extend(&mut row, rest.iter().chain((now - rest).iter()).chain(velocity.iter()));
            table.rows.push(row);
        }
    }
    Ok(table)
}
