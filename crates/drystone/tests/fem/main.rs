//! Finite elements against exact answers.

mod elements;
mod patch;
mod support;
mod tangents;
