//! Rebounds: what follows from a step without them, and how much of them the energy admits.
//!
//! A step with laws whose rebounds are not known at once is solved in phases. The first has none. From the second
//! on laws see what the first came to (Poisson's impulses of compression), and, where they keep within the energy,
//! the share λ of restitution that they take (`laws/restitution.rs`). Contacts do, with mean velocities as in the books (`ledger.rs`),
//!
//! ```text
//! A(λ) = Σ r · (u⁻ + u⁺)/2        over the contacts of an island: bodies that touch or are joined
//! ```
//!
//! λ = 1 is tried first. An island that gains goes down to where it does not: between the greatest λ without gain and the
//! least one with gain by false position, every third time by halves. λ = 0 gains nothing but what the scheme
//! itself may give with forces (a mass that parts and is pressed back within a step, by an acceleration a, gives
//! at most m (h a)²/8): that stays in the books as `energy_gained`.

use super::interactions::Trial;
use super::report::Clock;
use super::{Phase, Stepper};
use crate::bodies::StepSize;
use crate::contact::Contact;
use crate::laws::{Outcome, Rebound};
use crate::problem::{contact_velocity, local_velocity};
use crate::solvers::{Report, Status};
use crate::world::World;

/// Most phases of a step.
const PHASES: usize = 40;

/// Way in a step, relative to what counts as touching, below which an approach is no shock.
const REST: f64 = 1e-6;

/// What rounding leaves of work, relative to what it is made of.
const ROUNDING: f64 = 1e-13;

/// Energy, relative to what shocks turn over, that islands may lose more than they must.
const SLACK: f64 = 1e-7;

/// Work of contacts, and the absolute values that it is made of (J).
#[derive(Clone, Copy, Debug, Default)]
struct Work {
    given: f64,
    turned_over: f64,
}

impl Work {
    fn gains(&self) -> bool {
        self.given > ROUNDING * self.turned_over
    }
}

/// Bodies that touch or are joined: which share of restitution they take.
#[derive(Clone, Copy, Debug, Default)]
struct Island {
    work: Work,
    share: f64,
    /// The greatest share known to give nothing, and what it gives; so little is kept of zero in the end.
    kept: (f64, f64),
    /// The least share known to give energy, and how much.
    gains: Option<(f64, f64)>,
}

impl Island {
    /// Whether the share that was solved for may stay; else it is changed.
    fn settles(&mut self, round: usize) -> bool {
        let Self { work, share, .. } = *self;
        if work.gains() && share > 0.0 {
            self.gains = Some((share, work.given));
        } else {
            let close = |gains: (f64, f64)| gains.0 - share <= SLACK * gains.0;
            let enough = work.given >= -SLACK * work.turned_over;
            if share == 0.0 || enough || self.gains.is_none_or(close) {
                return true;
            }
            self.kept = (share, work.given);
        }
        let ((low, least), Some((high, most))) = (self.kept, self.gains) else { return true };
        let aim = -0.5 * SLACK * work.turned_over;
        let way = (least - aim) / (least - most);
        let way = if round % 3 == 2 || !(0.0..1.0).contains(&way) { 0.5 } else { way };
        let is_nothing = least >= aim || round + 2 >= PHASES || high - low <= SLACK * high;
        self.share = if is_nothing { low } else { low + way * (high - low) };
        false
    }
}

/// The rebounds of a step.
#[derive(Default)]
pub(super) struct Rebounds {
    /// What the step without rebounds came to, and the share of restitution, contact by contact; empty before.
    pub known: Vec<(Outcome, f64)>,
    /// The island of each contact.
    of_contacts: Vec<usize>,
    islands: Vec<Island>,
}

impl Rebounds {
    fn clear(&mut self) {
        self.known.clear();
        self.islands.clear();
    }

    /// After the first phase: whether there is a second; approaches up to `slow` (m/s) are none.
    fn begin<const D: usize>(&mut self, world: &World<D>, trials: &[Trial], slow: f64) -> bool {
        let World { contacts, bodies, laws, .. } = world;
        let rebounds = |(contact, (_, outcome)): (&Contact<D>, &Trial)| {
            let approach = || {
                let before = local_velocity(contact, bodies, &bodies.v);
                before[0] - contact.turn(&before)[0]
            };
            (contact.gap <= 0.0 || contact.past.is_none())
                && match laws.laws[contact.law].rebound() {
                    Rebound::AtOnce => false,
                    Rebound::Afterwards | Rebound::WithinEnergy => {
                        outcome.impulse[0] > 0.0 && approach() < -slow
                    }
                }
        };
        if !contacts.iter().zip(trials).any(rebounds) {
            return false;
        }
        self.known.extend(trials.iter().map(|(_, outcome)| (*outcome, 1.0)));
        let is_joined =
            |c: usize| contacts[c].gap <= world.scheme.touch() || trials[c].1.impulse[0] != 0.0;
        let islands = islands(world, is_joined);
        self.of_contacts.clear();
        self.of_contacts.extend(contacts.iter().map(|contact| {
            let [i, j] = contact.bodies;
            islands[if bodies.movable(i) { i } else { j }]
        }));
        self.islands.resize(bodies.len(), Island::default());
        self.weigh(world, trials);
        for island in &mut self.islands {
            (island.kept, island.share) = ((0.0, island.work.given), 1.0);
        }
        true
    }

    /// What contacts did in the phase that was solved last, island by island.
    fn weigh<const D: usize>(&mut self, world: &World<D>, trials: &[Trial]) {
        let World { contacts, bodies, laws, .. } = world;
        self.islands.iter_mut().for_each(|island| island.work = Work::default());
        for (c, (contact, (_, outcome))) in contacts.iter().zip(trials).enumerate() {
            let before = contact_velocity(contact, bodies, &bodies.v);
            let work = &mut self.islands[self.of_contacts[c]].work;
            // A slider beside the contact is its own friction.
            let beside = if laws.laws[contact.law].has_bond() { 0.0 } else { 1.0 };
            for k in 0..6 {
                let (r, after) =
                    (outcome.impulse[k] + beside * outcome.bond[k], outcome.velocity[k]);
                work.given += 0.5 * r * (before[k] + after);
                work.turned_over += 0.5 * r.abs() * (before[k].abs() + after.abs());
            }
        }
    }

    /// Whether the phase that was solved last is the one to stay; else shares are changed.
    fn settle<const D: usize>(&mut self, world: &World<D>, trials: &[Trial], phase: usize) -> bool {
        let World { contacts, laws, .. } = world;
        self.weigh(world, trials);
        let keeps = |c: usize| laws.laws[contacts[c].law].rebound() == Rebound::WithinEnergy;
        let mut bounded = vec![false; self.islands.len()];
        for (c, island) in self.of_contacts.iter().enumerate() {
            bounded[*island] |= keeps(c);
        }
        let mut settled = true;
        for (island, _) in self.islands.iter_mut().zip(bounded).filter(|(_, bounded)| *bounded) {
            settled &= island.settles(phase);
        }
        for (known, island) in self.known.iter_mut().zip(&self.of_contacts) {
            known.1 = self.islands[*island].share;
        }
        settled
    }
}

/// The island of each body: the number of the first body in it.
fn islands<const D: usize>(world: &World<D>, is_joined: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut first: Vec<usize> = (0..world.bodies.len()).collect();
    let mut join = |[i, j]: [usize; 2]| {
        if world.bodies.movable(i) && world.bodies.movable(j) {
            let (i, j) = (root(&mut first, i), root(&mut first, j));
            first[i.max(j)] = i.min(j);
        }
    };
    world.joints.iter().for_each(|joint| join(joint.bodies));
    let joined = world.contacts.iter().enumerate().filter(|(c, _)| is_joined(*c));
    joined.for_each(|(_, contact)| join(contact.bodies));
    (0..first.len()).map(|i| root(&mut first, i)).collect()
}

fn root(first: &mut [usize], mut i: usize) -> usize {
    while first[i] != i {
        first[i] = first[first[i]];
        i = first[i];
    }
    i
}

impl<const D: usize> Stepper<D> {
    /// Impulses and the velocities they lead to, in as many phases as rebounds take.
    pub(super) fn solve(&mut self, world: &World<D>, size: StepSize, clock: &mut Clock) -> Report {
        self.rebounds.clear();
        self.radii.look(&world.contacts, &self.sizes);
        let mut report = self.solve_with_meetings(world, size, clock);
        let collides = world.laws.rebound() && self.phase != Phase::Smooth;
        // An impact takes no time: every approach is one.
        let touch = if self.phase == Phase::Impact { 0.0 } else { world.scheme.touch() };
        if !collides
            || self.is_late()
            || !self.rebounds.begin(world, &self.trials, REST * touch / size.h)
        {
            return report;
        }
        let first = report.status;
        for phase in 0..PHASES {
            let iterations = report.iterations;
            report = self.solve_phase(world, size, clock);
            report.iterations += iterations;
            if self.is_late() || self.rebounds.settle(world, &self.trials, phase) {
                break;
            }
        }
        if report.status == Status::Converged {
            report.status = first;
        }
        report
    }
}
