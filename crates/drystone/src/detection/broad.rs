//! Broad phase: the pairs of boxes that overlap, in time linear in their number.
//!
//! Boxes of different sizes live on different levels, each level twice as coarse as the one
//! before, so that a box is at most as large as the cells of its level. Within a level a box
//! belongs to the row of cells, along the first axis, that its centre is in, and the boxes of a
//! row are sorted along it. A box meets those after it in its own row, and those of the
//! neighbouring rows, and on every coarser level those of the rows there that can reach it; in a
//! row only a short run has the right first coordinates. Rows are found by hashing, so that
//! space costs nothing, only boxes do.

use crate::shapes::Aabb;
use crate::space::Vector;
use rayon::prelude::*;

/// The fewest boxes for which threads pay.
const MANY: usize = 4096;

/// A row of cells: level and integer coordinates across the first axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Row {
    level: i32,
    /// The second is zero in the plane.
    at: [i64; 2],
}

impl Row {
    fn hash(&self) -> u64 {
        let mut h = self.level as u64;
        for x in self.at {
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

/// A box in its row.
#[derive(Clone, Copy, Debug)]
struct Member<const D: usize> {
    bounds: Aabb<D>,
    row: Row,
    index: u32,
}

/// Buffers of the grid.
#[derive(Clone, Debug)]
pub(super) struct Grid<const D: usize> {
    rows: Vec<Row>,
    /// Where the members of each slot of the hash table begin.
    starts: Vec<u32>,
    /// Sorted by slot, then along the first axis.
    members: Vec<Member<D>>,
    /// Those in use, and the side of their cells.
    levels: Vec<(i32, f64)>,
}

impl<const D: usize> Default for Grid<D> {
    fn default() -> Self {
        Self { rows: Vec::new(), starts: Vec::new(), members: Vec::new(), levels: Vec::new() }
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
            (0..boxes.len()).for_each(|m| self.meet(m, &keep, out));
            return;
        }
        let shares = 4 * rayon::current_num_threads();
        let share = boxes.len().div_ceil(shares);
        let found: Vec<Vec<T>> = (0..shares)
            .into_par_iter()
            .map(|k| {
                let mut found = Vec::new();
                let range = (k * share).min(boxes.len())..((k + 1) * share).min(boxes.len());
                range.for_each(|m| self.meet(m, &keep, &mut found));
                found
            })
            .collect();
        out.reserve(found.iter().map(Vec::len).sum());
        out.extend(found.into_iter().flatten());
    }

    /// The boxes that member m has to find.
    fn meet<T>(&self, m: usize, keep: &impl Fn(usize, usize) -> Option<T>, out: &mut Vec<T>) {
        let Member { bounds, row: home, index } = &self.members[m];
        let mut check = |other: &Member<D>, row: &Row| {
            if other.row == *row && bounds.overlaps(&other.bounds) {
                out.extend(keep(*index as usize, other.index as usize));
            }
        };
        for &(level, size) in self.levels.iter().filter(|(level, _)| *level >= home.level) {
            // A box of this level reaches at most half a cell beyond its centre, and rounding.
            let first = across(&bounds.min.add_scalar(-0.501 * size), size);
            let last = across(&bounds.max.add_scalar(0.501 * size), size);
            for y in first[0]..=last[0] {
                for z in first[1]..=last[1] {
                    let row = Row { level, at: [y, z] };
                    if row == *home {
                        let after = &self.members[m + 1..self.slot(&row).end];
                        let run = after.iter().take_while(|o| o.bounds.min[0] <= bounds.max[0]);
                        run.for_each(|other| check(other, &row));
                    } else if level > home.level || row.at > home.at {
                        // Of two rows of one level the lesser looks into the greater.
                        let all = &self.members[self.slot(&row)];
                        let from = bounds.min[0] - 1.001 * size;
                        let begin = all.partition_point(|o| o.bounds.min[0] < from);
                        let run =
                            all[begin..].iter().take_while(|o| o.bounds.min[0] <= bounds.max[0]);
                        run.for_each(|other| check(other, &row));
                    }
                }
            }
        }
    }

    /// The members of the slot that a row falls into, others among them.
    fn slot(&self, row: &Row) -> std::ops::Range<usize> {
        let slot = (row.hash() & (self.starts.len() as u64 - 2)) as usize;
        self.starts[slot] as usize..self.starts[slot + 1] as usize
    }

    /// Counting sort of the boxes by the slots of their rows, then each slot along the rows.
    fn sort(&mut self, boxes: &[Aabb<D>]) {
        self.rows.clear();
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
            if !self.levels.iter().any(|known| known.0 == level) {
                self.levels.push((level, side(level)));
            }
            self.rows.push(Row { level, at: across(&centre, side(level)) });
        }
        self.levels.sort_unstable_by_key(|level| level.0);
        let slots = boxes.len().next_power_of_two().max(1);
        self.starts.clear();
        self.starts.resize(slots + 1, 0);
        let mask = slots as u64 - 1;
        let slot = |row: &Row| (row.hash() & mask) as usize;
        for row in &self.rows {
            self.starts[slot(row)] += 1;
        }
        let mut total = 0;
        for start in &mut self.starts {
            total += *start;
            *start = total;
        }
        let none =
            Member { bounds: Aabb::everything(), row: Row { level: 0, at: [0; 2] }, index: 0 };
        self.members.clear();
        self.members.resize(boxes.len(), none);
        for (i, row) in self.rows.iter().enumerate() {
            let start = &mut self.starts[slot(row)];
            *start -= 1;
            self.members[*start as usize] = Member { bounds: boxes[i], row: *row, index: i as u32 };
        }
        for slot in self.starts.windows(2) {
            let members = &mut self.members[slot[0] as usize..slot[1] as usize];
            if members.len() > 1 {
                members.sort_unstable_by(|a, b| a.bounds.min[0].total_cmp(&b.bounds.min[0]));
            }
        }
    }
}

/// The cell across the first axis that a point is in.
fn across<const D: usize>(point: &Vector<D>, side: f64) -> [i64; 2] {
    [1, 2].map(|k| if k < D { coordinate(point[k], side) } else { 0 })
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
