//! Three-node triangle: constant strain.

use super::Element;
use crate::fem::quadrature::{centre, simplex_two};
use std::sync::OnceLock;

pub(super) static T3: Element = Element {
    name: "T3",
    dimension: 2,
    places: &[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
    powers: &[[0, 0, 0], [1, 0, 0], [0, 1, 0]],
    corners: 3,
    rule: || centre(2),
    mass_rule: || simplex_two(2),
    sides: &[("L2", &[0, 1]), ("L2", &[1, 2]), ("L2", &[2, 0])],
    pieces: &[&[0, 1, 2]],
    locks: false,
    gmsh: 2,
    vtk: 5,
    functions: OnceLock::new(),
};
