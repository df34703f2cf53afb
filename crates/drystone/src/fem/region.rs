//! Elements of one kind and one material, with what never changes at their points of integration.

use super::element::{Element, MOST_NODES};
use super::material::Material;
use super::plane::Plane;
use std::f64::consts::TAU;

/// What a region is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Stuff {
    /// Material.
    pub material: Material,
    /// Density (kg/m³).
    pub density: f64,
    /// In the plane: what happens across it.
    pub plane: Plane,
    /// Whether elements that lock take the mean of their dilatation.
    pub mean_dilatation: bool,
}

/// Elements of one kind and one material.
#[derive(Clone, Debug)]
pub struct Region<const D: usize> {
    /// The kind.
    pub element: &'static Element,
    /// Their nodes, one element after the other.
    pub nodes: Vec<u32>,
    /// What they are made of.
    pub stuff: Stuff,
    /// Points of integration of an element.
    pub points: usize,
    /// Volume of each point.
    pub(super) weights: Vec<f64>,
    /// Gradients of the shape functions at each point, node by node.
    pub(super) gradients: Vec<[f64; D]>,
    /// N / R at each point, node by node, of what is turned about an axis.
    pub(super) hoops: Vec<f64>,
    /// Means over each element, node by node: of the gradients, and of the dilatation they cause.
    pub(super) means: Vec<[f64; D]>,
    pub(super) dilatations: Vec<[f64; D]>,
}

/// An element that is turned inside out or flat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Degenerate {
    /// Its number in the region.
    pub element: usize,
}

impl<const D: usize> Region<D> {
    /// Of elements whose nodes stand at these places.
    ///
    /// # Errors
    ///
    /// All elements that are turned inside out or flat.
    pub fn new(
        element: &'static Element,
        nodes: Vec<u32>,
        stuff: Stuff,
        places: &[[f64; D]],
    ) -> Result<Self, Vec<Degenerate>> {
        let rule = (element.rule)();
        let count = nodes.len() / element.len();
        let mut region = Self {
            element,
            nodes,
            stuff,
            points: rule.len(),
            weights: vec![],
            gradients: vec![],
            hoops: vec![],
            means: vec![],
            dilatations: vec![],
        };
        let shapes: Vec<_> = rule.iter().map(|(at, _)| element.shape(*at)).collect();
        let mut wrong = vec![];
        for e in 0..count {
            let n = element.len();
            let own: Vec<[f64; D]> =
                region.of(e).iter().map(|node| places[*node as usize]).collect();
            let (mut means, mut dilatations, mut volume) =
                ([[0.0; D]; MOST_NODES], [[0.0; D]; MOST_NODES], 0.0);
            let mut sound = true;
            for (shape, (_, weight)) in shapes.iter().zip(&rule) {
                let Some((gradients, size)) = physical(&own, &shape.gradients) else {
                    sound = false;
                    continue;
                };
                let radius: f64 = own.iter().zip(&shape.values).map(|(x, n)| x[0] * n).sum();
                let turned = region.is_turned();
                let weight = weight * size * if turned { TAU * radius } else { 1.0 };
                sound &= weight > 0.0;
                region.weights.push(weight);
                volume += weight;
                for i in 0..n {
                    region.gradients.push(gradients[i]);
                    let hoop = if turned { shape.values[i] / radius } else { 0.0 };
                    if turned {
                        region.hoops.push(hoop);
                    }
                    for k in 0..D {
                        means[i][k] += weight * gradients[i][k];
                        dilatations[i][k] += weight * gradients[i][k];
                    }
                    dilatations[i][0] += weight * hoop;
                }
            }
            if !sound {
                wrong.push(Degenerate { element: e });
            }
            let mean = |sum: &[f64; D]| sum.map(|x| x / volume);
            region.means.extend(means[..n].iter().map(mean));
            region.dilatations.extend(dilatations[..n].iter().map(mean));
        }
        if wrong.is_empty() { Ok(region) } else { Err(wrong) }
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.nodes.len() / self.element.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Nodes of an element.
    pub fn of(&self, element: usize) -> &[u32] {
        let n = self.element.len();
        &self.nodes[element * n..(element + 1) * n]
    }

    /// Mean gradients of an element, node by node.
    pub(super) fn means_of(&self, element: usize) -> &[[f64; D]] {
        let n = self.element.len();
        &self.means[element * n..(element + 1) * n]
    }

    /// Volume of an element.
    pub fn volume(&self, element: usize) -> f64 {
        self.weights[element * self.points..(element + 1) * self.points].iter().sum()
    }

    /// Whether it stands for a body of revolution.
    pub fn is_turned(&self) -> bool {
        D == 2 && self.stuff.plane == Plane::Axisymmetric
    }

    /// Whether its elements take the mean of their dilatation.
    pub(super) fn takes_mean(&self) -> bool {
        let sheet = D == 2 && self.stuff.plane == Plane::Stress;
        self.stuff.mean_dilatation && self.element.locks && !sheet
    }
}

/// Gradients in space from those in the reference element, and the ratio of volumes; none where it is
/// flat.
pub(super) fn physical<const D: usize>(
    places: &[[f64; D]],
    reference: &[[f64; 3]],
) -> Option<([[f64; D]; MOST_NODES], f64)> {
    let mut jacobian = nalgebra::SMatrix::<f64, D, D>::zeros();
    for (x, g) in places.iter().zip(reference) {
        for i in 0..D {
            for j in 0..D {
                jacobian[(i, j)] += x[i] * g[j];
            }
        }
    }
    let (inverse, size) = inverted(&jacobian)?;
    let mut gradients = [[0.0; D]; MOST_NODES];
    for (out, g) in gradients.iter_mut().zip(reference).take(places.len()) {
        for i in 0..D {
            out[i] = (0..D).map(|j| g[j] * inverse[(j, i)]).sum();
        }
    }
    Some((gradients, size))
}

/// The inverse and the determinant of a matrix of two or three rows.
fn inverted<const D: usize>(
    a: &nalgebra::SMatrix<f64, D, D>,
) -> Option<(nalgebra::SMatrix<f64, D, D>, f64)> {
    let at =
        |i: usize, j: usize| if i < D && j < D { a[(i, j)] } else { f64::from(u8::from(i == j)) };
    let full = nalgebra::Matrix3::from_fn(at);
    let size = full.determinant();
    let inverse = full.try_inverse().filter(|_| size.is_finite() && size != 0.0)?;
    Some((nalgebra::SMatrix::from_fn(|i, j| inverse[(i, j)]), size))
}
