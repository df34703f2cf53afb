//! Meshes of shapes.

use super::{thin, written};
use crate::fem::Mesh;
use crate::fem::element::{ELEMENTS, Element, find};
use crate::fem::mesh::{Cut, Grid, Ring, Round};
use crate::scene::check;
use crate::scene::error::Fault;
use crate::scene::format::{Deformable, RingShape, Shape};
use crate::wrong::Wrong;
use std::f64::consts::TAU;

/// Most elements of a body.
pub const MOST: f64 = 1e6;

/// Checks the keys of the mesh.
pub fn check(given: &Deformable, dimension: usize, place: &str) -> Result<(), Fault> {
    thin::check(given, dimension, place)?;
    element(given, dimension, place)?;
    if let Some(cells) = &given.cells {
        let key = format!("{place}.cells");
        if cells.is_empty() || cells.contains(&0) {
            return Err(Fault::new(
                key,
                format!("expected numbers of at least 1, found {cells:?}"),
            ));
        }
        if given.size.is_some() {
            return Err(Fault::new(key, "give either `cells` or `size`, not both"));
        }
    }
    if let Some(size) = given.size {
        check::positive(format!("{place}.size"), size)?;
    }
    Ok(())
}

fn element(given: &Deformable, dimension: usize, place: &str) -> Result<&'static Element, Fault> {
    let dimension = thin::dimension_of(given, dimension);
    let usual = ["P1", "L2", "Q4", "H8"][dimension.min(3)];
    let name = given.element.as_deref().unwrap_or(usual);
    let fits = |element: &Element| element.dimension == dimension;
    let known = || ELEMENTS.iter().filter(|element| fits(element)).map(|element| element.name);
    let found = find(name).filter(|element| fits(element));
    found.ok_or_else(|| match find(name) {
        Some(other) => {
            let known: Vec<&str> = known().collect();
            let message = format!(
                "`{name}` is of dimension {}, the body of {dimension}: expected one of {}",
                other.dimension,
                known.join(", ")
            );
            Fault::new(format!("{place}.element"), message)
        }
        None => Fault::unknown(format!("{place}.element"), "element", name, known()),
    })
}

/// The mesh of a shape. `path` is the key of the body, `place` that of the table `deformable`.
pub fn of<const D: usize>(
    shape: &Shape,
    given: &Deformable,
    (path, place): (&str, &str),
) -> Result<Mesh<D>, Fault> {
    let wanted = Wanted { given, element: element(given, D, place)?, place };
    let path = format!("{path}.shape.{}", shape.key());
    thin::suit::<D>(shape, given, (&path, place))?;
    let block = |corners: Vec<Vec<f64>>| block::<D>(&corners, &wanted);
    let mut mesh = match shape {
        Shape::Mesh(mesh) => {
            let mesh = written::mesh::<D>(mesh, &path)?;
            return thin::suit_mesh(&mesh, given, &path).map(|()| mesh);
        }
        Shape::Chain(_) | Shape::Sheet(_) | Shape::Tube(_) => {
            return thin::mesh::<D>(shape, &wanted, &path);
        }
        Shape::Box(shape) if shape.rounding.is_none() => {
            let size = check::components::<D>(format!("{path}.size"), &shape.size)?;
            for (k, length) in size.iter().enumerate() {
                check::positive(format!("{path}.size.{k}"), *length)?;
            }
            let corner = |sign: &[f64; 3]| (0..D).map(|k| 0.5 * sign[k] * size[k]).collect();
            block(unit::<D>().iter().map(corner).collect())?
        }
        Shape::Polygon(polygon) if D == 2 && is_block::<D>(&polygon.vertices) => {
            block(around(polygon.vertices.clone()))?
        }
        Shape::Polyhedron(solid) if D == 3 && is_block::<D>(&solid.vertices) => {
            block(solid.vertices.clone())?
        }
        Shape::Ring(ring) => self::ring::<D>(ring, &wanted, &path)?,
        Shape::Disk(disk) if D == 2 => {
            let radius = check::positive(format!("{path}.radius"), disk.radius)?;
            to_dimension(round(radius, &wanted, 2)?.0.disk())
        }
        Shape::Sphere(ball) if D == 3 => {
            let radius = check::positive(format!("{path}.radius"), ball.radius)?;
            to_dimension(round(radius, &wanted, 2)?.0.ball())
        }
        Shape::Cylinder(cylinder) if D == 3 && cylinder.axis.is_none() => {
            let radius = check::positive(format!("{path}.radius"), cylinder.radius)?;
            let length = check::positive(format!("{path}.length"), cylinder.length)?;
            let (shape, slices) = round(radius, &wanted, 3)?;
            let slices = slices.unwrap_or_else(|| wanted.along(length));
            let (core, layers) = (shape.core as f64, shape.layers as f64);
            wanted.limit((core.powi(2) + 4.0 * core * layers) * slices as f64)?;
            let mesh = shape.cylinder(length, slices);
            to_dimension(mesh.map(|[x, y, z]| [x, y, z - 0.5 * length]))
        }
        _ => {
            let message = "bodies that deform are boxes, polygons of four corners, polyhedra of eight (two \
                           loops of four), disks, spheres, upright cylinders, rings, meshes, chains, sheets and tubes";
            let help = "`rigid = true` keeps this body rigid".to_string();
            return Err(Fault::new(path, message).help(help));
        }
    };
    let report = mesh.mend();
    if report.is_sound() {
        return Ok(mesh);
    }
    Err(Fault::new(path, format!("the mesh of this shape cannot be used: {report}")))
}

/// What the material says of meshes.
pub struct Wanted<'a> {
    /// Its table.
    pub given: &'a Deformable,
    /// Its element.
    pub element: &'static Element,
    /// The key of the table.
    pub place: &'a str,
}

impl Wanted<'_> {
    /// Cells along a length where none are given.
    pub fn along(&self, length: f64) -> usize {
        // As many as it says: what is too many is counted and refused, not cut to the most.
        self.given.size.map_or(2, |size| (length / size).round().max(1.0) as usize)
    }

    /// Cells along every axis, given for as many axes, or else after lengths.
    pub fn counts<const N: usize>(&self, lengths: [f64; N]) -> Result<[usize; N], Fault> {
        let counts = match &self.given.cells {
            Some(cells) => self.given_cells::<N>(cells)?,
            None => lengths.map(|length| self.along(length)),
        };
        self.limit(counts.iter().map(|n| *n as f64).product())?;
        Ok(counts)
    }

    /// The cells that are given, for so many directions.
    pub fn given_cells<const N: usize>(&self, cells: &[u64]) -> Result<[usize; N], Fault> {
        let key = format!("{}.cells", self.place);
        let found = cells.len();
        if found != N {
            return Err(Fault::new(key, format!("this shape takes {N} numbers, found {found}")));
        }
        Ok(std::array::from_fn(|k| cells[k] as usize))
    }

    /// Elements that a cell of a grid is cut into.
    fn pieces(&self) -> f64 {
        match (self.element.dimension, self.element.corners) {
            (2, 3) if self.given.crossed => 4.0,
            (2, 3) => 2.0,
            (3, 4) => 6.0,
            _ => 1.0,
        }
    }

    /// Refuses more cells than make as many elements as fit.
    pub fn limit(&self, cells: f64) -> Result<(), Fault> {
        let count = cells * self.pieces();
        if count <= MOST {
            return Ok(());
        }
        let key = if self.given.cells.is_some() { "cells" } else { "size" };
        let message = format!("these are {count:.0} elements a body; the most is {MOST:.0}");
        Err(Fault::new(format!("{}.{key}", self.place), message))
    }

    /// That a shape takes more cells than these.
    pub fn too_few(&self, message: &str) -> Fault {
        let key = if self.given.cells.is_some() { "cells" } else { "size" };
        Fault::new(format!("{}.{key}", self.place), message)
    }

    /// What a mesher says.
    pub fn refuse(&self, wrong: Wrong) -> Fault {
        Fault::new(format!("{}.cells", self.place), wrong.message)
    }

    /// How quadrangles are cut.
    pub fn cut(&self) -> Cut {
        if self.given.crossed { Cut::Crossed } else { Cut::Turning }
    }
}

/// Corners of the square or the cube, in the order of its element.
fn unit<const D: usize>() -> &'static [[f64; 3]] {
    find(if D == 2 { "Q4" } else { "H8" }).map_or(&[], |element| element.places)
}

fn is_block<const D: usize>(corners: &[Vec<f64>]) -> bool {
    corners.len() == 1 << D && corners.iter().all(|corner| corner.len() == D)
}

/// Corners of a convex polygon in the order in which they go round, the first one first.
fn around(mut corners: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let mean = |k: usize| corners.iter().map(|c| c[k]).sum::<f64>() / corners.len() as f64;
    let middle = [mean(0), mean(1)];
    let angle = |c: &[f64]| (c[1] - middle[1]).atan2(c[0] - middle[0]);
    let first = corners.first().map_or(0.0, |c| angle(c));
    corners.sort_by(|a, b| {
        let turn = |c: &[f64]| (angle(c) - first).rem_euclid(TAU);
        turn(a).total_cmp(&turn(b))
    });
    corners
}

/// A block with these corners.
fn block<const D: usize>(corners: &[Vec<f64>], wanted: &Wanted) -> Result<Mesh<D>, Fault> {
    // Mean lengths of the edges along each axis of the reference block.
    let lengths: [f64; D] = std::array::from_fn(|axis| {
        let pairs = unit::<D>().iter().enumerate().filter(|(_, c)| c[axis] < 0.0);
        let length = |(i, corner): (usize, &[f64; 3])| {
            let mut over = *corner;
            over[axis] = 1.0;
            let j = unit::<D>().iter().position(|c| *c == over).unwrap_or(i);
            (0..D).map(|k| (corners[j][k] - corners[i][k]).powi(2)).sum::<f64>().sqrt()
        };
        pairs.map(length).sum::<f64>() / f64::from(1 << (D - 1))
    });
    let grid = Grid { counts: wanted.counts(lengths)?, element: wanted.element, cut: wanted.cut() };
    let corners: Vec<[f64; D]> =
        corners.iter().map(|corner| std::array::from_fn(|k| corner[k])).collect();
    grid.between(&corners).map_err(|wrong| wanted.refuse(wrong))
}

/// A ring: in the plane about the origin, in space about the second axis.
fn ring<const D: usize>(given: &RingShape, wanted: &Wanted, path: &str) -> Result<Mesh<D>, Fault> {
    let key = |name: &str| format!("{path}.{name}");
    let inner = check::positive(key("inner_radius"), given.inner_radius)?;
    let outer = check::positive(key("outer_radius"), given.outer_radius)?;
    if outer <= inner {
        let message = format!("it must be greater than the inner radius, {inner}");
        return Err(Fault::new(key("outer_radius"), message));
    }
    let from = given.from_degrees;
    let to = given.to_degrees.unwrap_or(from + 360.0);
    if !(to > from && to <= from + 360.0) {
        let message = format!("it must be between `from_degrees` ({from}) and a full turn on");
        return Err(Fault::new(key("to_degrees"), message));
    }
    let length = match (D, given.length) {
        (3, Some(length)) => check::positive(key("length"), length)?,
        (3, None) => return Err(Fault::new(path, "a ring in space needs its `length`")),
        (_, Some(_)) => return Err(Fault::new(key("length"), "a ring in the plane has no length")),
        _ => 0.0,
    };
    let shape = Ring { inner, outer, from: from.to_radians(), to: to.to_radians() };
    let arc = 0.5 * (inner + outer) * (shape.to - shape.from);
    let mut lengths = [length; D];
    (lengths[0], lengths[1]) = (outer - inner, arc);
    let mut counts = wanted.counts(lengths)?;
    if wanted.given.cells.is_none() {
        let even = (arc / (outer - inner) * counts[0] as f64).round() as usize;
        counts[1] = counts[1].max(even).max(1);
        wanted.limit(counts.iter().map(|n| *n as f64).product())?;
    }
    if to - from > 359.0 && counts[1] < 3 {
        let message = "a whole ring takes three cells round it, or more";
        return Err(Fault::new(format!("{}.cells", wanted.place), message));
    }
    let grid = Grid { counts, element: wanted.element, cut: wanted.cut() };
    let mesh = shape.mesh(&grid, length).map_err(|wrong| wanted.refuse(wrong))?;
    if D == 2 {
        return Ok(mesh);
    }
    // Its axis lies along the second axis, as arches have it.
    Ok(mesh.map(|x| {
        let mut place = [0.0; D];
        (place[0], place[1], place[D - 1]) = (x[0], x[D - 1] - 0.5 * length, x[1]);
        place
    }))
}

/// A round shape of `core`, `layers` and perhaps slices.
fn round(radius: f64, wanted: &Wanted, numbers: usize) -> Result<(Round, Option<usize>), Fault> {
    let (core, layers, slices) = match &wanted.given.cells {
        Some(cells) if numbers == 2 => {
            let [core, layers] = wanted.given_cells::<2>(cells)?;
            (core, layers, None)
        }
        Some(cells) => {
            let [core, layers, slices] = wanted.given_cells::<3>(cells)?;
            (core, layers, Some(slices))
        }
        None => (wanted.along(radius), wanted.along(0.5 * radius), None),
    };
    let (along, around) = (core as f64, layers as f64);
    // Of a disk; a ball has the square's cube and its six sides, a cylinder so many slices of the
    // disk.
    let cells = match (wanted.element.dimension, numbers) {
        (3, 2) => along.powi(3) + 6.0 * along.powi(2) * around,
        _ => along.powi(2) + 4.0 * along * around,
    };
    wanted.limit(cells)?;
    Ok((Round { radius, core, layers, element: wanted.element }, slices))
}

/// A mesh of one dimension as that of another, which is the same.
fn to_dimension<const N: usize, const D: usize>(mesh: Mesh<N>) -> Mesh<D> {
    let places = mesh.places.iter().map(|x| std::array::from_fn(|k| x[k])).collect();
    Mesh { places, cells: mesh.cells, names: mesh.names }
}
