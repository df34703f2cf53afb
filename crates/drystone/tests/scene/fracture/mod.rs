//! Joints that soften and break between bodies that deform, against closed forms.

mod bars;
mod beams;
mod cantilevers;
mod curves;
mod grid;
mod laws;
mod pair;
mod waves;
