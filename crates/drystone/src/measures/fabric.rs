//! Fabric: in which directions grains touch, and in which forces are strong.
//!
//! With the normals n and the forces f_N n + f_T t of the N active contacts, and ⟨f⟩ the mean normal
//! force (Radjai, Delenne, Azéma, Roux 2012)
//!
//! ```text
//! F   = 1/N Σ n⊗n               trace 1
//! χⁿ  = 1/(N⟨f⟩) Σ f_N n⊗n      χᵗ = 1/(N⟨f⟩) Σ f_T n⊗t      χ = χⁿ + χᵗ
//! ```
//!
//! the anisotropies are differences of principal values, greatest and least: in the plane
//! a_c = 2 (F₁ - F₂), a_c + a_n = 2 (χⁿ₁ - χⁿ₂)/tr χⁿ, a_c + a_n + a_t = 2 (χ₁ - χ₂)/tr χ, in space the
//! same with 5/2. For P(θ) = 1/2π (1 + a_c cos 2(θ - θ_c)) a_c is that a_c.

use super::{Value, View};
use crate::space::Matrix;
use nalgebra::{DMatrix, SymmetricEigen};

pub(super) fn measure<const D: usize>(view: &View<D>) -> Vec<Value> {
    let n = view.active().count() as f64;
    let mean = view.active().map(|contact| contact.impulse[0]).sum::<f64>() / n;
    let (mut fabric, mut normal, mut all) =
        (Matrix::<D>::zeros(), Matrix::zeros(), Matrix::zeros());
    for contact in view.active() {
        let direction = contact.frame.column(0).into_owned();
        let force = contact.frame * contact.impulse / (n * mean);
        fabric += direction * direction.transpose() / n;
        normal += direction * direction.transpose() * (contact.impulse[0] / (n * mean));
        all += direction * force.transpose();
    }
    let factor = if D == 2 { 2.0 } else { 2.5 };
    let anisotropy = |tensor: &Matrix<D>| {
        let values = principal(tensor);
        factor * (values[0] - values[D - 1]) / tensor.trace()
    };
    let (c, cn, cnt) = (anisotropy(&fabric), anisotropy(&normal), anisotropy(&all));
    let mut values = vec![
        Value::new("a_c", "", c),
        Value::new("a_n", "", cn - c),
        Value::new("a_t", "", cnt - cn),
    ];
    for i in 0..D {
        for j in i..D {
            let name = format!("fabric_{}{}", super::AXES[i], super::AXES[j]);
            values.push(Value::new(name, "", fabric[(i, j)]));
        }
    }
    values
}

/// The principal values of a tensor's symmetric part, greatest first; not numbers where it has some.
pub fn principal<const D: usize>(tensor: &Matrix<D>) -> Vec<f64> {
    if tensor.iter().any(|x| !x.is_finite()) {
        return vec![f64::NAN; D];
    }
    let symmetric = (tensor + tensor.transpose()) * 0.5;
    let symmetric = DMatrix::from_fn(D, D, |i, j| symmetric[(i, j)]);
    let mut values: Vec<f64> = SymmetricEigen::new(symmetric).eigenvalues.iter().copied().collect();
    values.sort_by(|a, b| b.total_cmp(a));
    values
}

#[cfg(test)]
mod tests {
    use super::super::tests::{chain, value};
    use crate::contact::Contact;
    use crate::results::{Frame, blank};
    use nalgebra::{Matrix2, Vector2};

    /// Contacts spread over all angles with P(θ) ∝ 1 + a_c cos 2θ, f_N ∝ 1 + a_n cos 2θ and
    /// f_T ∝ -a_t sin 2θ give these anisotropies back, to second order in them.
    #[test]
    fn a_packing_with_known_anisotropies() {
        let (a_c, a_n, a_t) = (0.06, 0.09, 0.04);
        let count = 20_000;
        let mut contacts: Vec<Contact<2>> = blank(count);
        let mut angle: f64 = 0.0;
        for contact in &mut contacts {
            // Steps of equal probability.
            angle += std::f64::consts::TAU / count as f64 / (1.0 + a_c * (2.0 * angle).cos());
            let (s, c) = angle.sin_cos();
            contact.frame = Matrix2::new(c, -s, s, c);
            let double = 2.0 * angle;
            contact.impulse = Vector2::new(1.0 + a_n * double.cos(), -a_t * double.sin());
        }
        let (_, constants) = chain(1, 0);
        let frame = Frame { step: 0, time: 0.0, q: vec![], v: vec![], contacts };
        let found = super::measure(&super::View { frame: &frame, constants: &constants });
        for (name, expected) in [("a_c", a_c), ("a_n", a_n), ("a_t", a_t)] {
            let x = value(&found, name);
            assert!((x - expected).abs() < 2.0 * (a_c + a_n + a_t) * expected, "{name} = {x}");
        }
        assert!((value(&found, "a_c") - a_c).abs() < 2e-3);
        let trace = value(&found, "fabric_xx") + value(&found, "fabric_yy");
        assert!((trace - 1.0).abs() < 1e-12);
    }
}
