//! Two-node line: the edge of plane elements, and bars.

use super::Element;
use crate::fem::quadrature::cube;
use std::sync::OnceLock;

pub(super) static L2: Element = Element {
    name: "L2",
    dimension: 1,
    places: &[[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]],
    powers: &[[0, 0, 0], [1, 0, 0]],
    corners: 2,
    rule: || cube(1, 1),
    mass_rule: || cube(1, 2),
    sides: &[],
    pieces: &[&[0, 1]],
    locks: false,
    gmsh: 1,
    vtk: 3,
    functions: OnceLock::new(),
};
