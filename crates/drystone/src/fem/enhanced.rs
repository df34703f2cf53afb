//! Strains that elements have of their own, beside those of their nodes (Simo and Rifai 1990).
//!
//! Bilinear and trilinear elements cannot bend without shear, and lock. So the strain that the material sees is
//! ε(u) + G α, with amplitudes α of the element alone that make its energy least:
//!
//! ```text
//! G = j₀/j J₀⁻ᵀ M(ξ) J₀⁻¹,   ∫ Gᵀ (σ(ε(u) + ε₀ + G α) - σ(ε₀)) = 0
//! ```
//!
//! M are the strains of Taylor, Beresford and Wilson's incompatible modes (1976): ξ along ξ and in shear, η
//! along η and in shear; in space the like, and dilatations ξη, ηζ, ζξ (Simo, Armero and Taylor 1993). J₀ is the
//! Jacobian in the middle. ∫ G = 0, so that a constant stress does no work on them and patch tests hold. The
//! stress σ(ε₀) at rest does none either, so that what is in equilibrium stays so. With finite kinematics ε is
//! Green and Lagrange's strain (Klinkel and Wagner 1997): G does not depend on the motion, and α vanishes in
//! rigid ones. The stiffness is condensed, K - K_uα K_αα⁻¹ K_αu. Below a stretch of about 0.6 such
//! elements may fold into hourglasses (Wriggers and Reese 1996).

use super::kinematics::Local;
use super::material::{Components, PLACES, Response};
use super::region::{Region, jacobian};
use nalgebra::{DMatrix, DVector, Matrix3};

/// Most iterations for the amplitudes, and halvings of one.
const ITERATIONS: usize = 30;
const HALVINGS: usize = 20;

/// What is left of ∫ Gᵀ σ, of the same without signs: when there is enough, and when it will do.
const BALANCED: f64 = 1e-14;
const BEARABLE: f64 = 1e-10;

/// The strain, in units of 1e-14, that counts as rounding: 1e-15.
const ROUNDING: f64 = 0.1;

/// A function of the reference coordinates, and the axes it stretches or shears; none for a dilatation.
type Mode = ([u8; 3], Option<[usize; 2]>);

const PLANE: [Mode; 4] = [
    ([1, 0, 0], Some([0, 0])),
    ([0, 1, 0], Some([1, 1])),
    ([1, 0, 0], Some([0, 1])),
    ([0, 1, 0], Some([0, 1])),
];

const SPACE: [Mode; 12] = [
    ([1, 0, 0], Some([0, 0])),
    ([0, 1, 0], Some([1, 1])),
    ([0, 0, 1], Some([2, 2])),
    ([1, 0, 0], Some([0, 1])),
    ([0, 1, 0], Some([0, 1])),
    ([0, 1, 0], Some([1, 2])),
    ([0, 0, 1], Some([1, 2])),
    ([0, 0, 1], Some([2, 0])),
    ([1, 0, 0], Some([2, 0])),
    ([1, 1, 0], None),
    ([0, 1, 1], None),
    ([1, 0, 1], None),
];

/// What strains of their own the elements of a region have.
#[derive(Clone, Debug, Default)]
pub(super) struct Enhanced {
    /// J₀⁻¹ of each element.
    inverse: Vec<Matrix3<f64>>,
    /// j₀/j at each point, times the functions of the modes, less the mean.
    values: Vec<f64>,
}

fn modes(dimension: usize) -> &'static [Mode] {
    if dimension == 2 { &PLANE } else { &SPACE }
}

/// Stresses, their moments with G, and the derivative of these.
struct Moments {
    /// ∫ Gᵀ (σ - σ(ε₀)).
    off: DVector<f64>,
    /// K_αα.
    matrix: DMatrix<f64>,
    /// ∫ |Gᵀ| |σ|, and a little for rounding.
    scale: f64,
}

impl<const D: usize> Region<D> {
    /// Whether its elements have strains of their own.
    pub(super) fn is_enhanced(&self) -> bool {
        self.stuff.enhanced && self.element.locks && self.sheet.is_none()
    }

    /// Adds those of the next element; `sizes` are those of its points, without what turns about an axis.
    pub(super) fn enhance(&mut self, places: &[[f64; D]], sizes: &[f64], weights: &[f64]) -> bool {
        let middle = self.element.shape(self.element.middle());
        let jacobian = jacobian(places, &middle.gradients);
        let (size, Some(inverse)) = (jacobian.determinant(), jacobian.try_inverse()) else {
            return false;
        };
        let rule = (self.element.rule)();
        let volume: f64 = weights.iter().sum();
        let start = self.enhanced.values.len();
        let modes = modes(D);
        for ((at, _), own) in rule.iter().zip(sizes) {
            for (powers, _) in modes {
                let function: f64 = (0..3).map(|k| at[k].powi(i32::from(powers[k]))).product();
                self.enhanced.values.push(size / own * function);
            }
        }
        let values = &mut self.enhanced.values[start..];
        for m in 0..modes.len() {
            let own = || (0..rule.len()).map(|p| p * modes.len() + m);
            let mean = own().map(|k| values[k] * weights[k / modes.len()]).sum::<f64>() / volume;
            own().for_each(|k| values[k] -= mean);
        }
        self.enhanced.inverse.push(inverse);
        true
    }

    /// G at every point of an element, mode by mode; empty where it has none.
    pub(super) fn own_strains(&self, e: usize) -> Vec<Components> {
        let Some(inverse) = self.enhanced.inverse.get(e) else { return vec![] };
        let modes = modes(D);
        let base: Vec<Components> = modes.iter().map(|(_, axes)| base(inverse, *axes)).collect();
        let count = self.points * modes.len();
        let values = &self.enhanced.values[e * count..(e + 1) * count];
        values.iter().enumerate().map(|(k, value)| base[k % modes.len()] * *value).collect()
    }

    /// Of them G at a point.
    pub(super) fn own_of<'a>(&self, shapes: &'a [Components], p: usize) -> &'a [Components] {
        let count = shapes.len() / self.points;
        &shapes[p * count..(p + 1) * count]
    }

    /// Puts the strains at the points of an element displaced by `u`, with those of its own, into `local`, and
    /// what its energy lacks; whether a balance was found.
    pub(super) fn relaxed(
        &self,
        (e, shapes): (usize, &[Components]),
        u: &[f64],
        finite: bool,
        memory: (&[f64], &mut [f64]),
        local: &mut Local,
    ) -> bool {
        local.strains.clear();
        for p in 0..self.points {
            let strain = self.state((e, p), u, finite, &mut local.strain_rows).strain;
            local.strains.push(strain + self.initial_strain(e, p));
        }
        let lent = self.relax(e, shapes, &mut local.strains, memory);
        local.energy -= lent.unwrap_or(0.0);
        lent.is_some()
    }

    /// Adds G α to the strains of an element's points, with the amplitudes that are in balance; gives the work
    /// of the stress at rest on them, which the energy lacks. None where no balance is found.
    fn relax(
        &self,
        e: usize,
        shapes: &[Components],
        strains: &mut Vec<Components>,
        (before, after): (&[f64], &mut [f64]),
    ) -> Option<f64> {
        let count = shapes.len() / self.points;
        let at_rest = self.at_rest(e, shapes, after);
        let mut amplitudes = DVector::zeros(count);
        let mut now = self.moments(e, shapes, strains, &at_rest, (before, after));
        for _ in 0..ITERATIONS {
            let left = now.off.norm();
            if left <= BALANCED * now.scale || !left.is_finite() {
                break;
            }
            let Some(step) = solve(&now.matrix, &now.off) else { break };
            let add = |share: f64| -> Vec<Components> {
                let own = |p: usize| -> Components {
                    (0..count).map(|m| shapes[p * count + m] * (step[m] * share)).sum()
                };
                strains.iter().enumerate().map(|(p, strain)| strain - own(p)).collect()
            };
            if self.stuff.material.law().is_linear() {
                *strains = add(1.0);
                amplitudes -= step;
                return Some(at_rest.dot(&amplitudes));
            }
            let mut share = 1.0;
            let mut better = None;
            for _ in 0..HALVINGS {
                let trial = add(share);
                let next = self.moments(e, shapes, &trial, &at_rest, (before, after));
                if next.off.norm() < left {
                    better = Some((trial, next));
                    break;
                }
                share *= 0.5;
            }
            let Some((trial, next)) = better else { break };
            (*strains, now) = (trial, next);
            amplitudes -= step * share;
        }
        // A comparison that no number passes that is not one.
        (now.off.norm() <= BEARABLE * now.scale).then(|| at_rest.dot(&amplitudes))
    }

    /// ∫ Gᵀ σ(ε₀).
    fn at_rest(&self, e: usize, shapes: &[Components], after: &mut [f64]) -> DVector<f64> {
        let count = shapes.len() / self.points;
        let mut sum = DVector::zeros(count);
        if !self.is_stressed_at_rest() {
            return sum;
        }
        let remembered = self.stuff.material.law().memory();
        let new = vec![0.0; remembered];
        for p in 0..self.points {
            let strain = self.initial_strain(e, p);
            let own = &mut after[p * remembered..(p + 1) * remembered];
            let stress = self.respond(strain, &new, own).stress;
            let weight = self.weights[e * self.points + p];
            (0..count).for_each(|m| sum[m] += weight * shapes[p * count + m].dot(&stress));
        }
        sum
    }

    fn moments(
        &self,
        e: usize,
        shapes: &[Components],
        strains: &[Components],
        at_rest: &DVector<f64>,
        (before, after): (&[f64], &mut [f64]),
    ) -> Moments {
        let (count, remembered) = (at_rest.len(), self.stuff.material.law().memory());
        let (mut off, mut matrix) = (-at_rest.clone(), DMatrix::zeros(count, count));
        let mut scale = 0.0;
        for (p, strain) in strains.iter().enumerate() {
            let own = p * remembered..(p + 1) * remembered;
            let Response { stress, tangent, .. } =
                self.respond(*strain, &before[own.clone()], &mut after[own]);
            let weight = self.weights[e * self.points + p];
            let shapes = &shapes[p * count..(p + 1) * count];
            for (j, shape) in shapes.iter().enumerate() {
                off[j] += weight * shape.dot(&stress);
                // Where stresses vanish, what rounding of strains leaves of them is no imbalance.
                scale += weight * shape.norm() * (stress.norm() + ROUNDING * tangent.norm());
                let answer = tangent * shape * weight;
                for (i, row) in shapes.iter().enumerate() {
                    matrix[(i, j)] += row.dot(&answer);
                }
            }
        }
        Moments { off, matrix, scale }
    }
}

/// The strain of a mode but for its function, of size one.
fn base(inverse: &Matrix3<f64>, axes: Option<[usize; 2]>) -> Components {
    let Some([a, b]) = axes else {
        return Components::from([1.0, 1.0, 1.0, 0.0, 0.0, 0.0]) / 3.0_f64.sqrt();
    };
    let (a, b) = (inverse.row(a).transpose(), inverse.row(b).transpose());
    let matrix = (a * b.transpose() + b * a.transpose()) / (a.norm() * b.norm());
    let of = |(i, j): (usize, usize)| matrix[(i, j)] * if i == j { 0.5 } else { 1.0 };
    Components::from(PLACES.map(of))
}

/// A⁻¹ b, where A may have lost rank.
fn solve(a: &DMatrix<f64>, b: &DVector<f64>) -> Option<DVector<f64>> {
    let shifted = || a + DMatrix::identity(a.nrows(), a.ncols()) * (1e-12 * a.diagonal().amax());
    a.clone().lu().solve(b).or_else(|| shifted().lu().solve(b))
}
