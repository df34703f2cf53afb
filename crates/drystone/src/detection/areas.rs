//! The share of a face that each contact of two faces stands for.

use super::inherit::pair;
use crate::contact::Contact;
use crate::fem::mesh::Spot;

/// Normals within this of each other, by their product, belong to one face.
const SAME: f64 = 0.99;

/// Gives an area to the contacts that `wants` names: of two faces that meet, shares that add up to the
/// face they have in common (m²; in the plane its length); nothing to a contact that stands alone.
pub fn share_areas<const D: usize>(
    contacts: &mut [Contact<D>],
    wants: impl Fn(&Contact<D>) -> bool,
) {
    for group in contacts.chunk_by_mut(|a, b| pair(a) == pair(b)) {
        // Points of meshes have brought theirs along.
        let meshed = |c: &Contact<D>| c.spots.iter().any(Spot::is_some);
        let wanting = |k: &usize| wants(&group[*k]) && !meshed(&group[*k]);
        for k in (0..group.len()).filter(wanting).collect::<Vec<_>>() {
            let contact = &group[k];
            let normal = contact.frame.column(0).into_owned();
            let alike = |c: &&Contact<D>| c.frame.column(0).dot(&normal) > SAME;
            let axes = [contact.frame.column(D - 2), contact.frame.column(D - 1)];
            let flat = |c: &Contact<D>| axes.map(|axis| axis.dot(&(c.point - contact.point)));
            let points: Vec<[f64; 2]> = group.iter().filter(alike).map(flat).collect();
            group[k].area = if D == 2 { of_line(&points) } else { of_polygon(&points) };
        }
    }
}

/// Half the way to the neighbours of the origin, along the second coordinate.
fn of_line(points: &[[f64; 2]]) -> f64 {
    let nearest = |sign: f64| {
        let ahead = points.iter().map(|p| sign * p[1]).filter(|x| *x > 0.0);
        ahead.fold(f64::INFINITY, f64::min)
    };
    let half = |way: f64| if way.is_finite() { 0.5 * way } else { 0.0 };
    half(nearest(1.0)) + half(nearest(-1.0))
}

/// Of the convex hull of points, the part nearest to the corner at the origin: bounded by the middles
/// of its edges and the mean of the corners. Nothing for a point inside.
fn of_polygon(points: &[[f64; 2]]) -> f64 {
    let hull = hull(points);
    let n = hull.len();
    let Some(k) = hull.iter().position(|p| p[0].hypot(p[1]) == 0.0).filter(|_| n > 2) else {
        return 0.0;
    };
    let mean = [0, 1].map(|i| hull.iter().map(|p| p[i]).sum::<f64>() / n as f64);
    let middle = |p: [f64; 2]| p.map(|x| 0.5 * x);
    let (before, after) = (middle(hull[(k + n - 1) % n]), middle(hull[(k + 1) % n]));
    0.5 * (cross(after, mean) + cross(mean, before)).abs()
}

fn cross(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

/// The corners of the convex hull, counter-clockwise (Andrew's monotone chain).
fn hull(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    sorted.dedup();
    let mut hull: Vec<[f64; 2]> = vec![];
    let lower = sorted.clone();
    let upper: Vec<_> = sorted.iter().rev().copied().collect();
    for chain in [lower, upper] {
        let start = hull.len();
        for p in chain {
            while hull.len() >= start + 2 {
                let [a, b] = [hull[hull.len() - 2], hull[hull.len() - 1]];
                if cross([b[0] - a[0], b[1] - a[1]], [p[0] - a[0], p[1] - a[1]]) > 0.0 {
                    break;
                }
                hull.pop();
            }
            hull.push(p);
        }
        hull.pop();
    }
    hull
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(points: &[[f64; 2]]) -> Vec<f64> {
        let seen_from = |o: &[f64; 2]| -> Vec<[f64; 2]> {
            points.iter().map(|p| [p[0] - o[0], p[1] - o[1]]).collect()
        };
        points.iter().map(|o| of_polygon(&seen_from(o))).collect()
    }

    #[test]
    fn the_shares_of_a_polygon_add_up_to_it() {
        let rectangle = [[0.0, 0.0], [3.0, 0.0], [3.0, 2.0], [0.0, 2.0]];
        assert!(shares(&rectangle).iter().all(|share| (share - 1.5).abs() < 1e-14));
        let pentagon = [[0.0, 0.0], [2.0, -1.0], [4.0, 0.5], [3.0, 3.0], [0.5, 2.5], [2.0, 1.0]];
        let area: f64 = (0..5).map(|k| 0.5 * cross(pentagon[k], pentagon[(k + 1) % 5])).sum();
        let shares = shares(&pentagon);
        assert!((shares.iter().sum::<f64>() - area).abs() < 1e-13);
        assert_eq!(shares[5], 0.0);
    }

    #[test]
    fn the_shares_of_a_line_are_half_the_ways() {
        assert_eq!(of_line(&[[0.0, 0.0], [0.0, 2.0]]), 1.0);
        assert_eq!(of_line(&[[0.0, 0.0], [0.0, 2.0], [0.0, -1.0], [0.0, 5.0]]), 1.5);
        assert_eq!(of_line(&[[0.0, 0.0]]), 0.0);
    }
}
