//! Matrices with structure: one dense block per body, two blocks per contact.

mod block_diagonal;
mod contact_rows;

pub use block_diagonal::BlockDiagonal;
pub use contact_rows::{ContactRows, Side};
