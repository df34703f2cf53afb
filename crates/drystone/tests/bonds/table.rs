//! Tractions from a table.

use crate::driver::*;
use drystone::laws::Bond;
use drystone::laws::bonds::Tabulated;

fn follows_its_table<const D: usize>() {
    let normal = vec![[0.0, 0.0], [1e-4, 1e5], [3e-4, 1.2e5], [5e-4, 2e4], [9e-4, 0.0]];
    let table = Tabulated { normal: normal.clone(), tangential: None, area: None };
    let path = [[0.0; 2], [4e-4, 0.0], [1e-5, 0.0], [1e-3, 0.0]];
    let moments = follow::<D>(Bond::Tabulated(table), &path, 2000);
    let envelope = |x: f64| {
        let pair = normal.windows(2).find(|p| p[0][0] <= x && x < p[1][0]);
        pair.map_or(0.0, |p| p[0][1] + (p[1][1] - p[0][1]) * (x - p[0][0]) / (p[1][0] - p[0][0]))
    };
    let mut most = 0.0_f64;
    let off = difference(&moments, |m| {
        most = most.max(m.at[0]);
        [envelope(most) * m.at[0] / most, 0.0]
    });
    assert!(off < 1e-7, "{off}");
}

#[test]
fn a_joint_follows_its_table() {
    follows_its_table::<2>();
    follows_its_table::<3>();
}
