//! Geometry against independent oracles and exact answers.

mod cases;
mod detector;
mod hulls;
mod oracle;
mod properties;
mod random;
mod rounded;
mod surfaces;
mod terrain;
mod unions;
