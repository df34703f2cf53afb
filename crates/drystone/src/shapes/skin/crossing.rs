//! Whether a curved facet lies between two points: x(ξ) = p + t w by Newton's method.

use super::curved::Curved;
use super::piece::BEYOND;
use crate::space::{Vector, across};

const ROUNDS: usize = 30;
/// Changes of reference coordinates below which a crossing is found.
const FOUND: f64 = 1e-12;
/// How far from the middle of the reference facet a crossing is looked for.
const FAR: f64 = 4.0;

impl<const D: usize> Curved<D> {
    /// Whether the way between two points crosses it, looked for from a place to begin with; none where
    /// that is not found out.
    pub(super) fn crosses(
        &self,
        from: &Vector<D>,
        to: &Vector<D>,
        start: [f64; 2],
    ) -> Option<bool> {
        let (way, mut at) = (to - from, start);
        for _ in 0..ROUNDS {
            let jet = self.jet(at);
            let [a, b] = jet.first;
            let normal = across(&jet.first);
            let away = jet.place - from;
            // Where the way meets the tangent plane, and which step of the coordinates leads there.
            let share = away.dot(&normal) / way.dot(&normal);
            let rest = way * share - away;
            let step = if D == 2 {
                [rest.dot(&a) / a.norm_squared(), 0.0]
            } else {
                let (aa, ab, bb) = (a.norm_squared(), a.dot(&b), b.norm_squared());
                let (ra, rb, size) = (rest.dot(&a), rest.dot(&b), aa * bb - ab * ab);
                [(bb * ra - ab * rb) / size, (aa * rb - ab * ra) / size]
            };
            at = [at[0] + step[0], at[1] + step[1]];
            if !at.iter().all(|x| x.abs() < FAR) {
                return None;
            }
            if step[0].abs().max(step[1].abs()) <= FOUND {
                return Some((0.0..=1.0).contains(&share) && self.has(at, BEYOND));
            }
        }
        None
    }
}
