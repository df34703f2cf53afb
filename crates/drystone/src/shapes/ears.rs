//! Triangles of a flat polygon, which need not be convex: ears are cut off one by one.

use crate::space::Vector;

/// Triangles, turning as the loop does, of a loop of point numbers.
pub fn triangles(points: &[Vector<3>], ring: &[usize]) -> Vec<[usize; 3]> {
    let mut out = Vec::with_capacity(ring.len().saturating_sub(2));
    let Some(&first) = ring.first() else { return out };
    let arm = |v: usize| points[v] - points[first];
    let normal: Vector<3> = ring.windows(2).map(|w| arm(w[0]).cross(&arm(w[1]))).sum();
    // Twice the area of a triangle, as seen along the polygon's normal.
    let area = |a: usize, b: usize, c: usize| {
        (points[b] - points[a]).cross(&(points[c] - points[a])).dot(&normal)
    };
    let mut left = ring.to_vec();
    while left.len() > 3 {
        let count = left.len();
        let corner = |k: usize| [left[(k + count - 1) % count], left[k], left[(k + 1) % count]];
        let is_ear = |k: &usize| {
            let [a, b, c] = corner(*k);
            let free = |v: &usize| {
                [a, b, c].contains(v)
                    || area(a, b, *v) < 0.0
                    || area(b, c, *v) < 0.0
                    || area(c, a, *v) < 0.0
            };
            area(a, b, c) > 0.0 && left.iter().all(free)
        };
        // The ear with the best shape; none is left of a polygon that crosses itself or is flat.
        let shape = |k: usize| {
            let [a, b, c] = corner(k);
            let longest =
                [(a, b), (b, c), (c, a)].map(|(p, q)| (points[p] - points[q]).norm_squared());
            area(a, b, c) / longest.iter().copied().fold(f64::MIN_POSITIVE, f64::max)
        };
        let best = (0..count).filter(is_ear).max_by(|j, k| shape(*j).total_cmp(&shape(*k)));
        let k = best.unwrap_or(1);
        out.push(corner(k));
        left.remove(k);
    }
    if let [a, b, c] = left[..] {
        out.push([a, b, c]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comb_keeps_its_area() {
        let outline = [
            (0, 0),
            (5, 0),
            (5, 3),
            (4, 3),
            (4, 1),
            (3, 1),
            (3, 3),
            (2, 3),
            (2, 1),
            (1, 1),
            (1, 3),
            (0, 3),
        ];
        let points: Vec<Vector<3>> = outline
            .iter()
            .map(|(x, y)| Vector::<3>::new(f64::from(*x), f64::from(*y), 2.0))
            .collect();
        let ring: Vec<usize> = (0..points.len()).collect();
        let found = triangles(&points, &ring);
        let area = |t: &[usize; 3]| {
            (points[t[1]] - points[t[0]]).cross(&(points[t[2]] - points[t[0]])).z / 2.0
        };
        assert!(found.len() == 10 && found.iter().all(|t| area(t) > 0.0));
        assert!((found.iter().map(area).sum::<f64>() - 11.0).abs() < 1e-14);
    }
}
