//! The last digits: Newton on the natural map from impulses that are nearly right.
//!
//! From the 1e-7 to 1e-9 of an interior point, one to four iterations lead to round-off where no
//! contact is degenerate: every contact's status is known, and the regularisation only keeps
//! self-stresses where they are. Where a contact sits on a border of the law a few more are
//! needed. It gives up after twelve iterations without progress, and the watch keeps the best, so
//! that it never does harm.

use super::natural_map::NaturalMap;
use super::{Effort, Newton};
use crate::problem::Problem;
use crate::solvers::{Report, Settings, Solver, Watch};
use nalgebra::SVector;

/// First regularisation: in velocity space it amplifies round-off, in reduced form it does not.
const FIRST: (f64, f64) = (1e-3, 1e-6);
/// Iterations without progress, at most.
const PATIENCE: usize = 12;

/// The polish with its buffers.
#[derive(Default)]
pub struct Polish<const B: usize> {
    newton: Newton<NaturalMap, B>,
}

impl<const B: usize> Solver<B> for Polish<B> {
    fn solve(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        if let Some(status) = watch.judge(&problem, settings, 0, r) {
            return watch.finish(status, 0, r);
        }
        let first = if matches!(problem, Problem::Global(_)) { FIRST.0 } else { FIRST.1 };
        let effort = Effort { first, patience: PATIENCE };
        let (status, iterations) = self.newton.iterate(problem, settings, watch, r, &effort);
        watch.finish(status, iterations, r)
    }
}
