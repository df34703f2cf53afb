//! Matrices with structure: one dense block per body, two blocks per contact, any sparse one.

mod block_diagonal;
mod contact_rows;
mod sparse;

pub use block_diagonal::BlockDiagonal;
pub use contact_rows::{ContactRows, Side};
pub use sparse::Sparse;
