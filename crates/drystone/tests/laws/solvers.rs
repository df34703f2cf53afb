//! Laws and solvers: every family that takes a law's problems comes to the same motion.
//!
//! A few balls, some on the plane and one on them, thrown along it: contacts stick, slide, roll and
//! part. The motion is unique here. Not so for `rough` in the plane, where the balls wedge each other:
//! as μ grows beyond all bounds a wedge may hold, slip or part from the same velocities. There the
//! balls are apart from each other instead.

use crate::common::conformity::Scene;
use crate::common::*;
use drystone::laws::friction::{
    Anisotropic, Evolution, RateAndState, Rough, SlipWeakening, StaticDynamic, Stribeck,
};
use drystone::laws::{ContactLaw, Friction, Rolling, Unilateral};
use drystone::problem::Problem;
use drystone::solvers::enumerate;
use drystone::space::{Pose, Vector};
use drystone::step::Stepper;
use drystone::world::World;

const STEPS: usize = 10;

/// Families that must solve every law.
const RELIABLE: [&str; 4] = ["auto", "gauss-seidel", "jacobi", "coloured"];

/// How far the lower balls are from the middle: so that they nearly touch, and all apart.
const NEAR: f64 = 1.04;
const APART: f64 = 3.0;

fn heap<const D: usize>(law: ContactLaw, spread: f64) -> World<D> {
    let mut world = world::<D>(2e-3, law);
    let radius = 0.1;
    // D balls about the origin, and one more on them or in their middle.
    let spread = spread * if D == 2 { radius } else { 2.0 * radius / 3_f64.sqrt() };
    for k in 0..D {
        let angle = std::f64::consts::TAU * k as f64 / D as f64;
        let mut at = Vector::<D>::zeros();
        at[0] = spread * angle.cos();
        if D == 3 {
            at[1] = spread * angle.sin();
        }
        at[D - 1] = radius;
        add(&mut world, ball(radius), pose_at(at, 0.0), &[0.3, 0.02 * k as f64]);
    }
    let height = (4.0 * radius * radius - spread * spread).max(0.0).sqrt();
    let mut spin = vec![0.1; D];
    spin[D - 1] = 0.0;
    spin.extend([0.5, -1.0, 2.0].into_iter().take(D * (D - 1) / 2));
    add(&mut world, ball(radius), pose_at(axis(D - 1, radius + height), 0.0), &spin);
    add_fixed(&mut world, slope::<D>(0.0).0, Pose::identity());
    world
}

fn laws(dimension: usize) -> Vec<ContactLaw> {
    let two = StaticDynamic { at_rest: 0.3, dynamic: 0.2 };
    let weak = SlipWeakening { at_rest: 0.4, dynamic: 0.1, distance: 0.005 };
    let stribeck = Stribeck { at_rest: 0.3, dynamic: 0.2, speed: 0.1, power: 2.0, viscosity: 0.1 };
    let rock = RateAndState {
        coefficient: 0.3,
        // In space a sliding direction that turns settles by a share a/μ a round.
        a: if dimension == 2 { 0.02 } else { 0.1 },
        b: 0.01,
        speed: 0.1,
        distance: 0.01,
        evolution: Evolution::Aging,
    };
    let mut frictions = vec![
        Friction::from(0.25),
        Friction::StaticDynamic(two),
        Friction::SlipWeakening(weak),
        Friction::Stribeck(stribeck),
        Friction::RateAndState(rock),
        Friction::Rough(Rough {}),
    ];
    if dimension == 3 {
        let grooves = Anisotropic { along: 0.1, across: 0.3, direction: [1.0, 0.5, 0.0] };
        frictions.push(Friction::Anisotropic(grooves));
    }
    let of = |friction| ContactLaw { friction, ..ContactLaw::default() };
    let mut laws: Vec<ContactLaw> = frictions.into_iter().map(of).collect();
    let mut with = |rolling, spinning| {
        let rolling = Rolling { rolling, spinning };
        laws.push(ContactLaw { friction: 0.25.into(), rolling, ..ContactLaw::default() });
    };
    with(0.005, 0.0);
    if dimension == 3 {
        with(0.005, 0.002);
        with(0.0, 0.002);
    }
    // Not by velocities: whether a ball that lies on the plane is in contact is then a matter of the sign
    // of a gap of nothing, in every step anew.
    let position = Unilateral::Position;
    laws.push(ContactLaw { unilateral: position, friction: 0.25.into(), ..ContactLaw::default() });
    laws
}

fn agree<const D: usize>() {
    let mut complaints = vec![];
    for law in laws(D) {
        let is_rough = matches!(law.friction, Friction::Rough(_));
        let spread = if D == 2 && is_rough { APART } else { NEAR };
        let build = || heap::<D>(law.clone(), spread);
        let title = format!("{law:?}");
        // As rough as this, few Newton's methods and no projection arrive where balls wedge.
        let least = if is_rough { 7 } else { 10 };
        let scene = Scene { title, build: &build, steps: STEPS, reliable: &RELIABLE, least };
        complaints.extend(scene.complaints());
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn families_agree_in_the_plane() {
    agree::<2>();
}

#[test]
fn families_agree_in_space() {
    agree::<3>();
}

/// Why the heap cannot tell solvers of `rough` apart in the plane: there are three answers at once.
#[test]
fn rough_wedges_have_several_answers() {
    let rough = ContactLaw { friction: Friction::Rough(Rough {}), ..ContactLaw::default() };
    let mut world = heap::<2>(rough, NEAR);
    world.solver.name = "enumerate".to_string().into();
    let (mut stepper, mut most) = (Stepper::new(&mut world), 0);
    for _ in 0..STEPS {
        stepper.step(&mut world);
        let posed = stepper.last_problem();
        let reduced = posed.problem::<2>().expect("blocks of the plane").reduce();
        most = most.max(enumerate::all(&Problem::Reduced(&reduced)).len());
    }
    assert!(most > 1, "{most}");
}
