//! Points of skins over the pieces of skins.

use super::super::Feature;
use super::probe::{Probe, meet};
use super::{inside, turn};
use crate::contact::Touch;
use crate::shapes::Skin;
use crate::space::Pose;

/// Points closer together than this share of what one of them stands for would say the same thing
/// twice.
const NEAR: f64 = 0.6;

/// Spacings that differ by less than this share are the same.
const SAME: f64 = 1e-3;

/// The points of each of two skins over the pieces of the other: those of the finer one, and of the
/// coarser one where the finer found nothing.
pub(super) fn collide<const D: usize>(
    (skin, p): (&Skin<D>, &Pose<D>),
    (other, q): (&Skin<D>, &Pose<D>),
    alert: f64,
    out: &mut Vec<Touch<D>>,
) {
    let mine = Found::of((skin, p), (other, q), alert);
    let theirs = Found::of((other, q), (skin, p), alert);
    let first = out.len();
    if mine.looks_before(&theirs, [skin, other]) {
        let rest = theirs.beyond(&mine);
        out.extend(mine.touches);
        turn(&mut out[first..]);
        out.extend(rest);
        turn(&mut out[first..]);
    } else {
        let rest = mine.beyond(&theirs);
        out.extend(theirs.touches);
        turn(&mut out[first..]);
        out.extend(rest);
    }
}

/// What the points of one skin found on another.
struct Found<const D: usize> {
    touches: Vec<Touch<D>>,
    /// The length (in the plane) or area that the point of each stands for.
    sizes: Vec<f64>,
    /// What a point stands for at rest where the two face each other, in the mean: one that all
    /// steps agree on as long as it is the same faces. Infinite where nothing was found.
    spacing: f64,
}

impl<const D: usize> Found<D> {
    fn of((skin, p): (&Skin<D>, &Pose<D>), (other, q): (&Skin<D>, &Pose<D>), alert: f64) -> Self {
        let bounds = other.bounds(q).grown(alert);
        let (mut touches, mut sizes, mut spacings) = (vec![], vec![], vec![]);
        for (k, own) in skin.points().iter().enumerate() {
            let point = p.point(&own.place);
            if inside(&bounds, &point) {
                let probe = Probe::of((skin, p), (k, own), point, alert);
                let first = touches.len();
                meet(&probe, (other, q), alert, &mut touches);
                for touch in &touches[first..] {
                    let part = probe.part(&touch.normal);
                    sizes.push(part.size);
                    spacings.push((part.spacing, part.against));
                }
            }
        }
        // Far from where they meet, and askew, points tell nothing of the faces that do.
        let least = touches.iter().map(|touch| touch.gap).fold(f64::INFINITY, f64::min);
        let (mut sum, mut weights) = (0.0, 0.0);
        for ((touch, size), (spacing, against)) in touches.iter().zip(&sizes).zip(&spacings) {
            if touch.gap <= least + length::<D>(*size) && *against > 0.0 {
                (sum, weights) = (sum + against * spacing, weights + against);
            }
        }
        let spacing = if weights > 0.0 { sum / weights } else { f64::INFINITY };
        Self { touches, sizes, spacing }
    }

    /// Whether its skin, the first of the two, is the finer one where they meet; where they are
    /// alike, by its spacing all over.
    fn looks_before(&self, other: &Self, [own, theirs]: [&Skin<D>; 2]) -> bool {
        let (a, b) = (self.spacing, other.spacing);
        match (a.is_finite(), b.is_finite()) {
            (true, true) if (a - b).abs() > SAME * a.max(b) => a < b,
            (true, false) => true,
            (false, true) => false,
            _ => own.spacing() <= theirs.spacing(),
        }
    }

    /// Its touches where the other has none. They stand for no area: those of the other have it
    /// all.
    fn beyond(self, other: &Self) -> Vec<Touch<D>> {
        let is_new = |touch: &Touch<D>, size: f64| {
            !other.touches.iter().any(|known| {
                (known.on_antagonist - touch.on_candidate).norm() < NEAR * length::<D>(size)
                    && known.normal.dot(&touch.normal) < -0.5
            })
        };
        let all = self.touches.into_iter().zip(self.sizes);
        all.filter(|(touch, size)| is_new(touch, *size))
            .map(|(touch, _)| Touch { area: 0.0, ..touch })
            .collect()
    }
}

/// How far a point's share of a surface reaches.
fn length<const D: usize>(size: f64) -> f64 {
    if D == 2 { size } else { size.sqrt() }
}

/// The points of a skin over other parts of the same skin. Where two parts face each other the
/// points of both look: of two that say the same thing the first is taken.
pub fn meet_itself<const D: usize>(
    (skin, p): (&Skin<D>, &Pose<D>),
    alert: f64,
    out: &mut Vec<Touch<D>>,
) {
    let first = out.len();
    for (k, own) in skin.points().iter().enumerate() {
        let Some(foot) = skin.own_foot(k, alert) else { continue };
        let probe = Probe::of((skin, p), (k, own), p.point(&own.place), 0.0);
        let touch = probe.touch(&foot, p, Feature::Face);
        let size = length::<D>(probe.part(&touch.normal).size);
        let says_it = |known: &Touch<D>| {
            (known.on_antagonist - touch.on_candidate).norm() < NEAR * size
                && known.normal.dot(&touch.normal) < -0.5
        };
        if !out[first..].iter().any(says_it) {
            out.push(touch);
        }
    }
}
