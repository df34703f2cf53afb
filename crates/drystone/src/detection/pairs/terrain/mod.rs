//! Anything on a terrain.
//!
//! Every pair of features that can be a pair of closest points is looked at, each in the
//! directions in which it is one (its cone): corners of the body over facets, edges and vertices
//! of the surface (`points`), vertices of the surface under faces and edges of the body
//! (`peaks`), edges on edges (`ridges`); for a cylinder see `cylinder`. Edges and vertices inside
//! a flat piece of the surface have no cone, so that nothing catches on them: on a plane cut into
//! facets the touches are those on a half-space.
//!
//! Separated shapes thus report their distance. A corner that is behind the surface is led out
//! the nearest way, whatever its depth up to the size of the body.

mod cylinder;
mod peaks;
mod pierced;
mod points;
mod ridges;
mod ways_out;

pub(super) use cylinder::collide as cylinder;

use super::feature::{Feature, code};
use super::placed::Placed;
use crate::contact::Touch;
use crate::fem::mesh::Spot;
use crate::shapes::{Aabb, Ball, Convex, Terrain};
use crate::space::{Pose, Vector};

/// Slope by which the direction of a touch may leave the cones: the corners of a face contact
/// must stay when the body turns a little.
const TILT: f64 = 1e-3;

/// What of the surface is near the body.
#[derive(Clone, Debug)]
pub(super) struct Buffers<const D: usize> {
    facets: Vec<usize>,
    /// Edges of two directions or more.
    ridges: Vec<usize>,
    /// Vertices of a whole cone of directions.
    peaks: Vec<usize>,
    /// The body in the terrain's frame.
    body: Placed<D>,
}

impl<const D: usize> Default for Buffers<D> {
    fn default() -> Self {
        Self { facets: vec![], ridges: vec![], peaks: vec![], body: Placed::default() }
    }
}

/// A terrain, and what is near it of a body of a certain size.
struct Meeting<'a, const D: usize> {
    terrain: &'a Terrain<D>,
    pose: &'a Pose<D>,
    /// By which the body is rounded.
    rounding: f64,
    /// Largest distance of points of the core that touch.
    reach: f64,
    /// Distance within which a sunk corner is still looked for.
    deep: f64,
    /// A gap, or a way beyond a crease, that counts as none.
    slack: f64,
    /// Two touches within this distance are one.
    close: f64,
    /// Rounding of coordinates.
    tiny: f64,
    out: &'a mut Vec<Touch<D>>,
    first: usize,
}

/// A ball on a terrain.
pub(super) fn ball<const D: usize>(
    work: &mut Buffers<D>,
    ball: &Ball,
    ball_pose: &Pose<D>,
    (terrain, pose): (&Terrain<D>, &Pose<D>),
    alert: f64,
    out: &mut Vec<Touch<D>>,
) {
    let centre = pose.local_point(&ball_pose.position);
    let reach = ball.radius() + alert;
    let box_ = Aabb { min: centre, max: centre }.grown(reach);
    if !work.gather(terrain, &box_) {
        return;
    }
    work.body.vertices.clear();
    work.body.vertices.push(centre);
    let mut meeting =
        Meeting::new((terrain, pose), [ball.radius(), ball.radius(), 0.0], alert, out);
    meeting.point(work, 0, Feature::Face);
}

/// A polygon or polyhedron, sharp or rounded, on a terrain.
pub(super) fn convex<const D: usize>(
    work: &mut Buffers<D>,
    (convex, rounding): (&Convex<D>, f64),
    convex_pose: &Pose<D>,
    (terrain, pose): (&Terrain<D>, &Pose<D>),
    alert: f64,
    out: &mut Vec<Touch<D>>,
) {
    let relative = Pose {
        position: pose.local_point(&convex_pose.position),
        rotation: pose.rotation.tr_mul(&convex_pose.rotation),
    };
    work.body.at(convex, &relative);
    let box_ = Aabb::around(&work.body.vertices).grown(rounding + alert);
    if !work.gather(terrain, &box_) {
        return;
    }
    work.body.planes_at(convex, &relative);
    let sizes = [rounding, convex.breadth(), convex.radius()];
    let mut meeting = Meeting::new((terrain, pose), sizes, alert, out);
    for v in 0..work.body.vertices.len() {
        meeting.point(work, v, Feature::Vertex(v));
    }
    meeting.peaks(work, convex);
    if D == 3 {
        meeting.ridges(work, convex);
        meeting.pierced(work, convex);
    }
    meeting.keep_shorter(|up| work.body.lowest(up));
}

impl<const D: usize> Buffers<D> {
    /// Fills the lists with what overlaps a box; whether there is anything.
    fn gather(&mut self, terrain: &Terrain<D>, bounds: &Aabb<D>) -> bool {
        self.facets.clear();
        self.ridges.clear();
        self.peaks.clear();
        terrain.near(bounds, &mut self.facets);
        for &f in &self.facets {
            let facet = &terrain.facets()[f];
            // What is in the box has all its facets in the list; the first one takes it.
            for k in 0..D {
                let crest = if D == 3 { facet.rims[k].feature } else { usize::MAX };
                if let Some(edge) = terrain.crests().get(crest)
                    && edge.sharp
                    && edge.facets[0] == f
                    && Aabb::around(edge.vertices.map(|v| &terrain.vertices()[v])).overlaps(bounds)
                {
                    self.ridges.push(crest);
                }
                let vertex = facet.vertices[k];
                let at = terrain.vertices()[vertex];
                if terrain.is_peak(vertex)
                    && terrain.owner(vertex) == Some(f)
                    && bounds.overlaps(&Aabb { min: at, max: at })
                {
                    self.peaks.push(vertex);
                }
            }
        }
        !self.facets.is_empty()
    }
}

impl<'a, const D: usize> Meeting<'a, D> {
    fn new(
        (terrain, pose): (&'a Terrain<D>, &'a Pose<D>),
        [rounding, size, radius]: [f64; 3],
        alert: f64,
        out: &'a mut Vec<Touch<D>>,
    ) -> Self {
        let tiny = 1e-10 * size + 16.0 * f64::EPSILON * terrain.radius();
        let (first, reach) = (out.len(), alert + rounding);
        Self {
            terrain,
            pose,
            rounding,
            reach,
            deep: reach + radius,
            slack: 1e-5 * size + tiny,
            close: 1e-5 * size + tiny,
            tiny,
            out,
            first,
        }
    }

    /// Whether a point is behind the surface.
    fn is_behind(&self, x: &Vector<D>) -> bool {
        let nearest = self.terrain.nearest(x, self.deep);
        nearest.is_some_and(|nearest| self.terrain.is_solid(x, &nearest))
    }

    /// A touch of a point of the core with one of the surface, both in the terrain's frame,
    /// unless it is there already; of two of the
    /// same features the lower one stays.
    fn push(
        &mut self,
        [core, ground]: [&Vector<D>; 2],
        normal: &Vector<D>,
        [body, surface]: [Feature; 2],
    ) {
        let normal = self.pose.direction(normal);
        let [core, ground] = [core, ground].map(|x| self.pose.point(x));
        let touch = Touch {
            on_candidate: core - normal * self.rounding,
            on_antagonist: ground,
            normal,
            gap: normal.dot(&(core - ground)) - self.rounding,
            feature: code(body, surface),
            spots: [Spot::NONE; 2],
            area: 0.0,
        };
        let close = self.close * self.close;
        let same = |t: &Touch<D>| {
            (t.on_candidate - touch.on_candidate).norm_squared() <= close
                && (t.on_antagonist - touch.on_antagonist).norm_squared() <= close
                && (t.normal - touch.normal).norm_squared() <= TILT * TILT
        };
        let found = &mut self.out[self.first..];
        if let Some(known) = found.iter_mut().find(|t| t.feature == touch.feature) {
            if touch.gap < known.gap {
                *known = touch;
            }
        } else if !found.iter().any(same) {
            self.out.push(touch);
        }
    }
}

/// Whether a body is above the plane through `foot` square to a unit direction, up to `below`.
fn above<const D: usize>(
    body: &Placed<D>,
    foot: &Vector<D>,
    direction: &Vector<D>,
    below: f64,
) -> bool {
    body.vertices.iter().all(|v| direction.dot(&(v - foot)) >= -below)
}
