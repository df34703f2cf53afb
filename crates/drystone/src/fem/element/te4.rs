//! Four-node tetrahedron: constant strain.

use super::Element;
use crate::fem::quadrature::{centre, simplex_two};
use std::sync::OnceLock;

pub(super) static TE4: Element = Element {
    name: "TE4",
    dimension: 3,
    places: &[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    powers: &[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
    corners: 4,
    rule: || centre(3),
    mass_rule: || simplex_two(3),
    sides: &[("T3", &[0, 2, 1]), ("T3", &[0, 1, 3]), ("T3", &[1, 2, 3]), ("T3", &[0, 3, 2])],
    pieces: &[],
    locks: false,
    gmsh: 4,
    vtk: 10,
    functions: OnceLock::new(),
};
