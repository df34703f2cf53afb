//! The nearest points of two cylinders that are apart, one of them on a rim.

use super::super::meeting::Nearest;
use super::super::rod::Rod;
use super::super::root::falls;
use super::Search;
use crate::detection::pairs::feature::Feature;
use crate::space::Vector;
use std::f64::consts::TAU;

impl<const D: usize> Search<'_, '_, D> {
    /// The nearest points with one of them on a rim; `None` where they meet.
    pub(super) fn nearest(&self) -> Option<Nearest<D>> {
        let mut best: Option<Nearest<D>> = None;
        for own in 0..2 {
            let (mine, theirs) = (&self.rods[own], &self.rods[1 - own]);
            for end in 0..2 {
                let slope = |angle: f64| {
                    -mine.rim_slope(angle).dot(&theirs.excess(&mine.on_rim(end, angle)))
                };
                falls(0.1, 0.1 + TAU, slope, |angle| {
                    let x = mine.on_rim(end, angle);
                    let excess = theirs.excess(&x);
                    let distance = excess.norm();
                    if best.is_none_or(|b| distance < b.distance) {
                        let (y, d) = (x - excess, excess / distance);
                        let (m, t) = (Feature::Edge(end), self.name(theirs, &y));
                        best = Some(if own == 0 {
                            Nearest { points: [x, y], names: [m, t], d: -d, distance }
                        } else {
                            Nearest { points: [y, x], names: [t, m], d, distance }
                        });
                    }
                });
            }
        }
        best.filter(|b| b.distance > 0.0)
    }

    fn name(&self, rod: &Rod<D>, x: &Vector<D>) -> Feature {
        let (along, off) = rod.split(x);
        let on = self.meeting.on;
        if along.abs() >= rod.half - on && off.norm() >= rod.radius - on {
            Feature::Edge(usize::from(along > 0.0))
        } else {
            Feature::Face
        }
    }
}
