//! A single node: what a named corner or end of a mesh is.

use super::Element;
use crate::fem::quadrature::cube;
use std::sync::OnceLock;

pub(super) static P1: Element = Element {
    name: "P1",
    dimension: 0,
    places: &[[0.0, 0.0, 0.0]],
    powers: &[[0, 0, 0]],
    corners: 1,
    rule: || cube(0, 1),
    mass_rule: || cube(0, 1),
    sides: &[],
    pieces: &[],
    locks: false,
    gmsh: 15,
    vtk: 1,
    functions: OnceLock::new(),
};
