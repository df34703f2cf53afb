//! Coulomb's friction: sticks below μN, slides with μN against the motion.

use crate::common::dry;
use crate::slider::{N, Slider, near};

const H: f64 = 1e-2;

/// Pulled by a force that comes, goes, and turns round: the whole velocity.
fn pulled<const D: usize>() {
    let mu = 0.5;
    let mut slider = Slider::<D>::pulled(H, dry(mu));
    let mut v = 0.0_f64;
    let forces = [1.0, 1.4, 2.0, 3.0, 0.5, -1.0, 0.0, 1.49, -2.5, -1.0, 2.0, 1.4];
    for force in forces {
        slider.push(force);
        for _ in 0..17 {
            // What sticking would take, and what friction can.
            let needed = -(v / H + force);
            let given = needed.clamp(-mu * N, mu * N);
            v += H * (force + given);
            let found = slider.step();
            near(found[0], given, 1e-11);
            near(found[D - 1], N, 1e-11);
            near(slider.velocity()[0], v, 1e-12);
        }
    }
}

#[test]
fn a_pulled_body_sticks_slides_and_turns_round() {
    pulled::<2>();
    pulled::<3>();
}

/// Driven to and fro: ∓ μN, and half of it when half as much is pressed.
fn driven<const D: usize>() {
    let mut slider = Slider::<D>::driven(H, dry(0.5), &[0.2]);
    for speed in [0.2, -0.1, 1e-6, -3.0] {
        slider.drive(&[speed]);
        for _ in 0..3 {
            near(slider.step()[0], -0.5 * N * speed.signum(), 1e-11);
        }
    }
}

#[test]
fn a_driven_body_feels_friction_against_its_motion() {
    driven::<2>();
    driven::<3>();
}
