//! Convex hull in the plane: Andrew's monotone chain.

/// Indices of the corners of the hull, counter-clockwise. Points within `tolerance` of the
/// line through their neighbours are no corners. Fewer than three indices come back when all
/// points lie on a line.
pub(super) fn hull(points: &[[f64; 2]], tolerance: f64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|&i, &j| {
        let (p, q) = (points[i], points[j]);
        p[0].total_cmp(&q[0]).then(p[1].total_cmp(&q[1])).then(i.cmp(&j))
    });
    let mut ring: Vec<usize> = Vec::new();
    for backwards in [false, true] {
        let start = ring.len();
        let count = order.len();
        for k in 0..count {
            let i = if backwards { order[count - 1 - k] } else { order[k] };
            while ring.len() >= start + 2
                && !turns_left(points, ring[ring.len() - 2], ring[ring.len() - 1], i, tolerance)
            {
                ring.pop();
            }
            ring.push(i);
        }
        // The last point of this chain opens the other one.
        ring.pop();
    }
    // The extreme points in x never left the chains: with rounded input they may be no corners.
    let mut k = 0;
    while ring.len() > 2 && k < ring.len() {
        let n = ring.len();
        if turns_left(points, ring[(k + n - 1) % n], ring[k], ring[(k + 1) % n], tolerance) {
            k += 1;
        } else {
            ring.remove(k);
            k = k.saturating_sub(1);
        }
    }
    ring
}

/// Whether the path a, b, c turns left by more than the tolerance, measured as the distance of
/// b from the line through its neighbours.
fn turns_left(points: &[[f64; 2]], a: usize, b: usize, c: usize, tolerance: f64) -> bool {
    let ([ax, ay], [bx, by], [cx, cy]) = (points[a], points[b], points[c]);
    let (ux, uy, vx, vy) = (bx - ax, by - ay, cx - ax, cy - ay);
    let near = |x: f64, y: f64| x.hypot(y) <= tolerance;
    if near(ux, uy) || near(cx - bx, cy - by) {
        return false;
    }
    ux * vy - uy * vx > tolerance * vx.hypot(vy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mid_edge_and_inner_points_are_no_corners() {
        let points =
            [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0], [0.0, 1.0], [1.0, 1.0]];
        assert_eq!(hull(&points, 1e-12), vec![0, 2, 3, 4]);
        assert!(hull(&points[..3], 1e-12).len() < 3);
    }
}
