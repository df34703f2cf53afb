//! Supernodes: blocks eliminated together, because their columns of L are (nearly) the same.

use super::BlockMatrix;
use super::ordering::{NONE, Ordering};

/// A front with at most this many pivots, one panel, takes in a child …
const SMALL_PIVOTS: usize = 32;
/// … if at most this part of the union is zeros.
const SMALL_ZEROS: f64 = 0.4;
/// A front with at most this many pivots takes in a child …
const MEDIUM_PIVOTS: usize = 192;
/// … if at most this part of the union is zeros.
const MEDIUM_ZEROS: f64 = 0.15;

/// The tree of supernodes in the order of elimination, children before parents.
#[derive(Default)]
pub(super) struct Supernodes {
    /// Blocks in the order of elimination.
    pub order: Vec<usize>,
    /// First pivot of each supernode in `order`; one more entry than supernodes.
    pub first: Vec<usize>,
    /// Parent of each supernode.
    pub parent: Vec<usize>,
    /// Places in `order` that each supernode updates, ascending.
    pub below: Vec<Vec<usize>>,
}

/// The dense size of a supernode: its factors are p² + 2 p m numbers.
#[derive(Clone, Copy)]
struct Size {
    pivots: usize,
    below: usize,
    zeros: usize,
}

impl Size {
    fn entries(self) -> usize {
        self.pivots * (self.pivots + 2 * self.below)
    }

    /// The union with a child, if it is worth its zeros.
    fn with(self, child: Size) -> Option<Size> {
        let mut union = Size { pivots: self.pivots + child.pivots, ..self };
        let added = union.entries() - self.entries() - child.entries();
        union.zeros = self.zeros + child.zeros + added;
        let part = union.zeros as f64 / union.entries().max(1) as f64;
        let worth = added == 0
            || union.pivots <= SMALL_PIVOTS && part <= SMALL_ZEROS
            || union.pivots <= MEDIUM_PIVOTS && part <= MEDIUM_ZEROS;
        worth.then_some(union)
    }
}

impl Supernodes {
    /// Joins columns to supernodes and renumbers, so that a supernode's pivots are consecutive and
    /// the largest child of each comes last: its contribution is used at once.
    pub fn new(matrix: &BlockMatrix) -> Self {
        let Ordering { order, parent, below } = Ordering::new(matrix);
        let n = order.len();
        let length = |k: usize| matrix.range(order[k]).len();
        let mut children: Vec<Vec<usize>> = vec![vec![]; n];
        let mut size: Vec<Size> = (0..n)
            .map(|k| {
                let below = below[k].iter().map(|b| length(*b)).sum();
                Size { pivots: length(k), below, zeros: 0 }
            })
            .collect();
        let mut joined = vec![false; n];
        for k in 0..n {
            let mut own = std::mem::take(&mut children[k]);
            own.sort_by_key(|c| (size[*c].pivots + size[*c].below, *c));
            for &c in own.iter().rev() {
                if let Some(union) = size[k].with(size[c]) {
                    size[k] = union;
                    joined[c] = true;
                }
            }
            if parent[k] != NONE {
                children[parent[k]].push(k);
            }
        }
        let mut head: Vec<usize> = (0..n).collect();
        for k in (0..n).rev().filter(|k| joined[*k]) {
            head[k] = head[parent[k]];
        }
        let mut members: Vec<Vec<usize>> = vec![vec![]; n];
        let mut roots = vec![];
        for k in 0..n {
            members[head[k]].push(k);
            match parent[k] {
                _ if joined[k] => {}
                NONE => roots.push(k),
                p => children[head[p]].push(k),
            }
        }
        // The lists were emptied column by column; now they hold the children of supernodes.
        for own in &mut children {
            own.sort_by_key(|c| (size[*c].pivots + size[*c].below, *c));
        }
        let heads = postorder(&roots, &children);
        Self::renumbered(&heads, &members, &order, &below, |h| match parent[h] {
            NONE => NONE,
            p => head[p],
        })
    }

    /// Supernodes in the order of `heads`, with everything named by its new place.
    fn renumbered(
        heads: &[usize],
        members: &[Vec<usize>],
        order: &[usize],
        below: &[Vec<usize>],
        parent: impl Fn(usize) -> usize,
    ) -> Self {
        let mut result = Self { first: vec![0], ..Self::default() };
        let (mut place, mut number) = (vec![0; order.len()], vec![NONE; order.len()]);
        for (s, &h) in heads.iter().enumerate() {
            number[h] = s;
            for &k in &members[h] {
                place[k] = result.order.len();
                result.order.push(order[k]);
            }
            result.first.push(result.order.len());
        }
        for &h in heads {
            let mut rows: Vec<usize> = below[h].iter().map(|k| place[*k]).collect();
            rows.sort_unstable();
            result.below.push(rows);
            let p = parent(h);
            result.parent.push(if p == NONE { NONE } else { number[p] });
        }
        result
    }
}

/// Children before parents, in the order of the lists.
fn postorder(roots: &[usize], children: &[Vec<usize>]) -> Vec<usize> {
    let mut found = vec![];
    let mut stack: Vec<usize> = roots.to_vec();
    // Parents first and children from the last to the first, then all reversed.
    while let Some(k) = stack.pop() {
        found.push(k);
        stack.extend_from_slice(&children[k]);
    }
    found.reverse();
    found
}
