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
mod cylinder;
mod emit;
mod feature;
mod in_drum;
mod near;
mod needles;
mod placed;
mod skin;
mod terrain;

pub use convex_convex::Workspace;
pub use skin::meet_itself;

use crate::contact::Touch;
use crate::shapes::{Convex, Rounded, Shape};
use crate::space::{Pose, Vector};
use feature::Feature;

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
///  candidate  antagonist  Ball       HalfSpace    Convex         Rounded        Drum      Cylinder   Terrain
///  Ball                   ball_ball  ball_half    ball_convex    ball_convex    in_drum   cylinder   ball
///  HalfSpace              (swapped)  nothing      (swapped)      (swapped)      nothing   (swapped)  nothing
///  Convex                 (swapped)  convex_half  convex_convex  convex_convex  in_drum   (swapped)  convex
///  Rounded                (swapped)  convex_half  convex_convex  convex_convex  in_drum   (swapped)  convex
///  Drum                   (swapped)  nothing      (swapped)      (swapped)      nothing   (swapped)  nothing
///  Cylinder               (swapped)  cylinder     cylinder       cylinder       cylinder  cylinder   cylinder
///  Terrain                (swapped)  nothing      (swapped)      (swapped)      nothing   (swapped)  nothing
/// ```
///
/// A rounded shape is its core and a radius, a sharp one has the radius 0. The skin of a deformable body
/// meets everything (`skin`).
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
    use Shape::{Ball, Convex, Cylinder, Drum, HalfSpace, Rounded, Skin, Terrain};
    let (p, q) = (candidate_pose, antagonist_pose);
    let sharp = |convex| (convex, 0.0);
    match (candidate, antagonist) {
        (Ball(a),      Ball(b))      => ball_ball::collide(a, p, b, q, alert, out),
        (Ball(a),      HalfSpace(b)) => ball_half_space::collide(a, p, b, q, alert, out),
        (Ball(a),      Convex(b))    => ball_convex::collide(a, p, sharp(b), q, alert, out),
        (Ball(a),      Rounded(b))   => ball_convex::collide(a, p, parts(b), q, alert, out),
        (Ball(a),      Drum(b))      => in_drum::collide(centre(p), a.radius(), b, q, alert, out),
        (Ball(a),      Terrain(b))   => terrain::ball(&mut work.terrain, a, p, (b, q), alert, out),
        (Skin(a),      b)            => skin::collide(work, (a, p), (b, q), alert, out),
        (HalfSpace(_) | Drum(_) | Terrain(_), HalfSpace(_) | Drum(_) | Terrain(_)) => {}
        (Convex(a),    HalfSpace(b)) => convex_half_space::collide(sharp(a), p, b, q, alert, out),
        (Rounded(a),   HalfSpace(b)) => convex_half_space::collide(parts(a), p, b, q, alert, out),
        (Convex(a),    Convex(b))    => convex_convex::collide(work, sharp(a), p, sharp(b), q, alert, out),
        (Convex(a),    Rounded(b))   => convex_convex::collide(work, sharp(a), p, parts(b), q, alert, out),
        (Rounded(a),   Convex(b))    => convex_convex::collide(work, parts(a), p, sharp(b), q, alert, out),
        (Rounded(a),   Rounded(b))   => convex_convex::collide(work, parts(a), p, parts(b), q, alert, out),
        (Convex(a),    Drum(b))      => in_drum::collide(corners(a, p), 0.0, b, q, alert, out),
        (Rounded(a),   Drum(b))      => in_drum::collide(corners(a.core(), p), a.radius(), b, q, alert, out),
        (Convex(a),    Terrain(b))   => terrain::convex(&mut work.terrain, sharp(a), p, (b, q), alert, out),
        (Rounded(a),   Terrain(b))   => terrain::convex(&mut work.terrain, parts(a), p, (b, q), alert, out),
        (Ball(a),      Cylinder(b))  => cylinder::ball(a, p, b, q, alert, out),
        (Cylinder(a),  HalfSpace(b)) => cylinder::half_space(&mut work.found, a, p, b, q, alert, out),
        (Cylinder(a),  Drum(b))      => cylinder::in_drum(&mut work.found, a, p, b, q, alert, out),
        (Cylinder(a),  Convex(b))    => cylinder::core(&mut work.found, &mut work.b, a, p, sharp(b), q, alert, out),
        (Cylinder(a),  Rounded(b))   => cylinder::core(&mut work.found, &mut work.b, a, p, parts(b), q, alert, out),
        (Cylinder(a),  Cylinder(b))  => cylinder::cylinder(&mut work.found, a, p, b, q, alert, out),
        (Cylinder(a),  Terrain(b))   => terrain::cylinder(&mut work.terrain, &mut work.found, a, p, (b, q), alert, out),
        (HalfSpace(_) | Drum(_) | Terrain(_), _) | (_, Ball(_) | Skin(_)) | (Convex(_) | Rounded(_), Cylinder(_)) => {
            let first = out.len();
            collide_in(work, antagonist, q, candidate, p, alert, out);
            for touch in &mut out[first..] {
                *touch = touch.swapped();
                touch.feature = feature::swapped(touch.feature);
            }
        }
    }
}

/// A ball's centre.
fn centre<const D: usize>(pose: &Pose<D>) -> impl Iterator<Item = (Feature, Vector<D>)> {
    std::iter::once((Feature::Face, pose.position))
}

/// Corners in the global frame.
fn corners<const D: usize>(
    convex: &Convex<D>,
    pose: &Pose<D>,
) -> impl Iterator<Item = (Feature, Vector<D>)> {
    let vertices = convex.vertices().iter().enumerate();
    vertices.map(|(i, v)| (Feature::Vertex(i), pose.point(v)))
}

/// Core and radius.
fn parts<const D: usize>(rounded: &Rounded<D>) -> (&Convex<D>, f64) {
    (rounded.core(), rounded.radius())
}
