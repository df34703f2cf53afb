//! Imposed motions and loads of a body.

use super::centred::Centred;
use super::function::function;
use crate::bodies::{Drive, DriveKind, Function, Load, LoadKind};
use crate::scene::check;
use crate::scene::error::Fault;
use crate::scene::format;
use crate::scene::format::Body;
use crate::shapes::{Convex, Shape};
use crate::space::{Vector, moment, spins};

/// Names of the degrees of freedom in the order of the velocity.
fn degrees_of_freedom(dimension: usize) -> &'static [&'static str] {
    if dimension == 2 { &["x", "y", "rotation"] } else { &["x", "y", "z", "rx", "ry", "rz"] }
}

/// Imposed motions; the other degrees of freedom of a fixed body with drives are held.
pub fn drives<const D: usize>(body: &Body, fixed: bool, path: &str) -> Result<Vec<Drive>, Fault> {
    let names = degrees_of_freedom(D);
    let mut drives: Vec<Drive> = vec![];
    for (i, given) in body.drives.iter().enumerate() {
        let path = format!("{path}.drives.{i}");
        let dof = names.iter().position(|name| *name == given.dof).ok_or_else(|| {
            let known = names.iter().copied();
            Fault::unknown(format!("{path}.dof"), "degree of freedom", &given.dof, known)
        })?;
        if drives.iter().any(|drive| drive.dof == dof) {
            let message = format!("the degree of freedom `{}` is already driven", given.dof);
            return Err(Fault::new(format!("{path}.dof"), message));
        }
        not_on(given.on.as_ref(), &path)?;
        let (kind, function) = motion(given, &path)?;
        drives.push(Drive { dof, kind, function });
    }
    if fixed && !drives.is_empty() {
        let driven: Vec<usize> = drives.iter().map(|drive| drive.dof).collect();
        let held = (0..D + spins(D)).filter(|dof| !driven.contains(dof));
        drives.extend(held.map(|dof| Drive {
            dof,
            kind: DriveKind::Velocity,
            function: Function::Constant(0.0),
        }));
    }
    Ok(drives)
}

/// What a drive prescribes.
pub fn motion(given: &format::Drive, path: &str) -> Result<(DriveKind, Function), Fault> {
    let (kind, key, value) = match (&given.displacement, &given.velocity, &given.acceleration) {
        (Some(f), None, None) => (DriveKind::Displacement, "displacement", f),
        (None, Some(f), None) => (DriveKind::Velocity, "velocity", f),
        (None, None, Some(f)) => (DriveKind::Acceleration, "acceleration", f),
        _ => {
            let message = "a drive needs exactly one of `displacement`, `velocity`, `acceleration`";
            return Err(Fault::new(path, message));
        }
    };
    Ok((kind, function(value, &format!("{path}.{key}"))?))
}

/// Rigid bodies have no sides with names.
fn not_on(on: Option<&String>, path: &str) -> Result<(), Fault> {
    match on {
        None => Ok(()),
        Some(_) => {
            let message = "`on` is for bodies that deform, and this one is rigid";
            Err(Fault::new(format!("{path}.on"), message))
        }
    }
}

/// Forces, torques and pressures.
pub fn loads<const D: usize>(
    body: &Body,
    shape: &Centred<D>,
    path: &str,
) -> Result<Vec<Load<D>>, Fault> {
    let mut loads = vec![];
    for (i, given) in body.loads.iter().enumerate() {
        let path = format!("{path}.loads.{i}");
        let (kind, value) = match given {
            format::Load::Force(force) => {
                let path = format!("{path}.force");
                not_on(force.on.as_ref(), &path)?;
                let point = match &force.at {
                    Some(at) => check::vector::<D>(format!("{path}.at"), at)? - shape.centre,
                    None => Vector::zeros(),
                };
                let direction = check::direction(format!("{path}.direction"), &force.direction)?;
                let value = function(&force.value, &format!("{path}.value"))?;
                (LoadKind::Force { direction, point }, value)
            }
            format::Load::Torque(torque) => {
                let path = format!("{path}.torque");
                let axis = torque_axis::<D>(torque, &path)?;
                (LoadKind::Torque { axis }, function(&torque.value, &format!("{path}.value"))?)
            }
            format::Load::Pressure(pressure) => {
                let path = format!("{path}.pressure");
                not_on(pressure.on.as_ref(), &path)?;
                if pressure.face.is_empty() {
                    return Err(Fault::new(path, "the key `face` is missing here"));
                }
                let kind = face(shape, &pressure.face, &format!("{path}.face"))?;
                (kind, function(&pressure.value, &format!("{path}.value"))?)
            }
        };
        loads.push(Load { kind, function: value });
    }
    Ok(loads)
}

fn torque_axis<const D: usize>(torque: &format::TorqueLoad, path: &str) -> Result<[f64; 3], Fault> {
    match (D, &torque.axis) {
        (2, None) => Ok([1.0, 0.0, 0.0]),
        (2, Some(_)) => {
            let message = "a torque in the plane has no axis";
            Err(Fault::new(format!("{path}.axis"), message))
        }
        (_, Some(axis)) => {
            let unit: Vector<3> = check::direction(format!("{path}.axis"), axis)?;
            Ok([unit[0], unit[1], unit[2]])
        }
        (_, None) => Err(Fault::new(path, "a torque in space needs its `axis`")),
    }
}

/// The face of a shape with a given outward normal.
fn face<const D: usize>(
    shape: &Centred<D>,
    given: &[f64],
    path: &str,
) -> Result<LoadKind<D>, Fault> {
    let direction = check::direction::<D>(path, given)?;
    let [(Shape::Convex(convex), None)] = &shape.parts[..] else {
        let message = "a pressure needs a flat face: a box, a polygon or a polyhedron";
        return Err(Fault::new(path, message));
    };
    let along = |f: &crate::shapes::Face<D>| f.normal.dot(&direction);
    let best = convex.faces().iter().max_by(|a, b| along(a).total_cmp(&along(b)));
    match best.filter(|f| (f.normal - direction).norm() < 1e-4) {
        Some(face) => {
            let (area, centre) = area_and_centre(convex, &face.vertices);
            Ok(LoadKind::Pressure { normal: face.normal, centre, area })
        }
        None => {
            let nearest = best.map_or(String::new(), |f| {
                format!("the nearest face has the normal {:?}", f.normal.as_slice())
            });
            Err(Fault::new(path, "no face of the shape has this outward normal").help(nearest))
        }
    }
}

/// Area (length in the plane) and centre of a face.
fn area_and_centre<const D: usize>(convex: &Convex<D>, ring: &[usize]) -> (f64, Vector<D>) {
    let corner = |k: usize| convex.vertices()[ring[k]];
    if D == 2 {
        return ((corner(1) - corner(0)).norm(), (corner(0) + corner(1)) * 0.5);
    }
    let (mut area, mut first) = (0.0, Vector::<D>::zeros());
    for k in 1..ring.len() - 1 {
        let m = moment(&(corner(k) - corner(0)), &(corner(k + 1) - corner(0)));
        let triangle = 0.5 * m.iter().map(|x| x * x).sum::<f64>().sqrt();
        area += triangle;
        first += (corner(0) + corner(k) + corner(k + 1)) * (triangle / 3.0);
    }
    (area, first / area)
}
