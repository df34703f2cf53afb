//! Broad phase: the pairs of boxes that overlap, in time linear in their number.
//!
//! Boxes of different sizes live on different levels, each level twice as coarse as the one
//! before, so that a box is at most as large as the cells of its level. Within a level a box
//! belongs to the row of cells, along the first axis, that its centre is in, and the boxes of a
//! row are sorted along it. Two rows are then compared by one sweep along both: each row with
//! itself, with the neighbouring rows of its level, and with the rows of every coarser level that
//! can reach it. Rows are found by hashing, so that space costs nothing, only boxes do.

use crate::shapes::Aabb;
use crate::space::Vector;
use rayon::prelude::*;
use std::cmp::Ordering;
use std::ops::Range;

/// The fewest boxes for which threads pay.
const MANY: usize = 4096;

/// Cells of the first level over the median size of the boxes: most boxes of nearly one size
/// then are on one level, with cells hardly larger than they.
const SNUG: f64 = 1.1;

/// A row of cells: level and integer coordinates across the first axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    level: i32,
    /// The second is zero in the plane.
    at: [i64; 2],
}

impl Row {
    /// Neighbouring rows get neighbouring numbers, so that what is compared is stored nearby.
    fn hash(&self) -> u64 {
        let level = (self.level as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let [y, z] = self.at.map(|x| x as u64);
        level.wrapping_add(y.wrapping_mul(0x1_003f)).wrapping_add(z)
    }
}

/// A box on its way to its row.
#[derive(Clone, Copy, Debug)]
struct Key {
    row: Row,
    start: f64,
    index: u32,
}

impl Key {
    fn order(&self, other: &Self) -> Ordering {
        self.row.cmp(&other.row).then(self.start.total_cmp(&other.start))
    }
}

/// A box in its row.
#[derive(Clone, Copy, Debug)]
struct Member<const D: usize> {
    bounds: Aabb<D>,
    index: u32,
}

/// Buffers of the grid.
#[derive(Clone, Debug)]
pub(super) struct Grid<const D: usize> {
    /// Side of the cells of level 0.
    unit: f64,
    levels: Vec<i32>,
    keys: Vec<Key>,
    sorted: Vec<Key>,
    sizes: Vec<f64>,
    /// Where the boxes of each slot of the hash table begin, later the rows.
    starts: Vec<u32>,
    /// Sorted by slot, row, and along the row.
    members: Vec<Member<D>>,
    rows: Vec<(Row, Range<u32>)>,
}

impl<const D: usize> Default for Grid<D> {
    fn default() -> Self {
        Self {
            unit: 1.0,
            levels: Vec::new(),
            keys: Vec::new(),
            sorted: Vec::new(),
            sizes: Vec::new(),
            starts: Vec::new(),
            members: Vec::new(),
            rows: Vec::new(),
        }
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
        let rows = self.rows.len();
        if boxes.len() < MANY {
            (0..rows).for_each(|r| self.meet(r, &keep, out));
            return;
        }
        let share = rows.div_ceil(8 * rayon::current_num_threads());
        let found: Vec<Vec<T>> = (0..rows.div_ceil(share))
            .into_par_iter()
            .map(|k| {
                let mut found = Vec::new();
                let range = k * share..((k + 1) * share).min(rows);
                range.for_each(|r| self.meet(r, &keep, &mut found));
                found
            })
            .collect();
        out.reserve(found.iter().map(Vec::len).sum());
        out.extend(found.into_iter().flatten());
    }

    /// The rows that row r has to be compared with, and the comparisons.
    fn meet<T>(&self, r: usize, keep: &impl Fn(usize, usize) -> Option<T>, out: &mut Vec<T>) {
        let (home, members) = &self.rows[r];
        let members = &self.members[members.start as usize..members.end as usize];
        for (m, a) in members.iter().enumerate() {
            let after = members[m + 1..].iter();
            for b in after.take_while(|b| b.bounds.min[0] <= a.bounds.max[0]) {
                if a.bounds.overlaps(&b.bounds) {
                    out.extend(keep(a.index as usize, b.index as usize));
                }
            }
        }
        let side = self.side(home.level);
        for &level in self.levels.iter().filter(|level| **level >= home.level) {
            // Boxes reach half a cell of their level beyond their centres, and rounding.
            let size = self.side(level);
            let reach = 0.5005 * (side + size);
            let [first, last] = [0, 1].map(|end| {
                [0, 1].map(|k| {
                    let edge = (home.at[k] + end) as f64 * side;
                    let reached = edge + if end == 0 { -reach } else { reach };
                    if k + 1 < D { (reached / size).floor() as i64 } else { 0 }
                })
            });
            for y in first[0]..=last[0] {
                for z in first[1]..=last[1] {
                    let row = Row { level, at: [y, z] };
                    // Of two rows of one level the lesser looks into the greater.
                    if row > *home
                        && let Some(others) = self.row(&row)
                    {
                        sweep(members, others, 1.001 * size, keep, out);
                    }
                }
            }
        }
    }

    fn side(&self, level: i32) -> f64 {
        self.unit * 2f64.powi(level)
    }

    /// The members of a row, if there are any.
    fn row(&self, row: &Row) -> Option<&[Member<D>]> {
        let slot = (row.hash() & (self.starts.len() as u64 - 2)) as usize;
        let rows = self.starts[slot] as usize..self.starts[slot + 1] as usize;
        let (_, members) = self.rows[rows].iter().find(|(found, _)| found == row)?;
        Some(&self.members[members.start as usize..members.end as usize])
    }

    /// Counting sort of the boxes by the slots of their rows, then each slot by row and along it.
    fn sort(&mut self, boxes: &[Aabb<D>]) {
        self.rank(boxes);
        let slots = (boxes.len() / 4).next_power_of_two().max(1);
        let mask = slots as u64 - 1;
        let slot = |row: &Row| (row.hash() & mask) as usize;
        self.starts.clear();
        self.starts.resize(slots + 1, 0);
        for key in &self.keys {
            self.starts[slot(&key.row)] += 1;
        }
        let mut total = 0;
        for start in &mut self.starts {
            total += *start;
            *start = total;
        }
        self.sorted.clone_from(&self.keys);
        for key in &self.keys {
            let start = &mut self.starts[slot(&key.row)];
            *start -= 1;
            self.sorted[*start as usize] = *key;
        }
        self.members.clear();
        self.rows.clear();
        for s in 0..slots {
            let keys = &mut self.sorted[self.starts[s] as usize..self.starts[s + 1] as usize];
            keys.sort_unstable_by(Key::order);
            self.starts[s] = self.rows.len() as u32;
            for row in keys.chunk_by(|a, b| a.row == b.row) {
                let start = self.members.len() as u32;
                self.members.extend(
                    row.iter()
                        .map(|key| Member { bounds: boxes[key.index as usize], index: key.index }),
                );
                self.rows.push((row[0].row, start..self.members.len() as u32));
            }
        }
        self.starts[slots] = self.rows.len() as u32;
    }

    /// Levels and rows of the boxes.
    fn rank(&mut self, boxes: &[Aabb<D>]) {
        // Far outliers make coarse levels, too: beyond 2^40 cells from the origin floats no
        // longer tell neighbouring cells apart.
        let extent =
            |bounds: &Aabb<D>| bounds.extent().max(bounds.centre().amax() * 1e-12).max(1e-300);
        self.sizes.clear();
        self.sizes.extend(boxes.iter().map(extent));
        let middle = boxes.len() / 2;
        if middle < boxes.len() {
            self.unit = SNUG * *self.sizes.select_nth_unstable_by(middle, f64::total_cmp).1;
        }
        self.levels.clear();
        self.keys.clear();
        for (index, bounds) in boxes.iter().enumerate() {
            let size = extent(bounds);
            let mut level = (size / self.unit).log2().ceil() as i32;
            if self.side(level) < size {
                level += 1;
            }
            if !self.levels.contains(&level) {
                self.levels.push(level);
            }
            let (centre, side): (Vector<D>, f64) = (bounds.centre(), self.side(level));
            let at = [1, 2].map(|k| if k < D { (centre[k] / side).floor() as i64 } else { 0 });
            let row = Row { level, at };
            self.keys.push(Key { row, start: bounds.min[0], index: index as u32 });
        }
        self.levels.sort_unstable();
    }
}

/// Compares two rows; boxes of the second are at most `longest` along it.
fn sweep<const D: usize, T>(
    row: &[Member<D>],
    others: &[Member<D>],
    longest: f64,
    keep: &impl Fn(usize, usize) -> Option<T>,
    out: &mut Vec<T>,
) {
    let mut begin = 0;
    for a in row {
        let from = a.bounds.min[0] - longest;
        while others.get(begin).is_some_and(|b| b.bounds.min[0] < from) {
            begin += 1;
        }
        for b in others[begin..].iter().take_while(|b| b.bounds.min[0] <= a.bounds.max[0]) {
            if a.bounds.overlaps(&b.bounds) {
                out.extend(keep(a.index as usize, b.index as usize));
            }
        }
    }
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
