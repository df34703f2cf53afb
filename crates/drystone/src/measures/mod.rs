//! What physicists and engineers read out of a state: one file a measure, one line of [`MEASURES`].
//!
//! A measure takes a [`View`] of one frame and gives named numbers. Forces are impulses over the time
//! step: means over a step. Grains are the bodies that contacts can move; active contacts are those
//! with a reaction.

mod coordination;
mod fabric;
mod forces;
mod sliding;
mod stress;

pub use fabric::principal;
pub use stress::moment_tensors;

use crate::contact::Contact;
use crate::results::{AnyFrame, Constants, Frame};
use crate::space::Vector;

/// What a measure looks at.
#[derive(Clone, Copy, Debug)]
pub struct View<'a, const D: usize> {
    /// The state.
    pub frame: &'a Frame<D>,
    /// What does not change.
    pub constants: &'a Constants,
}

impl<'a, const D: usize> View<'a, D> {
    /// Contacts with a reaction.
    pub fn active(&self) -> impl Iterator<Item = &'a Contact<D>> {
        self.frame.contacts.iter().filter(|contact| contact.impulse[0] > 0.0)
    }

    /// The force on the candidate in global coordinates (N).
    pub fn force(&self, contact: &Contact<D>) -> Vector<D> {
        contact.frame * contact.impulse / self.constants.time_step
    }

    /// Number of grains.
    pub fn grains(&self) -> usize {
        self.constants.movable.iter().filter(|movable| **movable).count()
    }

    /// Of each body: active contacts it takes part in.
    pub fn contacts_of_bodies(&self) -> Vec<usize> {
        let mut count = vec![0; self.constants.movable.len()];
        for contact in self.active() {
            contact.bodies.iter().for_each(|body| count[*body] += 1);
        }
        count
    }
}

/// A number that was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// What it is.
    pub name: String,
    /// Its unit.
    pub unit: &'static str,
    /// The number; not a number where there is nothing to measure.
    pub value: f64,
}

impl Value {
    fn new(name: impl Into<String>, unit: &'static str, value: f64) -> Self {
        Self { name: name.into(), unit, value }
    }
}

/// A measure of the table.
pub struct Measure {
    /// Its name.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    plane: fn(&View<2>) -> Vec<Value>,
    space: fn(&View<3>) -> Vec<Value>,
}

impl Measure {
    /// Measures a frame.
    pub fn of(&self, frame: &AnyFrame, constants: &Constants) -> Vec<Value> {
        match frame {
            AnyFrame::Plane(frame) => (self.plane)(&View { frame, constants }),
            AnyFrame::Space(frame) => (self.space)(&View { frame, constants }),
        }
    }
}

macro_rules! measure {
    ($module:ident, $summary:literal) => {
        Measure {
            name: stringify!($module),
            summary: $summary,
            plane: $module::measure::<2>,
            space: $module::measure::<3>,
        }
    };
}

/// Every measure.
pub const MEASURES: &[Measure] = &[
    measure!(coordination, "contacts of a grain, and grains without any"),
    measure!(sliding, "share of the active contacts that slide"),
    measure!(forces, "normal and tangential forces: mean, greatest, spread, mobilised friction"),
    measure!(fabric, "directions of contacts and forces: fabric tensor, a_c, a_n, a_t"),
    measure!(stress, "mean stress of the grains: tensor, pressure, deviator, principal values"),
];

/// The measure of a name.
pub fn find(name: &str) -> Option<&'static Measure> {
    MEASURES.iter().find(|measure| measure.name == name)
}

/// Names of the axes.
const AXES: [&str; 3] = ["x", "y", "z"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::blank;
    use nalgebra::{Matrix2, Vector2};

    /// Disks of radius 1/2 in a row along x between two walls that press with 1 N, and some that touch
    /// nothing: a frame and its constants. Walls are the last bodies.
    pub fn chain(disks: usize, loose: usize) -> (Frame<2>, Constants) {
        let time_step = 0.01;
        let (left, right) = (disks + loose, disks + loose + 1);
        let mut contacts = blank::<2>(disks + 1);
        for (k, contact) in contacts.iter_mut().enumerate() {
            // The candidate is on the right.
            contact.bodies = [if k < disks { k } else { right }, if k > 0 { k - 1 } else { left }];
            contact.arms = [Vector2::new(-0.5, 0.0), Vector2::new(0.5, 0.0)];
            contact.frame = Matrix2::identity();
            contact.impulse = Vector2::new(time_step, 0.0);
        }
        let mut movable = vec![true; disks + loose];
        movable.extend([false, false]);
        let mut volume = vec![0.25 * std::f64::consts::PI; disks];
        volume.resize(disks + loose + 2, 0.0);
        let constants = Constants { time_step, mass: vec![1.0; movable.len()], volume, movable };
        (Frame { step: 0, time: 0.0, q: vec![], v: vec![], contacts }, constants)
    }

    /// The value of a name.
    pub fn value(values: &[Value], name: &str) -> f64 {
        values.iter().find(|value| value.name == name).expect("measured").value
    }

    #[test]
    fn every_measure_takes_both_dimensions_and_nothing_at_all() {
        let (frame, constants) = chain(2, 0);
        let frame = AnyFrame::Plane(frame);
        let empty = Frame::<3> { step: 0, time: 0.0, q: vec![], v: vec![], contacts: vec![] };
        let empty = AnyFrame::Space(empty);
        for measure in MEASURES {
            assert!(find(measure.name).is_some());
            assert!(measure.of(&frame, &constants).iter().all(|v| v.value.is_finite()));
            assert!(!measure.of(&empty, &Constants::default()).is_empty());
        }
    }
}
