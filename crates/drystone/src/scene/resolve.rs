//! Fills every default of a description and checks the values that stand alone, so that the
//! scene as resolved says all that the run depends on.

use super::build;
use super::check;
use super::error::Fault;
use super::format::{
    Body, Components, Contact, Description, Every, Function, FunctionShape, Generator, JointMotor,
    Load, Problems, Shape,
};
use super::law;
use super::mesh_file;
use super::solid_file;
use super::solver::settings;
use super::table_file;
use crate::solvers::find;
use std::path::Path;

/// The group of bodies that name none.
pub const DEFAULT_GROUP: &str = "default";

/// Fills the defaults in place; tables and meshes are read from `folder`. The alert distance is
/// left to the builder, which knows the sizes. Gives notes about what was mended in the files.
pub fn resolve(scene: &mut Description, folder: &Path) -> Result<Vec<String>, Fault> {
    let dimension = match scene.dimension {
        2 => 2,
        3 => 3,
        n => return Err(Fault::new("dimension", format!("`dimension` must be 2 or 3, found {n}"))),
    };
    let mut down = vec![0.0; dimension];
    down[dimension - 1] = -9.81;
    let gravity = scene.gravity.get_or_insert(down);
    if gravity.len() != dimension {
        let found = gravity.len();
        let message = format!("expected {dimension} numbers, found {found}");
        return Err(Fault::new("gravity", message));
    }
    check::positive("time_step", scene.time_step)?;
    check::positive("duration", scene.duration)?;
    if scene.time_step > scene.duration {
        let message = format!("the time step is longer than the duration, {}", scene.duration);
        return Err(Fault::new("time_step", message));
    }
    if scene.duration / scene.time_step > 1e12 {
        return Err(Fault::new("duration", "this is more than 10¹² time steps"));
    }
    check::between("theta", scene.theta, 0.5, 1.0)?;
    check::not_negative("penetration_tolerance", scene.penetration_tolerance)?;
    check::between("halvings", f64::from(scene.halvings), 0.0, 20.0)?;
    check::not_negative("step_minutes", scene.step_minutes)?;
    if let Some(distance) = scene.alert_distance {
        check::positive("alert_distance", distance)?;
    }
    if let Some(share) = scene.contact_reduction {
        check::between("contact_reduction", share, 0.0, 0.5)?;
    }
    solver_and_record(scene)?;
    event_driven(scene)?;
    for (name, material) in &scene.materials {
        if let Some(density) = material.density {
            check::positive(format!("materials.{name}.density"), density)?;
        }
        if let Some(given) = &material.deformable {
            build::check_deformable(given, dimension, &format!("materials.{name}.deformable"))?;
        }
    }
    for (i, contact) in scene.contacts.iter_mut().enumerate() {
        law::resolve(contact, &format!("contacts.{i}"), dimension)?;
        let on_positions = contact.unilateral.as_deref() == Some("schatzman_paoli");
        if on_positions && contact.normal_restitution > 0.0 && scene.theta < 1.0 {
            let message = format!(
                "restitution of \"schatzman_paoli\" needs `theta = 1`, with which its three positions are those \
                 of the scheme; it is {}",
                scene.theta
            );
            return Err(Fault::new(format!("contacts.{i}.unilateral"), message));
        }
    }
    let couples = |contact: &Contact| {
        let Contact { rolling, spinning, rolling_coefficient, spinning_coefficient, .. } = contact;
        [rolling, spinning, rolling_coefficient, spinning_coefficient].iter().any(|x| **x > 0.0)
    };
    let about = find(scene.solver.name.as_str()).map(|family| family.about);
    if let Some(about) = about.filter(|about| !about.rolling && scene.contacts.iter().any(couples))
    {
        let message = format!("`{}` does not take resistance to rolling or spinning", about.name);
        return Err(Fault::new("solver.name", message));
    }
    let only_material = match scene.materials.len() {
        1 => scene.materials.keys().next().cloned(),
        _ => None,
    };
    let mut notes = vec![];
    for (i, body) in scene.bodies.iter_mut().enumerate() {
        fill_body(body, i, dimension);
        fill_material(&mut body.material, &only_material, &format!("bodies.{i}"))?;
        read_tables(body, folder, &format!("bodies.{i}"))?;
        let path = format!("bodies.{i}.shape");
        mesh_file::inline_all(&mut body.shape, folder, &path, &mut notes)?;
        solid_file::inline(&mut body.shape, dimension, folder, &path, &mut notes)?;
        if let Shape::Mesh(shape) = &body.shape {
            for (group, material) in &shape.materials {
                if !scene.materials.contains_key(material) {
                    let key = format!("{path}.mesh.materials.{group}");
                    let known = scene.materials.keys().map(String::as_str);
                    return Err(Fault::unknown(key, "material", material, known));
                }
            }
        }
    }
    for (i, joint) in scene.joints.iter_mut().enumerate() {
        let path = format!("joints.{i}.motor");
        let (kind, function) = match &mut joint.motor {
            Some(JointMotor::Displacement(function)) => ("displacement", function),
            Some(JointMotor::Velocity(function)) => ("velocity", function),
            None => continue,
        };
        read_table(function, folder, &format!("{path}.{kind}"))?;
    }
    for (i, generator) in scene.generators.iter_mut().enumerate() {
        let path = format!("generators.{i}.{}", generator.key());
        fill_material(generator.material_mut(), &only_material, &path)?;
        if let Generator::Lattice(lattice) = generator {
            lattice.velocity.get_or_insert(vec![0.0; dimension]);
        }
    }
    Ok(notes)
}

/// The event-driven scheme takes what collides at instants, and nothing that needs a scheme of its own.
fn event_driven(scene: &Description) -> Result<(), Fault> {
    let Some(given) = &scene.event_driven else { return Ok(()) };
    if let Some(tolerance) = given.tolerance {
        check::positive("event_driven.tolerance", tolerance)?;
    }
    if given.most == Some(0) {
        return Err(Fault::new("event_driven.most", "expected at least 1, found 0"));
    }
    let no = |key: &str, message: String| Err(Fault::new(key, message));
    if scene.time_of_impact {
        return no("time_of_impact", "`event_driven` finds impacts by itself".into());
    }
    if scene.theta != 0.5 {
        return no("theta", "`event_driven` moves bodies with theta = 0.5".into());
    }
    if let Some((name, _)) = scene.materials.iter().find(|(_, m)| m.deformable.is_some()) {
        let message = "`event_driven` takes rigid bodies alone".into();
        return no(&format!("materials.{name}.deformable"), message);
    }
    for (i, contact) in scene.contacts.iter().enumerate() {
        if contact.bond.is_some() {
            let message = "`event_driven` takes contacts without bonds alone".into();
            return no(&format!("contacts.{i}.bond"), message);
        }
        let unilateral = contact.unilateral.as_deref().unwrap_or_default();
        if ["position", "end_gap", "schatzman_paoli"].contains(&unilateral) {
            let message = format!(
                "`event_driven` needs a law of impact, \"velocity\" or \"quasi_inelastic\", \
                 found \"{unilateral}\""
            );
            return no(&format!("contacts.{i}.unilateral"), message);
        }
    }
    Ok(())
}

fn solver_and_record(scene: &mut Description) -> Result<(), Fault> {
    let solver = settings(&scene.solver).map_err(|fault| fault.below("solver"))?;
    let about = find(&solver.name).map(|family| family.about);
    if let Some(about) = about.filter(|about| !about.coulomb[scene.dimension as usize - 1]) {
        let name = about.name;
        let message = format!("`{name}` does not take contacts with friction in this dimension");
        return Err(Fault::new("solver.name", message));
    }
    let record = &mut scene.record;
    check::at_least_one("record.history_every", record.history_every)?;
    match &record.problems {
        Problems::Every(Every { every }) => {
            check::at_least_one("record.problems.every", *every)?;
        }
        Problems::Steps(steps) if steps.contains(&0) => {
            return Err(Fault::new("record.problems", "steps are counted from 1, found 0"));
        }
        _ => {}
    }
    check::whole_between("record.compression", u64::from(record.compression), 0..=9)?;
    check::not_negative("record.checkpoint_minutes", record.checkpoint_minutes)?;
    if let Some(every) = record.checkpoint_every {
        check::at_least_one("record.checkpoint_every", every)?;
    }
    match (record.frames_every, record.frame_count) {
        (Some(_), Some(_)) => {
            let message = "give either `frames_every` or `frame_count`, not both";
            return Err(Fault::new("record.frame_count", message));
        }
        (Some(every), None) => {
            check::at_least_one("record.frames_every", every)?;
        }
        (None, None) => record.frame_count = Some(50),
        (None, Some(_)) => {}
    }
    Ok(())
}

fn fill_material(
    material: &mut Option<String>,
    only: &Option<String>,
    path: &str,
) -> Result<(), Fault> {
    if material.is_none() {
        material.clone_from(only);
    }
    if material.is_none() {
        let help = "add `material = \"…\"` and a table `[materials.…]`".to_string();
        return Err(Fault::new(path, "the material is missing here").help(help));
    }
    Ok(())
}

fn fill_body(body: &mut Body, index: usize, dimension: usize) {
    body.name.get_or_insert_with(|| format!("body-{}", index + 1));
    body.position.get_or_insert(vec![0.0; dimension]);
    body.velocity.get_or_insert(vec![0.0; dimension]);
    body.group.get_or_insert(DEFAULT_GROUP.to_string());
    let no_spin = match dimension {
        2 => Components::One(0.0),
        _ => Components::Many(vec![0.0; 3]),
    };
    body.angular_velocity.get_or_insert(no_spin);
    if dimension == 2 {
        body.angle_degrees.get_or_insert(0.0);
    }
    body.fixed.get_or_insert(!body.shape.has_volume() && body.mass.is_none());
}

/// Replaces a table file by the points read from it.
fn read_table(function: &mut Function, folder: &Path, path: &str) -> Result<(), Fault> {
    if let Function::Shaped(FunctionShape::Table(table)) = function {
        let points = table_file::read(table, folder, &format!("{path}.table"))?;
        *function = Function::Shaped(FunctionShape::Points(points));
    }
    Ok(())
}

/// Replaces every table file of a body by the points read from it.
fn read_tables(body: &mut Body, folder: &Path, path: &str) -> Result<(), Fault> {
    let read = |function: &mut Function, path: String| read_table(function, folder, &path);
    for (i, drive) in body.drives.iter_mut().enumerate() {
        let kinds = [
            ("displacement", &mut drive.displacement),
            ("velocity", &mut drive.velocity),
            ("acceleration", &mut drive.acceleration),
        ];
        for (kind, function) in kinds {
            if let Some(function) = function {
                read(function, format!("{path}.drives.{i}.{kind}"))?;
            }
        }
    }
    for (i, side) in body.absorbing.iter_mut().enumerate() {
        for (k, wave) in side.incoming.iter_mut().enumerate() {
            read(&mut wave.velocity, format!("{path}.absorbing.{i}.incoming.{k}.velocity"))?;
        }
    }
    for (i, load) in body.loads.iter_mut().enumerate() {
        let (kind, function) = match load {
            Load::Force(force) => ("force", &mut force.value),
            Load::Torque(torque) => ("torque", &mut torque.value),
            Load::Pressure(pressure) => ("pressure", &mut pressure.value),
        };
        read(function, format!("{path}.loads.{i}.{kind}.value"))?;
    }
    Ok(())
}
