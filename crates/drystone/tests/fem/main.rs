//! Finite elements against exact answers.

#[path = "../common/mod.rs"]
mod common;

mod absorbing;
mod arch;
mod bar;
mod bars;
mod cantilever;
mod choices;
mod cook;
mod elements;
mod forms;
mod free;
mod held;
mod hertz;
mod limits;
mod loads;
mod measured;
mod membranes;
mod mesh_damage;
mod mesh_files;
mod mesh_shapes;
mod mesh_split;
mod mesh_writers;
mod modes;
mod newton;
mod orders;
mod orders_in_time;
mod patch;
mod pictures;
mod piers;
mod plastic;
mod quasi_static;
mod refused;
mod results;
mod schatzman_paoli;
mod self_contact;
mod statics;
mod stress;
mod support;
mod tangents;
mod thin;
mod thin_results;
mod viscosity;
mod wall;
mod wall_in_space;
