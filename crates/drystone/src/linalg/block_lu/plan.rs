//! What every factorisation of a pattern has in common: where each number goes.

use super::BlockMatrix;
use super::ordering::NONE;
use super::supernodes::Supernodes;
use std::ops::Range;

/// Consecutive rows of one numbering that are consecutive in another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub from: usize,
    pub to: usize,
    pub length: usize,
}

/// One block of the matrix and its place in the factors, by columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub from: usize,
    pub to: usize,
    pub rows: u32,
    pub columns: u32,
    pub stride: usize,
}

/// One dense front [F11 F12; F21 F22]: p pivots, m rows and columns below.
#[derive(Clone, Debug)]
pub(super) struct Front {
    /// p.
    pub pivots: usize,
    /// m.
    pub below: usize,
    /// First pivot in the order of elimination, counted in scalar rows.
    pub first: usize,
    /// [F11; F21] begins here in the factors, by columns; F12, by columns, follows.
    pub values: usize,
    /// F22, what is handed up, begins here on the stack named by `side`.
    pub handed: usize,
    /// Children and parents use different stacks, so a parent can write while it reads.
    pub side: usize,
    /// Blocks of the matrix that are added first here, in `Plan::entries`.
    pub entries: Range<usize>,
    /// Rows below as runs of the order of elimination, in `Plan::runs`.
    pub rows: Range<usize>,
    /// Rows below as runs of the parent's front, its pivots first, in `Plan::runs`.
    pub in_parent: Range<usize>,
    /// Children, in `Plan::children`.
    pub children: Range<usize>,
}

impl Front {
    /// p + m.
    pub fn order(&self) -> usize {
        self.pivots + self.below
    }

    /// Where F12 begins in the factors.
    pub fn upper(&self) -> usize {
        self.values + self.order() * self.pivots
    }

    /// Where the factors of this front end.
    pub fn end(&self) -> usize {
        self.upper() + self.pivots * self.below
    }
}

/// All fronts in the order of elimination, and the sizes of the memory they need.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub fronts: Vec<Front>,
    pub entries: Vec<Entry>,
    pub runs: Vec<Run>,
    pub children: Vec<usize>,
    /// Runs from the rows of the matrix to the order of elimination.
    pub permutation: Vec<Run>,
    /// Numbers in the matrix.
    pub values: usize,
    /// Numbers in the factors.
    pub fill: usize,
    /// Numbers on each of the two stacks at most.
    pub stack: [usize; 2],
}

impl Plan {
    pub fn new(matrix: &BlockMatrix) -> Self {
        let nodes = Supernodes::new(matrix);
        let count = nodes.parent.len();
        let mut plan = Self { values: matrix.values.len(), ..Self::default() };
        // First scalar row of each place of the order, and who eliminates it.
        let mut start = vec![0];
        for &block in &nodes.order {
            let (from, to, length) =
                (matrix.start[block], start[start.len() - 1], matrix.range(block).len());
            plan.permutation.push(Run { from, to, length });
            start.push(to + length);
        }
        let mut place = vec![0; nodes.order.len()];
        for (k, &block) in nodes.order.iter().enumerate() {
            place[block] = k;
        }
        let mut children = vec![vec![]; count];
        let mut depth = vec![0; count];
        for s in (0..count).rev().filter(|s| nodes.parent[*s] != NONE) {
            depth[s] = depth[nodes.parent[s]] + 1;
            children[nodes.parent[s]].push(s);
        }
        for own in &mut children {
            own.reverse();
        }
        // Place of each row of the order in the front at hand.
        let mut local = vec![NONE; nodes.order.len()];
        let mut top = [0; 2];
        for s in 0..count {
            let own = nodes.first[s]..nodes.first[s + 1];
            let all = own.clone().chain(nodes.below[s].iter().copied());
            let mut order = 0;
            for k in all {
                local[k] = order;
                order += start[k + 1] - start[k];
            }
            let pivots = start[own.end] - start[own.start];
            let side = depth[s] % 2;
            let mut front = Front {
                pivots,
                below: order - pivots,
                first: start[own.start],
                values: plan.fill,
                handed: top[side],
                side,
                entries: 0..0,
                rows: 0..0,
                in_parent: 0..0,
                children: plan.children.len()..plan.children.len() + children[s].len(),
            };
            plan.fill = front.end();
            plan.add_entries(matrix, &nodes, &place, &local, own, &mut front);
            let begin = plan.runs.len();
            for &k in &nodes.below[s] {
                plan.add_run(begin, start[k], local[k] - pivots, start[k + 1] - start[k], NONE);
            }
            front.rows = begin..plan.runs.len();
            for &c in &children[s] {
                let begin = plan.runs.len();
                let mut from = 0;
                for &k in &nodes.below[c] {
                    let length = start[k + 1] - start[k];
                    plan.add_run(begin, from, local[k], length, pivots);
                    from += length;
                }
                plan.fronts[c].in_parent = begin..plan.runs.len();
                plan.children.push(c);
            }
            // The children's contributions go, that of this front comes.
            if let Some(&c) = children[s].first() {
                top[1 - side] = plan.fronts[c].handed;
            }
            top[side] += front.below * front.below;
            plan.stack[side] = plan.stack[side].max(top[side]);
            plan.fronts.push(front);
        }
        plan
    }

    /// The blocks of the matrix in rows and columns of the pivots `own`, without those that an
    /// earlier front has.
    fn add_entries(
        &mut self,
        matrix: &BlockMatrix,
        nodes: &Supernodes,
        place: &[usize],
        local: &[usize],
        own: Range<usize>,
        front: &mut Front,
    ) {
        let begin = self.entries.len();
        let order = front.order();
        for k in own.clone() {
            let i = nodes.order[k];
            for at in matrix.row_start[i]..matrix.row_start[i + 1] {
                let j = matrix.columns[at];
                let l = place[j];
                if l < own.start {
                    continue;
                }
                let size = |b: usize| matrix.range(b).len() as u32;
                let mut add = |from, to, rows, columns, stride| {
                    self.entries.push(Entry { from, to, rows, columns, stride });
                };
                if l < own.end {
                    let to = front.values + local[l] * order + local[k];
                    add(matrix.offset[at], to, size(i), size(j), order);
                    continue;
                }
                // Row k of F12 and column k of F21.
                let to = front.upper() + (local[l] - front.pivots) * front.pivots + local[k];
                add(matrix.offset[at], to, size(i), size(j), front.pivots);
                if let Some(mirrored) = matrix.block(j, i) {
                    let to = front.values + local[k] * order + local[l];
                    add(mirrored, to, size(j), size(i), order);
                }
            }
        }
        front.entries = begin..self.entries.len();
    }

    /// Adds a run, or lengthens the last one since `begin` if it goes on there and does not cross
    /// the row `border` of the target.
    fn add_run(&mut self, begin: usize, from: usize, to: usize, length: usize, border: usize) {
        if length == 0 {
            return;
        }
        if let Some(last) = self.runs[begin..].last_mut() {
            let goes_on = last.from + last.length == from && last.to + last.length == to;
            if goes_on && to != border {
                last.length += length;
                return;
            }
        }
        self.runs.push(Run { from, to, length });
    }
}
