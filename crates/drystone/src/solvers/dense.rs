//! Small problems as dense matrices, in the scaled variables r_c = β s_c x_c, β v_c = s_c u_c with
//! s_c² = B/tr W_cc and β the largest |s_c b_c|, so that one absolute tolerance serves all contacts
//! and any units.

use super::scaled::scale;
use crate::problem::{Problem, Reduced};
use nalgebra::SVector;

/// W and b in scaled variables, dense.
#[derive(Default)]
pub struct Dense {
    /// Number of rows.
    pub n: usize,
    /// Row by row.
    pub w: Vec<f64>,
    /// Scaled free velocities.
    pub b: Vec<f64>,
    /// β s_c of each contact.
    scale: Vec<f64>,
}

impl Dense {
    /// Of a problem.
    pub fn of<const B: usize>(problem: &Problem<B>) -> Self {
        match problem {
            Problem::Global(form) => Self::of_reduced(&form.reduce()),
            Problem::Reduced(form) => Self::of_reduced(form),
        }
    }

    fn of_reduced<const B: usize>(form: &Reduced<B>) -> Self {
        let n = B * form.b.len();
        let mut scale: Vec<f64> = form.diagonal.iter().map(scale).collect();
        let (mut w, mut b) = (vec![0.0; n * n], vec![]);
        for (c, free) in form.b.iter().enumerate() {
            b.extend(free.iter().map(|x| x * scale[c]));
            for k in form.start[c]..form.start[c + 1] {
                let d = form.columns[k];
                for i in 0..B {
                    for j in 0..B {
                        w[(c * B + i) * n + d * B + j] +=
                            form.blocks[k][(i, j)] * scale[c] * scale[d];
                    }
                }
            }
        }
        let unit = b.iter().fold(0.0, |unit: f64, b: &f64| unit.max(b.abs()));
        if unit > 0.0 && unit.is_finite() {
            b.iter_mut().for_each(|b| *b /= unit);
            scale.iter_mut().for_each(|s| *s *= unit);
        }
        Self { n, w, b, scale }
    }

    /// An entry of W.
    pub fn at(&self, i: usize, j: usize) -> f64 {
        self.w[i * self.n + j]
    }

    /// v = W x + b.
    pub fn velocities(&self, x: &[f64], v: &mut Vec<f64>) {
        v.clear();
        let row = |i: usize| &self.w[i * self.n..(i + 1) * self.n];
        let product = |i: usize| row(i).iter().zip(x).map(|(w, x)| w * x).sum::<f64>();
        v.extend((0..self.n).map(|i| product(i) + self.b[i]));
    }

    /// Impulses of scaled ones.
    pub fn impulses<const B: usize>(&self, x: &[f64], r: &mut Vec<SVector<f64, B>>) {
        r.clear();
        let scaled = |(x, s): (&[f64], &f64)| SVector::from_column_slice(x) * *s;
        r.extend(x.chunks_exact(B).zip(&self.scale).map(scaled));
    }
}
