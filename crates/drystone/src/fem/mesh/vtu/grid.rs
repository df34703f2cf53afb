//! A piece of an unstructured grid: from its arrays to nodes and cells.

use super::array::{Array, Layout};
use super::xml::Tag;
use crate::fem::element::{ELEMENTS, Element, find};
use crate::fem::mesh::file::{Raw, unnamed};
use crate::mesh::MeshPlace;
use crate::mesh::error::{Wrong, quoted};
use crate::mesh::lines::bounded;

/// Names of integers on cells that are groups, and whether 0 is one.
const GROUPS: [(&str, bool); 3] =
    [("group", true), ("PhysicalIds", false), ("gmsh:physical", false)];

/// The group of each cell.
type Groups = Vec<Option<i64>>;
/// An element and its nodes.
type Shape = (&'static Element, Vec<u32>);

/// A piece: how many points and cells, and its arrays with the section they are in.
pub struct Piece<'a> {
    /// Arrays, each with the section it is in.
    pub arrays: Vec<(String, Array<'a>)>,
    line: usize,
    points: usize,
    cells: usize,
}

impl<'a> Piece<'a> {
    /// Of its tag.
    pub fn new(tag: &Tag<'_>) -> Result<Self, Wrong> {
        let (points, cells) = (tag.count("NumberOfPoints")?, tag.count("NumberOfCells")?);
        Ok(Self { arrays: vec![], line: tag.line, points, cells })
    }

    /// The text before a tag is that of the last array; the first that is not blank counts.
    pub fn text(&mut self, tag: &Tag<'a>) {
        let last = self.arrays.last_mut().map(|(_, array)| array);
        if let Some(array) = last.filter(|array| array.text.trim_ascii().is_empty()) {
            (array.text, array.text_line) = (tag.text, tag.text_line);
        }
    }

    fn array(&self, section: &str, name: &str) -> Result<&Array<'a>, Wrong> {
        let fits = |array: &Array<'_>| name.is_empty() || array.name == name;
        let found = self.arrays.iter().find(|(known, array)| known == section && fits(array));
        found.map(|(_, array)| array).ok_or_else(|| {
            let what = if name.is_empty() { "an array" } else { name };
            Wrong::line(self.line, format!("expected {what} in {} of this piece", quoted(section)))
        })
    }

    /// The numbers of an array, of which there must be so many.
    fn numbers(
        &self,
        section: &str,
        name: &str,
        layout: &Layout<'a>,
        count: Option<usize>,
    ) -> Result<Vec<f64>, Wrong> {
        let array = self.array(section, name)?;
        let numbers = array.numbers(layout)?;
        match count.filter(|count| *count != numbers.len()) {
            None => Ok(numbers),
            Some(count) => {
                Err(array.wrong(format!("expected {count} numbers, found {}", numbers.len())))
            }
        }
    }

    /// Adds nodes and cells to what other pieces had.
    pub fn add_to(&self, raw: &mut Raw, layout: &Layout<'a>) -> Result<(), Wrong> {
        let count = self.points.checked_mul(3);
        let places = self.numbers("Points", "", layout, Some(count.unwrap_or(usize::MAX)))?;
        let place = MeshPlace::Line(self.array("Points", "")?.line);
        let before = raw.places.len();
        for (k, place_of) in places.chunks_exact(3).enumerate() {
            for x in place_of {
                bounded(*x, &format!("a coordinate of point {k}"), place)?;
            }
            raw.places.push([place_of[0], place_of[1], place_of[2]]);
            raw.tags.push((before + k) as u64);
        }
        let kinds = self.numbers("Cells", "types", layout, Some(self.cells))?;
        let ends = self.numbers("Cells", "offsets", layout, Some(self.cells))?;
        let list = self.numbers("Cells", "connectivity", layout, None)?;
        let groups = self.groups(layout)?;
        let (array, offsets) =
            (self.array("Cells", "connectivity")?, self.array("Cells", "offsets")?);
        let mut start = 0;
        for (k, (kind, end)) in kinds.iter().zip(&ends).enumerate() {
            let end = whole(*end).filter(|end| (start..=list.len()).contains(end));
            let end = end.ok_or_else(|| offsets.wrong(format!("the end of cell {k} is wrong")))?;
            let node = |x: &f64| {
                let known = whole(*x).filter(|node| *node < self.points);
                known
                    .map(|node| (before + node) as u32)
                    .ok_or_else(|| array.wrong(format!("point {x} of cell {k} does not exist")))
            };
            let nodes = list[start..end].iter().map(node).collect::<Result<Vec<u32>, _>>()?;
            let group = groups.as_ref().and_then(|groups| groups[k]);
            for (element, nodes) in self.cell(k, *kind, nodes, raw.dimension)? {
                let name = match group {
                    Some(tag) => unnamed(element.dimension, tag),
                    None if element.dimension == raw.dimension => "body".into(),
                    None => ["point", "line", "surface"][element.dimension.min(2)].into(),
                };
                let group = raw.group(name);
                raw.push(element, nodes, group, k as u64);
            }
            start = end;
        }
        Ok(())
    }

    /// The group of each cell, if they have any.
    fn groups(&self, layout: &Layout<'a>) -> Result<Option<Groups>, Wrong> {
        for (name, zero) in GROUPS {
            if self.array("CellData", name).is_err() {
                continue;
            }
            let numbers = self.numbers("CellData", name, layout, Some(self.cells))?;
            let group = |x: f64| (zero || x != 0.0).then_some(x as i64);
            return Ok(Some(numbers.into_iter().map(group).collect()));
        }
        Ok(None)
    }

    /// The elements of a cell.
    fn cell(
        &self,
        number: usize,
        kind: f64,
        nodes: Vec<u32>,
        dimension: usize,
    ) -> Result<Vec<Shape>, Wrong> {
        let types = self.array("Cells", "types")?;
        let order: &[usize] = match (whole(kind), nodes.len()) {
            (Some(7), 3..) => {
                let triangle = find("T3").into_iter().flat_map(|triangle| {
                    let nodes = &nodes;
                    (2..nodes.len())
                        .map(move |k| (triangle, vec![nodes[0], nodes[k - 1], nodes[k]]))
                });
                return Ok(triangle.collect());
            }
            (Some(8), 4) => &[0, 1, 3, 2],
            (Some(11), 8) => &[0, 1, 3, 2, 4, 5, 7, 6],
            _ => &[],
        };
        let kind = if order.is_empty() { kind } else { kind + 1.0 };
        let known = ELEMENTS.iter().copied().find(|element| f64::from(element.vtk) == kind);
        let element = known.ok_or_else(|| {
            let list = ELEMENTS.iter().map(|e| format!("{} ({})", e.vtk, e.name));
            let list = list.collect::<Vec<_>>().join(", ");
            types.wrong(format!("cell {number} is of type {kind}, which is not known: {list} are"))
        })?;
        if element.len() != nodes.len() {
            let (wanted, found) = (element.len(), nodes.len());
            let message =
                format!("cell {number} of type {kind} needs {wanted} points, has {found}");
            return Err(types.wrong(message));
        }
        if element.dimension > dimension {
            return Err(types.wrong(format!("cell {number}, a {element:?}, is no part of a plane")));
        }
        let nodes = match order {
            [] => nodes,
            order => order.iter().map(|k| nodes[*k]).collect(),
        };
        Ok(vec![(element, nodes)])
    }
}

/// A number as an index.
fn whole(x: f64) -> Option<usize> {
    ((0.0..9e15).contains(&x) && x.fract() == 0.0).then_some(x as usize)
}
