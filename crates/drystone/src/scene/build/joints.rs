//! Joints of a world.

use super::function::function;
use crate::bodies::Rigid;
use crate::joints::{
    Coordinate, Joint, JointKind, JointState, Motor, embed, held_twice, misfit, redundancy,
};
use crate::scene::check;
use crate::scene::error::Fault;
use crate::scene::format::{self, JointMotor};
use crate::space::{Matrix, Pose, Vector};
use crate::world::World;
use nalgebra::Vector3;
use std::collections::HashMap;

/// The name of what joints with one body hold on to.
const GROUND: &str = "ground";

/// Adds the joints of a scene.
pub fn add<const D: usize>(world: &mut World<D>, joints: &[format::Joint]) -> Result<(), Fault> {
    let names: HashMap<String, usize> =
        world.bodies.list.iter().enumerate().map(|(i, body)| (body.name.clone(), i)).collect();
    let mut ground = None;
    for (i, given) in joints.iter().enumerate() {
        let path = format!("joints.{i}");
        let joint = joint(world, given, i, &names, &mut ground).map_err(|e| e.below(&path))?;
        if world.joints.iter().any(|known| known.name == joint.name) {
            let message = format!("another joint is called `{}`", joint.name);
            return Err(Fault::new("name", message).below(&path));
        }
        world.joints.push(joint);
    }
    Ok(())
}

/// Most joints that a message names.
const NAMED: usize = 4;

/// Brings the bodies to where the joints hold, where they do not; a warning that they were.
pub fn fit<const D: usize>(world: &mut World<D>) -> Result<Option<String>, Fault> {
    let Some(misfit) = misfit(&world.joints, &world.bodies) else { return Ok(None) };
    let listed = |wrong: &[(usize, f64)]| {
        let one = |(j, error): &(usize, f64)| format!("`{}` by {error:.3}", world.joints[*j].name);
        let mut words: Vec<String> = wrong.iter().take(NAMED).map(one).collect();
        if wrong.len() > NAMED {
            words.push(format!("and {} more", wrong.len() - NAMED));
        }
        words.join(", ")
    };
    if let Some((worst, _)) = misfit.after.first() {
        let message = format!(
            "the joints contradict each other: however the bodies are moved, some do not hold \
             (off by m or rad: {})",
            listed(&misfit.after)
        );
        return Err(Fault::new(format!("joints.{worst}"), message));
    }
    if misfit.before.is_empty() {
        return Ok(None);
    }
    let words = listed(&misfit.before);
    world.bodies.q = misfit.q;
    Ok(Some(format!(
        "joints do not hold where the scene has the bodies (off by m or rad: {words}): they begin \
         where the joints hold"
    )))
}

/// Warnings where joints hold the same direction more than once, or what contacts hold too.
pub fn warnings<const D: usize>(world: &World<D>) -> Vec<String> {
    redundant(world).into_iter().chain(supported(world)).collect()
}

fn redundant<const D: usize>(world: &World<D>) -> Option<String> {
    let twice = redundancy(&world.joints, &world.bodies).filter(|twice| *twice > 0)?;
    let what = if twice == 1 { "direction" } else { "directions" };
    Some(format!(
        "the joints hold {twice} {what} more than once: motions are the same, but how they share \
         their forces is not unique"
    ))
}

/// Bodies that joints hold against what they touch.
fn supported<const D: usize>(world: &World<D>) -> Option<String> {
    if world.joints.is_empty() {
        return None;
    }
    let mut contacts = world.contacts_now();
    contacts.retain(|contact| contact.gap <= world.scheme.touch());
    let twice = held_twice(&world.joints, &world.bodies, &contacts)?;
    let first = &contacts[*twice.first()?];
    let [a, b] = first.bodies.map(|body| &world.bodies.list[body].name);
    let (count, points) = (twice.len(), if twice.len() == 1 { "point" } else { "points" });
    Some(format!(
        "joints hold {count} {points} of contact by themselves (`{a}` on `{b}`): motions are the same, but how \
         joint and contact share the force, and with it friction, is not unique"
    ))
}

fn joint<const D: usize>(
    world: &mut World<D>,
    given: &format::Joint,
    index: usize,
    names: &HashMap<String, usize>,
    ground: &mut Option<usize>,
) -> Result<Joint, Fault> {
    let mut bodies = vec![];
    for (k, name) in given.bodies.iter().enumerate() {
        let known = || names.keys().map(String::as_str);
        let found = names.get(name);
        let path = format!("bodies.{k}");
        let found = *found.ok_or_else(|| Fault::unknown(&path, "body", name, known()))?;
        if world.bodies.deformable(found).is_some() {
            let help = "hold its nodes by `drives`, or bond it to a rigid body that is joined";
            let message = format!("`{name}` deforms: joints are between rigid bodies");
            return Err(Fault::new(path, message).help(help.to_string()));
        }
        bodies.push(found);
    }
    let bodies = match bodies[..] {
        [one] => {
            // A fixed body that nothing touches.
            let name = if names.contains_key(GROUND) { "ground of joints" } else { GROUND };
            let add = || world.bodies.add(Rigid::fixed(name), &Pose::identity(), &[]);
            [one, *ground.get_or_insert_with(add)]
        }
        [one, two] if one != two => [one, two],
        [_, _] => return Err(Fault::new("bodies", "a body cannot be joined to itself")),
        _ => {
            let message = format!("a joint has one or two bodies, found {}", bodies.len());
            return Err(Fault::new("bodies", message));
        }
    };
    if bodies.iter().all(|body| !world.bodies.list[*body].movable()) {
        return Err(Fault::new("bodies", "neither of these bodies can be moved by a joint"));
    }
    let law = given.kind.law();
    let inside = |e: crate::laws::Wrong| {
        Fault::new(format!("kind.{}.{}", given.kind.name(), e.key), e.message)
    };
    law.check().map_err(inside)?;
    let points = points::<D>(given)?;
    let rotation = axes::<D>(given)?;
    let frame = |side: usize| {
        let body = embed(&world.bodies.pose(bodies[side]));
        let rotation = body.rotation.transpose() * rotation;
        Pose { position: body.local_point(&points[side]), rotation }
    };
    let mut kind = given.kind.clone();
    let distance = (points[0] - points[1]).norm();
    if let JointKind::Rod(crate::joints::Rod { length, .. })
    | JointKind::Rope(crate::joints::Rope { length })
    | JointKind::Spring(crate::joints::Spring { length, .. }) = &mut kind
    {
        let needs_direction = matches!(given.kind, JointKind::Rod(_) | JointKind::Spring(_));
        if needs_direction && distance == 0.0 {
            let name = given.kind.name();
            let message = format!("the two points of a {name} must not coincide");
            return Err(Fault::new("points", message));
        }
        length.get_or_insert(distance);
    }
    Ok(Joint {
        name: given.name.clone().unwrap_or_else(|| format!("joint-{}", index + 1)),
        bodies,
        frames: [frame(0), frame(1)],
        kind,
        coordinate: coordinate(given)?,
        contact: given.contact,
        state: JointState::default(),
    })
}

/// The points of the joint on the two bodies, in space.
fn points<const D: usize>(given: &format::Joint) -> Result<[Vector3<f64>; 2], Fault> {
    let name = given.kind.name();
    let in_space = |point: Vector<D>| {
        let mut out = Vector3::zeros();
        out.rows_mut(0, D).copy_from(&point);
        out
    };
    let two = given.kind.law().has_two_points();
    match (&given.at, &given.points) {
        (None, Some([one, other])) if two => Ok([
            in_space(check::vector::<D>("points.0", one)?),
            in_space(check::vector::<D>("points.1", other)?),
        ]),
        (Some(at), None) if !two => Ok([in_space(check::vector::<D>("at", at)?); 2]),
        (None, None) if matches!(given.kind, JointKind::Gear(_)) => Ok([Vector3::zeros(); 2]),
        (Some(_), _) if two => {
            Err(Fault::new("at", format!("a {name} has two `points`, one on each body")))
        }
        (_, Some(_)) if !two => Err(Fault::new("points", format!("a {name} is `at` one point"))),
        _ if two => Err(Fault::new("kind", format!("a {name} needs `points = [[…], […]]`"))),
        _ => Err(Fault::new("kind", format!("a {name} needs a point, `at = […]`"))),
    }
}

/// The joint's directions, its axis the third.
fn axes<const D: usize>(given: &format::Joint) -> Result<Matrix<3>, Fault> {
    let [in_space, in_plane] = given.kind.law().has_axis();
    let needed = if D == 2 { in_plane } else { in_space };
    let axis = match &given.axis {
        Some(axis) if needed => {
            let mut out = Vector3::zeros();
            out.rows_mut(0, D).copy_from(&check::direction::<D>("axis", axis)?);
            out
        }
        Some(_) => {
            let name = given.kind.name();
            return Err(Fault::new("axis", format!("a {name} has no axis here")));
        }
        None if needed => {
            let name = given.kind.name();
            return Err(Fault::new("kind", format!("a {name} needs an `axis`")));
        }
        None => Vector3::z(),
    };
    let across = if axis.x.abs() < 0.9 { Vector3::x() } else { Vector3::y() };
    let second = axis.cross(&across).normalize();
    Ok(Matrix::<3>::from_columns(&[second.cross(&axis), second, axis]))
}

fn coordinate(given: &format::Joint) -> Result<Coordinate, Fault> {
    let free = matches!(given.kind, JointKind::Hinge(_) | JointKind::Slider(_));
    let numbers = [
        ("friction", given.friction),
        ("friction_coefficient", given.friction_coefficient),
        ("stiffness", given.stiffness),
        ("damping", given.damping),
    ];
    for (key, value) in numbers {
        check::not_negative(key, value)?;
    }
    let used = numbers.iter().find(|(_, value)| *value != 0.0).map(|(key, _)| *key);
    let used = used.or(given.motor.is_some().then_some("motor"));
    if let Some(key) = used.or(given.limits.is_some().then_some("limits")).filter(|_| !free) {
        let message = format!("`{key}` is for hinges and sliders");
        return Err(Fault::new(key, message));
    }
    if given.motor.is_some() && given.limits.is_some() {
        let message = "a joint has a motor, which says where it goes, or `limits`, not both";
        return Err(Fault::new("limits", message));
    }
    if let Some([least, most]) = given.limits
        && least >= most
    {
        let message =
            format!("the first limit must be less than the second, found [{least}, {most}]");
        return Err(Fault::new("limits", message));
    }
    if let Some([least, most]) = given.limits
        && (least > 0.0 || most < 0.0)
    {
        let message =
            format!("the limits must have the beginning, 0, between them, found [{least}, {most}]");
        return Err(Fault::new("limits", message));
    }
    let motor = match &given.motor {
        None => None,
        Some(JointMotor::Displacement(f)) => {
            Some(Motor::Displacement(function(f, "motor.displacement")?))
        }
        Some(JointMotor::Velocity(f)) => Some(Motor::Velocity(function(f, "motor.velocity")?)),
    };
    Ok(Coordinate {
        motor,
        limits: given.limits,
        friction: given.friction,
        friction_coefficient: given.friction_coefficient,
        spring: [given.stiffness, given.damping],
    })
}
