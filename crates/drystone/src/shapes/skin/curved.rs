//! Facets that are not flat: the surface that their shape functions make of their nodes,
//!
//! ```text
//! x(ξ) = Σ c_ab ξ₁ᵃ ξ₂ᵇ,   a, b ≤ 2
//! ```
//!
//! Gaps are measured on it, since velocities are those of its points: a gap that is measured on the flat
//! pieces of the facet goes on changing where nothing moves through the surface, and grains sink in.

use crate::fem::element::Element;
use crate::space::Vector;

/// Sides of reference facets: a · ξ ≤ b inside.
pub(super) type Sides = &'static [([f64; 2], f64)];

const SEGMENT: Sides = &[([-1.0, 0.0], 1.0), ([1.0, 0.0], 1.0)];
const TRIANGLE: Sides = &[([-1.0, 0.0], 0.0), ([0.0, -1.0], 0.0), ([1.0, 1.0], 1.0)];
const SQUARE: Sides =
    &[([-1.0, 0.0], 1.0), ([1.0, 0.0], 1.0), ([0.0, -1.0], 1.0), ([0.0, 1.0], 1.0)];

/// How near to a side in reference coordinates is on it.
const ON: f64 = 1e-13;

/// A facet as its shape functions have it.
#[derive(Clone, Debug, PartialEq)]
pub struct Curved<const D: usize> {
    terms: [[Vector<D>; 3]; 3],
    pub(super) sides: Sides,
    /// Whether the surface goes on smoothly beyond each side.
    pub(super) smooth: [bool; 4],
}

/// A place with the first and second derivatives by the reference coordinates: (1, 2) and (11, 12, 22).
pub(super) struct Jet<const D: usize> {
    pub place: Vector<D>,
    pub first: [Vector<D>; 2],
    pub second: [Vector<D>; 3],
}

impl<const D: usize> Curved<D> {
    /// A facet with its nodes at these places; none where shape functions are linear.
    pub fn new(element: &Element, places: &[Vector<D>]) -> Option<Self> {
        let sides = match (element.dimension, element.corners) {
            _ if element.len() <= element.dimension + 1 => return None,
            (1, _) => SEGMENT,
            (_, 3) => TRIANGLE,
            _ => SQUARE,
        };
        Some(Self { terms: element.polynomial(places), sides, smooth: [true; 4] })
    }

    /// Place and derivatives at reference coordinates.
    pub(super) fn jet(&self, [x, y]: [f64; 2]) -> Jet<D> {
        // Along the second coordinate first: values, slopes and bends of the three powers of the first.
        let rows = self.terms.each_ref().map(|[a, b, c]| {
            let bend = c * 2.0;
            [a + (b + c * y) * y, b + bend * y, bend]
        });
        let along = |k: usize| rows[0][k] + (rows[1][k] + rows[2][k] * x) * x;
        let slope = |k: usize| rows[1][k] + rows[2][k] * (2.0 * x);
        let second = [rows[2][0] * 2.0, slope(1), along(2)];
        Jet { place: along(0), first: [slope(0), along(1)], second }
    }

    /// How far it is at most from the flat piece between these reference coordinates, at equal ones. The error
    /// of interpolation between corners with shares λ is ½ Σ λᵢ λⱼ x″(vᵢ - vⱼ)² where x″ is constant, and
    /// the sum of all λᵢ λⱼ is 1/3 at most (1/4 of two).
    pub(super) fn bulge(&self, at: &[[f64; 2]; D]) -> f64 {
        let size = |a: usize, b: usize| self.terms[a][b].norm();
        let bends = [
            2.0 * (size(2, 0) + size(2, 1) + size(2, 2)),
            size(1, 1) + 2.0 * (size(2, 1) + size(1, 2)) + 4.0 * size(2, 2),
            2.0 * (size(0, 2) + size(1, 2) + size(2, 2)),
        ];
        let mut most = 0.0_f64;
        for (i, j) in (0..D).flat_map(|i| (0..i).map(move |j| (i, j))) {
            let [x, y] = [0, 1].map(|k| (at[i][k] - at[j][k]).abs());
            most = most.max(bends[0] * x * x + 2.0 * bends[1] * x * y + bends[2] * y * y);
        }
        0.5 * most / if D == 2 { 4.0 } else { 3.0 }
    }

    /// Whether a place is within its sides, or no more than so far beyond one.
    pub(super) fn has(&self, at: [f64; 2], margin: f64) -> bool {
        self.sides.iter().all(|side| beyond(side, at) <= margin)
    }

    /// Beyond the side on which two places are the surface goes on, smoothly or not.
    pub(super) fn go_on(&mut self, places: [[f64; 2]; 2], is_smooth: bool) {
        for (smooth, side) in self.smooth.iter_mut().zip(self.sides) {
            if places.iter().all(|at| is_on(side, *at)) {
                *smooth = *smooth && is_smooth;
            }
        }
    }
}

/// How far beyond a side a place is.
pub(super) fn beyond((a, b): &([f64; 2], f64), at: [f64; 2]) -> f64 {
    a[0] * at[0] + a[1] * at[1] - b
}

/// Whether a place is on a side.
pub(super) fn is_on(side: &([f64; 2], f64), at: [f64; 2]) -> bool {
    beyond(side, at) >= -ON
}
