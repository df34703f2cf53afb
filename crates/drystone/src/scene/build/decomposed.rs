//! Polygons and polyhedra that are not convex, cut into convex parts.

use super::centred::{Centred, about};
use super::shape::{face_indices, invalid, points};
use crate::mesh::Mesh;
use crate::scene::error::Fault;
use crate::scene::format;
use crate::shapes::{Decomposition, Shape, decompose, triangles};
use crate::space::{Matrix, Pose, Vector};

/// The body of a shape that asks to be cut; `None` if it does not.
pub fn decomposed<const D: usize>(
    given: &format::Shape,
    path: &str,
) -> Result<Option<Centred<D>>, Fault> {
    let key = |name: &str| format!("{path}.{name}");
    let (wanted, rounding) = match given {
        format::Shape::Polygon(polygon) => (polygon.decompose, polygon.rounding),
        format::Shape::Polyhedron(polyhedron) => (polyhedron.decompose, polyhedron.rounding),
        _ => (None, None),
    };
    if wanted != Some(true) {
        return Ok(None);
    }
    if rounding.is_some_and(|r| r != 0.0) {
        let message = "`rounding` does not go with `decompose`";
        return Err(Fault::new(key("rounding"), message));
    }
    let cut = match given {
        format::Shape::Polygon(polygon) if D == 2 => {
            let mut outline = points::<D>(&polygon.vertices, &key("vertices"))?;
            if area(&outline) < 0.0 {
                outline.reverse();
            }
            let count = outline.len();
            let side = |k: usize| std::array::from_fn(|i| (k + i) % count);
            let sides: Vec<[usize; D]> = (0..count).map(side).collect();
            decompose(&outline, &sides).map_err(|e| invalid(e, &key("vertices")))?
        }
        format::Shape::Polyhedron(polyhedron) if D == 3 => {
            let (vertices, facets) = surface::<D>(polyhedron, path)?;
            decompose(&vertices, &facets).map_err(|e| invalid(e, &key("faces")))?
        }
        // The shape is for the other dimension, and says so.
        _ => return Ok(None),
    };
    Ok(Some(assembled(cut)))
}

fn area<const D: usize>(outline: &[Vector<D>]) -> f64 {
    let next = |k: usize| &outline[(k + 1) % outline.len()];
    let cross = |(k, p): (usize, &Vector<D>)| p[0] * next(k)[1] - p[1] * next(k)[0];
    outline.iter().enumerate().map(cross).sum()
}

type Surface<const D: usize> = (Vec<Vector<D>>, Vec<[usize; D]>);

/// The closed surface of a polyhedron, in triangles.
fn surface<const D: usize>(
    given: &format::PolyhedronShape,
    path: &str,
) -> Result<Surface<D>, Fault> {
    let key = |name: &str| format!("{path}.{name}");
    let Some(faces) = &given.faces else {
        let message = "`decompose` needs `faces` or a `file`: the hull of points is convex";
        return Err(Fault::new(key("decompose"), message));
    };
    let vertices = points::<3>(&given.vertices, &key("vertices"))?;
    let faces = face_indices(faces, vertices.len(), &key("faces"))?;
    let (mesh, report) = Mesh { points: vertices, faces }.mended();
    if let Some(faults) = report.faults() {
        return Err(Fault::new(key("faces"), format!("the surface is not closed: {faults}")));
    }
    if report.shells != 1 {
        let message = format!("the surface has {} separate pieces, expected one", report.shells);
        return Err(Fault::new(key("faces"), message));
    }
    let facets = mesh.faces.iter().flat_map(|ring| triangles(&mesh.points, ring));
    let facets = facets.map(|f| std::array::from_fn(|i| f[i])).collect();
    Ok((mesh.points.iter().map(|p| Vector::from_fn(|i, _| p[i])).collect(), facets))
}

/// The parts about the common centre of mass, each in a frame of its own.
fn assembled<const D: usize>(cut: Decomposition<D>) -> Centred<D> {
    let centre = cut.properties.centroid;
    let breadth = cut.parts.iter().map(|p| p.breadth()).reduce(f64::min);
    let place = |part| {
        let shape = Shape::Convex(part);
        let own = shape.mass_properties().map_or(Vector::zeros(), |p| p.centroid);
        let at = Pose { position: own - centre, rotation: Matrix::identity() };
        (about(shape, &own), Some(at))
    };
    let parts: Vec<_> = cut.parts.into_iter().map(place).collect();
    let properties = Some(cut.properties);
    Centred { cut: parts.len() > 1, parts, centre, properties, breadth, error: None }
}
