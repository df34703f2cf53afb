//! A run of a scene, measured: every value that an `expected.toml` can name.

use crate::confined::Confined;
use drystone::contact::Contact;
use drystone::joints::embed;
use drystone::solvers::Status;
use drystone::space::Vector;
use drystone::step::{StepReport, Stepper};
use drystone::world::World;

/// Speed above which a body that started at rest has been hit (m/s).
const HIT: f64 = 0.01;

/// What was measured during a run and at its end.
#[derive(Default)]
pub struct Recording {
    unconverged: u64,
    momentum_error: f64,
    energy_error: f64,
    penetration: f64,
    kinetic_max: f64,
    kinetic_end: f64,
    drift: f64,
    drift_before_hit: f64,
    /// How far each movable body is from its start (m).
    ways: Vec<f64>,
    hit_time: Option<f64>,
    top_drop: f64,
    /// Time, kinetic and total energy of each step.
    energies: Vec<[f64; 3]>,
    potential_least: f64,
    /// Of the immovable bodies, summed over the steps of the last tenth of the run (N).
    reactions: Vec<[f64; 2]>,
    reaction_steps: u64,
    weight: f64,
    joint_error: f64,
    overlap: f64,
    first_break: Option<f64>,
    broken: usize,
    joint_gap: f64,
    /// Of grains between membranes, over the last tenth of the run.
    confined: Confined,
}

impl Recording {
    /// The measured value of a name.
    pub fn value(&self, name: &str) -> f64 {
        match name {
            // Steps whose contact problem was not solved to the tolerance.
            "unconverged_steps" => self.unconverged as f64,
            // The worst relative momentum error of a step.
            "momentum_error" => self.momentum_error,
            // Energy that the books do not explain, over the greatest kinetic energy.
            "energy_error" => self.energy_error / self.kinetic_max,
            // The deepest penetration seen by the detection (m).
            "penetration" => self.penetration,
            // Kinetic energy at the end over the greatest.
            "kinetic_left" => self.kinetic_end / self.kinetic_max,
            // The farthest that any movable body was from its start (m).
            "drift" => self.drift,
            // The same, until a body that started at rest moves faster than 1 cm/s, and that time.
            "drift_before_hit" => self.drift_before_hit,
            "hit_time" => self.hit_time.unwrap_or(f64::NAN),
            // The farthest that the highest movable body was below its start (m).
            "crown_drop" => self.top_drop,
            // Vertical force on the immovable bodies over the weight of the others, and the
            // greatest horizontal force on one of them (N): means over the last tenth of the run.
            "reaction_over_weight" => self.reaction(|r| r[1]).sum::<f64>() / self.weight,
            "horizontal_thrust" => self.reaction(|r| r[0].abs()).fold(0.0, f64::max),
            // Of the same forces the vertical ones (N), and the horizontal over the vertical ones.
            "normal_force" => self.reaction(|r| r[1]).sum::<f64>(),
            "shear_over_normal" => {
                let shear = self.reaction(|r| r[0]).sum::<f64>();
                (shear / self.reaction(|r| r[1]).sum::<f64>()).abs()
            }
            // At the end: the worst relative difference between what a body's lower joint
            // carries and the weight above the joint.
            "joint_error" => self.joint_error,
            // When the first bond breaks (s), and how many are broken at the end.
            "first_break_time" => self.first_break.unwrap_or(f64::NAN),
            "broken_bonds" => self.broken as f64,
            // The farthest that the two points of a hinge were apart (m).
            "joint_gap" => self.joint_gap,
            // At the end: mean overlap of the loaded contacts over the mean diameter.
            "overlap" => self.overlap,
            // Of grains between membranes, means over the last tenth of the run: (σ_a - σ_l) / (σ_a + σ_l) along the last
            // axis and across it, σ_l over all that is enclosed (Pa), and that without what the membranes' own stress adds.
            "stress_ratio" => self.confined.ratio(),
            "lateral_pressure" => self.confined.lateral(),
            "transmitted_pressure" => self.confined.lateral() - self.confined.of_membranes(),
            // After this time the kinetic energy is less than 1e-12 of its maximum (s).
            "rest_time" => self.rest_time(),
            // Share of the angular velocity that the first impacts of a rocking block leave.
            "rocking_ratio_1" => self.rocking_ratio(0),
            "rocking_ratio_2" => self.rocking_ratio(1),
            "rocking_ratio_3" => self.rocking_ratio(2),
            // The first moment at which the kinetic energy falls (s).
            "first_impact_time" => self.first_impact_time(),
            // At the end: how far the movable bodies are from their starts (m), in their order.
            _ if name.starts_with("way_") => {
                let body = name["way_".len()..].parse().unwrap_or(0_usize);
                self.ways.get(body.wrapping_sub(1)).copied().unwrap_or(f64::NAN)
            }
            _ => panic!("expected.toml has `{name}`, which the test does not know"),
        }
    }

    fn reaction(&self, part: impl Fn(&[f64; 2]) -> f64) -> impl Iterator<Item = f64> {
        self.reactions.iter().map(move |sum| part(sum) / self.reaction_steps as f64)
    }

    fn rest_time(&self) -> f64 {
        let moving = |e: &&[f64; 3]| e[1] > 1e-12 * self.kinetic_max;
        self.energies.iter().rfind(moving).map_or(0.0, |e| e[0])
    }

    fn first_impact_time(&self) -> f64 {
        let fall = self.energies.windows(2).find(|pair| pair[1][1] < pair[0][1]);
        fall.map_or(f64::NAN, |pair| pair[1][0])
    }

    /// Between impacts the energy does not change, so ω² in the upright position is that of the
    /// turning points: total energy less the least potential energy. Read there, the ratio is
    /// free of what gravity does during the steps of the impact.
    fn rocking_ratio(&self, impact: usize) -> f64 {
        let turning = |w: &[[f64; 3]]| w[1][1] < w[0][1] && w[1][1] <= w[2][1];
        let mut upright = vec![self.energies[0][2] - self.potential_least];
        for three in self.energies.windows(3).filter(|w| turning(w)) {
            // Kinetic energy also falls in the impacts: a turning point has none.
            if three[1][1] < 1e-3 * self.kinetic_max {
                upright.push(three[1][2] - self.potential_least);
            }
        }
        match upright.get(impact..impact + 2) {
            Some(pair) => (pair[1] / pair[0]).sqrt(),
            None => f64::NAN,
        }
    }

    fn step<const D: usize>(&mut self, world: &World<D>, report: &StepReport, start: &Start<D>) {
        let ledger = &report.ledger;
        self.unconverged += u64::from(report.solver.status != Status::Converged);
        self.momentum_error = self.momentum_error.max(ledger.momentum_error);
        self.energy_error += ledger.energy_error.abs();
        self.penetration = self.penetration.max(report.penetration_max);
        self.kinetic_max = self.kinetic_max.max(ledger.kinetic);
        self.kinetic_end = ledger.kinetic;
        self.energies.push([report.time, ledger.kinetic, ledger.kinetic + ledger.potential]);
        self.potential_least = self.potential_least.min(ledger.potential);
        let all = || world.contacts.iter().chain(&world.dormant);
        self.broken = all().filter(|contact| contact.damage >= 1.0).count();
        if self.broken > 0 && self.first_break.is_none() {
            self.first_break = Some(report.time);
        }
        for joint in &world.joints {
            let point = |side: usize| {
                let pose = embed(&world.bodies.pose(joint.bodies[side]));
                pose.point(&joint.frames[side].position)
            };
            self.joint_gap = self.joint_gap.max((point(0) - point(1)).norm());
        }
        self.ways.clear();
        for &(i, from, at_rest) in &start.bodies {
            let way = world.bodies.pose(i).position - from;
            self.ways.push(way.norm());
            self.drift = self.drift.max(way.norm());
            if i == start.top {
                self.top_drop = self.top_drop.max(-way[D - 1]);
            }
            if at_rest && self.hit_time.is_none() {
                let v = &world.bodies.velocity(i)[..D];
                if v.iter().map(|x| x * x).sum::<f64>().sqrt() > HIT {
                    self.hit_time = Some(report.time);
                } else {
                    self.drift_before_hit = self.drift_before_hit.max(way.norm());
                }
            }
        }
    }

    /// Adds the reactions of a step of the last tenth of the run.
    fn weigh<const D: usize>(&mut self, world: &World<D>) {
        let supports = (0..world.bodies.len()).filter(|&i| !world.bodies.list[i].movable());
        self.reactions.resize(supports.clone().count(), [0.0; 2]);
        for (sum, i) in self.reactions.iter_mut().zip(supports) {
            let force = force_on(world, i, |_| true);
            sum[0] -= force[0];
            sum[1] -= force[D - 1];
        }
        self.reaction_steps += 1;
        self.confined.add(world);
    }

    fn finish<const D: usize>(&mut self, world: &World<D>, start: &Start<D>) {
        let g = world.gravity.norm();
        let weight = |i: usize| world.bodies.list[i].mass() * g;
        self.weight = start.bodies.iter().map(|b| weight(b.0)).sum();
        let height = |i: usize| {
            let body = &world.bodies.list[i];
            if body.movable() { world.bodies.pose(i).position[D - 1] } else { f64::NEG_INFINITY }
        };
        for &(i, ..) in &start.bodies {
            let carried = force_on(world, i, |other| height(other) < height(i))[D - 1];
            let above: f64 =
                start.bodies.iter().filter(|b| height(b.0) >= height(i)).map(|b| weight(b.0)).sum();
            self.joint_error = self.joint_error.max((carried / above - 1.0).abs());
        }
        self.overlap = overlap(world);
    }
}

/// The movable bodies at the start.
struct Start<const D: usize> {
    /// Index, position, and whether it has no velocity.
    bodies: Vec<(usize, Vector<D>, bool)>,
    /// The highest.
    top: usize,
}

impl<const D: usize> Start<D> {
    fn of(world: &World<D>) -> Self {
        let movable = (0..world.bodies.len()).filter(|&i| world.bodies.list[i].movable());
        let bodies: Vec<_> = movable
            .map(|i| {
                let at_rest = world.bodies.velocity(i).iter().all(|v| *v == 0.0);
                (i, world.bodies.pose(i).position, at_rest)
            })
            .collect();
        let top = bodies.iter().max_by(|a, b| a.1[D - 1].total_cmp(&b.1[D - 1]));
        Self { top: top.expect("a body that can move").0, bodies }
    }
}

/// Runs a world for a number of steps.
pub fn record<const D: usize>(world: &mut World<D>, steps: u64) -> Recording {
    let start = Start::of(world);
    let mut recording = Recording { potential_least: f64::INFINITY, ..Recording::default() };
    let mut stepper = Stepper::new(world);
    for step in 0..steps {
        let report = stepper.step(world);
        recording.step(world, &report, &start);
        if 10 * step >= 9 * steps {
            recording.weigh(world);
        }
    }
    recording.finish(world, &start);
    recording
}

/// Force on a body by its contacts with certain others (N).
fn force_on<const D: usize>(
    world: &World<D>,
    body: usize,
    others: impl Fn(usize) -> bool,
) -> Vector<D> {
    let force = |c: &Contact<D>| c.frame * c.impulse / world.scheme.time_step;
    let mut sum = Vector::zeros();
    for contact in &world.contacts {
        match contact.bodies {
            [a, b] if a == body && others(b) => sum += force(contact),
            [a, b] if b == body && others(a) => sum -= force(contact),
            _ => {}
        }
    }
    sum
}

/// Mean overlap in the final positions over the contacts that carry a force, relative to the
/// mean diameter of the bodies that can move.
fn overlap<const D: usize>(world: &World<D>) -> f64 {
    let now = world.contacts_now();
    let carries = |c: &Contact<D>| {
        let found = world.contacts.binary_search_by_key(&c.id, |old| old.id);
        found.is_ok_and(|k| world.contacts[k].impulse[0] > 0.0)
    };
    let loaded = || now.iter().filter(|c| carries(c));
    let sum: f64 = loaded().map(|c| (-c.gap).max(0.0)).sum();
    let radii: Vec<f64> = world
        .colliders
        .iter()
        .filter(|c| world.bodies.list[c.body].movable())
        .filter_map(|c| c.shape.bounding_radius())
        .collect();
    let diameter = 2.0 * radii.iter().sum::<f64>() / radii.len() as f64;
    sum / loaded().count() as f64 / diameter
}
