//! Gauss–Seidel colour by colour: contacts of one colour share no movable body.
//!
//! Contacts of one colour do not feel each other, so that solving them together is solving them
//! one after the other, and threads may share the work. In velocity space two contacts are
//! neighbours if they act on a common body, in reduced form if W couples them. Colours are given
//! greedily: each contact the first colour that none of its bodies (its neighbours) has. A body
//! with n contacts asks for n colours, so small problems with many contacts a body have as many
//! colours as contacts, and the order is that of the numbers.
//!
//! Velocities are gathered and impulses found in parallel, then scattered in order: the same bits
//! for any number of threads. After stagnation colours come in a new random order each sweep. With rows in another order this is `gauss-seidel`, with its merits
//! and failures: of 49 problems of the collection, 2 s each on a busy machine, 43 to 1e-4 and 39 to
//! 1e-8. It fails (1e-4) on RockPile, on packings of 788 and 3831 spheres and on the larger walls and towers.

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
    coulomb: [true; 3],
    rolling: true,
    symmetric: false,
    max_contacts: usize::MAX,
    promise: 1e-8,
    references: "Jean 1999 (000 section 5.4); Adams 1982 for colours",
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
            random.shuffle(&mut self.colours.ranges);
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

/// Contacts by colour.
#[derive(Default)]
pub struct Colours {
    /// Where each colour is in the list.
    ranges: Vec<(usize, usize)>,
    list: Vec<u32>,
}

impl Colours {
    /// Colours a problem's contacts.
    pub fn find<const B: usize>(&mut self, problem: Problem<B>) {
        let n = problem.len();
        let mut colour = vec![u32::MAX; n];
        // The contact that last saw a colour at a neighbour.
        let mut seen: Vec<u32> = vec![];
        let note = |seen: &mut Vec<u32>, colour: u32, c: usize| {
            let at = colour as usize;
            if at >= seen.len() {
                seen.resize(at + 1, u32::MAX);
            }
            seen[at] = c as u32;
        };
        let free = |seen: &[u32], c: usize| {
            seen.iter().position(|s| *s != c as u32).unwrap_or(seen.len()) as u32
        };
        match problem {
            Problem::Global(form) => {
                // Colours that each body already has.
                let mut of_body: Vec<Vec<u32>> = vec![vec![]; form.dofs];
                for (c, sides) in form.rows.sides.iter().enumerate() {
                    for side in sides.iter().filter(|s| s.size > 0) {
                        of_body[side.dof as usize].iter().for_each(|k| note(&mut seen, *k, c));
                    }
                    colour[c] = free(&seen, c);
                    for side in sides.iter().filter(|s| s.size > 0) {
                        of_body[side.dof as usize].push(colour[c]);
                    }
                }
            }
            Problem::Reduced(form) => {
                // The pattern need not be symmetric: both directions count.
                let mut back: Vec<Vec<u32>> = vec![vec![]; n];
                for c in 0..n {
                    for &other in &form.columns[form.start[c]..form.start[c + 1]] {
                        if colour[other] != u32::MAX {
                            note(&mut seen, colour[other], c);
                        } else {
                            back[other].push(c as u32);
                        }
                    }
                    for &other in &back[c] {
                        if colour[other as usize] != u32::MAX {
                            note(&mut seen, colour[other as usize], c);
                        }
                    }
                    colour[c] = free(&seen, c);
                }
            }
        }
        self.list.clear();
        self.list.extend(0..n as u32);
        self.list.sort_by_key(|c| colour[*c as usize]);
        self.ranges.clear();
        let mut first = 0;
        for same in self.list.chunk_by(|a, b| colour[*a as usize] == colour[*b as usize]) {
            self.ranges.push((first, first + same.len()));
            first += same.len();
        }
    }

    /// The contacts of each colour.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        self.ranges.iter().map(|(from, to)| &self.list[*from..*to])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::{ContactRows, Side};
    use crate::problem::{Cone, Global};

    /// A ring of bodies, each on the ground too.
    fn ring(bodies: u32) -> Global<1> {
        let side = |body: u32, start: u32| Side { dof: body % bodies, size: 1, start };
        let none = Side { dof: 0, size: 0, start: 0 };
        let mut sides = vec![];
        for body in 0..bodies {
            sides.push([side(body, 0), side(body + 1, 1)]);
            sides.push([side(body, 0), none]);
        }
        let n = sides.len();
        let rows = ContactRows { sides, data: vec![1.0, -1.0] };
        let (b, cones) = (vec![SVector::from([-1.0]); n], vec![Cone::Coulomb { mu: 0.0 }; n]);
        let mut problem = Global { rows, b, cones, dofs: bodies as usize, ..Global::default() };
        problem.complete();
        problem
    }

    #[test]
    fn contacts_of_a_colour_share_no_body() {
        let global = ring(11);
        let reduced = global.reduce();
        for problem in [Problem::Global(&global), Problem::Reduced(&reduced)] {
            let mut colours = Colours::default();
            colours.find(problem);
            let mut all = vec![];
            for colour in colours.iter() {
                let mut bodies: Vec<u32> = vec![];
                for &c in colour {
                    let sides = &global.rows.sides[c as usize];
                    bodies.extend(sides.iter().filter(|s| s.size > 0).map(|s| s.dof));
                }
                let count = bodies.len();
                bodies.sort_unstable();
                bodies.dedup();
                assert_eq!(bodies.len(), count);
                all.extend_from_slice(colour);
            }
            all.sort_unstable();
            assert_eq!(all, (0..22).collect::<Vec<u32>>());
            assert!(colours.iter().count() <= 5);
        }
    }
}
