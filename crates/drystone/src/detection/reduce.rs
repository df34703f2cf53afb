//! Fewer contacts with the same effect, on request.
//!
//! Contacts of two bodies with one normal form a patch. A force at a point p = Σ λᵢ pᵢ, λᵢ ≥ 0,
//! Σ λᵢ = 1, has the wrench of the forces λᵢ f at the points pᵢ, whatever its direction: a contact
//! inside the hull of others adds nothing to the cone of wrenches the patch can transmit, with
//! friction or without. And as gaps are linear in p, it does not hinder penetration either where
//! its gap is not below that of the others there. Dropping it changes no motion.
//!
//! Dropping corners of the hull does, a little: with a share ε > 0 every dropped point is within
//! ε times the diameter of the patch from the hull of those kept.

use crate::contact::Contact;
use crate::space::Vector;

/// Normals closer than this are one.
const SAME: f64 = 1e-9;

/// Share of a patch's diameter that is rounding.
const ROUNDING: f64 = 1e-9;

/// Buffers of the reduction.
#[derive(Clone, Debug, Default)]
pub struct Reduction {
    order: Vec<usize>,
    seen: Vec<bool>,
    drop: Vec<bool>,
    patch: Vec<Place>,
    hull: Vec<usize>,
}

/// A contact of a patch.
#[derive(Clone, Copy, Debug)]
struct Place {
    contact: usize,
    /// Coordinates in the plane of the patch; the second is zero in the plane.
    at: [f64; 2],
    height: f64,
    gap: f64,
}

impl Reduction {
    /// Drops what the patches do not need for their hull, which may shrink by `share` of the
    /// patch's diameter; 0 changes no motion. The order stays.
    pub fn run<const D: usize>(&mut self, contacts: &mut Vec<Contact<D>>, share: f64) {
        let pair = |k: usize| (contacts[k].bodies, contacts[k].id.image, contacts[k].law);
        self.order.clear();
        self.order.extend(0..contacts.len());
        self.order.sort_by_key(|&k| pair(k));
        self.seen.clear();
        self.seen.resize(contacts.len(), false);
        self.drop.clear();
        self.drop.resize(contacts.len(), false);
        let order = std::mem::take(&mut self.order);
        for group in order.chunk_by(|&j, &k| pair(j) == pair(k)).filter(|group| group.len() > D) {
            for &leader in group {
                if !self.seen[leader] {
                    self.gather(contacts, leader, group);
                    self.thin(share);
                }
            }
        }
        self.order = order;
        let mut drop = self.drop.iter();
        contacts.retain(|_| drop.next() == Some(&false));
    }

    /// Makes a patch of the contacts that have the leader's normal.
    fn gather<const D: usize>(&mut self, all: &[Contact<D>], leader: usize, group: &[usize]) {
        let frame = all[leader].frame;
        self.patch.clear();
        for &k in group {
            let contact = &all[k];
            if self.seen[k] || (contact.frame.column(0) - frame.column(0)).norm() > SAME {
                continue;
            }
            self.seen[k] = true;
            let arm: Vector<D> = frame.tr_mul(&contact.arms[0]);
            let at = [arm[1], if D == 3 { arm[2] } else { 0.0 }];
            self.patch.push(Place { contact: k, at, height: arm[0], gap: contact.gap });
        }
    }

    /// Marks what the patch can do without.
    fn thin(&mut self, share: f64) {
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for place in &self.patch {
            for k in 0..2 {
                low[k] = low[k].min(place.at[k]);
                high[k] = high[k].max(place.at[k]);
            }
        }
        let diameter = (high[0] - low[0]).hypot(high[1] - low[1]);
        let tolerance = (share + ROUNDING) * diameter;
        self.outline(ROUNDING * diameter);
        self.simplify(share * diameter);
        for k in 0..self.patch.len() {
            let place = self.patch[k];
            if self.hull.contains(&k) {
                continue;
            }
            let Some((height, gap, away)) = self.on_hull(&place.at) else { continue };
            self.drop[place.contact] = away <= tolerance
                && place.gap >= gap - tolerance * share - ROUNDING * diameter
                && (place.height - height).abs() <= tolerance;
        }
    }

    /// The corners of the patch's hull in order (Andrew's monotone chain), without those within
    /// `close` of a straight line.
    fn outline(&mut self, close: f64) {
        let patch = &self.patch;
        let mut sorted: Vec<usize> = (0..patch.len()).collect();
        let key = |k: usize| patch[k].at;
        sorted.sort_by(|&j, &k| {
            let [a, b] = [key(j), key(k)];
            a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1]))
        });
        self.hull.clear();
        for reversed in [false, true] {
            let first = self.hull.len();
            for n in 0..sorted.len() {
                let k = sorted[if reversed { sorted.len() - 1 - n } else { n }];
                while self.hull.len() >= first + 2 {
                    let [a, b] = [self.hull.len() - 2, self.hull.len() - 1].map(|i| self.hull[i]);
                    if beyond(&key(a), &key(k), &key(b)) > close {
                        break;
                    }
                    self.hull.pop();
                }
                self.hull.push(k);
            }
            self.hull.pop();
        }
    }

    /// Takes corners out of the hull as long as everything stays within `far` of it.
    fn simplify(&mut self, far: f64) {
        let corners = self.hull.clone();
        loop {
            let count = self.hull.len();
            if far <= 0.0 || count <= 3 {
                return;
            }
            let at = |k: usize| self.patch[self.hull[k % count]].at;
            let loss = |k: usize| beyond(&at(k + count - 1), &at(k + 1), &at(k));
            let least = (0..count).min_by(|&j, &k| loss(j).total_cmp(&loss(k)));
            let Some(least) = least else { return };
            let corner = self.hull.remove(least);
            let away = |k: &usize| self.on_hull(&self.patch[*k].at).is_none_or(|(.., d)| d > far);
            if corners.iter().any(away) {
                self.hull.insert(least, corner);
                return;
            }
        }
    }

    /// Height, gap and distance of the hull's point closest to `at`, by convex combination of
    /// its corners.
    fn on_hull(&self, at: &[f64; 2]) -> Option<(f64, f64, f64)> {
        let place = |k: usize| &self.patch[self.hull[k]];
        let count = self.hull.len();
        let mix = |weights: &[(usize, f64)], away: f64| {
            let sum =
                |of: fn(&Place) -> f64| weights.iter().map(|(k, w)| w * of(place(*k))).sum::<f64>();
            (sum(|p| p.height), sum(|p| p.gap), away)
        };
        for k in 2..count {
            let [a, b, c] = [0, k - 1, k].map(|i| place(i).at);
            let area = cross(&a, &b, &c);
            let weights = [cross(at, &b, &c) / area, cross(&a, at, &c) / area];
            let last = 1.0 - weights[0] - weights[1];
            if area > 0.0 && weights[0] >= 0.0 && weights[1] >= 0.0 && last >= 0.0 {
                return Some(mix(&[(0, weights[0]), (k - 1, weights[1]), (k, last)], 0.0));
            }
        }
        let edges = (0..count).map(|k| {
            let (j, a, b) = ((k + 1) % count, place(k).at, place((k + 1) % count).at);
            let along = [b[0] - a[0], b[1] - a[1]];
            let length = along[0] * along[0] + along[1] * along[1];
            let dot = along[0] * (at[0] - a[0]) + along[1] * (at[1] - a[1]);
            let t = if length > 0.0 { (dot / length).clamp(0.0, 1.0) } else { 0.0 };
            let away = (a[0] + t * along[0] - at[0]).hypot(a[1] + t * along[1] - at[1]);
            mix(&[(k, 1.0 - t), (j, t)], away)
        });
        edges.min_by(|x, y| x.2.total_cmp(&y.2))
    }
}

/// Twice the area of a triangle, positive when it turns anticlockwise.
fn cross(a: &[f64; 2], b: &[f64; 2], c: &[f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// How far `c` is to the right of the line from `a` to `b`: outside it, on a hull that turns
/// anticlockwise.
fn beyond(a: &[f64; 2], b: &[f64; 2], c: &[f64; 2]) -> f64 {
    let length = (b[0] - a[0]).hypot(b[1] - a[1]);
    if length > 0.0 { -cross(a, b, c) / length } else { (c[0] - a[0]).hypot(c[1] - a[1]) }
}
