//! Drystone: nonsmooth contact dynamics after Moreau and Jean.
pub mod bodies;
pub mod contact;
pub mod detection;
pub mod laws;
pub mod linalg;
pub mod problem;
pub mod record;
pub mod run;
pub mod scene;
pub mod shapes;
pub mod solvers;
pub mod space;
pub mod step;
pub mod world;
