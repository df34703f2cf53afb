//! Bonds against their closed forms: a displacement or a force is imposed on one joint, and the whole
//! curve is compared with the formula.

#[path = "../common/mod.rs"]
mod common;

mod adhesive;
mod books;
mod cohesion;
mod confined;
mod driver;
mod elastic;
mod peel;
mod solvers;
mod table;
mod zone;
