//! Meshes of what is thinner than space: chains of bars, rectangles and tubes of membranes.

use super::ring::close;
use super::{Cell, Grid, Mesh};
use crate::fem::element::{Element, find};
use crate::wrong::{Wrong, positive};
use std::f64::consts::TAU;

/// Stretches one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chain<const D: usize> {
    /// Where stretches begin; of an open chain also where the last one ends.
    pub places: Vec<[f64; D]>,
    /// The middle of each stretch.
    pub middles: Vec<[f64; D]>,
}

impl<const D: usize> Chain<D> {
    /// Along straight lines between points, of so many cells for the length of each line; closed from the last
    /// point to the first.
    pub fn line(points: &[[f64; D]], closed: bool, cells: impl Fn(f64) -> usize) -> Self {
        let mut chain = Self::default();
        let ends = points.iter().skip(1).chain(points.first().filter(|_| closed));
        for (a, b) in points.iter().zip(ends) {
            let count = cells((0..D).map(|k| (b[k] - a[k]).powi(2)).sum::<f64>().sqrt());
            let at = |s: f64| std::array::from_fn(|k| a[k] + (b[k] - a[k]) * s / count as f64);
            for k in 0..count {
                chain.places.push(at(k as f64));
                chain.middles.push(at(k as f64 + 0.5));
            }
        }
        chain.places.extend(points.last().filter(|_| !closed));
        chain
    }

    /// Round a circle about the origin in the plane of the first two axes, counter-clockwise.
    pub fn circle(radius: f64, count: usize) -> Self {
        let at = |s: f64| {
            let (sin, cos) = (TAU * s / count as f64).sin_cos();
            let mut place = [0.0; D];
            (place[0], place[1]) = (radius * cos, radius * sin);
            place
        };
        Self {
            places: (0..count).map(|k| at(k as f64)).collect(),
            middles: (0..count).map(|k| at(k as f64 + 0.5)).collect(),
        }
    }

    /// The mesh, of "L2" or "L3"; groups are `body`, and `start` and `end` of an open chain.
    ///
    /// # Errors
    ///
    /// Where the element is not one of these.
    pub fn mesh(self, element: &'static Element) -> Result<Mesh<D>, Wrong> {
        if element.dimension != 1 {
            let message = format!("a chain cannot be of {element:?}");
            return Err(Wrong::new("element", message));
        }
        let (count, stretches) = (self.places.len() as u32, self.middles.len() as u32);
        let mut mesh = Mesh { places: self.places, names: vec!["body".into()], cells: vec![] };
        for k in 0..stretches {
            let mut nodes = vec![k, (k + 1) % count];
            nodes.extend((element.len() == 3).then_some(count + k));
            mesh.cells.push(Cell { element, nodes, group: 0 });
        }
        if element.len() == 3 {
            mesh.places.extend(self.middles);
        }
        if let Some(point) = find("P1").filter(|_| count > stretches) {
            for (name, node) in [("start", 0), ("end", count - 1)] {
                let group = mesh.names.len() as u32;
                mesh.names.push(name.into());
                mesh.cells.push(Cell { element: point, nodes: vec![node], group });
            }
        }
        Ok(mesh)
    }
}

/// A membrane between four corners, the first two of which are the ends of the bottom, the last two those of the
/// top from right to left; its outer side sees them counter-clockwise.
///
/// # Errors
///
/// What [`Grid::check`] says.
pub fn rectangle(grid: &Grid<2>, corners: [[f64; 3]; 4]) -> Result<Mesh<3>, Wrong> {
    Ok(raise(grid.mesh()?, |[x, y]| {
        let shares = [(1.0 - x) * (1.0 - y), x * (1.0 - y), x * y, (1.0 - x) * y];
        std::array::from_fn(|k| corners.iter().zip(shares).map(|(c, share)| c[k] * share).sum())
    }))
}

/// An open tube of membrane about the third axis; its outer side looks away from the axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tube {
    /// Radius (m).
    pub radius: f64,
    /// Length (m): half of it below the origin.
    pub length: f64,
}

impl Tube {
    /// The mesh: the grid's first axis goes down, its second round, of three cells or more. Rims are `bottom` and
    /// `top`.
    ///
    /// # Errors
    ///
    /// Numbers that make no sense; what [`Grid::check`] says.
    pub fn mesh(&self, grid: &Grid<2>) -> Result<Mesh<3>, Wrong> {
        positive("radius", self.radius)?;
        positive("length", self.length)?;
        if grid.counts[1] < 3 {
            return Err(Wrong::new("counts", "a tube takes three cells round it, or more"));
        }
        let mut mesh = grid.mesh()?;
        close(&mut mesh);
        for name in &mut mesh.names {
            let new = match name.as_str() {
                "left" => "top",
                "right" => "bottom",
                _ => continue,
            };
            *name = new.into();
        }
        Ok(raise(mesh, |[x, y]| {
            let (sin, cos) = (TAU * y).sin_cos();
            [self.radius * cos, self.radius * sin, self.length * (0.5 - x)]
        }))
    }
}

/// A mesh of the plane in space.
fn raise(mesh: Mesh<2>, to: impl Fn([f64; 2]) -> [f64; 3]) -> Mesh<3> {
    let places = mesh.places.into_iter().map(to).collect();
    Mesh { places, cells: mesh.cells, names: mesh.names }
}
