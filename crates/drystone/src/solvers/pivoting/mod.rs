//! Pivoting methods: friction as a linear complementarity problem, solved in finitely many steps.
//!
//! | method | file | cone |
//! |---|---|---|
//! | `pivot-2d` | `plane.rs` | exact: in the plane the disk is a segment |
//! | `lemke` | `facets.rs` | a polygon in place of the disk, refined until it no longer matters |
//!
//! Both write the problem for `lcp.rs`, in the scaled variables of `dense.rs`. The matrix is dense:
//! memory and the cost of a pivot grow with the square of the contacts.

pub mod facets;
mod fan;
mod lcp;
pub mod plane;

use super::{Settings, Watch};
use std::time::{Duration, Instant};

/// When to give up.
pub struct Limits {
    /// Most pivots.
    pub pivots: usize,
    /// The end of time.
    pub deadline: Option<Instant>,
}

impl Limits {
    /// Those of a solve, for n unknowns after some pivots: Lemke's method takes about as many as
    /// unknowns, and in bad cases exponentially many.
    pub fn of<const B: usize>(
        settings: &Settings,
        watch: &Watch<B>,
        n: usize,
        done: usize,
    ) -> Self {
        let left = Duration::try_from_secs_f64(watch.left(settings));
        let limited = settings.is_timed();
        let end = || Instant::now().checked_add(left.unwrap_or(Duration::ZERO));
        let pivots = (100 * n + 1000).min(settings.max_iterations.saturating_sub(done));
        Self { pivots, deadline: if limited { end() } else { None } }
    }

    fn late(&self) -> bool {
        self.deadline.is_some_and(|d| Instant::now() > d)
    }
}
