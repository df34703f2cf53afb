//! Nonsmooth contact dynamics: rigid bodies, hard unilateral contact, exact Coulomb friction.

pub mod contact;
pub mod detection;
pub mod shapes;
pub mod space;
