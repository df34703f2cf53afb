//! A rigid motion and small perturbations besides, of an element or of a whole body.
//!
//! The rotation R is that of the polar decomposition of the mean deformation gradient, F̄ = Σ x_i ⊗ b_i = R U.
//! The small displacements are u_i = Rᵀ x_i - X_i, with forces g and stiffness k of small perturbations. So the
//! energy is a function of x, and its derivatives are exact: with y = Rᵀ x, a = Rᵀ δx, T = (tr U 1 - U)⁻¹,
//!
//! ```text
//! δω = T Σ b_i × a_i                 R turns by δω
//! f_i = R p_i,   p_i = g_i - n × b_i,   n = T Σ y_i × g_i
//! δf_i = R (δω × p_i + δg_i - δn × b_i)
//! ```
//!
//! The terms with n are of second order in the strains.

use nalgebra::{DMatrix, Matrix3, Vector3};

/// The rotation of a body or an element, and the stretch beside it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// R.
    pub rotation: Matrix3<f64>,
    /// U.
    pub stretch: Matrix3<f64>,
}

/// F = R U; none where F is turned inside out.
pub fn polar(f: &Matrix3<f64>) -> Option<Frame> {
    if f.determinant() <= 0.0 || !f.iter().all(|x| x.is_finite()) {
        return None;
    }
    // Newton's iteration for the nearest rotation; quadratic, and at once near a rotation.
    let mut rotation = *f;
    for _ in 0..100 {
        let next = (rotation + rotation.try_inverse()?.transpose()) * 0.5;
        let change = (next - rotation).norm();
        rotation = next;
        if change <= 1e-15 {
            break;
        }
    }
    let stretch = rotation.tr_mul(f);
    Some(Frame { rotation, stretch: (stretch + stretch.transpose()) * 0.5 })
}

/// Nodes of one frame: dimension, places (flat) and mean gradients.
#[derive(Clone, Copy)]
pub struct Cluster<'a, const D: usize> {
    /// Where the nodes are.
    pub x: &'a [f64],
    /// Mean gradients of their shape functions.
    pub means: &'a [[f64; D]],
}

fn vector<const D: usize>(x: &[f64]) -> Vector3<f64> {
    Vector3::from_fn(|k, _| if k < D { x[k] } else { 0.0 })
}

fn cross(v: &Vector3<f64>) -> Matrix3<f64> {
    v.cross_matrix()
}

impl<const D: usize> Cluster<'_, D> {
    fn at(&self, i: usize) -> Vector3<f64> {
        vector::<D>(&self.x[i * D..])
    }

    fn mean(&self, i: usize) -> Vector3<f64> {
        vector::<D>(&self.means[i])
    }

    /// Its frame; none where it is turned inside out.
    pub fn frame(&self) -> Option<Frame> {
        let mut f = Matrix3::zeros();
        for i in 0..self.means.len() {
            f += self.at(i) * self.mean(i).transpose();
        }
        if D == 2 {
            f[(2, 2)] = 1.0;
        }
        polar(&f)
    }

    /// Small displacements beside the rigid motion.
    pub fn displacements(&self, frame: &Frame, rest: &[f64], u: &mut [f64]) {
        // About the first node, so that far from the origin nothing is lost.
        let (x0, rest0) = (self.at(0), vector::<D>(rest));
        for i in 0..self.means.len() {
            let from = self.at(i) - x0;
            let local = frame.rotation.tr_mul(&from) - (vector::<D>(&rest[i * D..]) - rest0);
            u[i * D..(i + 1) * D].copy_from_slice(&local.as_slice()[..D]);
        }
    }

    /// Rates of the small displacements from velocities in space, in place: P Rᵀ v, which is nothing
    /// for rigid motions but for a translation.
    pub fn rates(&self, frame: &Frame, v: &mut [f64]) {
        let (count, x0) = (self.means.len(), self.at(0));
        let local: Vec<Vector3<f64>> =
            (0..count).map(|i| frame.rotation.tr_mul(&vector::<D>(&v[i * D..]))).collect();
        let sum: Vector3<f64> = (0..count).map(|i| self.mean(i).cross(&local[i])).sum();
        let turn = turning(frame) * sum;
        for (i, own) in local.iter().enumerate() {
            let y = frame.rotation.tr_mul(&(self.at(i) - x0));
            let rate = own + y.cross(&turn);
            v[i * D..(i + 1) * D].copy_from_slice(&rate.as_slice()[..D]);
        }
    }

    /// Forces in space from those of small perturbations, in place; gives n.
    pub fn turn_forces(&self, frame: &Frame, g: &mut [f64]) -> Vector3<f64> {
        let inverse = turning(frame);
        let x0 = self.at(0);
        let mut moment = Vector3::zeros();
        for i in 0..self.means.len() {
            let y = frame.rotation.tr_mul(&(self.at(i) - x0));
            moment += y.cross(&vector::<D>(&g[i * D..]));
        }
        let n = inverse * moment;
        for i in 0..self.means.len() {
            let p = vector::<D>(&g[i * D..]) - n.cross(&self.mean(i));
            let f = frame.rotation * p;
            g[i * D..(i + 1) * D].copy_from_slice(&f.as_slice()[..D]);
        }
        n
    }

    /// The change of forces in space where nodes move by `dx`, from the forces `g` of small perturbations and
    /// `multiply`, which gives their changes: all of it, the frame's own too.
    pub fn change(
        &self,
        frame: &Frame,
        (g, dx): (&[f64], &[f64]),
        multiply: impl Fn(&[f64], &mut [f64]),
    ) -> Vec<f64> {
        let count = self.means.len();
        let (t, x0) = (turning(frame), self.at(0));
        let vectors = |flat: &[f64]| -> Vec<Vector3<f64>> {
            (0..count).map(|i| vector::<D>(&flat[i * D..])).collect()
        };
        let b: Vec<Vector3<f64>> = (0..count).map(|i| self.mean(i)).collect();
        let y: Vec<Vector3<f64>> =
            (0..count).map(|i| frame.rotation.tr_mul(&(self.at(i) - x0))).collect();
        let g = vectors(g);
        // About the first node: nothing depends on a translation.
        let first = vector::<D>(dx);
        let a: Vec<Vector3<f64>> =
            vectors(dx).iter().map(|own| frame.rotation.tr_mul(&(own - first))).collect();
        let turn = t * (0..count).map(|i| b[i].cross(&a[i])).sum::<Vector3<f64>>();
        let small: Vec<Vector3<f64>> = (0..count).map(|i| a[i] + y[i].cross(&turn)).collect();
        let flat: Vec<f64> = small.iter().flat_map(|u| (0..D).map(move |k| u[k])).collect();
        let mut answer = vec![0.0; flat.len()];
        multiply(&flat, &mut answer);
        let dg = vectors(&answer);
        let n = t * (0..count).map(|i| y[i].cross(&g[i])).sum::<Vector3<f64>>();
        let (mut moment, mut stretch) = (Vector3::zeros(), Matrix3::zeros());
        for i in 0..count {
            moment += y[i].cross(&dg[i]) + small[i].cross(&g[i]);
            stretch += small[i] * b[i].transpose();
        }
        let dn = t * (moment - n * stretch.trace() + stretch * n);
        for i in 0..count {
            let p = g[i] - n.cross(&b[i]);
            let change = frame.rotation * (turn.cross(&p) + dg[i] - dn.cross(&b[i]));
            answer[i * D..(i + 1) * D].copy_from_slice(&change.as_slice()[..D]);
        }
        answer
    }

    /// The stiffness in space from the forces `g` and the stiffness `k` of small perturbations.
    pub fn turn_stiffness(&self, frame: &Frame, g: &[f64], k: &DMatrix<f64>) -> DMatrix<f64> {
        let count = self.means.len();
        let (t, x0) = (turning(frame), self.at(0));
        let local = |i: usize| frame.rotation.tr_mul(&(self.at(i) - x0));
        let y: Vec<Vector3<f64>> = (0..count).map(local).collect();
        let g: Vec<Vector3<f64>> = (0..count).map(|i| vector::<D>(&g[i * D..])).collect();
        let b: Vec<Vector3<f64>> = (0..count).map(|i| self.mean(i)).collect();
        let n = t * (0..count).map(|i| y[i].cross(&g[i])).sum::<Vector3<f64>>();
        let wide = 3 * count;
        // δω = W a.
        let mut w = DMatrix::zeros(3, wide);
        for j in 0..count {
            w.fixed_view_mut::<3, 3>(0, 3 * j).copy_from(&(t * cross(&b[j])));
        }
        // δu = P a = a + y × δω, but for a translation, which nothing depends on.
        let mut p = DMatrix::<f64>::identity(wide, wide);
        for i in 0..count {
            let turned = cross(&y[i]) * &w;
            let mut rows = p.rows_mut(3 * i, 3);
            rows += turned;
        }
        // δg = k P a.
        let mut own = DMatrix::zeros(wide, wide);
        for i in 0..count * D {
            for j in 0..count * D {
                own[(i / D * 3 + i % D, j / D * 3 + j % D)] = k[(i, j)];
            }
        }
        let dg = own * &p;
        // δn = T (δm - δ(T⁻¹) n).
        let mut dn = cross(&(frame.stretch * n)) * &w;
        for j in 0..count {
            dn += cross(&y[j]) * dg.rows(3 * j, 3) - cross(&g[j]) * p.rows(3 * j, 3);
            let mut columns = dn.fixed_view_mut::<3, 3>(0, 3 * j);
            columns += Matrix3::identity() * b[j].dot(&n) - n * b[j].transpose();
        }
        let dn = t * dn;
        let mut out = dg;
        for i in 0..count {
            let force = g[i] - n.cross(&b[i]);
            let mut rows = out.rows_mut(3 * i, 3);
            rows += cross(&b[i]) * &dn - cross(&force) * &w;
        }
        let block = |i: usize, j: usize| {
            frame.rotation * out.fixed_view::<3, 3>(3 * i, 3 * j) * frame.rotation.transpose()
        };
        let blocks: Vec<Matrix3<f64>> =
            (0..count * count).map(|ij| block(ij / count, ij % count)).collect();
        DMatrix::from_fn(count * D, count * D, |row, column| {
            blocks[row / D * count + column / D][(row % D, column % D)]
        })
    }
}

/// T = (tr U 1 - U)⁻¹.
fn turning(frame: &Frame) -> Matrix3<f64> {
    let u = &frame.stretch;
    (Matrix3::identity() * u.trace() - u).try_inverse().unwrap_or_else(Matrix3::zeros)
}
