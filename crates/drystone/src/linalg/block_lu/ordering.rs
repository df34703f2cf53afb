//! The order of elimination and the elimination tree of the graph of blocks.

use super::BlockMatrix;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::sparse::SymbolicSparseColMatRef;
use faer::sparse::linalg::amd;

/// No parent: the root of a tree.
pub(super) const NONE: usize = usize::MAX;

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
    /// Approximate minimum degree, then the pattern of L column by column: the neighbours that
    /// come later, and what the children in the tree hand up.
    pub fn new(matrix: &BlockMatrix) -> Self {
        let order = minimum_degree(matrix);
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
