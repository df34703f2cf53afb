//! Surfaces in Gmsh's MSH files: the triangles and quadrangles.
//!
//! Points, lines and volumes are read over; elements of higher order are refused, because their
//! surfaces are curved.

use super::Mesh;
use super::error::Wrong;
use super::lines::Line;
use super::msh::{self, Content, Entry};
use crate::space::Vector;
use std::collections::HashMap;

pub(super) fn read(bytes: &[u8]) -> Result<Mesh, Wrong> {
    let mut faces = Faces::default();
    msh::read(bytes, &mut faces)?;
    if faces.mesh.faces.is_empty() {
        return Err(Wrong::whole("the file has no triangles or quadrangles"));
    }
    Ok(faces.mesh)
}

#[derive(Default)]
struct Faces {
    mesh: Mesh,
    /// The number of the point with a tag.
    numbers: HashMap<u64, usize>,
}

impl Content for Faces {
    const GROUPS: bool = false;

    fn node(&mut self, tag: u64, place: Vector<3>, line: &Line<'_>) -> Result<(), Wrong> {
        msh::number(&mut self.numbers, tag, self.mesh.points.len(), line)?;
        self.mesh.points.push(place);
        Ok(())
    }

    /// Takes an element if it is a face.
    fn element(&mut self, entry: Entry<'_>) -> Result<(), Wrong> {
        let corners = match entry.kind {
            2 => 3,
            3 => 4,
            9 | 10 | 16 | 20..=25 => {
                let message = "faces of higher order are curved: save the mesh with order 1";
                return Err(entry.line.wrong(message));
            }
            _ => return Ok(()),
        };
        self.mesh.faces.push(entry.nodes(corners, &self.numbers)?);
        Ok(())
    }
}
