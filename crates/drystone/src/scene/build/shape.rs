//! Shapes, from the file's form to the engine's.

use super::terrain::terrain;
use crate::scene::check;
use crate::scene::error::Fault;
use crate::scene::format;
use crate::shapes::{Ball, Convex, Cylinder, Drum, HalfSpace, InvalidShape, Rounded, Shape};
use crate::space::Vector;
use std::any::Any;
use std::f64::consts::TAU;

/// The engine's shape for the one at `path`, in the coordinates of the file.
pub fn shape<const D: usize>(given: &format::Shape, path: &str) -> Result<Shape<D>, Fault> {
    let key = |name: &str| format!("{path}.{name}");
    let only = |dimension: usize, instead: &str| {
        if D == dimension {
            return Ok(());
        }
        let message = format!("a {} is for dimension {dimension}", given.key());
        Err(Fault::new(path, message).help(format!("use `{instead}` in dimension {D}")))
    };
    match given {
        format::Shape::Disk(round) => {
            only(2, "sphere")?;
            ball(round, path)
        }
        format::Shape::Sphere(round) => {
            only(3, "disk")?;
            ball(round, path)
        }
        format::Shape::Box(cuboid) => {
            let size = check::vector::<D>(key("size"), &cuboid.size)?;
            for i in 0..D {
                check::positive(key(&format!("size.{i}")), size[i])?;
            }
            let Some(rounding) = cuboid.rounding.filter(|r| *r != 0.0) else {
                return convex(Convex::cuboid(size * 0.5), &key("size"));
            };
            if rounding >= 0.5 * size.min() {
                let message = format!(
                    "`rounding` must be less than half the smallest length, found {rounding}"
                );
                let help = "the rounding is inside the given size".to_string();
                return Err(Fault::new(key("rounding"), message).help(help));
            }
            let core = Convex::cuboid((size * 0.5).add_scalar(-rounding));
            rounded(convex(core, &key("size"))?, cuboid.rounding, path)
        }
        format::Shape::Polygon(polygon) => {
            only(2, "polyhedron")?;
            refuse_cut(polygon.decompose, path)?;
            let vertices = points::<D>(&polygon.vertices, &key("vertices"))?;
            let hull =
                Convex::from_vertices(&vertices).map_err(|e| invalid(e, &key("vertices")))?;
            refuse_hollow(&hull, &vertices, &key("vertices"))?;
            rounded(Shape::Convex(hull), polygon.rounding, path)
        }
        format::Shape::RegularPolygon(regular) => {
            only(2, "polyhedron")?;
            let radius = check::positive(key("radius"), regular.radius)?;
            if !(3..=1000).contains(&regular.sides) {
                let message =
                    format!("`sides` must be between 3 and 1000, found {}", regular.sides);
                return Err(Fault::new(key("sides"), message));
            }
            let corner = |k: u64| {
                let (sin, cos) = (TAU * k as f64 / regular.sides as f64).sin_cos();
                Vector::<D>::from_fn(|i, _| radius * if i == 0 { cos } else { sin })
            };
            let corners: Vec<_> = (0..regular.sides).map(corner).collect();
            convex(Convex::from_vertices(&corners), path)
        }
        format::Shape::Polyhedron(polyhedron) => {
            only(3, "polygon")?;
            refuse_cut(polyhedron.decompose, path)?;
            let sharp = match &polyhedron.faces {
                None => {
                    let vertices = points::<D>(&polyhedron.vertices, &key("vertices"))?;
                    convex(Convex::from_vertices(&vertices), &key("vertices"))?
                }
                Some(faces) => {
                    let vertices = points::<3>(&polyhedron.vertices, &key("vertices"))?;
                    let faces = face_indices(faces, vertices.len(), &key("faces"))?;
                    let made = Convex::from_faces(&vertices, &faces).and_then(same_dimension);
                    convex(made, &key("faces"))?
                }
            };
            rounded(sharp, polyhedron.rounding, path)
        }
        format::Shape::Capsule(capsule) => {
            check::positive(key("length"), capsule.length)?;
            check::positive(key("radius"), capsule.radius)?;
            let made = Rounded::capsule(capsule.length, capsule.radius);
            made.map(Shape::Rounded).map_err(|e| invalid(e, path))
        }
        format::Shape::Segment(segment) => {
            only(2, "polyhedron")?;
            let from = check::vector::<2>(key("from"), &segment.from)?;
            let to = check::vector::<2>(key("to"), &segment.to)?;
            convex(Convex::segment(from, to).and_then(same_dimension), path)
        }
        format::Shape::HalfSpace(half_space) => {
            let normal = check::direction::<D>(key("normal"), &half_space.normal)?;
            HalfSpace::new(normal).map(Shape::HalfSpace).map_err(|e| invalid(e, &key("normal")))
        }
        format::Shape::Drum(drum) => {
            check::positive(key("radius"), drum.radius)?;
            if let Some(length) = drum.length {
                check::positive(key("length"), length)?;
            }
            let given = [("axis", drum.axis.is_some()), ("length", drum.length.is_some())];
            if let Some((name, _)) = given.iter().find(|(_, given)| D == 2 && *given) {
                let message = format!("a drum in the plane has no {name}");
                return Err(Fault::new(key(name), message));
            }
            let axis = match &drum.axis {
                Some(axis) => check::direction::<D>(key("axis"), axis)?,
                None => Vector::from_fn(|i, _| if i == 1 { 1.0 } else { 0.0 }),
            };
            Drum::new(drum.radius, axis, drum.length).map(Shape::Drum).map_err(|e| invalid(e, path))
        }
        format::Shape::Terrain(ground) => terrain(ground, path),
        format::Shape::Cylinder(cylinder) => {
            only(3, "box")?;
            check::positive(key("radius"), cylinder.radius)?;
            check::positive(key("length"), cylinder.length)?;
            let axis = match &cylinder.axis {
                Some(axis) => check::direction::<D>(key("axis"), axis)?,
                None => Vector::from_fn(|i, _| if i + 1 == D { 1.0 } else { 0.0 }),
            };
            let made = Cylinder::new(cylinder.radius, cylinder.length, axis);
            made.map(Shape::Cylinder).map_err(|e| invalid(e, path))
        }
        format::Shape::Cluster(_) => {
            let message = "a cluster is a body of its own, not a part of another cluster";
            Err(Fault::new(path, message).help("list its parts here".to_string()))
        }
        format::Shape::Ring(_)
        | format::Shape::Mesh(_)
        | format::Shape::Chain(_)
        | format::Shape::Sheet(_)
        | format::Shape::Tube(_) => {
            let message = format!("a {} deforms: it cannot be fixed, rigid or a part", given.key());
            let help =
                "hold its sides: drives = [{ dof = \"all\", on = \"bottom\", velocity = 0 }]";
            Err(Fault::new(path, message).help(help.to_string()))
        }
    }
}

/// Shapes that are cut never come here but as parts of a cluster.
fn refuse_cut(decompose: Option<bool>, path: &str) -> Result<(), Fault> {
    match decompose {
        Some(true) => {
            let message = "`decompose` is for a body of its own, not for a part of a cluster";
            Err(Fault::new(format!("{path}.decompose"), message))
        }
        _ => Ok(()),
    }
}

fn ball<const D: usize>(round: &format::RoundShape, path: &str) -> Result<Shape<D>, Fault> {
    let path = format!("{path}.radius");
    check::positive(path.clone(), round.radius)?;
    Ball::new(round.radius).map(Shape::Ball).map_err(|e| invalid(e, &path))
}

fn convex<const D: usize>(
    made: Result<Convex<D>, InvalidShape>,
    path: &str,
) -> Result<Shape<D>, Fault> {
    made.map(Shape::Convex).map_err(|e| invalid(e, path))
}

/// A polygon or polyhedron with the key `rounding` applied outside it.
fn rounded<const D: usize>(
    sharp: Shape<D>,
    rounding: Option<f64>,
    path: &str,
) -> Result<Shape<D>, Fault> {
    let path = format!("{path}.rounding");
    match (sharp, check::not_negative(path.clone(), rounding.unwrap_or(0.0))?) {
        (Shape::Convex(core), radius) if radius > 0.0 => {
            Rounded::new(core, radius).map(Shape::Rounded).map_err(|e| invalid(e, &path))
        }
        (sharp, _) => Ok(sharp),
    }
}

pub(super) fn invalid(error: InvalidShape, path: &str) -> Fault {
    Fault::new(path, error.to_string())
}

pub(super) fn points<const D: usize>(
    given: &[Vec<f64>],
    path: &str,
) -> Result<Vec<Vector<D>>, Fault> {
    given.iter().enumerate().map(|(i, p)| check::vector(format!("{path}.{i}"), p)).collect()
}

pub(super) fn face_indices(
    given: &[Vec<u64>],
    count: usize,
    path: &str,
) -> Result<Vec<Vec<usize>>, Fault> {
    for (f, face) in given.iter().enumerate() {
        if face.len() < 3 {
            return Err(Fault::new(format!("{path}.{f}"), "a face needs at least 3 vertices"));
        }
        if let Some(k) = face.iter().position(|v| *v >= count as u64) {
            let message = format!("vertex {} does not exist: there are {count}, from 0", face[k]);
            return Err(Fault::new(format!("{path}.{f}.{k}"), message));
        }
    }
    Ok(given.iter().map(|face| face.iter().map(|v| *v as usize).collect()).collect())
}

/// Fails when a vertex of a polygon lies inside the hull of the others: the user drew a shape
/// that is not convex.
fn refuse_hollow<const D: usize>(
    hull: &Convex<D>,
    vertices: &[Vector<D>],
    path: &str,
) -> Result<(), Fault> {
    for (k, vertex) in vertices.iter().enumerate() {
        let depth = hull.faces().iter().map(|f| f.offset - f.normal.dot(vertex));
        if depth.fold(f64::INFINITY, f64::min) > 1e-9 * hull.radius() {
            let message =
                "the polygon is not convex: this vertex lies inside the hull of the others";
            let help = "give the corners in order around it and `decompose = true`".to_string();
            return Err(Fault::new(format!("{path}.{k}"), message).help(help));
        }
    }
    Ok(())
}

/// Gives a shape of a known dimension the dimension of the caller, where they are the same.
fn same_dimension<const A: usize, const B: usize>(
    convex: Convex<A>,
) -> Result<Convex<B>, InvalidShape> {
    let any: Box<dyn Any> = Box::new(convex);
    any.downcast().map(|same| *same).map_err(|_| InvalidShape("wrong dimension".to_string()))
}
