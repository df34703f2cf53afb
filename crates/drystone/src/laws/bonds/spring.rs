//! Springs and dampers over a step.
//!
//! With δ⁻ and u⁻ at the beginning of the step and the θ-scheme's means u_θ = (1 - θ) u⁻ + θ u⁺ and
//! δ_θ = δ⁻ + θ h u_θ, a spring k with a damper c gives the impulse
//!
//! ```text
//! r = -h (k δ_θ + c u_θ)
//! ⟺ u⁺ + C r + shift = 0,   C = 1 / (θ h s),   shift = (1 - θ)/θ u⁻ + k δ⁻/(θ s),   s = θ h k + c
//! ```
//!
//! For θ = 1/2 the undamped spring keeps its energy exactly.

use crate::laws::{Block, Components, Seen};

/// Stiffness (N/m) and damping (N s/m) of one direction.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spring {
    pub stiffness: f64,
    pub damping: f64,
}

impl Spring {
    /// θ h k + c; zero where there is no spring.
    fn resistance(&self, seen: &Seen) -> f64 {
        seen.theta * seen.h * self.stiffness + self.damping
    }

    /// Puts the spring, stretched by `before`, into a component of a block; a component without a
    /// spring takes no impulse.
    pub fn pose(&self, seen: &Seen, component: usize, before: f64, block: &mut Block) {
        let s = self.resistance(seen);
        if s <= 0.0 {
            block.scale[component] = 0.0;
            return;
        }
        let Seen { h, theta, .. } = *seen;
        block.compliance[component] = 1.0 / (theta * h * s);
        block.shift[component] =
            (1.0 - theta) / theta * seen.before[component] + self.stiffness * before / (theta * s);
    }

    /// The stretch at the end of the step that an impulse tells of, for a spring in series with a
    /// slider.
    pub fn stretched(&self, seen: &Seen, before: f64, impulse: f64) -> f64 {
        let Seen { h, theta, .. } = *seen;
        let rate = self.damping / (theta * h);
        let at_theta = (rate * before - impulse / h) / (self.stiffness + rate);
        before + (at_theta - before) / theta
    }
}

/// Displacement at θ, where forces are taken: normal from the gap, tangential since the beginning of
/// the contact.
pub fn displacement(seen: &Seen, slip: [f64; 2], after: &Components) -> [f64; 3] {
    let way = seen.displacement(after) * seen.theta;
    [seen.gap_before() + way[0], slip[0] + way[1], slip[1] + way[2]]
}
