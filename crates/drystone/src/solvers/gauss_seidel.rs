//! Nonlinear block Gauss–Seidel on body velocities (000 §5.4, 001 §4).
//!
//! Contact after contact, with z the (mass-normalised) velocity change of the bodies:
//!
//! ```text
//! q = u_c - W_cc r_c,   u_c = H_cᵀ z + b_c        velocity without this contact's impulse
//! r_c⁺ = one-contact solution of (W_cc, q, μ_c)
//! z ← z + H_c (r_c⁺ - r_c)                        001 eq. (11)
//! ```
//!
//! W is never assembled: a sweep costs O(contacts) and so does the memory. z is refreshed from
//! the impulses against round-off each time the judge is asked. The sweeps' own changes say
//! *when* to ask the judge (as soon as they predict success, and at growing intervals), the
//! judge says whether to stop.
//!
//! Contacts are visited in one of several orders (`sweeping/order.rs`). Natural order is fastest on
//! most problems but may go round in circles: it stays at 4e-4 on OneObject-316 and at 2e-4 on
//! RockPile, which a new random order each sweep takes to 1e-8 and to 4e-6 (5 s). So the default is
//! natural order until it stagnates, then shuffled. There and back (symmetric) solves OneObject in
//! 53 sweeps (to 1e-6) and is slower on walls; from the supports outwards is best on KaplasTower (106 sweeps
//! to 1e-6 instead of 134) and worse on walls; freezing saved a tenth on fc2d 2020 and nothing elsewhere.
//!
//! Sweeps alone are slow when reactions must travel far: from a cold start a stack of 30 blocks in
//! the plane takes 2.8 million of them to 1e-10. `acceleration.rs` extrapolates them, which takes
//! about 1,060 there and nothing where twelve sweeps do. The same stack in space (80,000), large
//! mass ratios (a heavy block on a tall stack) and impacts in wedged piles remain hard.

use super::keys::SWEEP_KEYS;
use super::local::Local;
use super::sweeping::{Change, Sweep, Sweeping, Visits, explained, update};
use super::{About, Report, Settings, Solver, Watch};
use crate::problem::{Form, Global, Problem, Reduced};
use nalgebra::SVector;

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "gauss-seidel",
    summary: "nonlinear block Gauss-Seidel, one contact after the other, extrapolated where it pays",
    references: "Moreau 1994; Jean 1999 (section 5.4); Jourdan, Alart, Jean 1998",
    reads: SWEEP_KEYS,
    ..About::GENERAL
};

/// The solver with its buffers, reusable from step to step.
#[derive(Default)]
pub struct GaussSeidel<const B: usize> {
    contacts: Vec<Local<B>>,
    visits: Visits,
    sweeping: Sweeping<B>,
}

impl<const B: usize> Solver<B> for GaussSeidel<B> {
    fn solve(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        self.solve_within(problem, settings, usize::MAX, watch, r)
    }
}

impl<const B: usize> GaussSeidel<B> {
    /// As [`Solver::solve`], but gives up (`stagnated`) as soon as the rate of convergence promises
    /// no end within `patience` sweeps.
    pub fn solve_within(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        patience: usize,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        self.contacts.clear();
        let prepared = problem.diagonal().iter().zip(problem.cones());
        self.contacts.extend(prepared.map(|(w, cone)| Local::new(*w, *cone).by(settings.local)));
        self.visits.start(problem, settings.order, settings.freezing, settings.seed);
        let report = match problem {
            // Rigid bodies have 3 or 6 degrees of freedom: loops of known length.
            Problem::Global(form) => match form.body_size {
                _ if !form.compliance.is_empty() => {
                    self.run(form, form, patience, settings, watch, r)
                }
                Some(3) => self.run(form, &OfSize::<B, 3>(form), patience, settings, watch, r),
                Some(6) => self.run(form, &OfSize::<B, 6>(form), patience, settings, watch, r),
                _ => self.run(form, form, patience, settings, watch, r),
            },
            Problem::Reduced(form) => self.run(form, form, patience, settings, watch, r),
        };
        explained(report, &self.contacts)
    }

    fn run(
        &mut self,
        problem: &impl Form<B>,
        access: &impl Access<B>,
        patience: usize,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        let (contacts, visits) = (&self.contacts[..], &mut self.visits);
        let mut sweep = OneByOne { access, contacts, visits, relaxation: settings.relaxation };
        self.sweeping.iterate(problem, &mut sweep, patience, settings, watch, r)
    }
}

/// The sweep.
struct OneByOne<'a, const B: usize, A> {
    access: &'a A,
    contacts: &'a [Local<B>],
    visits: &'a mut Visits,
    relaxation: f64,
}

impl<const B: usize, A: Access<B>> Sweep<B> for OneByOne<'_, B, A> {
    fn sweep(&mut self, r: &mut [SVector<f64, B>], z: &mut Vec<f64>) -> Change {
        let (access, contacts, relaxation) = (self.access, self.contacts, self.relaxation);
        let mut change = Change::default();
        let z = &mut z[..];
        match self.visits.next() {
            None => {
                for (c, local) in contacts.iter().enumerate() {
                    visit(access, c, local, relaxation, r, z, &mut change);
                }
            }
            Some(list) => {
                for c in list.iter().map(|&c| c as usize) {
                    visit(access, c, &contacts[c], relaxation, r, z, &mut change);
                }
            }
        }
        self.visits.look(r);
        change
    }

    fn refused(&mut self) {
        self.visits.thaw();
    }

    fn repeats(&self) -> bool {
        self.visits.repeats()
    }

    fn try_otherwise(&mut self) -> bool {
        self.visits.try_otherwise()
    }
}

/// Solves one contact. Inlined into both loops: a call costs 8 to 11 % more instructions a sweep.
#[inline(always)]
fn visit<const B: usize>(
    access: &impl Access<B>,
    c: usize,
    local: &Local<B>,
    relaxation: f64,
    r: &mut [SVector<f64, B>],
    z: &mut [f64],
    change: &mut Change,
) {
    let u = access.gather(c, r, z);
    if let Some(step) = update(local, &u, &mut r[c], relaxation, change) {
        access.scatter(c, &step, z);
    }
}

/// What a visit does to a form.
trait Access<const B: usize> {
    fn gather(&self, c: usize, r: &[SVector<f64, B>], z: &[f64]) -> SVector<f64, B>;
    fn scatter(&self, c: usize, step: &SVector<f64, B>, z: &mut [f64]);
}

/// A problem whose bodies all have N degrees of freedom: the compiler unrolls.
struct OfSize<'a, const B: usize, const N: usize>(&'a Global<B>);

impl<const B: usize, const N: usize> Access<B> for OfSize<'_, B, N> {
    #[inline(always)]
    fn gather(&self, c: usize, _: &[SVector<f64, B>], z: &[f64]) -> SVector<f64, B> {
        let mut u = self.0.b[c];
        self.0.rows.gather_sized::<N>(c, z, &mut u);
        u
    }

    #[inline(always)]
    fn scatter(&self, c: usize, step: &SVector<f64, B>, z: &mut [f64]) {
        self.0.rows.scatter_sized::<N>(c, step, z);
    }
}

impl<const B: usize> Access<B> for Global<B> {
    fn gather(&self, c: usize, r: &[SVector<f64, B>], z: &[f64]) -> SVector<f64, B> {
        self.velocity(c, r, z)
    }

    fn scatter(&self, c: usize, step: &SVector<f64, B>, z: &mut [f64]) {
        self.change(c, step, z);
    }
}

impl<const B: usize> Access<B> for Reduced<B> {
    fn gather(&self, c: usize, r: &[SVector<f64, B>], _: &[f64]) -> SVector<f64, B> {
        self.relative_velocity(c, r)
    }

    fn scatter(&self, _: usize, _: &SVector<f64, B>, _: &mut [f64]) {}
}
