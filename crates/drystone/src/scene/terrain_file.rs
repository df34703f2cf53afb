//! Terrains from files: a mesh becomes vertices and facets, a grid heights, a profile points.

use super::check;
use super::error::Fault;
use super::format::{Components, TerrainShape};
use super::grid_file;
use crate::mesh::Mesh;
use crate::shapes::{terrain, triangles};
use std::path::Path;

/// Replaces the file of a terrain by what is in it; `path` is the key of the terrain in the
/// scene. Gives a note when something in the file was mended.
pub fn inline(
    shape: &mut TerrainShape,
    folder: &Path,
    path: &str,
) -> Result<Option<String>, Fault> {
    let key = |name: &str| format!("{path}.{name}");
    let sources = [
        ("mesh", shape.mesh.is_some()),
        ("heights", shape.heights.is_some()),
        ("grid", shape.grid.is_some()),
        ("vertices", !shape.vertices.is_empty()),
        ("points", shape.points.is_some()),
        ("profile", shape.profile.is_some()),
    ];
    let mut given = sources.iter().filter(|s| s.1).map(|s| s.0);
    let Some(source) = given.next() else {
        let message = "one of `mesh`, `heights`, `grid`, `vertices`, `points` and `profile` is \
                       missing here";
        return Err(Fault::new(path, message));
    };
    if let Some(other) = given.next() {
        let message = format!("give either `{source}` or `{other}`, not both");
        return Err(Fault::new(key(other), message));
    }
    let companions = [
        ("scale", shape.scale.is_some(), ["mesh", "mesh"]),
        ("facets", shape.facets.is_some(), ["vertices", "vertices"]),
        ("spacing", shape.spacing.is_some(), ["heights", "grid"]),
        ("origin", shape.origin.is_some(), ["heights", "grid"]),
    ];
    for (name, given, with) in companions {
        if given && !with.contains(&source) {
            let message = format!("`{name}` goes with `{}` only", with[0]);
            return Err(Fault::new(key(name), message));
        }
    }
    if let Some(file) = shape.mesh.take() {
        return mesh(shape, &file, folder, path);
    }
    let text = |file: &String, name: &str| {
        let said = |e| Fault::new(key(name), format!("cannot read `{file}`: {e}"));
        crate::intake::read_text(&folder.join(file)).map_err(said)
    };
    if let Some(file) = shape.grid.take() {
        let wrong = |m: String| Fault::new(key("grid"), format!("`{file}`{m}"));
        let found = grid_file::parse(&text(&file, "grid")?).map_err(wrong)?;
        heights(shape, found, &file, path)?;
    }
    if let Some(file) = shape.profile.take() {
        let wrong = |m: String| Fault::new(key("profile"), format!("`{file}`{m}"));
        let rows = grid_file::rows(&text(&file, "profile")?).map_err(wrong)?;
        if let Some((line, row)) = rows.iter().find(|(_, row)| row.len() != 2) {
            let message = format!(", line {line}: expected 2 numbers, found {}", row.len());
            return Err(wrong(message));
        }
        if rows.len() < 2 {
            return Err(wrong(format!(
                ": a profile needs at least 2 points, found {}",
                rows.len()
            )));
        }
        shape.points = Some(rows.into_iter().map(|(_, row)| row).collect());
    }
    Ok(None)
}

fn mesh(
    shape: &mut TerrainShape,
    file: &str,
    folder: &Path,
    path: &str,
) -> Result<Option<String>, Fault> {
    let scale = shape.scale.take().unwrap_or(1.0);
    check::positive(format!("{path}.scale"), scale)?;
    let wrong = |message: String| Fault::new(format!("{path}.mesh"), message);
    let read = Mesh::read(&folder.join(file)).map_err(|mut error| {
        error.file = file.to_string();
        wrong(error.to_string())
    })?;
    let (mesh, report) = read.mended_as_given();
    if report.shells == 0 || !report.crowded_edges.is_empty() || report.twisted {
        let faults = report.faults().unwrap_or_default();
        return Err(wrong(format!("`{file}`: this surface has no two sides: {faults}")));
    }
    shape.vertices = mesh.points.iter().map(|p| (p * scale).iter().copied().collect()).collect();
    let facets = mesh.faces.iter().flat_map(|ring| triangles(&mesh.points, ring));
    shape.facets = Some(facets.map(|f| f.map(|v| v as u64).to_vec()).collect());
    Ok(report.mended().map(|words| format!("`{file}`: {words}")))
}

/// Heights of a grid file, or vertices and facets where some are missing.
fn heights(
    shape: &mut TerrainShape,
    found: grid_file::GridFile,
    file: &str,
    path: &str,
) -> Result<(), Fault> {
    if found.rows.len() < 2 || found.rows[0].len() < 2 {
        let message = format!("`{file}`: at least 2 rows of 2 heights are needed");
        return Err(Fault::new(format!("{path}.grid"), message));
    }
    let spacing = format!("{path}.spacing");
    match (found.spacing, &shape.spacing) {
        (Some(_), Some(_)) => {
            return Err(Fault::new(spacing, format!("`{file}` says its own spacing")));
        }
        (None, None) => {
            let message =
                format!("`{file}` does not say its spacing: the key `spacing` is missing");
            return Err(Fault::new(path, message));
        }
        (Some(own), None) => shape.spacing = Some(Components::Many(own.to_vec())),
        (None, Some(_)) => {}
    }
    let origin = shape.origin.get_or_insert_with(|| found.origin.unwrap_or_default().to_vec());
    if !found.rows.iter().flatten().any(|z| z.is_nan()) {
        shape.heights = Some(found.rows);
        return Ok(());
    }
    let origin = check::components::<2>(format!("{path}.origin"), origin)?;
    let step = spacings(&shape.spacing.take(), path)?;
    let (vertices, facets) = terrain::grid(&found.rows, step, origin);
    if facets.is_empty() {
        let message = format!("`{file}`: nowhere are three heights known next to each other");
        return Err(Fault::new(format!("{path}.grid"), message));
    }
    shape.origin = None;
    shape.vertices = vertices.iter().map(|p| p.iter().copied().collect()).collect();
    shape.facets = Some(facets.iter().map(|f| f.map(|v| v as u64).to_vec()).collect());
    Ok(())
}

/// The distances of grid points along the two axes.
pub fn spacings(given: &Option<Components>, path: &str) -> Result<[f64; 2], Fault> {
    let key = format!("{path}.spacing");
    let Some(given) = given else {
        return Err(Fault::new(path, "the key `spacing` is missing here"));
    };
    let both = match given.values() {
        [one] => [*one; 2],
        [x, y] => [*x, *y],
        more => {
            let message = format!("expected 1 or 2 numbers, found {}", more.len());
            return Err(Fault::new(key, message));
        }
    };
    for step in both {
        check::positive(key.clone(), step)?;
    }
    Ok(both)
}
