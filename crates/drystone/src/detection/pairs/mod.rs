//! How two shapes meet: one file a pair.
//!
//! Every pair reports signed gaps up to the alert distance, with neither margins nor rounded
//! corners: the points lie on the shapes, the gap of the closest points of separated shapes is
//! their distance, the gap of overlapping ones the least translation that parts them.

mod axes;
mod ball_ball;
mod ball_convex;
mod ball_half_space;
mod clip;
mod closest;
mod convex_convex;
mod convex_half_space;
mod feature;
mod placed;

pub use convex_convex::Workspace;

use crate::contact::Touch;
use crate::shapes::Shape;
use crate::space::Pose;

/// Appends the touches of two shapes that come within `alert` of each other.
pub fn collide<const D: usize>(
    candidate: &Shape<D>,
    candidate_pose: &Pose<D>,
    antagonist: &Shape<D>,
    antagonist_pose: &Pose<D>,
    alert: f64,
    out: &mut Vec<Touch<D>>,
) {
    let mut work = Workspace::default();
    collide_in(&mut work, candidate, candidate_pose, antagonist, antagonist_pose, alert, out);
}

/// [`collide`] with buffers kept from call to call.
///
/// ```text
///  candidate     antagonist  Ball        HalfSpace    Convex
///  Ball                      ball_ball   ball_half    ball_convex
///  HalfSpace                 (swapped)   nothing      (swapped)
///  Convex                    (swapped)   convex_half  convex_convex
/// ```
#[rustfmt::skip] // the table reads as a grid
pub fn collide_in<const D: usize>(
    work: &mut Workspace<D>,
    candidate: &Shape<D>,
    candidate_pose: &Pose<D>,
    antagonist: &Shape<D>,
    antagonist_pose: &Pose<D>,
    alert: f64,
    out: &mut Vec<Touch<D>>,
) {
    use Shape::{Ball, Convex, HalfSpace};
    let (p, q) = (candidate_pose, antagonist_pose);
    match (candidate, antagonist) {
        (Ball(a),      Ball(b))      => ball_ball::collide(a, p, b, q, alert, out),
        (Ball(a),      HalfSpace(b)) => ball_half_space::collide(a, p, b, q, alert, out),
        (Ball(a),      Convex(b))    => ball_convex::collide(a, p, b, q, alert, out),
        (HalfSpace(_), HalfSpace(_)) => {}
        (Convex(a),    HalfSpace(b)) => convex_half_space::collide(a, p, b, q, alert, out),
        (Convex(a),    Convex(b))    => convex_convex::collide(work, a, p, b, q, alert, out),
        (HalfSpace(_), Ball(_)) | (HalfSpace(_), Convex(_)) | (Convex(_), Ball(_)) => {
            let first = out.len();
            collide_in(work, antagonist, q, candidate, p, alert, out);
            for touch in &mut out[first..] {
                *touch = touch.swapped();
                touch.feature = feature::swapped(touch.feature);
            }
        }
    }
}
