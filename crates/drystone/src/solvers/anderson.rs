//! Anderson acceleration of a fixed-point iteration r ← G(r), safeguarded by its user.
//!
//! With f_k = G(r_k) - r_k, and differences Δf, Δg of the last m iterations, the next point is
//!
//! ```text
//! γ = argmin ‖f_k - ΔF γ‖,    r_{k+1} = G(r_k) - ΔG γ
//! ```
//!
//! While no contact changes its status G is affine, and this is GMRES preconditioned by a sweep:
//! slow modes (a tall stack swaying, a long chain of reactions) that a sweep hardly damps are
//! removed together. References: D. G. Anderson 1965; H. F. Walker and P. Ni 2011.

use nalgebra::{SMatrix, SVector};

/// Iterations remembered.
const MEMORY: usize = 8;

/// Square of the sine of the angle below which a difference counts as a combination of newer ones.
const PARALLEL: f64 = 1e-6;

/// The memory of past iterations; vectors are kept flat and reused.
#[derive(Default)]
pub struct Anderson {
    /// f and g of the last iteration, if there is one.
    last: [Vec<f64>; 2],
    started: bool,
    /// Differences of f and of g, oldest overwritten first; the first `count` are in use.
    differences: Vec<[Vec<f64>; 2]>,
    count: usize,
    /// Inner products of the differences of f.
    gram: SMatrix<f64, MEMORY, MEMORY>,
    next: usize,
    /// Whether the newest differences go first, and older ones count only for what these do not have.
    newest_first: bool,
}

impl Anderson {
    /// For G that is not affine: of parallel differences the newest counts, as in a secant, and not the
    /// mean of all. With one unknown this is the secant method.
    pub fn newest_first() -> Self {
        Self { newest_first: true, ..Self::default() }
    }

    /// Forgets everything but the memory's storage.
    pub fn restart(&mut self) {
        self.started = false;
        self.count = 0;
        self.next = 0;
    }

    /// Takes f and g = G(r) of an iteration and moves `g` to the extrapolated point. Says
    /// whether it moved.
    pub fn extrapolate(&mut self, f: &[f64], g: &mut [f64]) -> bool {
        if !self.started {
            self.started = true;
            self.remember(f, g);
            return false;
        }
        // The newest difference replaces the oldest.
        let slot = self.next;
        self.next = (self.next + 1) % MEMORY;
        self.count = (self.count + 1).min(MEMORY);
        if self.differences.len() < self.count {
            self.differences.push(Default::default());
        }
        let [df, dg] = &mut self.differences[slot];
        for (difference, new, old) in [(df, f, &self.last[0]), (dg, &*g, &self.last[1])] {
            difference.clear();
            difference.extend(new.iter().zip(old).map(|(new, old)| new - old));
        }
        self.remember(f, g);

        let m = self.count;
        for j in 0..m {
            let product = dot(&self.differences[slot][0], &self.differences[j][0]);
            self.gram[(slot, j)] = product;
            self.gram[(j, slot)] = product;
        }
        let right =
            SVector::from_fn(|j, _| if j < m { dot(&self.differences[j][0], f) } else { 0.0 });
        let Some(gamma) = self.least_squares(m, right) else { return false };
        for (j, [_, dg]) in self.differences[..m].iter().enumerate() {
            for (g, d) in g.iter_mut().zip(dg) {
                *g -= gamma[j] * d;
            }
        }
        true
    }

    fn remember(&mut self, f: &[f64], g: &[f64]) {
        for (last, new) in self.last.iter_mut().zip([f, g]) {
            last.clear();
            last.extend_from_slice(new);
        }
    }

    /// Normal equations with scaled columns and a slight regularisation. Columns not in use yet are
    /// those of the identity.
    fn least_squares(
        &self,
        m: usize,
        mut right: SVector<f64, MEMORY>,
    ) -> Option<SVector<f64, MEMORY>> {
        let used = |j: usize| j < m;
        let scale =
            SVector::<f64, MEMORY>::from_fn(
                |j, _| {
                    if used(j) { self.gram[(j, j)].sqrt() } else { 1.0 }
                },
            );
        if scale.iter().any(|s| !(*s > 0.0 && s.is_finite())) {
            return None;
        }
        let mut matrix = SMatrix::<f64, MEMORY, MEMORY>::from_fn(|i, j| {
            if used(i) && used(j) {
                self.gram[(i, j)] / (scale[i] * scale[j])
            } else {
                f64::from(u8::from(i == j))
            }
        });
        for j in 0..m {
            right[j] /= scale[j];
        }
        if self.newest_first {
            self.leave_out_parallel(m, &mut matrix, &mut right);
        }
        for j in 0..m {
            matrix[(j, j)] += 1e-12;
        }
        let mut gamma = nalgebra::Cholesky::new(matrix)?.solve(&right);
        for j in 0..m {
            gamma[j] /= scale[j];
        }
        gamma.iter().all(|x| x.is_finite()).then_some(gamma)
    }

    /// Takes the columns that newer ones combine to out of the normal equations, by an incomplete
    /// Cholesky factorisation in the order of age.
    fn leave_out_parallel(
        &self,
        m: usize,
        matrix: &mut SMatrix<f64, MEMORY, MEMORY>,
        right: &mut SVector<f64, MEMORY>,
    ) {
        let mut factor = SMatrix::<f64, MEMORY, MEMORY>::zeros();
        let mut kept = [0; MEMORY];
        let mut count = 0;
        for age in 1..=m {
            let j = (self.next + MEMORY - age) % MEMORY;
            for k in 0..count {
                let known: f64 = (0..k).map(|i| factor[(j, i)] * factor[(kept[k], i)]).sum();
                factor[(j, k)] = (matrix[(j, kept[k])] - known) / factor[(kept[k], k)];
            }
            let left = 1.0 - (0..count).map(|k| factor[(j, k)].powi(2)).sum::<f64>();
            if left > PARALLEL {
                factor[(j, count)] = left.sqrt();
                kept[count] = j;
                count += 1;
                continue;
            }
            right[j] = 0.0;
            for i in 0..MEMORY {
                let own = f64::from(u8::from(i == j));
                (matrix[(i, j)], matrix[(j, i)]) = (own, own);
            }
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    // Four partial sums: the order is fixed, and the additions do not wait for each other.
    let mut sums = [0.0; 4];
    let (chunks_a, chunks_b) = (a.chunks_exact(4), b.chunks_exact(4));
    let rest: f64 = chunks_a.remainder().iter().zip(chunks_b.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in chunks_a.zip(chunks_b) {
        for k in 0..4 {
            sums[k] += x[k] * y[k];
        }
    }
    sums[0] + sums[1] + sums[2] + sums[3] + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A slow linear iteration: G(r) = r + (b - A r)/λ with condition number 10⁴.
    #[test]
    fn a_slow_affine_iteration_becomes_fast() {
        let n = 8;
        let diagonal: Vec<f64> = (0..n).map(|i| 10_f64.powf(-4.0 * i as f64 / 7.0)).collect();
        let sweep =
            |r: &[f64]| -> Vec<f64> { (0..n).map(|i| r[i] + (1.0 - diagonal[i] * r[i])).collect() };
        let error =
            |r: &[f64]| (0..n).map(|i| (1.0 - diagonal[i] * r[i]).abs()).fold(0.0, f64::max);
        let mut anderson = Anderson::default();
        let (mut plain, mut fast) = (vec![0.0; n], vec![0.0; n]);
        for _ in 0..40 {
            plain = sweep(&plain);
            let mut g = sweep(&fast);
            let f: Vec<f64> = g.iter().zip(&fast).map(|(g, r)| g - r).collect();
            anderson.extrapolate(&f, &mut g);
            fast = g;
        }
        assert!(error(&plain) > 0.9);
        assert!(error(&fast) < 1e-8, "{:e}", error(&fast));
    }
}
