//! Drystone: nonsmooth contact dynamics after Moreau and Jean.
//!
//! Many rigid bodies, hard unilateral contact, exact Coulomb friction, implicit time stepping.
//! Over one step of length h the engine solves, for the velocities v⁺ at its end and the
//! impulses r of the contacts,
//!
//! ```text
//! M (v⁺ - v) = h F + Hᵃ r                 dynamics
//! u = Hᵃᵀ v⁺ + shift                      relative velocities; laws shift them
//! 0 ≤ u_N ⊥ r_N ≥ 0                       no penetration, no attraction
//! ‖r_T‖ ≤ μ r_N,  r_T against u_T          Coulomb
//! ```
//!
//! The modules are the stages, in the order of the flow; none imports one further down:
//!
//! | module | what it does |
//! |---|---|
//! | [`space`] | where the algebra of plane and space differs |
//! | [`linalg`] | blocks per body, rows per contact, sparse factors |
//! | [`mesh`] | surfaces from STL, OBJ, PLY and Gmsh files, mended |
//! | [`shapes`] | what a surface is: bounds, hulls, mass properties |
//! | [`bodies`] | state, masses, loads, drives; velocities without contacts |
//! | [`contact`] | what a contact is |
//! | [`detection`] | which shapes touch, where, with what gap |
//! | [`laws`] | contact laws as shifts of the velocity |
//! | [`problem`] | the problem of a step, and the judge of its solutions |
//! | [`solvers`] | impulses from a problem and a first guess |
//! | [`world`] | everything a simulation consists of |
//! | [`step`] | one time step, and its books |
//! | [`equilibrium`] | whether a state may rest |
//! | [`results`] | one file that grows with a run, and checkpoints |
//! | [`measures`] | stress, fabric, fields and the like of a state |
//! | [`record`] | frames for ParaView, pictures |
//! | [`scene`] | from a scene file to a world |
//! | [`run`](mod@run) | from a scene to a folder of results |
//!
//! ```
//! use drystone::{scene::Scene, step::Stepper, world::AnyWorld};
//!
//! let text = r#"
//!     dimension = 2
//!     time_step = 0.001
//!     duration = 1.0
//!     [materials.stone]
//!     density = 2000.0
//!     [[contacts]]
//!     default = true
//!     friction = 0.5
//!     [[bodies]]
//!     shape.half_space = { normal = [0.0, 1.0] }
//!     [[bodies]]
//!     shape.box = { size = [1.0, 1.0] }
//!     position = [0.0, 0.5]
//! "#;
//! let scene = Scene::parse("example.toml", text, &[], ".".as_ref()).expect("a sound scene");
//! let AnyWorld::Plane(mut world) = scene.world else { unreachable!("two dimensions") };
//! let mut stepper = Stepper::new(&mut world);
//! let report = stepper.step(&mut world);
//! assert_eq!((report.active, report.solver.status.name()), (2, "converged"));
//! ```

// In the order of the flow; the blank lines keep the formatter from sorting them.
/// The version of the crate.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The build: a hash of the sources that it was made from.
pub const BUILD: &str = env!("DRYSTONE_BUILD");

/// Version and build, for people.
pub const VERSION_AND_BUILD: &str =
    concat!(env!("CARGO_PKG_VERSION"), " (build ", env!("DRYSTONE_BUILD"), ")");

mod choices;
mod intake;
mod wrong;

pub mod space;

pub mod linalg;

pub mod mesh;

pub mod fem;

pub mod shapes;

pub mod bodies;

pub mod cone;
pub mod contact;

pub mod detection;

pub mod joints;
pub mod laws;

pub mod problem;

pub mod solvers;

pub mod world;
mod wrench;

pub mod step;

/// Whether a state may rest, and how far that is from its end.
pub mod equilibrium;

pub mod results;

pub mod measures;

pub mod record;

pub mod scene;

pub mod run;
