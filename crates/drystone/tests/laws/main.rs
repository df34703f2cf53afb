//! Contact laws against closed forms: friction, restitution, rolling.

#[path = "../common/mod.rs"]
mod common;

mod anisotropic;
mod consistent;
mod coulomb;
mod rate_and_state;
mod restitution;
mod rolling;
mod rough;
mod slider;
mod slip_weakening;
mod solvers;
mod spinning;
mod static_dynamic;
mod stick_slip;
mod stribeck;
