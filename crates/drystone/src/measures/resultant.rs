//! The resultant of the contact forces on some bodies, such as a wall: with the forces f_c that act at
//! the points x_c from outside the group, and the origin as the point of moments,
//!
//! ```text
//! F = Σ f_c,      M = Σ x_c × f_c + m_c        m_c: couple of resistance to rolling
//! ```
//!
//! Where space repeats, x_c is the image in the cell, or those in the region.
//! Forces between two bodies of the group do not count. The group is what `bodies` names, or every
//! body that is fixed or driven.

use super::value::components;
use super::{Value, View};
use crate::space::{Vector, moment, spins};

pub(super) fn measure<const D: usize>(view: &View<D>) -> Vec<Value> {
    let scope = view.scope;
    let member = |body: usize| {
        if scope.named.is_some() { scope.names(body) } else { !view.constants.free[body] }
    };
    let mut wrench = Wrench::default();
    for contact in view.reacting() {
        let [candidate, antagonist] = contact.bodies.map(member);
        if candidate != antagonist {
            let sign = if candidate { 1.0 } else { -1.0 };
            let (force, couple) = (view.force(contact) * sign, view.couple(contact));
            let couple = couple.map(|couple| couple * sign);
            view.places(&contact.point).for_each(|place| wrench.add(&force, &couple, &place));
        }
    }
    wrench.values("resultant")
}

/// A force and its moment.
pub(super) struct Wrench<const D: usize> {
    force: Vector<D>,
    moment: [f64; 3],
    contacts: usize,
}

impl<const D: usize> Default for Wrench<D> {
    fn default() -> Self {
        Self { force: Vector::zeros(), moment: [0.0; 3], contacts: 0 }
    }
}

impl<const D: usize> Wrench<D> {
    /// Adds a force that acts at an arm from the point of moments, and a couple.
    pub fn add(&mut self, force: &Vector<D>, couple: &[f64; 3], arm: &Vector<D>) {
        self.force += force;
        let moment = moment(arm, force).into_iter().zip(couple);
        self.moment.iter_mut().zip(moment).for_each(|(sum, (arm, own))| *sum += arm + own);
        self.contacts += 1;
    }

    /// As values whose names begin with a word.
    pub fn values(&self, word: &str) -> Vec<Value> {
        let mut values = components(&format!("{word}_force"), "N", &self.force);
        let name = format!("{word}_moment");
        if spins(D) == 1 {
            values.push(Value::new(name, "N m", self.moment[0]));
        } else {
            values.extend(components(&name, "N m", &Vector::<3>::from(self.moment)));
        }
        values.push(Value::new(format!("{word}_contacts"), "", self.contacts as f64));
        values
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::Options;
    use super::super::testing::{Setting, row, value};
    use super::measure;
    use nalgebra::Vector2;

    /// A row between two walls: together they balance; the right one is pushed to the right.
    #[test]
    fn walls_of_a_row() {
        let mut setting = row(3, 0);
        // The row lies at the height 2, so that the push has a moment.
        setting.frame.contacts.iter_mut().for_each(|contact| contact.point[1] = 2.0);
        assert!(value(&measure(&setting.view()), "resultant_force_x").abs() < 1e-12);
        let bodies = vec!["wall-4".to_string()];
        let setting = setting.with(&Options { bodies, ..Options::default() });
        let found = measure(&setting.view());
        let expected = [("force_x", 1.0), ("force_y", 0.0), ("moment", -2.0), ("contacts", 1.0)];
        for (name, x) in expected {
            let found = value(&found, &format!("resultant_{name}"));
            assert!((found - x).abs() < 1e-12, "{name}: {found}");
        }
    }

    /// Moments are about where contacts are shown: those of a row that has gone round are the same.
    #[test]
    fn a_row_that_has_gone_round() {
        let bodies = vec!["wall-3".to_string()];
        let setting = row(3, 0).repeating(1, -1.0, 1.0);
        let mut setting = setting.with(&Options { bodies, ..Options::default() });
        setting.frame.contacts.iter_mut().for_each(|contact| contact.point[1] = 0.5);
        let moment = value(&measure(&setting.view()), "resultant_moment");
        assert!((moment - 0.5).abs() < 1e-12);
        setting.frame.contacts.iter_mut().for_each(|contact| contact.point[1] = 14.5);
        assert!((value(&measure(&setting.view()), "resultant_moment") - moment).abs() < 1e-12);
    }

    /// Of a group only what is outside counts.
    #[test]
    fn the_inside_of_a_group_cancels() {
        let bodies = vec!["ball-*".to_string()];
        let setting = row(3, 0).with(&Options { bodies, ..Options::default() });
        let found = measure(&setting.view());
        assert!(value(&found, "resultant_force_x").abs() < 1e-12);
        assert_eq!(value(&found, "resultant_contacts"), 2.0);
    }

    /// A couple turns the candidate one way and the antagonist the other; in space it is about the
    /// tangents and the normal of the contact.
    #[test]
    fn couples_count() {
        let mut plane = Setting::balls(&[Vector2::new(0.0, 1.0), Vector2::new(0.0, 0.0)]);
        plane.press(0, 1, 0.0);
        // The step is 0.01 s long.
        (plane.frame.contacts[0].impulse[0], plane.frame.contacts[0].couple[0]) = (1e-9, 0.03);
        for (name, sign) in [("ball-0", 1.0), ("ball-1", -1.0)] {
            let options = Options { bodies: vec![name.into()], ..Options::default() };
            let mut setting = Setting::balls(&[Vector2::new(0.0, 1.0), Vector2::new(0.0, 0.0)]);
            setting.frame.contacts.clone_from(&plane.frame.contacts);
            let found = measure(&setting.with(&options).view());
            assert!((value(&found, "resultant_moment") - 3.0 * sign).abs() < 1e-6, "{found:?}");
        }
        let mut contact = crate::contact::Contact::<3>::blank();
        contact.frame = nalgebra::Matrix3::new(0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0);
        contact.couple = [1.0, 2.0, 3.0];
        assert_eq!(contact.couple_on_candidate(), [1.0, 2.0, 3.0]);
    }
}
