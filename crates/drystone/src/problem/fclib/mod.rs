//! Files of frictional contact problems in the FCLIB format (HDF5).
//!
//! A file holds one problem in local (reduced) or global form,
//!
//! ```text
//! local    u = W r + q
//! global   M v = H r + f,   u = Hᵀ v + w
//! ```
//!
//! with K* ∋ (u_N + μ‖u_T‖ + μ_r‖u_R‖, u_T, u_R) ⊥ r ∈ K at each contact, the normal component
//! first, and K = {‖r_T‖ ≤ μ r_N, ‖r_R‖ ≤ μ_r r_N}; without rolling friction there is no part R.
//! The problem is kept as it is in the file: [`measure`](ProblemFile::measure) grades answers on
//! these numbers alone, whatever form a solver made of them.
//!
//! | group at the root | problem |
//! |---|---|
//! | `/fclib_local` | local; rolling if it has `vectors/mu_r` |
//! | `/fclib_local_rolling` | local, rolling |
//! | `/fclib_global` | global; rolling if it has `vectors/mu_r` |
//! | `/fclib_global_rolling` | global, rolling |
//!
//! What is `spacedim` of a rolling problem differs between writers. In space it is read as 5 or as
//! 3 with five components per contact, in the plane as 2 or as 3 with three components per
//! contact (and as that where there is no contact at all); 5 and 3 are written.
//! Equality constraints (`G`, `V`, `R`) are refused: ignoring them would solve another problem.

mod bodies;
mod capture;
mod check;
mod convert;
mod error;
mod hdf5;
mod inertia;
mod matrix;
mod measure;
mod projection;
mod read;
mod write;

use crate::linalg::Sparse;

pub use convert::{Visitor, grouped};
pub use error::FclibError;
pub(crate) use hdf5::{length, length_said};
pub use inertia::Inertia;
pub use matrix::Storage;
pub use measure::Measure;

/// The problem in a file, with what else the file says about it.
#[derive(Clone, Debug, PartialEq)]
pub struct ProblemFile {
    /// Matrices and vectors.
    pub equations: Equations,
    /// The components of a contact.
    pub block: Block,
    /// μ of each contact.
    pub mu: Vec<f64>,
    /// μ_r of each contact; empty without rolling friction.
    pub mu_r: Vec<f64>,
    /// What the problem is.
    pub info: Info,
    /// A solution that came with the problem.
    pub solution: Option<Solution>,
    /// First guesses that came with the problem.
    pub guesses: Vec<Solution>,
}

/// The equations that tie velocities to impulses.
#[derive(Clone, Debug, PartialEq)]
pub enum Equations {
    /// u = W r + q.
    Local {
        /// W, square. Some producers write it asymmetric, and many are rank deficient.
        delassus: Sparse,
        /// q, the relative velocity without impulses.
        q: Vec<f64>,
    },
    /// M v = H r + f, u = Hᵀ v + w.
    Global {
        /// M, square.
        mass: Sparse,
        /// H: degrees of freedom × components of contacts.
        kinematic: Sparse,
        /// f, the momentum without impulses.
        f: Vec<f64>,
        /// w, a shift of the relative velocity.
        w: Vec<f64>,
    },
}

/// The components of a contact: normal, tangential, and with rolling friction those that roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// Normal and one tangent.
    Plane,
    /// Normal and two tangents.
    Space,
    /// Normal, one tangent, one that rolls.
    RollingPlane,
    /// Normal, two tangents, two that roll.
    RollingSpace,
}

/// What a file says about its problem; empty where it says nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// A short name.
    pub title: String,
    /// Where the problem comes from.
    pub description: String,
    /// Mathematical properties, in words.
    pub math_info: String,
}

/// A solution, or a first guess at one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solution {
    /// Velocities; empty in local form.
    pub v: Vec<f64>,
    /// Relative velocities.
    pub u: Vec<f64>,
    /// Impulses.
    pub r: Vec<f64>,
}

impl Block {
    /// Components per contact.
    pub fn size(self) -> usize {
        1 + self.tangents() * if self.is_rolling() { 2 } else { 1 }
    }

    /// Tangential components per contact, and as many that roll where any do.
    pub fn tangents(self) -> usize {
        match self {
            Self::Plane | Self::RollingPlane => 1,
            Self::Space | Self::RollingSpace => 2,
        }
    }

    /// Whether contacts resist rolling.
    pub fn is_rolling(self) -> bool {
        matches!(self, Self::RollingPlane | Self::RollingSpace)
    }
}

impl ProblemFile {
    /// Number of contacts.
    pub fn contacts(&self) -> usize {
        self.mu.len()
    }

    /// Length of v; zero in local form, which has no velocities of bodies.
    pub fn dofs(&self) -> usize {
        match &self.equations {
            Equations::Local { .. } => 0,
            Equations::Global { f, .. } => f.len(),
        }
    }
}
