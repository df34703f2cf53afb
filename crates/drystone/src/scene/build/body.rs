//! One body: mass, pose, velocity.

use super::centred::Centred;
use super::loads::{drives, loads};
use super::rotation::rotation;
use crate::bodies::{Damping, Rigid};
use crate::scene::check;
use crate::scene::error::Fault;
use crate::scene::format::{Body, Material, Shape};
use crate::space::{Inertia, Pose, Vector, spins};
use nalgebra::Vector3;

/// A body ready for the world.
pub struct Built<const D: usize> {
    /// The engine's body.
    pub rigid: Rigid<D>,
    /// Where it is.
    pub pose: Pose<D>,
    /// Its velocity, translations first.
    pub velocity: Vec<f64>,
}

/// Builds the body at a key; its shape is made already.
pub fn build<const D: usize>(
    body: &Body,
    shape: &Centred<D>,
    name: &str,
    material: &Material,
    path: &str,
) -> Result<Built<D>, Fault> {
    let key = |name: &str| format!("{path}.{name}");
    let at = pose(body, &shape.centre, path)?;
    let velocity = velocity::<D>(body, path)?;
    let fixed = body.fixed.unwrap_or(false);
    if fixed && velocity.iter().any(|v| *v != 0.0) {
        return Err(Fault::new(key("velocity"), "a fixed body has no velocity"));
    }
    if !body.absorbing.is_empty() {
        let message = "waves leave bodies that deform, and this one is rigid";
        return Err(Fault::new(key("absorbing"), message));
    }
    let drives = drives::<D>(body, fixed, path)?;
    if matches!(body.shape, Shape::Terrain(_)) && !fixed && drives.len() < D + spins(D) {
        let message = "a terrain has no mass: contacts cannot move it";
        let place = if body.mass.is_some() { key("mass") } else { key("fixed") };
        let help = "leave it fixed, with `drives` to move it".to_string();
        return Err(Fault::new(place, message).help(help));
    }
    let mut rigid = if fixed && drives.is_empty() {
        Rigid::fixed(name)
    } else {
        let (mass, inertia) = mass(body, material, shape, drives.len() == D + spins(D), path)?;
        Rigid::new(name, mass, inertia).map_err(|message| Fault::new(path, message))?
    };
    rigid.volume = shape.properties.as_ref().map_or(0.0, |properties| properties.volume);
    rigid.drives = drives;
    rigid.loads = loads::<D>(body, shape, path)?;
    rigid.damping = Damping {
        linear: check::not_negative(key("damping.linear"), body.damping.linear)?,
        angular: check::not_negative(key("damping.angular"), body.damping.angular)?,
    };
    Ok(Built { rigid, pose: at, velocity })
}

/// Where a body is, whose centre of mass is so far from the origin of its shape.
pub fn pose<const D: usize>(body: &Body, centre: &Vector<D>, path: &str) -> Result<Pose<D>, Fault> {
    let mut at = Pose {
        position: check::vector_or_zero(format!("{path}.position"), body.position.as_ref())?,
        rotation: rotation::<D>(body.angle_degrees, body.rotation.as_ref(), path)?,
    };
    at.position += at.rotation * centre;
    Ok(at)
}

/// Its velocity: translations, then rotations.
pub fn velocity<const D: usize>(body: &Body, path: &str) -> Result<Vec<f64>, Fault> {
    let linear = check::vector_or_zero::<D>(format!("{path}.velocity"), body.velocity.as_ref())?;
    let mut all = linear.as_slice().to_vec();
    match &body.angular_velocity {
        None => all.extend(std::iter::repeat_n(0.0, spins(D))),
        Some(spin) => {
            all.extend(spin_components::<D>(spin.values(), &format!("{path}.angular_velocity"))?)
        }
    }
    Ok(all)
}

fn spin_components<'a, const D: usize>(values: &'a [f64], path: &str) -> Result<&'a [f64], Fault> {
    let (expected, found) = (spins(D), values.len());
    if found == expected {
        return Ok(values);
    }
    let word = if expected == 1 { "one number" } else { "three numbers" };
    Err(Fault::new(path, format!("expected {word} because dimension = {D}, found {found}")))
}

/// Mass and inertia from what the body says, else from the density.
fn mass<const D: usize>(
    body: &Body,
    material: &Material,
    shape: &Centred<D>,
    fully_driven: bool,
    path: &str,
) -> Result<(f64, Inertia), Fault> {
    let key = |name: &str| format!("{path}.{name}");
    let mass = match (body.mass, material.density, &shape.properties) {
        (Some(mass), ..) => check::positive(key("mass"), mass)?,
        (None, Some(density), Some(properties)) => density * properties.volume,
        // Its mass plays no role: every degree of freedom is imposed.
        (None, ..) if fully_driven => 1.0,
        (None, None, Some(_)) => {
            let message = "the density of this body's material is missing";
            let help = "give the material a `density`, or the body a `mass`, or `fixed = true`";
            return Err(Fault::new(key("material"), message).help(help.to_string()));
        }
        (None, _, None) => {
            let message = format!("a {} has no volume, hence no mass", body.shape.key());
            let help = "set `fixed = true`, or give `mass` and `inertia`".to_string();
            return Err(Fault::new(key("shape"), message).help(help));
        }
    };
    let inertia = match (&body.inertia, &shape.properties) {
        (Some(given), _) => {
            let moments = spin_components::<D>(given.values(), &key("inertia"))?;
            for moment in moments {
                check::positive(key("inertia"), *moment)?;
            }
            let entry = |i: usize| moments.get(i).copied().unwrap_or(1.0);
            Inertia::from_diagonal(&Vector3::new(entry(0), entry(1), entry(2)))
        }
        (None, Some(properties)) => {
            let mut inertia = properties.inertia * (mass / properties.volume);
            if D == 2 {
                inertia = Inertia::from_diagonal(&Vector3::new(inertia[(0, 0)], 1.0, 1.0));
            }
            inertia
        }
        (None, None) if fully_driven => Inertia::identity(),
        (None, None) => {
            let message = format!("a {} has no volume: give its `inertia`", body.shape.key());
            return Err(Fault::new(key("mass"), message));
        }
    };
    Ok((mass, inertia))
}
