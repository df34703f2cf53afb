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

use super::tensor::principal;
use super::value::AXES;
use super::{Value, View};
use crate::space::Matrix;

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
        let values = principal(tensor).values;
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
            let name = format!("fabric_{}{}", AXES[i], AXES[j]);
            values.push(Value::new(name, "", fabric[(i, j)]));
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Setting, row, value};
    use crate::contact::Contact;
    use crate::results::blank;
    use crate::space::frame;
    use nalgebra::{Matrix2, Vector2, Vector3};
    use std::f64::consts::{PI, TAU};

    const GIVEN: [f64; 3] = [0.3, 0.4, 0.2];

    /// The sums a_c, a_c + a_n and a_c + a_n + a_t are these.
    fn agrees<const D: usize>(contacts: Vec<Contact<D>>, sums: [f64; 3]) {
        let found = super::measure(&Setting::new(contacts, row(1, 0).constants).view());
        let expected = [sums[0], sums[1] - sums[0], sums[2] - sums[1]];
        for (name, x) in ["a_c", "a_n", "a_t"].iter().zip(expected) {
            let found = value(&found, name);
            assert!((found - x).abs() < 1e-6, "{name} = {found}, expected {x}");
        }
    }

    /// The place where an increasing function reaches a value.
    fn inverse(f: impl Fn(f64) -> f64, mut low: f64, mut high: f64, value: f64) -> f64 {
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if f(middle) < value { low = middle } else { high = middle }
        }
        low
    }

    /// In the plane: P(θ) = 1/2π (1 + a_c cos 2θ), f_N = 1 + a_n cos 2θ, f_T = -a_t sin 2θ.
    #[test]
    fn a_packing_of_the_plane_with_known_anisotropies() {
        let [a_c, a_n, a_t] = GIVEN;
        let count = 4_000;
        let mut contacts: Vec<Contact<2>> = blank(count);
        for (k, contact) in contacts.iter_mut().enumerate() {
            // Equal steps of probability.
            let share = (k as f64 + 0.5) / count as f64;
            let angle = inverse(|x| x + 0.5 * a_c * (2.0 * x).sin(), 0.0, TAU, TAU * share);
            let (s, c) = angle.sin_cos();
            contact.frame = Matrix2::new(c, -s, s, c);
            let double = 2.0 * angle;
            contact.impulse = Vector2::new(1.0 + a_n * double.cos(), -a_t * double.sin());
        }
        // To first order the given ones; the mean over contacts weighs forces by how many there are.
        let trace = 1.0 + 0.5 * a_c * a_n;
        agrees(contacts, [a_c, (a_c + a_n) / trace, (a_c + a_n + a_t) / trace]);
    }

    /// In space, about the last axis: P = 1/4π (1 + a_c (3c² - 1)), f_N = 1 + a_n (3c² - 1) and
    /// f_T = -a_t sin 2θ towards the equator, with c = cos θ.
    #[test]
    fn a_packing_of_space_with_known_anisotropies() {
        let [a_c, a_n, a_t] = GIVEN;
        let (rings, around) = (2_000, 8);
        let mut contacts: Vec<Contact<3>> = blank(rings * around);
        for (k, contact) in contacts.iter_mut().enumerate() {
            let share = ((k / around) as f64 + 0.5) / rings as f64;
            let below = |c: f64| 0.5 * (c + 1.0 + a_c * (c * c * c - c));
            let c = inverse(below, -1.0, 1.0, share);
            let s = (1.0 - c * c).sqrt();
            let turn = TAU * (k % around) as f64 / around as f64 + PI / 7.0;
            let (sin, cos) = turn.sin_cos();
            let tangent = Vector3::new(c * cos, c * sin, -s);
            contact.frame = frame(&Vector3::new(s * cos, s * sin, c), Some(&tangent));
            let normal = 1.0 + a_n * (3.0 * c * c - 1.0);
            contact.impulse = Vector3::new(normal, -2.0 * a_t * s * c, 0.0);
        }
        let trace = 1.0 + 0.8 * a_c * a_n;
        let normal = a_c + a_n + 4.0 / 7.0 * a_c * a_n;
        let all = normal + a_t * (1.0 + 2.0 / 7.0 * a_c);
        agrees(contacts, [a_c, normal / trace, all / trace]);
    }
}
