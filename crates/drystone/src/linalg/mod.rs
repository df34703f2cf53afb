//! Matrices with structure: one dense block per body, two blocks per contact, blocks per pair of
//! neighbours, any sparse one; and the factors of the sparse ones.

mod bisection;
mod block_diagonal;
pub mod block_lu;
mod cholesky;
mod contact_rows;
mod half_solve;
mod inertia;
mod inverse;
mod node_order;
mod selected_inverse;
mod sparse;

pub use bisection::{Graph, bisected};
pub use block_diagonal::BlockDiagonal;
pub use block_lu::{BlockLu, BlockMatrix};
pub use cholesky::{Analysis, CholeskyError, SparseCholesky};
pub use contact_rows::{ContactRows, Side};
pub use half_solve::{Half, TOGETHER};
pub use inertia::Inertia;
pub use inverse::{PartialInverse, dense_cholesky};
pub use node_order::{Work, minimum_degree, node_order, work};
pub use sparse::Sparse;
