//! Cells between bodies, tracked since an earlier frame: the deformation gradient F that carries the
//! corners' places X of then to those x of now, by least squares about their means (exact where they
//! move affinely, always for triangles and tetrahedra), and Green's strain
//!
//! ```text
//! F = (Σ x' X'ᵀ) (Σ X' X'ᵀ)⁻¹,      E = ½ (Fᵀ F - 1)
//! ```
//!
//! with primes for the distance from the mean. The shear is the difference of the principal values
//! of E, the volume strain det F - 1. Cells are given by the names of the bodies at their corners; in
//! the plane, where none are given, they are the triangles of Delaunay between the grains of then,
//! or their images in the region or in the cell, where space repeats.

use super::delaunay::triangulate;
use super::tensor::principal;
use super::value::{Item, extend};
use super::view::position_in;
use super::{Refused, Table, View};
use crate::space::{Matrix, Vector};
use nalgebra::DMatrix;

pub(super) fn measure<const D: usize>(view: &View<D>) -> Result<Table, Refused> {
    let mut table = Table::new(&[("cell", ""), ("corners", "")])
        .vector::<D>("", "m")
        .column("volume", if D == 2 { "m²" } else { "m³" })
        .column("volume_strain", "")
        .column("shear", "")
        .tensor::<D>("deformation", "")
        .tensor::<D>("strain", "");
    let Some(then) = view.reference else {
        return Err(Refused::new("from", "an earlier frame is needed"));
    };
    for (k, corners) in cells(view, &then.q)?.iter().enumerate() {
        let old: Vec<Vector<D>> =
            corners.iter().map(|(b, way)| position_in(&then.q, *b) + way).collect();
        let new: Vec<Vector<D>> = corners.iter().map(|(b, way)| view.position(*b) + way).collect();
        let (middle, gradient) = deformation(&old, &new);
        let strain = (gradient.transpose() * gradient - Matrix::identity()) * 0.5;
        let values = principal(&strain).values;
        let names: Vec<&str> =
            corners.iter().map(|(body, _)| view.constants.names[*body].as_str()).collect();
        let mut row = vec![Item::Whole(k + 1), Item::Name(names.join(" "))];
        extend(&mut row, middle.iter());
        let change = determinant(&gradient) - 1.0;
        extend(&mut row, &[volume(&new), change, values[0] - values[D - 1]]);
        extend(&mut row, gradient.transpose().iter());
        extend(&mut row, strain.transpose().iter());
        table.rows.push(row);
    }
    Ok(table)
}

/// A body and the way to that image of it which is meant.
type Corner<const D: usize> = (usize, Vector<D>);

/// The cells asked for, or the triangles between the grains.
fn cells<const D: usize>(view: &View<D>, then: &[f64]) -> Result<Vec<Vec<Corner<D>>>, Refused> {
    if !view.scope.cells.is_empty() {
        let itself = |body: &usize| (*body, Vector::zeros());
        return Ok(view.scope.cells.iter().map(|cell| cell.iter().map(itself).collect()).collect());
    }
    if D == 3 {
        let message = "in space cells must be given, by the names of four bodies each";
        return Err(Refused::new("cells", message));
    }
    let grain = |body: &usize| view.constants.free[*body] && view.scope.names(*body);
    let (mut corners, mut places) = (vec![], vec![]);
    for body in (0..view.bodies()).filter(grain) {
        let old = position_in::<D>(then, body);
        for place in view.places(&old) {
            corners.push((body, place - old));
            places.push(Vector::<2>::from_fn(|k, _| place[k]));
        }
    }
    let triangles = triangulate(&places);
    Ok(triangles.iter().map(|triangle| triangle.map(|k| corners[k]).to_vec()).collect())
}

/// The mean place of now, and the deformation gradient; no numbers where the corners of then span
/// no volume.
fn deformation<const D: usize>(old: &[Vector<D>], new: &[Vector<D>]) -> (Vector<D>, Matrix<D>) {
    let mean = |of: &[Vector<D>]| of.iter().sum::<Vector<D>>() / of.len() as f64;
    let (before, after) = (mean(old), mean(new));
    let (mut mixed, mut own) = (Matrix::<D>::zeros(), Matrix::<D>::zeros());
    for (x, y) in old.iter().zip(new) {
        let away = (x - before).transpose();
        mixed += (y - after) * away;
        own += (x - before) * away;
    }
    let inverse = DMatrix::from_fn(D, D, |i, j| own[(i, j)]).try_inverse();
    let inverse = inverse.unwrap_or_else(|| DMatrix::from_element(D, D, f64::NAN));
    (after, mixed * Matrix::from_fn(|i, j| inverse[(i, j)]))
}

fn determinant<const D: usize>(m: &Matrix<D>) -> f64 {
    DMatrix::from_fn(D, D, |i, j| m[(i, j)]).determinant()
}

/// The area of a polygon by the order of its corners, the volume of a tetrahedron.
fn volume<const D: usize>(corners: &[Vector<D>]) -> f64 {
    if D == 2 {
        let next = corners.iter().cycle().skip(1);
        let cross = |(a, b): (&Vector<D>, &Vector<D>)| a[0] * b[1] - a[1] * b[0];
        return 0.5 * corners.iter().zip(next).map(cross).sum::<f64>().abs();
    }
    let edges = DMatrix::from_fn(D, D, |i, j| corners[j + 1][i] - corners[0][i]);
    edges.determinant().abs() / 6.0
}

#[cfg(test)]
mod tests {
    use super::super::options::Options;
    use super::super::testing::Setting;
    use nalgebra::{Matrix2, Matrix3, Vector2, Vector3};

    /// Every triangle between the balls of a lattice, and a cell of four of them, has the gradient of
    /// an affine motion.
    #[test]
    fn a_uniform_shear_is_found_exactly() {
        let gradient = Matrix2::new(1.1, 0.25, -0.05, 0.9);
        let at = |k: usize| Vector2::new((k % 5) as f64 + 0.03 * (k / 5) as f64, (k / 5) as f64);
        let mut setting = Setting::balls(&(0..20).map(at).collect::<Vec<_>>());
        let then = setting.frame.clone();
        for k in 0..20 {
            setting.put(k, &(gradient * at(k) + Vector2::new(3.0, 4.0)));
        }
        let quad = ["ball-0", "ball-4", "ball-19", "ball-15"].map(String::from).to_vec();
        for (cells, count, area) in [(vec![], 24, 12.0), (vec![quad], 1, 12.0)] {
            setting = setting.with(&Options { cells, ..Options::default() });
            let table = super::measure(&setting.since(&then)).expect("a table");
            assert_eq!(table.rows.len(), count);
            let det = gradient.determinant();
            let sum: f64 = table.numbers("volume").iter().sum();
            assert!((sum - area * det).abs() < 1e-12);
            for (name, x) in [
                ("deformation_xx", 1.1),
                ("deformation_xy", 0.25),
                ("deformation_yx", -0.05),
                ("volume_strain", det - 1.0),
                ("strain_xx", 0.5 * (1.1 * 1.1 + 0.05 * 0.05 - 1.0)),
                ("strain_xy", 0.5 * (1.1 * 0.25 - 0.05 * 0.9)),
            ] {
                assert!(table.numbers(name).iter().all(|y| (y - x).abs() < 1e-12), "{name}");
            }
        }
    }

    #[test]
    fn a_tetrahedron_of_space() {
        let places = [Vector3::zeros(), Vector3::x(), Vector3::y(), Vector3::z()];
        let mut setting = Setting::balls(&places);
        assert!(super::measure(&setting.since(&setting.frame)).is_err());
        let then = setting.frame.clone();
        let gradient = Matrix3::new(1.0, 0.5, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 2.0);
        for (k, place) in places.iter().enumerate() {
            setting.put(k, &(gradient * place));
        }
        let cells = vec![(0..4).map(|k| format!("ball-{k}")).collect()];
        let setting = setting.with(&Options { cells, ..Options::default() });
        let table = super::measure(&setting.since(&then)).expect("a table");
        for (name, x) in [("volume", 1.0 / 3.0), ("volume_strain", 1.0), ("strain_zz", 1.5)] {
            assert!((table.numbers(name)[0] - x).abs() < 1e-12, "{name}");
        }
        assert!((table.numbers("deformation_xy")[0] - 0.5).abs() < 1e-12);
    }
}
