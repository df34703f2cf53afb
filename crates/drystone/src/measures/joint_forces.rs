//! Each joint: where it is, the force on its second body and the moment about the joint's point, means over
//! a step; the angle or displacement that it leaves free (of rods and ropes how much longer than their
//! length they are), how fast that changes, and what happens along it.

use super::value::{Item, extend};
use super::{Refused, Table, View};
use crate::joints::JointReport;
use crate::space::spins;

pub(super) fn measure<const D: usize>(view: &View<D>) -> Result<Table, Refused> {
    let moments: &[&str] =
        if D == 2 { &["moment_z"] } else { &["moment_x", "moment_y", "moment_z"] };
    let mut table = Table::new(&[("joint", ""), ("kind", ""), ("first", ""), ("second", "")])
        .vector::<D>("", "m")
        .vector::<D>("force", "N");
    for name in moments {
        table = table.column(*name, "N m");
    }
    table = table.column("force", "N").column("coordinate", "m, rad");
    table = table.column("velocity", "m/s, rad/s").column("status", "");
    for (about, report) in view.counted_joints() {
        let names = about.bodies.map(|body| view.constants.names[body].clone());
        let [force, moment] = wrench(report, view.constants.time_step);
        let mut row: Vec<Item> =
            [about.name.clone(), about.kind.clone()].into_iter().map(Item::Name).collect();
        row.extend(names.map(Item::Name));
        extend(&mut row, view.shown(&view.joint_point(about)).iter());
        extend(&mut row, &force[..D]);
        extend(&mut row, &moment[3 - spins(D)..]);
        extend(&mut row, &[norm(&force), report.coordinate, report.velocity]);
        row.push(Item::Name(report.status.name().into()));
        table.rows.push(row);
    }
    Ok(table)
}

/// Force and moment on the second body (N, N m), in space.
pub(super) fn wrench(report: &JointReport, time_step: f64) -> [[f64; 3]; 2] {
    let mean = |k: usize| report.impulse[k] / time_step;
    [[mean(0), mean(1), mean(2)], [mean(3), mean(4), mean(5)]]
}

/// The length of a vector.
pub(super) fn norm(vector: &[f64; 3]) -> f64 {
    vector.iter().map(|x| x * x).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::super::options::Options;
    use super::super::testing::{Setting, joined};
    use nalgebra::Vector2;

    /// A step of 0.01 s: impulses are hundredths of the forces.
    #[test]
    fn by_hand() {
        let setting = joined(Setting::balls(&[Vector2::new(0.0, 0.0), Vector2::new(1.0, 2.0)]));
        let table = super::measure(&setting.view()).unwrap();
        let columns = ["x", "y", "force_x", "force_y", "moment_z", "force", "coordinate"];
        let expected = [0.25, 0.5, 3.0, -4.0, 2.0, 5.0, 0.3];
        for (column, expected) in columns.iter().zip(expected) {
            let found = table.numbers(column);
            assert!(found.len() == 1 && (found[0] - expected).abs() < 1e-12, "{column} {found:?}");
        }
        let far = Some([vec![5.0, 5.0], vec![6.0, 6.0]]);
        let setting = setting.with(&Options { region: far, ..Options::default() });
        assert!(super::measure(&setting.view()).unwrap().rows.is_empty());
    }
}
