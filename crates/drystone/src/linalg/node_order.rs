//! The order in which the nodes of a mesh are eliminated: minimum degree or dissection, whichever takes fewer
//! operations.

use super::bisection::{Graph, bisected};
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::sparse::SymbolicSparseColMatRef;
use faer::sparse::linalg::amd;

/// What elimination in some order takes, in numbers and operations of nodes: a mesh of d directions has d² and
/// d³ times as many.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Work {
    /// Numbers of L.
    pub fill: f64,
    /// Multiplications, to the leading order.
    pub operations: f64,
}

/// The nodes in the order that takes fewer operations. To count costs as much as to write down the fill of
/// nodes once, which is nothing beside factoring the matrix of all degrees of freedom.
pub fn node_order<const D: usize>(graph: &Graph, places: &[[f64; D]]) -> Vec<usize> {
    let (by_degree, by_place) = (minimum_degree(graph), bisected(graph, places));
    let operations = |order: &[usize]| work(graph, order).operations;
    if operations(&by_degree) < operations(&by_place) { by_degree } else { by_place }
}

/// The nodes in an order of approximately minimum degree; the given order if the graph is too large for the
/// indices.
pub fn minimum_degree(graph: &Graph) -> Vec<usize> {
    let n = graph.len();
    let (mut order, mut place) = (vec![0; n], vec![0; n]);
    let pattern = SymbolicSparseColMatRef::new_checked(n, n, &graph.start, None, &graph.neighbours);
    let mut memory = MemBuffer::new(amd::order_scratch::<usize>(n, graph.neighbours.len()));
    let stack = MemStack::new(&mut memory);
    match amd::order(&mut order, &mut place, pattern, amd::Control::default(), stack) {
        Ok(_) => order,
        Err(_) => (0..n).collect(),
    }
}

/// What elimination in an order takes, from the lengths of the columns of L: row j of L has the nodes on the
/// ways up the elimination tree from the neighbours of j that come before it (Liu, 1986).
pub fn work(graph: &Graph, order: &[usize]) -> Work {
    const NONE: usize = usize::MAX;
    let n = order.len();
    let mut place = vec![0; n];
    order.iter().enumerate().for_each(|(k, node)| place[*node] = k);
    let (mut parent, mut length, mut seen) = (vec![NONE; n], vec![1_u32; n], vec![NONE; n]);
    for (j, node) in order.iter().enumerate() {
        seen[j] = j;
        for before in graph.of(*node).iter().map(|next| place[*next]).filter(|i| *i < j) {
            let mut i = before;
            while seen[i] != j {
                if parent[i] == NONE {
                    parent[i] = j;
                }
                seen[i] = j;
                length[i] += 1;
                i = parent[i];
            }
        }
    }
    let lengths = length.iter().map(|length| f64::from(*length));
    Work { fill: lengths.clone().sum(), operations: lengths.map(|length| length * length).sum() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A box of so many nodes along each axis, joined as hexahedra join them.
    pub(crate) fn lattice(counts: [usize; 3]) -> (Graph, Vec<[f64; 3]>) {
        let [nx, ny, nz] = counts;
        let at = |k: usize| [k % nx, k / nx % ny, k / (nx * ny)];
        let around = |x: usize, n: usize| x.saturating_sub(1)..(x + 2).min(n);
        let (mut start, mut neighbours) = (vec![0], vec![]);
        for [x, y, z] in (0..nx * ny * nz).map(at) {
            for w in around(z, nz) {
                for v in around(y, ny) {
                    neighbours.extend(around(x, nx).map(|u| (w * ny + v) * nx + u));
                }
            }
            start.push(neighbours.len());
        }
        let places = (0..nx * ny * nz).map(|k| at(k).map(|x| x as f64)).collect();
        (Graph { start, neighbours }, places)
    }

    /// The fill of an elimination that is carried out, on the pattern alone.
    fn eliminated(graph: &Graph, order: &[usize]) -> f64 {
        let n = order.len();
        let mut joined = vec![false; n * n];
        for a in 0..n {
            graph.of(a).iter().for_each(|b| joined[a * n + b] = true);
        }
        let mut fill = 0;
        for (k, a) in order.iter().enumerate() {
            let later: Vec<usize> =
                order[k + 1..].iter().copied().filter(|b| joined[a * n + b]).collect();
            fill += 1 + later.len();
            for b in &later {
                later.iter().for_each(|c| joined[b * n + c] = true);
            }
        }
        fill as f64
    }

    #[test]
    fn work_is_that_of_an_elimination() {
        let (graph, places) = lattice([7, 5, 4]);
        for order in [(0..140).collect(), minimum_degree(&graph), bisected(&graph, &places)] {
            assert_eq!(work(&graph, &order).fill, eliminated(&graph, &order));
        }
    }

    #[test]
    fn cubes_are_dissected_and_rods_are_not_made_worse() {
        let (graph, places) = lattice([21; 3]);
        let [degree, place] =
            [minimum_degree(&graph), bisected(&graph, &places)].map(|order| work(&graph, &order));
        assert!(place.fill < 0.7 * degree.fill, "{place:?} {degree:?}");
        assert!(place.operations < 0.4 * degree.operations, "{place:?} {degree:?}");
        assert_eq!(node_order(&graph, &places), bisected(&graph, &places));
        let (graph, places) = lattice([200, 2, 2]);
        let least = [minimum_degree(&graph), bisected(&graph, &places)]
            .map(|order| work(&graph, &order).operations);
        let chosen = work(&graph, &node_order(&graph, &places)).operations;
        assert_eq!(chosen, least[0].min(least[1]));
    }
}
