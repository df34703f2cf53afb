//! Disks, balls and cylinders: a bulged square or cube in the middle, and layers from it to the circle or
//! sphere, so that no element has a corner that is straight.

use super::{Cell, Cut, Grid, Mesh, boundary, elevate, simplices};
use crate::fem::element::{Element, find};
use crate::wrong::{Wrong, positive};
use std::f64::consts::FRAC_PI_4;

/// A disk, ball or cylinder about the origin. Its round side is `surface`.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    /// Radius (m).
    pub radius: f64,
    /// Cells along an edge of the middle: a circle has four times as many.
    pub core: usize,
    /// Layers between the middle and the surface.
    pub layers: usize,
    /// The element.
    pub element: &'static Element,
}

/// Half the edge of the middle as a part of the radius.
const MIDDLE: f64 = 0.5;
/// How round its sides are: 0 straight, 1 a circle.
const BULGE: f64 = 0.5;

impl Round {
    /// Whether the numbers make sense; if they do not, neither does the mesh.
    ///
    /// # Errors
    ///
    /// The number that does not.
    pub fn check(&self) -> Result<(), Wrong> {
        positive("radius", self.radius)?;
        positive("core", self.core as f64)?;
        positive("layers", self.layers as f64)
    }

    /// The mesh of a disk.
    pub fn disk(&self) -> Mesh<2> {
        self.finish(self.blocks(), 2)
    }

    /// The mesh of a ball.
    pub fn ball(&self) -> Mesh<3> {
        self.finish(self.blocks(), 3)
    }

    /// The mesh of a cylinder along the third axis, with so many slices; its ends are `bottom` and `top`.
    pub fn cylinder(&self, depth: f64, slices: usize) -> Mesh<3> {
        let disk: Mesh<2> = self.blocks();
        let mut mesh = Mesh { names: vec!["body".into()], ..Mesh::default() };
        let count = disk.places.len() as u32;
        for slice in 0..=slices {
            let z = depth * slice as f64 / slices.max(1) as f64;
            mesh.places.extend(disk.places.iter().map(|[x, y]| [*x, *y, z]));
        }
        for slice in 0..slices as u32 {
            let node = |plane: u32| move |node: &u32| node + (slice + plane) * count;
            for cell in &disk.cells {
                let nodes = cell.nodes.iter().map(node(0)).chain(cell.nodes.iter().map(node(1)));
                mesh.cells.extend(self.block(nodes.collect(), "H8"));
            }
        }
        let mut mesh = self.finish(mesh, 2);
        for (name, z) in [("bottom", 0.0), ("top", depth)] {
            name_side(&mut mesh, name, |place| (place[2] - z).abs() < 1e-9 * depth.abs());
        }
        mesh
    }

    /// Quadrangles or hexahedra.
    fn blocks<const D: usize>(&self) -> Mesh<D> {
        let name = if D == 2 { "Q4" } else { "H8" };
        let Some(element) = find(name) else { return Mesh::default() };
        let counts = [self.core; D];
        let Ok(core) = (Grid { counts, element, cut: Cut::Turning }).mesh() else {
            return Mesh::default();
        };
        let mut mesh = Mesh { names: vec!["body".into()], ..Mesh::default() };
        let cube = |place: &[f64; D]| place.map(|x| 2.0 * x - 1.0);
        mesh.places.extend(core.places.iter().map(|place| self.inside(cube(place))));
        mesh.cells.extend(core.solids().cloned());
        // The sides of the middle, layer by layer outward; numbers of their nodes in the layer before.
        let facets = boundary(&core);
        let mut below: Vec<u32> = (0..core.places.len() as u32).collect();
        for layer in 1..=self.layers {
            let mut above = vec![u32::MAX; core.places.len()];
            for node in facets.iter().flat_map(|facet| &facet.nodes).map(|node| *node as usize) {
                if above[node] == u32::MAX {
                    above[node] = mesh.places.len() as u32;
                    let part = layer as f64 / self.layers as f64;
                    let at = cube(&core.places[node]);
                    let (inside, outside) = (self.inside(at), self.outside(at));
                    let place = |k| (1.0 - part) * inside[k] + part * outside[k];
                    mesh.places.push(std::array::from_fn(place));
                }
            }
            for facet in &facets {
                let mut nodes = facet.nodes.clone();
                // In the plane the way back is counter-clockwise about what lies outside.
                if D == 2 {
                    nodes.reverse();
                }
                let mut outer: Vec<u32> = nodes.iter().map(|node| above[*node as usize]).collect();
                if D == 2 {
                    outer.reverse();
                }
                let inner = nodes.iter().map(|node| below[*node as usize]);
                mesh.cells.extend(self.block(inner.chain(outer).collect(), name));
            }
            below = above;
        }
        mesh
    }

    fn block(&self, nodes: Vec<u32>, name: &str) -> Option<Cell> {
        find(name).map(|element| Cell { element, nodes, group: 0 })
    }

    /// Where a point of the middle, given in the cube from -1 to 1, is.
    fn inside<const D: usize>(&self, at: [f64; D]) -> [f64; D] {
        let most = at.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
        let length = at.iter().map(|x| x * x).sum::<f64>().sqrt().max(f64::MIN_POSITIVE);
        // On the sides of the middle partly as far as on a circle; less so further inside.
        let bulge = 1.0 + BULGE * most * ((D as f64).sqrt() * most / length - 1.0);
        at.map(|x| MIDDLE * self.radius * x * bulge / (1.0 + BULGE * ((D as f64).sqrt() - 1.0)))
    }

    /// Where a point of the cube's surface is on the circle or sphere: at even angles.
    fn outside<const D: usize>(&self, at: [f64; D]) -> [f64; D] {
        let at = at.map(|x| (FRAC_PI_4 * x).tan());
        let length = at.iter().map(|x| x * x).sum::<f64>().sqrt();
        at.map(|x| self.radius * x / length)
    }

    /// From blocks to the element, with sides on the circle or sphere of the first two or three axes.
    fn finish<const D: usize>(&self, mut mesh: Mesh<D>, axes: usize) -> Mesh<D> {
        if self.element.corners == D + 1 {
            simplices::cut(&mut mesh);
        }
        if self.element.len() > self.element.corners {
            elevate::to(self.element, &mut mesh);
        }
        let radius = |place: &[f64; D]| place[..axes].iter().map(|x| x * x).sum::<f64>().sqrt();
        let group = mesh.names.len() as u32;
        mesh.names.push("surface".into());
        for facet in boundary(&mesh) {
            let mut corners = facet.nodes[..facet.element.corners].iter();
            let off = |node: &u32| radius(&mesh.places[*node as usize]) / self.radius - 1.0;
            if corners.any(|node| off(node).abs() > 1e-9) {
                continue;
            }
            for node in &facet.nodes {
                let place = &mut mesh.places[*node as usize];
                let scale = self.radius / radius(place);
                place[..axes].iter_mut().for_each(|x| *x *= scale);
            }
            mesh.cells.push(Cell { element: facet.element, nodes: facet.nodes, group });
        }
        mesh
    }
}

/// Makes a group of the facets whose nodes are at such places.
fn name_side<const D: usize>(mesh: &mut Mesh<D>, name: &str, fits: impl Fn(&[f64; D]) -> bool) {
    let group = mesh.names.len() as u32;
    mesh.names.push(name.into());
    for facet in boundary(mesh) {
        if facet.nodes.iter().all(|node| fits(&mesh.places[*node as usize])) {
            mesh.cells.push(Cell { element: facet.element, nodes: facet.nodes, group });
        }
    }
}
