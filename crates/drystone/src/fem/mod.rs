//! Finite elements: shape functions, integration, materials, and the forces and stiffnesses of meshes.

pub mod corotational;
pub mod element;
pub mod fields;
pub mod kinematics;
pub mod material;
pub mod mesh;
mod placed;
pub mod plane;
pub mod quadrature;
pub mod region;
pub mod solid;

pub use element::Element;
pub use fields::Field;
pub use kinematics::Kinematics;
pub use material::Material;
pub use mesh::Mesh;
pub use plane::Plane;
pub use region::{Region, Stuff};
pub use solid::{Masses, Solid};
