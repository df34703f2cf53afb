//! The block of a joint, which may be singular.

use nalgebra::SMatrix;

/// Components of a joint that move less than this share of the mean alone do not move.
const MOVES: f64 = 1e-12;

/// Inverse of a positive semidefinite matrix on as many components as are independent, zero on the
/// others: joints may hold what nothing moves, and rows of zeros.
pub(crate) fn joint_inverse<const B: usize>(w: &SMatrix<f64, B, B>) -> SMatrix<f64, B, B> {
    let least = MOVES * w.trace().abs() / B as f64;
    // Schur complements and inverse in one: a pivot is swept in place (Goodnight 1979).
    let (mut a, mut swept) = (*w, [false; B]);
    for _ in 0..B {
        let left = (0..B).filter(|&i| !swept[i]);
        let Some(p) = left.max_by(|&i, &j| a[(i, i)].total_cmp(&a[(j, j)])) else { break };
        let pivot = a[(p, p)];
        if pivot <= least || !pivot.is_finite() {
            break;
        }
        swept[p] = true;
        let (row, column) = (a.row(p).into_owned(), a.column(p).into_owned());
        for i in (0..B).filter(|&i| i != p) {
            for j in (0..B).filter(|&j| j != p) {
                a[(i, j)] -= column[i] * row[j] / pivot;
            }
            a[(i, p)] = column[i] / pivot;
            a[(p, i)] = -row[i] / pivot;
        }
        a[(p, p)] = 1.0 / pivot;
    }
    SMatrix::from_fn(|i, j| if swept[i] && swept[j] { a[(i, j)] } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use crate::problem::Cone;
    use crate::solvers::local::Local;
    use nalgebra::{Matrix3, Vector3};

    #[test]
    fn a_joint_is_held_as_far_as_it_moves() {
        let h = Matrix3::new(1.0, 0.2, -0.3, 0.4, 2.0, 0.1, -0.5, 0.3, 1.5);
        // Regular; a row of nothing, wherever it is; two rows that say the same.
        let mut all = vec![h];
        for row in 0..3 {
            let mut without = h;
            without.row_mut(row).fill(0.0);
            all.push(without);
        }
        let mut twice = h;
        twice.set_row(2, &(h.row(0) * -2.0));
        all.push(twice);
        for h in all {
            let local = Local::new(h * h.transpose(), Cone::Free);
            // What the bodies do can be undone by them.
            let q = h * Vector3::new(0.3, -1.0, 0.7);
            let u = local.w * local.solve(&q, &Vector3::zeros()) + q;
            assert!(u.norm() < 1e-13, "{h} {u}");
            assert!(!local.ill_posed && !local.blocked);
        }
        let nothing = Local::new(Matrix3::zeros(), Cone::Free);
        assert_eq!(nothing.solve(&Vector3::x(), &Vector3::zeros()), Vector3::zeros());
    }
}
