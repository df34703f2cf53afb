//! Armijo's rule (1966): the longest of α = 1, ½, ¼, … with m(α) ≤ m + σ α m'. With the worst of
//! the last values in place of m(0) it is the rule of Grippo, Lampariello and Lucidi (1986), which
//! lets a method pass where the merit must rise for a while.

use super::SHORTEST;

/// Share σ of the predicted decrease that is asked for.
const SHARE: f64 = 1e-4;

/// The length of the step; `None` where none will do.
pub fn search(reference: f64, slope: f64, mut evaluate: impl FnMut(f64) -> f64) -> Option<f64> {
    let mut alpha = 1.0;
    while alpha >= SHORTEST {
        // A NaN is no decrease.
        if evaluate(alpha) <= reference + SHARE * alpha * slope {
            return Some(alpha);
        }
        alpha *= 0.5;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parabola_is_halved_to_its_valley() {
        // m = ½ (1 - 4 α)², m' = -4: the decrease is enough up to α = ½.
        let merit = |alpha: f64| 0.5 * (1.0 - 4.0 * alpha).powi(2);
        assert_eq!(search(0.5, -4.0, merit), Some(0.25));
        // Compared with a worse value of the past the whole step passes.
        assert_eq!(search(5.0, -4.0, merit), Some(1.0));
        assert_eq!(search(0.5, -4.0, |_| f64::NAN), None);
        assert_eq!(search(0.5, -4.0, |alpha| 0.5 + alpha), None);
    }
}
