//! What elements of deformable bodies can be coloured by.

use super::Sight;
use super::quantities::{BodyStress, Quantity};
use crate::fem::Field;
use crate::space::Vector;

impl Quantity {
    /// Of every element of every deformable body; none where bodies are coloured as a whole.
    pub fn of_elements<const D: usize>(self, sight: &Sight<D>) -> Option<Vec<f64>> {
        let fields = &sight.frame.meshes.fields;
        let each = |of: &dyn Fn(&Field) -> f64| Some(fields.iter().map(of).collect());
        match self {
            Self::Mises => each(&Field::mises),
            Self::Tension => each(&|field| field.principal().0[0]),
            Self::Compression => each(&|field| field.principal().0[2]),
            Self::Component(k) => each(&|field| field.stress[usize::from(k)]),
            Self::Plastic => each(&|field| field.plastic),
            Self::Pressure => each(&|field| body_stress(field).pressure),
            Self::Stress => each(&|field| body_stress(field).principal),
            Self::Shear => each(&|field| body_stress(field).shear),
            Self::Speed => Some(of_nodes(sight, |_, v| v.norm())),
            Self::Displacement => Some(of_nodes(sight, |way, _| way.norm())),
            _ => None,
        }
    }

    /// Of every facet of every deformable body, where it is a quantity of the skin.
    pub fn of_facets<const D: usize>(self, sight: &Sight<D>) -> Option<Vec<f64>> {
        (self == Self::ContactPressure).then(|| sight.frame.meshes.pressures.clone())
    }
}

fn body_stress(field: &Field) -> BodyStress {
    BodyStress::of(&crate::fem::fields::matrix(&field.stress))
}

/// Means over the nodes of each element, of the way since the first frame and the velocity.
fn of_nodes<const D: usize>(
    sight: &Sight<D>,
    of: impl Fn(Vector<D>, Vector<D>) -> f64,
) -> Vec<f64> {
    let state = &sight.frame.meshes;
    let at = |list: &[f64], node: usize| {
        Vector::<D>::from_fn(|k, _| list.get(node * D + k).copied().unwrap_or(f64::NAN))
    };
    let mut values = vec![];
    for mesh in &sight.constants.meshes.list {
        for element in &mesh.elements {
            let value = |node: &u32| {
                let node = mesh.first.nodes + *node as usize;
                let way = at(&state.places, node) - at(sight.start_places, node);
                of(way, at(&state.velocities, node))
            };
            let sum: f64 = element.nodes.iter().map(value).sum();
            values.push(sum / element.nodes.len() as f64);
        }
    }
    values
}
