//! Exact answers: every case compares a motion or a force with a formula.

#[path = "../common/mod.rs"]
mod common;

mod ahead;
mod arch;
mod balances;
mod bouncing;
mod cylinder;
mod drives;
mod drum;
mod events;
mod fast;
mod free_flight;
mod incline;
mod multiple_impact;
mod painleve;
mod periodic;
mod press;
mod reduction;
mod rocking;
mod rolling;
mod schemes;
mod seams;
mod slabs;
mod stack;
mod terrain;
