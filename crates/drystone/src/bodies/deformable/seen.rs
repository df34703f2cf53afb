//! Through which degrees of freedom contacts see a body: what is less arithmetic, counted.
//!
//! **All** n of them need nothing but L⁻¹, and rows of n numbers. The m **touched** ones need G = Eᵀ A⁻¹ E and its
//! root first, and then rows of m. Of large bodies L⁻¹ would not fit. **Nodes** need nothing first, and rows of a
//! few numbers, but no sweep can be made with them: every iteration is one of Newton's, with a factorisation of
//! A + H E Hᵀ.
//!
//! On a solid of n degrees of freedom with all of its surface touched m = O(n^2/3), a way up the tree of L has O(n^2/3)
//! rows and O(n^4/3) numbers, so that solving, products and the root take O(n²) operations and O(n^4/3) numbers, as L
//! does: no more than a few factorisations. Membranes are surface alone: where all of one is touched m = n, G is
//! dense and its root takes O(n³) operations, L only O(n^3/2).
//!
//! Counted is a step that knows nothing of those before it, so that a run that is gone on with chooses as the one
//! that it goes on.

use crate::linalg::Analysis;

/// Sweeps over the contacts that a step is expected to take.
const SWEEPS: f64 = 50.0;
/// How often G and its root are made, in steps, where A stays the same: what was solved for is kept, and contacts
/// do not all come and go.
const RENEWED: f64 = 0.1;
/// Newton's iterations that a step is expected to take: a few from the impulses of the step before, twenty without.
const ITERATIONS: f64 = 10.0;
/// Solutions with the factors in an iteration: two right-hand sides, each refined once.
const SOLUTIONS: f64 = 4.0;
/// Everything else of an iteration, for a contact, in operations.
const PER_CONTACT: f64 = 1.2e4;
/// A number that comes from memory, in operations.
const READ: f64 = 4.0;
/// Most numbers that the factors of A + H E Hᵀ may take: 4 GB.
const MEMORY: usize = 500_000_000;

/// Through which degrees of freedom contacts see a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seen {
    /// Those that take less arithmetic.
    #[default]
    Cheaper,
    /// All of them; of large bodies only what is touched, all the same.
    All,
    /// Those that are touched.
    Touched,
    /// Of large bodies nodes, where the solver takes such problems; else what is touched.
    Nodes,
}

/// What contacts touch of a body.
pub struct Touched<'a> {
    /// Degrees of freedom.
    pub dofs: &'a [u32],
    /// How many contacts do.
    pub contacts: usize,
    /// Directions of space.
    pub dimension: usize,
    /// Whether A stays the same from step to step.
    pub is_kept: bool,
}

impl Touched<'_> {
    /// Numbers that sweeps take from rows of m: each row is read twice in a sweep.
    fn swept(&self, m: usize) -> f64 {
        2.0 * SWEEPS * (self.contacts * self.dimension) as f64 * m as f64
    }
}

impl Seen {
    /// Whether contacts had better see what they touch of a small body than all of its n degrees of freedom. G and
    /// its root are made before, as if in each step. Rows that are not at least halved are not worth another
    /// rounding of the same problem.
    pub fn is_touched(self, n: usize, touched: &Touched) -> bool {
        let m = touched.dofs.len();
        match self {
            Self::Cheaper => {
                let [size, own] = [n, m].map(|x| x as f64);
                let before = own * own * size / 2.0 + own.powi(3) / 6.0;
                2 * m <= n && touched.swept(n) - touched.swept(m) > before
            }
            Self::All => false,
            Self::Touched | Self::Nodes => true,
        }
    }

    /// Whether contacts had better see the nodes of a large body than what they touch.
    pub fn is_by_nodes(self, analysis: &Analysis, touched: &Touched) -> bool {
        match self {
            _ if touched.dofs.is_empty() => false,
            Self::Cheaper => by_nodes(analysis, touched) < by_touched(analysis, touched),
            Self::All | Self::Touched => false,
            Self::Nodes => true,
        }
    }
}

/// Operations of a step in which contacts see what they touch: L⁻¹ E, its products, at least along the shortest of the
/// ways to the root, the root of G, and sweeps.
fn by_touched(analysis: &Analysis, touched: &Touched) -> f64 {
    let m = touched.dofs.len();
    let ways = touched.dofs.iter().map(|dof| analysis.way(*dof as usize));
    let (solved, shortest) = ways.fold((0.0, usize::MAX), |(sum, least), [rows, numbers]| {
        (sum + 2.0 * numbers as f64, rows.min(least))
    });
    let size = m as f64;
    let products = size * size * shortest as f64;
    let often = if touched.is_kept { RENEWED } else { 1.0 };
    often * (solved + products + size.powi(3) / 3.0) + READ * touched.swept(m)
}

/// Operations of a step in which contacts see nodes. That they couple bodies, which makes the factors of a
/// few bodies fuller than those of each, is not counted.
fn by_nodes(analysis: &Analysis, touched: &Touched) -> f64 {
    // L and U.
    let numbers = 2 * analysis.fill();
    if numbers > MEMORY {
        return f64::INFINITY;
    }
    let factorisation = 2.0 * analysis.operations();
    let solutions = SOLUTIONS * READ * numbers as f64;
    ITERATIONS * (factorisation + solutions + PER_CONTACT * touched.contacts as f64)
}
