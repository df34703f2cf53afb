//! Points of skins over the pieces of skins.

use super::super::Feature;
use super::inside;
use super::probe::{Probe, meet};
use crate::contact::Touch;
use crate::shapes::Skin;
use crate::space::{Pose, Vector};

/// The points of one skin over the pieces of another.
pub(super) fn on_skin<const D: usize>(
    (skin, p): (&Skin<D>, &Pose<D>),
    (other, q): (&Skin<D>, &Pose<D>),
    alert: f64,
    out: &mut Vec<Touch<D>>,
) {
    let bounds = other.bounds(q).grown(alert);
    for (k, own) in skin.points().iter().enumerate() {
        let point = p.point(&own.place);
        if inside(&bounds, &point) {
            let probe = Probe::of((skin, p), (k, own), point, alert);
            meet(&probe, (other, q), alert, out);
        }
    }
}

/// Points closer together than this share of what one of them stands for would say the same thing twice.
const NEAR: f64 = 0.6;

/// The points of one skin over the pieces of another, where no touch is yet. They stand for no area: those
/// of the other have it all.
pub(super) fn complete<const D: usize>(
    (skin, p): (&Skin<D>, &Pose<D>),
    (other, q): (&Skin<D>, &Pose<D>),
    alert: f64,
    (first, out): (usize, &mut Vec<Touch<D>>),
) {
    let known = out.len();
    on_skin((skin, p), (other, q), alert, out);
    let places: Vec<(Vector<D>, Vector<D>)> =
        out[first..known].iter().map(|touch| (touch.on_candidate, touch.normal)).collect();
    let mut k = first;
    out.retain_mut(|touch| {
        k += 1;
        if k <= known {
            return true;
        }
        let size = if D == 2 { touch.area } else { touch.area.sqrt() };
        touch.area = 0.0;
        let says_it = |(place, normal): &(Vector<D>, Vector<D>)| {
            (place - touch.on_candidate).norm() < NEAR * size && normal.dot(&touch.normal) > 0.5
        };
        !places.iter().any(says_it)
    });
}

/// The points of a skin over other parts of the same skin. Where two parts face each other the points of both
/// look: of two that say the same thing the first is taken.
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
        let size = if D == 2 { touch.area } else { touch.area.sqrt() };
        let says_it = |known: &Touch<D>| {
            (known.on_antagonist - touch.on_candidate).norm() < NEAR * size
                && known.normal.dot(&touch.normal) < -0.5
        };
        if !out[first..].iter().any(says_it) {
            out.push(touch);
        }
    }
}
