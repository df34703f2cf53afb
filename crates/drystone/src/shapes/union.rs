//! Mass properties of several shapes that make one body, each point of it counted once.
//!
//! Parts that no plane separates form heaps; heaps add up. In a heap of polytopes
//!
//! ```text
//! |P₁ ∪ … ∪ Pₙ| = Σ_i ( |P_i| - |∪_{j>i} (P_i ∩ P_j)| )
//! ```
//!
//! for every moment, and the intersections are polytopes again: exact. A heap with round parts
//! is integrated numerically: along lines the union of the parts is a union of intervals, exact;
//! across the lines the adaptive rule of `quadrature` estimates its error.

use super::moments::Moments;
use super::quadrature::integrate;
use super::section::{breaks, interval};
use super::separate::separate;
use super::{Aabb, Convex, MassProperties, Shape};
use crate::space::{Matrix, Pose, Vector};

/// Most intersections a heap of polytopes is worth.
const MOST_CUTS: usize = 20_000;

/// Relative errors asked of the numerical integration, outer and inner, in the plane and space.
const TOLERANCES: [[f64; 2]; 2] = [[1e-11, 0.0], [1e-8, 1e-10]];

/// Mass properties of a union.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Union<const D: usize> {
    /// Volume, centroid and inertia at unit density.
    pub properties: MassProperties<D>,
    /// `None` when they are exact; else the estimated error of the moments, relative to those
    /// of the box around the overlapping parts.
    pub error: Option<f64>,
}

/// Mass properties of the union of shapes at poses; `None` if one of them has no
/// volume, or if there is none.
pub fn union<const D: usize>(parts: &[(Shape<D>, Pose<D>)]) -> Option<Union<D>> {
    if parts.is_empty() {
        return None;
    }
    let boxes: Vec<Aabb<D>> = parts.iter().map(|(shape, pose)| shape.bounds(pose)).collect();
    let around = Aabb::around(boxes.iter().flat_map(|b| [&b.min, &b.max]));
    let origin = around.centre();
    let mut own = Vec::new();
    let mut moved = Vec::new();
    for (shape, pose) in parts {
        let pose = Pose { position: pose.position - origin, ..*pose };
        own.push(Moments::of(&shape.mass_properties()?, &pose));
        moved.push((shape, pose));
    }
    let mut heap: Vec<usize> = (0..parts.len()).collect();
    for i in 0..parts.len() {
        for j in 0..i {
            if heap[i] != heap[j] && !separate(&moved[i], &moved[j]) {
                let (keep, gone) = (heap[i].min(heap[j]), heap[i].max(heap[j]));
                heap.iter_mut().filter(|h| **h == gone).for_each(|h| *h = keep);
            }
        }
    }
    let (mut total, mut error) = (Moments::zero(), None);
    for name in 0..parts.len() {
        let members: Vec<usize> = (0..parts.len()).filter(|&i| heap[i] == name).collect();
        match members[..] {
            [] => {}
            [one] => total.add(&own[one], 1.0),
            _ => match polytopes(&members.iter().map(|&i| &moved[i]).collect::<Vec<_>>()) {
                Some(found) => total.add(&found, 1.0),
                None => {
                    let heap: Vec<_> = members.iter().map(|&i| moved[i]).collect();
                    let (found, off) = lines(&heap);
                    total.add(&found, 1.0);
                    error = Some(f64::max(off, error.unwrap_or(0.0)));
                }
            },
        }
    }
    Some(Union { properties: total.properties(&origin), error })
}

/// The union of polytopes; `None` if one is none, or if they overlap too many at a time.
fn polytopes<const D: usize>(parts: &[&(&Shape<D>, Pose<D>)]) -> Option<Moments<D>> {
    let mut moved = Vec::new();
    for (shape, pose) in parts {
        let Shape::Convex(convex) = shape else { return None };
        moved.push(convex.moved(pose)?);
    }
    let mut cuts = 0;
    once(&moved, &mut cuts)
}

fn once<const D: usize>(parts: &[Convex<D>], cuts: &mut usize) -> Option<Moments<D>> {
    let mut total = Moments::zero();
    for (i, part) in parts.iter().enumerate() {
        *cuts += parts.len() - i - 1;
        if *cuts > MOST_CUTS {
            return None;
        }
        let later = parts[i + 1..].iter().filter_map(|other| part.intersection(other));
        let again = once(&later.collect::<Vec<_>>(), cuts)?;
        total.add(&part.moments(&Vector::zeros()), 1.0);
        total.add(&again, -1.0);
    }
    Some(total)
}

/// The union of anything, by exact intervals along the first axis and quadrature across.
fn lines<const D: usize>(parts: &[(&Shape<D>, Pose<D>)]) -> (Moments<D>, f64) {
    let boxes: Vec<Aabb<D>> = parts.iter().map(|(shape, pose)| shape.bounds(pose)).collect();
    let around = Aabb::around(boxes.iter().flat_map(|b| [&b.min, &b.max]));
    let sides = around.max - around.min;
    let volume: f64 = sides.iter().product();
    let far = around.min.amax().max(around.max.amax());
    let measure = |m: &Moments<D>| {
        let parts = [m.volume, m.first.norm() / far, m.second.norm() / (far * far)];
        parts.iter().fold(0.0, |a: f64, b| a.max(b.abs())) / volume
    };
    let sorted = |axis: usize, level: Option<f64>| {
        let mut out = Vec::new();
        parts.iter().for_each(|(shape, pose)| breaks(shape, pose, axis, level, &mut out));
        out.sort_by(f64::total_cmp);
        out
    };
    let mut intervals = Vec::new();
    let mut line = |across: &Vector<D>| {
        intervals.clear();
        for (shape, pose) in parts {
            let mut along = Vector::zeros();
            along[0] = 1.0;
            let (start, along) = (pose.local_point(across), pose.local_direction(&along));
            intervals.extend(interval(shape, &start, &along));
        }
        on_line(across, &mut intervals)
    };
    let [outer, inner] = TOLERANCES[D - 2];
    if D == 2 {
        return integrate(&sorted(1, None), outer, &measure, |y| {
            line(&Vector::from_fn(|i, _| if i == 1 { y } else { 0.0 }))
        });
    }
    integrate(&sorted(2, None), outer, &measure, |z| {
        let row = |y: f64| Vector::from_fn(|i, _| [0.0, y, z][i]);
        integrate(&sorted(1, Some(z)), inner / sides[2], &measure, |y| line(&row(y))).0
    })
}

/// Moments of the union of intervals along the first axis, per unit of cross section.
fn on_line<const D: usize>(across: &Vector<D>, intervals: &mut [[f64; 2]]) -> Moments<D> {
    intervals.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let mut out = Moments::zero();
    let mut reached = f64::NEG_INFINITY;
    for [low, high] in intervals.iter() {
        let low = low.max(reached);
        if *high <= low {
            continue;
        }
        reached = *high;
        let length = high - low;
        let mut middle = *across;
        middle[0] = 0.5 * (low + high);
        let mut second: Matrix<D> = middle * middle.transpose() * length;
        second[(0, 0)] += length * length * length / 12.0;
        out.add(&Moments { volume: length, first: middle * length, second }, 1.0);
    }
    out
}
