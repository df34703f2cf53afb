//! Geometry against independent oracles and exact answers.

mod borders;
mod cases;
mod compare;
mod continuity;
mod cylinder_cases;
mod cylinders;
mod cylinders_on_terrain;
mod cylinders_on_terrain_cases;
mod decomposition;
mod detector;
mod hostile;
mod hulls;
mod motion;
mod oracle;
mod properties;
mod random;
mod rounded;
mod special;
mod surfaces;
mod terrain;
mod unions;
