//! The equations of one combination of statuses, in the scaled variables of `dense.rs`.
//!
//! Unknowns are x (sticking), x_N (sliding, or without friction) and the angle θ of a sliding
//! direction in space, d = (cos θ, sin θ):
//!
//! ```text
//! v = 0                       sticking
//! v_N = 0,  d⊥·v_T = 0        sliding, x_T = -μ x_N d
//! ```
//!
//! Without angles they are linear and one step of Newton's method (`newton.rs`) solves them. Impulses
//! that are nearly right are corrected by shortest steps, so that contacts may be redundant; from
//! nothing, redundant combinations are refused, unless there are joints, which always stick.

mod newton;

use crate::problem::Cone;
use crate::solvers::dense::Dense;
use newton::Steps;

/// What a contact is taken to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum State {
    /// Not touching.
    Open,
    /// Touching without friction.
    Pushed,
    /// Not moving.
    Stuck,
    /// Sliding along the angle, in space to be corrected.
    Sliding(f64),
}

/// The problem, and the last combination's solution.
pub struct Statuses<const B: usize> {
    /// The problem.
    pub dense: Dense,
    mu: Vec<f64>,
    /// Whether it is a joint, which sticks whatever it takes.
    free: Vec<bool>,
    /// Scaled impulses.
    pub x: Vec<f64>,
    v: Vec<f64>,
    angles: Vec<f64>,
    /// Contact and kind of each unknown.
    unknowns: Vec<(usize, Kind)>,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Component(usize),
    /// x_N of a sliding contact, which brings its friction along.
    Slide,
    Angle,
}

impl<const B: usize> Statuses<B> {
    /// Of a dense problem.
    pub fn new(dense: Dense, cones: &[Cone]) -> Self {
        let (mu, n) = (cones.iter().map(Cone::mu).collect(), dense.n);
        let free = cones.iter().map(Cone::is_free).collect();
        let (x, v, unknowns) = (vec![0.0; n], vec![0.0; n], vec![]);
        Self { dense, mu, free, x, v, angles: vec![0.0; cones.len()], unknowns }
    }

    /// Number of contacts.
    pub fn contacts(&self) -> usize {
        self.mu.len()
    }

    /// What a contact may do; in space sliding starts from so many angles, the first along the
    /// free velocity.
    pub fn states(&self, c: usize, starts: usize) -> Vec<State> {
        if self.free[c] {
            return vec![State::Stuck];
        }
        if B == 1 || self.mu[c] == 0.0 {
            return vec![State::Open, State::Pushed];
        }
        let (first, starts) = match B {
            3 => (self.dense.b[c * B + 2].atan2(self.dense.b[c * B + 1]), starts),
            _ => (0.0, 2),
        };
        let angle = |k: usize| first + std::f64::consts::TAU * k as f64 / starts as f64;
        let sliding = (0..starts).map(|k| State::Sliding(angle(k)));
        [State::Open, State::Stuck].into_iter().chain(sliding).collect()
    }

    /// Solves a combination; false when it is singular, does not converge or pulls.
    pub fn solve(&mut self, states: &[State]) -> bool {
        self.take(states);
        self.x.fill(0.0);
        // Joints are not to be opened where they are redundant.
        let steps = if self.free.contains(&true) { Steps::Shortest } else { Steps::Regular };
        // With the angles as they are the problem is linear: that is where Newton starts.
        self.step(steps) && self.converge(steps)
    }

    /// Corrects scaled impulses that nearly solve a combination; false when it does not converge.
    pub fn correct(&mut self, states: &[State], x: &[f64]) -> bool {
        self.take(states);
        self.x.copy_from_slice(x);
        for (c, state) in states.iter().enumerate() {
            match state {
                State::Open => self.x[c * B..(c + 1) * B].fill(0.0),
                State::Pushed => self.x[c * B + 1..(c + 1) * B].fill(0.0),
                State::Stuck | State::Sliding(_) => {}
            }
        }
        self.friction_follows();
        self.converge(Steps::Shortest)
    }

    fn take(&mut self, states: &[State]) {
        self.unknowns.clear();
        for (c, state) in states.iter().enumerate() {
            match *state {
                State::Open => {}
                State::Pushed => self.unknowns.push((c, Kind::Component(0))),
                State::Stuck => {
                    self.unknowns.extend((0..B).map(|i| (c, Kind::Component(i))));
                }
                State::Sliding(angle) => {
                    self.angles[c] = angle;
                    self.unknowns.push((c, Kind::Slide));
                }
            }
        }
    }
}
