//! Space that repeats, and what cannot live in it.

use crate::detection::Periodic;
use crate::scene::error::Fault;
use crate::scene::format::Description;
use crate::shapes::Shape;
use crate::space::Vector;
use crate::world::World;

const AXES: [&str; 3] = ["x", "y", "z"];

/// The cell of a scene.
pub fn cell<const D: usize>(scene: &Description) -> Result<Periodic<D>, Fault> {
    let mut cell = Periodic::default();
    let Some(given) = &scene.periodic else { return Ok(cell) };
    for (axis, range) in [&given.x, &given.y, &given.z].into_iter().enumerate() {
        let Some([from, to]) = *range else { continue };
        let path = format!("periodic.{}", AXES[axis]);
        if axis >= D {
            let message = format!("there is no axis {} in dimension {D}", AXES[axis]);
            return Err(Fault::new(path, message));
        }
        if from >= to {
            let message = format!("the cell must end after it begins, found [{from}, {to}]");
            return Err(Fault::new(path, message));
        }
        cell.repeat(axis, from, to);
    }
    Ok(cell)
}

/// Checks that every body fits the cell of its world. `paths` are the keys of the bodies.
pub fn check<const D: usize>(world: &World<D>, paths: &[&str]) -> Result<(), Fault> {
    for axis in (0..D).filter(|&k| world.periodic.repeats(k)) {
        let period = world.periodic.period(axis);
        for collider in &world.colliders {
            let fault = |message: String, help: &str| {
                Err(Fault::new(format!("{}.shape", paths[collider.body]), message)
                    .help(help.to_string()))
            };
            let (name, body) = (AXES[axis], world.bodies.pose(collider.body));
            let pose = collider.pose(&body);
            let along = |v: Vector<D>| v[axis].abs();
            match &*collider.shape {
                Shape::HalfSpace(half) if along(pose.direction(half.normal())) > 1e-12 => {
                    let message = format!("a wall across {name}, along which space repeats");
                    return fault(message, "its normal must be square to periodic axes");
                }
                Shape::Drum(drum)
                    if D == 2
                        || drum.half_length().is_some()
                        || 1.0 - along(pose.direction(drum.axis())) > 1e-12 =>
                {
                    let message = format!("this drum ends along {name}, along which space repeats");
                    return fault(message, "only an endless drum along a periodic axis can repeat");
                }
                Shape::HalfSpace(_) | Shape::Drum(_) => continue,
                shape => {
                    let offset = collider.offset.map_or(0.0, |at| at.position.norm());
                    let radius = shape.bounding_radius().unwrap_or(0.0);
                    let bounds = shape.bounds(&pose);
                    let width = if world.bodies.list[collider.body].mobile() {
                        2.0 * (offset + radius)
                    } else {
                        bounds.max[axis] - bounds.min[axis]
                    };
                    if matches!(shape, Shape::Terrain(_)) && width >= period * (1.0 - 1e-9) {
                        let message = format!(
                            "a terrain {width} m wide meets its own image along {name}, along \
                             which space repeats every {period} m: bodies would catch there"
                        );
                        let help = "let it end before the period does; a floor without ends is a \
                                    half_space";
                        return fault(message, help);
                    }
                    if width > period * (1.0 + 1e-9) {
                        let message = format!(
                            "a body up to {width} m wide does not fit a period of {period} m \
                             along {name}"
                        );
                        return fault(message, "a floor or a wall without ends is a half_space");
                    }
                }
            }
        }
    }
    Ok(())
}
