//! Pieces of facets.

use crate::shapes::Convex;
use crate::space::{Vector, moment};

/// A convex polygon in space, a segment in the plane, on the plane of its facet.
#[derive(Clone, Debug)]
pub(super) struct Fragment<const D: usize> {
    pub normal: Vector<D>,
    pub offset: f64,
    corners: Vec<Vector<D>>,
}

impl<const D: usize> Fragment<D> {
    /// A whole facet; `None` if it has no area.
    pub fn new(corners: &[Vector<D>; D]) -> Option<Self> {
        let along = corners[1] - corners[0];
        let area: Vector<D> = if D == 2 {
            Vector::from_fn(|i, _| if i == 0 { along[1] } else { -along[0] })
        } else {
            let m = moment(&along, &(corners[D - 1] - corners[0]));
            Vector::from_fn(|i, _| m[i])
        };
        let normal = area.try_normalize(0.0)?;
        let offset = corners.iter().map(|c| normal.dot(c)).sum::<f64>() / D as f64;
        Some(Self { normal, offset, corners: corners.to_vec() })
    }

    /// Least and greatest height of the corners over a plane.
    pub fn heights(&self, normal: &Vector<D>, offset: f64) -> [f64; 2] {
        let heights = self.corners.iter().map(|c| normal.dot(c) - offset);
        heights.fold([f64::INFINITY, f64::NEG_INFINITY], |[l, h], x| [l.min(x), h.max(x)])
    }

    /// Whether it lies in a face of a shape.
    pub fn is_on_boundary(&self, cell: &Convex<D>, on: f64) -> bool {
        cell.faces().iter().any(|f| {
            let [low, high] = self.heights(&f.normal, f.offset);
            low >= -on && high <= on
        })
    }

    /// The part below a plane; `None` if there is none, or all is in the plane.
    pub fn below(&self, normal: &Vector<D>, offset: f64, on: f64) -> Option<Self> {
        let [low, high] = self.heights(normal, offset);
        if low >= -on {
            return None;
        }
        if high <= on {
            return Some(self.clone());
        }
        let count = self.corners.len();
        let mut corners = Vec::with_capacity(count + 1);
        for k in 0..count {
            let (p, q) = (self.corners[k], self.corners[(k + 1) % count]);
            let (h, g) = (normal.dot(&p) - offset, normal.dot(&q) - offset);
            if h <= 0.0 {
                corners.push(p);
            }
            // The two corners of a segment have one side between them, not two.
            if (h < 0.0 && g > 0.0 || h > 0.0 && g < 0.0) && (D == 3 || k == 0) {
                corners.push(p + (q - p) * (h / (h - g)));
            }
        }
        Some(Self { corners, ..self.clone() })
    }
}
