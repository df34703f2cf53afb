//! The event-driven scheme against exact answers: impacts at their instants, and orders of two.

use crate::common::*;
use drystone::bodies::{Drive, DriveKind, Function, Table};
use drystone::laws::ContactLaw;
use drystone::shapes::{Drum, Shape};
use drystone::space::{Pose, Vector};
use drystone::step::Stepper;
use drystone::world::{Events, World};
use std::f64::consts::TAU;

/// A world that goes from event to event, over a floor.
fn by_events<const D: usize>(time_step: f64, law: ContactLaw) -> World<D> {
    let mut world = world::<D>(time_step, law);
    world.scheme.events = Some(Events { tolerance: 1e-9, most: 200 });
    add_fixed(&mut world, slope::<D>(0.0).0, Pose::identity());
    world
}

/// Half-width and half-height of the rocking block.
const BLOCK: [f64; 2] = [0.25, 1.0];

fn slenderness() -> f64 {
    (BLOCK[0] / BLOCK[1]).atan()
}

/// What an impact on the other corner leaves of the angular velocity.
fn housner() -> f64 {
    1.0 - 1.5 * slenderness().sin().powi(2)
}

/// The block tilted about its right corner.
fn tilted<const D: usize>(world: &mut World<D>, tilt: f64) -> usize {
    let [a, b] = BLOCK;
    let (s, c) = tilt.sin_cos();
    let mut half = Vector::<D>::repeat(a);
    half[D - 1] = b;
    let mut centre = Vector::<D>::zeros();
    centre[0] = -a * c + b * s;
    centre[D - 1] = a * s + b * c;
    add(world, cuboid(half), pose_at(centre, tilt), &[])
}

/// Worst relative error of Housner's ratio over the first impacts of a free rocking motion.
fn ratio_error<const D: usize>(time_step: f64) -> f64 {
    let mut world = by_events::<D>(time_step, dry(2.0));
    let body = tilted(&mut world, 0.4 * slenderness());
    let upright = world.bodies.list[body].mass() * G * BLOCK[1];
    let (mut last, mut worst, mut count) = (f64::NAN, 0.0_f64, 0);
    run(&mut world, 6.0, |_, report| {
        // What is above the energy of the upright block is kinetic at the impact.
        let above = report.ledger.kinetic + report.ledger.potential - upright;
        if report.impacts > 0 && count < 6 {
            worst = worst.max(((above / last).sqrt() / housner() - 1.0).abs());
            count += report.impacts;
        }
        last = above;
    });
    assert!(count >= 4, "only {count} impacts");
    worst
}

/// Time stepping keeps 0.80 to 0.83 of 0.888 in steps of 5 ms.
#[test]
fn a_rocking_block_keeps_housners_ratio_in_long_steps() {
    for step in [0.01, 0.005, 0.0025] {
        let errors = [ratio_error::<2>(step), ratio_error::<3>(step)];
        assert!(errors.iter().all(|error| *error < 1e-4), "{step}: {errors:?}");
    }
}

/// Tilt after five impacts beside that of the equation of motion, at three steps.
#[test]
fn rocking_is_of_second_order() {
    let until = 3.2;
    let start = 0.4 * slenderness();
    let exact = Housner { theta: start, omega: 0.0, t: 0.0, amplitude: 0.0 }.at(until).theta;
    let errors = [0.01, 0.005, 0.0025].map(|step| {
        let mut world = by_events::<2>(step, dry(2.0));
        let body = tilted(&mut world, start);
        run(&mut world, until, |_, _| {});
        let turn = world.bodies.pose(body).rotation;
        (turn[(0, 1)].atan2(turn[(0, 0)]) - exact).abs()
    });
    assert!(errors[1] < 2e-3 * start, "{errors:?}");
    assert!(errors[0] / errors[1] > 3.0 && errors[1] / errors[2] > 3.0, "{errors:?}");
}

/// One cycle of a sine of ground acceleration lasts so long (s).
const CYCLE: f64 = 0.8;

fn ground(amplitude: f64, t: f64) -> f64 {
    if t < CYCLE { amplitude * (TAU * t / CYCLE).sin() } else { 0.0 }
}

/// Whether the block overturns on a floor that is shaken by one cycle.
fn overturns(time_step: f64, amplitude: f64) -> bool {
    let mut world = world::<2>(time_step, dry(5.0));
    world.scheme.events = Some(Events { tolerance: 1e-9, most: 200 });
    let floor =
        add(&mut world, cuboid(Vector::<2>::new(50.0, 1.0)), pose_at(axis(1, -1.0), 0.0), &[]);
    let times: Vec<f64> = (0..=800).map(|k| CYCLE * f64::from(k) / 800.0).collect();
    let values = times.iter().map(|t| ground(amplitude, *t)).collect();
    let cycle = Function::Table(Table::new(times, values).unwrap());
    world.bodies.list[floor].drives = (0..3)
        .map(|dof| match dof {
            0 => Drive { dof, kind: DriveKind::Acceleration, function: cycle.clone() },
            _ => Drive { dof, kind: DriveKind::Velocity, function: Function::Constant(0.0) },
        })
        .collect();
    let body = tilted(&mut world, 0.0);
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..(4.0 / time_step) as usize {
        stepper.step(&mut world);
        if position(&world, body)[1] < 0.5 * BLOCK[1] {
            return true;
        }
    }
    false
}

/// Housner's equation of motion, θ̈ = -p² (sin(±α - θ) + a/g cos(±α - θ)), θ to the right, in tiny steps.
#[derive(Clone, Copy)]
struct Housner {
    theta: f64,
    omega: f64,
    t: f64,
    /// Of the ground's acceleration (m/s²).
    amplitude: f64,
}

impl Housner {
    const STEP: f64 = 1e-4;

    fn rate(&self, side: f64, [theta, omega]: [f64; 2], t: f64) -> [f64; 2] {
        let p2 = 0.75 * G / BLOCK[0].hypot(BLOCK[1]);
        let lean = side * slenderness() - theta;
        [omega, -p2 * (lean.sin() + ground(self.amplitude, t) / G * lean.cos())]
    }

    /// One step of Runge and Kutta's.
    fn smooth(mut self, side: f64, h: f64) -> Self {
        let x = [self.theta, self.omega];
        let ahead = |k: [f64; 2], h: f64| [x[0] + h * k[0], x[1] + h * k[1]];
        let k1 = self.rate(side, x, self.t);
        let k2 = self.rate(side, ahead(k1, 0.5 * h), self.t + 0.5 * h);
        let k3 = self.rate(side, ahead(k2, 0.5 * h), self.t + 0.5 * h);
        let k4 = self.rate(side, ahead(k3, h), self.t + h);
        let mean = |i: usize| (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]) / 6.0;
        self.theta += h * mean(0);
        self.omega += h * mean(1);
        self.t += h;
        self
    }

    /// One step, cut where the block is upright.
    fn step(mut self) -> Self {
        if self.theta == 0.0 && self.omega == 0.0 {
            // It lifts off against the ground's acceleration.
            let push = ground(self.amplitude, self.t) / G;
            if push.abs() > slenderness().tan() {
                self.theta = -1e-15 * push.signum();
            }
            self.t += Self::STEP;
            return self;
        }
        let side = if self.theta != 0.0 { self.theta.signum() } else { self.omega.signum() };
        let next = self.smooth(side, Self::STEP);
        if next.theta * side >= 0.0 {
            return next;
        }
        let share = self.theta / (self.theta - next.theta);
        let mut upright = self.smooth(side, share * Self::STEP);
        upright.theta = 0.0;
        upright.omega *= housner();
        upright.smooth(-side, (1.0 - share) * Self::STEP)
    }

    fn at(mut self, until: f64) -> Self {
        while self.t < until - 0.5 * Self::STEP {
            self = self.step();
        }
        self
    }
}

/// Whether theory has it overturn.
fn overturns_by_theory(amplitude: f64) -> bool {
    let mut block = Housner { theta: 0.0, omega: 0.0, t: 0.0, amplitude };
    while block.t < 4.0 && block.theta.abs() < 1.2 {
        block = block.step();
    }
    block.theta.abs() >= 1.2
}

/// The least amplitude that overturns between two that do not and do.
fn threshold(overturns: impl Fn(f64) -> bool, mut bracket: [f64; 2]) -> f64 {
    assert!(!overturns(bracket[0]) && overturns(bracket[1]));
    while bracket[1] - bracket[0] > 1e-4 * bracket[0] {
        let middle = 0.5 * (bracket[0] + bracket[1]);
        bracket[usize::from(overturns(middle))] = middle;
    }
    bracket[0]
}

/// Time stepping with steps of 5 ms comes out 1.7 % on the unsafe side.
#[test]
fn a_shaken_block_overturns_from_the_right_amplitude_on() {
    let exact = threshold(overturns_by_theory, [3.0, 9.0]);
    for (step, share) in [(0.005, 3e-3), (0.0025, 1e-3)] {
        let bracket = [0.97 * exact, 1.03 * exact];
        let found = threshold(|amplitude| overturns(step, amplitude), bracket);
        assert!((found / exact - 1.0).abs() < share, "{step}: {found} instead of {exact}");
    }
}

/// A ball that bounces lower and lower comes to rest after t₀ (1 + e)/(1 - e).
#[test]
fn a_bouncing_ball_rests_when_it_should() {
    for (e, height) in [(0.5, 1.0_f64), (0.8, 1.0), (0.9, 0.3)] {
        let rest = (2.0 * height / G).sqrt() * (1.0 + e) / (1.0 - e);
        for step in [0.01, 0.005] {
            let mut world = by_events::<3>(step, bouncing(0.3, e, 0.0));
            let body = add(&mut world, ball(0.1), pose_at(axis(2, 0.1 + height), 0.0), &[]);
            let (mut moved, mut gained) = (0.0, 0.0);
            run(&mut world, rest * 1.2, |world, report| {
                gained += report.ledger.energy_gained;
                assert!(!report.handed_over, "{e} {step}: {} impacts", report.impacts);
                if velocity(world, body)[2].abs() > 1e-9 {
                    moved = report.time;
                }
            });
            let energy = world.bodies.list[body].mass() * G * height;
            assert!(gained < 1e-6 * energy, "{e} {step}: {gained:e} of {energy} J");
            // It came to rest somewhere in the step after.
            assert!((moved + 0.5 * step - rest).abs() < 5e-3 * rest, "{e} {step}: {moved}, {rest}");
            assert!((position(&world, body)[2] - 0.1).abs() < 1e-8);
        }
    }
}

/// Heights of a ball that bounces for ever are those of its first fall, whatever the step.
#[test]
fn a_ball_bounces_at_its_instants() {
    let period = 2.0 * (2.0 / G).sqrt();
    let mut world = by_events::<2>(0.013, bouncing(0.0, 1.0, 0.0));
    let body = add(&mut world, ball(0.1), pose_at(axis(1, 1.1), 0.0), &[]);
    run(&mut world, 20.0 * period, |world, report| {
        let phase = (report.time + 0.5 * period).rem_euclid(period) - 0.5 * period;
        let exact = 1.1 - 0.5 * G * phase * phase;
        let found = position(world, body)[1];
        assert!((found - exact).abs() < 1e-6, "{}: {found} instead of {exact}", report.time);
    });
}

/// Where a sliding block stops, and a disk that slides begins to roll.
#[test]
fn sliding_ends_where_it_should() {
    let errors = [0.02, 0.01, 0.005].map(|step| {
        let mut world = by_events::<2>(step, dry(0.3));
        let block =
            add(&mut world, cuboid(Vector::repeat(0.1)), pose_at(axis(1, 0.1), 0.0), &[2.0]);
        let at = Vector::<2>::new(-1.0, 0.1);
        let disk = add(&mut world, ball(0.1), pose_at(at, 0.0), &[-2.0]);
        run(&mut world, 1.0, |_, _| {});
        let slid = 2.0_f64.powi(2) / (2.0 * 0.3 * G);
        assert!(velocity(&world, block)[0].abs() < 1e-9);
        // A disk keeps two thirds of its speed.
        let rolls = 4.0 / 3.0;
        assert!((velocity(&world, disk)[0] + rolls).abs() < 1e-9);
        let until = (2.0 - rolls) / (0.3 * G);
        let way = 0.5 * (2.0 + rolls) * until + rolls * (1.0 - until);
        [(position(&world, block)[0] - slid).abs(), (position(&world, disk)[0] + 1.0 + way).abs()]
    });
    for (k, error) in errors.iter().enumerate() {
        let allowed = 0.3 * G * (0.02 / 2_f64.powi(k as i32)).powi(2);
        assert!(error.iter().all(|error| *error < allowed), "{errors:?}");
    }
}

/// A marble in a bowl without friction: its energy, and where it is after ten swings, at two steps.
#[test]
fn a_marble_in_a_bowl_is_of_second_order() {
    let at = |step: f64| {
        let mut world = world::<2>(step, dry(0.0));
        world.scheme.events = Some(Events { tolerance: 1e-9, most: 200 });
        let drum = Shape::Drum(Drum::new(1.0, Vector::<2>::zeros(), None).unwrap());
        add_fixed(&mut world, drum, Pose::identity());
        let angle = 1.0_f64;
        let place = Vector::<2>::new(0.9 * angle.sin(), -0.9 * angle.cos());
        let body = add(&mut world, ball(0.1), pose_at(place, 0.0), &[]);
        let height = place[1];
        let (mut worst, mut out) = (0.0_f64, 0.0_f64);
        run(&mut world, 8.0, |world, _| {
            let (v, x) = (velocity(world, body), position(world, body));
            let energy = 0.5 * v.norm_squared() + G * (x[1] - height);
            worst = worst.max(energy.abs() / (G * (0.9 + height)));
            out = out.max((x.norm() - 0.9).abs());
        });
        let x = position(&world, body);
        (worst, out, x[0].atan2(-x[1]))
    };
    let [coarse, middle, fine] = [0.01, 0.005, 0.0025].map(at);
    assert!(fine.0 < 1e-3 && middle.0 / fine.0 > 3.0, "{coarse:?} {middle:?} {fine:?}");
    assert!(coarse.1 < 1e-8, "{coarse:?}");
    // Richardson: differences fall by four.
    let ratio = (coarse.2 - middle.2) / (middle.2 - fine.2);
    assert!((3.3..5.0).contains(&ratio), "{ratio}: {coarse:?} {middle:?} {fine:?}");
}

/// A sphere that slides while it spins about another axis curves: friction is against its mean velocity.
#[test]
fn curved_sliding_is_of_second_order() {
    let at = |step: f64| {
        let mut world = by_events::<3>(step, dry(0.2));
        let start = [3.0, 0.0, 0.0, 0.0, 0.0, 9.0];
        let body = add(&mut world, cuboid(Vector::repeat(0.2)), pose_at(axis(2, 0.2), 0.0), &start);
        run(&mut world, 0.64, |_, _| {});
        position(&world, body)
    };
    let [coarse, middle, fine] = [0.02, 0.01, 0.005].map(at);
    let ratio = (coarse - middle).norm() / (middle - fine).norm();
    assert!(ratio > 3.0, "{ratio}: {coarse} {middle} {fine}");
}

/// Balls without friction and with e = 1 in a box: energy is kept over hundreds of impacts; where they are
/// too many for a step, time stepping takes its rest and says so.
#[test]
fn many_balls_keep_their_energy() {
    for most in [200, 2] {
        let mut world = world::<2>(0.01, bouncing(0.0, 1.0, 0.0));
        world.gravity.fill(0.0);
        for (k, sign) in [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)] {
            let wall = half_space(axis::<2>(k, sign));
            add_fixed(&mut world, wall, pose_at(axis(k, -sign), 0.0));
        }
        let mut random = Random(5);
        for k in 0..16 {
            let place =
                Vector::<2>::new(f64::from(k % 4), f64::from(k / 4)) * 0.45 - Vector::repeat(0.7);
            let v = [random.range(-1.0, 1.0), random.range(-1.0, 1.0), 0.0];
            add(&mut world, ball(0.1), pose_at(place, 0.0), &v);
        }
        world.scheme.events = Some(Events { tolerance: 1e-9, most });
        let (mut first, mut impacts, mut handed) = (None, 0, 0);
        run(&mut world, 5.0, |_, report| {
            let energy = *first.get_or_insert(report.ledger.kinetic);
            impacts += report.impacts;
            handed += usize::from(report.handed_over);
            let share = (report.ledger.kinetic / energy - 1.0).abs();
            assert!(share < 1e-9, "{share:e} at {}", report.time);
            assert!(report.penetration_max < 0.01);
        });
        assert!(impacts > 100, "only {impacts} impacts");
        assert_eq!(handed > 0, most == 2);
    }
}
