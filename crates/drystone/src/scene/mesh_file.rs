//! Polyhedra from mesh files: the surface must be closed and convex, or its hull is asked for.

use super::check;
use super::error::Fault;
use super::format::{PolyhedronShape, Shape};
use super::terrain_file;
use crate::mesh::{Mesh, MeshReport};
use crate::shapes::Convex;
use std::path::Path;

/// Height over a face, relative to the size, up to which a corner counts as on it: files in
/// single precision or with six digits are no closer to convex than this.
const ROUNDING: f64 = 1e-6;

/// The largest coordinate of a scene (m).
const LARGEST: f64 = 1e30;

/// Replaces the files of a shape and of its parts; `path` is the key of the shape in the scene.
/// Adds notes about what was mended, each once.
pub fn inline_all(
    shape: &mut Shape,
    folder: &Path,
    path: &str,
    notes: &mut Vec<String>,
) -> Result<(), Fault> {
    match shape {
        Shape::Polyhedron(shape) => {
            let note = inline(shape, folder, &format!("{path}.polyhedron"))?;
            notes.extend(note.filter(|note| !notes.contains(note)));
        }
        Shape::Terrain(shape) => {
            let note = terrain_file::inline(shape, folder, &format!("{path}.terrain"))?;
            notes.extend(note.filter(|note| !notes.contains(note)));
        }
        Shape::Cluster(cluster) => {
            for (k, part) in cluster.parts.iter_mut().enumerate() {
                let path = format!("{path}.cluster.parts.{k}.shape");
                inline_all(&mut part.shape, folder, &path, notes)?;
            }
        }
        _ => {}
    }
    Ok(())
}

/// Replaces the file of a polyhedron by its vertices and faces; `path` is the key of the
/// polyhedron in the scene. Gives a note when something in the file was mended.
fn inline(shape: &mut PolyhedronShape, folder: &Path, path: &str) -> Result<Option<String>, Fault> {
    let key = |name: &str| format!("{path}.{name}");
    let Some(file) = shape.file.take() else {
        for (name, given) in [("scale", shape.scale.is_some()), ("hull", shape.hull.is_some())] {
            if given {
                return Err(Fault::new(key(name), format!("`{name}` goes with `file` only")));
            }
        }
        if shape.vertices.is_empty() {
            return Err(Fault::new(path, "the key `vertices` or `file` is missing here"));
        }
        return Ok(None);
    };
    for (name, given) in
        [("vertices", !shape.vertices.is_empty()), ("faces", shape.faces.is_some())]
    {
        if given {
            let message = format!("give either `file` or `{name}`, not both");
            return Err(Fault::new(key(name), message));
        }
    }
    let scale = check::positive(key("scale"), shape.scale.take().unwrap_or(1.0))?;
    let hull = shape.hull.take().unwrap_or(false);
    let decompose = shape.decompose == Some(true);
    if hull && decompose {
        return Err(Fault::new(key("decompose"), "give either `hull` or `decompose`, not both"));
    }
    let mesh = Mesh::read(&folder.join(&file)).map_err(|mut error| {
        error.file.clone_from(&file);
        Fault::new(key("file"), error.to_string())
    })?;
    let (mut mesh, report) = mesh.mended();
    mesh.points.iter_mut().for_each(|p| *p *= scale);
    if mesh.points.iter().any(|p| p.amax() > LARGEST) {
        let message = format!("with this scale, coordinates of `{file}` are above {LARGEST:e} m");
        return Err(Fault::new(key("scale"), message));
    }
    let wrong = |message: String| Fault::new(key("file"), format!("`{file}`: {message}"));
    if decompose {
        solid(&report).map_err(|m| wrong(m).help("mend the file".to_string()))?;
        shape.vertices = mesh.points.iter().map(|v| v.iter().copied().collect()).collect();
        let ring = |r: &Vec<usize>| r.iter().map(|v| *v as u64).collect();
        shape.faces = Some(mesh.faces.iter().map(ring).collect());
        return Ok(note(&file, &report, None));
    }
    let (convex, rounded) = if hull {
        (Convex::from_vertices(&mesh.points).map_err(|e| wrong(e.to_string()))?, false)
    } else {
        let help =
            "mend the file, cut a closed surface into convex parts with `decompose = true`, \
                    or take the convex hull with `hull = true`"
                .to_string();
        closed_convex(&mesh, &report).map_err(|message| wrong(message).help(help))?
    };
    shape.vertices = convex.vertices().iter().map(|v| v.iter().copied().collect()).collect();
    // A hull of rounded points need not pass the strict test for given faces; it is then made
    // again from its vertices alone.
    let rings: Vec<Vec<usize>> = convex.faces().iter().map(|f| f.vertices.clone()).collect();
    if Convex::from_faces(convex.vertices(), &rings).is_ok() {
        let ring = |r: &Vec<usize>| r.iter().map(|v| *v as u64).collect();
        shape.faces = Some(rings.iter().map(ring).collect());
    }
    Ok(note(&file, &report, rounded.then_some(convex.faces().len())))
}

/// The convex body inside a surface, and whether rounding had to be forgiven.
fn closed_convex(mesh: &Mesh, report: &MeshReport) -> Result<(Convex<3>, bool), String> {
    solid(report)?;
    let strict = match Convex::from_faces(&mesh.points, &mesh.faces) {
        Ok(convex) => return Ok((convex, false)),
        Err(error) => error.to_string(),
    };
    if let Some(corner) = outside(mesh) {
        let at = corner.map(|x| x.to_string()).join(", ");
        let message = "the surface is not convex: the corner";
        return Err(format!("{message} ({at}) m lies outside the plane of a face"));
    }
    let hull = Convex::from_vertices(&mesh.points).map_err(|e| e.to_string())?;
    let volume = hull.mass_properties().map_or(0.0, |m| m.volume);
    // A surface that winds around twice has no corner outside either.
    if (volume - mesh.volume()).abs() > 1e-3 * volume {
        return Err(strict);
    }
    Ok((hull, true))
}

/// Whether a surface is one closed piece.
fn solid(report: &MeshReport) -> Result<(), String> {
    if let Some(faults) = report.faults() {
        return Err(format!("the surface is not closed: {faults}"));
    }
    if report.shells != 1 {
        return Err(format!("the surface has {} separate pieces, expected one", report.shells));
    }
    Ok(())
}

/// A corner that lies outside the plane of a face by more than rounding.
fn outside(mesh: &Mesh) -> Option<[f64; 3]> {
    let first = mesh.points.first()?;
    let size = mesh.points.iter().map(|p| (p - first).norm()).fold(0.0, f64::max);
    mesh.faces.iter().find_map(|ring| {
        let corner = mesh.points[ring[0]];
        let arm = |k: usize| mesh.points[ring[k]] - corner;
        let area: nalgebra::Vector3<f64> =
            (1..ring.len() - 1).map(|k| arm(k).cross(&arm(k + 1))).sum();
        let normal = area.normalize();
        let above = |p: &&nalgebra::Vector3<f64>| normal.dot(&(*p - corner)) > ROUNDING * size;
        mesh.points.iter().find(above).map(|p| [p[0], p[1], p[2]])
    })
}

fn note(file: &str, report: &MeshReport, rounded: Option<usize>) -> Option<String> {
    let rounded = rounded
        .map(|faces| format!("convex up to rounding only, its hull of {faces} faces is taken"));
    let words: Vec<String> = report.mended().into_iter().chain(rounded).collect();
    (!words.is_empty()).then(|| format!("`{file}`: {}", words.join("; ")))
}
