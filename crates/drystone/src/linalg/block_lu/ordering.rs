//! The order of elimination and the elimination tree of the graph of blocks.

use super::BlockMatrix;
use super::dissection::nested_dissection;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::sparse::SymbolicSparseColMatRef;
use faer::sparse::linalg::amd;

/// No parent: the root of a tree.
pub(super) const NONE: usize = usize::MAX;

/// Graphs of so many blocks may be worth a second ordering.
const LARGE: usize = 500;
/// Dissection is chosen if minimum degree takes so many times its operations: its smaller fronts
/// join less well.
const WORTH: f64 = 1.1;

/// Blocks numbered in an order of elimination with little fill.
pub(super) struct Ordering {
    /// The block eliminated at each place of the order.
    pub order: Vec<usize>,
    /// Parent of each place in the elimination tree: the first place of its column of L.
    pub parent: Vec<usize>,
    /// Places of each column of L below the diagonal, ascending.
    pub below: Vec<Vec<usize>>,
}

impl Ordering {
    /// Approximate minimum degree; for large graphs nested dissection, if it takes clearly fewer
    /// operations.
    pub fn new(matrix: &BlockMatrix) -> Self {
        let by_degree = Self::along(minimum_degree(matrix), matrix);
        if matrix.blocks() < LARGE {
            return by_degree;
        }
        let dissected = Self::along(nested_dissection(matrix), matrix);
        let gain = by_degree.flops(matrix) / dissected.flops(matrix);
        if gain > WORTH { dissected } else { by_degree }
    }

    /// Operations of a factorisation, to the leading order.
    fn flops(&self, matrix: &BlockMatrix) -> f64 {
        let length = |k: &usize| matrix.range(self.order[*k]).len() as f64;
        let column = |k: usize| {
            let below: f64 = self.below[k].iter().map(&length).sum();
            length(&k) * below * below
        };
        (0..self.order.len()).map(column).sum()
    }

    /// The pattern of L column by column: the neighbours that come later, and what the children in
    /// the tree hand up.
    fn along(order: Vec<usize>, matrix: &BlockMatrix) -> Self {
        let n = order.len();
        let mut place = vec![0; n];
        for (k, &block) in order.iter().enumerate() {
            place[block] = k;
        }
        let mut parent = vec![NONE; n];
        let mut below: Vec<Vec<usize>> = vec![vec![]; n];
        let mut children: Vec<Vec<usize>> = vec![vec![]; n];
        let mut seen = vec![NONE; n];
        for k in 0..n {
            seen[k] = k;
            let block = order[k];
            let row = matrix.row_start[block]..matrix.row_start[block + 1];
            let mut column = vec![];
            let own = matrix.columns[row].iter().map(|j| place[*j]);
            let handed_up = children[k].iter().flat_map(|c| below[*c].iter().copied());
            for later in own.chain(handed_up).filter(|later| *later > k) {
                if seen[later] != k {
                    seen[later] = k;
                    column.push(later);
                }
            }
            column.sort_unstable();
            if let Some(&first) = column.first() {
                parent[k] = first;
                children[first].push(k);
            }
            below[k] = column;
        }
        Self { order, parent, below }
    }
}

/// The blocks in an order of approximately minimum degree; the given order if the graph is too
/// large for the indices.
fn minimum_degree(matrix: &BlockMatrix) -> Vec<usize> {
    let n = matrix.blocks();
    let (mut order, mut place) = (vec![0; n], vec![0; n]);
    let graph =
        SymbolicSparseColMatRef::new_checked(n, n, &matrix.row_start, None, &matrix.columns);
    let room = amd::order_scratch::<usize>(n, matrix.columns.len());
    let mut memory = MemBuffer::new(room);
    let stack = MemStack::new(&mut memory);
    match amd::order(&mut order, &mut place, graph, amd::Control::default(), stack) {
        Ok(_) => order,
        Err(_) => (0..n).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// n courses of n bricks in a running bond, with tight joints: six neighbours each.
    fn wall(n: usize) -> BlockMatrix {
        let mut pairs = vec![];
        for (x, y) in (0..n * n).map(|k| (k % n, k / n)) {
            let across = if y % 2 == 0 { x.wrapping_sub(1) } else { x + 1 };
            for (u, v) in [(x + 1, y), (x, y + 1), (across, y + 1)] {
                if u < n && v < n {
                    pairs.push((y * n + x, v * n + u));
                }
            }
        }
        BlockMatrix::new(&vec![1; n * n], &pairs)
    }

    #[test]
    fn large_walls_are_dissected_with_fewer_operations() {
        let matrix = wall(100);
        let by_degree = Ordering::along(minimum_degree(&matrix), &matrix);
        let chosen = Ordering::new(&matrix);
        assert!(chosen.flops(&matrix) * WORTH < by_degree.flops(&matrix));
    }

    #[test]
    fn every_block_has_one_place_and_parents_come_later() {
        for matrix in [wall(1), wall(2), wall(30), BlockMatrix::new(&[3; 50], &[(1, 7)])] {
            for order in [minimum_degree(&matrix), nested_dissection(&matrix)] {
                let ordering = Ordering::along(order, &matrix);
                let mut sorted = ordering.order.clone();
                sorted.sort_unstable();
                assert!(sorted.into_iter().eq(0..matrix.blocks()));
                for (k, below) in ordering.below.iter().enumerate() {
                    assert!(below.is_sorted() && below.iter().all(|b| *b > k));
                    assert_eq!(ordering.parent[k], below.first().copied().unwrap_or(NONE));
                }
            }
        }
    }
}
