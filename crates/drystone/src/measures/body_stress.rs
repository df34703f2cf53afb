//! The stress of each grain (Moreau 1997), σ_b = M_b / V_b with the moment tensor of `stress.rs`:
//! tension positive, principal values greatest first with their directions, the pressure
//! -tr σ_b / D, and the asymmetry ‖σ_b - σ_bᵀ‖ / ‖σ_b‖, which is zero at equilibrium.

use super::stress::moment_tensors;
use super::tensor::principal;
use super::value::{Item, extend};
use super::{Refused, Table, View};

pub(super) fn measure<const D: usize>(view: &View<D>) -> Result<Table, Refused> {
    let mut table = Table::new(&[("body", "")])
        .vector::<D>("", "m")
        .column("volume", if D == 2 { "m²" } else { "m³" })
        .column("pressure", "Pa")
        .column("asymmetry", "")
        .tensor::<D>("stress", "Pa");
    for k in 1..=D {
        table = table
            .column(format!("principal_stress_{k}"), "Pa")
            .vector::<D>(&format!("principal_direction_{k}"), "");
    }
    let tensors = moment_tensors(view);
    let constants = view.constants;
    for (body, place) in view.grain_places().filter(|(body, _)| constants.volume[*body] > 0.0) {
        let volume = constants.volume[body];
        let stress = tensors[body] / volume;
        let asymmetry = (stress - stress.transpose()).norm() / stress.norm();
        let mut row = vec![Item::Name(constants.names[body].clone())];
        extend(&mut row, place.iter());
        extend(&mut row, &[volume, 0.0 - stress.trace() / D as f64, asymmetry]);
        extend(&mut row, stress.transpose().iter());
        let found = principal(&stress);
        for k in 0..D {
            extend(&mut row, &[found.values[k]]);
            extend(&mut row, found.directions[k].iter());
        }
        table.rows.push(row);
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::super::options::Options;
    use super::super::testing::row;
    use std::f64::consts::PI;

    /// Where space repeats, grains count by their images in the region, and are shown there: disks at
    /// x = 1/2 to 9/2 of a cell from 0 to 5, seen across its border, beyond it, and in two cells.
    #[test]
    fn images_in_a_region() {
        let mut setting = row(5, 0).repeating(0, 0.0, 5.0);
        for (region, places) in [
            ([-1.2, 1.2], vec![0.5, -0.5]),
            ([6.0, 8.0], vec![6.5, 7.5]),
            ([0.0, 10.0], vec![0.5, 5.5, 1.5, 6.5, 2.5, 7.5, 3.5, 8.5, 4.5, 9.5]),
        ] {
            let region = Some([vec![region[0], -1.0], vec![region[1], 1.0]]);
            setting = setting.with(&Options { region, ..Options::default() });
            let table = super::measure(&setting.view()).expect("a table");
            assert_eq!(table.numbers("x"), places);
            assert!(table.numbers("stress_xx").iter().all(|x| (x + 4.0 / PI).abs() < 1e-12));
        }
    }

    /// Every disk of a row under 1 N has σ_xx = -4/π Pa; a loose one has none.
    #[test]
    fn disks_in_a_row() {
        let mut setting = row(3, 1);
        // A tangential force turns the first disk: its tensor is no longer symmetric.
        setting.frame.contacts[0].impulse[1] = setting.constants.time_step;
        let table = super::measure(&setting.view()).expect("a table");
        assert_eq!(table.rows.len(), 4);
        let stress = table.numbers("stress_xx");
        assert!(stress[..3].iter().all(|x| (x + 4.0 / PI).abs() < 1e-12));
        assert_eq!(stress[3], 0.0);
        // f = (1, 1) at ρ = (-1/2, 0): σ_yx = f_y ρ_x / V.
        assert!((table.numbers("stress_yx")[0] + 2.0 / PI).abs() < 1e-12);
        assert_eq!(table.numbers("stress_xy")[0], 0.0);
        let asymmetry = table.numbers("asymmetry");
        assert!(asymmetry[0] > 0.1 && asymmetry[1] < 1e-15 && asymmetry[3].is_nan());
        assert!((table.numbers("principal_stress_2")[1] + 4.0 / PI).abs() < 1e-12);
        assert!((table.numbers("principal_direction_2_x")[1] - 1.0).abs() < 1e-12);
    }
}
