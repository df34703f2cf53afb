//! Meshed bodies.

use crate::bodies::{Model, Rayleigh, Surface};
use crate::fem::element::{ELEMENTS, Element, find};
use crate::fem::mesh::{Cut, Grid, boundary};
use crate::fem::{Kinematics, Mesh, Plane, Region, Solid, Stuff};
use crate::scene::check;
use crate::scene::error::Fault;
use crate::scene::format::{Deformable, Shape};
use crate::space::Vector;
use std::sync::Arc;

/// The make of a deformable body, and where its centre of mass is in the coordinates of the shape.
///
/// `path` is the key of the body, `place` that of the table `deformable`.
pub fn model<const D: usize>(
    shape: &Shape,
    given: &Deformable,
    density: f64,
    (path, place): (&str, &str),
) -> Result<(Arc<Model<D>>, Vector<D>), Fault> {
    let key = |name: &str| format!("{place}.{name}");
    let law = given.law.law();
    law.check().map_err(|wrong| {
        Fault::new(key(&format!("law.{}.{}", given.law.name(), wrong.key)), wrong.message)
    })?;
    check::not_negative(key("damping.mass"), given.damping.mass)?;
    check::not_negative(key("damping.stiffness"), given.damping.stiffness)?;
    let plane = plane::<D>(given, place)?;
    let mesh = mesh::<D>(shape, given, (path, place))?;
    let stuff = Stuff {
        material: given.law.clone(),
        density,
        plane,
        mean_dilatation: given.mean_dilatation,
    };
    let element = element::<D>(given, place)?;
    let nodes = mesh.solids().flat_map(|cell| cell.nodes.iter().copied()).collect();
    let region = Region::new(element, nodes, stuff, &mesh.places).map_err(|wrong| {
        let message = format!("{} elements of its mesh are flat or turned inside out", wrong.len());
        Fault::new(format!("{path}.shape"), message)
    })?;
    let solid = Solid::new(mesh.places.clone(), vec![region], given.kinematics);
    let surface = Surface::new(boundary(&mesh), &given.candidates, |_| true);
    let damping = Rayleigh { mass: given.damping.mass, stiffness: given.damping.stiffness };
    let (model, centre) = Model::new(solid, surface, given.masses, damping);
    Ok((Arc::new(model), centre))
}

fn plane<const D: usize>(given: &Deformable, place: &str) -> Result<Plane, Fault> {
    let key = format!("{place}.plane");
    match given.plane {
        Some(_) if D == 3 => Err(Fault::new(key, "`plane` is for scenes of dimension 2")),
        Some(Plane::Axisymmetric)
            if !matches!(given.kinematics, Kinematics::Small | Kinematics::Finite) =>
        {
            let message = "what is turned about an axis cannot turn otherwise: its kinematics are \
                           \"small\" or \"finite\"";
            Err(Fault::new(key, message))
        }
        given => Ok(given.unwrap_or_default()),
    }
}

fn element<const D: usize>(given: &Deformable, place: &str) -> Result<&'static Element, Fault> {
    let usual = if D == 2 { "Q4" } else { "H8" };
    let name = given.element.as_deref().unwrap_or(usual);
    let known = || ELEMENTS.iter().filter(|element| element.dimension == D).map(|e| e.name);
    let found = find(name).filter(|element| element.dimension == D);
    found.ok_or_else(|| Fault::unknown(format!("{place}.element"), "element", name, known()))
}

/// The mesh of a block: a box, a polygon of four corners, a polyhedron of two loops of four.
fn mesh<const D: usize>(
    shape: &Shape,
    given: &Deformable,
    (path, place): (&str, &str),
) -> Result<Mesh<D>, Fault> {
    let key = format!("{place}.cells");
    let cells = given.cells.clone().unwrap_or_else(|| vec![2; D]);
    if cells.len() != D || cells.contains(&0) {
        let message = format!("expected {D} numbers of at least 1, found {cells:?}");
        return Err(Fault::new(key, message));
    }
    if cells.iter().product::<u64>() > 10_000_000 {
        return Err(Fault::new(key, "these are more than ten million elements"));
    }
    let counts = std::array::from_fn(|k| cells[k] as usize);
    let cut = if given.crossed { Cut::Crossed } else { Cut::Turning };
    let grid = Grid { counts, element: element::<D>(given, place)?, cut };
    let refused = || {
        let message = "bodies that deform are boxes, polygons of four corners, or polyhedra of eight (two \
                       loops of four)";
        Fault::new(format!("{path}.shape"), message)
    };
    let corners: Vec<Vec<f64>> = match shape {
        Shape::Box(block) if block.rounding.is_none() => {
            let half: Vec<f64> = block.size.iter().map(|length| 0.5 * length).collect();
            let signs: &[[f64; 3]] = &CORNERS[..1 << D];
            signs.iter().map(|sign| (0..D).map(|k| sign[k] * half[k]).collect()).collect()
        }
        Shape::Polygon(polygon) if D == 2 && polygon.rounding.is_none() => polygon.vertices.clone(),
        Shape::Polyhedron(polyhedron) if D == 3 => polyhedron.vertices.clone(),
        _ => return Err(refused()),
    };
    if corners.len() != 1 << D || corners.iter().any(|corner| corner.len() != D) {
        return Err(refused());
    }
    let unit = find(if D == 2 { "Q4" } else { "H8" }).expect("an element of the table");
    let mut mesh = grid.mesh().map(|x: [f64; D]| {
        let mut at = [0.0; 3];
        (0..D).for_each(|k| at[k] = 2.0 * x[k] - 1.0);
        let shares = unit.shape(at).values;
        std::array::from_fn(|k| corners.iter().zip(shares).map(|(c, n)| n * c[k]).sum())
    });
    mesh.mend();
    Ok(mesh)
}

/// Corners of the square and the cube, in the order of their elements.
const CORNERS: [[f64; 3]; 8] = [
    [-1.0, -1.0, -1.0],
    [1.0, -1.0, -1.0],
    [1.0, 1.0, -1.0],
    [-1.0, 1.0, -1.0],
    [-1.0, -1.0, 1.0],
    [1.0, -1.0, 1.0],
    [1.0, 1.0, 1.0],
    [-1.0, 1.0, 1.0],
];
