//! Anisotropic friction: an elliptic cone along a texture of the plane.

use crate::common::axis;
use crate::slider::{N, Slider, friction, near};
use drystone::laws::Friction;
use drystone::laws::friction::Anisotropic;
use drystone::space::Vector;

const ALONG: f64 = 0.2;
const ACROSS: f64 = 0.6;

/// The texture at an angle to the first axis, and its two directions.
fn textured(angle: f64) -> (Anisotropic, Vector<3>, Vector<3>) {
    let (s, c) = angle.sin_cos();
    let law = Anisotropic { along: ALONG, across: ACROSS, direction: [3.0 * c, 3.0 * s, 0.5] };
    (law, Vector::<3>::new(c, s, 0.0), Vector::<3>::new(-s, c, 0.0))
}

/// Sliding along u the reaction is -N (μ_1² u_1, μ_2² u_2)/√(μ_1² u_1² + μ_2² u_2²).
#[test]
fn sliding_dissipates_most() {
    for angle in [0.0, 0.4, 1.9] {
        let (law, first, second) = textured(angle);
        let mut slider = Slider::driven(1e-2, friction(Friction::Anisotropic(law)), &[0.1, 0.0]);
        for k in 0..12 {
            let (s, c) = (0.5 * k as f64).sin_cos();
            let u = Vector::<3>::new(c, s, 0.0) * 0.1;
            slider.drive(&[u.x, u.y]);
            let found = slider.step();
            let (a, b) = (ALONG * ALONG * u.dot(&first), ACROSS * ACROSS * u.dot(&second));
            let size = (ALONG * u.dot(&first)).hypot(ACROSS * u.dot(&second));
            let expected = -(first * a + second * b) * (N / size);
            near((found - expected - axis(2, N)).norm(), 0.0, 1e-10);
        }
    }
}

/// Pulled along an angle φ to the texture a body stays until N/√(cos²φ/μ_1² + sin²φ/μ_2²).
#[test]
fn the_threshold_is_an_ellipse() {
    for k in 0..8 {
        let (s, c) = (0.4 * k as f64).sin_cos();
        let (law, first, second) = textured(0.7);
        let threshold = N / (c / ALONG).hypot(s / ACROSS);
        let pulled = |force: f64| {
            let mut slider = Slider::pulled(1e-2, friction(Friction::Anisotropic(law)));
            slider.pull(&(axis(2, -N) + (first * c + second * s) * force));
            slider.step();
            slider.velocity()
        };
        near(pulled(threshold * (1.0 - 1e-6)).norm(), 0.0, 1e-12);
        assert!(pulled(threshold * (1.0 + 1e-6)).norm() > 1e-10);
        // From rest it starts along the normal of the ellipse where that is, force and all.
        let v = pulled(threshold * 1.5);
        let size = (ALONG * v.dot(&first)).hypot(ACROSS * v.dot(&second));
        let back =
            first * (ALONG * ALONG * v.dot(&first)) + second * (ACROSS * ACROSS * v.dot(&second));
        let expected = ((first * c + second * s) * (1.5 * threshold) - back * (N / size)) * 1e-2;
        near((v - expected).norm(), 0.0, 1e-11);
    }
}

/// Without any friction along the grooves a body is held across them alone.
#[test]
fn grooves_may_be_smooth() {
    let (mut law, first, second) = textured(0.3);
    law.along = 0.0;
    let mut slider = Slider::pulled(1e-2, friction(Friction::Anisotropic(law)));
    slider.pull(&(axis(2, -N) + first * 0.5 + second));
    slider.steps(10);
    near((slider.velocity() - first * 0.05).norm(), 0.0, 1e-11);
}

/// The texture turns with the body that has it: here with the plane under a driven body.
#[test]
fn the_texture_turns_with_its_body() {
    let (h, rate) = (1e-2, 0.7);
    let (law, _, _) = textured(0.5);
    let mut slider = Slider::<3>::driven(h, friction(Friction::Anisotropic(law)), &[0.1, 0.0]);
    slider.turn_plane(rate);
    for _ in 0..300 {
        slider.step();
        let contact = &slider.world.contacts[0];
        // The frame is that of the test configuration, half a step before the end.
        let (s, c) = (0.5 + rate * (slider.world.time - 0.5 * h)).sin_cos();
        let first: Vector<3> = contact.frame.column(1).into_owned();
        near((first - Vector::<3>::new(c, s, 0.0)).norm(), 0.0, 1e-12);
        let (a, b) = (ALONG * contact.velocity[1], ACROSS * contact.velocity[2]);
        let expected = Vector::<3>::new(a.hypot(b), -ALONG * a, -ACROSS * b) * (N * h / a.hypot(b));
        near((contact.impulse - expected).norm(), 0.0, 1e-12);
    }
}
