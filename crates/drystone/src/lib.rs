//! Drystone: nonsmooth contact dynamics after Moreau and Jean.
pub mod space;
pub mod linalg;
pub mod shapes;
pub mod bodies;
pub mod contact;
pub mod detection;
pub mod laws;
pub mod problem;
pub mod solvers;
pub mod world;
pub mod step;
pub mod record;
pub mod scene;
pub mod run;
