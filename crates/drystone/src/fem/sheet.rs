//! Bars, cables and membranes: elements of fewer dimensions than the space they are in.
//!
//! At each point of integration they have axes of their own along the element, e_α, in which the gradients of
//! the shape functions are. With F = Σ x_i ⊗ g_i, whose columns are where these axes go, Green's strain
//! ½ (Fᵀ F - 1) has no part of any rotation. Across the element there is no stress.

use super::element::{Element, MOST_NODES};
use super::material::{Components, Response};
use super::plane::{self, Plane};
use super::region::{Region, Stuff, Unsound};
use crate::wrong::{Wrong, positive};
use nalgebra::{Matrix3, Vector3};

/// What is thinner than the space it is in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sheet {
    /// Thickness of a membrane (m), section of a bar (m²; in the plane of a metre's depth, its thickness).
    pub thickness: f64,
    /// Whether it is a cable, which pulls and does not push.
    pub is_slack: bool,
}

impl Sheet {
    /// A bar or membrane.
    pub fn new(thickness: f64) -> Self {
        Self { thickness, is_slack: false }
    }

    /// A cable.
    pub fn cable(section: f64) -> Self {
        Self { thickness: section, is_slack: true }
    }
}

impl<const D: usize> Region<D> {
    /// Elements of fewer dimensions than the space they are in, whose nodes stand at these places without
    /// stress. Bodies of them have finite kinematics, whatever is chosen.
    ///
    /// # Errors
    ///
    /// All elements that are flat; or what cannot be of what they are made of.
    pub fn sheet(
        element: &'static Element,
        nodes: Vec<u32>,
        stuff: Stuff,
        sheet: Sheet,
        places: &[[f64; D]],
    ) -> Result<Self, Unsound> {
        positive("thickness", sheet.thickness).map_err(Unsound::Stuff)?;
        if element.dimension == 0 || element.dimension >= D {
            let message = format!("a sheet or bar in {D} dimensions cannot be of {element:?}");
            return Err(Unsound::Stuff(Wrong::new("element", message)));
        }
        if sheet.is_slack && element.dimension != 1 {
            let message = format!("a cable cannot be of {element:?}");
            return Err(Unsound::Stuff(Wrong::new("element", message)));
        }
        let rule = (element.rule)();
        let shapes: Vec<_> = rule.iter().map(|(at, _)| element.shape(*at)).collect();
        let mut region = Self::without_elements(element, nodes, stuff, rule.len());
        region.sheet = Some(sheet);
        let (n, mut wrong) = (element.len(), vec![]);
        for e in 0..region.len() {
            let own: Vec<[f64; D]> =
                region.of(e).iter().map(|node| places[*node as usize]).collect();
            let (mut means, mut volume, mut sound) = ([[0.0; D]; MOST_NODES], 0.0, true);
            for (shape, (_, weight)) in shapes.iter().zip(&rule) {
                let Some((axes, gradients, size)) =
                    along(&own, &shape.gradients, element.dimension)
                else {
                    sound = false;
                    continue;
                };
                let weight = weight * size * sheet.thickness;
                region.weights.push(weight);
                region.axes.push(axes);
                volume += weight;
                for (i, g) in gradients[..n].iter().enumerate() {
                    region.gradients.push(std::array::from_fn(|k| g[k]));
                    let in_space = axes * g;
                    (0..D).for_each(|k| means[i][k] += weight * in_space[k]);
                }
            }
            if !sound {
                wrong.push(e);
            }
            region.means.extend(means[..n].iter().map(|sum| sum.map(|x| x / volume)));
        }
        if wrong.is_empty() { Ok(region) } else { Err(Unsound::Degenerate(wrong)) }
    }

    /// The answer of the material at a point.
    pub(super) fn respond(
        &self,
        strain: Components,
        before: &[f64],
        after: &mut [f64],
    ) -> Response {
        let law = self.stuff.material.law();
        let Some(sheet) = &self.sheet else {
            return plane::respond(self.stuff.plane, law, strain, before, after);
        };
        if self.element.dimension == 2 {
            return plane::respond(Plane::Stress, law, strain, before, after);
        }
        if sheet.is_slack && strain[0] < 0.0 {
            after.copy_from_slice(before);
            return Response::none();
        }
        plane::respond_along(law, strain, before, after)
    }

    /// Area or length of an element over that of its reference, where a shape has these gradients, times its
    /// thickness; of solids the volume's.
    pub(super) fn measure(&self, places: &[[f64; D]], gradients: &[[f64; 3]]) -> Option<f64> {
        match &self.sheet {
            None => super::region::physical(places, gradients).map(|(_, size)| size),
            Some(sheet) => {
                let (.., size) = along(places, gradients, self.element.dimension)?;
                Some(size * sheet.thickness)
            }
        }
    }
}

/// Axes along an element as columns, gradients in them, and the ratio of sizes; none where it is flat.
fn along<const D: usize>(
    places: &[[f64; D]],
    reference: &[[f64; 3]],
    dimension: usize,
) -> Option<(Matrix3<f64>, [Vector3<f64>; MOST_NODES], f64)> {
    let mut tangents = [Vector3::zeros(); 2];
    for (x, g) in places.iter().zip(reference) {
        let x = Vector3::from_fn(|k, _| if k < D { x[k] } else { 0.0 });
        (0..dimension).for_each(|a| tangents[a] += x * g[a]);
    }
    let first = tangents[0].try_normalize(0.0)?;
    let mut axes = Matrix3::zeros();
    axes.set_column(0, &first);
    // From reference coordinates to lengths along the axes: [a b; 0 c].
    let (a, b) = (tangents[0].norm(), first.dot(&tangents[1]));
    let mut c = 1.0;
    if dimension == 2 {
        let rest = tangents[1] - first * b;
        c = rest.norm();
        axes.set_column(1, &rest.try_normalize(0.0)?);
    }
    let mut gradients = [Vector3::zeros(); MOST_NODES];
    for (out, g) in gradients.iter_mut().zip(reference).take(places.len()) {
        out[0] = g[0] / a;
        if dimension == 2 {
            out[1] = (g[1] - b * out[0]) / c;
        }
    }
    Some((axes, gradients, a * c))
}
