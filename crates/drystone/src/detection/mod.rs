//! Detection: which colliders touch, where, and with what gap.
//!
//! A neighbour list (`neighbours`, over the grid of `broad`) proposes pairs of colliders, the
//! table of `pairs` finds their touches, and this file makes contacts of them: sorted by
//! identity, with a frame and a first guess of the impulse inherited from the previous step.

mod ahead;
mod areas;
mod broad;
mod collider;
mod crowd;
mod inherit;
mod motion;
mod neighbours;
pub mod pairs;
mod periodic;
mod reduce;
mod seams;
mod unbounded;

pub use areas::share_areas;
pub use collider::{Collider, Visibility};
pub use crowd::Crowd;
pub use motion::Motion;
pub use pairs::collide;
pub use periodic::Periodic;
pub use reduce::Reduction;

use crate::contact::{Contact, ContactId, Touch};
use crate::shapes::{Aabb, Shape};
use crate::space::{Pose, Vector, frame};
use ahead::Ahead;
use crowd::Limit;
use inherit::Inheritance;
use neighbours::{Neighbours, Pair};
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
    crowd: Option<Crowd>,
}

impl<const D: usize> Default for Detector<D> {
    fn default() -> Self {
        let neighbours = Neighbours::default();
        Self { neighbours, poses: Vec::new(), tasks: Vec::new(), crowd: None }
    }
}

/// Buffers of one thread's share of the pairs.
#[derive(Clone, Debug)]
struct Task<const D: usize> {
    work: Workspace<D>,
    touches: Vec<Touch<D>>,
    fresh: Vec<Touch<D>>,
    inheritance: Inheritance,
    contacts: Vec<Contact<D>>,
}

impl<const D: usize> Default for Task<D> {
    fn default() -> Self {
        Self {
            work: Workspace::default(),
            touches: Vec::new(),
            fresh: Vec::new(),
            inheritance: Inheritance::default(),
            contacts: Vec::new(),
        }
    }
}

/// What detection looks at: the whole input of the stage, as plain data.
#[derive(Clone, Copy, Debug)]
pub struct Configuration<'a, const D: usize> {
    /// Every shape.
    pub colliders: &'a [Collider<D>],
    /// Where the bodies are.
    pub poses: &'a [Pose<D>],
    /// Which bodies contacts can move.
    pub movable: &'a [bool],
    /// Who may touch whom.
    pub visibility: &'a Visibility,
    /// Where space repeats.
    pub periodic: &'a Periodic<D>,
    /// Gaps up to this distance are candidates to contact (m), and larger ones that the motions
    /// may close.
    pub alert: f64,
    /// Of colliders, until contacts are looked for again; empty when nothing moves.
    pub motions: &'a [Motion<D>],
}

impl<const D: usize> Configuration<'_, D> {
    fn motion(&self, i: usize) -> Motion<D> {
        self.motions.get(i).copied().unwrap_or_default()
    }
}

/// How many contacts there may be. Those of skins are as many as their points, which are there
/// anyway.
fn limit_of<const D: usize>(now: &Configuration<'_, D>) -> Limit {
    let points = |collider: &Collider<D>| match &*collider.shape {
        Shape::Skin(skin) => skin.points().len(),
        _ => 1,
    };
    Limit::new("contacts", now.colliders.iter().map(points).sum())
}

/// What every task reads.
#[derive(Clone, Copy)]
struct Scene<'a, const D: usize> {
    now: &'a Configuration<'a, D>,
    /// Poses of colliders.
    placed: &'a [Pose<D>],
    swept: &'a [Aabb<D>],
    previous: &'a [Contact<D>],
}

impl<const D: usize> Detector<D> {
    /// A detector with nothing in its buffers.
    pub fn new() -> Self {
        Self::default()
    }

    /// Has the neighbour list built anew the next time.
    pub fn forget(&mut self) {
        self.neighbours.forget();
    }

    /// How often the neighbour list was built so far.
    pub fn builds(&self) -> usize {
        self.neighbours.builds
    }

    /// What there was too much of when contacts were looked for last; none were found then.
    pub fn crowd(&self) -> Option<Crowd> {
        self.crowd
    }

    /// Length of the neighbour list.
    pub fn neighbour_pairs(&self) -> usize {
        self.neighbours.pairs.len()
    }

    /// Replaces `out` by the candidates to contact, sorted by identity.
    ///
    /// A contact that was there in `previous` (also sorted) keeps its first tangent and begins
    /// with its impulse. The result does not depend on the number of threads, nor on earlier
    /// calls but through `previous`.
    pub fn detect(
        &mut self,
        now: &Configuration<'_, D>,
        previous: &[Contact<D>],
        out: &mut Vec<Contact<D>>,
    ) {
        self.poses.clear();
        self.poses.extend(now.colliders.iter().map(|c| c.pose(&now.poses[c.body])));
        self.neighbours.update(now, &self.poses);
        out.clear();
        self.crowd = self.neighbours.crowd;
        if self.crowd.is_some() {
            return;
        }
        let limit = limit_of(now);
        let pairs = &self.neighbours.pairs;
        let scene = Scene { now, placed: &self.poses, swept: &self.neighbours.swept, previous };
        let threads = if pairs.len() >= 2 * CHUNK { rayon::current_num_threads() } else { 1 };
        // A few shares a thread even out pairs of different cost.
        let shares = if threads == 1 { 1 } else { (4 * threads).min(pairs.len() / CHUNK).max(1) };
        if self.tasks.len() < shares {
            self.tasks.resize_with(shares, Task::default);
        }
        if shares == 1 {
            self.tasks[0].run(scene, pairs, &limit, out);
            self.crowd = limit.crowd();
            if self.crowd.is_some() {
                *out = Vec::new();
            }
            return;
        }
        let share = pairs.len().div_ceil(shares);
        let used = pairs.len().div_ceil(share);
        self.tasks[..used].par_iter_mut().zip(pairs.par_chunks(share)).for_each(|(task, pairs)| {
            let mut contacts = std::mem::take(&mut task.contacts);
            contacts.clear();
            task.run(scene, pairs, &limit, &mut contacts);
            task.contacts = contacts;
        });
        self.crowd = limit.crowd();
        if self.crowd.is_some() {
            self.tasks.clear();
            return;
        }
        for task in &mut self.tasks[..used] {
            out.append(&mut task.contacts);
        }
    }
}

impl<const D: usize> Task<D> {
    /// Appends the contacts of some sorted pairs.
    fn run(
        &mut self,
        scene: Scene<'_, D>,
        pairs: &[Pair],
        limit: &Limit,
        out: &mut Vec<Contact<D>>,
    ) {
        let before = |pair: &Pair| scene.previous.partition_point(|c| inherit::pair(c) < *pair);
        let mut next = pairs.first().map_or(0, before);
        for pair in pairs {
            self.touches.clear();
            let old = inherit::group(scene.previous, &mut next, pair);
            self.work.touched = !old.is_empty();
            let Some(shift) = self.examine(scene, pair) else { continue };
            if self.touches.len() > 1 {
                self.touches.sort_unstable_by_key(|t| t.feature);
            }
            if !limit.takes(self.touches.len()) {
                return;
            }
            let first = out.len();
            for touch in &self.touches {
                out.push(contact(touch, pair, scene.now, &shift));
            }
            self.inheritance.hand_down(old, &mut out[first..], scene.now.alert);
        }
    }

    /// Finds the touches of a pair, and how far from itself the antagonist's image is; `None`
    /// where there are none.
    fn examine(&mut self, scene: Scene<'_, D>, pair: &Pair) -> Option<Vector<D>> {
        let [a, b] = [pair.candidate, pair.antagonist].map(|k| k as usize);
        let shift = scene.now.periodic.shift(pair.image);
        if !scene.swept[a].overlaps(&scene.swept[b].moved(&shift)) {
            return None;
        }
        if a == b {
            let Shape::Skin(skin) = &*scene.now.colliders[a].shape else { return None };
            let Motion { stray, extra, .. } = scene.now.motion(a);
            let alert = scene.now.alert + 2.0 * (stray + extra);
            pairs::meet_itself((skin, &scene.placed[a]), alert, &mut self.touches);
            return (!self.touches.is_empty()).then_some(shift);
        }
        let mut image = scene.placed[b];
        image.position += shift;
        let [mine, theirs] = [scene.now.motion(a), scene.now.motion(b)];
        let strays = [mine, theirs].map(|m| m.stray + m.extra);
        let mut alert = scene.now.alert + strays[0] + strays[1];
        let approach = theirs.shift - mine.shift;
        let [first, second] = [a, b].map(|k| &*scene.now.colliders[k].shape);
        if mine.turn + theirs.turn > 0.0 {
            let radii = [first, second].map(|s| s.bounding_radius().unwrap_or(0.0));
            let apart = (scene.placed[a].position - image.position).norm() + approach.norm();
            alert += (mine.turn + theirs.turn) * (apart + radii[0] + radii[1]);
        }
        let (work, touches, far) = (&mut self.work, &mut self.touches, alert + approach.norm());
        let (at, convex) = (&scene.placed[a], first.is_convex() && second.is_convex());
        let bounded = [first, second].iter().all(|s| s.bounding_radius().is_some());
        let fast = bounded && approach.norm() > scene.now.alert;
        let ahead = Ahead { shapes: [first, second], poses: [at, &image], way: approach, alert };
        let cut = [a, b].map(|k| scene.now.colliders[k].cut);
        let (colliders, placed, none) = (scene.now.colliders, scene.placed, Vector::zeros());
        let real = |t: &Touch<D>| {
            let places =
                [[&t.on_candidate, &-t.normal, &none], [&t.on_antagonist, &t.normal, &shift]];
            let hidden = |k: usize| seams::hidden(colliders, placed, [a, b][k], places[k]);
            !(cut[0] && hidden(0) || cut[1] && hidden(1))
        };
        if fast && (!convex || cut[0] || cut[1]) {
            ahead.follow(work, &mut self.fresh, touches, real);
            return (!touches.is_empty()).then_some(shift);
        }
        pairs::collide_in(work, first, at, second, &image, far, touches);
        // Convex shapes stay apart along a normal that they do not approach along.
        if far > alert && convex {
            touches.retain(|t| t.gap <= alert + t.normal.dot(&approach).max(0.0));
        }
        if fast && !touches.is_empty() && touches.iter().all(|t| t.gap > alert) {
            ahead.meet(work, touches);
        }
        if cut[0] || cut[1] {
            touches.retain(real);
        }
        (!touches.is_empty()).then_some(shift)
    }
}

/// A contact without frame (only its normal) and without a past.
fn contact<const D: usize>(
    touch: &Touch<D>,
    pair: &Pair,
    now: &Configuration<'_, D>,
    shift: &Vector<D>,
) -> Contact<D> {
    let Pair { candidate, antagonist, image } = *pair;
    let bodies = [candidate, antagonist].map(|k| now.colliders[k as usize].body);
    // Each body's own point: the local mass then does not depend on the gap, and a shock in two
    // steps takes the same impulse as in one (000 §4.3).
    let [a, b] = bodies.map(|k| now.poses[k].position);
    Contact {
        id: ContactId { candidate, antagonist, image, feature: touch.feature },
        bodies,
        arms: [touch.on_candidate - a, touch.on_antagonist - (b + shift)],
        point: (touch.on_candidate + touch.on_antagonist) * 0.5,
        frame: frame(&touch.normal, None),
        gap: touch.gap,
        spots: touch.spots,
        area: touch.area,
        ..Contact::blank()
    }
}
