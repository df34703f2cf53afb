//! What each element of the deformable bodies carries: its middle and volume at rest, Cauchy's stress (tension
//! positive), the stress of von Mises, the principal stresses, greatest first, and the accumulated plastic
//! strain.

use super::mesh_stress::{elements, tensor_size};
use super::value::{Item, extend};
use super::{Refused, Table, View};

pub(super) fn measure<const D: usize>(view: &View<D>) -> Result<Table, Refused> {
    let mut table = Table::new(&[("body", ""), ("element", "")])
        .vector::<D>("", "m")
        .column("volume", if D == 2 { "m²" } else { "m³" });
    let count = tensor_size(D);
    for name in ["xx", "yy", "zz", "xy", "yz", "zx"].into_iter().take(count) {
        table = table.column(format!("stress_{name}"), "Pa");
    }
    table = table.column("von_mises", "Pa");
    for k in 1..=3 {
        table = table.column(format!("principal_stress_{k}"), "Pa");
    }
    table = table.column("plastic_strain", "");
    for (mesh, element, middle, field) in elements(view) {
        let name = view.constants.names[mesh.body].clone();
        let mut row = vec![Item::Name(name), Item::Whole(element)];
        extend(&mut row, middle.iter().chain(&[field.volume]));
        extend(&mut row, field.stress.iter().take(count).chain(&[field.mises()]));
        extend(&mut row, field.principal().0.iter().chain(&[field.plastic]));
        table.rows.push(row);
    }
    Ok(table)
}
