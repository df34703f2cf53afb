//! Eight-node quadrangle: quadratic without its middle.

use super::Element;
use crate::fem::quadrature::cube;
use std::sync::OnceLock;

pub(super) static Q8: Element = Element {
    name: "Q8",
    dimension: 2,
    places: &[
        [-1.0, -1.0, 0.0],
        [1.0, -1.0, 0.0],
        [1.0, 1.0, 0.0],
        [-1.0, 1.0, 0.0],
        [0.0, -1.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [-1.0, 0.0, 0.0],
    ],
    powers: &[
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [2, 0, 0],
        [1, 1, 0],
        [0, 2, 0],
        [2, 1, 0],
        [1, 2, 0],
    ],
    corners: 4,
    rule: || cube(2, 3),
    mass_rule: || cube(2, 3),
    sides: &[("L3", &[0, 1, 4]), ("L3", &[1, 2, 5]), ("L3", &[2, 3, 6]), ("L3", &[3, 0, 7])],
    pieces: &[&[0, 4, 7], &[4, 1, 5], &[5, 2, 6], &[6, 3, 7], &[4, 5, 7], &[5, 6, 7]],
    locks: false,
    gmsh: 16,
    vtk: 23,
    functions: OnceLock::new(),
};
