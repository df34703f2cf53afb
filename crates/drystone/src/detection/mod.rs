//! Detection: which colliders touch, where, and with what gap.
//!
//! A neighbour list (`neighbours`, over the grid of `broad`) proposes pairs of colliders, the
//! table of `pairs` finds their touches, and this file makes contacts of them: sorted by
//! identity, with a frame and a first guess of the impulse inherited from the previous step.

mod broad;
mod collider;
mod inherit;
mod neighbours;
pub mod pairs;

pub use collider::{Collider, Visibility};
pub use pairs::collide;

use crate::contact::{Contact, ContactId, Status, Touch};
use crate::space::{Pose, Vector, frame};
use inherit::Inheritance;
use neighbours::Neighbours;
use pairs::Workspace;
use rayon::prelude::*;

/// Pairs handed to a thread at a time, and the fewest for which threads pay.
const CHUNK: usize = 1024;

/// Finds contacts, keeping buffers and the neighbour list from step to step.
#[derive(Clone, Debug)]
pub struct Detector<const D: usize> {
    neighbours: Neighbours<D>,
    poses: Vec<Pose<D>>,
    tasks: Vec<Task<D>>,
}

impl<const D: usize> Default for Detector<D> {
    fn default() -> Self {
        Self { neighbours: Neighbours::default(), poses: Vec::new(), tasks: Vec::new() }
    }
}

/// Buffers of one thread's share of the pairs.
#[derive(Clone, Debug)]
struct Task<const D: usize> {
    work: Workspace<D>,
    touches: Vec<Touch<D>>,
    inheritance: Inheritance,
    contacts: Vec<Contact<D>>,
}

impl<const D: usize> Default for Task<D> {
    fn default() -> Self {
        Self {
            work: Workspace::default(),
            touches: Vec::new(),
            inheritance: Inheritance::default(),
            contacts: Vec::new(),
        }
    }
}

/// What every task reads.
#[derive(Clone, Copy)]
struct Scene<'a, const D: usize> {
    colliders: &'a [Collider<D>],
    /// Of colliders.
    placed: &'a [Pose<D>],
    /// Of bodies.
    poses: &'a [Pose<D>],
    alert: f64,
    previous: &'a [Contact<D>],
}

impl<const D: usize> Detector<D> {
    /// A detector with nothing in its buffers.
    pub fn new() -> Self {
        Self::default()
    }

    /// How often the neighbour list was built so far.
    pub fn builds(&self) -> usize {
        self.neighbours.builds
    }

    /// Length of the neighbour list.
    pub fn neighbour_pairs(&self) -> usize {
        self.neighbours.pairs.len()
    }

    /// Replaces `out` by the contacts of gap at most `alert` (metres), sorted by identity.
    ///
    /// `poses` and `movable` are those of bodies. A contact that was there in `previous` (also
    /// sorted) keeps its first tangent and begins with its impulse. The result does not depend
    /// on the number of threads, nor on earlier calls but through `previous`.
    #[allow(clippy::too_many_arguments)] // the whole input of a stage, as plain data
    pub fn detect(
        &mut self,
        colliders: &[Collider<D>],
        poses: &[Pose<D>],
        movable: &[bool],
        visibility: &Visibility,
        alert: f64,
        previous: &[Contact<D>],
        out: &mut Vec<Contact<D>>,
    ) {
        self.poses.clear();
        self.poses.extend(colliders.iter().map(|c| c.pose(&poses[c.body])));
        self.neighbours.update(colliders, &self.poses, movable, visibility, alert);
        out.clear();
        let pairs = &self.neighbours.pairs;
        let scene = Scene { colliders, placed: &self.poses, poses, alert, previous };
        let threads = if pairs.len() >= 2 * CHUNK { rayon::current_num_threads() } else { 1 };
        // A few shares a thread even out pairs of different cost.
        let shares = if threads == 1 { 1 } else { (4 * threads).min(pairs.len() / CHUNK).max(1) };
        if self.tasks.len() < shares {
            self.tasks.resize_with(shares, Task::default);
        }
        if shares == 1 {
            self.tasks[0].run(scene, pairs, out);
            return;
        }
        let share = pairs.len().div_ceil(shares);
        let used = pairs.len().div_ceil(share);
        self.tasks[..used].par_iter_mut().zip(pairs.par_chunks(share)).for_each(|(task, pairs)| {
            let mut contacts = std::mem::take(&mut task.contacts);
            contacts.clear();
            task.run(scene, pairs, &mut contacts);
            task.contacts = contacts;
        });
        for task in &mut self.tasks[..used] {
            out.append(&mut task.contacts);
        }
    }
}

impl<const D: usize> Task<D> {
    /// Appends the contacts of some sorted pairs.
    fn run(&mut self, scene: Scene<'_, D>, pairs: &[(u32, u32)], out: &mut Vec<Contact<D>>) {
        let before = |&(i, j): &(u32, u32)| {
            scene.previous.partition_point(|c| (c.id.candidate, c.id.antagonist) < (i, j))
        };
        let mut next = pairs.first().map_or(0, before);
        for &(i, j) in pairs {
            let (a, b) = (i as usize, j as usize);
            self.touches.clear();
            pairs::collide_in(
                &mut self.work,
                &scene.colliders[a].shape,
                &scene.placed[a],
                &scene.colliders[b].shape,
                &scene.placed[b],
                scene.alert,
                &mut self.touches,
            );
            if self.touches.is_empty() {
                continue;
            }
            if self.touches.len() > 1 {
                self.touches.sort_unstable_by_key(|t| t.feature);
            }
            let old = inherit::group(scene.previous, &mut next, (i, j));
            let first = out.len();
            let bodies = [scene.colliders[a].body, scene.colliders[b].body];
            for touch in &self.touches {
                out.push(contact(touch, (i, j), bodies, scene.poses));
            }
            self.inheritance.hand_down(old, &mut out[first..], scene.alert);
        }
    }
}

/// A contact without frame (only its normal) and without a past.
fn contact<const D: usize>(
    touch: &Touch<D>,
    (candidate, antagonist): (u32, u32),
    bodies: [usize; 2],
    poses: &[Pose<D>],
) -> Contact<D> {
    // Each body's own point: the local mass then does not depend on the gap, and a shock in two
    // steps takes the same impulse as in one (000 §4.3).
    let points = [touch.on_candidate, touch.on_antagonist];
    Contact {
        id: ContactId { candidate, antagonist, feature: touch.feature },
        bodies,
        arms: [0, 1].map(|k| points[k] - poses[bodies[k]].position),
        point: (points[0] + points[1]) * 0.5,
        frame: frame(&touch.normal, None),
        gap: touch.gap,
        law: 0,
        impulse: Vector::zeros(),
        velocity: Vector::zeros(),
        status: Status::Open,
    }
}
