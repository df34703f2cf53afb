//! Four-node quadrangle: bilinear.

use super::Element;
use crate::fem::quadrature::cube;
use std::sync::OnceLock;

pub(super) static Q4: Element = Element {
    name: "Q4",
    dimension: 2,
    places: &[[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]],
    powers: &[[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]],
    corners: 4,
    rule: || cube(2, 2),
    mass_rule: || cube(2, 2),
    sides: &[("L2", &[0, 1]), ("L2", &[1, 2]), ("L2", &[2, 3]), ("L2", &[3, 0])],
    pieces: &[&[0, 1, 2], &[0, 2, 3]],
    locks: true,
    gmsh: 3,
    vtk: 9,
    functions: OnceLock::new(),
};
