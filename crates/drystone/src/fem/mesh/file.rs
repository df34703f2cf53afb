//! Meshes of solids from files: Gmsh's MSH (2.2 and 4.1, text) and VTK's XML (.vtu).
//!
//! Whatever the bytes are, the answer is a mesh with a report, or an error that names file and line.
//!
//! Groups are physical groups or integers on cells, with the names that the file gives them, or else
//! `point-3`, `line-3`, `surface-3`, `volume-3` after dimension and number. Cells of the solid without a
//! group are in `body`.

use super::{Cell, Mesh, Report, gmsh, vtu};
use crate::fem::element::Element;
use crate::mesh::MeshError;
use crate::mesh::error::Wrong;
use std::collections::HashMap;
use std::path::Path;

impl<const D: usize> Mesh<D> {
    /// Reads a file. In the plane all nodes must have the same z.
    ///
    /// # Errors
    ///
    /// What is wrong with the file, and where.
    pub fn read(path: &Path) -> Result<(Self, Report), MeshError> {
        let name = path.display().to_string();
        let bytes = crate::intake::read(path)
            .map_err(|e| Wrong::whole(format!("cannot read the mesh: {e}")).of(&name))?;
        Self::parse(&name, &bytes)
    }

    /// Reads the bytes of a file; `name` stands for the file in messages.
    ///
    /// # Errors
    ///
    /// What is wrong with the file, and where.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<(Self, Report), MeshError> {
        let raw = if bytes.trim_ascii_start().starts_with(b"$") {
            gmsh::read(bytes, D)
        } else if bytes.trim_ascii_start().starts_with(b"<") {
            vtu::read(bytes, D)
        } else {
            Err(Wrong::whole("the format is not known: expected Gmsh (.msh) or VTK XML (.vtu)"))
        };
        raw.and_then(Raw::finish).map_err(|wrong| wrong.of(name))
    }
}

/// What a file holds, with its own numbers.
#[derive(Default)]
pub struct Raw {
    /// Dimension of the solid.
    pub dimension: usize,
    /// Nodes.
    pub places: Vec<[f64; 3]>,
    /// The file's numbers of the nodes.
    pub tags: Vec<u64>,
    /// Cells.
    pub cells: Vec<Cell>,
    /// The file's numbers of the cells.
    pub numbers: Vec<u64>,
    /// Names of groups, and their numbers.
    names: Vec<String>,
    groups: HashMap<String, u32>,
}

impl Raw {
    /// Nothing yet, of a solid of a dimension.
    pub fn new(dimension: usize) -> Self {
        Self { dimension, ..Self::default() }
    }

    /// The group of a name, which is made if it is new.
    pub fn group(&mut self, name: String) -> u32 {
        *self.groups.entry(name).or_insert_with_key(|name| {
            self.names.push(name.clone());
            self.names.len() as u32 - 1
        })
    }

    /// Adds a cell.
    pub fn push(&mut self, element: &'static Element, nodes: Vec<u32>, group: u32, number: u64) {
        self.cells.push(Cell { element, nodes, group });
        self.numbers.push(number);
    }

    /// The mesh, mended.
    fn finish<const D: usize>(self) -> Result<(Mesh<D>, Report), Wrong> {
        // Of bars and membranes there is nothing of the dimension of space.
        if !self.cells.iter().any(|cell| cell.element.dimension > 0) {
            return Err(Wrong::whole("the file has no elements but points"));
        }
        self.check_plane::<D>()?;
        let places = self.places.iter().map(|x| std::array::from_fn(|k| x[k])).collect();
        let mut mesh = Mesh { places, cells: self.cells, names: self.names };
        let mut report = mesh.mend();
        for list in [&mut report.turned, &mut report.duplicates, &mut report.degenerate] {
            list.iter_mut().for_each(|cell| *cell = self.numbers[*cell as usize]);
        }
        report.folded.iter_mut().for_each(|cell| *cell = self.numbers[*cell as usize]);
        report.loose_nodes.iter_mut().for_each(|node| *node = self.tags[*node as usize]);
        Ok((mesh, report))
    }

    /// In the plane z is one number, up to rounding.
    fn check_plane<const D: usize>(&self) -> Result<(), Wrong> {
        let Some(first) = self.places.first().filter(|_| D == 2) else { return Ok(()) };
        let size = self.places.iter().flatten().fold(0.0_f64, |a, x| a.max(x.abs()));
        let off = self.places.iter().position(|x| (x[2] - first[2]).abs() > 1e-9 * size);
        match off {
            None => Ok(()),
            Some(k) => Err(Wrong::whole(format!(
                "the mesh of a plane body must lie in a plane of constant z: node {} has z = {}, node {} \
                 z = {}",
                self.tags[0], first[2], self.tags[k], self.places[k][2]
            ))),
        }
    }
}

/// The name of a group that has only a number.
pub fn unnamed(dimension: usize, tag: impl std::fmt::Display) -> String {
    let kind = ["point", "line", "surface", "volume"][dimension.min(3)];
    format!("{kind}-{tag}")
}
