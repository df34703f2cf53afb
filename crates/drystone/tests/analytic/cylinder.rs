//! Solid cylinders: rolling, tipping, standing, spinning on a rim.

use crate::common::*;
use drystone::shapes::{Cylinder, Drum, Shape};
use drystone::space::{Matrix, Pose, Vector};
use drystone::world::World;
use std::f64::consts::{PI, TAU};

type V3 = Vector<3>;

fn cylinder(radius: f64, length: f64, axis: V3) -> Shape<3> {
    Shape::Cylinder(Cylinder::new(radius, length, axis).expect("a cylinder"))
}

fn turned(axis: V3) -> Matrix<3> {
    Matrix::from(nalgebra::Rotation3::new(axis))
}

/// How far a roll comes down a slope of 20° in a second, over the exact way g sin a t² / 3.
fn rolled(time_step: f64) -> f64 {
    let angle = 20_f64.to_radians();
    let mut world = world::<3>(time_step, dry(0.6));
    let (plane, normal, downhill) = slope::<3>(angle);
    add_fixed(&mut world, plane, Pose::identity());
    let radius = 0.1;
    let start = normal * radius;
    let at = Pose { position: start, ..Pose::identity() };
    let body = add(&mut world, cylinder(radius, 0.5, V3::y()), at, &[]);
    run(&mut world, 1.0, |world, report| {
        assert_eq!((report.sticking, report.sliding), (2, 0), "at {}", report.time);
        let height = (position(world, body) - start).dot(&normal);
        assert!(height.abs() < 1e-9, "height {height:e} at {}", report.time);
    });
    let way = (position(&world, body) - start).dot(&downhill);
    let spin = world.bodies.velocity(body)[4];
    let speed = velocity(&world, body).dot(&downhill);
    assert!((spin * radius - speed).abs() < 1e-9 * speed, "not rolling: {spin} {speed}");
    way / (G * angle.sin() * world.time * world.time / 3.0)
}

/// A constant acceleration is integrated exactly: what is left is the solver's tolerance.
#[test]
fn rolls_down_a_slope_with_two_thirds_of_the_slide() {
    for time_step in [1e-2, 1e-3] {
        let share = rolled(time_step);
        assert!((share - 1.0).abs() < 1e-8, "{share} with steps of {time_step}");
    }
}

/// Tilt of the axis from the slope's normal after a while, and the way downhill, of a standing
/// cylinder turned about its axis.
fn stands(size: [f64; 2], slope_tangent: f64, friction: f64, turn: f64, until: f64) -> [f64; 2] {
    let [radius, length] = size;
    let angle = slope_tangent.atan();
    let mut world = world::<3>(1e-3, dry(friction));
    let (plane, normal, downhill) = slope::<3>(angle);
    add_fixed(&mut world, plane, Pose::identity());
    let rotation = pose_at::<3>(V3::zeros(), angle).rotation * turned(V3::z() * turn);
    let start = normal * (0.5 * length);
    let at = Pose { position: start, rotation };
    let body = add(&mut world, cylinder(radius, length, V3::z()), at, &[]);
    run(&mut world, until, |_, _| {});
    let axis = world.bodies.pose(body).direction(&V3::z());
    [axis.cross(&normal).norm(), (position(&world, body) - start).dot(&downhill)]
}

/// A tall one tips as soon as its weight passes the rim, tan a = R / (L / 2), whichever way its
/// eight marks are turned.
#[test]
fn tips_when_its_weight_passes_the_rim() {
    let size = [0.25, 1.0];
    for turn in [0.0, 0.1, PI / 8.0] {
        let [tilt, way] = stands(size, 0.99 * 0.5, 1.0, turn, 2.0);
        assert!(tilt < 1e-3 && way.abs() < 1e-3, "turned {turn}: {tilt:e} {way:e}");
        let [tilt, _] = stands(size, 1.01 * 0.5, 1.0, turn, 2.0);
        assert!(tilt > 0.3, "turned {turn}: {tilt:e}");
    }
}

#[test]
fn slides_when_friction_is_too_low() {
    let (size, friction) = ([0.5, 0.5], 0.4);
    let [tilt, way] = stands(size, 0.99 * friction, friction, 0.1, 2.0);
    assert!(tilt < 1e-9 && way.abs() < 1e-9, "{tilt:e} {way:e}");
    let [tilt, way] = stands(size, 1.01 * friction, friction, 0.1, 2.0);
    let angle = (1.01 * friction).atan();
    let exact = 0.5 * G * (angle.sin() - friction * angle.cos()) * 4.0;
    assert!(tilt < 1e-6 && (way / exact - 1.0).abs() < 1e-3, "{tilt:e} {way} {exact}");
}

#[test]
fn a_column_of_five_drums_stands() {
    let mut world = world::<3>(1e-3, dry(0.5));
    add_fixed(&mut world, slope::<3>(0.0).0, Pose::identity());
    let (radius, length, count) = (0.5, 0.8, 5);
    for i in 0..count {
        let position = V3::z() * (length * (0.5 + f64::from(i)));
        let rotation = turned(V3::z() * (0.3 * f64::from(i)));
        let at = Pose { position, rotation };
        add(&mut world, cylinder(radius, length, V3::z()), at, &[]);
    }
    run(&mut world, 10.0, |_, report| {
        assert_eq!(report.solver.status.name(), "converged", "at {}", report.time);
    });
    let mut worst = 0.0_f64;
    for i in 0..count {
        let start = V3::z() * (length * (0.5 + f64::from(i)));
        worst = worst.max((position(&world, i as usize + 1) - start).norm());
    }
    assert!(worst < 1e-6, "drift {worst:e}");
}

/// Kinetic and potential energy of a body.
fn energy(world: &World<3>, body: usize) -> f64 {
    let rigid = &world.bodies.list[body];
    let v = world.bodies.velocity(body);
    let pose = world.bodies.pose(body);
    let spin = pose.local_direction(&V3::new(v[3], v[4], v[5]));
    let kinetic = 0.5 * rigid.mass() * velocity(world, body).norm_squared()
        + 0.5 * spin.dot(&(rigid.inertia() * spin));
    kinetic + rigid.mass() * G * pose.position.z
}

/// How deep a coin that rolls on its rim has sunk after a second.
fn rolling_coin(time_step: f64) -> f64 {
    let (radius, thickness, tilt) = (0.2, 0.01, 0.4_f64);
    let mut world = world::<3>(time_step, dry(0.8));
    add_fixed(&mut world, slope::<3>(0.0).0, Pose::identity());
    // The axis of the coin is y, lifted by the tilt; it rolls along x.
    let rotation = turned(V3::x() * tilt);
    let low = radius * tilt.cos() + 0.5 * thickness * tilt.sin();
    let spin = rotation * V3::y() * 12.0;
    let speed = -spin.cross(&V3::new(0.0, 0.0, -low));
    let at = Pose { position: V3::z() * low, rotation };
    let initial = [speed.x, speed.y, speed.z, spin.x, spin.y, spin.z];
    let body = add(&mut world, cylinder(radius, thickness, V3::y()), at, &initial);
    let start = energy(&world, body);
    let (mut least, mut deepest) = (start, 0.0_f64);
    run(&mut world, 1.0, |world, report| {
        assert!(world.bodies.q.iter().all(|x| x.is_finite()), "at {}", report.time);
        assert!(report.contacts > 0, "contact lost at {}", report.time);
        deepest = world.contacts.iter().map(|c| c.gap).fold(deepest, f64::min);
        let now = energy(world, body);
        assert!(now < least + 2e-3 * start, "energy {now} after {least} at {}", report.time);
        least = least.min(now);
        // It goes in a circle without falling over.
        let lift = world.bodies.pose(body).direction(&V3::y()).z;
        assert!((0.3..0.6).contains(&lift), "{lift} at {}", report.time);
    });
    assert!(least > 0.98 * start, "{least} {start}");
    -deepest
}

/// The contact is kept at the level of velocities, with the turning of its frame: a point that runs
/// along the rim sinks by an amount of second order, far less than positions are brought back for.
#[test]
fn a_coin_rolls_on_its_rim() {
    let [coarse, fine] = [5e-4, 2.5e-4].map(rolling_coin);
    assert!(coarse < 1e-7 && (3.2..4.8).contains(&(coarse / fine)), "{coarse:e} {fine:e}");
}

/// In a drum a roller swings with ω² = 2 g / (3 (R - r)).
#[test]
fn a_roller_in_a_drum_is_a_slower_pendulum() {
    let (radius, r, angle) = (1.0, 0.2, 0.05_f64);
    let length = radius - r;
    let mut world = world::<3>(1e-3, dry(0.5));
    let position_at = V3::new(length * angle.sin(), 0.0, -length * angle.cos());
    let at = Pose { position: position_at, ..Pose::identity() };
    let body = add(&mut world, cylinder(r, 0.5, V3::y()), at, &[]);
    let drum = Shape::Drum(Drum::new(radius, V3::y(), None).expect("a drum"));
    add_fixed(&mut world, drum, Pose::identity());
    let period = TAU * (1.5 * length / G).sqrt();
    // The middle is passed after a quarter and after three.
    let mut farthest = 0.0_f64;
    let mut passed = vec![];
    let mut last = position(&world, body).x;
    run(&mut world, 2.0 * period, |world, report| {
        let x = position(world, body).x;
        if x * last < 0.0 {
            let h = world.scheme.time_step;
            passed.push(report.time - h * x / (x - last));
        }
        last = x;
        farthest = farthest.max(position(world, body).norm() / length - 1.0);
    });
    assert_eq!(passed.len(), 4, "{passed:?}");
    let found = 2.0 * (passed[3] - passed[0]) / 3.0;
    assert!((found / period - 1.0).abs() < 0.01, "{found} instead of {period}");
    assert!((velocity(&world, body).y).abs() < 1e-9);
    assert!(farthest < 1e-4, "{farthest:e}");
}
