//! Gauss–Seidel colour by colour: contacts of one colour share no movable body.
//!
//! Contacts of one colour (`colours.rs`) do not feel each other, so that solving them together is
//! solving them one after the other, and threads may share the work.
//!
//! Velocities are gathered and impulses found in parallel, then scattered in order: the same bits
//! for any number of threads. After stagnation colours come in a new random order each sweep. With rows in another order this is `gauss-seidel`, with its merits
//! and failures: of 49 problems of the collection, 2 s each on a busy machine, 43 to 1e-4 and 39 to
//! 1e-8. It fails (1e-4) on RockPile, on packings of 788 and 3831 spheres and on the larger walls and towers.

use super::colours::Colours;
use super::local::Local;
use super::random::Random;
use super::sweeping::{Change, Sweep, Sweeping, explained, update};
use super::{About, Report, Settings, Solver, Watch};
use crate::problem::{Form, Problem};
use nalgebra::SVector;
use rayon::prelude::*;

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "coloured",
    summary: "Gauss-Seidel over colours of the contact graph, each colour in parallel",
    references: "Jean 1999 (section 5.4); Adams 1982 for colours",
    reads: &["relaxation", "acceleration", "seed", "local"],
    ..About::GENERAL
};

/// Contacts a thread takes at a time; also the chunks of the sums.
const CHUNK: usize = 256;

/// The solver with its buffers.
#[derive(Default)]
pub struct Coloured<const B: usize> {
    contacts: Vec<Local<B>>,
    colours: Colours,
    steps: Vec<SVector<f64, B>>,
    changes: Vec<Change>,
    sweeping: Sweeping<B>,
}

impl<const B: usize> Solver<B> for Coloured<B> {
    fn solve(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        self.contacts.clear();
        let prepared = problem.diagonal().iter().zip(problem.cones());
        self.contacts.extend(prepared.map(|(w, cone)| Local::new(*w, *cone).by(settings.local)));
        self.colours.find(problem);
        self.steps.resize(problem.len(), SVector::zeros());
        self.changes.resize(problem.len().div_ceil(CHUNK), Change::default());
        let mut sweep = ByColour {
            problem: &problem,
            contacts: &self.contacts,
            colours: &mut self.colours,
            shuffle: None,
            seed: settings.seed,
            steps: &mut self.steps,
            changes: &mut self.changes,
            relaxation: settings.relaxation,
        };
        let report = self.sweeping.iterate(&problem, &mut sweep, usize::MAX, settings, watch, r);
        explained(report, &self.contacts)
    }
}

/// The sweep.
struct ByColour<'a, const B: usize> {
    problem: &'a Problem<'a, B>,
    contacts: &'a [Local<B>],
    colours: &'a mut Colours,
    /// Colours in random order, after stagnation.
    shuffle: Option<Random>,
    seed: u64,
    steps: &'a mut [SVector<f64, B>],
    changes: &'a mut [Change],
    relaxation: f64,
}

impl<const B: usize> Sweep<B> for ByColour<'_, B> {
    fn sweep(&mut self, r: &mut [SVector<f64, B>], z: &mut Vec<f64>) -> Change {
        let (problem, contacts, relaxation) = (self.problem, self.contacts, self.relaxation);
        let mut total = Change::default();
        if let Some(random) = &mut self.shuffle {
            self.colours.shuffle(random);
        }
        for colour in self.colours.iter() {
            let (before, carried) = (&*r, &z[..]);
            let solve = |list: &[u32], steps: &mut [SVector<f64, B>], change: &mut Change| {
                *change = Change::default();
                for (&c, step) in list.iter().zip(steps) {
                    let c = c as usize;
                    let mut new = before[c];
                    let u = problem.velocity(c, before, carried);
                    let found = update(&contacts[c], &u, &mut new, relaxation, change);
                    *step = found.unwrap_or_else(SVector::zeros);
                }
            };
            let steps = &mut self.steps[..colour.len()];
            let changes = &mut self.changes[..colour.len().div_ceil(CHUNK)];
            if colour.len() > CHUNK {
                let chunks = colour.par_chunks(CHUNK).zip(steps.par_chunks_mut(CHUNK));
                chunks.zip(changes.par_iter_mut()).for_each(|((l, s), c)| solve(l, s, c));
            } else {
                solve(colour, steps, &mut changes[0]);
            }
            for (&c, step) in colour.iter().zip(&*steps) {
                if *step != SVector::<f64, B>::zeros() {
                    r[c as usize] += step;
                    problem.change(c as usize, step, z);
                }
            }
            changes.iter().for_each(|change| total.add(change));
        }
        total
    }

    fn repeats(&self) -> bool {
        self.shuffle.is_none()
    }

    fn try_otherwise(&mut self) -> bool {
        let otherwise = self.shuffle.is_none();
        self.shuffle = Some(Random::new(self.seed));
        otherwise
    }
}
