//! Whether an iteration still gets anywhere.

/// Share of the best residual that counts as progress.
const PROGRESS: f64 = 0.9;
/// Iterations without progress that end a solve from anywhere.
pub const PATIENCE: usize = 500;

/// The last progress made.
pub struct Progress {
    /// The best residual then.
    pub best: f64,
    iteration: usize,
}

impl Progress {
    /// At the start.
    pub fn new(best: f64) -> Self {
        Self { best, iteration: 0 }
    }

    /// Notes the best residual after some iterations; gives how many of them were without progress.
    pub fn stalled(&mut self, best: f64, iterations: usize) -> usize {
        if best < PROGRESS * self.best {
            *self = Self { best, iteration: iterations };
        }
        iterations - self.iteration
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_gains_are_no_progress() {
        let mut progress = Progress::new(1.0);
        assert_eq!(progress.stalled(0.5, 3), 0);
        assert_eq!(progress.stalled(0.49, 7), 4);
        assert_eq!(progress.stalled(0.44, 8), 0);
    }
}
