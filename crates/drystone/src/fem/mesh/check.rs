//! Whether a mesh is sound: cells given twice, turned round, flat or folded, nodes without cells.

use super::{Cell, Facet, Mesh, boundary};
use crate::fem::element::Shape;
use std::collections::{HashMap, HashSet};
use std::fmt;

/// What [`Mesh::mend`] did and found; cells and nodes by the numbers they had before, or by those of the
/// file that they come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Cells of the solid that were numbered the other way round, and are now turned.
    pub turned: Vec<u64>,
    /// Cells left out because an earlier one has the same nodes (and, on edges and faces, group).
    pub duplicates: Vec<u64>,
    /// Cells of the solid that are flat or inside out at a point of integration: these cannot be used.
    pub degenerate: Vec<u64>,
    /// Cells of the solid that are flat or inside out at one of their nodes only.
    pub folded: Vec<u64>,
    /// Nodes that no cell of the solid has.
    pub loose_nodes: Vec<u64>,
}

impl Report {
    /// Whether all cells can be used.
    pub fn is_sound(&self) -> bool {
        self.degenerate.is_empty()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            (&self.degenerate, "element", "flat or inside out"),
            (&self.folded, "element", "flat or inside out at a node"),
            (&self.turned, "element", "turned, because numbered the other way round"),
            (&self.duplicates, "element", "dropped, because given twice"),
            (&self.loose_nodes, "node", "in no element of the solid"),
        ];
        let words = parts.iter().filter(|part| !part.0.is_empty()).map(|(list, noun, what)| {
            let plural = if list.len() == 1 { "" } else { "s" };
            let shown: Vec<String> = list.iter().take(8).map(u64::to_string).collect();
            let more = if list.len() > 8 { ", …" } else { "" };
            format!("{} {noun}{plural} {what}: {}{more}", list.len(), shown.join(", "))
        });
        let words: Vec<String> = words.collect();
        f.write_str(if words.is_empty() { "sound" } else { "" })?;
        f.write_str(&words.join("; "))
    }
}

/// Volumes below this part of the cube of a cell's size are rounding.
const FLAT: f64 = 1e-14;

impl<const D: usize> Mesh<D> {
    /// Drops cells given twice, turns cells numbered the other way round, lets named sides see the
    /// outside, and lists what is wrong still.
    pub fn mend(&mut self) -> Report {
        let mut report = Report::default();
        let mut known = HashSet::new();
        let (mut number, dimension) = (0, self.dimension());
        self.cells.retain(|cell| {
            let mut key = cell.nodes.clone();
            key.sort_unstable();
            // Sides may be in several groups, the body's own cells not.
            let group = (cell.element.dimension < dimension).then_some(cell.group);
            let new = known.insert((cell.element.name, key, group));
            if !new {
                report.duplicates.push(number);
            }
            number += 1;
            new
        });
        let mut dropped = report.duplicates.iter().copied().peekable();
        let mut number = 0;
        let mut shapes = HashMap::new();
        for cell in &mut self.cells {
            while dropped.next_if_eq(&number).is_some() {
                number += 1;
            }
            if cell.element.dimension == D {
                let (points, nodes) = shapes.entry(cell.element.name).or_insert_with(|| {
                    let points = (cell.element.rule)().into_iter().map(|(at, _)| at);
                    let shape = |at| cell.element.shape(at);
                    let nodes = cell.element.places.iter().copied();
                    (points.map(shape).collect::<Vec<_>>(), nodes.map(shape).collect::<Vec<_>>())
                });
                let [least, most] = volumes(cell, &self.places, points);
                if most < 0.0 {
                    cell.nodes = mirrored(cell);
                    report.turned.push(number);
                } else if least <= 0.0 {
                    report.degenerate.push(number);
                }
                let [least, _] = volumes(cell, &self.places, nodes);
                if least <= 0.0 && report.degenerate.last() != Some(&number) {
                    report.folded.push(number);
                }
            }
            number += 1;
        }
        self.align_sides();
        report.loose_nodes = self.loose_nodes().into_iter().map(u64::from).collect();
        report
    }

    /// Cells of the surface that have a group go round as the outside sees it.
    fn align_sides(&mut self) {
        let key = |nodes: &[u32]| {
            let mut key = nodes.to_vec();
            key.sort_unstable();
            key
        };
        if self.cells.iter().all(|cell| cell.element.dimension + 1 != D) {
            return;
        }
        let facets = boundary(self).into_iter().map(|facet| (key(&facet.nodes), facet));
        let facets: HashMap<Vec<u32>, Facet> = facets.collect();
        for cell in self.cells.iter_mut().filter(|cell| cell.element.dimension + 1 == D) {
            if let Some(facet) = facets.get(&key(&cell.nodes)) {
                cell.nodes.clone_from(&facet.nodes);
            }
        }
    }

    /// The volume of all cells of the solid.
    pub fn volume(&self) -> f64 {
        self.solids().map(|cell| self.volume_of(cell)).sum()
    }

    /// The volume of a cell of the solid.
    pub fn volume_of(&self, cell: &Cell) -> f64 {
        let rule = (cell.element.mass_rule)();
        rule.iter()
            .map(|(at, weight)| weight * slope(cell, &self.places, &cell.element.shape(*at)))
            .sum()
    }
}

/// The least and the most of how much a cell stretches volume, as a part of its size; zero where it is
/// rounding.
fn volumes<const D: usize>(cell: &Cell, places: &[[f64; D]], at: &[Shape]) -> [f64; 2] {
    let corners = cell.nodes.iter().map(|node| places[*node as usize]);
    let (mut low, mut high) = ([f64::INFINITY; D], [f64::NEG_INFINITY; D]);
    for corner in corners {
        for k in 0..D {
            low[k] = low[k].min(corner[k]);
            high[k] = high[k].max(corner[k]);
        }
    }
    let size = (0..D).map(|k| high[k] - low[k]).fold(0.0, f64::max);
    let unit = size.powi(D as i32).max(f64::MIN_POSITIVE);
    let mut range = [f64::INFINITY, f64::NEG_INFINITY];
    for shape in at {
        let part = slope(cell, places, shape) / unit;
        let part = if part.abs() > FLAT { part } else { 0.0 };
        range = [range[0].min(part), range[1].max(part)];
    }
    range
}

/// The determinant of ∂x/∂ξ.
fn slope<const D: usize>(cell: &Cell, places: &[[f64; D]], shape: &Shape) -> f64 {
    let mut j = [[0.0; 3]; 3];
    (D..3).for_each(|k| j[k][k] = 1.0);
    for (node, gradient) in cell.nodes.iter().zip(&shape.gradients) {
        for (i, row) in j.iter_mut().enumerate().take(D) {
            (0..D).for_each(|k| row[k] += places[*node as usize][i] * gradient[k]);
        }
    }
    let minor = |a: usize, b: usize| j[1][a] * j[2][b] - j[1][b] * j[2][a];
    j[0][0] * minor(1, 2) - j[0][1] * minor(0, 2) + j[0][2] * minor(0, 1)
}

/// The nodes of a cell in the order of its mirror image: the reference element mirrored at x = y.
fn mirrored(cell: &Cell) -> Vec<u32> {
    let places = cell.element.places;
    let image = |[x, y, z]: &[f64; 3]| places.iter().position(|place| *place == [*y, *x, *z]);
    places.iter().enumerate().map(|(k, place)| cell.nodes[image(place).unwrap_or(k)]).collect()
}
