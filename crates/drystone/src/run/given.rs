//! What gave energy that can only take it.
//!
//! Step by step: friction and impacts of contacts together (what one contact gives another may have taken), damping,
//! and friction and dampers of joints. Over the run: bonds and plastic deformation, which give back what they have stored,
//! and what joints hold with, whose books are right to the scheme's error only. These give from where they
//! have given more than they ever took.

use crate::step::StepReport;
use serde::{Deserialize, Serialize};

/// What gave, with the greatest of its steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Given {
    /// Altogether (J).
    pub energy: f64,
    /// In the step with the most (J).
    pub greatest: f64,
    /// That step.
    pub step: u64,
    /// Its end (s).
    pub time: f64,
    /// Of `energy`: friction and impacts of contacts (J).
    pub contacts: f64,
    /// Damping of bodies (J).
    pub damping: f64,
    /// Friction and dampers of joints (J).
    pub joints: f64,
    /// Bonds (J).
    pub bonds: f64,
    /// Plastic deformation (J).
    pub plasticity: f64,
    /// What joints hold with: limits, ropes, shocks (J).
    pub held: f64,
}

impl Given {
    /// The names of those that gave, the one that gave most first.
    pub fn names(&self) -> Vec<&'static str> {
        let mut named = [
            (self.contacts, "contacts"),
            (self.damping, "damping"),
            (self.joints, "friction and dampers of joints"),
            (self.bonds, "bonds"),
            (self.plasticity, "plastic deformation"),
            (self.held, "what joints hold with"),
        ];
        named.sort_by(|a, b| b.0.total_cmp(&a.0));
        named.into_iter().filter(|one| one.0 > 0.01 * self.energy).map(|one| one.1).collect()
    }
}

/// What has been taken, and the least that it ever was (J).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Store {
    taken: f64,
    least: f64,
}

impl Store {
    /// Takes this, or gives it where it is negative; what of it was never taken.
    fn take(&mut self, energy: f64) -> f64 {
        self.taken += energy;
        let gave = (self.least - self.taken).max(0.0);
        self.least = self.least.min(self.taken);
        gave
    }
}

/// Adds up what gave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Givers {
    /// Until now.
    pub given: Given,
    bonds: Store,
    plasticity: Store,
    held: Store,
}

impl Givers {
    /// Takes note of a step.
    pub fn add(&mut self, report: &StepReport) {
        let ledger = &report.ledger;
        // A state that is lost is told as such.
        let books = [ledger.bond_work, ledger.plastic_dissipation, ledger.joint_impact_dissipation];
        if !books.iter().chain([&ledger.energy_gained]).all(|x| x.is_finite()) {
            return;
        }
        let gave = |dissipation: f64| (-dissipation).max(0.0).min(ledger.energy_gained);
        let (damping, joints) = (gave(ledger.damping_dissipation), gave(ledger.joint_dissipation));
        let contacts = (ledger.energy_gained - damping - joints).max(0.0);
        let bonds = self.bonds.take(ledger.bond_work);
        let plasticity = self.plasticity.take(ledger.plastic_dissipation);
        let held = self.held.take(ledger.joint_impact_dissipation);
        let energy = contacts + damping + joints + bonds + plasticity + held;
        let given = &mut self.given;
        given.energy += energy;
        given.contacts += contacts;
        given.damping += damping;
        given.joints += joints;
        given.bonds += bonds;
        given.plasticity += plasticity;
        given.held += held;
        if energy > given.greatest {
            (given.greatest, given.step, given.time) = (energy, report.step, report.time);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::Ledger;

    fn after(steps: &[Ledger]) -> Given {
        let mut givers = Givers::default();
        for (k, ledger) in steps.iter().enumerate() {
            let (step, time) = (k as u64 + 1, 0.5 * k as f64);
            givers.add(&StepReport { step, time, ledger: *ledger, ..StepReport::default() });
        }
        givers.given
    }

    /// What friction and impacts give is told with the step in which they gave most; bonds may give back
    /// what they took, and no more.
    #[test]
    fn what_contacts_give_is_told() {
        let steps = [[0.0, 2.0], [0.3, -2.0], [0.0, -0.5], [0.1, 0.5]];
        let ledger = |[energy_gained, bond_work]: [f64; 2]| Ledger {
            energy_gained,
            bond_work,
            ..Ledger::default()
        };
        let given = after(&steps.map(ledger));
        assert!((given.energy - 0.9).abs() < 1e-15);
        assert_eq!((given.greatest, given.step, given.time), (0.5, 3, 1.0));
        assert_eq!(given.names(), ["bonds", "contacts"]);
    }

    /// Damping, friction of joints, plastic deformation, and joints that hold gave without a word.
    #[test]
    fn whatever_gives_is_told_by_its_name() {
        let none = Ledger::default();
        let damping = Ledger { damping_dissipation: -1.0, energy_gained: 1.0, ..none };
        let joints = Ledger { joint_dissipation: -1.0, energy_gained: 1.0, ..none };
        let plasticity = Ledger { plastic_dissipation: -1.0, ..none };
        let held = Ledger { joint_impact_dissipation: -1.0, ..none };
        for (ledger, name) in [
            (damping, "damping"),
            (joints, "friction and dampers of joints"),
            (plasticity, "plastic deformation"),
            (held, "what joints hold with"),
        ] {
            let given = after(&[ledger]);
            assert_eq!((given.energy, given.names()), (1.0, vec![name]));
        }
        // What was lost before does not hide what friction gives now; what joints took they may give.
        let lost = Ledger { joint_dissipation: 5.0, joint_impact_dissipation: 5.0, ..none };
        assert_eq!(after(&[lost, joints, held]).energy, 1.0);
    }
}
