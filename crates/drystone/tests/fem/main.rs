//! Finite elements against exact answers.

#[path = "../common/mod.rs"]
mod common;

mod bar;
mod elements;
mod free;
mod patch;
mod stress;
mod support;
mod tangents;
