//! Six-node triangle: linear strain.

use super::Element;
use crate::fem::quadrature::{simplex_four, simplex_two};
use std::sync::OnceLock;

pub(super) static T6: Element = Element {
    name: "T6",
    dimension: 2,
    places: &[
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.5, 0.0, 0.0],
        [0.5, 0.5, 0.0],
        [0.0, 0.5, 0.0],
    ],
    powers: &[[0, 0, 0], [1, 0, 0], [0, 1, 0], [2, 0, 0], [1, 1, 0], [0, 2, 0]],
    corners: 3,
    rule: || simplex_two(2),
    mass_rule: || simplex_four(2),
    sides: &[("L3", &[0, 1, 3]), ("L3", &[1, 2, 4]), ("L3", &[2, 0, 5])],
    pieces: &[&[0, 3, 5], &[3, 1, 4], &[5, 4, 2], &[3, 4, 5]],
    locks: false,
    gmsh: 9,
    vtk: 22,
    functions: OnceLock::new(),
};
