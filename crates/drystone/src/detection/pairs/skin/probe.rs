//! What looks for a skin: points of another, corners of rigid shapes.

use super::super::{Feature, feature};
use crate::contact::Touch;
use crate::fem::mesh::Spot;
use crate::shapes::{Foot, Point, Share, Skin};
use crate::space::{Pose, Vector};

/// Cosine from which on a surface looks where a point's own does: the two do not face each other,
/// and a corner that has come in beside another goes back the way it came.
const ALONG: f64 = 0.3;

/// The least share of its matter that a point may be deep, however a surface looks.
const OBLIQUE: f64 = 0.25;

/// A point that looks for a skin.
pub(super) struct Probe<'a, const D: usize> {
    /// Its number on its shape.
    pub k: usize,
    pub point: Vector<D>,
    /// A place in the matter that it is the surface of; itself where there is none.
    pub matter: Vector<D>,
    /// Away from the matter, of unit length; zero where it is round or thin.
    pub outward: Vector<D>,
    /// How much matter is between the point and its middle; infinite where nothing is known of it
    /// (m).
    pub behind: f64,
    pub radius: f64,
    /// The facets it is on, in the frame of a pose.
    pub shares: &'a [Share<D>],
    pub turned: &'a Pose<D>,
}

/// The part of a surface that a point stands for.
pub(super) struct Part {
    /// The point on its facet.
    pub spot: Spot,
    /// The area, of the whole turn where the body is one of revolution.
    pub area: f64,
    /// The same in the scene (m²; in the plane m).
    pub size: f64,
    /// The size that a point there has at rest, in the mean.
    pub spacing: f64,
    /// How much the facet looks against the normal, 1 at most.
    pub against: f64,
}

impl<'a, const D: usize> Probe<'a, D> {
    /// A point of a skin, with matter at a depth behind it.
    pub fn of(
        (skin, p): (&'a Skin<D>, &'a Pose<D>),
        (k, own): (usize, &Point<D>),
        point: Vector<D>,
        depth: f64,
    ) -> Self {
        let outward =
            p.direction(&skin.outward(own)).try_normalize(0.0).unwrap_or_else(Vector::zeros);
        // Beyond the middle of its own body matter is no more behind the point than before it.
        let matter = point - outward * depth.min(own.behind);
        let (behind, shares) = (own.behind, skin.shares(own));
        Self { k, point, matter, outward, behind, radius: 0.0, shares, turned: p }
    }

    /// Whether a surface with this normal does not look where its own does.
    pub fn faces(&self, normal: &Vector<D>) -> bool {
        normal.dot(&self.outward) <= ALONG
    }

    /// Whether it may be as deep behind a surface with this normal. What went through a surface has
    /// its matter on the other side still: a face that is farther behind is the far side of the
    /// other body, seen through the matter of both. Along a surface that it hardly looks at it may
    /// be a share of that.
    pub fn may_be(&self, gap: f64, normal: &Vector<D>) -> bool {
        let along = -normal.dot(&self.outward);
        gap >= 0.0
            || self.outward == Vector::<D>::zeros()
            || -gap <= self.radius + self.behind * along.max(OBLIQUE)
    }

    /// The part of its surface that a normal meets: the facet that looks most against it, and all
    /// that are much as that one.
    pub fn part(&self, normal: &Vector<D>) -> Part {
        let normal = self.turned.local_direction(normal);
        let against = |share: &Share<D>| -share.normal.dot(&normal);
        let Some(most) = self.shares.iter().max_by(|a, b| against(a).total_cmp(&against(b))) else {
            return Part { spot: Spot::NONE, area: 0.0, size: 0.0, spacing: 0.0, against: 0.0 };
        };
        let alike = |share: &&Share<D>| share.normal.dot(&most.normal) > 0.5;
        let (mut area, mut size) = (0.0, 0.0);
        for share in self.shares.iter().filter(alike) {
            (area, size) = (area + share.area * share.turn, size + share.area);
        }
        Part { spot: most.spot, area, size, spacing: most.spacing, against: against(most).abs() }
    }

    /// Where it meets a place of a skin at a pose.
    pub fn touch(&self, foot: &Foot<D>, q: &Pose<D>, under: Feature) -> Touch<D> {
        let normal = q.direction(&foot.normal);
        let Part { spot, area, .. } = self.part(&normal);
        Touch {
            on_candidate: self.point - normal * self.radius,
            on_antagonist: q.point(&foot.place),
            normal,
            gap: foot.gap - self.radius,
            feature: feature::code(Feature::Vertex(self.k), under),
            spots: [spot, foot.spot],
            area,
        }
    }
}

/// A point, which may have a radius, over the pieces of a skin.
pub(super) fn meet<const D: usize>(
    probe: &Probe<D>,
    (skin, q): (&Skin<D>, &Pose<D>),
    alert: f64,
    out: &mut Vec<Touch<D>>,
) {
    let reach = alert + probe.radius;
    let point = q.local_point(&probe.point);
    // Two membranes meet on their outer sides: nothing else tells where one of them came from.
    if skin.is_thin() && (probe.radius > 0.0 || probe.matter != probe.point) {
        let mut feet = vec![];
        skin.feet(&point, &q.local_point(&probe.matter), reach, &mut feet);
        let under = |foot: &Foot<D>| Feature::Facet(foot.spot.facet as usize);
        out.extend(feet.iter().map(|foot| probe.touch(foot, q, under(foot))));
        return;
    }
    let counts = |normal: &Vector<D>, gap: f64| {
        let normal = q.direction(normal);
        probe.faces(&normal) && probe.may_be(gap, &normal)
    };
    if probe.radius > 0.0 {
        let mut feet = vec![];
        skin.feet_of_ball(&point, reach, counts, &mut feet);
        for (k, foot) in feet.iter().enumerate() {
            // The nearest is the same contact wherever a ball rolls.
            let others = Feature::Facet(foot.spot.facet as usize);
            out.push(probe.touch(foot, q, if k == 0 { Feature::Face } else { others }));
        }
    } else if let Some(foot) = skin.foot(&point, reach, counts) {
        out.push(probe.touch(&foot, q, Feature::Face));
    }
}
