//! Rings and sectors of rings, in space with a depth.

use super::{Grid, Mesh};
use crate::wrong::{Wrong, positive};
use std::collections::HashMap;
use std::f64::consts::TAU;

/// A ring about the origin, or a sector of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ring {
    /// Inner radius (m).
    pub inner: f64,
    /// Outer radius (m).
    pub outer: f64,
    /// Where it begins (rad, counter-clockwise from the first axis).
    pub from: f64,
    /// Where it ends: beyond the beginning.
    pub to: f64,
}

impl Ring {
    /// Whether the numbers make sense; if they do not, neither does the mesh.
    ///
    /// # Errors
    ///
    /// The number that does not.
    pub fn check(&self) -> Result<(), Wrong> {
        positive("inner", self.inner)?;
        positive("outer - inner", self.outer - self.inner)?;
        positive("to - from", self.to - self.from)?;
        positive("from + 2 pi - to", self.from + TAU * (1.0 + 1e-9) - self.to)
    }

    /// Whether it goes all the way round.
    pub fn is_closed(&self) -> bool {
        (self.to - self.from - TAU).abs() < 1e-9
    }

    /// The mesh: the grid's first axis goes outward, its second round, its third along the depth, from
    /// front to back. Sides are `inner`, `outer`, `start`, `end`, in space `front` and `back`. A whole
    /// ring has no start and no end, and takes three cells round or more. Quadratic edges follow the circles.
    ///
    /// # Errors
    ///
    /// What [`Self::check`] and [`Grid::check`] say.
    pub fn mesh<const D: usize>(&self, grid: &Grid<D>, depth: f64) -> Result<Mesh<D>, Wrong> {
        self.check()?;
        let mut mesh = grid.mesh()?;
        if self.is_closed() {
            close(&mut mesh);
        }
        for name in &mut mesh.names {
            // In space the second axis goes from front to back, the third from bottom to top.
            let new = match (D, name.as_str()) {
                (_, "left") => "inner",
                (_, "right") => "outer",
                (2, "bottom") | (3, "front") => "start",
                (2, "top") | (3, "back") => "end",
                (3, "bottom") => "front",
                (3, "top") => "back",
                _ => continue,
            };
            *name = new.into();
        }
        let mut mesh = mesh.map(|x| {
            let radius = self.inner + (self.outer - self.inner) * x[0];
            let angle = self.from + (self.to - self.from) * x[1];
            let place = [radius * angle.cos(), radius * angle.sin(), depth * x[D - 1]];
            std::array::from_fn(|k| place[k])
        });
        mesh.mend();
        Ok(mesh)
    }
}

/// Joins the two ends of the second axis of a unit square or cube, which are then no sides any more.
pub(super) fn close<const D: usize>(mesh: &mut Mesh<D>) {
    let names = if D == 2 { ["bottom", "top"] } else { ["front", "back"] };
    let [bottom, top] = names.map(|name| mesh.group(name));
    mesh.cells.retain(|cell| Some(cell.group) != bottom && Some(cell.group) != top);
    // Their groups come one after the other.
    if let (Some(bottom), Some(top)) = (bottom, top) {
        mesh.names.drain(bottom as usize..=top as usize);
        mesh.cells.iter_mut().filter(|c| c.group > top).for_each(|c| c.group -= top - bottom + 1);
    }
    let key =
        |place: &[f64; D]| (place[0].to_bits(), if D > 2 { place[D - 1].to_bits() } else { 0 });
    let at = |y: f64| move |(_, place): &(usize, &[f64; D])| place[1] == y;
    let nodes = || mesh.places.iter().enumerate();
    let low: HashMap<_, usize> = nodes().filter(at(0.0)).map(|(k, p)| (key(p), k)).collect();
    let mut new = vec![u32::MAX; mesh.places.len()];
    let (mut places, mut joined) = (vec![], vec![]);
    for (k, place) in mesh.places.iter().enumerate() {
        match low.get(&key(place)).filter(|_| place[1] == 1.0) {
            Some(below) => joined.push((k, *below)),
            None => {
                new[k] = places.len() as u32;
                places.push(*place);
            }
        }
    }
    joined.into_iter().for_each(|(k, below)| new[k] = new[below]);
    mesh.places = places;
    let nodes = mesh.cells.iter_mut().flat_map(|cell| &mut cell.nodes);
    nodes.for_each(|node| *node = new[*node as usize]);
}
