//! The line of thrust of an arch, a column, a chain of blocks: for each joint (a pair of bodies with
//! active contacts) the resultant F of its forces on the next body and the centre of pressure
//!
//! ```text
//! p = Σ f_N x / Σ f_N
//! ```
//!
//! over its contacts, the point of a plane joint where F acts. With c the middle of the joint's contact
//! points (active or not) and b half their extent along p - c, the eccentricity is e = ‖p - c‖: at
//! b the joint hinges, below b/3 (of a full rectangle) it is pressed all over. In the plane e has the
//! sign of the first tangent: of n turned by +90°.
//!
//! Left and right are the ends of the joint: the contact points farthest to either side of the way along
//! the line, seen along the axis y in space. The line is within the arch where it is between them.
//!
//! Joints are in order: a line begins at a body that is fixed or driven, or that has one joint only,
//! and goes on through each body to its next joint.

use super::thrust_joint::{Joint, joints};
use super::value::{Curves, Item, extend};
use super::{Refused, Table, View};
use std::collections::BTreeMap;

pub(super) fn measure<const D: usize>(view: &View<D>) -> Result<Table, Refused> {
    let mut table = Table::new(&[("line", ""), ("place", ""), ("from", ""), ("to", "")])
        .vector::<D>("", "m")
        .vector::<D>("force", "N")
        .column("normal_force", "N")
        .column("tangential_force", "N")
        .column("eccentricity", "m")
        .column("half_extent", "m")
        .vector::<D>("left", "m")
        .vector::<D>("right", "m");
    // From the side: the first axis against the last, of the line and of the joints' ends.
    let side = |first: usize| [first, first + D - 1];
    let ends = [side(8 + 2 * D), side(8 + 3 * D)];
    table.curves = Some(Curves::Line { number: 0, at: side(4), ends });
    let joints = joints(view);
    for (line, list) in order(view, &joints).iter().enumerate() {
        for (place, (joint, to)) in list.iter().enumerate() {
            let joint = &joints[*joint];
            let [a, b] = joint.bodies;
            let (from, sign) = if *to == a { (b, 1.0) } else { (a, -1.0) };
            let name = |body: usize| Item::Name(view.constants.names[body].clone());
            let mut row = vec![Item::Whole(line + 1), Item::Whole(place + 1)];
            row.extend([name(from), name(*to)]);
            extend(&mut row, joint.pressure.iter());
            extend(&mut row, (joint.force * sign).iter());
            let normal = joint.frame.column(0);
            let tangential = (joint.force - normal * joint.force.dot(&normal)).norm();
            extend(&mut row, &[joint.normal_force, tangential]);
            extend(&mut row, &joint.eccentricity());
            let ends = joint.ends(&(normal * sign));
            extend(&mut row, ends.iter().flat_map(|end| end.iter()));
            table.rows.push(row);
        }
    }
    Ok(table)
}

/// Lines of joints, each with the body that it leads to.
fn order<const D: usize>(view: &View<D>, joints: &[Joint<D>]) -> Vec<Vec<(usize, usize)>> {
    let mut of_body: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (k, joint) in joints.iter().enumerate() {
        joint.bodies.iter().for_each(|body| of_body.entry(*body).or_default().push(k));
    }
    let moves = |body: usize| view.constants.free[body];
    let is_end = |body: usize| !moves(body) || of_body[&body].len() == 1;
    // Every joint as a start, those at ends first, from the end.
    let mut starts: Vec<(bool, usize, usize)> = vec![];
    for (k, joint) in joints.iter().enumerate() {
        let [a, b] = joint.bodies;
        let to = if is_end(b) { a } else { b };
        starts.push((!(is_end(a) || is_end(b)), k, to));
    }
    starts.sort_unstable();
    let mut seen = vec![false; joints.len()];
    let mut lines = vec![];
    for (_, start, to) in starts {
        let mut line = vec![];
        let mut next = Some((start, to));
        while let Some((joint, to)) = next.filter(|(joint, _)| !seen[*joint]) {
            seen[joint] = true;
            line.push((joint, to));
            let onward = of_body[&to].iter().copied().find(|k| moves(to) && !seen[*k]);
            next = onward.map(|k| {
                let [a, b] = joints[k].bodies;
                (k, if a == to { b } else { a })
            });
        }
        if !line.is_empty() {
            lines.push(line);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::options::Options;
    use super::super::testing::{Setting, row};
    use crate::results::blank;
    use crate::space::frame;
    use nalgebra::{Vector2, Vector3};

    /// A row between two walls is one line from one wall to the other, all joints under 1 N.
    #[test]
    fn a_row_is_a_line() {
        let setting = row(4, 0);
        let table = super::measure(&setting.view()).expect("a table");
        assert_eq!(table.numbers("place"), [1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(table.numbers("x"), [0.0, 1.0, 2.0, 3.0, 4.0]);
        assert!(table.numbers("force_x").iter().all(|x| (x - 1.0).abs() < 1e-12));
        assert!(table.numbers("line").iter().all(|line| *line == 1.0));
    }

    /// A joint from x = -1 to 1: 3 N at its left end and 1 N at its right one act at -1/2.
    #[test]
    fn the_centre_of_pressure_of_two_points() {
        let mut setting = Setting::balls(&[Vector2::new(0.0, 1.0), Vector2::zeros()]);
        setting.frame.contacts = blank(3);
        let given = [(-1.0, 3.0), (1.0, 1.0), (0.25, 0.0)];
        for (contact, (x, force)) in setting.frame.contacts.iter_mut().zip(given) {
            contact.bodies = [0, 1];
            contact.point = Vector2::new(x, 0.5);
            contact.frame = frame(&Vector2::y(), None);
            contact.impulse = Vector2::new(force, -0.5 * force) * setting.constants.time_step;
        }
        let table = super::measure(&setting.view()).expect("a table");
        // The tangent is -x: the eccentricity along it is +1/2.
        let expected = [
            ("x", -0.5),
            ("y", 0.5),
            ("normal_force", 4.0),
            ("tangential_force", 2.0),
            ("eccentricity", 0.5),
            ("half_extent", 1.0),
            // From the lower block up to the upper one: left is where x is negative.
            ("left_x", -1.0),
            ("left_y", 0.5),
            ("right_x", 1.0),
            ("right_y", 0.5),
        ];
        assert_eq!(table.rows[0][2], super::Item::Name("ball-1".into()));
        for (name, x) in expected {
            assert!((table.numbers(name)[0] - x).abs() < 1e-12, "{name}");
        }
    }

    /// A row in a cell that a border cuts, seen in a region beyond it: joints are where the region is.
    #[test]
    fn a_row_by_its_image() {
        let region = Some([vec![9.5, -1.0], vec![14.5, 1.0]]);
        let setting = row(4, 0).repeating(0, 2.5, 7.5);
        let setting = setting.with(&Options { region, ..Options::default() });
        let table = super::measure(&setting.view()).expect("a table");
        assert_eq!(table.numbers("x"), [10.0, 11.0, 12.0, 13.0, 14.0]);
    }

    /// A square joint of space pressed at two corners of one side: on that side, at its middle.
    #[test]
    fn the_side_of_a_square() {
        let mut setting = Setting::balls(&[Vector3::z(), Vector3::zeros()]);
        setting.frame.contacts = blank(4);
        let corners = [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]];
        for (contact, [x, y]) in setting.frame.contacts.iter_mut().zip(corners) {
            contact.bodies = [0, 1];
            contact.point = Vector3::new(x, y, 0.5);
            contact.frame = frame(&Vector3::z(), None);
            contact.impulse[0] = if x > 0.0 { setting.constants.time_step } else { 0.0 };
        }
        let table = super::measure(&setting.view()).expect("a table");
        for (name, x) in [("x", 1.0), ("y", 0.0), ("eccentricity", 1.0), ("half_extent", 1.0)] {
            assert!((table.numbers(name)[0] - x).abs() < 1e-12, "{name}");
        }
    }
}
