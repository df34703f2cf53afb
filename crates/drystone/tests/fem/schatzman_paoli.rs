//! The scheme of Schatzman and Paoli beside that of Moreau and Jean.

use crate::common::*;
use crate::support::{Given, add_soft, element, stuff, wall};
use drystone::bodies::Candidates;
use drystone::fem::material::Elastic;
use drystone::fem::mesh::{Cut, Grid};
use drystone::fem::{Kinematics, Material, Plane};
use drystone::laws::{ContactLaw, Restitution, Unilateral};
use drystone::space::{Pose, Vector};
use drystone::step::Stepper;

fn law(unilateral: Unilateral, e: f64) -> ContactLaw {
    let restitution = Restitution { normal: e, ..Restitution::default() };
    ContactLaw { unilateral, restitution, ..ContactLaw::default() }
}

/// Height above the ground of a ball dropped from rest.
fn bouncing_ball(mut t: f64, height: f64, e: f64) -> f64 {
    let first = (2.0 * height / G).sqrt();
    if t < first {
        return height - 0.5 * G * t * t;
    }
    t -= first;
    let mut speed = G * first * e;
    while t > 2.0 * speed / G {
        t -= 2.0 * speed / G;
        speed *= e;
        if speed < 1e-9 {
            return 0.0;
        }
    }
    speed * t - 0.5 * G * t * t
}

/// Mean error of the height over the first bounces.
fn ball_error(unilateral: Unilateral, e: f64, theta: f64, h: f64) -> f64 {
    let mut world = world::<2>(h, law(unilateral, e));
    world.scheme.theta = theta;
    // What is left of penetration has no order in h.
    world.scheme.penetration_tolerance = 1e-8;
    let at = Pose { position: axis(1, 1.5), ..Pose::identity() };
    let body = add(&mut world, ball(0.5), at, &[0.0; 3]);
    add_fixed(&mut world, slope::<2>(0.0).0, Pose::identity());
    let mut stepper = Stepper::new(&mut world);
    let (mut sum, steps) = (0.0, (1.5 / h).round() as usize);
    for step in 1..=steps {
        stepper.step(&mut world);
        let exact = 0.5 + bouncing_ball(step as f64 * h, 1.0, e);
        sum += (position(&world, body)[1] - exact).abs();
    }
    sum / steps as f64
}

/// The slope of ln error over ln h.
fn order(steps: &[f64], errors: &[f64]) -> f64 {
    let (x, y): (Vec<f64>, Vec<f64>) =
        steps.iter().zip(errors).map(|(h, e)| (h.ln(), e.ln())).unzip();
    let mean = |x: &[f64]| x.iter().sum::<f64>() / x.len() as f64;
    let (mx, my) = (mean(&x), mean(&y));
    let cross: f64 = x.iter().zip(&y).map(|(x, y)| (x - mx) * (y - my)).sum();
    cross / x.iter().map(|x| (x - mx).powi(2)).sum::<f64>()
}

/// Both schemes come to the motion of a bouncing ball, with errors of the order of h.
#[test]
fn a_bouncing_ball_is_met_by_both_schemes() {
    for e in [0.0, 0.5, 0.8] {
        for (name, unilateral, theta) in [
            ("Moreau and Jean", Unilateral::Velocity, 0.5),
            ("Schatzman and Paoli", Unilateral::SchatzmanPaoli, 1.0),
        ] {
            let steps: Vec<f64> = (0..7).map(|k| 8e-3 / 2.0_f64.powi(k)).collect();
            let errors: Vec<f64> =
                steps.iter().map(|h| ball_error(unilateral, e, theta, *h)).collect();
            let order = order(&steps, &errors);
            println!("{name}, e = {e}: order {order:.2}, errors {errors:?}");
            assert!(order > 0.8, "{name} {e}: {order} {errors:?}");
            assert!(errors[6] < 2e-3, "{name} {e}: {errors:?}");
        }
    }
}

/// Where the middle of an elastic rod is that has hit a wall, at a few times.
fn rod(unilateral: Unilateral, theta: f64, h: f64) -> Vec<f64> {
    let (sound, speed, count) = (100.0, 0.1, 20);
    let mesh = Grid { counts: [count, 1], element: element("Q4"), cut: Cut::Turning }
        .mesh()
        .expect("a mesh")
        .map(|x| [x[0], 0.1 * x[1]]);
    let mut world = world::<2>(h, law(unilateral, 0.0));
    world.gravity = Vector::zeros();
    world.scheme.theta = theta;
    let material =
        Material::Elastic(Elastic { young_modulus: 1000.0 * sound * sound, poisson_ratio: 0.0 });
    let given =
        Given { kinematics: Kinematics::Small, candidates: Candidates::Nodes, ..Given::default() };
    let at = Pose { position: axis(0, 0.5005), ..Pose::identity() };
    let stuff = stuff(material, Plane::Strain);
    let body = add_soft(&mut world, &mesh, stuff, given, at, &axis(0, -speed));
    let (shape, at) = wall::<2>();
    add_fixed(&mut world, shape, at);
    let mut stepper = Stepper::new(&mut world);
    let steps = (0.04 / h).round() as usize;
    let mut heights = vec![];
    for step in 1..=steps {
        stepper.step(&mut world);
        if step % (steps / 40) == 0 {
            heights.push(world.bodies.pose(body).position[0]);
        }
    }
    heights
}

/// Both schemes come to the same motion of a rod that hits a wall.
#[test]
fn a_rod_on_a_wall_is_met_by_both_schemes() {
    let exact = rod(Unilateral::QuasiInelastic, 0.5, 0.04 / 64_000.0);
    let steps: Vec<f64> = (0..4).map(|k| 0.04 / (2000.0 * 2.0_f64.powi(k))).collect();
    for (name, unilateral, theta) in [
        ("Moreau and Jean", Unilateral::QuasiInelastic, 0.5),
        ("Schatzman and Paoli", Unilateral::SchatzmanPaoli, 1.0),
    ] {
        let errors: Vec<f64> = steps
            .iter()
            .map(|h| {
                let found = rod(unilateral, theta, *h);
                found.iter().zip(&exact).map(|(a, b)| (a - b).abs()).sum::<f64>() / 40.0
            })
            .collect();
        let order = order(&steps, &errors);
        println!("{name}: order {order:.2}, errors {errors:?}");
        assert!(order > 0.7, "{name}: {order} {errors:?}");
        assert!(errors[3] < 1e-5, "{name}: {errors:?}");
    }
}
