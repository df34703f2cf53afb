//! The displacement and velocity fields between two times: of each grain the place then, the
//! displacement u = x - x' (not less for a border that was crossed), the rotation (rad; in space a vector, its axis times its angle, of
//! R R'ᵀ), the mean velocity u / (t - t') and the velocity and spin now.

use super::value::{Item, extend};
use super::view::{pose_in, position_in};
use super::{Refused, Table, View};
use crate::space::{configuration_size, spins};
use nalgebra::{Matrix3, Rotation3};

pub(super) fn measure<const D: usize>(view: &View<D>) -> Result<Table, Refused> {
    let angular = |table: Table, name: &str, unit: &'static str| {
        if D == 2 { table.column(name, unit) } else { table.vector::<3>(name, unit) }
    };
    let table = Table::new(&[("body", "")]).vector::<D>("", "m").vector::<D>("displacement", "m");
    let table = angular(table, "rotation", "rad").vector::<D>("mean_velocity", "m/s");
    let mut table = angular(table.vector::<D>("velocity", "m/s"), "spin", "rad/s");
    let Some(then) = view.reference else {
        return Err(Refused::new("from", "an earlier frame is needed"));
    };
    let elapsed = view.time - then.time;
    for (body, now) in view.grain_places() {
        let old = position_in::<D>(&then.q, body);
        let displacement = view.position(body) - old;
        // Of the image that is in the region now; without a region the one in the cell then.
        let place = if view.scope.region.is_some() { now - displacement } else { view.shown(&old) };
        let mut row = vec![Item::Name(view.constants.names[body].clone())];
        extend(&mut row, place.iter().chain(displacement.iter()));
        extend(&mut row, &rotation::<D>(&then.q, view.q, body)[..spins(D)]);
        extend(&mut row, displacement.map(|u| u / elapsed).iter());
        extend(&mut row, view.velocity(body));
        table.rows.push(row);
    }
    Ok(table)
}

/// The rotation from one state to another; in the plane turns are counted.
fn rotation<const D: usize>(then: &[f64], now: &[f64], body: usize) -> [f64; 3] {
    if D == 2 {
        let angle = |q: &[f64]| q[body * configuration_size(D) + 2];
        return [angle(now) - angle(then), 0.0, 0.0];
    }
    let [then, now] = [then, now].map(|q| pose_in::<D>(q, body).rotation);
    let turn = now * then.transpose();
    let turn = Rotation3::from_matrix_unchecked(Matrix3::from_fn(|i, j| turn[(i, j)]));
    turn.scaled_axis().into()
}

#[cfg(test)]
mod tests {
    use super::super::testing::Setting;
    use nalgebra::{Vector2, Vector3};

    /// A uniform shear u_x = γ y over 2 s comes back.
    #[test]
    fn a_shear_comes_back() {
        let at = |k: usize| Vector2::new((k % 4) as f64, (k / 4) as f64);
        let mut setting = Setting::balls(&(0..12).map(at).collect::<Vec<_>>());
        let then = setting.frame.clone();
        setting.frame.time = 2.0;
        for k in 0..12 {
            setting.put(k, &(at(k) + Vector2::new(0.25 * at(k)[1], 0.0)));
            setting.frame.q[3 * k + 2] = 7.0;
            setting.frame.v[3 * k] = 0.5;
        }
        let table = super::measure(&setting.since(&then)).expect("a table");
        for (k, x) in table.numbers("displacement_x").into_iter().enumerate() {
            assert!((x - 0.25 * at(k)[1]).abs() < 1e-15);
            assert!((table.numbers("mean_velocity_x")[k] - 0.5 * x).abs() < 1e-15);
        }
        assert!(table.numbers("rotation").iter().all(|x| *x == 7.0));
        assert!(table.numbers("velocity_x").iter().all(|x| *x == 0.5));
        assert!(table.numbers("displacement_y").iter().all(|x| *x == 0.0));
    }

    #[test]
    fn a_rotation_of_space_is_a_vector() {
        let mut setting = Setting::balls(&[Vector3::zeros()]);
        let then = setting.frame.clone();
        let turn = Vector3::new(0.3, -0.2, 0.5);
        crate::space::advance::<3>(&mut setting.frame.q, &[0.0, 0.0, 0.0, 0.3, -0.2, 0.5], 1.0);
        let table = super::measure(&setting.since(&then)).expect("a table");
        for (axis, x) in ["x", "y", "z"].iter().zip(turn.iter()) {
            let found = table.numbers(&format!("rotation_{axis}"))[0];
            assert!((found - x).abs() < 1e-14);
        }
    }
}
