//! The stress in deformable bodies, tension positive: the mean of Cauchy's stress over their elements, each
//! with its volume at rest, the mean pressure -tr σ / 3, the mean and the greatest stress of von Mises, the
//! greatest tension and the greatest compression (principal stresses), and the greatest accumulated plastic
//! strain. Bodies count by their names, elements by their middle in the region.

use super::View;
use super::value::Value;
use super::view::inside;
use crate::fem::Field;
use crate::results::MeshAbout;
use crate::space::Vector;

/// The elements that count: their bodies, numbers and middles, and what they carry.
pub(super) fn elements<'a, const D: usize>(
    view: &View<'a, D>,
) -> impl Iterator<Item = (&'a MeshAbout, usize, Vector<D>, &'a Field)> {
    let (scope, state) = (view.scope, view.meshes);
    let named = view.constants.meshes.list.iter().filter(|mesh| scope.names(mesh.body));
    let all = named.flat_map(move |mesh| {
        let fields = state.map_or(&[][..], |state| &state.fields[..]);
        let places = state.map_or(&[][..], |state| &state.places[..]);
        let middle = move |nodes: &[u32]| -> Vector<D> {
            let node = |node: &u32| {
                let start = (mesh.first.nodes + *node as usize) * D;
                Vector::<D>::from_fn(|k, _| places[start + k])
            };
            nodes.iter().map(node).sum::<Vector<D>>() / nodes.len() as f64
        };
        let of = move |(e, cell): (usize, &'a crate::fem::mesh::Facet)| {
            let field = fields.get(mesh.first.elements + e)?;
            Some((mesh, e, middle(&cell.nodes), field))
        };
        mesh.elements.iter().enumerate().filter_map(of)
    });
    all.filter(move |(_, _, at, _)| scope.region.as_ref().is_none_or(|region| inside(region, at)))
}

/// How many components of a symmetric tensor count.
pub(super) fn tensor_size(dimension: usize) -> usize {
    if dimension == 2 { 4 } else { 6 }
}

pub(super) fn measure<const D: usize>(view: &View<D>) -> Vec<Value> {
    if view.constants.meshes.is_empty() {
        return vec![];
    }
    let (mut volume, mut sum, mut mises) = (0.0, [0.0; 6], 0.0);
    let (mut most, mut tension, mut compression, mut plastic) =
        (f64::NAN, f64::NAN, f64::NAN, f64::NAN);
    for (_, _, _, field) in elements(view) {
        volume += field.volume;
        (0..6).for_each(|k| sum[k] += field.volume * field.stress[k]);
        mises += field.volume * field.mises();
        let principal = field.principal().0;
        most = most.max(field.mises());
        tension = tension.max(principal[0]);
        compression = compression.min(principal[2]);
        plastic = plastic.max(field.plastic);
    }
    let mean = sum.map(|sum| sum / volume);
    let names = ["xx", "yy", "zz", "xy", "yz", "zx"];
    let each = names.iter().zip(mean).take(tensor_size(D));
    let mut values: Vec<Value> =
        each.map(|(name, x)| Value::new(format!("mesh_stress_{name}"), "Pa", x)).collect();
    let pressure = -(mean[0] + mean[1] + mean[2]) / 3.0;
    values.extend([
        Value::new("mesh_pressure", "Pa", pressure),
        Value::new("mises_mean", "Pa", mises / volume),
        Value::new("mises_max", "Pa", most),
        Value::new("tension_max", "Pa", tension),
        Value::new("compression_max", "Pa", -compression),
        Value::new("plastic_strain_max", "", plastic),
    ]);
    values
}
