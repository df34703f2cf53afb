//! Whether two convex shapes are within a distance of each other (Gilbert, Johnson and Keerthi).
//!
//! The point v of the difference of the shapes nearest to the origin is sought among the hulls of
//! few corners. Every v bounds the distance from above and its supporting plane from below, so
//! that the question is mostly answered after a few corners.

use super::placed::Placed;
use crate::space::Vector;

/// Corners looked at before giving up.
const MOST: usize = 40;

/// Relative decrease below which the distance is known.
const SETTLED: f64 = 1e-12;

/// Whether the distance is at most `reach`; `None` where rounding hides the answer. `between` is
/// the way from inside the one shape to inside the other, at a guess.
pub(super) fn within<const D: usize>(
    a: &Placed<D>,
    b: &Placed<D>,
    between: &Vector<D>,
    reach: f64,
) -> Option<bool> {
    let support = |v: &Vector<D>| least(&a.vertices, v) - least(&b.vertices, &-v);
    let beyond = |v: &Vector<D>, corner: &Vector<D>| {
        let bound = v.dot(corner);
        bound > 0.0 && bound * bound > v.norm_squared() * reach * reach
    };
    let mut v = support(&-between);
    if beyond(&-between, &v) {
        return Some(false);
    }
    let mut simplex = Simplex { corners: [v; 4], count: 1 };
    for _ in 0..MOST {
        let squared = v.norm_squared();
        if squared <= reach * reach {
            return Some(true);
        }
        let corner = support(&v);
        if beyond(&v, &corner) {
            return Some(false);
        }
        if squared - v.dot(&corner) <= SETTLED * squared {
            // Within rounding of the distance, yet on neither side of the reach.
            return None;
        }
        let next = simplex.add(corner);
        if next.norm_squared() >= squared {
            return None;
        }
        v = next;
    }
    None
}

/// The vertex least along a direction.
fn least<const D: usize>(vertices: &[Vector<D>], direction: &Vector<D>) -> Vector<D> {
    let (mut best, mut height) = (vertices[0], vertices[0].dot(direction));
    for vertex in &vertices[1..] {
        let h = vertex.dot(direction);
        if h < height {
            (best, height) = (*vertex, h);
        }
    }
    best
}

/// The corners, three at most, of the face that the nearest point found so far is on.
struct Simplex<const D: usize> {
    corners: [Vector<D>; 4],
    count: usize,
}

impl<const D: usize> Simplex<D> {
    /// Takes in a corner; gives the point of the hull nearest to the origin and keeps the
    /// corners of the face it is on.
    fn add(&mut self, corner: Vector<D>) -> Vector<D> {
        // With four corners left the origin is inside, and nothing is asked any more.
        let old = self.count.min(3);
        let mut nearest = (corner.norm_squared(), 0usize, corner);
        // The new corner is on the face: any other face was nearest before it came.
        for others in 1..1usize << old {
            let sides: [Vector<D>; 3] = std::array::from_fn(|k| self.corners[k] - corner);
            if let Some(point) = foot(&corner, &sides, others)
                && point.norm_squared() < nearest.0
            {
                nearest = (point.norm_squared(), others, point);
            }
        }
        let mut kept = 0;
        for k in (0..old).filter(|k| nearest.1 >> k & 1 == 1) {
            self.corners[kept] = self.corners[k];
            kept += 1;
        }
        self.corners[kept] = corner;
        self.count = kept + 1;
        nearest.2
    }
}

/// The point nearest to the origin of the flat through a corner along the chosen sides, if it is
/// inside the face they span.
fn foot<const D: usize>(
    corner: &Vector<D>,
    sides: &[Vector<D>; 3],
    chosen: usize,
) -> Option<Vector<D>> {
    // Weights t with G t = -(sides · corner), G the products of the sides, by elimination.
    let mut rows = [[0.0; 4]; 3];
    let mut picks = [0; 3];
    let mut size = 0;
    for k in (0..3).filter(|k| chosen >> k & 1 == 1) {
        picks[size] = k;
        size += 1;
    }
    for i in 0..size {
        for j in 0..size {
            rows[i][j] = sides[picks[i]].dot(&sides[picks[j]]);
        }
        rows[i][3] = -sides[picks[i]].dot(corner);
    }
    for i in 0..size {
        // Flat simplices have no foot of their own; one of their faces does.
        let scale = sides[picks[i]].norm_squared();
        if rows[i][i] <= 1e-14 * scale {
            return None;
        }
        for j in i + 1..size {
            let factor = rows[j][i] / rows[i][i];
            for k in i..4 {
                rows[j][k] -= factor * rows[i][k];
            }
        }
    }
    let mut weights = [0.0; 3];
    for i in (0..size).rev() {
        let known: f64 = (i + 1..size).map(|j| rows[i][j] * weights[j]).sum();
        weights[i] = (rows[i][3] - known) / rows[i][i];
    }
    if weights[..size].iter().any(|t| *t < 0.0) || weights[..size].iter().sum::<f64>() > 1.0 {
        return None;
    }
    let mut point = *corner;
    for i in 0..size {
        point += sides[picks[i]] * weights[i];
    }
    Some(point)
}
