//! The nearest points of a cylinder and a polyhedron that are apart.

use super::super::meeting::Nearest;
use super::super::root::zero;
use super::Search;
use crate::detection::pairs::feature::Feature;
use crate::space::Vector;

impl<const D: usize> Search<'_, '_, D> {
    /// The nearest points of the cylinder and the edges; `None` where there are none.
    pub(super) fn nearest(&self) -> Option<Nearest<D>> {
        let mut best: Option<Nearest<D>> = None;
        for (e, edge) in self.part.shape.edges().iter().enumerate() {
            let [p, q] = edge.vertices.map(|v| self.part.placed.vertices[v]);
            let along = q - p;
            let slope = |t: f64| along.dot(&self.rod.excess(&(p + along * t)));
            let (first, last) = (slope(0.0), slope(1.0));
            let t = if first >= 0.0 {
                0.0
            } else if last <= 0.0 {
                1.0
            } else {
                zero(0.0, first, 1.0, last, slope)
            };
            let x = p + along * t;
            let excess = self.rod.excess(&x);
            let distance = excess.norm();
            if best.is_none_or(|b| distance < b.distance) {
                let end = self.meeting.close / along.norm();
                let name = match t {
                    t if t <= end => Feature::Vertex(edge.vertices[0]),
                    t if t >= 1.0 - end => Feature::Vertex(edge.vertices[1]),
                    _ => Feature::Edge(e),
                };
                let points = [x - excess, x];
                let names = [self.name(&points[0]), name];
                let d = excess / distance.max(f64::MIN_POSITIVE);
                best = Some(Nearest { points, names, d, distance });
            }
        }
        best
    }

    fn name(&self, mine: &Vector<D>) -> Feature {
        let (along, off) = self.rod.split(mine);
        let on = self.meeting.on;
        if along.abs() >= self.rod.half - on && off.norm() >= self.rod.radius - on {
            Feature::Edge(usize::from(along > 0.0))
        } else {
            Feature::Face
        }
    }
}
