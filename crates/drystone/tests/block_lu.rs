//! The sparse block LU against dense factors of the same matrices.

use drystone::linalg::block_lu::{BlockLu, BlockMatrix};
use nalgebra::{DMatrix, DVector};

/// Numbers in [-1, 1) from a fixed sequence (a 64-bit linear congruence).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn below(&mut self, n: usize) -> usize {
        (((self.next() + 1.0) / 2.0) * n as f64) as usize
    }
}

/// A named pattern: sizes and couplings.
type Pattern = (&'static str, Vec<usize>, Vec<(usize, usize)>);

fn random_couplings(n: usize, count: usize, numbers: &mut Numbers) -> Vec<(usize, usize)> {
    (0..count).map(|_| (numbers.below(n), numbers.below(n))).collect()
}

/// n × n blocks with six neighbours each: large enough for a second ordering to be tried.
fn lattice(n: usize) -> Vec<(usize, usize)> {
    let inside = move |x: usize, y: usize| (x < n && y < n).then_some(y * n + x);
    let steps = [(1, 0), (0, 1), (1, 1)];
    (0..n * n)
        .flat_map(|k| steps.map(|(dx, dy)| Some((k, inside(k % n + dx, k / n + dy)?))))
        .flatten()
        .collect()
}

fn patterns() -> Vec<Pattern> {
    let numbers = &mut Numbers(1);
    let all = |n: usize| (0..n).flat_map(|i| (0..i).map(move |j| (i, j))).collect();
    let grid = |n: usize| {
        let right = (0..n * n).filter(move |k| k % n + 1 < n).map(|k| (k, k + 1));
        right.chain((0..n * (n - 1)).map(|k| (k, k + n))).collect()
    };
    let mixed = |n: usize, numbers: &mut Numbers| (0..n).map(|_| 1 + numbers.below(6)).collect();
    vec![
        ("empty", vec![], vec![]),
        ("empty blocks", vec![0, 2, 0], vec![(0, 1), (1, 2)]),
        ("one number", vec![1], vec![]),
        ("one block", vec![6], vec![]),
        ("one large block", vec![61], vec![]),
        ("two larger blocks", vec![130, 75], vec![(0, 1)]),
        ("disconnected", vec![3; 7], vec![]),
        ("dense", vec![3; 25], all(25)),
        ("chain", vec![6; 30], (1..30).map(|k| (k - 1, k)).collect()),
        ("star", vec![2; 40], (1..40).map(|k| (0, k)).collect()),
        ("grid of 3", vec![3; 144], grid(12)),
        ("grid of 6", vec![6; 100], grid(10)),
        ("grid of mixed", mixed(81, numbers), grid(9)),
        ("lattice of 900", vec![1; 900], lattice(30)),
        ("random of 5", vec![5; 60], random_couplings(60, 120, numbers)),
        ("random of mixed", mixed(120, numbers), random_couplings(120, 200, numbers)),
        ("random with islands", mixed(90, numbers), random_couplings(90, 60, numbers)),
        ("random, nearly dense", mixed(50, numbers), random_couplings(50, 700, numbers)),
    ]
}

/// Unsymmetric values; diagonal blocks are regular, with zeros on their diagonal if asked for.
fn fill(matrix: &mut BlockMatrix, sizes: &[usize], zero_diagonal: bool, numbers: &mut Numbers) {
    for i in 0..sizes.len() {
        for j in 0..sizes.len() {
            let Some(at) = matrix.block(i, j) else { continue };
            for r in 0..sizes[i] {
                for c in 0..sizes[j] {
                    // A cyclic permutation instead of the identity needs row exchanges.
                    let shifted = zero_diagonal && sizes[i] > 1;
                    let strong = i == j && c == (r + usize::from(shifted)) % sizes[i];
                    matrix.values[at + r * sizes[j] + c] = match (strong, i == j) {
                        (true, _) => 8.0 + numbers.next(),
                        (_, true) if shifted && r == c => 0.0,
                        _ => numbers.next(),
                    };
                }
            }
        }
    }
}

fn dense(matrix: &BlockMatrix) -> DMatrix<f64> {
    let n = matrix.dimension();
    let mut a = DMatrix::zeros(n, n);
    for i in 0..matrix.blocks() {
        for j in 0..matrix.blocks() {
            let Some(at) = matrix.block(i, j) else { continue };
            let columns = matrix.range(j);
            for (r, row) in matrix.range(i).enumerate() {
                for (c, column) in columns.clone().enumerate() {
                    a[(row, column)] = matrix.values[at + r * columns.len() + c];
                }
            }
        }
    }
    a
}

fn rhs(n: usize) -> DVector<f64> {
    DVector::from_fn(n, |i, _| (1.7 * i as f64).cos())
}

/// ‖b - A x‖∞ / (‖A‖ ‖x‖∞ + ‖b‖∞), with the norm of A by rows.
fn backward_error(a: &DMatrix<f64>, b: &DVector<f64>, x: &DVector<f64>) -> f64 {
    let norm = a.row_iter().map(|row| row.lp_norm(1)).fold(0.0, f64::max);
    (b - a * x).amax() / (norm * x.amax() + b.amax())
}

#[test]
fn solutions_and_signs_agree_with_dense_factors() {
    let numbers = &mut Numbers(2);
    for (name, sizes, couplings) in patterns() {
        let mut matrix = BlockMatrix::new(&sizes, &couplings);
        let mut lu = BlockLu::analyse(&matrix);
        assert!(lu.fill() >= matrix.values.len(), "{name}");
        for zero_diagonal in [false, true, true, false] {
            fill(&mut matrix, &sizes, zero_diagonal, numbers);
            let outcome = lu.factor(&matrix);
            assert!(outcome.is_regular() && outcome.smallest_pivot > 1e-6, "{name}: {outcome:?}");
            let (a, n) = (dense(&matrix), matrix.dimension());
            if n == 0 {
                assert_eq!(outcome.determinant_sign, 1.0);
                lu.solve(&matrix, &[], &mut [], 1);
                continue;
            }
            let exact = a.clone().lu();
            assert_eq!(outcome.determinant_sign, exact.determinant().signum(), "{name}");
            let b = rhs(n);
            let mut x = DVector::from_element(n, f64::NAN);
            lu.solve(&matrix, b.as_slice(), x.as_mut_slice(), 0);
            let expected = exact.solve(&b).expect("regular");
            assert!((&x - &expected).amax() <= 1e-11 * (1.0 + expected.amax()), "{name}");
            assert!(backward_error(&a, &b, &x) < 1e-13, "{name}");
            let mut product = vec![f64::NAN; n];
            matrix.multiply(x.as_slice(), &mut product);
            assert!((DVector::from_vec(product) - &a * &x).amax() < 1e-13 * (1.0 + x.amax()));
        }
    }
}

#[test]
fn the_same_matrix_gives_the_same_bits() {
    let numbers = &mut Numbers(3);
    let (_, sizes, couplings) = patterns().remove(12);
    let mut matrix = BlockMatrix::new(&sizes, &couplings);
    fill(&mut matrix, &sizes, true, numbers);
    let b = rhs(matrix.dimension());
    let mut solutions = vec![];
    for _ in 0..2 {
        let mut lu = BlockLu::analyse(&matrix);
        for _ in 0..2 {
            let outcome = lu.factor(&matrix);
            let mut x = vec![0.0; b.len()];
            lu.solve(&matrix, b.as_slice(), &mut x, 1);
            let bits: Vec<u64> = x.iter().map(|x| x.to_bits()).collect();
            solutions.push((bits, outcome.smallest_pivot.to_bits()));
        }
    }
    assert!(solutions.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn singular_matrices_are_reported_and_give_numbers() {
    let numbers = &mut Numbers(4);
    for (name, sizes, couplings) in patterns().into_iter().filter(|(_, s, _)| s.len() > 1) {
        let mut matrix = BlockMatrix::new(&sizes, &couplings);
        let mut lu = BlockLu::analyse(&matrix);
        let b = rhs(matrix.dimension());
        // Nothing but zeros; then one zero row.
        for zero_row in [false, true] {
            if zero_row {
                fill(&mut matrix, &sizes, false, numbers);
                let i = sizes.len() / 2;
                for j in 0..sizes.len() {
                    if let Some(at) = matrix.block(i, j) {
                        matrix.values[at..at + sizes[j]].fill(0.0);
                    }
                }
            }
            let outcome = lu.factor(&matrix);
            assert!(outcome.replaced >= 1 && outcome.finite, "{name}: {outcome:?}");
            assert_eq!(outcome.determinant_sign, 0.0, "{name}");
            assert!(outcome.smallest_pivot <= f64::EPSILON, "{name}");
            let mut x = vec![f64::NAN; b.len()];
            lu.solve(&matrix, b.as_slice(), &mut x, 0);
            assert!(x.iter().all(|x| x.is_finite()), "{name}");
        }
        // A matrix that is not finite is said not to be; a good one afterwards is good again.
        matrix.values.fill(f64::NAN);
        let outcome = lu.factor(&matrix);
        assert!(!outcome.finite && !outcome.is_regular() && outcome.determinant_sign == 0.0);
        fill(&mut matrix, &sizes, false, numbers);
        assert!(lu.factor(&matrix).is_regular(), "{name}");
    }
}

/// A Laplacian of a chain without ends: singular, though no row is zero.
#[test]
fn a_free_chain_is_singular() {
    let n = 20;
    let mut matrix = BlockMatrix::new(&vec![1; n], &(1..n).map(|k| (k - 1, k)).collect::<Vec<_>>());
    for k in 1..n {
        for (i, j, w) in [(k, k, 1.0), (k - 1, k - 1, 1.0), (k, k - 1, -1.0), (k - 1, k, -1.0)] {
            let at = matrix.block(i, j).expect("coupled");
            matrix.values[at] += w;
        }
    }
    let outcome = BlockLu::analyse(&matrix).factor(&matrix);
    assert_eq!((outcome.replaced, outcome.determinant_sign), (1, 0.0));
}

/// Factors of a matrix nearby, as a quasi-Newton method keeps them: refinement goes to the exact
/// solution of the present one.
#[test]
fn refinement_reduces_the_residual() {
    let numbers = &mut Numbers(5);
    let (_, sizes, couplings) = patterns().remove(11);
    let mut matrix = BlockMatrix::new(&sizes, &couplings);
    fill(&mut matrix, &sizes, false, numbers);
    let mut lu = BlockLu::analyse(&matrix);
    lu.factor(&matrix);
    for a in &mut matrix.values {
        *a *= 1.0 + 1e-5 * numbers.next();
    }
    let (a, b) = (dense(&matrix), rhs(matrix.dimension()));
    let errors: Vec<f64> = (0..4)
        .map(|refinements| {
            let mut x = DVector::zeros(b.len());
            lu.solve(&matrix, b.as_slice(), x.as_mut_slice(), refinements);
            backward_error(&a, &b, &x)
        })
        .collect();
    assert!(errors[1] < 1e-3 * errors[0] && errors[2] < 1e-3 * errors[1], "{errors:?}");
    assert!(errors[3] < 1e-15, "{errors:?}");
}

/// M + Σ Hᵀ E H as in the last steps of an interior-point method: stiffnesses from 1e-8 to 1e8, not
/// quite symmetric. The residual is of the size of rounding errors without refinement.
#[test]
fn badly_scaled_stiffness_is_solved_to_rounding() {
    let numbers = &mut Numbers(6);
    let (_, sizes, couplings) = patterns().remove(11);
    let mut matrix = BlockMatrix::new(&sizes, &couplings);
    for i in 0..sizes.len() {
        let at = matrix.block(i, i).expect("the diagonal");
        (0..6).for_each(|r| matrix.values[at + 7 * r] += 1.0);
    }
    for &(i, j) in &couplings {
        for _ in 0..4 {
            let stiffness = 10f64.powf(8.0 * numbers.next());
            let rows: [[f64; 6]; 2] =
                std::array::from_fn(|_| std::array::from_fn(|_| numbers.next()));
            for (a, u) in [(i, rows[0]), (j, rows[1])] {
                for (b, v) in [(i, rows[0]), (j, rows[1])] {
                    let at = matrix.block(a, b).expect("coupled");
                    for (k, value) in matrix.values[at..at + 36].iter_mut().enumerate() {
                        *value += stiffness * (1.0 + 0.1 * v[0]) * u[k / 6] * v[k % 6];
                    }
                }
            }
        }
    }
    let mut lu = BlockLu::analyse(&matrix);
    let outcome = lu.factor(&matrix);
    assert!(outcome.is_regular(), "{outcome:?}");
    let (a, b) = (dense(&matrix), rhs(matrix.dimension()));
    let exact = a.clone().lu();
    assert_eq!(outcome.determinant_sign, exact.determinant().signum());
    let mut x = DVector::zeros(b.len());
    lu.solve(&matrix, b.as_slice(), x.as_mut_slice(), 0);
    assert!(backward_error(&a, &b, &x) < 1e-14, "{}", backward_error(&a, &b, &x));
}
