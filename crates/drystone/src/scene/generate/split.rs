//! Several bodies out of one mesh.

use super::Placed;
use crate::fem::{Mesh, mesh};
use crate::scene::build::{read_mesh, write_mesh};
use crate::scene::check;
use crate::scene::error::Fault;
use crate::scene::format::{Body, Load, MeshShape, Shape, Split};
use crate::space::Vector;

/// The bodies that a mesh is split into, or the body itself. They are called after it, with the name of
/// their group or their number.
pub fn split<const D: usize>(placed: Placed) -> Result<Vec<Placed>, Fault> {
    let Placed { body, path } = placed;
    let Shape::Mesh(shape) = &body.shape else { return Ok(vec![Placed { body, path }]) };
    let Some(by) = shape.split else { return Ok(vec![Placed { body, path }]) };
    let whole = read_mesh::<D>(shape, &format!("{path}.shape.mesh"))?;
    if whole.dimension() == D {
        groups_exist(&body, &whole, &path)?;
    }
    let parts = whole.split(match by {
        Split::Elements => mesh::Split::Elements,
        Split::Groups => mesh::Split::Groups,
        Split::Components => mesh::Split::Components,
    });
    let mut all = vec![];
    let meshes: Vec<&Mesh<D>> = parts.iter().map(|part| &part.mesh).collect();
    let shares = shares_of_forces(&body, &meshes, &path)?;
    for (k, part) in parts.iter().enumerate() {
        let groups = || part.mesh.solids().map(|cell| &part.mesh.names[cell.group as usize]);
        let mut one = body.clone();
        let first = groups().next().cloned().unwrap_or_default();
        let own = if by == Split::Groups { first.clone() } else { (k + 1).to_string() };
        one.name = body.name.as_ref().map(|name| format!("{name}-{own}"));
        let mut materials = shape.materials.clone();
        if groups().all(|group| *group == first) {
            if let Some(material) = materials.get(&first) {
                one.material = Some(material.clone());
            }
            materials.clear();
        } else {
            materials.retain(|group, _| groups().any(|own| own == group));
        }
        for (load, shares) in one.loads.iter_mut().zip(&shares) {
            if let Load::Force(force) = load {
                force.value = force.value.clone().scaled(shares[k]);
            }
        }
        keep_own(&mut one, |name| has(&part.mesh, name) || !has(&whole, name));
        let (nodes, cells) = write_mesh(&part.mesh);
        one.shape = Shape::Mesh(MeshShape { nodes, cells, materials, ..MeshShape::default() });
        all.push(Placed { body: one, path: path.clone() });
    }
    Ok(all)
}

/// What is done to the body must be done to groups of the whole: parts know their own alone.
fn groups_exist<const D: usize>(body: &Body, whole: &Mesh<D>, path: &str) -> Result<(), Fault> {
    let drives = body.drives.iter().enumerate();
    let drives = drives.map(|(i, drive)| (format!("{path}.drives.{i}.on"), drive.on.as_ref()));
    let loads = body.loads.iter().enumerate().map(|(i, load)| match load {
        Load::Force(force) => (format!("{path}.loads.{i}.force.on"), force.on.as_ref()),
        Load::Pressure(on) => (format!("{path}.loads.{i}.pressure.on"), on.on.as_ref()),
        Load::Torque(_) => (String::new(), None),
    });
    let absorbing = body.absorbing.iter().enumerate();
    let absorbing = absorbing.map(|(i, side)| (format!("{path}.absorbing.{i}.on"), Some(&side.on)));
    for (place, name) in drives.chain(loads).chain(absorbing) {
        if let Some(name) = name.filter(|name| !has(whole, name)) {
            let known = whole.names.iter().filter(|name| has(whole, name)).map(String::as_str);
            return Err(Fault::unknown(place, "side or group", name, known));
        }
    }
    Ok(())
}

/// Which share each part has of each load: forces are those of the whole, and parts have of them what they have of
/// the group that is named, of the mesh, or the node that is nearest to a point.
fn shares_of_forces<const D: usize>(
    body: &Body,
    parts: &[&Mesh<D>],
    path: &str,
) -> Result<Vec<Vec<f64>>, Fault> {
    let mut all = vec![];
    for (i, load) in body.loads.iter().enumerate() {
        let Load::Force(force) = load else {
            all.push(vec![1.0; parts.len()]);
            continue;
        };
        let sizes: Vec<f64> = match (&force.on, &force.at) {
            (Some(name), _) => {
                let named = |mesh: &Mesh<D>| {
                    mesh.size(mesh.cells.iter().filter(|c| mesh.names[c.group as usize] == *name))
                };
                parts.iter().map(|mesh| named(mesh)).collect()
            }
            (None, Some(at)) => {
                let at = check::vector::<D>(format!("{path}.loads.{i}.force.at"), at)?;
                let off = |place: &[f64; D]| (Vector::<D>::from(*place) - at).norm();
                let nearest =
                    |mesh: &&Mesh<D>| mesh.places.iter().map(off).fold(f64::INFINITY, f64::min);
                let offs: Vec<f64> = parts.iter().map(nearest).collect();
                // Of parts that have a node there the first.
                let first = offs.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1));
                let first = first.map(|(k, _)| k);
                (0..parts.len()).map(|k| if Some(k) == first { 1.0 } else { 0.0 }).collect()
            }
            (None, None) => parts.iter().map(|mesh| mesh.size(mesh.solids())).collect(),
        };
        let whole: f64 = sizes.iter().sum();
        // A group that no part has is told of where bodies are built.
        all.push(sizes.iter().map(|size| if whole > 0.0 { size / whole } else { 1.0 }).collect());
    }
    Ok(all)
}

/// Whether a mesh has cells of a group.
fn has<const D: usize>(mesh: &Mesh<D>, name: &str) -> bool {
    mesh.cells.iter().any(|cell| mesh.names[cell.group as usize] == name)
}

/// What is done to groups that a part does not have is no matter of it; unknown ones stay, to be told.
fn keep_own(body: &mut Body, concerns: impl Fn(&str) -> bool) {
    let own = |on: &Option<String>| on.as_deref().is_none_or(&concerns);
    body.drives.retain(|drive| own(&drive.on));
    body.loads.retain(|load| match load {
        Load::Force(force) => own(&force.on),
        Load::Pressure(pressure) => own(&pressure.on),
        Load::Torque(_) => true,
    });
    body.absorbing.retain(|side| concerns(&side.on));
}
