//! Which bodies are held, and the velocities of all.

use super::bodies::Bodies;
use super::part::Part;
use crate::problem::{Cone, Form, Global, Norm, Problem};
use crate::solvers::{InteriorPoint, Settings, Solver, Watch};
use nalgebra::{SMatrix, SVector};

/// Share of the friction bound up to which a contact is well inside its cone.
const INSIDE: f64 = 0.95;
/// A contact is slow up to so many times the speed below which such a share of the contacts well inside
/// their cones is.
const SLOW: (f64, f64) = (10.0, 0.99);
/// Speeds that are none, relative to the greatest.
const NONE: f64 = 1e-8;
/// Speeds of a motion that no impulses prevent from which a body is let go, relative to the greatest.
const MOVES: f64 = 1e-3;
/// How often a body is let go before it is held no more.
const LET_GO: u8 = 2;
/// Tries to hold what agrees.
const TRIES: usize = 5;
/// Accuracy and iterations of the linear problem.
const LINEAR: (f64, usize) = (1e-14, 40);

/// What is held, with the velocities of everything.
#[derive(Default)]
pub struct Holding<const B: usize> {
    /// The bodies of the problem.
    pub bodies: Bodies,
    /// Which of them are held.
    is_held: Vec<bool>,
    /// Those that are not to be held now, and how often each was let go.
    is_let_go: Vec<bool>,
    times: Vec<u8>,
    /// What reactions do to the bodies.
    pub z: Vec<f64>,
    /// Velocities of contacts.
    u: Vec<SVector<f64, B>>,
    /// Speed up to which a contact does not move.
    pub slow: f64,
    /// A speed that there would be without reactions, where contacts are taken to be at rest.
    free: f64,
    is_slow: Vec<bool>,
    joints: InteriorPoint<B>,
    between: Part<B>,
    z_part: Vec<f64>,
    speeds: Vec<f64>,
}

impl<const B: usize> Holding<B> {
    /// Begins with an answer.
    pub fn begin(&mut self, whole: &Global<B>, r: &[SVector<f64, B>]) {
        self.bodies.find(whole);
        self.is_let_go.clear();
        self.is_let_go.resize(self.bodies.len(), false);
        self.times.clear();
        self.times.resize(self.bodies.len(), 0);
        self.free = 0.0;
        whole.velocities(r, &mut self.z, &mut self.u);
        let of_law = whole.cones.iter().zip(&whole.diagonal);
        let all = self.u.iter().zip(r).zip(of_law).map(|((u, r), (cone, w))| (u, r, cone, w));
        self.slow = slowness(all, &mut self.speeds).max(NONE * greatest(&self.u));
    }

    /// Begins with rest at some contacts.
    pub fn begin_at_rest(&mut self, whole: &Global<B>, at_rest: &[bool]) {
        self.bodies.find(whole);
        self.is_let_go.clear();
        self.is_let_go.resize(self.bodies.len(), false);
        self.times.clear();
        self.times.resize(self.bodies.len(), 0);
        self.z.clear();
        self.z.resize(whole.dofs, 0.0);
        self.free = greatest(&whole.b);
        self.slow = NONE * self.free;
        let mut apart = SVector::<f64, B>::zeros();
        apart[0] = self.free;
        self.u.clear();
        self.u.extend(at_rest.iter().map(|rests| if *rests { SVector::zeros() } else { apart }));
    }

    /// Chooses what to hold by the velocities, and finds the velocities of it; gives how many bodies it is.
    pub fn hold(&mut self, whole: &Global<B>, settings: &Settings) -> usize {
        let Self { bodies, is_held, is_slow, z, u, between, z_part, .. } = self;
        let slow = self.slow;
        is_slow.clear();
        is_slow.extend(u.iter().zip(&whole.cones).map(|(u, cone)| {
            // A contact without friction keeps nothing from sliding.
            cone.is_free() || (u.norm() <= slow && (B == 1 || cone.mu() > 0.0))
        }));
        let none = NONE * greatest(u).max(self.free);
        for _ in 0..TRIES {
            bodies.hold(whole, is_slow, &self.is_let_go, is_held);
            between.begin(whole);
            for c in (0..whole.len()).filter(|c| is_slow[*c]) {
                if bodies.of_contact(c).all(|body| is_held[body]) {
                    between.push(whole, c, |_| true, whole.b[c], Cone::Free);
                }
            }
            between.complete();
            let (tolerance, max_iterations) = LINEAR;
            let norm = Norm::NaturalMap;
            let exact = Settings { tolerance, norm, max_iterations, ..settings.clone() };
            let problem = Problem::Global(&between.problem);
            self.joints.solve(problem, &exact, &mut Watch::default(), &mut between.r);
            between.problem.momentum(&between.r, z_part);
            // Contacts that cannot all stand still at once do not hold.
            let mut agrees = true;
            for (k, c) in between.contacts.iter().enumerate() {
                if between.problem.body_velocity(k, z_part).norm() > none {
                    (is_slow[*c], agrees) = (false, false);
                }
            }
            if agrees {
                for body in (0..bodies.len()).filter(|body| is_held[*body]) {
                    let range = bodies.range(body);
                    z[range.clone()].copy_from_slice(&z_part[range]);
                }
                return is_held.iter().filter(|held| **held).count();
            }
        }
        0
    }

    /// The contacts of what is not held, between bodies that move as given, with impulses to begin with.
    pub fn pose_moving(&mut self, whole: &Global<B>, r: &[SVector<f64, B>], moving: &mut Part<B>) {
        let Self { bodies, is_held, z, .. } = self;
        for body in (0..bodies.len()).filter(|body| !is_held[*body]) {
            z[bodies.range(body)].fill(0.0);
        }
        moving.begin(whole);
        for c in 0..whole.len() {
            if bodies.of_contact(c).any(|body| !is_held[body]) {
                let b = whole.body_velocity(c, z);
                moving.push(whole, c, |side| !is_held[bodies.of_side(side)], b, whole.cones[c]);
                moving.r.push(r[c]);
            }
        }
        moving.complete();
    }

    /// Takes the velocities of what moves.
    pub fn take_moving(&mut self, whole: &Global<B>, moving: &Part<B>) {
        let Self { bodies, is_held, z, z_part, u, .. } = self;
        moving.problem.momentum(&moving.r, z_part);
        for body in (0..bodies.len()).filter(|body| !is_held[*body]) {
            let range = bodies.range(body);
            z[range.clone()].copy_from_slice(&z_part[range]);
        }
        u.clear();
        u.extend((0..whole.len()).map(|c| whole.body_velocity(c, z)));
        let (contacts, part) = (&moving.contacts, &moving.problem);
        let of_law = part.cones.iter().zip(&part.diagonal).zip(&moving.r);
        let all = contacts.iter().zip(of_law).map(|(c, ((cone, w), r))| (&u[*c], r, cone, w));
        self.slow = slowness(all, &mut self.speeds).max(NONE * greatest(u));
    }

    /// Lets go what a motion moves that no impulses prevent; gives how many bodies of it were held.
    pub fn let_go(&mut self, motion: &[f64]) -> usize {
        let Self { bodies, is_held, is_let_go, times, .. } = self;
        let speed = |body: usize| {
            let own = &motion[bodies.range(body)];
            own.iter().map(|x| x * x).sum::<f64>().sqrt()
        };
        let greatest = (0..bodies.len()).map(speed).fold(0.0, f64::max);
        let mut count = 0;
        for body in 0..bodies.len() {
            is_let_go[body] = times[body] >= LET_GO;
            if speed(body) > MOVES * greatest {
                is_let_go[body] = true;
                times[body] += u8::from(is_held[body]);
                count += usize::from(is_held[body]);
            }
        }
        count
    }
}

/// The greatest speed.
fn greatest<const B: usize>(u: &[SVector<f64, B>]) -> f64 {
    u.iter().map(SVector::norm).fold(0.0, f64::max)
}

/// A contact's velocity, impulse, cone and block of W.
type Touch<'a, const B: usize> =
    (&'a SVector<f64, B>, &'a SVector<f64, B>, &'a Cone, &'a SMatrix<f64, B, B>);

/// The speed up to which a contact is slow: contacts well inside their cones should not move at all, and how much
/// they do says how far velocities can be trusted. What a method leaves to open contacts does not count: it would
/// do less alone than they move.
fn slowness<'a, const B: usize>(
    contacts: impl Iterator<Item = Touch<'a, B>>,
    speeds: &mut Vec<f64>,
) -> f64 {
    speeds.clear();
    speeds.extend(contacts.filter_map(|(u, r, cone, w)| {
        let is_inside = r.rows(1, B - 1).norm() < INSIDE * cone.mu() * r[0];
        (is_inside && w[(0, 0)] * r[0] > u.norm()).then(|| u.norm())
    }));
    let (times, share) = SLOW;
    let Some(last) = speeds.len().checked_sub(1) else { return 0.0 };
    let last = last as f64;
    times * *speeds.select_nth_unstable_by((last * share) as usize, f64::total_cmp).1
}
