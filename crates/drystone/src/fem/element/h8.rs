//! Eight-node hexahedron: trilinear.

use super::Element;
use crate::fem::quadrature::cube;
use std::sync::OnceLock;

pub(super) static H8: Element = Element {
    name: "H8",
    dimension: 3,
    places: &[
        [-1.0, -1.0, -1.0],
        [1.0, -1.0, -1.0],
        [1.0, 1.0, -1.0],
        [-1.0, 1.0, -1.0],
        [-1.0, -1.0, 1.0],
        [1.0, -1.0, 1.0],
        [1.0, 1.0, 1.0],
        [-1.0, 1.0, 1.0],
    ],
    powers: &[
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [1, 1, 0],
        [0, 0, 1],
        [1, 0, 1],
        [0, 1, 1],
        [1, 1, 1],
    ],
    corners: 8,
    rule: || cube(3, 2),
    mass_rule: || cube(3, 2),
    sides: &[
        ("Q4", &[0, 3, 2, 1]),
        ("Q4", &[4, 5, 6, 7]),
        ("Q4", &[0, 1, 5, 4]),
        ("Q4", &[1, 2, 6, 5]),
        ("Q4", &[2, 3, 7, 6]),
        ("Q4", &[3, 0, 4, 7]),
    ],
    pieces: &[],
    locks: true,
    gmsh: 5,
    vtk: 12,
    functions: OnceLock::new(),
};
