//! Materials: the stress that answers a strain. Each is one file and one line of [`Material`].
//!
//! Strains and stresses have the components xx, yy, zz, xy, yz, zx, with shear strains γ = 2 ε. In total
//! Lagrangian kinematics the strain is Green and Lagrange's and the stress the second of Piola and
//! Kirchhoff; in small perturbations both are the usual ones.

mod drucker_prager;
mod elastic;
mod neo_hookean;
mod orthotropic;
mod saint_venant_kirchhoff;
mod tensor;
mod von_mises;

pub use drucker_prager::DruckerPrager;
pub use elastic::Elastic;
pub use neo_hookean::NeoHookean;
pub use orthotropic::Orthotropic;
pub use saint_venant_kirchhoff::SaintVenantKirchhoff;
pub(super) use tensor::isotropic;
pub use tensor::{Components, PLACES, Stiffness, mises};
pub use von_mises::VonMises;

use crate::choices::choices;
use crate::wrong::Wrong;

/// The answer to a strain.
#[derive(Clone, Copy, Debug)]
pub struct Response {
    /// Stress (Pa).
    pub stress: Components,
    /// Its derivative by the strain (Pa).
    pub tangent: Stiffness,
    /// Energy that unloading gives back (J/m³).
    pub energy: f64,
}

impl Response {
    /// No stress and no stiffness.
    pub fn none() -> Self {
        Self { stress: Components::zeros(), tangent: Stiffness::zeros(), energy: 0.0 }
    }
}

/// A material.
pub trait Constitutive: std::fmt::Debug + Send + Sync {
    /// Whether its numbers are possible.
    ///
    /// # Errors
    ///
    /// The key of one that is not.
    fn check(&self) -> Result<(), Wrong>;

    /// The answer to a strain, from what was remembered before the step; writes what is to be
    /// remembered.
    fn respond(&self, strain: &Components, before: &[f64], after: &mut [f64]) -> Response;

    /// How many numbers it remembers at a point; the first is the accumulated plastic strain, the next six
    /// are the plastic strain's components with half shears.
    fn memory(&self) -> usize {
        0
    }

    /// Whether stress is proportional to strain.
    fn is_linear(&self) -> bool {
        false
    }

    /// Whether it is meant for large strains.
    fn is_finite(&self) -> bool {
        false
    }
}

choices! {
    /// The material of a deformable body.
    Material: Constitutive {
        /// Linear and isotropic.
        Elastic = "elastic",
        /// Linear, with three planes of symmetry.
        Orthotropic = "orthotropic",
        /// Plastic, of von Mises, with isotropic and kinematic hardening.
        VonMises = "von_mises",
        /// Plastic, of Drucker and Prager: strength that grows with pressure.
        DruckerPrager = "drucker_prager",
        /// Hyperelastic, of Saint-Venant and Kirchhoff.
        SaintVenantKirchhoff = "saint_venant_kirchhoff",
        /// Hyperelastic, neo-Hookean and compressible.
        NeoHookean = "neo_hookean",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every material, with numbers that let it yield at the strains of the tests.
    pub(super) fn every() -> Vec<Material> {
        let (young_modulus, poisson_ratio) = (2e9, 0.3);
        vec![
            Material::Elastic(Elastic { young_modulus, poisson_ratio }),
            Material::Orthotropic(Orthotropic {
                young_moduli: [2e9, 1e9, 5e8],
                poisson_ratios: [0.3, 0.25, 0.2],
                shear_moduli: [4e8, 3e8, 2e8],
                axes: Some([[1.0, 1.0, 0.2], [-1.0, 1.0, 0.0]]),
            }),
            Material::VonMises(VonMises {
                young_modulus,
                poisson_ratio,
                yield_stress: 1e6,
                isotropic_hardening: 1e8,
                kinematic_hardening: 5e7,
            }),
            Material::DruckerPrager(DruckerPrager {
                young_modulus,
                poisson_ratio,
                cohesion: 3e5,
                friction_angle: 30.0,
                dilatancy_angle: Some(10.0),
                hardening: 1e7,
            }),
            Material::SaintVenantKirchhoff(SaintVenantKirchhoff { young_modulus, poisson_ratio }),
            Material::NeoHookean(NeoHookean { young_modulus, poisson_ratio }),
        ]
    }

    fn strains() -> Vec<Components> {
        let mut seed = 1_u64;
        let mut random = move || {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        };
        let mut list: Vec<Components> =
            (0..40).map(|_| Components::from_fn(|_, _| 4e-3 * random())).collect();
        // Pulled evenly: the apex of the cone.
        list.push(Components::from([2e-3, 2.1e-3, 1.9e-3, 1e-5, 0.0, 0.0]));
        list
    }

    /// The tangent against differences of the stress, also while it yields, after a first step that
    /// made it yield.
    #[test]
    fn tangents_are_consistent() {
        for material in every() {
            let law = material.law();
            law.check().expect("possible numbers");
            for first in strains() {
                let (mut zero, mut before) = (vec![0.0; law.memory()], vec![0.0; law.memory()]);
                law.respond(&first, &zero.clone(), &mut before);
                for second in strains().iter().take(5) {
                    let strain = first + second;
                    let response = law.respond(&strain, &before, &mut zero);
                    for k in 0..6 {
                        let mut moved = |d: f64| {
                            let mut strain = strain;
                            strain[k] += d;
                            law.respond(&strain, &before, &mut zero).stress
                        };
                        let slope = (moved(1e-8) - moved(-1e-8)) / 2e-8;
                        let off = (slope - response.tangent.column(k)).norm();
                        assert!(off < 1e-5 * 2e9, "{material:?} {k} {off:e}");
                    }
                }
            }
        }
    }

    /// Elastic ones: stress is the derivative of the energy.
    #[test]
    fn stress_is_the_derivative_of_the_energy() {
        for material in every().iter().filter(|material| material.law().memory() == 0) {
            let law = material.law();
            for strain in strains() {
                let stress = law.respond(&strain, &[], &mut []).stress;
                for k in 0..6 {
                    let moved = |d: f64| {
                        let mut strain = strain;
                        strain[k] += d;
                        law.respond(&strain, &[], &mut []).energy
                    };
                    let slope = (moved(1e-6) - moved(-1e-6)) / 2e-6;
                    assert!((slope - stress[k]).abs() < 1.0, "{material:?}: {slope} {}", stress[k]);
                }
            }
        }
    }

    /// Numbers that cannot be.
    #[test]
    fn impossible_numbers_are_told() {
        let wrong = |material: Material, key: &str| {
            let found = material.law().check().expect_err("impossible");
            assert_eq!(found.key, key, "{material:?}");
        };
        let (young_modulus, poisson_ratio) = (1e9, 0.3);
        wrong(Material::Elastic(Elastic { young_modulus: -1.0, poisson_ratio }), "young_modulus");
        wrong(Material::Elastic(Elastic { young_modulus, poisson_ratio: 0.5 }), "poisson_ratio");
        wrong(
            Material::NeoHookean(NeoHookean { young_modulus, poisson_ratio: 0.5 }),
            "poisson_ratio",
        );
        let wood = Orthotropic {
            young_moduli: [1e9, 1e9, 1e9],
            poisson_ratios: [0.9, 0.9, 0.9],
            shear_moduli: [1e8; 3],
            axes: None,
        };
        wrong(Material::Orthotropic(wood), "poisson_ratios");
    }
}
