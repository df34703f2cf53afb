//! What a run leaves behind: frames for ParaView and pictures of the last state.

mod cylinder_surface;
mod drum_surface;
pub mod frames;
pub mod picture;
mod rounded_surface;
pub mod surface;
mod terrain_surface;
pub mod vtk;
