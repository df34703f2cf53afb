//! Joints against closed forms, and over long times.

#[path = "../common/mod.rs"]
mod common;

mod books;
mod build;
mod chain;
mod coordinate;
mod forces;
mod linkages;
mod pendulum;
mod solvers;
mod spring;
