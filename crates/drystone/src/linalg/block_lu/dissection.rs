//! Nested dissection of a graph by level sets (George & Liu, 1978).
//!
//! Vertices are sorted by their distance from one at the rim; a short level in the middle parts
//! the graph in two and is eliminated after both halves, which are parted again. Walls and other
//! large regular graphs get less fill than by minimum degree.

use super::BlockMatrix;
use std::ops::Range;

/// Parts of at most this many vertices are left as they are.
const SMALL: usize = 6;
/// The smaller side of a separator has at least this part of the vertices, if any has.
const BALANCE: f64 = 0.3;

/// Blocks in the order of elimination.
pub(super) fn nested_dissection(matrix: &BlockMatrix) -> Vec<usize> {
    let n = matrix.blocks();
    let mut order: Vec<usize> = (0..n).collect();
    let mut search = Search {
        matrix,
        part: vec![0; n],
        seen: vec![0; n],
        parts: 0,
        searches: 0,
        found: Vec::with_capacity(n),
        levels: vec![],
    };
    let mut open: Vec<Range<usize>> = std::iter::once(0..n).collect();
    while let Some(range) = open.pop() {
        if range.len() > SMALL {
            let start = range.start;
            let halves = search.divide(&mut order[range]);
            open.extend(halves.map(|half| start + half.start..start + half.end));
        }
    }
    order
}

/// Breadth-first searches inside parts of a graph.
struct Search<'a> {
    matrix: &'a BlockMatrix,
    /// The last part of each vertex, and the last search that saw it.
    part: Vec<usize>,
    seen: Vec<usize>,
    parts: usize,
    searches: usize,
    /// Vertices by distance, and where each distance begins; one more entry than distances.
    found: Vec<usize>,
    levels: Vec<usize>,
}

impl Search<'_> {
    /// Sorts a part into two halves, which are returned, and what separates them.
    fn divide(&mut self, vertices: &mut [usize]) -> [Range<usize>; 2] {
        self.parts += 1;
        for &v in vertices.iter() {
            self.part[v] = self.parts;
        }
        self.search_inwards(vertices[0]);
        let (n, reached) = (vertices.len(), self.found.len());
        if reached < n {
            // Not connected: nothing needs to separate.
            let searches = self.searches;
            let seen = &self.seen;
            vertices.sort_by_key(|v| seen[*v] != searches);
            return [0..reached, reached..n];
        }
        let Some(level) = self.separator() else { return [0..0, 0..0] };
        let (begin, end) = (self.levels[level], self.levels[level + 1]);
        vertices[..begin].copy_from_slice(&self.found[..begin]);
        // Vertices of the level without a neighbour behind it stay before it.
        let behind: Range<usize> = end..self.levels[level + 2];
        self.searches += 1;
        for &v in &self.found[behind] {
            self.seen[v] = self.searches;
        }
        let touches = |v: usize| self.neighbours(v).any(|u| self.seen[u] == self.searches);
        let (mut first, mut last) = (begin, n);
        for &v in &self.found[begin..end] {
            if touches(v) {
                last -= 1;
                vertices[last] = v;
            } else {
                vertices[first] = v;
                first += 1;
            }
        }
        vertices[first..last].copy_from_slice(&self.found[end..]);
        [0..first, first..last]
    }

    /// Searches from a vertex as far from others as is quickly found.
    fn search_inwards(&mut self, start: usize) {
        self.search(start);
        for _ in 0..3 {
            let depth = self.levels.len();
            let farthest = &self.found[self.levels[depth - 2]..];
            let degree = |v: &usize| (self.neighbours(*v).count(), *v);
            let Some(&next) = farthest.iter().min_by_key(|v| degree(v)) else { return };
            self.search(next);
            if self.levels.len() <= depth {
                return;
            }
        }
    }

    /// Sorts what can be reached within the part of `start` by distance.
    fn search(&mut self, start: usize) {
        self.searches += 1;
        self.found.clear();
        self.levels.clear();
        self.found.push(start);
        self.seen[start] = self.searches;
        let mut begin = 0;
        while begin < self.found.len() {
            self.levels.push(begin);
            let end = self.found.len();
            for k in begin..end {
                let v = self.found[k];
                for at in self.matrix.row_start[v]..self.matrix.row_start[v + 1] {
                    let u = self.matrix.columns[at];
                    if self.part[u] == self.parts && self.seen[u] != self.searches {
                        self.seen[u] = self.searches;
                        self.found.push(u);
                    }
                }
            }
            begin = end;
        }
        self.levels.push(begin);
    }

    /// The neighbours of a vertex in the part at hand.
    fn neighbours(&self, v: usize) -> impl Iterator<Item = usize> {
        let row = self.matrix.row_start[v]..self.matrix.row_start[v + 1];
        let inside = move |u: &usize| *u != v && self.part[*u] == self.parts;
        self.matrix.columns[row].iter().copied().filter(inside)
    }

    /// A short level that leaves two halves of similar size, if there are three levels.
    fn separator(&self) -> Option<usize> {
        let n = self.found.len() as f64;
        let cost = |level: &usize| {
            let (begin, end) = (self.levels[*level], self.levels[*level + 1]);
            let (before, behind) = (begin as f64, n - end as f64);
            let unbalanced = before.min(behind) < BALANCE * n;
            let skew = (before - behind).abs() / n;
            let length = (end - begin) as f64;
            if unbalanced { n * (1.0 + skew) } else { length * (1.0 + 0.5 * skew) }
        };
        let levels = self.levels.len().saturating_sub(1);
        (1..levels.saturating_sub(1)).min_by(|a, b| cost(a).total_cmp(&cost(b)))
    }
}
