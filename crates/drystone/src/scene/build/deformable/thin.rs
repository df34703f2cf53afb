//! Bars, cables and membranes: what makes a material thin, and meshes of thin shapes.

use super::mesh::Wanted;
use crate::fem::mesh::{Chain, Facet, Grid, Tube, rectangle};
use crate::fem::sheet::Sheet;
use crate::fem::{Mesh, Region};
use crate::scene::check;
use crate::scene::error::Fault;
use crate::scene::format::{ChainShape, Deformable, Shape, SheetShape, TubeShape};
use std::collections::HashMap;
use std::f64::consts::TAU;

/// The dimension of the bodies of a material in a space of a dimension.
pub fn dimension_of(given: &Deformable, dimension: usize) -> usize {
    match (given.thickness, given.section) {
        (None, None) => dimension,
        (_, Some(_)) => 1,
        (Some(_), None) => dimension - 1,
    }
}

/// What bodies of a material are, where they are thin.
pub fn sheet(given: &Deformable) -> Option<Sheet> {
    let thickness = given.thickness.or(given.section)?;
    Some(Sheet { thickness, is_slack: given.cable })
}

/// The length or area of a region that is thin.
pub fn size<const D: usize>(region: &Region<D>) -> f64 {
    let volume: f64 = (0..region.len()).map(|e| region.volume(e)).sum();
    region.sheet.map_or(volume, |sheet| volume / sheet.thickness)
}

/// Checks the keys of what is thin.
pub fn check(given: &Deformable, dimension: usize, place: &str) -> Result<(), Fault> {
    let refuse = |name: &str, message: &str| {
        let fault = Fault::new(format!("{place}.{name}"), message);
        Err(fault)
    };
    for (name, value) in [("thickness", given.thickness), ("section", given.section)] {
        if let Some(value) = value {
            check::positive(format!("{place}.{name}"), value)?;
        }
    }
    match (given.thickness, given.section) {
        (Some(_), Some(_)) => {
            return refuse("section", "give either `thickness` or `section`, not both");
        }
        (None, Some(_)) if dimension == 2 => {
            let message = "`section` is for dimension 3; in the plane give the `thickness`";
            return refuse("section", message);
        }
        (None, None) if given.cable => {
            return refuse("cable", "a cable needs its `section`, in the plane its `thickness`");
        }
        (Some(_), None) if given.cable && dimension == 3 => {
            return refuse("cable", "a cable in space has a `section`, and no `thickness`");
        }
        (None, None) => return Ok(()),
        _ => {}
    }
    if given.modes.is_some() {
        return refuse("modes", "what is thin has no modes: its displacements are never small");
    }
    if given.plane.is_some() {
        return refuse("plane", "across what is thin there is no stress: `plane` does not apply");
    }
    Ok(())
}

/// Whether a shape can be of a material: both thin or both not.
pub fn suit<const D: usize>(
    shape: &Shape,
    given: &Deformable,
    (path, place): (&str, &str),
) -> Result<(), Fault> {
    let (key, found) = (shape.key(), dimension_of(given, D));
    let wanted = match shape {
        Shape::Mesh(_) => return Ok(()),
        Shape::Sheet(_) | Shape::Tube(_) if D == 2 => {
            let help = "in the plane a `chain` is a membrane".to_string();
            let message = format!("a {key} needs dimension = 3");
            return Err(Fault::new(path, message).help(help));
        }
        Shape::Chain(_) => 1,
        Shape::Sheet(_) | Shape::Tube(_) => 2,
        _ => D,
    };
    if wanted == found {
        return Ok(());
    }
    if wanted == D {
        let message =
            format!("the material of this {key} is thin: it makes chains, sheets and tubes");
        let help = "give it another material, or `rigid = true`".to_string();
        return Err(Fault::new(path, message).help(help));
    }
    let needed = if D == 3 && wanted == 1 { "section" } else { "thickness" };
    let message = format!("a {key} is thin: its material needs a `{needed}`");
    Err(Fault::new(place, message))
}

/// Whether a mesh that is given can be of a material.
pub fn suit_mesh<const D: usize>(
    mesh: &Mesh<D>,
    given: &Deformable,
    path: &str,
) -> Result<(), Fault> {
    let (found, wanted) = (mesh.dimension(), dimension_of(given, D));
    if found == wanted {
        return Ok(());
    }
    let names = ["points", "lines", "triangles or quadrangles", "tetrahedra or hexahedra"];
    let message = if found < wanted {
        format!("the mesh has no {}, which its material is for", names[wanted])
    } else {
        format!("the mesh has {}, and its material is for {} only", names[found], names[wanted])
    };
    let help = match found {
        1 if D == 3 => "for bars and cables in space give the material a `section`",
        found if found + 1 == D => "for membranes give the material a `thickness`",
        _ => "for solids the material has no `thickness` and no `section`",
    };
    Err(Fault::new(path, message).help(help.to_string()))
}

/// The mesh of a chain, sheet or tube.
pub fn mesh<const D: usize>(shape: &Shape, wanted: &Wanted, path: &str) -> Result<Mesh<D>, Fault> {
    match shape {
        Shape::Chain(given) => chain(given, wanted, path),
        Shape::Sheet(given) => flat(given, wanted, path).map(to_dimension),
        Shape::Tube(given) => tube(given, wanted, path).map(to_dimension),
        other => Err(Fault::new(path, format!("a {} is not thin", other.key()))),
    }
}

fn chain<const D: usize>(
    given: &ChainShape,
    wanted: &Wanted,
    path: &str,
) -> Result<Mesh<D>, Fault> {
    let key = |name: &str| format!("{path}.{name}");
    if let Some(radius) = given.radius {
        if !given.points.is_empty() || given.closed {
            let name = if given.closed { "closed" } else { "points" };
            let message = format!("a chain with a `radius` is a circle: it has no `{name}`");
            return Err(Fault::new(key(name), message));
        }
        check::positive(key("radius"), radius)?;
        let count = match &wanted.given.cells {
            None if wanted.given.size.is_none() => 32,
            _ => wanted.counts([TAU * radius])?[0],
        };
        if count < 3 {
            return Err(wanted.too_few("a circle takes three cells or more"));
        }
        return Chain::circle(radius, count).mesh(wanted.element).map_err(|w| wanted.refuse(w));
    }
    let least = if given.closed { 3 } else { 2 };
    if given.points.len() < least {
        let found = given.points.len();
        let name = if given.points.is_empty() { path.to_string() } else { key("points") };
        let message = format!("a chain takes {least} points or more, or a `radius`; found {found}");
        return Err(Fault::new(name, message));
    }
    let mut points: Vec<[f64; D]> = vec![];
    for (i, point) in given.points.iter().enumerate() {
        let place = key(&format!("points.{i}"));
        let point = check::components::<D>(place.clone(), point)?;
        let point = std::array::from_fn(|k| point[k]);
        let first = points.first().filter(|_| given.closed && i + 1 == given.points.len());
        if points.last().into_iter().chain(first).any(|known| *known == point) {
            let message = "this point is where the one before or after it is".to_string();
            return Err(Fault::new(place, message));
        }
        points.push(point);
    }
    // Where nothing is said every line is one cell.
    let each = match &wanted.given.cells {
        Some(cells) => Some(wanted.given_cells::<1>(cells)?[0]),
        None => wanted.given.size.is_none().then_some(1),
    };
    let cells = |length: f64| each.unwrap_or_else(|| wanted.along(length));
    let ends = points.iter().skip(1).chain(points.first().filter(|_| given.closed));
    let length =
        |(a, b): (&[f64; D], &[f64; D])| (0..D).map(|k| (b[k] - a[k]).powi(2)).sum::<f64>().sqrt();
    wanted.limit(points.iter().zip(ends).map(|pair| cells(length(pair)) as f64).sum())?;
    Chain::line(&points, given.closed, cells).mesh(wanted.element).map_err(|w| wanted.refuse(w))
}

fn flat(given: &SheetShape, wanted: &Wanted, path: &str) -> Result<Mesh<3>, Fault> {
    let key = |name: &str| format!("{path}.{name}");
    let corners: [[f64; 3]; 4] = match (given.size.is_empty(), given.corners.is_empty()) {
        (false, true) => {
            let size = check::components::<2>(key("size"), &given.size)?;
            for (k, length) in size.iter().enumerate() {
                check::positive(key(&format!("size.{k}")), *length)?;
            }
            let (x, y) = (0.5 * size[0], 0.5 * size[1]);
            [[-x, -y, 0.0], [x, -y, 0.0], [x, y, 0.0], [-x, y, 0.0]]
        }
        (true, false) if given.corners.len() == 4 => {
            let mut corners = [[0.0; 3]; 4];
            for (i, corner) in given.corners.iter().enumerate() {
                let place = check::components::<3>(key(&format!("corners.{i}")), corner)?;
                corners[i] = std::array::from_fn(|k| place[k]);
            }
            corners
        }
        (true, false) => {
            let found = given.corners.len();
            let message = format!("a sheet has four corners, found {found}");
            return Err(Fault::new(key("corners"), message));
        }
        _ => return Err(Fault::new(path, "a sheet needs either `size` or `corners`")),
    };
    let between = |a: usize, b: usize| {
        (0..3).map(|k| (corners[a][k] - corners[b][k]).powi(2)).sum::<f64>().sqrt()
    };
    let lengths = [0.5 * (between(0, 1) + between(2, 3)), 0.5 * (between(1, 2) + between(3, 0))];
    let counts = wanted.counts(lengths)?;
    let grid = Grid { counts, element: wanted.element, cut: wanted.cut() };
    rectangle(&grid, corners).map_err(|wrong| wanted.refuse(wrong))
}

fn tube(given: &TubeShape, wanted: &Wanted, path: &str) -> Result<Mesh<3>, Fault> {
    let radius = check::positive(format!("{path}.radius"), given.radius)?;
    let length = check::positive(format!("{path}.length"), given.length)?;
    let [mut round, along] = wanted.counts([TAU * radius, length])?;
    if wanted.given.cells.is_none() {
        let even = (TAU * radius / length * along as f64).round() as usize;
        round = round.max(even).max(8);
        wanted.limit(round as f64 * along as f64)?;
    }
    if round < 3 {
        return Err(wanted.too_few("a tube takes three cells round it, or more"));
    }
    let grid = Grid { counts: [along, round], element: wanted.element, cut: wanted.cut() };
    Tube { radius, length }.mesh(&grid).map_err(|wrong| wanted.refuse(wrong))
}

fn to_dimension<const D: usize>(mesh: Mesh<3>) -> Mesh<D> {
    let places = mesh.places.iter().map(|x| std::array::from_fn(|k| x[k])).collect();
    Mesh { places, cells: mesh.cells, names: mesh.names }
}

/// Whether neighbours go round the same way, so that all of a skin has one outer side: every corner in the plane,
/// every edge in space, is passed once each way at most.
pub fn has_sides<const D: usize>(facets: &[Facet]) -> bool {
    let mut passed: HashMap<[u32; 2], usize> = HashMap::new();
    for facet in facets {
        let corners = &facet.nodes[..facet.element.corners];
        for (k, a) in corners.iter().enumerate() {
            let b = corners[(k + 1) % corners.len()];
            // In the plane: begun at, or ended at.
            let key = if D == 2 { [*a, k as u32] } else { [*a, b] };
            *passed.entry(key).or_default() += 1;
        }
    }
    passed.values().all(|count| *count == 1)
}
