//! Matrices with structure: one dense block per body, two blocks per contact, blocks per pair of
//! neighbours, any sparse one; and the factors of the sparse ones.

mod block_diagonal;
pub mod block_lu;
mod cholesky;
mod contact_rows;
mod sparse;

pub use block_diagonal::BlockDiagonal;
pub use block_lu::{BlockLu, BlockMatrix};
pub use cholesky::{CholeskyError, SparseCholesky};
pub use contact_rows::{ContactRows, Side};
pub use sparse::Sparse;
