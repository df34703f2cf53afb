//! Solids in Gmsh's MSH files: the elements of our table, with their physical groups.
//!
//! An element in several groups is a cell in each, except that a cell of the solid is only in the first.
//! Elements of edges and faces that are in no physical group are named after the entity they are part of,
//! as in `line-entity-4`.

use super::file::{Raw, unnamed};
use crate::fem::element::{ELEMENTS, Element};
use crate::mesh::error::Wrong;
use crate::mesh::lines::Line;
use crate::mesh::msh::{self, Content, Entry};
use crate::space::Vector;
use std::collections::HashMap;

pub(super) fn read(bytes: &[u8], dimension: usize) -> Result<Raw, Wrong> {
    let raw = Raw::new(dimension);
    let mut solids = Solids { raw, numbers: HashMap::new(), names: HashMap::new() };
    msh::read(bytes, &mut solids)?;
    Ok(solids.raw)
}

struct Solids {
    raw: Raw,
    /// The number of the node with a tag.
    numbers: HashMap<u64, u32>,
    /// Names of the physical groups of a dimension.
    names: HashMap<(usize, u64), String>,
}

impl Content for Solids {
    const GROUPS: bool = true;

    fn name(&mut self, dimension: usize, tag: u64, name: &str) {
        self.names.insert((dimension, tag), name.to_string());
    }

    fn node(&mut self, tag: u64, place: Vector<3>, line: &Line<'_>) -> Result<(), Wrong> {
        msh::number(&mut self.numbers, tag, self.raw.places.len() as u32, line)?;
        self.raw.places.push(place.into());
        self.raw.tags.push(tag);
        Ok(())
    }

    fn element(&mut self, entry: Entry<'_>) -> Result<(), Wrong> {
        let known = ELEMENTS.iter().copied().find(|e| u64::from(e.gmsh) == entry.kind);
        let element = known.ok_or_else(|| {
            let list = ELEMENTS.iter().map(|e| format!("{} ({})", e.gmsh, e.name));
            let list = list.collect::<Vec<_>>().join(", ");
            entry.line.wrong(format!("elements of type {} are not known: {list} are", entry.kind))
        })?;
        let dimension = element.dimension;
        if dimension > self.raw.dimension {
            let message = format!("a {element:?} of type {} is no part of a plane", entry.kind);
            return Err(entry.line.wrong(message));
        }
        let given = entry.nodes(element.len(), &self.numbers)?;
        let nodes: Vec<u32> = order(element).iter().map(|k| given[*k]).collect();
        for tag in entry.groups {
            let name = self.names.get(&(dimension, *tag)).cloned();
            let group = self.raw.group(name.unwrap_or_else(|| unnamed(dimension, tag)));
            self.raw.push(element, nodes.clone(), group, entry.number);
        }
        if entry.groups.is_empty() {
            let name = match dimension == self.raw.dimension {
                true => "body".to_string(),
                false => unnamed(dimension, format!("entity-{}", entry.entity)),
            };
            let group = self.raw.group(name);
            self.raw.push(element, nodes, group, entry.number);
        }
        Ok(())
    }
}

/// Which of Gmsh's nodes each of ours is: it walks the edges of tetrahedra and hexahedra in another order.
fn order(element: &Element) -> &'static [usize] {
    const SAME: [usize; 20] =
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19];
    match element.name {
        "TE10" => &[0, 1, 2, 3, 4, 5, 6, 7, 9, 8],
        "H20" => &[0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 13, 9, 16, 18, 19, 17, 10, 12, 14, 15],
        _ => &SAME[..element.len()],
    }
}
