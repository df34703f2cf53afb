//! Polygon on polygon, polyhedron on polyhedron.
//!
//! 0. Shapes farther apart than the alert distance are recognised first (`near`), unless they
//!    touched before.
//! 1. Separating axes: the face normals of both shapes.
//! 2. The axis of greatest separation is the contact normal, and the part of the other shape
//!    over that face the contact (`clip`). An axis whose overlap has no extent is passed over:
//!    two bricks that meet at a rim, or a block that arrives at the next of two flush slabs,
//!    must not catch on a side face.
//! 3. When the clipped corners do not realise the separation the contact is an edge on an
//!    edge (`axes`) or the closest points of corners and edges (`closest`).
//!
//! Separated shapes thus report their distance, overlapping ones the least translation that
//! parts them, both to a relative 1e-8 of the smaller width.
//!
//! Rounded shapes are their cores, seen from farther and brought closer by the radii along the
//! normal: each touch is that of two balls about points of the cores. Cores that overlap are
//! parted along their axis of least overlap.

use super::axes::{Axis, EdgeAxis, NearEdge, edge_axis, face_axes};
use super::clip::{Clip, Part};
use super::closest::{Closest, closest, within_reach};
use super::emit::{Emit, edge_points};
use super::near::within;
use super::needles::needles;
use super::placed::Placed;
use super::terrain;
use crate::contact::Touch;
use crate::shapes::Convex;
use crate::space::{Pose, Vector};

/// Buffers kept from pair to pair.
#[derive(Clone, Debug)]
pub struct Workspace<const D: usize> {
    /// Whether the next pair touched before: how it is examined, not what is found.
    pub touched: bool,
    a: Placed<D>,
    b: Placed<D>,
    axes: Vec<Axis>,
    clip: Clip<D>,
    keep: Keep<D>,
    pub(super) terrain: terrain::Buffers<D>,
}

/// Corners or edges near the other shape.
#[derive(Clone, Debug, Default)]
struct Keep<const D: usize> {
    of: [Vec<usize>; 2],
    edges: Vec<NearEdge<D>>,
}

impl<const D: usize> Default for Workspace<D> {
    fn default() -> Self {
        Self {
            touched: false,
            a: Placed::default(),
            b: Placed::default(),
            axes: Vec::new(),
            clip: Clip::default(),
            keep: Keep::default(),
            terrain: terrain::Buffers::default(),
        }
    }
}

/// Lengths below which two things are the same, scaled by the smaller of the two shapes.
struct Tolerances {
    /// On a clipping plane.
    on: f64,
    /// One contact point, not two.
    close: f64,
    /// Equal gaps.
    gap: f64,
    /// An overlap without extent; faces that are flush.
    flush: f64,
    /// One normal, not two: as one less their cosine.
    turn: f64,
    /// Whether flush shapes slide past each other: not when they are rounded.
    sharp: bool,
}

pub(super) fn collide<const D: usize>(
    work: &mut Workspace<D>,
    (shape_a, radius_a): (&Convex<D>, f64),
    pose_a: &Pose<D>,
    (shape_b, radius_b): (&Convex<D>, f64),
    pose_b: &Pose<D>,
    alert: f64,
    out: &mut Vec<Touch<D>>,
) {
    let (radii, alert) = ([radius_a, radius_b], alert + radius_a + radius_b);
    let between = pose_b.position - pose_a.position;
    let bound = shape_a.radius() + shape_b.radius() + alert;
    if between.norm_squared() > bound * bound {
        return;
    }
    let size = shape_a.breadth().min(shape_b.breadth());
    let rounding = 1e-14 * (shape_a.radius() + shape_b.radius());
    let tolerances = Tolerances {
        on: 1e-9 * size + rounding,
        close: 1e-5 * size + rounding,
        gap: 1e-8 * size + rounding,
        flush: 1e-6 * size + rounding,
        // A normal off by this takes the surface of a ball off by no more than a gap.
        turn: f64::min(1e-4, 1e-8 * size / radius_a.max(radius_b)),
        sharp: radii == [0.0; 2],
    };
    let Workspace { touched, a, b, axes, clip, keep, .. } = work;
    let relative = Pose {
        position: pose_a.local_direction(&between),
        rotation: pose_a.rotation.tr_mul(&pose_b.rotation),
    };
    a.at_home(shape_a);
    b.at(shape_b, &relative);
    if shape_a.faces().is_empty() && shape_b.faces().is_empty() {
        needles([a, b], alert, &mut Emit { pose: pose_a, radii, out });
        return;
    }
    // In the plane, and where shapes touched before, axes and faces tell sooner.
    let ask = |a: &Placed<D>, b: &Placed<D>| {
        if D == 2 { None } else { within(a, b, &relative.position, alert) }
    };
    let mut near = if *touched { None } else { ask(a, b) };
    if near == Some(false) {
        return;
    }
    a.planes_at_home(shape_a);
    b.planes_at(shape_b, &relative);
    axes.clear();
    let (mut greatest, slack) = (f64::NEG_INFINITY, 2.0 * tolerances.flush);
    if !face_axes(a, b, true, alert, slack, axes, &mut greatest)
        || !face_axes(b, a, false, alert, slack, axes, &mut greatest)
    {
        return;
    }
    let parts = [Part { placed: &*a, shape: shape_a }, Part { placed: &*b, shape: shape_b }];
    let (axis, real) = choose_face(parts, axes, clip, greatest - slack, alert, &tolerances);
    if near.is_none() {
        // A corner that near over a face is a proof as well.
        near = if clip.lowest.abs() <= alert { Some(true) } else { ask(a, b) };
    }
    if near == Some(false) {
        return;
    }
    let mut emit = Emit { pose: pose_a, radii, out };
    match decide(parts, axis, [real, near.is_some()], greatest, clip, keep, alert, &tolerances) {
        Outcome::Nothing => {}
        Outcome::Face => emit.face(parts, axis, clip),
        Outcome::Edges(edges) => emit.edges(parts, &edges),
        Outcome::Points(first, second) => {
            emit.points(&first);
            if let Some(second) = second {
                emit.points(&second);
            }
        }
    }
}

/// The face axis of greatest separation whose overlap has an extent, and whether there is one.
/// Equal separations go to the candidate, then to the earlier face. Leaves the face contact
/// in `clip`.
fn choose_face<const D: usize>(
    [a, b]: [Part<'_, D>; 2],
    axes: &mut Vec<Axis>,
    clip: &mut Clip<D>,
    least: f64,
    alert: f64,
    tolerances: &Tolerances,
) -> (Axis, bool) {
    axes.retain(|axis| axis.separation >= least);
    let mut first = None;
    loop {
        let top = axes.iter().map(|x| x.separation).fold(f64::NEG_INFINITY, f64::max);
        let pick = axes.iter().position(|x| x.separation >= top - tolerances.gap);
        let Some(pick) = pick else {
            let none = Axis { separation: f64::NEG_INFINITY, of_candidate: true, face: 0 };
            return (first.unwrap_or(none), false);
        };
        let axis = axes.remove(pick);
        let (reference, incident) = if axis.of_candidate { (a, b) } else { (b, a) };
        clip.run(reference, axis.face, incident, alert, [tolerances.on, tolerances.close]);
        if clip.width > tolerances.flush {
            return (axis, true);
        }
        first.get_or_insert(axis);
    }
}

enum Outcome<const D: usize> {
    Nothing,
    Face,
    Edges(EdgeAxis<D>),
    Points(Closest<D>, Option<Closest<D>>),
}

#[allow(clippy::too_many_arguments)] // the state of one decision, taken apart for the borrows
fn decide<const D: usize>(
    parts: [Part<'_, D>; 2],
    axis: Axis,
    [real, near]: [bool; 2],
    greatest: f64,
    clip: &Clip<D>,
    keep: &mut Keep<D>,
    alert: f64,
    tolerances: &Tolerances,
) -> Outcome<D> {
    let tolerance = tolerances.gap;
    let face = axis.separation;
    let [a, b] = parts;
    let (normal, top) = if axis.of_candidate {
        (a.placed.normals[axis.face], a.placed.offsets[axis.face])
    } else {
        (-b.placed.normals[axis.face], -b.placed.offsets[axis.face] - face)
    };
    let realises = |gap: f64| real && (clip.lowest - gap).abs() <= 2.0 * tolerance;
    // All the corners of a face say more than one closest point, where both say the same.
    let alike = |direction: &Vector<D>| direction.dot(&normal) >= 1.0 - tolerances.turn;
    let otherwise = if real { Outcome::Face } else { Outcome::Nothing };
    if realises(face) && face >= -tolerance {
        return Outcome::Face;
    }
    if D == 2 && face < -tolerance {
        return otherwise;
    }
    let reach = alert.max(-face) + tolerances.flush;
    let Keep { of: [keep_a, keep_b], edges: near_edges } = keep;
    let mut best = face;
    if D == 3 && face <= tolerances.flush {
        // Edges that say how shapes overlap, or separate them by less than the alert distance,
        // are near each other. Those that separate them by more need not be.
        let overlap = realises(face) && is_inside(parts, axis, clip);
        let far = if near || overlap { reach } else { f64::INFINITY };
        within_reach(parts, &normal, top, face, far, [keep_a, keep_b]);
        let placed = [a.placed, b.placed];
        if let Some(edges) = edge_axis(placed, [a.shape, b.shape], [keep_a, keep_b], near_edges)
            && edges.separation > greatest + tolerance
        {
            best = edges.separation;
            if best > alert {
                return Outcome::Nothing;
            }
            if realises(best) && alike(&edges.normal) {
                return Outcome::Face;
            }
            if (real || best > greatest + tolerances.flush)
                && (best <= 0.0 || crosses(parts, &edges, tolerance))
            {
                return Outcome::Edges(edges);
            }
        }
        if best < -tolerance {
            return otherwise;
        }
    }
    within_reach(parts, &normal, top, face, reach, [keep_a, keep_b]);
    let (first, second) = closest(parts, [keep_a, keep_b], tolerances.flush, tolerances.on);
    let Some(first) = first else { return otherwise };
    if first.distance > alert {
        return Outcome::Nothing;
    }
    let [on_a, on_b] = first.points;
    if realises(first.distance) && alike(&((on_b - on_a) / first.distance)) {
        return Outcome::Face;
    }
    // Without any overlap along the normal the shapes slide past each other when flush.
    let between = on_b - on_a;
    let aside = (between - normal * normal.dot(&between)).norm();
    let flush = tolerances.sharp && !real && face >= -tolerances.flush && aside <= tolerances.flush;
    if flush || first.distance <= tolerances.on {
        return otherwise;
    }
    Outcome::Points(first, second)
}

/// Whether the lowest clipped corner is inside the reference shape: the shapes overlap.
fn is_inside<const D: usize>([a, b]: [Part<'_, D>; 2], axis: Axis, clip: &Clip<D>) -> bool {
    let placed = if axis.of_candidate { a.placed } else { b.placed };
    clip.corners.iter().any(|c| {
        c.height == clip.lowest
            && placed.normals.iter().zip(&placed.offsets).all(|(n, d)| n.dot(&c.point) <= *d)
    })
}

/// Whether the closest points of the two edges realise their axis.
fn crosses<const D: usize>(parts: [Part<'_, D>; 2], axis: &EdgeAxis<D>, tolerance: f64) -> bool {
    let [on_a, on_b] = edge_points(parts, axis);
    (on_b - on_a).norm() <= axis.separation + tolerance
}
