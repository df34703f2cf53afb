//! What a run leaves behind: frames for ParaView, pictures of the last state, and plots of numbers.

mod cylinder_surface;
mod drum_surface;
pub mod frames;
pub mod picture;
pub mod plot;
mod rounded_surface;
pub mod surface;
mod terrain_surface;
pub mod vtk;
