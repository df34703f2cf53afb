//! The damage of bonds that soften, extrapolated from round to round.
//!
//! A round poses each bond with the secant stiffness of its damage d, and the displacement that
//! comes of it asks for the damage G(d). At the peak of a stiff bond between soft bodies this fixed
//! point contracts slowly: with k the stiffness of the bodies, K that of the bond, s its softening,
//! by (K + s)/(K + k) a round. Anderson's method on the damages of all bonds together makes it fast
//! (`solvers/anderson.rs`); where a round is farther from agreeing than the one before, it begins anew.
//! What is extrapolated is ln(1 - d), the stiffness that is left: where K is much more than k,
//! damages differ in their last digits alone, and steps at the peak and of crack tips came to no
//! end.
//!
//! Where rounds come to no end all the same, damage only grows from some round on. A step that ends
//! with more than its displacements ask for is done in halves (`retry.rs`), and where that does
//! not help has not converged: whole courses of a wall broke at once by it, at a slip of half of
//! what breaks them.

use super::interactions::Trial;
use crate::contact::Contact;
use crate::laws::{Law, bonds};
use crate::solvers::Anderson;
use std::sync::Arc;

/// A round may disagree by this many times as much as the one before: with few differences an
/// extrapolation makes one mode less and another one more, which the next difference mends.
const WORSE: f64 = 10.0;

/// Rounds that are extrapolated.
const ROUNDS: usize = bonds::PATIENCE / 6 * 5;

/// The least stiffness that is told from none, relative to that of the whole bond.
const LEAST: f64 = 1e-12;

/// A bond that is left with less than this share of the stiffness that it should have was broken by the
/// rounds, not by the motion.
const FORCED: f64 = 0.9;

/// Stiffness that is none any more, relative to that of the whole bond.
const NOTHING: f64 = 1e-6;

/// The stiffness that is left by a damage.
fn left(damage: f64) -> f64 {
    (1.0 - damage).max(LEAST).ln()
}

/// The buffers.
pub(super) struct Softening {
    anderson: Anderson,
    /// What rounds ask for beyond what was posed, and what they ask for.
    more: Vec<f64>,
    asked: Vec<f64>,
    /// Greatest disagreement of the last round.
    last: f64,
    /// Whether bonds ended with a damage that their displacement does not ask for.
    pub is_forced: bool,
}

impl Default for Softening {
    fn default() -> Self {
        let anderson = Anderson::newest_first();
        Self { anderson, more: vec![], asked: vec![], last: f64::INFINITY, is_forced: false }
    }
}

impl Softening {
    /// Begins a step.
    pub fn restart(&mut self) {
        self.anderson.restart();
        self.last = f64::INFINITY;
        self.is_forced = false;
    }

    /// Where rounds came to no end: whether it was for damage that they looked for.
    pub fn give_up(&mut self) {
        self.is_forced = self.last.is_finite();
    }

    /// Where damage was only let grow to come to an end: whether more is posed than is asked for.
    pub fn judge<const D: usize>(
        &mut self,
        contacts: &[Contact<D>],
        laws: &[Arc<dyn Law>],
        posed: &[Trial],
        asked: &[Trial],
    ) {
        self.is_forced = contacts.iter().zip(posed.iter().zip(asked)).any(|(contact, trials)| {
            let law = &laws[contact.law];
            let (mut posed, mut asked) = (trials.0.0, trials.1.0);
            match (law.softening(&mut posed), law.softening(&mut asked)) {
                (Some(posed), Some(asked)) => {
                    let [left, due] = [1.0 - *posed, 1.0 - *asked];
                    due > NOTHING && left < FORCED * due
                }
                _ => false,
            }
        });
    }

    /// Moves the damages that the laws asked for after a round, posed with `posed`, to where the
    /// next round is likely to agree.
    pub fn extrapolate<const D: usize>(
        &mut self,
        contacts: &[Contact<D>],
        laws: &[Arc<dyn Law>],
        posed: &[Trial],
        asked: &mut [Trial],
        round: usize,
    ) {
        if round == 0 || round >= ROUNDS || posed.len() != asked.len() {
            return;
        }
        self.more.clear();
        self.asked.clear();
        for (contact, (posed, asked)) in contacts.iter().zip(posed.iter().zip(&mut *asked)) {
            let law = &laws[contact.law];
            let (mut was, mut is) = (posed.0, asked.0);
            if let (Some(was), Some(is)) = (law.softening(&mut was), law.softening(&mut is)) {
                self.more.push(left(*is) - left(*was));
                self.asked.push(left(*is));
            }
        }
        let worst = self.more.iter().fold(0.0, |worst: f64, more| worst.max(more.abs()));
        if worst == 0.0 {
            return;
        }
        if worst > WORSE * self.last {
            self.anderson.restart();
        }
        self.last = worst;
        if !self.anderson.extrapolate(&self.more, &mut self.asked) {
            return;
        }
        let mut nexts = self.asked.iter();
        for (contact, (posed, asked)) in contacts.iter().zip(posed.iter().zip(asked)) {
            let (law, mut was) = (&laws[contact.law], posed.0);
            if let (Some(_), Some(is)) = (law.softening(&mut was), law.softening(&mut asked.0))
                && let Some(next) = nexts.next()
                && *is < 1.0
            {
                // No extrapolation breaks a bond.
                *is = (1.0 - next.exp()).clamp(0.0, 0.5 * (1.0 + *is));
            }
        }
    }
}
