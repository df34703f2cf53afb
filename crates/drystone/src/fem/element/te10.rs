//! Ten-node tetrahedron: linear strain.

use super::Element;
use crate::fem::quadrature::{simplex_four, simplex_two};
use std::sync::OnceLock;

pub(super) static TE10: Element = Element {
    name: "TE10",
    dimension: 3,
    places: &[
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 1.0],
        [0.5, 0.0, 0.0],
        [0.5, 0.5, 0.0],
        [0.0, 0.5, 0.0],
        [0.0, 0.0, 0.5],
        [0.5, 0.0, 0.5],
        [0.0, 0.5, 0.5],
    ],
    powers: &[
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
        [2, 0, 0],
        [1, 1, 0],
        [1, 0, 1],
        [0, 2, 0],
        [0, 1, 1],
        [0, 0, 2],
    ],
    corners: 4,
    rule: || simplex_two(3),
    mass_rule: || simplex_four(3),
    sides: &[
        ("T6", &[0, 2, 1, 6, 5, 4]),
        ("T6", &[0, 1, 3, 4, 8, 7]),
        ("T6", &[1, 2, 3, 5, 9, 8]),
        ("T6", &[0, 3, 2, 7, 9, 6]),
    ],
    pieces: &[],
    locks: false,
    gmsh: 11,
    vtk: 24,
    functions: OnceLock::new(),
};
