//! Stress that a body has where its nodes stand at rest: of ground under its own weight, of a cable that is
//! tightened.
//!
//! It comes from a strain ε₀ that the material has before it moves, σ(ε₀) = σ₀, which is added to the strain of
//! the motion. So energies, tangents and yielding are those of the law, whatever it is.

use super::material::{Components, Constitutive};
use super::region::Region;
use crate::wrong::Wrong;

/// The key that errors name.
const KEY: &str = "initial_stress";

/// Most rounds that look for the strain of a stress.
const ROUNDS: usize = 50;

/// A stress that varies along the last axis (Pa, Pa/m): xx, yy, zz, xy, yz, zx.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct InitialStress {
    /// At the origin of the mesh.
    pub at_origin: [f64; 6],
    /// Its change along the last axis.
    pub slope: [f64; 6],
}

impl<const D: usize> Region<D> {
    /// The same elements with a stress at rest; of bars and membranes in their own axes.
    ///
    /// # Errors
    ///
    /// Where the material cannot carry it, or a sheet would have a stress across.
    pub fn with_initial_stress(
        mut self,
        stress: &InitialStress,
        places: &[[f64; D]],
    ) -> Result<Self, Wrong> {
        self.initial.clear();
        if *stress == InitialStress::default() {
            return Ok(self);
        }
        let rule = (self.element.rule)();
        let shapes: Vec<_> = rule.iter().map(|(at, _)| self.element.shape(*at)).collect();
        let law = self.stuff.material.law();
        for e in 0..self.len() {
            for shape in &shapes {
                let nodes = self.of(e).iter().zip(&shape.values);
                let height: f64 = nodes.map(|(i, n)| n * places[*i as usize][D - 1]).sum();
                let own =
                    Components::from_fn(|c, _| stress.at_origin[c] + stress.slope[c] * height);
                self.check_across(&own)?;
                self.initial.push(strain_of(law, &own)?);
            }
        }
        Ok(self)
    }

    /// The strain that a point of an element has at rest.
    pub(super) fn initial_strain(&self, e: usize, p: usize) -> Components {
        self.initial.get(e * self.points + p).copied().unwrap_or_else(Components::zeros)
    }

    /// Whether it has a stress at rest.
    pub fn is_stressed_at_rest(&self) -> bool {
        !self.initial.is_empty()
    }

    /// Whether a sheet or bar has no stress across.
    fn check_across(&self, stress: &Components) -> Result<(), Wrong> {
        let along = match (&self.sheet, self.element.dimension) {
            (None, _) if self.is_in_plane_stress() => [0, 1, 3].as_slice(),
            (None, _) if D == 2 => &[0, 1, 2, 3],
            (None, _) => return Ok(()),
            (Some(_), 1) => &[0],
            (Some(_), _) => &[0, 1, 3],
        };
        if (0..6).all(|c| along.contains(&c) || stress[c] == 0.0) {
            return Ok(());
        }
        Err(Wrong::new(KEY, "there is no stress across a sheet, a bar or the plane of the scene"))
    }
}

/// The strain by which a law has a stress.
fn strain_of(law: &dyn Constitutive, stress: &Components) -> Result<Components, Wrong> {
    let (before, mut after) = (vec![0.0; law.memory()], vec![0.0; law.memory()]);
    let mut strain = Components::zeros();
    let refused = || {
        let own: Vec<String> = stress.iter().map(|x| format!("{x:.3e}")).collect();
        let own = own.join(", ");
        Err(Wrong::new(
            KEY,
            format!("the material yields under this stress, or has none ({own} Pa)"),
        ))
    };
    for _ in 0..ROUNDS {
        let response = law.respond(&strain, &before, &mut after);
        let off = stress - response.stress;
        // Also where the law gives no number.
        let Some(change) = response.tangent.try_inverse().map(|inverse| inverse * off) else {
            return refused();
        };
        if off.norm() <= 1e-13 * stress.norm() || change.norm() <= 1e-15 * strain.norm() {
            let yields = after.first().is_some_and(|plastic| *plastic > 0.0);
            return if yields { refused() } else { Ok(strain) };
        }
        strain += change;
    }
    refused()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fem::material::{Elastic, NeoHookean, VonMises};

    const STRESS: [f64; 6] = [-2e5, 1e5, 3e4, 5e4, -2e4, 1e4];

    #[test]
    fn laws_have_the_stress_by_the_strain() {
        let (young_modulus, poisson_ratio) = (1e6, 0.3);
        let yielding = |yield_stress: f64| VonMises {
            young_modulus,
            poisson_ratio,
            yield_stress,
            isotropic_hardening: 1e5,
            kinematic_hardening: 0.0,
        };
        let laws: [&dyn Constitutive; 3] = [
            &Elastic { young_modulus, poisson_ratio },
            &NeoHookean { young_modulus, poisson_ratio },
            &yielding(1e6),
        ];
        let stress = Components::from(STRESS);
        for law in laws {
            let strain = strain_of(law, &stress).expect("a strain");
            let memory = vec![0.0; law.memory()];
            let own = law.respond(&strain, &memory, &mut memory.clone()).stress;
            assert!((own - stress).norm() < 1e-12 * stress.norm(), "{law:?}: {own}");
        }
        assert!(strain_of(&yielding(1e5), &stress).is_err());
    }
}
