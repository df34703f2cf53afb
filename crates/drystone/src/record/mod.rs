//! What a run leaves behind: frames for ParaView, pictures of the last state, and plots of numbers.

pub mod frames;
pub mod mesh_grids;
pub mod picture;
pub mod plot;
mod shown;
pub mod sight;
pub mod vtk;
pub mod vtkhdf;
