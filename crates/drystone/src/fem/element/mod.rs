//! Finite elements: each one file and one line of [`ELEMENTS`].
//!
//! An element is given by the places of its nodes in the reference element and by the monomials that
//! its shape functions are made of; which combination is one at one node and zero at the others
//! follows. So do gradients, and the functions on its sides, which are elements themselves.

mod h20;
mod h8;
mod l2;
mod l3;
mod p1;
mod q4;
mod q8;
mod t3;
mod t6;
mod te10;
mod te4;

use super::quadrature::Rule;
use crate::space::Vector;
use nalgebra::DMatrix;
use std::sync::OnceLock;

/// Most nodes that an element has.
pub const MOST_NODES: usize = 20;

/// A reference element.
pub struct Element {
    /// Its name: the letter of its shape and the number of its nodes.
    pub name: &'static str,
    /// Its dimension.
    pub dimension: usize,
    /// Its nodes; corners first.
    pub places: &'static [[f64; 3]],
    /// Powers of the coordinates in each monomial, as many as nodes.
    pub powers: &'static [[u8; 3]],
    /// How many of the nodes are corners.
    pub corners: usize,
    /// Where stiffness is integrated.
    pub rule: fn() -> Rule,
    /// Where masses and loads are: exact for products of two shape functions on straight elements.
    pub mass_rule: fn() -> Rule,
    /// Edges of a plane element, faces of one in space: their elements and nodes, corners in the order in
    /// which the outside sees them counter-clockwise (in the plane the element lies to the left).
    pub sides: &'static [(&'static str, &'static [usize])],
    /// Of an element that is a side: the segments or triangles of its nodes that it is drawn and met as.
    pub pieces: &'static [&'static [usize]],
    /// Whether it locks where the volume is kept, and needs the mean of its dilatation.
    pub locks: bool,
    /// Its number in Gmsh files.
    pub gmsh: u32,
    /// Its number in VTK files.
    pub vtk: u8,
    /// Coefficients of the shape functions, once they have been asked for.
    functions: OnceLock<DMatrix<f64>>,
}

/// Every element, those of sides too.
pub static ELEMENTS: &[&Element] = &[
    &p1::P1,
    &l2::L2,
    &l3::L3,
    &t3::T3,
    &t6::T6,
    &q4::Q4,
    &q8::Q8,
    &te4::TE4,
    &te10::TE10,
    &h8::H8,
    &h20::H20,
];

/// The element of a name.
pub fn find(name: &str) -> Option<&'static Element> {
    ELEMENTS.iter().copied().find(|element| element.name == name)
}

/// Values and gradients of the shape functions at a place.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Values.
    pub values: [f64; MOST_NODES],
    /// Gradients with respect to the reference coordinates.
    pub gradients: [[f64; 3]; MOST_NODES],
}

impl Element {
    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Elements have nodes.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Column i: the coefficients of node i's function.
    fn functions(&self) -> &DMatrix<f64> {
        self.functions.get_or_init(|| {
            let n = self.len();
            let at_nodes = DMatrix::from_fn(n, n, |i, j| value(self.powers[j], self.places[i]));
            at_nodes.try_inverse().unwrap_or_else(|| DMatrix::zeros(n, n))
        })
    }

    /// The shape functions at a place of the reference element.
    pub fn shape(&self, at: [f64; 3]) -> Shape {
        let functions = self.functions();
        let mut shape = Shape { values: [0.0; MOST_NODES], gradients: [[0.0; 3]; MOST_NODES] };
        for (m, powers) in self.powers.iter().enumerate() {
            let monomial = value(*powers, at);
            let gradient: [f64; 3] = std::array::from_fn(|axis| slope(*powers, at, axis));
            for i in 0..self.len() {
                let c = functions[(m, i)];
                shape.values[i] += c * monomial;
                for axis in 0..3 {
                    shape.gradients[i][axis] += c * gradient[axis];
                }
            }
        }
        shape
    }

    /// The places that the shape functions of a side make of its nodes', by powers of the two reference
    /// coordinates.
    pub fn polynomial<const D: usize>(&self, nodes: &[Vector<D>]) -> [[Vector<D>; 3]; 3] {
        let functions = self.functions();
        let mut terms = [[Vector::zeros(); 3]; 3];
        for (m, [a, b, _]) in self.powers.iter().enumerate() {
            let shares = nodes.iter().enumerate();
            terms[usize::from(*a)][usize::from(*b)] =
                shares.map(|(i, node)| node * functions[(m, i)]).sum();
        }
        terms
    }

    /// The middle of the reference element.
    pub fn middle(&self) -> [f64; 3] {
        let corners = &self.places[..self.corners];
        std::array::from_fn(|k| corners.iter().map(|p| p[k]).sum::<f64>() / corners.len() as f64)
    }
}

impl PartialEq for Element {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl std::fmt::Debug for Element {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

fn value(powers: [u8; 3], at: [f64; 3]) -> f64 {
    (0..3).map(|k| at[k].powi(i32::from(powers[k]))).product()
}

fn slope(powers: [u8; 3], at: [f64; 3], axis: usize) -> f64 {
    let Some(less) = powers[axis].checked_sub(1) else { return 0.0 };
    let mut lower = powers;
    lower[axis] = less;
    f64::from(powers[axis]) * value(lower, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_one_at_their_node_and_sum_to_one() {
        for element in ELEMENTS {
            assert_eq!(element.powers.len(), element.len(), "{element:?}");
            for (i, place) in element.places.iter().enumerate() {
                let shape = element.shape(*place);
                for j in 0..element.len() {
                    let exact = if i == j { 1.0 } else { 0.0 };
                    assert!((shape.values[j] - exact).abs() < 1e-13, "{element:?} {i} {j}");
                }
            }
            for (place, _) in (element.mass_rule)() {
                let shape = element.shape(place);
                let sum: f64 = shape.values[..element.len()].iter().sum();
                assert!((sum - 1.0).abs() < 1e-13);
                for axis in 0..3 {
                    let slopes: f64 = shape.gradients.iter().map(|g| g[axis]).sum();
                    assert!(slopes.abs() < 1e-12, "{element:?} {axis} {slopes}");
                }
            }
        }
    }

    /// Gradients against differences.
    #[test]
    fn gradients_are_those_of_the_values() {
        for element in ELEMENTS {
            let at = [0.23, 0.17, 0.31];
            let shape = element.shape(at);
            for axis in 0..element.dimension {
                let moved = |d: f64| {
                    let mut at = at;
                    at[axis] += d;
                    element.shape(at).values
                };
                let (before, after) = (moved(-1e-6), moved(1e-6));
                for i in 0..element.len() {
                    let slope = (after[i] - before[i]) / 2e-6;
                    assert!((slope - shape.gradients[i][axis]).abs() < 1e-8, "{element:?}");
                }
            }
        }
    }

    /// The sides close the element: their outward areas sum to nothing, and the volume by the divergence
    /// theorem is that of the rule.
    #[test]
    fn sides_close_the_element() {
        for element in ELEMENTS.iter().filter(|e| !e.sides.is_empty()) {
            let volume: f64 = (element.rule)().iter().map(|(_, w)| w).sum();
            let (mut area, mut flux) = ([0.0; 3], 0.0);
            for (name, nodes) in element.sides {
                let side = find(name).expect("an element");
                assert_eq!(side.len(), nodes.len());
                for (place, weight) in (side.mass_rule)() {
                    let shape = side.shape(place);
                    let (mut at, mut tangents) = ([0.0; 3], [[0.0; 3]; 2]);
                    for (i, node) in nodes.iter().enumerate() {
                        for k in 0..3 {
                            at[k] += shape.values[i] * element.places[*node][k];
                            for (t, tangent) in tangents.iter_mut().enumerate() {
                                tangent[k] += shape.gradients[i][t] * element.places[*node][k];
                            }
                        }
                    }
                    if element.dimension == 2 {
                        tangents[1] = [0.0, 0.0, 1.0];
                    }
                    let [a, b] = tangents;
                    for k in 0..3 {
                        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
                        let normal = (a[i] * b[j] - a[j] * b[i]) * weight;
                        area[k] += normal;
                        flux += at[k] * normal;
                    }
                }
            }
            let dimension = element.dimension as f64;
            assert!(area.iter().all(|x| x.abs() < 1e-13), "{element:?} {area:?}");
            assert!((flux / dimension - volume).abs() < 1e-13, "{element:?} {flux} {volume}");
        }
    }
}
