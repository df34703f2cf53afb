//! What methods cost, counted from the problem, so that a choice does not depend on clocks.
//!
//! The times are those of one core of a present machine; only their ratios matter. Measured with
//! `cargo bench --bench growth` (sweeps) and on brick walls of 1,000 to 20,000 contacts (Newton).

use crate::problem::{Cone, Form, Problem};

/// Interior-point iterations that a problem takes, as a rule; one of joints only.
const ITERATIONS: f64 = 22.0;
const OF_JOINTS: f64 = 6.0;
/// Additions and multiplications a second in a factorisation.
const RATE: f64 = 8e9;
/// Everything of an iteration but the factorisation, for a contact (s).
const PER_CONTACT: f64 = 1.5e-6;
/// A contact's update in a sweep (s): in the plane and in space, and for a block of W.
const UPDATE: (f64, f64) = (2.5e-8, 6e-8);
const UPDATE_A_BLOCK: f64 = 8e-9;
/// Most numbers that factors may take: 4 GB.
const MEMORY: usize = 500_000_000;

/// The costs of a problem.
#[derive(Clone, Copy, Debug)]
pub struct Costs {
    sweep: f64,
    /// Of an iteration, and how many there are.
    iteration: f64,
    iterations: f64,
    numbers: usize,
}

impl Costs {
    /// From the arithmetic and the memory of one factorisation.
    pub fn of<const B: usize>(problem: Problem<B>, factorisation: (f64, usize)) -> Self {
        let contacts = problem.len() as f64;
        let (flops, numbers) = factorisation;
        let iteration = flops / RATE + contacts * PER_CONTACT;
        let linear = problem.cones().iter().all(Cone::is_free);
        let iterations = if linear { OF_JOINTS } else { ITERATIONS };
        let update = if B <= 2 { UPDATE.0 } else { UPDATE.1 };
        let blocks = match problem {
            Problem::Global(_) => 0,
            Problem::Reduced(form) => form.blocks.len(),
        };
        let sweep = match problem.has_meshes() {
            // There are none: limits are those of iterations.
            true => iteration,
            false => contacts * update + blocks as f64 * UPDATE_A_BLOCK,
        };
        Self { sweep, iteration, iterations, numbers }
    }

    /// How many sweeps an interior point costs.
    pub fn newton_in_sweeps(&self) -> f64 {
        self.iterations * self.iteration / self.sweep.max(f64::MIN_POSITIVE)
    }

    /// How many sweeps one of its iterations costs.
    pub fn iteration_in_sweeps(&self) -> f64 {
        self.newton_in_sweeps() / self.iterations
    }

    /// How many of its iterations take so long (s).
    pub fn iterations_in(&self, seconds: f64) -> usize {
        let newton = self.iterations * self.iteration;
        (self.iterations * seconds / newton.max(f64::MIN_POSITIVE)) as usize
    }

    /// Whether there is memory for the factors.
    pub fn newton_fits(&self) -> bool {
        self.numbers <= MEMORY
    }
}
