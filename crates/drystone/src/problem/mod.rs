//! The discrete frictional contact problem of one step, and the one judge of its solutions.
//!
//! With z the velocity change in mass-normalised coordinates, `v = v_free + S z`, the problem
//! in global form (004, problem 2, with M = I) is: find r, z, u such that
//!
//! ```text
//! z = H r,    u = Hᵀ z + b,    K* ∋ u_c + (μ_c ‖u_T,c‖, 0) ⊥ r_c ∈ K_c  for each contact c
//! ```
//!
//! where K_c is Coulomb's cone `‖r_T‖ ≤ μ r_N`. H here already contains the factor S
//! (H = Sᵀ Hᵃ with Hᵃ the kinematic matrix, so Hᵀ H = W) and b the laws' shifts:
//! b = Hᵃᵀ v_free + shift. The reduced form (problem 3) is `u = W r + b`. A spring in series with a
//! contact adds its compliance C, u = Hᵀ z + C r + b, and joints have the cone of all impulses. Large meshes may have an
//! inertia of their own, A z = H r (`meshed.rs`).

mod assemble;
pub mod fclib;
mod form;
mod global;
mod linkage;
mod meshed;
mod reduced;
mod residual;

pub use crate::cone::{Bounded, Cone, PARTS, project};
pub use assemble::{Assembly, AssemblyInput, Owner, contact_velocity, local_velocity, next_gap};
pub use form::{Form, Problem, Units};
pub use global::Global;
pub(crate) use linkage::relative_speed;
pub use meshed::Meshed;
pub use reduced::Reduced;
pub use residual::{NORMS, Norm, Residual};
