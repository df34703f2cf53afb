//! Where two patches lie opposite each other along a direction.

use super::patch::Patch;
use super::rod::Rod;
use crate::detection::pairs::feature::Feature;
use crate::space::{Vector, moment};

/// Squared sine below which two lines are nearly parallel.
const NEARLY: f64 = 1e-2;

/// How much wider than deep a realised overlap must be for no other direction to part it sooner
/// by more than half a millionth.
const WIDE: f64 = 2e3;

/// Two nearest points, their names, the unit direction from the first to the second, and their
/// distance.
#[derive(Clone, Copy)]
pub(in super::super) struct Nearest<const D: usize> {
    pub points: [Vector<D>; 2],
    pub names: [Feature; 2],
    pub d: Vector<D>,
    pub distance: f64,
}

/// Two points opposite each other.
#[derive(Clone, Copy, Debug)]
pub struct Found<const D: usize> {
    pub(in super::super) points: [Vector<D>; 2],
    pub(in super::super) gap: f64,
    pub(in super::super) names: [Feature; 2],
}

/// The search of one pair along one direction.
pub(in super::super) struct Meeting<'a, const D: usize> {
    /// Unit vector from the first shape to the second.
    pub d: Vector<D>,
    pub alert: f64,
    /// Points so far beyond a boundary are on it; rims so level have no lowest point.
    pub on: f64,
    /// Points so close are one.
    pub close: f64,
    pub found: &'a mut Vec<Found<D>>,
}

impl<const D: usize> Meeting<'_, D> {
    /// Replaces what was found by the touches of a patch of the first shape and one of the second.
    pub fn patches(&mut self, [a, b]: [Patch<'_, D>; 2]) {
        use Patch::{Cap, Corner, Edge, Face, Mantle, Plane};
        self.found.clear();
        match (a, b) {
            (_, Plane(..)) => self.corners([a, b], 0),
            (Cap(rod, end), Face(part, face)) => {
                self.corners([a, b], 0);
                self.corners([a, b], 1);
                for side in &part.shape.faces()[face].sides {
                    let ends = part.shape.edges()[side.feature].vertices;
                    let line = ends.map(|v| part.placed.vertices[v]);
                    self.rim_on_line(rod, end, line, Feature::Edge(side.feature), 0);
                }
            }
            (Cap(rod, end), Edge(part, edge)) => {
                self.corners([a, b], 1);
                let line = part.shape.edges()[edge].vertices.map(|v| part.placed.vertices[v]);
                self.rim_on_line(rod, end, line, Feature::Edge(edge), 0);
            }
            (Cap(rod, end), Mantle(other)) => {
                self.corners([a, b], 1);
                self.rim_on_line(rod, end, generator(other, &-self.d), Feature::Face, 0);
            }
            (Mantle(other), Cap(rod, end)) => {
                self.corners([a, b], 0);
                self.rim_on_line(rod, end, generator(other, &self.d), Feature::Face, 1);
            }
            (Cap(first, i), Cap(second, j)) => {
                self.corners([a, b], 0);
                self.corners([a, b], 1);
                self.rims([first, second], [i, j]);
            }
            (Mantle(rod), Face(part, face)) => {
                self.corners([a, b], 0);
                for side in &part.shape.faces()[face].sides {
                    let ends = part.shape.edges()[side.feature].vertices;
                    let line = ends.map(|v| part.placed.vertices[v]);
                    let names = [Feature::Face, Feature::Edge(side.feature)];
                    self.lines([generator(rod, &self.d), line], names);
                }
            }
            (Mantle(rod), Edge(part, edge)) => {
                let line = part.shape.edges()[edge].vertices.map(|v| part.placed.vertices[v]);
                if nearly_parallel(&rod.axis, &(line[1] - line[0])) {
                    self.corners([a, b], 1);
                    self.edge_beyond_ends(rod, line, edge);
                }
                let names = [Feature::Face, Feature::Edge(edge)];
                self.lines([generator(rod, &self.d), line], names);
            }
            (Mantle(first), Mantle(second)) => {
                if nearly_parallel(&first.axis, &second.axis) {
                    self.corners([a, b], 0);
                    self.corners([a, b], 1);
                }
                let lines = [generator(first, &self.d), generator(second, &-self.d)];
                self.lines(lines, [Feature::Face, Feature::Face]);
            }
            (_, Corner(..)) => self.corners([a, b], 1),
            // The first shape is always a cylinder.
            (Face(..) | Edge(..) | Corner(..) | Plane(..), _) => {}
        }
    }

    /// The least gap found.
    pub fn lowest(&self) -> f64 {
        self.found.iter().map(|f| f.gap).fold(f64::INFINITY, f64::min)
    }

    /// Takes a touch within the alert distance, once: of two that are close the place of the
    /// lower and the name of the earlier count.
    pub fn push(&mut self, points: [Vector<D>; 2], names: [Feature; 2]) {
        let gap = self.d.dot(&(points[1] - points[0]));
        if gap > self.alert {
            return;
        }
        let square = self.close * self.close;
        let near = |f: &&mut Found<D>| (f.points[0] - points[0]).norm_squared() <= square;
        if let Some(same) = self.found.iter_mut().find(near) {
            if gap < same.gap {
                (same.points, same.gap) = (points, gap);
            }
            return;
        }
        self.found.push(Found { points, gap, names });
    }

    /// `push` with the points of shape `own` first.
    pub(super) fn push_of(
        &mut self,
        own: usize,
        [mine, theirs]: [Vector<D>; 2],
        [m, t]: [Feature; 2],
    ) {
        if own == 0 {
            self.push([mine, theirs], [m, t]);
        } else {
            self.push([theirs, mine], [t, m]);
        }
    }

    /// The corners of the patch of shape `own` that have the other patch opposite.
    fn corners(&mut self, patches: [Patch<'_, D>; 2], own: usize) {
        let (mine, theirs) = (patches[own], patches[1 - own]);
        let (d, level) = (if own == 0 { self.d } else { -self.d }, self.on);
        mine.corners(&d, level, |x, name| {
            if let Some(opposite) = theirs.on_line(&x, &-d, level) {
                self.push_of(own, [x, opposite], [name, Feature::Face]);
            }
        });
    }

    /// Whether the middle of the touches is so far inside a flat patch, measured by their depths,
    /// that no other direction parts the shapes much sooner.
    ///
    /// The middle x of the touches of one shape has the middle y of the other's opposite, at a gap
    /// of g at most, the greatest |gap|. With all points of the patch within a distance m of x the
    /// separation along a direction at the angle θ is at most g cos θ - m sin θ: only directions
    /// with sin θ < 2 g / m can part the shapes sooner. The deepest touch bounds them by
    /// -depth cos θ, so that the depth is too large by at most 2 (g / m)² of itself.
    pub fn is_wide(&self, patch: &Patch<'_, D>, own: usize) -> bool {
        let count = self.found.len() as f64;
        let middle = self.found.iter().map(|f| f.points[own]).sum::<Vector<D>>() / count;
        let deepest = self.found.iter().map(|f| f.gap.abs()).fold(0.0, f64::max);
        patch.margin(&middle) >= WIDE * deepest
    }
}

/// The generator that faces a direction.
pub(in super::super) fn generator<const D: usize>(rod: &Rod<D>, d: &Vector<D>) -> [Vector<D>; 2] {
    [0, 1].map(|end| rod.extreme(end, d))
}

pub(in super::super) fn nearly_parallel<const D: usize>(
    axis: &Vector<D>,
    along: &Vector<D>,
) -> bool {
    cross(axis, along).norm_squared() <= NEARLY * along.norm_squared()
}

/// The vector product.
pub(in super::super) fn cross<const D: usize>(a: &Vector<D>, b: &Vector<D>) -> Vector<D> {
    let m = moment(a, b);
    Vector::from_fn(|i, _| m[i])
}
