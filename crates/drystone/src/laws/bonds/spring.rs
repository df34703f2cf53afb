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
//! For θ = 1/2 the undamped spring keeps its energy exactly. Between bodies without inertia, which
//! are in equilibrium at the end of the step, its stretch is that of the end, δ⁻ + h u_θ, and
//! s = h k + c.

use crate::laws::{Block, Components, Seen};

/// Stiffness (N/m) and damping (N s/m) of one direction.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spring {
    pub stiffness: f64,
    pub damping: f64,
}

impl Spring {
    /// Compliance and shift for a step, from the velocity and the stretch before; none where there is
    /// no spring.
    pub fn terms(
        &self,
        (h, theta): (f64, f64),
        reach: f64,
        velocity: f64,
        stretch: f64,
    ) -> Option<[f64; 2]> {
        let s = reach * h * self.stiffness + self.damping;
        let shift = (1.0 - theta) / theta * velocity + self.stiffness * stretch / (theta * s);
        (s > 0.0).then(|| [1.0 / (theta * h * s), shift])
    }

    /// Puts the spring, stretched by `before`, into a component of a block; a component without a
    /// spring takes no impulse.
    pub fn pose(&self, seen: &Seen, component: usize, before: f64, block: &mut Block) {
        match self.terms((seen.h, seen.theta), seen.reach, seen.before[component], before) {
            Some([compliance, shift]) => {
                block.compliance[component] = compliance;
                block.shift[component] = shift;
            }
            None => block.scale[component] = 0.0,
        }
    }

    /// The stretch at the end of the step that an impulse tells of, for a spring in series with a
    /// slider.
    pub fn stretched(&self, seen: &Seen, before: f64, impulse: f64) -> f64 {
        let Seen { h, reach, .. } = *seen;
        let rate = self.damping / (reach * h);
        let there = (rate * before - impulse / h) / (self.stiffness + rate);
        before + (there - before) / reach
    }
}

/// Displacement where forces are taken: normal from the gap, tangential since the beginning of
/// the contact.
pub fn displacement(seen: &Seen, slip: [f64; 2], after: &Components) -> [f64; 3] {
    let way = seen.displacement(after) * seen.reach;
    [seen.gap_before() + way[0], slip[0] + way[1], slip[1] + way[2]]
}
