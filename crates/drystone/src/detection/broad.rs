//! Broad phase: the pairs of boxes that overlap, in time linear in their number.
//!
//! Each box goes to one cell, the one its centre is in, of a grid whose cells are as large as
//! the box: boxes of different sizes live on different levels, each level twice as coarse as
//! the one before. A box meets those of its own level in the neighbouring cells, and those of
//! every coarser level in the cells there that can reach it. Cells are found by hashing, so
//! that space costs nothing, only boxes do; a counting sort by hash keeps the order of the
//! input, so that the result is the same every time.

use crate::shapes::Aabb;
use crate::space::Vector;
use rayon::prelude::*;

/// The fewest boxes for which threads pay.
const MANY: usize = 4096;

/// A cell: level and integer coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell<const D: usize> {
    level: i32,
    at: [i64; D],
}

impl<const D: usize> Cell<D> {
    fn hash(&self) -> u64 {
        let mut h = self.level as u64;
        for &x in &self.at {
            h = (h ^ x as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            h ^= h >> 29;
        }
        h
    }
}

/// Side of the cells of a level.
fn side(level: i32) -> f64 {
    2f64.powi(level)
}

fn coordinate(x: f64, side: f64) -> i64 {
    (x / side).floor() as i64
}

/// Buffers of the grid.
#[derive(Clone, Debug)]
pub(super) struct Grid<const D: usize> {
    cells: Vec<Cell<D>>,
    starts: Vec<u32>,
    members: Vec<u32>,
    levels: Vec<i32>,
}

impl<const D: usize> Default for Grid<D> {
    fn default() -> Self {
        Self { cells: Vec::new(), starts: Vec::new(), members: Vec::new(), levels: Vec::new() }
    }
}

impl<const D: usize> Grid<D> {
    /// Appends what `keep` makes of each pair of finite boxes that overlap, called once a pair
    /// with its indices in either order. The order of the result depends on the threads.
    pub fn pairs<T: Send>(
        &mut self,
        boxes: &[Aabb<D>],
        keep: impl Fn(usize, usize) -> Option<T> + Sync,
        out: &mut Vec<T>,
    ) {
        self.sort(boxes);
        if boxes.len() < MANY {
            (0..boxes.len()).for_each(|i| self.meet(boxes, i, &keep, out));
            return;
        }
        let shares = 4 * rayon::current_num_threads();
        let share = boxes.len().div_ceil(shares);
        let found: Vec<Vec<T>> = (0..shares)
            .into_par_iter()
            .map(|k| {
                let mut found = Vec::new();
                let range = (k * share).min(boxes.len())..((k + 1) * share).min(boxes.len());
                range.for_each(|i| self.meet(boxes, i, &keep, &mut found));
                found
            })
            .collect();
        out.reserve(found.iter().map(Vec::len).sum());
        out.extend(found.into_iter().flatten());
    }

    /// The boxes that box i has to find: those in its own cell with greater indices, in the
    /// neighbouring cells that come after its own, and on coarser levels.
    fn meet<T>(
        &self,
        boxes: &[Aabb<D>],
        i: usize,
        keep: &impl Fn(usize, usize) -> Option<T>,
        out: &mut Vec<T>,
    ) {
        let mask = self.starts.len() as u64 - 2;
        let (bounds, home) = (&boxes[i], &self.cells[i]);
        for &level in self.levels.iter().filter(|&&level| level >= home.level) {
            // A box of this level reaches at most half a cell beyond its centre.
            let size = side(level);
            let reach = bounds.grown(size * 0.5);
            let first: [i64; D] = std::array::from_fn(|k| coordinate(reach.min[k], size));
            let last: [i64; D] = std::array::from_fn(|k| coordinate(reach.max[k], size));
            let mut at = first;
            loop {
                let cell = Cell { level, at };
                // Of two cells of one level the lesser looks into the greater.
                if level > home.level || at >= home.at {
                    let slot = (cell.hash() & mask) as usize;
                    let range = self.starts[slot] as usize..self.starts[slot + 1] as usize;
                    for &j in &self.members[range] {
                        let j = j as usize;
                        if self.cells[j] == cell
                            && (i < j || cell != *home)
                            && bounds.overlaps(&boxes[j])
                        {
                            out.extend(keep(i, j));
                        }
                    }
                }
                if !advance(&mut at, &first, &last) {
                    break;
                }
            }
        }
    }

    /// Counting sort of the boxes by the hash of their cells.
    fn sort(&mut self, boxes: &[Aabb<D>]) {
        self.cells.clear();
        self.levels.clear();
        for bounds in boxes {
            // Far outliers make coarse levels, too: beyond 2^40 cells from the origin floats no
            // longer tell neighbouring cells apart.
            let centre: Vector<D> = bounds.centre();
            let extent = bounds.extent().max(centre.amax() * 1e-12).max(1e-300);
            let mut level = extent.log2().ceil() as i32;
            if side(level) < extent {
                level += 1;
            }
            let at = std::array::from_fn(|k| coordinate(centre[k], side(level)));
            self.cells.push(Cell { level, at });
            if !self.levels.contains(&level) {
                self.levels.push(level);
            }
        }
        self.levels.sort_unstable();
        let slots = (2 * boxes.len()).next_power_of_two().max(1);
        self.starts.clear();
        self.starts.resize(slots + 1, 0);
        let mask = slots as u64 - 1;
        for cell in &self.cells {
            self.starts[(cell.hash() & mask) as usize] += 1;
        }
        let mut total = 0;
        for start in &mut self.starts {
            total += *start;
            *start = total;
        }
        self.members.clear();
        self.members.resize(boxes.len(), 0);
        for (i, cell) in self.cells.iter().enumerate().rev() {
            let start = &mut self.starts[(cell.hash() & mask) as usize];
            *start -= 1;
            self.members[*start as usize] = i as u32;
        }
    }
}

/// The next cell of a block; false after the last.
fn advance<const D: usize>(at: &mut [i64; D], first: &[i64; D], last: &[i64; D]) -> bool {
    for k in 0..D {
        if at[k] < last[k] {
            at[k] += 1;
            return true;
        }
        at[k] = first[k];
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs_of<const D: usize>(boxes: &[Aabb<D>]) -> Vec<(usize, usize)> {
        let mut out = Vec::new();
        Grid::default().pairs(boxes, |i, j| Some((i.min(j), i.max(j))), &mut out);
        out.sort_unstable();
        out
    }

    fn every_overlap_once<const D: usize>() {
        // A sequence without pattern: sizes over six decades, some boxes far away.
        let mut seed = 1u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as f64 / (1u64 << 31) as f64
        };
        let boxes: Vec<Aabb<D>> = (0..500)
            .map(|k| {
                let far = if k % 100 == 0 { 1e12 } else { 1.0 };
                let centre = Vector::from_fn(|_, _| (next() - 0.5) * far);
                let half = Vector::from_fn(|_, _| 10f64.powf(-5.0 * next()) * 0.3);
                Aabb { min: centre - half, max: centre + half }
            })
            .collect();
        let mut expected = Vec::new();
        for i in 0..boxes.len() {
            expected.extend(
                (i + 1..boxes.len()).filter(|&j| boxes[i].overlaps(&boxes[j])).map(|j| (i, j)),
            );
        }
        assert!(expected.len() > 100);
        assert_eq!(pairs_of(&boxes), expected);
    }

    #[test]
    fn every_overlap_is_found_once() {
        every_overlap_once::<2>();
        every_overlap_once::<3>();
        assert!(pairs_of::<2>(&[]).is_empty());
    }
}
