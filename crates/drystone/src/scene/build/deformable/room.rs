//! Whether bodies that deform fit into memory: asked as soon as a mesh is there, before anything is
//! made of it.

use super::{Placed, deforms, from_axis};
use crate::fem::Mesh;
use crate::scene::error::Fault;
use crate::scene::format::Material;
use std::collections::BTreeMap;

/// Most elements of all bodies of a scene.
pub const MOST_ELEMENTS: usize = 4_000_000;
/// Most memory for what is made of all meshes (bytes); factors of matrices come on top of it.
const MOST_BYTES: f64 = 16e9;
/// What an element takes (bytes), and more for each entry of its matrix: measured from triangles to
/// bricks of 20 nodes, within a third.
const EACH: [f64; 2] = [1e3, 44.0];

/// What was promised room.
#[derive(Default)]
pub struct Room {
    /// Elements of the bodies until now, each with its own.
    pub elements: usize,
    /// Memory for the makes until now, which bodies share.
    bytes: f64,
}

/// A body whose make is asked for, in the list of all.
pub struct Asked<'a> {
    /// All bodies.
    pub placed: &'a [Placed],
    /// Its place in the list.
    pub index: usize,
    /// The materials.
    pub materials: &'a BTreeMap<String, Material>,
}

impl Asked<'_> {
    /// How many bodies have its make, none of which comes earlier.
    fn alike<const D: usize>(&self) -> usize {
        let own = &self.placed[self.index].body;
        let name = own.material.as_deref().unwrap_or_default();
        let Some(material) = self.materials.get(name) else { return 1 };
        let away = from_axis::<D>(own, Some(material), "").ok();
        let rest = self.placed[self.index..].iter().map(|placed| &placed.body);
        rest.filter(|other| other.shape == own.shape && other.material == own.material)
            .filter(|other| deforms(other, material))
            .filter(|other| from_axis::<D>(other, Some(material), "").ok() == away)
            .count()
    }
}

impl Room {
    /// That there is room for a new mesh and for all bodies that have it.
    pub fn take<const D: usize>(&mut self, mesh: &Mesh<D>, asked: &Asked) -> Result<(), Fault> {
        let path = &asked.placed[asked.index].path;
        let own = mesh.solids().count();
        let all = |bodies: usize| self.elements.saturating_add(own.saturating_mul(bodies));
        // Only where it may matter, since who is alike is looked for in the whole list.
        if all(asked.placed.len() - asked.index) > MOST_ELEMENTS {
            let elements = all(asked.alike::<D>());
            if elements > MOST_ELEMENTS {
                return Err(too_many(elements, path));
            }
        }
        let entries = |nodes: usize| ((nodes * D) as f64).powi(2);
        let of = |nodes: usize| EACH[0] + EACH[1] * entries(nodes);
        self.bytes += mesh.solids().map(|cell| of(cell.nodes.len())).sum::<f64>();
        if self.bytes > MOST_BYTES {
            let message = format!(
                "with these {own} elements the meshes of the scene would take some {:.0} GB, \
                 before anything is solved; the most is {:.0} GB",
                self.bytes / 1e9,
                MOST_BYTES / 1e9
            );
            return Err(Fault::new(path, message));
        }
        Ok(())
    }

    /// Counts a body of so many elements.
    pub fn add(&mut self, elements: usize, path: &str) -> Result<(), Fault> {
        self.elements = self.elements.saturating_add(elements);
        match self.elements > MOST_ELEMENTS {
            true => Err(too_many(self.elements, path)),
            false => Ok(()),
        }
    }
}

fn too_many(elements: usize, path: &str) -> Fault {
    let message = format!(
        "up to this one and those like it the bodies that deform have {elements} elements; the \
         most a scene may have is {MOST_ELEMENTS}"
    );
    Fault::new(path, message)
}
