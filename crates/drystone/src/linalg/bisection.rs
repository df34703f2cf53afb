//! Nested dissection of a mesh by where its nodes are (George, 1973; Heath & Raghavan, 1995).
//!
//! Nodes are parted at the median of the direction in which they reach farthest; those of one side that have
//! a neighbour on the other separate the two, and are eliminated after both, which are parted again. For a
//! body of n nodes in space L gets O(n^4/3) numbers by O(n²) operations, of which minimum degree takes
//! several times as many.

use std::ops::Range;

/// Parts of at most so many nodes are left as they are.
const SMALL: usize = 12;
/// The smaller side has at least this part of what the separator leaves.
const BALANCE: f64 = 0.25;

/// Who is whose neighbour; a node may count as its own.
#[derive(Clone, Debug)]
pub struct Graph {
    /// First neighbour of each node in `neighbours`; one more than nodes.
    pub start: Vec<usize>,
    /// Neighbours, node after node, rising.
    pub neighbours: Vec<usize>,
}

impl Graph {
    /// The nodes of a lower triangle by columns, each with `size` rows and columns that follow each other.
    pub fn of_nodes(column_start: &[usize], rows: &[usize], size: usize) -> Self {
        let columns = column_start.len().saturating_sub(1);
        let mut lists: Vec<Vec<usize>> = vec![vec![]; columns / size];
        for column in 0..columns {
            for row in &rows[column_start[column]..column_start[column + 1]] {
                let (a, b) = (column / size, row / size);
                lists[a].push(b);
                lists[b].push(a);
            }
        }
        let (mut start, mut neighbours) = (vec![0], vec![]);
        for mut list in lists {
            list.sort_unstable();
            list.dedup();
            neighbours.append(&mut list);
            start.push(neighbours.len());
        }
        Self { start, neighbours }
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.start.len() - 1
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The neighbours of a node.
    pub fn of(&self, node: usize) -> &[usize] {
        &self.neighbours[self.start[node]..self.start[node + 1]]
    }
}

/// The nodes of a graph in the order of elimination, by where they are.
///
/// # Panics
///
/// If there are not as many places as nodes.
pub fn bisected<const D: usize>(graph: &Graph, places: &[[f64; D]]) -> Vec<usize> {
    assert_eq!(graph.len(), places.len(), "a place for each node");
    let mut order: Vec<usize> = (0..places.len()).collect();
    let mut sides = vec![Side::Outside; places.len()];
    let mut open: Vec<Range<usize>> = std::iter::once(0..places.len()).collect();
    while let Some(range) = open.pop() {
        let (start, nodes) = (range.start, &mut order[range]);
        if nodes.len() > SMALL
            && let Some(halves) = part(graph, places, nodes, &mut sides)
        {
            open.extend(halves.map(|half| start + half.start..start + half.end));
        }
    }
    order
}

/// Where a node is with respect to a cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Low,
    High,
    Between,
    /// Not one of those that are parted.
    Outside,
}

/// Sorts nodes into two halves, which are returned, and those that separate them; none where no cut has two
/// sides.
fn part<const D: usize>(
    graph: &Graph,
    places: &[[f64; D]],
    nodes: &mut [usize],
    sides: &mut [Side],
) -> Option<[Range<usize>; 2]> {
    let extent = |k: usize| {
        let along = nodes.iter().map(|node| places[*node][k]);
        along.clone().fold(f64::NEG_INFINITY, f64::max) - along.fold(f64::INFINITY, f64::min)
    };
    let mut axes: Vec<(f64, usize)> = (0..D).map(|k| (extent(k), k)).collect();
    axes.sort_by(|a, b| b.0.total_cmp(&a.0));
    let cut = axes.iter().find_map(|(_, k)| cut(graph, places, nodes, *k, sides))?;
    let mut sorted: Vec<(Side, usize)> = cut.into_iter().zip(nodes.iter().copied()).collect();
    sorted.sort_unstable();
    nodes.iter_mut().zip(&sorted).for_each(|(node, (_, own))| *node = *own);
    let [first, second] =
        [Side::Low, Side::High].map(|last| sorted.partition_point(|(side, _)| *side <= last));
    Some([0..first, first..second])
}

/// The side of each node for the cut across an axis that has the fewest nodes between its halves: those of
/// the median belong to the upper or to the lower half, and either half may give the separator.
fn cut<const D: usize>(
    graph: &Graph,
    places: &[[f64; D]],
    nodes: &[usize],
    axis: usize,
    sides: &mut [Side],
) -> Option<Vec<Side>> {
    let mut along: Vec<f64> = nodes.iter().map(|node| places[*node][axis]).collect();
    let half = along.len() / 2;
    let median = *along.select_nth_unstable_by(half, f64::total_cmp).1;
    let mut best: Option<([usize; 2], Vec<Side>)> = None;
    for includes in [false, true] {
        for &node in nodes {
            let x = places[node][axis];
            let is_low = x < median || (includes && x == median);
            sides[node] = if is_low { Side::Low } else { Side::High };
        }
        for (own, other) in [(Side::High, Side::Low), (Side::Low, Side::High)] {
            let touches = |node: usize| graph.of(node).iter().any(|next| sides[*next] == other);
            let side = |node: &usize| match sides[*node] {
                side if side == own && touches(*node) => Side::Between,
                side => side,
            };
            let cut: Vec<Side> = nodes.iter().map(side).collect();
            let count = |side: Side| cut.iter().filter(|own| **own == side).count();
            let [low, high, between] = [Side::Low, Side::High, Side::Between].map(count);
            let cost = [between, low.abs_diff(high)];
            let is_even = low.min(high) as f64 > BALANCE * (low + high) as f64;
            if is_even && best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, cut));
            }
        }
    }
    nodes.iter().for_each(|node| sides[*node] = Side::Outside);
    best.map(|(_, cut)| cut)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Random points of the plane, each with an edge to those near it.
    fn near(points: &[[f64; 2]], reach: f64) -> Graph {
        let off = |a: &[f64; 2], b: &[f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]);
        let (mut start, mut neighbours) = (vec![0], vec![]);
        for a in points {
            neighbours.extend((0..points.len()).filter(|b| off(a, &points[*b]) < reach));
            start.push(neighbours.len());
        }
        Graph { start, neighbours }
    }

    proptest! {
        /// A permutation, whatever the points; where nodes are parted, no edge joins the halves.
        #[test]
        fn halves_are_separated(
            points in prop::collection::vec([0.0..1.0_f64, 0.0..0.3_f64], 0..300),
            reach in 0.0..0.3_f64,
            steps in 1..50_u32,
        ) {
            // On a lattice, so that many lie on the median.
            let count = f64::from(steps);
            let points: Vec<[f64; 2]> =
                points.iter().map(|p| p.map(|x| (x * count).round() / count)).collect();
            let graph = near(&points, reach);
            let mut order = bisected(&graph, &points);
            order.sort_unstable();
            prop_assert!(order.into_iter().eq(0..points.len()));
            let mut nodes: Vec<usize> = (0..points.len()).collect();
            let mut sides = vec![Side::Outside; points.len()];
            if !points.is_empty()
                && let Some([low, high]) = part(&graph, &points, &mut nodes, &mut sides)
            {
                prop_assert!(!low.is_empty() && !high.is_empty());
                let (low, high) = (&nodes[low], &nodes[high]);
                prop_assert!(low.iter().all(|a| !high.iter().any(|b| graph.of(*a).contains(b))));
            }
        }
    }

    #[test]
    fn a_row_is_cut_in_the_middle() {
        let points: Vec<[f64; 1]> = (0..101).map(|k| [f64::from(k)]).collect();
        let neighbours = |k: usize| k.saturating_sub(1)..(k + 2).min(101);
        let (mut start, mut list) = (vec![0], vec![]);
        for k in 0..101 {
            list.extend(neighbours(k));
            start.push(list.len());
        }
        let order = bisected(&Graph { start, neighbours: list }, &points);
        assert_eq!(order[100], 50);
        assert!(order[..50].iter().all(|k| *k < 50) && order[50..100].iter().all(|k| *k > 50));
    }

    #[test]
    fn points_in_one_place_are_left_as_they_are() {
        let graph = near(&[[0.5; 2]; 40], 0.1);
        assert!(bisected(&graph, &[[0.5; 2]; 40]).into_iter().eq(0..40));
    }
}
