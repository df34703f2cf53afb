//! Fast bodies: whatever the time step, nothing passes through anything.

use crate::common::*;
use drystone::shapes::{Ball, Convex, Shape, Terrain};
use drystone::space::{Pose, Vector};
use drystone::step::Stepper;

/// Balls and cubes shot at a plate of 1 mm, many plate thicknesses in a step, with next to no
/// alert distance.
fn shots<const D: usize>() {
    let mut random = Random(3);
    for k in 0..200 {
        let mut world = world::<D>(1e-2, dry(0.3));
        world.gravity = Vector::zeros();
        world.scheme.alert_distance = 1e-6;
        world.scheme.theta = if k % 2 == 0 { 0.5 } else { 1.0 };
        let mut half = Vector::<D>::repeat(200.0);
        half[0] = 5e-4;
        let plate = Shape::Convex(Convex::cuboid(half).unwrap());
        let plate = add_fixed(&mut world, plate, Pose::identity());
        let cube = Convex::cuboid(Vector::<D>::repeat(0.01)).unwrap();
        let ball = Shape::Ball(Ball::new(0.01).unwrap());
        let shape = if k % 3 == 0 { ball } else { Shape::Convex(cube) };
        let speed = random.magnitude(0.0, 2.5);
        let mut velocity = vec![0.0; if D == 2 { 3 } else { 6 }];
        velocity[0] = speed;
        velocity[1] = random.range(-0.5, 0.5) * speed;
        velocity[D] = random.range(-30.0, 30.0);
        let mut at = Pose::identity();
        // Farther than the first test configuration reaches.
        at.position[0] = -0.03 - speed * 1e-2 * random.range(0.5, 3.0);
        let bullet = add(&mut world, shape, at, &velocity);
        let mut stepper = Stepper::new(&mut world);
        for _ in 0..12 {
            stepper.step(&mut world);
            let x = world.bodies.pose(bullet).position[0];
            assert!(x < 0.0, "shot {k} at {speed} m/s passed the plate {plate}: {x}");
        }
        assert!(world.bodies.velocity(bullet)[0] < 0.9 * speed, "shot {k} missed");
    }
}

/// The same shots with restitution, where a contact must be seen to act: the speed along the
/// normal of a ball without friction comes back multiplied.
fn rebounds<const D: usize>() {
    let mut random = Random(4);
    for k in 0..200 {
        let restitution = 0.6;
        let mut world = world::<D>(1e-2, bouncing(0.0, restitution, 0.0));
        world.gravity = Vector::zeros();
        world.scheme.alert_distance = 1e-6;
        world.scheme.theta = [0.5, 0.6, 1.0][k % 3];
        world.scheme.time_of_impact = true;
        let mut half = Vector::<D>::repeat(200.0);
        half[0] = 5e-4;
        add_fixed(&mut world, Shape::Convex(Convex::cuboid(half).unwrap()), Pose::identity());
        let speed = random.magnitude(0.0, 2.5);
        let mut velocity = vec![0.0; if D == 2 { 3 } else { 6 }];
        velocity[0] = speed;
        velocity[1] = random.range(-0.5, 0.5) * speed;
        velocity[D] = random.range(-30.0, 30.0);
        let mut at = Pose::identity();
        at.position[0] = -0.011 - speed * 1e-2 * random.range(0.0, 3.0);
        let ball = Shape::Ball(Ball::new(0.01).unwrap());
        let bullet = add(&mut world, ball, at, &velocity);
        let mut stepper = Stepper::new(&mut world);
        let mut parts = 0;
        for _ in 0..6 {
            parts += stepper.step(&mut world).parts;
        }
        let v = world.bodies.velocity(bullet);
        assert!((v[0] + restitution * speed).abs() < 1e-9 * speed, "shot {k}: {} {}", v[0], speed);
        assert!((v[1] - velocity[1]).abs() < 1e-9 * speed);
        assert!((6..24).contains(&parts), "{parts} parts");
        // Six steps in all, the bounce at its exact time but for the depth it needs to be seen.
        let flight = 0.06 - (-0.0105 - at.position[0]) / speed;
        let back = -0.0105 - restitution * speed * flight;
        let x = world.bodies.pose(bullet).position[0];
        assert!((x - back).abs() < 0.011, "shot {k}: {x} for {back}");
    }
}

#[test]
fn no_shot_passes_where_it_rebounds() {
    rebounds::<2>();
    rebounds::<3>();
}

/// A ball shot at a ridge of terrain, 2 cm thin, a hundred times that in a step: its speed comes
/// back multiplied.
fn ridge<const D: usize>() {
    for speed in [30.0_f64, 200.0, 500.0] {
        let mut world = world::<D>(1e-2, bouncing(0.0, 0.8, 0.0));
        world.gravity = Vector::zeros();
        world.scheme.time_of_impact = true;
        let profile = [[-9.0, 0.0], [0.0, 0.0], [0.0, 3.0], [0.02, 3.0], [0.02, 0.0], [9.0, 0.0]];
        let sides: &[f64] = if D == 2 { &[0.0] } else { &[4.0, -4.0] };
        let vertex = |[x, z]: [f64; 2], y: f64| {
            Vector::<D>::from_fn(|i, _| match i {
                0 => x,
                _ if i == D - 1 => z,
                _ => y,
            })
        };
        let vertices = profile.iter().flat_map(|p| sides.iter().map(|y| vertex(*p, *y)));
        let facets: Vec<[usize; D]> = if D == 2 {
            (0..5).map(|k| std::array::from_fn(|i| k + i)).collect()
        } else {
            let cell = |a: usize| [[a, a + 1, a + 2], [a + 1, a + 3, a + 2]];
            let all = (0..5).flat_map(|k| cell(2 * k));
            all.map(|f| std::array::from_fn(|i| f[i])).collect()
        };
        let ground = Terrain::new(vertices.collect(), &facets).unwrap();
        assert!(ground.facets()[0].normal[D - 1] > 0.0);
        add_fixed(&mut world, Shape::Terrain(ground), Pose::identity());
        let mut at = Pose::identity();
        at.position[0] = -0.05 - 0.0165 * speed.min(300.0);
        at.position[D - 1] = 1.0;
        let ball = Shape::Ball(Ball::new(0.05).unwrap());
        let bullet = add(&mut world, ball, at, &[speed]);
        let mut stepper = Stepper::new(&mut world);
        let parts: usize = (0..3).map(|_| stepper.step(&mut world).parts).sum();
        let (v, x) = (world.bodies.velocity(bullet)[0], world.bodies.pose(bullet).position[0]);
        assert!((v + 0.8 * speed).abs() < 1e-9 * speed && x < 0.0, "{v} at {x}, not -0.8 {speed}");
        assert!(parts < 12, "{parts} parts");
    }
}

#[test]
fn no_shot_passes_a_ridge() {
    ridge::<2>();
    ridge::<3>();
}

/// Nothing is cut where nothing collides, and looking for impacts changes nothing then.
#[test]
fn scenes_at_rest_are_not_cut() {
    let run = |time_of_impact: bool| {
        let mut world = world::<2>(1e-3, bouncing(0.3, 0.5, 0.0));
        world.scheme.time_of_impact = time_of_impact;
        let (floor, ..) = slope::<2>(0.0);
        add_fixed(&mut world, floor, Pose::identity());
        for k in 0..4 {
            let mut at = Pose::identity();
            at.position[1] = 0.1 + 0.2 * f64::from(k);
            let speed = if k == 0 { 0.0 } else { 1e-4 };
            add(&mut world, Shape::Ball(Ball::new(0.1).unwrap()), at, &[speed, 0.0, 0.0]);
        }
        let mut stepper = Stepper::new(&mut world);
        assert!((0..300).all(|_| stepper.step(&mut world).parts == 1));
        world.state_hash()
    };
    assert_eq!(run(true), run(false));
}

/// Steps cut at impacts meet them where they are: `time_of_impact` cut nothing but what could pass through
/// something thin, and a ball was sent back half a step early or late.
#[test]
fn a_ball_is_sent_back_when_it_lands() {
    let after = |step: f64, time_of_impact: bool| {
        let mut world = world::<2>(step, bouncing(0.0, 0.8, 0.0));
        world.scheme.time_of_impact = time_of_impact;
        add_fixed(&mut world, slope::<2>(0.0).0, Pose::identity());
        let at = pose_at(axis(1, 1.1), 0.0);
        let ball = add(&mut world, Shape::Ball(Ball::new(0.1).unwrap()), at, &[0.0; 3]);
        run(&mut world, 1.5, |_, _| {});
        position(&world, ball)[1] - 0.1
    };
    // The third flight.
    let mut time = 1.5 - (2.0 / G).sqrt();
    let mut speed = 0.8 * (2.0 * G).sqrt();
    while time > 2.0 * speed / G {
        time -= 2.0 * speed / G;
        speed *= 0.8;
    }
    let exact = speed * time - 0.5 * G * time * time;
    for step in [0.01, 0.005] {
        let [cut, whole] = [true, false].map(|cut| (after(step, cut) - exact).abs());
        assert!(cut < 1e-4, "{step}: {cut}");
        assert!(cut < 0.05 * whole, "{step}: {cut} beside {whole}");
    }
}

#[test]
fn no_shot_passes_a_thin_plate() {
    shots::<2>();
    shots::<3>();
}

/// A ball at rest, hit by a fast one, would be thrown through a wall that was out of reach of
/// both when contacts were first looked for.
#[test]
fn a_body_set_in_motion_within_the_step_is_seen() {
    let mut world = world::<2>(1e-2, dry(0.0));
    world.gravity = Vector::zeros();
    world.scheme.alert_distance = 1e-3;
    let ball = || Shape::Ball(Ball::new(0.1).unwrap());
    let at = |x: f64| Pose { position: Vector::<2>::new(x, 0.0), ..Pose::identity() };
    add(&mut world, ball(), at(-0.201), &[100.0, 0.0, 0.0]);
    let hit = add(&mut world, ball(), at(0.5), &[0.0; 3]);
    // The first test configuration is half a step on: the two overlap there, and the wall is
    // 0.3 m away, more than the ball at rest goes on its own.
    let wall = Shape::Convex(Convex::cuboid(Vector::<2>::new(1e-3, 1.0)).unwrap());
    add_fixed(&mut world, wall, at(0.9));
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..10 {
        stepper.step(&mut world);
        let x = world.bodies.pose(hit).position[0];
        assert!(x < 0.8 + 1e-9, "thrown through the wall: {x}");
    }
}
