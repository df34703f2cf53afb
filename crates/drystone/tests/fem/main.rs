//! Finite elements against exact answers.

#[path = "../common/mod.rs"]
mod common;

mod bar;
mod cantilever;
mod cook;
mod elements;
mod free;
mod measured;
mod mesh_damage;
mod mesh_files;
mod mesh_shapes;
mod mesh_split;
mod mesh_writers;
mod patch;
mod pictures;
mod plastic;
mod results;
mod statics;
mod stress;
mod support;
mod tangents;
