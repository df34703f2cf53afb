//! The rule of Goldstein and Price (1967): a step is neither too long nor too short,
//!
//! ```text
//! m + β α m' ≤ m(α) ≤ m + σ α m',   0 < σ < ½ < β < 1
//! ```
//!
//! found by doubling and bisection. A whole Newton step that decreases enough is kept even where
//! a longer one might do: beyond 1 there is nothing to be gained near a solution.

use super::SHORTEST;

/// Share σ of the predicted decrease that is asked for.
const LEAST: f64 = 1e-4;
/// Share β of the predicted decrease above which a step is too short.
const MOST: f64 = 0.9;
/// Most values of the merit.
const TRIALS: usize = 40;

/// The length of the step; `None` where none will do.
pub fn search(merit: f64, slope: f64, mut evaluate: impl FnMut(f64) -> f64) -> Option<f64> {
    let (mut low, mut high, mut alpha) = (0.0, f64::INFINITY, 1.0);
    let mut best = None;
    for _ in 0..TRIALS {
        let value = evaluate(alpha);
        if value <= merit + LEAST * alpha * slope {
            best = Some(alpha);
            if alpha >= 1.0 || value >= merit + MOST * alpha * slope {
                return best;
            }
            low = alpha;
        } else {
            high = alpha;
        }
        alpha = if high.is_finite() { 0.5 * (low + high) } else { 2.0 * alpha };
        if alpha < SHORTEST || high - low < 1e-3 * high {
            break;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_step_is_neither_too_long_nor_too_short() {
        // m = ½ (1 - 4 α)², m' = -4.
        let merit = |alpha: f64| 0.5 * (1.0 - 4.0 * alpha).powi(2);
        let alpha = search(0.5, -4.0, merit).expect("a step");
        assert!(merit(alpha) <= 0.5 - 4.0 * LEAST * alpha);
        assert!(merit(alpha) >= 0.5 - 4.0 * MOST * alpha);
        // A whole step is kept.
        assert_eq!(search(0.5, -1.0, |alpha| 0.5 * (1.0 - alpha).powi(2)), Some(1.0));
        assert_eq!(search(0.5, -4.0, |_| f64::NAN), None);
        assert_eq!(search(0.5, -4.0, |alpha| 0.5 + alpha), None);
    }

    #[test]
    fn a_step_that_is_too_short_is_made_longer() {
        // A wall at 0.9 and a slope as predicted before it: bisection closes in on the wall.
        let merit = |alpha: f64| if alpha > 0.9 { 9.0 } else { 1.0 - 0.95 * alpha };
        let alpha = search(1.0, -1.0, merit).expect("a step");
        assert!(alpha > 0.85 && alpha <= 0.9, "{alpha}");
    }
}
