//! The distribution of contact forces: probability densities of f_N / ⟨f_N⟩ and ‖f_T‖ / ⟨‖f_T‖⟩ over
//! the active contacts (of normal forces only pressure, not what bonds pull), in equal classes from
//! zero to the greatest,
//!
//! ```text
//! P(x) = (contacts with x in the class) / (all contacts · width of the class),    ∫ P dx = 1
//! ```
//!
//! drawn logarithmically, where strong forces of a packing lie on a straight line (Radjai, Jean,
//! Moreau, Roux 1996).

use super::value::{Curves, extend};
use super::{Refused, Table, View};

pub(super) fn measure<const D: usize>(view: &View<D>) -> Result<Table, Refused> {
    let mut table =
        Table::new(&[("force_over_mean", ""), ("normal_density", ""), ("tangential_density", "")]);
    table.curves = Some(Curves::Classes { x: 0, y: vec![1, 2] });
    let pressure = view.active().map(|contact| contact.impulse[0]).filter(|impulse| *impulse > 0.0);
    let normal = over_mean(pressure.collect());
    let size = |impulse: &[f64]| impulse.iter().map(|x| x * x).sum::<f64>().sqrt();
    let tangential = over_mean(view.active().map(|c| size(&c.impulse.as_slice()[1..])).collect());
    let greatest = normal.iter().chain(&tangential).copied().fold(0.0, f64::max);
    if !(greatest > 0.0 && greatest.is_finite()) {
        return Ok(table);
    }
    let bins = view.scope.bins;
    let width = greatest / bins as f64;
    let densities = [&normal, &tangential].map(|of| densities(of, bins, width));
    for k in 0..bins {
        let mut row = vec![];
        extend(&mut row, &[(k as f64 + 0.5) * width, densities[0][k], densities[1][k]]);
        table.rows.push(row);
    }
    Ok(table)
}

/// Forces over their mean; none where all are zero.
fn over_mean(mut forces: Vec<f64>) -> Vec<f64> {
    let mean = forces.iter().sum::<f64>() / forces.len() as f64;
    if mean > 0.0 {
        forces.iter_mut().for_each(|force| *force /= mean);
    } else {
        forces.clear();
    }
    forces
}

fn densities(of: &[f64], bins: usize, width: f64) -> Vec<f64> {
    let mut density = vec![0.0; bins];
    for x in of {
        // The greatest belongs to the last class.
        density[((x / width) as usize).min(bins - 1)] += 1.0 / (of.len() as f64 * width);
    }
    density
}

#[cfg(test)]
mod tests {
    use super::super::testing::row;
    use crate::results::blank;
    use nalgebra::Vector2;

    /// Forces in equal steps of probability of e⁻ˣ: every class has the probability of its ends. All
    /// tangential ones are half the normal ones, so that their density is the same.
    #[test]
    fn exponential_forces() {
        let mut setting = row(1, 0);
        let n = 100_000;
        setting.frame.contacts = blank(n);
        for (k, contact) in setting.frame.contacts.iter_mut().enumerate() {
            let x = -(1.0 - (k as f64 + 0.5) / n as f64).ln();
            contact.impulse = Vector2::new(7.0 * x, -3.5 * x);
        }
        let table = super::measure(&setting.view()).expect("a table");
        let (x, normal) = (table.numbers("force_over_mean"), table.numbers("normal_density"));
        assert_eq!(x.len(), 50);
        let width = x[1] - x[0];
        for (x, density) in x.iter().zip(&normal) {
            let (a, b) = (x - 0.5 * width, x + 0.5 * width);
            let expected = ((-a).exp() - (-b).exp()) / width;
            assert!((density - expected).abs() < 2.0 / (n as f64 * width) + 1e-4 * expected);
        }
        assert!((normal.iter().sum::<f64>() * width - 1.0).abs() < 1e-9);
        let tangential = table.numbers("tangential_density");
        let differs = |(a, b): (&f64, &f64)| (a - b).abs() > 1.5 / (n as f64 * width);
        assert!(!normal.iter().zip(&tangential).any(differs));
    }

    /// Without friction there is no tangential density, and nothing is divided by zero.
    #[test]
    fn equal_normal_forces_fill_the_last_class() {
        let table = super::measure(&row(3, 0).view()).expect("a table");
        let normal = table.numbers("normal_density");
        assert!((normal[49] - 50.0).abs() < 1e-9 && normal[..49].iter().all(|x| *x == 0.0));
        assert!(table.numbers("tangential_density").iter().all(|x| *x == 0.0));
    }
}
