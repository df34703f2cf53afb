//! Finite elements: shape functions, integration, materials, and the forces and stiffnesses of meshes.

mod condensed;
pub mod corotational;
pub mod element;
mod enhanced;
pub mod fields;
pub mod initial;
pub mod kinematics;
pub mod material;
pub mod mesh;
mod placed;
pub mod plane;
pub mod quadrature;
pub mod region;
pub mod sheet;
pub mod solid;
mod strain;
pub mod viscosity;

pub use element::Element;
pub use fields::Field;
pub use initial::InitialStress;
pub use kinematics::Kinematics;
pub use material::Material;
pub use mesh::Mesh;
pub use plane::Plane;
pub use region::{Region, Stuff, Unsound};
pub use sheet::Sheet;
pub use solid::{Masses, Solid};
pub use viscosity::Viscosity;
