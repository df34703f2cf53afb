//! Semismooth Newton methods: the law of every contact as an equation F(u, r) = 0.
//!
//! With u = W r + b, r̂ = r/ρ (`scale.rs`) and A, C the generalised derivatives of F in u and r̂:
//!
//! ```text
//! ((C + ε I)/ρ + A W) dr = -F,     r ← r + α dr          000 §5.3; Alart, Curnier 1991
//! ```
//!
//! The functions are one file each; they share this iteration:
//!
//! * ε, proximal, keeps the matrix regular where W is not (self-stresses, more contacts than
//!   degrees of freedom). It falls tenfold with every whole step and rises where the line search
//!   fails. In velocity space the matrix is I + H E Hᵀ with E = ρ (C + ε I)⁻¹ A, so that neither the
//!   rank nor the size of W matters (`systems/`).
//! * α by a rule of `line_search/` on the merit ½‖F‖². u is linear in α, so a trial costs no
//!   product with W. The slope is F·(-F - ε dr/ρ).
//!
//! Near a solution without degenerate contacts it converges quadratically to round-off. From far it
//! may jam in a valley of the merit that is no solution; the status then says `stagnated`.

pub mod alart_curnier;
mod augmented;
mod disk;
pub mod fischer_burmeister;
pub mod function;
pub mod jean_moreau;
mod line_search;
pub mod natural_map;
pub mod polish;
mod progress;
mod projection;
pub mod proximal;
mod scale;
pub mod velocity;

use super::systems::System;
use super::{Report, Settings, Solver, Status, Watch};
use crate::problem::{Form, Problem};
use function::ContactFunction;
use line_search::{Memory, search};
use nalgebra::{SMatrix, SVector};
use progress::{PATIENCE, Progress};
use std::marker::PhantomData;

/// Newton with the function of Alart and Curnier.
pub type NewtonAlartCurnier<const B: usize> = Newton<alart_curnier::AlartCurnier, B>;
/// Newton with the function of Jean and Moreau.
pub type NewtonJeanMoreau<const B: usize> = Newton<jean_moreau::JeanMoreau, B>;
/// Newton with the natural map.
pub type NewtonNaturalMap<const B: usize> = Newton<natural_map::NaturalMap, B>;
/// Newton with the function of Fischer and Burmeister.
pub type NewtonFischerBurmeister<const B: usize> = Newton<fischer_burmeister::FischerBurmeister, B>;

/// Least and greatest regularisation.
const LEAST: f64 = 1e-8;
const GREATEST: f64 = 1e3;
/// A residual so small that round-off is near, and the iterations without progress that then mean
/// it has been reached.
const LAST_DIGITS: (f64, usize) = (1e-10, 8);

/// A residual below which an iteration without progress is a matter of round-off, which E ~ 1/ε
/// amplifies in velocity space: the least regularisation is then raised, up to the second number.
const ROUND_OFF: (f64, f64) = (1e-6, 1e-2);

/// How to begin and when to give up.
struct Effort {
    /// First regularisation.
    first: f64,
    /// Iterations without progress, at most.
    patience: usize,
}

/// From anywhere.
const SOLVE: Effort = Effort { first: 1e-3, patience: PATIENCE };

/// The solver with its buffers.
#[derive(Default)]
pub struct Newton<F, const B: usize> {
    system: System<B>,
    work: Work<B>,
    function: PhantomData<F>,
}

#[derive(Default)]
struct Work<const B: usize> {
    rho: Vec<f64>,
    r: Vec<SVector<f64, B>>,
    u: Vec<SVector<f64, B>>,
    z: Vec<f64>,
    /// F, and A and C / ρ.
    value: Vec<SVector<f64, B>>,
    a: Vec<SMatrix<f64, B, B>>,
    c: Vec<SMatrix<f64, B, B>>,
    regular: Vec<SMatrix<f64, B, B>>,
    right: Vec<SVector<f64, B>>,
    dr: Vec<SVector<f64, B>>,
    du: Vec<SVector<f64, B>>,
}

impl<F: ContactFunction, const B: usize> Solver<B> for Newton<F, B> {
    fn solve(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        // Blocks of five are of problems with rolling friction, joints among them too.
        let rolling = problem.is_rolling() || B > 3;
        if rolling && !F::ROLLING {
            return Report { status: Status::NotAccepted, ..Report::default() };
        }
        if let Some(status) = watch.judge(&problem, settings, 0, r) {
            return watch.finish(status, 0, r);
        }
        let (status, iterations) = self.iterate(problem, settings, watch, r, &SOLVE);
        watch.finish(status, iterations, r)
    }
}

impl<F: ContactFunction, const B: usize> Newton<F, B> {
    /// Iterates from r, which the watch has judged.
    fn iterate(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &[SVector<f64, B>],
        effort: &Effort,
    ) -> (Status, usize) {
        let Self { system, work, .. } = self;
        system.prepare(problem);
        work.start(problem, r);
        let (mut epsilon, mut least, mut memory) = (effort.first, LEAST, Memory::default());
        let (mut iterations, mut progress) = (0, Progress::new(watch.best()));
        loop {
            let merit = work.linearise::<F>(problem);
            memory.push(merit);
            let alpha = loop {
                if watch.out_of_time(settings) {
                    return (Status::TimeLimit, iterations);
                }
                iterations += 1;
                let step = work.step::<F>(system, problem, settings, &memory, merit, epsilon);
                if step.is_some() || epsilon >= GREATEST || iterations >= settings.max_iterations {
                    break step;
                }
                epsilon *= 10.0;
            };
            let Some(alpha) = alpha else { return (Status::Stagnated, iterations) };
            work.advance(alpha);
            epsilon = if alpha > 0.5 { (0.1 * epsilon).max(least) } else { epsilon };
            match watch.judge_inside(&problem, settings, iterations, &work.r) {
                Some(Status::Diverged) => return (Status::Stagnated, iterations),
                Some(status) => return (status, iterations),
                None => {}
            }
            let stalled = progress.stalled(watch.best(), iterations);
            let velocity_space = matches!(problem, Problem::Global(_));
            if stalled > 0 && progress.best < ROUND_OFF.0 && velocity_space {
                least = (10.0 * least).min(ROUND_OFF.1);
                epsilon = epsilon.max(least);
            }
            let last = progress.best < LAST_DIGITS.0 && stalled > LAST_DIGITS.1;
            if last || stalled > effort.patience {
                return (Status::Stagnated, iterations);
            }
        }
    }
}

impl<const B: usize> Work<B> {
    fn start(&mut self, problem: Problem<B>, r: &[SVector<f64, B>]) {
        scale::scales(&problem, &mut self.rho);
        self.r.clear();
        self.r.extend_from_slice(r);
        for buffer in [&mut self.dr, &mut self.du] {
            buffer.resize(r.len(), SVector::zeros());
        }
    }

    /// F, A and C at r; gives the merit.
    fn linearise<F: ContactFunction>(&mut self, problem: Problem<B>) -> f64 {
        problem.velocities(&self.r, &mut self.z, &mut self.u);
        self.value.clear();
        self.a.clear();
        self.c.clear();
        for (c, cone) in problem.cones().iter().enumerate() {
            let rho = self.rho[c];
            let at = function::linearise::<F, B>(cone, &self.u[c], &(self.r[c] / rho));
            self.value.push(at.value);
            self.a.push(at.by_velocity);
            self.c.push(at.by_impulse / rho);
        }
        0.5 * self.value.iter().map(SVector::norm_squared).sum::<f64>()
    }

    /// The direction for a regularisation ε, and how far to go along it.
    fn step<F: ContactFunction>(
        &mut self,
        system: &mut System<B>,
        problem: Problem<B>,
        settings: &Settings,
        memory: &Memory,
        merit: f64,
        epsilon: f64,
    ) -> Option<f64> {
        self.regular.clear();
        let damped = |(c, rho): (&SMatrix<f64, B, B>, &f64)| {
            c + SMatrix::<f64, B, B>::from_diagonal_element(epsilon / rho)
        };
        self.regular.extend(self.c.iter().zip(&self.rho).map(damped));
        if system.factor_general(problem, &self.regular, &self.a) == 0.0 {
            return None;
        }
        self.right.clear();
        self.right.extend(self.value.iter().map(|f| -f));
        system.solve_general(problem, &self.right, &mut self.dr, &mut self.du);
        let products = self.value.iter().zip(&self.dr).zip(&self.rho);
        let damping: f64 = products.map(|((f, dr), rho)| f.dot(dr) / rho).sum();
        // A direction that promises nothing may still be worth its while.
        let slope = (-2.0 * merit - epsilon * damping).min(-1e-3 * merit);
        let all = || self.r.iter().zip(&self.u).zip(self.dr.iter().zip(&self.du));
        let evaluate = |alpha: f64| {
            let values = all().zip(problem.cones().iter().zip(&self.rho));
            let squares = values.map(|(((r, u), (dr, du)), (cone, rho))| {
                function::value::<F, B>(cone, &(u + du * alpha), &((r + dr * alpha) / *rho))
                    .norm_squared()
            });
            0.5 * squares.sum::<f64>()
        };
        search(settings.line_search, memory, merit, slope, evaluate)
    }

    fn advance(&mut self, alpha: f64) {
        for (r, dr) in self.r.iter_mut().zip(&self.dr) {
            *r += dr * alpha;
        }
    }
}
