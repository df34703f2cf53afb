//! The neighbour list: the pairs worth examining, kept as long as nothing leaves its box.
//!
//! A pair is examined when the boxes that its two shapes sweep until contacts are looked for
//! again overlap (`motion`). The list holds the pairs of larger boxes, swept farther and grown
//! by a skin. As long as every present box is inside the larger one it lacks no pair, and as the
//! present boxes decide, contacts do not depend on when the list was built.

use super::Configuration;
use super::broad::Grid;
use super::crowd::{Crowd, Limit};
use super::periodic::Periodic;
use super::unbounded;
use crate::contact::Image;
use crate::shapes::{Aabb, Shape};
use crate::space::Pose;
use rayon::prelude::*;
use std::sync::Arc;

/// How many steps a list is built for where bodies go on as they do.
pub(super) const AHEAD: f64 = 4.0;

/// The fewest colliders for which threads pay.
const MANY: usize = 4096;

/// Two colliders worth examining, and the image of the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pair {
    /// Smaller index.
    pub candidate: u32,
    pub antagonist: u32,
    pub image: Image,
}

/// What a list was built from.
#[derive(Clone, Debug)]
pub(super) struct Entry<const D: usize> {
    body: usize,
    group: u8,
    pub shape: Arc<Shape<D>>,
    pub pose: Pose<D>,
}

/// A box in the grid: of a collider or of one of its images.
#[derive(Clone, Copy, Debug)]
struct Copied<const D: usize> {
    collider: u32,
    periods: [i32; D],
}

/// Pairs of colliders worth examining, sorted.
#[derive(Clone, Debug)]
pub(super) struct Neighbours<const D: usize> {
    /// Sorted, each once.
    pub pairs: Vec<Pair>,
    /// What each collider sweeps until contacts are looked for again.
    pub swept: Vec<Aabb<D>>,
    /// How often the list was built.
    pub builds: usize,
    entries: Vec<Entry<D>>,
    movable: Vec<bool>,
    visibility: super::Visibility,
    periodic: Periodic<D>,
    alert: f64,
    skin: f64,
    /// What each collider may sweep before the list is built anew.
    allowed: Vec<Aabb<D>>,
    grid: Grid<D>,
    boxes: Vec<Aabb<D>>,
    copies: Vec<Copied<D>>,
    starts: Vec<usize>,
    unsorted: Vec<Pair>,
    sizes: Vec<f64>,
    /// What there was too much of when the list was built; it is empty then.
    pub crowd: Option<Crowd>,
}

impl<const D: usize> Default for Neighbours<D> {
    fn default() -> Self {
        Self {
            pairs: Vec::new(),
            swept: Vec::new(),
            builds: 0,
            entries: Vec::new(),
            movable: Vec::new(),
            visibility: super::Visibility::default(),
            periodic: Periodic::default(),
            alert: f64::NAN,
            skin: 0.0,
            allowed: Vec::new(),
            grid: Grid::default(),
            boxes: Vec::new(),
            copies: Vec::new(),
            starts: Vec::new(),
            unsorted: Vec::new(),
            sizes: Vec::new(),
            crowd: None,
        }
    }
}

impl<const D: usize> Neighbours<D> {
    /// Has the list built anew the next time.
    pub fn forget(&mut self) {
        self.alert = f64::NAN;
    }

    /// Sweeps the boxes, and builds the list anew if it may lack a pair.
    pub fn update(&mut self, now: &Configuration<'_, D>, placed: &[Pose<D>]) {
        self.sweep(now, placed);
        if self.alert == now.alert
            && self.entries.len() == now.colliders.len()
            && self.movable == now.movable
            && self.visibility == *now.visibility
            && self.periodic == *now.periodic
            && self.holds(now, placed)
        {
            return;
        }
        self.alert = now.alert;
        self.movable.clear();
        self.movable.extend_from_slice(now.movable);
        self.visibility = now.visibility.clone();
        self.periodic = *now.periodic;
        self.entries.clear();
        for (collider, pose) in now.colliders.iter().zip(placed) {
            let (body, group) = (collider.body, collider.group);
            self.entries.push(Entry { body, group, shape: collider.shape.clone(), pose: *pose });
        }
        self.allow(now);
        self.build(now);
    }

    /// The boxes swept until contacts are looked for again, half the alert distance around.
    fn sweep(&mut self, now: &Configuration<'_, D>, placed: &[Pose<D>]) {
        let swept = |i: usize| {
            let shape = &now.colliders[i].shape;
            if shape.bounding_radius().is_none() {
                return Aabb::everything();
            }
            now.motion(i).swept(&shape.bounds(&placed[i]), 1.0, 0.5 * now.alert)
        };
        let count = now.colliders.len();
        if count < MANY {
            self.swept.clear();
            self.swept.extend((0..count).map(swept));
        } else {
            (0..count).into_par_iter().map(swept).collect_into_vec(&mut self.swept);
        }
    }

    /// Whether the list holds every pair of swept boxes that overlap.
    fn holds(&self, now: &Configuration<'_, D>, placed: &[Pose<D>]) -> bool {
        let within = |i: usize| {
            let (entry, collider) = (&self.entries[i], &now.colliders[i]);
            entry.body == collider.body
                && entry.group == collider.group
                && Arc::ptr_eq(&entry.shape, &collider.shape)
                && match entry.shape.bounding_radius() {
                    Some(_) => self.allowed[i].contains(&self.swept[i]),
                    None => unbounded::stayed(entry, &placed[i], &now.motion(i), 0.5 * self.skin),
                }
        };
        let count = now.colliders.len();
        if count < MANY { (0..count).all(within) } else { (0..count).into_par_iter().all(within) }
    }

    /// The larger boxes the list is built from.
    fn allow(&mut self, now: &Configuration<'_, D>) {
        self.allowed.clear();
        self.sizes.clear();
        for entry in &self.entries {
            let bounds = entry.shape.bounds(&entry.pose);
            if entry.shape.bounding_radius().is_some() {
                self.sizes.push(bounds.extent());
            }
            self.allowed.push(bounds);
        }
        // A tenth of the median size: few pairs that never meet, few builds.
        let middle = self.sizes.len() / 2;
        let median = match self.sizes.get(middle) {
            Some(_) => *self.sizes.select_nth_unstable_by(middle, f64::total_cmp).1,
            None => 0.0,
        };
        self.skin = self.alert.max(0.1 * median);
        let margin = 0.5 * (self.alert + self.skin);
        for (i, bounds) in self.allowed.iter_mut().enumerate() {
            *bounds = now.motion(i).swept(bounds, AHEAD, margin);
        }
    }

    fn build(&mut self, now: &Configuration<'_, D>) {
        self.builds += 1;
        self.pairs.clear();
        self.crowd = self.copy();
        if self.crowd.is_some() {
            return self.forget();
        }
        let (entries, movable, visibility) = (&self.entries, &self.movable, &self.visibility);
        let may = |i: usize, j: usize| {
            let (a, b) = (&entries[i], &entries[j]);
            a.body != b.body
                && (movable[a.body] || movable[b.body])
                && visibility.allows(a.group, b.group)
        };
        let copies = &self.copies;
        let limit = Limit::new("pairs of bodies near each other", entries.len());
        let keep = |a: usize, b: usize| {
            let (mut a, mut b) = (&copies[a], &copies[b]);
            if a.collider > b.collider {
                std::mem::swap(&mut a, &mut b);
            }
            let is_one = may(a.collider as usize, b.collider as usize) && limit.takes(1);
            is_one.then(|| Pair {
                candidate: a.collider,
                antagonist: b.collider,
                image: Image::new::<D>(std::array::from_fn(|k| b.periods[k] - a.periods[k])),
            })
        };
        self.grid.pairs(&self.boxes, keep, &mut self.pairs);
        self.crowd = limit.crowd();
        if self.crowd.is_some() {
            self.pairs = Vec::new();
            return self.forget();
        }
        for (i, entry) in entries.iter().enumerate() {
            if let Shape::Skin(skin) = &*entry.shape
                && skin.meets_itself()
                && movable[entry.body]
                && visibility.allows(entry.group, entry.group)
            {
                let itself = i as u32;
                self.pairs.push(Pair { candidate: itself, antagonist: itself, image: Image::HOME });
            }
        }
        let reach = [self.alert, self.skin];
        for (i, entry) in entries.iter().enumerate() {
            if entry.shape.bounding_radius().is_some() {
                continue;
            }
            for (j, bounds) in self.allowed.iter().enumerate() {
                if entries[j].shape.bounding_radius().is_some()
                    && may(i, j)
                    && unbounded::near(entry, bounds, [i, j].map(|k| now.motion(k)), reach)
                {
                    let [candidate, antagonist] = [i.min(j), i.max(j)].map(|k| k as u32);
                    self.pairs.push(Pair { candidate, antagonist, image: Image::HOME });
                }
            }
        }
        self.sort();
    }

    /// Sorts the pairs, a counting sort by the candidate first, and drops repetitions.
    fn sort(&mut self) {
        self.starts.clear();
        self.starts.resize(self.entries.len() + 1, 0);
        for pair in &self.pairs {
            self.starts[pair.candidate as usize] += 1;
        }
        let mut total = 0;
        for start in &mut self.starts {
            total += *start;
            *start = total;
        }
        self.unsorted.clone_from(&self.pairs);
        for pair in &self.unsorted {
            let start = &mut self.starts[pair.candidate as usize];
            *start -= 1;
            self.pairs[*start] = *pair;
        }
        for bucket in self.starts.windows(2) {
            self.pairs[bucket[0]..bucket[1]].sort_unstable();
        }
        self.pairs.dedup();
    }

    /// Fills the grid's boxes: those of bounded colliders and, where space repeats, every image
    /// that reaches into the cell. Whatever overlaps does so somewhere in the cell. What there is
    /// too much of, if there is.
    fn copy(&mut self) -> Option<Crowd> {
        self.boxes.clear();
        self.copies.clear();
        let cell = &self.periodic;
        let limit = Limit::new("images of bodies in the periodic cell", self.allowed.len());
        for (i, bounds) in self.allowed.iter().enumerate() {
            if self.entries[i].shape.bounding_radius().is_none() {
                continue;
            }
            let collider = i as u32;
            if !cell.any() {
                self.boxes.push(*bounds);
                self.copies.push(Copied { collider, periods: [0; D] });
                continue;
            }
            let (last, first) = (cell.cell(&bounds.max), cell.cell(&bounds.min));
            let along = |k: usize| (i64::from(last[k]) - i64::from(first[k]) + 1) as usize;
            if !limit.takes((0..D).map(along).fold(1, usize::saturating_mul)) {
                return limit.crowd();
            }
            let mut at = first;
            loop {
                let periods = std::array::from_fn(|k| -at[k]);
                self.boxes.push(bounds.moved(&cell.way(periods)));
                self.copies.push(Copied { collider, periods });
                let next = (0..D).find(|&k| at[k] < last[k]);
                let Some(next) = next else { break };
                at[next] += 1;
                at[..next].copy_from_slice(&first[..next]);
            }
        }
        None
    }
}
