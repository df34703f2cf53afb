//! How much of a body lies in a box: exactly for disks (circle and polygon, edge by edge) and polygons
//! (clipping), by slices whose areas are exact for spheres (to 1e-9), by clipping for convex
//! polyhedra.

use super::balls::{disk, sphere};
use crate::results::Outline;
use crate::shapes::Aabb;
use crate::space::{Pose, Vector};
use nalgebra::Vector3;
use std::f64::consts::PI;

/// The volume of a form that is in a box, and all of it; none of a half-space.
pub(super) fn volumes<const D: usize>(
    outline: &Outline<D>,
    pose: &Pose<D>,
    region: &Aabb<D>,
) -> [f64; 2] {
    let Some(bounds) = outline.bounds(pose) else { return [0.0; 2] };
    let whole = volume(outline, pose, None);
    if region.contains(&bounds) {
        [whole, whole]
    } else if region.overlaps(&bounds) {
        [volume(outline, pose, Some(region)), whole]
    } else {
        [0.0, whole]
    }
}

fn volume<const D: usize>(outline: &Outline<D>, pose: &Pose<D>, region: Option<&Aabb<D>>) -> f64 {
    let sides = |region: &Aabb<D>, centre: &Vector<D>, axis: usize| {
        [region.min[axis] - centre[axis], region.max[axis] - centre[axis]]
    };
    match (outline, region) {
        (Outline::HalfSpace { .. }, _) => 0.0,
        (Outline::Ball { radius }, None) if D == 2 => PI * radius * radius,
        (Outline::Ball { radius }, None) => 4.0 / 3.0 * PI * radius.powi(3),
        (Outline::Ball { radius }, Some(region)) => {
            let side = |axis: usize| sides(region, &pose.position, axis);
            if D == 2 {
                disk(*radius, side(0), side(1))
            } else {
                sphere(*radius, [side(0), side(1), side(2)])
            }
        }
        (Outline::Mesh(surface), region) => {
            let points: Vec<Vector<D>> = surface.points.iter().map(|p| pose.point(p)).collect();
            let loops = surface.polygons.iter();
            let polygons: Vec<Vec<Vector<D>>> =
                loops.map(|corners| corners.iter().map(|k| points[*k]).collect()).collect();
            clipped(polygons, region, &pose.position)
        }
    }
}

/// The volume of polygons (in the plane each a body, in space a convex surface) within a box.
fn clipped<const D: usize>(
    mut polygons: Vec<Vec<Vector<D>>>,
    region: Option<&Aabb<D>>,
    origin: &Vector<D>,
) -> f64 {
    for (axis, sign) in (0..D).flat_map(|axis| [(axis, 1.0), (axis, -1.0)]) {
        let Some(region) = region else { break };
        let end = if sign > 0.0 { region.max[axis] } else { region.min[axis] };
        // Positive outside.
        let height = |p: &Vector<D>| sign * (p[axis] - end);
        // A face that lies in the plane needs no other.
        if polygons.iter().flatten().all(|p| height(p) <= 0.0) {
            continue;
        }
        let mut rim = vec![];
        for polygon in &mut polygons {
            *polygon = below(polygon, height, &mut rim);
        }
        if D == 3 {
            polygons.push(cap(rim, axis, sign));
        }
    }
    let local = |p: &Vector<D>| p - origin;
    let mut sum = 0.0;
    for polygon in polygons.iter().filter(|polygon| polygon.len() > 2) {
        let first = local(&polygon[0]);
        for edge in polygon.windows(2) {
            let (a, b) = (local(&edge[0]), local(&edge[1]));
            sum += if D == 2 {
                let (a, b) = (a - first, b - first);
                0.5 * (a[0] * b[1] - a[1] * b[0])
            } else {
                let [a, b, c] = [first, a, b].map(|p| Vector3::new(p[0], p[1], p[D - 1]));
                a.dot(&b.cross(&c)) / 6.0
            };
        }
    }
    sum
}

/// The part of a polygon where a height is not positive; points of the cut are added to the rim.
fn below<const D: usize>(
    polygon: &[Vector<D>],
    height: impl Fn(&Vector<D>) -> f64,
    rim: &mut Vec<Vector<D>>,
) -> Vec<Vector<D>> {
    let mut kept = vec![];
    for (k, a) in polygon.iter().enumerate() {
        let b = &polygon[(k + 1) % polygon.len()];
        let (here, there) = (height(a), height(b));
        if here <= 0.0 {
            kept.push(*a);
        }
        if here == 0.0 {
            rim.push(*a);
        }
        if (here < 0.0 && there > 0.0) || (here > 0.0 && there < 0.0) {
            let cut = a + (b - a) * (here / (here - there));
            kept.push(cut);
            rim.push(cut);
        }
    }
    kept
}

/// The face that closes a convex surface where it was cut: its points by their angle, seen from
/// outside along an axis.
fn cap<const D: usize>(mut rim: Vec<Vector<D>>, axis: usize, sign: f64) -> Vec<Vector<D>> {
    if rim.len() < 3 {
        return vec![];
    }
    let middle = rim.iter().sum::<Vector<D>>() / rim.len() as f64;
    let (u, v) = ((axis + 1) % D, (axis + 2) % D);
    let angle = |p: &Vector<D>| (sign * (p[v] - middle[v])).atan2(p[u] - middle[u]);
    rim.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
    rim
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Vector2;

    fn mesh<const D: usize>(points: Vec<Vector<D>>, polygons: Vec<Vec<usize>>) -> Outline<D> {
        let mut outline = Outline::Mesh(Default::default());
        if let Outline::Mesh(surface) = &mut outline {
            (surface.points, surface.polygons) = (points, polygons);
        }
        outline
    }

    fn cube() -> Outline<3> {
        let at = |k: usize| {
            let side = |bit: usize| if k & bit > 0 { 0.5 } else { -0.5 };
            Vector3::new(side(1), side(2), side(4))
        };
        let faces =
            [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        let polygons = faces.iter().map(|face| face.to_vec()).collect();
        mesh((0..8).map(at).collect(), polygons)
    }

    /// A cube turned by 45° about an axis: an octagonal prism is within the cube's own place.
    #[test]
    fn parts_of_a_cube() {
        let region = Aabb { min: Vector3::repeat(-0.5), max: Vector3::repeat(0.5) };
        let octagon = 2.0 * (2.0_f64.sqrt() - 1.0);
        for axis in [Vector3::x_axis(), Vector3::y_axis(), Vector3::z_axis()] {
            let turn = nalgebra::Rotation3::from_axis_angle(&axis, PI / 4.0);
            let pose = Pose { position: Vector3::zeros(), rotation: turn.into_inner() };
            let [part, whole] = volumes(&cube(), &pose, &region);
            assert!((whole - 1.0).abs() < 1e-14 && (part - octagon).abs() < 1e-14, "{part}");
        }
        let away = Pose { position: Vector3::new(0.75, 0.5, -0.25), ..Pose::identity() };
        let [part, _] = volumes(&cube(), &away, &region);
        assert!((part - 0.25 * 0.5 * 0.75).abs() < 1e-14);
        let far = Pose { position: Vector3::repeat(3.0), ..Pose::identity() };
        assert_eq!(volumes(&cube(), &far, &region)[0], 0.0);
    }

    #[test]
    fn parts_of_a_triangle() {
        let points = vec![Vector2::new(0.0, 0.0), Vector2::new(2.0, 0.0), Vector2::new(0.0, 2.0)];
        let triangle = mesh(points, vec![vec![0, 1, 2]]);
        let region = Aabb { min: Vector2::new(-1.0, -1.0), max: Vector2::new(1.0, 1.0) };
        let found = volumes(&triangle, &Pose::identity(), &region);
        assert!((found[0] - 1.0).abs() < 1e-15 && (found[1] - 2.0).abs() < 1e-15);
    }
}
