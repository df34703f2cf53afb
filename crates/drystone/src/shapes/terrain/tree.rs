//! A tree of boxes over the facets, halved at the median of the longest axis.

use super::Facet;
use crate::shapes::Aabb;
use crate::space::Vector;

/// Facets of a leaf.
const LEAF: usize = 4;

/// More than the depth of any tree that fits a machine.
pub(super) const DEEP: usize = 64;

/// A box around some facets.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node<const D: usize> {
    pub bounds: Aabb<D>,
    /// Of an inner node the second child, the first comes right after it; zero of a leaf.
    pub second: usize,
    /// The facets of a leaf, in the tree's order.
    pub facets: [usize; 2],
}

/// Nodes in depth-first order.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tree<const D: usize> {
    pub nodes: Vec<Node<D>>,
    pub order: Vec<usize>,
    boxes: Vec<Aabb<D>>,
}

impl<const D: usize> Tree<D> {
    pub fn new(vertices: &[Vector<D>], facets: &[Facet<D>]) -> Self {
        let around = |f: &Facet<D>| Aabb::around(f.vertices.iter().map(|v| &vertices[*v]));
        let boxes: Vec<Aabb<D>> = facets.iter().map(around).collect();
        let mut order: Vec<usize> = (0..facets.len()).collect();
        let mut nodes = vec![];
        build(&mut nodes, &boxes, &mut order, 0);
        Self { nodes, order, boxes }
    }

    /// Appends the facets whose boxes overlap a box.
    pub fn near(&self, bounds: &Aabb<D>, out: &mut Vec<usize>) {
        let (mut stack, mut height) = ([0; DEEP], 1);
        while height > 0 {
            height -= 1;
            let at = stack[height];
            let node = &self.nodes[at];
            if !node.bounds.overlaps(bounds) {
                continue;
            }
            if node.second == 0 {
                let [start, end] = node.facets;
                let facets = self.order[start..end].iter();
                out.extend(facets.filter(|f| self.boxes[**f].overlaps(bounds)));
            } else {
                (stack[height], stack[height + 1]) = (node.second, at + 1);
                height += 2;
            }
        }
    }
}

/// Appends the tree over a part of the order, which begins at `start` of the whole.
fn build<const D: usize>(
    nodes: &mut Vec<Node<D>>,
    boxes: &[Aabb<D>],
    order: &mut [usize],
    start: usize,
) {
    let mut bounds = boxes[order[0]];
    for f in &order[1..] {
        bounds.min = bounds.min.inf(&boxes[*f].min);
        bounds.max = bounds.max.sup(&boxes[*f].max);
    }
    let at = nodes.len();
    nodes.push(Node { bounds, second: 0, facets: [start, start + order.len()] });
    if order.len() <= LEAF {
        return;
    }
    let axis = (bounds.max - bounds.min).imax();
    let middle = order.len() / 2;
    let place = |f: &usize| boxes[*f].min[axis] + boxes[*f].max[axis];
    order.select_nth_unstable_by(middle, |f, g| place(f).total_cmp(&place(g)).then(f.cmp(g)));
    let (low, high) = order.split_at_mut(middle);
    build(nodes, boxes, low, start);
    nodes[at].second = nodes.len();
    build(nodes, boxes, high, start + middle);
}
