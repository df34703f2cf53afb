//! Three-node line: the edge of quadratic plane elements.

use super::Element;
use crate::fem::quadrature::cube;
use std::sync::OnceLock;

pub(super) static L3: Element = Element {
    name: "L3",
    dimension: 1,
    places: &[[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]],
    powers: &[[0, 0, 0], [1, 0, 0], [2, 0, 0]],
    corners: 2,
    rule: || cube(1, 2),
    mass_rule: || cube(1, 3),
    sides: &[],
    pieces: &[&[0, 2], &[2, 1]],
    locks: false,
    gmsh: 8,
    vtk: 21,
    functions: OnceLock::new(),
};
