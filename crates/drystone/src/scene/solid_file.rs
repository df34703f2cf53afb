//! Meshes of bodies that deform: what a file holds becomes part of the scene.

use super::build::write_mesh;
use super::check;
use super::error::Fault;
use super::format::{MeshShape, Shape};
use crate::fem::Mesh;
use crate::fem::mesh::Split;
use std::path::Path;

/// Replaces the file of a mesh by its nodes and cells; `path` is the key of the shape in the scene. Adds
/// notes about what was mended.
pub fn inline(
    shape: &mut Shape,
    dimension: usize,
    folder: &Path,
    path: &str,
    notes: &mut Vec<String>,
) -> Result<(), Fault> {
    let Shape::Mesh(shape) = shape else { return Ok(()) };
    let path = format!("{path}.mesh");
    let scale = match shape.scale.take() {
        Some(scale) => check::positive(format!("{path}.scale"), scale)?,
        None => 1.0,
    };
    let Some(file) = shape.file.take() else {
        if shape.nodes.is_empty() || shape.cells.is_empty() {
            let message = "the key `file` is missing here, or `nodes` and `cells`";
            return Err(Fault::new(path, message));
        }
        shape.nodes.iter_mut().flatten().for_each(|x| *x *= scale);
        return Ok(());
    };
    for (name, given) in [("nodes", !shape.nodes.is_empty()), ("cells", !shape.cells.is_empty())] {
        if given {
            let message = format!("give either `file` or `{name}`, not both");
            return Err(Fault::new(format!("{path}.{name}"), message));
        }
    }
    let key = format!("{path}.file");
    if dimension == 2 {
        read::<2>(shape, &file, scale, folder, &key, notes)
    } else {
        read::<3>(shape, &file, scale, folder, &key, notes)
    }
}

fn read<const D: usize>(
    shape: &mut MeshShape,
    file: &str,
    scale: f64,
    folder: &Path,
    key: &str,
    notes: &mut Vec<String>,
) -> Result<(), Fault> {
    let found = folder.join(file);
    let (mut mesh, report) = Mesh::<D>::read(&found).map_err(|mut error| {
        let help = match found.is_file() {
            true => {
                "the file must be whole: write it anew as Gmsh 4.1 text (.msh) or VTK XML (.vtu)"
                    .into()
            }
            false => format!(
                "files are looked for from the folder of the scene, here as `{}`",
                found.display()
            ),
        };
        error.file = file.to_string();
        Fault::new(key, error.to_string()).help(help)
    })?;
    if !report.is_sound() {
        let help =
            "mend the mesh where it was made; elements must not be flat, folded or there twice";
        let message = format!("`{file}` cannot be used: {report}");
        return Err(Fault::new(key, message).help(help.to_string()));
    }
    let said = report.to_string();
    let note = format!("`{file}`: {said}");
    if said != "sound" && !notes.contains(&note) {
        notes.push(note);
    }
    mesh.drop_loose_nodes();
    let pieces = mesh.split(Split::Components).len();
    if shape.split.is_none() && pieces > 1 {
        notes.push(format!(
            "`{file}` has {pieces} pieces that do not hang together, and they are one body: `split = \
             \"components\"` makes a body of each"
        ));
    }
    (shape.nodes, shape.cells) = write_mesh(&mesh.map(|place| place.map(|x| x * scale)));
    Ok(())
}
