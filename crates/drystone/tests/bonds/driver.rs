//! Two blocks with a joint of one square metre (in the plane one metre), the upper of which is driven.

use crate::common::*;
use drystone::bodies::{Drive, DriveKind, Function, Load, LoadKind, Rigid, Table};
use drystone::laws::{Bond, ContactLaw};
use drystone::space::Vector;
use drystone::step::Stepper;
use drystone::world::World;

/// A moment of the history of a joint.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// Opening and slip where forces are taken: in the middle of the step.
    pub at: [f64; 2],
    /// Tension and shear against the slip (Pa).
    pub stress: [f64; 2],
    /// Opening and slip at the beginning and the end of the step.
    pub from: [f64; 2],
    pub to: [f64; 2],
}

impl Moment {
    /// Work done on the joint in this step (J/m²).
    pub fn work(&self) -> f64 {
        (0..2).map(|k| self.stress[k] * (self.to[k] - self.from[k])).sum()
    }
}

/// The law of a bond with friction.
pub fn bonded(bond: Bond, friction: f64) -> ContactLaw {
    ContactLaw { friction: friction.into(), bond: Some(bond), ..ContactLaw::default() }
}

/// The two blocks, without weight.
pub fn blocks<const D: usize>(law: ContactLaw, time_step: f64) -> (World<D>, usize) {
    let mut world = world::<D>(time_step, law);
    world.gravity = Vector::zeros();
    world.scheme.alert_distance = 0.01;
    let half = Vector::repeat(0.5);
    add_fixed(&mut world, cuboid(half), pose_at(axis(D - 1, -0.5), 0.0));
    let upper = add(&mut world, cuboid(half), pose_at(axis(D - 1, 0.5), 0.0), &[]);
    (world, upper)
}

/// The stress of the joint: tension and shear along the first axis on the upper block.
pub fn stress<const D: usize>(world: &World<D>) -> [f64; 2] {
    let h = world.scheme.time_step;
    let mut force = Vector::<D>::zeros();
    for contact in &world.contacts {
        // The lower block is the candidate: what it gets is what the upper one gives.
        force -= contact.frame * contact.impulse / h;
    }
    [-force[D - 1], -force[0]]
}

/// Drives the upper block along a path of (opening, slip) points, as many steps to each.
pub fn follow<const D: usize>(bond: Bond, path: &[[f64; 2]], steps: usize) -> Vec<Moment> {
    follow_with::<D>(bonded(bond, 0.3), path, steps, 1e-3)
}

/// As [`follow`] with a law and a time step.
pub fn follow_with<const D: usize>(
    law: ContactLaw,
    path: &[[f64; 2]],
    steps: usize,
    h: f64,
) -> Vec<Moment> {
    let (mut world, upper) = blocks::<D>(law, h);
    // The joint is as large as the faces that meet in the first test configuration: at rest.
    let rest = 2;
    let path: Vec<[f64; 2]> = path[..1].iter().chain(path).copied().collect();
    let at = |k: usize| if k == 0 { 0.0 } else { (rest + (k - 1) * steps) as f64 * h };
    let times: Vec<f64> = (0..path.len()).map(at).collect();
    // Nothing is looked for between bodies that contacts cannot move: in space it is free to move
    // sideways, in the plane to turn, with an inertia that nothing turns.
    let free = if D == 2 { 2 } else { 1 };
    if D == 2 {
        let inertia = world.bodies.list[upper].inertia() * 1e15;
        world.bodies.list[upper] = Rigid::new("upper", 1000.0, inertia).expect("a sound body");
    }
    // Where it is not to open, nothing keeps it from doing so: the contact is left alone.
    let opens = path.iter().any(|p| p[0] != 0.0);
    let driven = |dof: &usize| *dof != free && (opens || *dof != D - 1);
    for dof in (0..D * (D + 1) / 2).filter(driven) {
        let value = |p: &[f64; 2]| match dof {
            0 => p[1],
            _ if dof == D - 1 => p[0],
            _ => 0.0,
        };
        let table = Table::new(times.clone(), path.iter().map(value).collect()).expect("a table");
        let function = Function::Table(table);
        let drive = Drive { dof, kind: DriveKind::Displacement, function };
        world.bodies.list[upper].drives.push(drive);
    }
    let place = |world: &World<D>| {
        let p = position(world, upper);
        [p[D - 1] - 0.5, p[0]]
    };
    let (mut stepper, mut moments) = (Stepper::new(&mut world), vec![]);
    for _ in 0..rest + (path.len() - 2) * steps {
        let from = place(&world);
        let report = stepper.step(&mut world);
        assert!(report.solver.residual.quadratic_mean < 1e-8, "{:?}", report.solver);
        let to = place(&world);
        let at = [0.5 * (from[0] + to[0]), 0.5 * (from[1] + to[1])];
        moments.push(Moment { at, stress: stress(&world), from, to });
    }
    moments
}

/// The greatest difference between a stress and a formula, relative to the greatest stress.
pub fn difference(moments: &[Moment], formula: impl FnMut(&Moment) -> [f64; 2]) -> f64 {
    let expected: Vec<[f64; 2]> = moments.iter().map(formula).collect();
    let size = |s: [f64; 2]| s[0].hypot(s[1]);
    let greatest = expected.iter().map(|s| size(*s)).fold(0.0, f64::max);
    let off =
        moments.iter().zip(&expected).map(|(m, e)| size([m.stress[0] - e[0], m.stress[1] - e[1]]));
    off.fold(0.0, f64::max) / greatest
}

/// A force on the upper block at the height of the joint, so that it does not tip.
pub fn push<const D: usize>(
    world: &mut World<D>,
    body: usize,
    direction: Vector<D>,
    function: Function,
) {
    let kind = LoadKind::Force { direction, point: axis(D - 1, -0.5) };
    world.bodies.list[body].loads.push(Load { kind, function });
}
