//! Sparse factors of stiffness-like matrices of walls and packings.
//!
//! `cargo bench --bench factor [-- NAME] [alone]`: K = M + Σ Hᵀ E H of bricks in a running bond
//! (four neighbours each, six where upright joints are tight) and of spheres in a dense lattice
//! (twelve neighbours, or about six of them), six degrees of freedom a body, one thread. For each
//! the block LU of the engine, beside (unless `alone`) faer's sparse Cholesky and LU of the same
//! matrix in the same run: numbers in the factors, operations, milliseconds a factorisation (the
//! fastest of a second), rate, milliseconds a solution without refinement, and the greatest
//! residual (right-hand sides are at most one).

use drystone::linalg::SparseCholesky;
use drystone::linalg::block_lu::{BlockLu, BlockMatrix};
use faer::dyn_stack::{MemBuffer, MemStack, StackReq};
use faer::sparse::linalg::lu::{LuSymbolicParams, NumericLu, factorize_symbolic_lu};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};
use faer::{Conj, MatMut, Par, Spec};
use std::time::Instant;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let alone = words.iter().any(|w| w == "alone");
    let only = words.into_iter().find(|w| w != "alone").unwrap_or_default();
    let run = |name: String, bodies: usize, pairs: Vec<(usize, usize)>| {
        if name.contains(&only) {
            compare(&name, &stiffness(bodies, &pairs), alone);
        }
    };
    for n in [12, 25, 50, 100] {
        run(format!("open-wall-{n}"), n * n, wall(n, false));
        run(format!("tight-wall-{n}"), n * n, wall(n, true));
    }
    for n in [6, 10] {
        run(format!("loose-packing-{n}"), n * n * n, loose(n));
        run(format!("dense-packing-{n}"), n * n * n, packing(n));
    }
}

/// A running bond of n courses of n bricks: two neighbours above and below, and, if the upright
/// joints are tight, one on either side.
fn wall(n: usize, tight: bool) -> Vec<(usize, usize)> {
    let mut pairs = vec![];
    for (row, column) in (0..n * n).map(|k| (k / n, k % n)) {
        let k = row * n + column;
        if tight && column + 1 < n {
            pairs.push((k, k + 1));
        }
        if row + 1 < n {
            pairs.push((k, k + n));
            let other = if row % 2 == 0 { column.checked_sub(1) } else { Some(column + 1) };
            if let Some(other) = other.filter(|c| *c < n) {
                pairs.push((k, (row + 1) * n + other));
            }
        }
    }
    pairs
}

/// n³ spheres in the densest lattice, in its skew basis.
fn packing(n: usize) -> Vec<(usize, usize)> {
    let steps = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, -1, 0), (1, 0, -1), (0, 1, -1)];
    let mut pairs = vec![];
    let m = n as isize;
    let inside = |c: isize| (0..m).contains(&c);
    for (x, y, z) in (0..m * m * m).map(|k| (k % m, k / m % m, k / m / m)) {
        for (dx, dy, dz) in steps {
            let (u, v, w) = (x + dx, y + dy, z + dz);
            if inside(u) && inside(v) && inside(w) {
                pairs.push((((z * m + y) * m + x) as usize, ((w * m + v) * m + u) as usize));
            }
        }
    }
    pairs
}

/// The same spheres, about half of whose pairs touch.
fn loose(n: usize) -> Vec<(usize, usize)> {
    let mut numbers = Numbers(7);
    packing(n).into_iter().filter(|_| numbers.next() > 0.0).collect()
}

/// Numbers in [-1, 1) from a fixed sequence (a 64-bit linear congruence).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

/// The identity, and for each pair four rows of contacts with stiffnesses from 1e-2 to 1e2.
fn stiffness(bodies: usize, pairs: &[(usize, usize)]) -> BlockMatrix {
    let mut numbers = Numbers(1);
    let mut matrix = BlockMatrix::new(&vec![6; bodies], pairs);
    for i in 0..bodies {
        let at = matrix.block(i, i).expect("the diagonal");
        (0..6).for_each(|r| matrix.values[at + 7 * r] += 1.0);
    }
    for &(i, j) in pairs {
        for _ in 0..4 {
            let stiffness = 10f64.powf(2.0 * numbers.next());
            let rows: [[f64; 6]; 2] =
                std::array::from_fn(|_| std::array::from_fn(|_| numbers.next()));
            for (a, u) in [(i, rows[0]), (j, rows[1])] {
                for (b, v) in [(i, rows[0]), (j, rows[1])] {
                    let at = matrix.block(a, b).expect("coupled");
                    for (k, value) in matrix.values[at..at + 36].iter_mut().enumerate() {
                        *value += stiffness * (u[k / 6] * v[k % 6]);
                    }
                }
            }
        }
    }
    matrix
}

/// All entries of the matrix, or the lower triangle, by columns.
fn columns(matrix: &BlockMatrix, lower: bool) -> (Vec<usize>, Vec<usize>, Vec<f64>) {
    let (mut start, mut rows, mut values) = (vec![0], vec![], vec![]);
    let mut neighbours: Vec<Vec<(usize, usize)>> = vec![vec![]; matrix.blocks()];
    for j in 0..matrix.blocks() {
        neighbours[j].extend((0..matrix.blocks()).filter_map(|i| Some((i, matrix.block(i, j)?))));
    }
    for column in 0..matrix.dimension() {
        for &(i, at) in &neighbours[column / 6] {
            for r in 0..6 {
                if !lower || 6 * i + r >= column {
                    rows.push(6 * i + r);
                    values.push(matrix.values[at + 6 * r + column % 6]);
                }
            }
        }
        start.push(rows.len());
    }
    (start, rows, values)
}

/// Least seconds of a task repeated for about a second.
fn least(mut task: impl FnMut()) -> f64 {
    task();
    let begin = Instant::now();
    let mut seconds = f64::INFINITY;
    while begin.elapsed().as_secs_f64() < 1.0 {
        let begin = Instant::now();
        task();
        seconds = seconds.min(begin.elapsed().as_secs_f64());
    }
    seconds
}

fn report(kind: &str, sizes: (Option<usize>, Option<f64>), factor: f64, solve: f64, residual: f64) {
    let (fill, flops) = sizes;
    let number = |x: Option<f64>| x.map_or("-".to_string(), |x| format!("{x:.3}"));
    println!(
        "  {kind:<9} fill {:>9} {:>6} Gflop  factor {:>8.2} ms {:>6} Gflop/s  \
         solve {:>6.2} ms  residual {residual:.0e}",
        fill.map_or("-".to_string(), |n| n.to_string()),
        number(flops.map(|f| 1e-9 * f)),
        1e3 * factor,
        number(flops.map(|f| 1e-9 * f / factor)),
        1e3 * solve,
    );
}

fn compare(name: &str, matrix: &BlockMatrix, alone: bool) {
    let n = matrix.dimension();
    let rhs: Vec<f64> = (0..n).map(|i| (0.3 * i as f64).sin()).collect();
    let residual = |x: &[f64]| {
        let mut y = vec![0.0; n];
        matrix.multiply(x, &mut y);
        y.iter().zip(&rhs).map(|(y, b)| (y - b).abs()).fold(0.0, f64::max)
    };
    let begin = Instant::now();
    let mut lu = BlockLu::analyse(matrix);
    println!("{name}: {n} rows, analysed in {:.1} ms", 1e3 * begin.elapsed().as_secs_f64());
    let mut x = vec![0.0; n];
    let factor = least(|| assert!(lu.factor(matrix).is_regular()));
    let solve = least(|| lu.solve(matrix, &rhs, &mut x, 0));
    report("block LU", (Some(lu.fill()), Some(lu.flops())), factor, solve, residual(&x));

    if alone {
        return;
    }
    let (start, rows, values) = columns(matrix, true);
    let mut cholesky = SparseCholesky::analyse(n, &start, &rows).expect("small");
    let factor = least(|| cholesky.factor(&values).expect("positive definite"));
    let solve = least(|| {
        x.copy_from_slice(&rhs);
        cholesky.solve(&mut x);
    });
    report("Cholesky", (Some(cholesky.fill()), None), factor, solve, residual(&x));

    let (start, rows, values) = columns(matrix, false);
    let pattern = SymbolicSparseColMatRef::new_checked(n, n, &start, None, &rows);
    let symbolic = factorize_symbolic_lu(pattern, LuSymbolicParams::default()).expect("small");
    let mut memory = MemBuffer::new(StackReq::or(
        symbolic.factorize_numeric_lu_scratch::<f64>(Par::Seq, Spec::default()),
        symbolic.solve_in_place_scratch::<f64>(1, Par::Seq),
    ));
    let mut numeric = NumericLu::new();
    let entries = SparseColMatRef::new(pattern, &values);
    let factor = least(|| {
        let stack = MemStack::new(&mut memory);
        let spec = Spec::default();
        symbolic
            .factorize_numeric_lu(&mut numeric, entries, Par::Seq, stack, spec)
            .expect("regular");
    });
    let mut memory = MemBuffer::new(symbolic.solve_in_place_scratch::<f64>(1, Par::Seq));
    let solve = least(|| {
        x.copy_from_slice(&rhs);
        let x = MatMut::from_column_major_slice_mut(&mut x, n, 1);
        faer::sparse::linalg::lu::LuRef::new_unchecked(&symbolic, &numeric)
            .solve_in_place_with_conj(Conj::No, x, Par::Seq, MemStack::new(&mut memory));
    });
    report("faer LU", (None, None), factor, solve, residual(&x));
}
