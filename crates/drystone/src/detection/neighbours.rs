//! The neighbour list: pairs that may come within the alert distance before anything has moved
//! by more than half a skin.
//!
//! The list is a superset of the pairs within the alert distance whenever it was built, and the
//! pairs are examined in one order, so contacts do not depend on when it was built.

use super::broad::Grid;
use super::collider::{Collider, Visibility};
use crate::shapes::{Aabb, Shape};
use crate::space::Pose;
use std::sync::Arc;

/// What a list was built from.
#[derive(Clone, Debug)]
struct Entry<const D: usize> {
    body: usize,
    group: u8,
    shape: Arc<Shape<D>>,
    pose: Pose<D>,
}

/// Pairs of colliders worth examining, sorted.
#[derive(Clone, Debug)]
pub(super) struct Neighbours<const D: usize> {
    /// Smaller index first.
    pub pairs: Vec<(u32, u32)>,
    /// How often the list was built.
    pub builds: usize,
    entries: Vec<Entry<D>>,
    movable: Vec<bool>,
    visibility: Visibility,
    alert: f64,
    skin: f64,
    grid: Grid<D>,
    boxes: Vec<Aabb<D>>,
    finite: Vec<usize>,
    sizes: Vec<f64>,
}

impl<const D: usize> Default for Neighbours<D> {
    fn default() -> Self {
        Self {
            pairs: Vec::new(),
            builds: 0,
            entries: Vec::new(),
            movable: Vec::new(),
            visibility: Visibility::default(),
            alert: f64::NAN,
            skin: 0.0,
            grid: Grid::default(),
            boxes: Vec::new(),
            finite: Vec::new(),
            sizes: Vec::new(),
        }
    }
}

impl<const D: usize> Neighbours<D> {
    /// Builds the list anew if it may lack a pair.
    pub fn update(
        &mut self,
        colliders: &[Collider<D>],
        poses: &[Pose<D>],
        movable: &[bool],
        visibility: &Visibility,
        alert: f64,
    ) {
        if self.alert == alert
            && self.entries.len() == colliders.len()
            && self.movable == movable
            && self.visibility == *visibility
            && self.still(colliders, poses)
        {
            return;
        }
        self.alert = alert;
        self.movable.clear();
        self.movable.extend_from_slice(movable);
        self.visibility = visibility.clone();
        self.entries.clear();
        for (collider, pose) in colliders.iter().zip(poses) {
            let Collider { body, group, .. } = *collider;
            self.entries.push(Entry { body, group, shape: collider.shape.clone(), pose: *pose });
        }
        self.build();
    }

    fn still(&self, colliders: &[Collider<D>], poses: &[Pose<D>]) -> bool {
        let within = |((entry, collider), pose): ((&Entry<D>, &Collider<D>), &Pose<D>)| {
            entry.body == collider.body
                && entry.group == collider.group
                && Arc::ptr_eq(&entry.shape, &collider.shape)
                && collider.travel(&entry.pose, pose) <= 0.5 * self.skin
        };
        self.entries.iter().zip(colliders).zip(poses).all(within)
    }

    fn build(&mut self) {
        self.builds += 1;
        self.boxes.clear();
        self.finite.clear();
        self.sizes.clear();
        for (i, entry) in self.entries.iter().enumerate() {
            if entry.shape.bounding_radius().is_some() {
                let bounds = entry.shape.bounds(&entry.pose);
                self.finite.push(i);
                self.sizes.push(bounds.extent());
                self.boxes.push(bounds);
            }
        }
        // A tenth of the median size: few pairs that never meet, few builds.
        let middle = self.sizes.len() / 2;
        let median = match self.sizes.get(middle) {
            Some(_) => *self.sizes.select_nth_unstable_by(middle, f64::total_cmp).1,
            None => 0.0,
        };
        self.skin = self.alert.max(0.1 * median);
        let margin = 0.5 * (self.alert + self.skin);
        for bounds in &mut self.boxes {
            *bounds = bounds.grown(margin);
        }
        let (entries, movable, visibility) = (&self.entries, &self.movable, &self.visibility);
        let (finite, pairs) = (&self.finite, &mut self.pairs);
        pairs.clear();
        let apart = |a: &Entry<D>, b: &Entry<D>| {
            let radii = a.shape.bounding_radius().zip(b.shape.bounding_radius());
            let reach = radii.map_or(f64::INFINITY, |(r, s)| r + s + 2.0 * margin);
            (a.pose.position - b.pose.position).norm_squared() > reach * reach
        };
        let mut keep = |i: usize, j: usize| {
            let (a, b) = (&entries[i], &entries[j]);
            if a.body != b.body
                && !apart(a, b)
                && (movable[a.body] || movable[b.body])
                && visibility.allows(a.group, b.group)
            {
                pairs.push((i.min(j) as u32, i.max(j) as u32));
            }
        };
        self.grid.pairs(&self.boxes, |i, j| keep(finite[i], finite[j]));
        for (i, entry) in entries.iter().enumerate() {
            if let Shape::Drum(drum) = &*entry.shape {
                for (&j, bounds) in finite.iter().zip(&self.boxes) {
                    if !drum.clears(&entry.pose, bounds, margin) {
                        keep(i, j);
                    }
                }
            }
            let Shape::HalfSpace(half_space) = &*entry.shape else { continue };
            let normal = entry.pose.direction(half_space.normal());
            for (&j, bounds) in finite.iter().zip(&self.boxes) {
                let lowest: f64 = (0..D)
                    .map(|k| {
                        let corner = if normal[k] > 0.0 { bounds.min[k] } else { bounds.max[k] };
                        normal[k] * (corner - entry.pose.position[k])
                    })
                    .sum();
                if lowest <= margin {
                    keep(i, j);
                }
            }
        }
        pairs.sort_unstable();
    }
}
