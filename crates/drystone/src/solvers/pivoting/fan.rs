//! The polygon that stands for the disk of friction of one contact.

use std::f64::consts::TAU;

/// By how much a bracket shrinks, and its least width: vertices must stay apart.
const SHRINK: f64 = 4.0;
const NARROWEST: f64 = 1e-5;

/// `count` equal angles from `centre`, and two more beside it.
#[derive(Clone, Copy)]
pub struct Fan {
    centre: f64,
    bracket: f64,
    count: usize,
}

impl Fan {
    /// So many vertices, the first along the first tangent.
    pub fn new(count: usize) -> Self {
        Self { centre: 0.0, bracket: 0.0, count }
    }

    /// Turns to a friction, with a bracket around it; without friction nothing changes.
    pub fn turn_to(&mut self, friction: [f64; 2]) {
        if friction == [0.0; 2] {
            return;
        }
        let angle = friction[1].atan2(friction[0]);
        let widest = 0.25 * TAU / self.count as f64;
        let off = (angle - self.centre + 0.5 * TAU).rem_euclid(TAU) - 0.5 * TAU;
        self.bracket = if self.bracket == 0.0 {
            widest
        } else if off.abs() < self.bracket * (1.0 - 1e-6) {
            (self.bracket / SHRINK).max(NARROWEST)
        } else {
            (2.0 * self.bracket).min(widest)
        };
        self.centre = angle;
    }

    /// The directions of the vertices: both of the line in the plane.
    pub fn directions<const B: usize>(&self) -> impl Iterator<Item = [f64; 2]> {
        let count = if B == 2 { 2 } else { self.count };
        let centre = if B == 2 { 0.0 } else { self.centre };
        let around = (0..count).map(move |j| centre + TAU * j as f64 / count as f64);
        let bracket = if B == 2 { 0.0 } else { self.bracket };
        let beside = [centre - bracket, centre + bracket];
        let angles = around.chain(beside.into_iter().filter(move |_| bracket > 0.0));
        // Exactly ±1 in the plane.
        angles.map(|a| if B == 2 { [a.cos().round(), 0.0] } else { [a.cos(), a.sin()] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_close_in_on_a_friction_that_stays() {
        let mut fan = Fan::new(8);
        assert_eq!(fan.directions::<3>().count(), 8);
        fan.turn_to([0.0, 0.0]);
        assert_eq!(fan.directions::<3>().count(), 8);
        for turn in 0..4 {
            fan.turn_to([3.0, 4.0]);
            let directions: Vec<[f64; 2]> = fan.directions::<3>().collect();
            assert_eq!(directions.len(), 10);
            let across = |d: &[f64; 2]| (0.6 * d[1] - 0.8 * d[0]).abs();
            assert!(across(&directions[0]) < 1e-15);
            let width = TAU / 32.0 / SHRINK.powi(turn);
            assert!(directions[8..].iter().all(|d| (across(d) - width.sin()).abs() < 1e-15));
        }
        // Friction elsewhere opens the bracket again.
        fan.turn_to([-1.0, 0.0]);
        let beside = fan.directions::<3>().last().expect("a vertex");
        assert!((beside[1].abs() - (TAU / 1024.0).sin()).abs() < 1e-15);
    }

    #[test]
    fn the_plane_has_two_directions() {
        let plane: Vec<[f64; 2]> = Fan::new(8).directions::<2>().collect();
        assert_eq!(plane, [[1.0, 0.0], [-1.0, 0.0]]);
    }
}
