//! Solid cylinders and every other shape, on random configurations.
//!
//! The proof is by duality, from support functions alone. For separated shapes the touch is
//! a pair of points of the two shapes as far apart as its normal separates them, so that no pair
//! is nearer and no direction separates more. For shapes that overlap the normal parts them by
//! the gap, and none of many other directions parts them sooner.

use crate::compare::carried;
use crate::oracle::off_surface;
use crate::random::Random;
use drystone::contact::Touch;
use drystone::detection::collide;
use drystone::shapes::{Convex, Cylinder, Rounded, Shape};
use drystone::space::{Matrix, Pose, Vector, frame};
use std::f64::consts::FRAC_PI_2;

type V3 = Vector<3>;

const ROUNDS: u64 = 12_000;

/// A point of a shape farthest along a direction.
fn farthest(shape: &Shape<3>, pose: &Pose<3>, n: &V3) -> V3 {
    let local = pose.local_direction(n);
    let corner = |convex: &Convex<3>| {
        let height = |v: &&V3| local.dot(v);
        *convex.vertices().iter().max_by(|v, w| height(v).total_cmp(&height(w))).unwrap()
    };
    let point = match shape {
        Shape::Ball(ball) => local * ball.radius(),
        Shape::Convex(convex) => corner(convex),
        Shape::Rounded(rounded) => corner(rounded.core()) + local * rounded.radius(),
        Shape::Cylinder(cylinder) => {
            let along = cylinder.axis().dot(&local);
            let across = local - cylinder.axis() * along;
            // Next to the axis little is left, of which rounding must not be a part.
            let across = across - cylinder.axis() * cylinder.axis().dot(&across);
            let rim = if across.norm() > 1e-12 { across.normalize() } else { across };
            cylinder.axis() * cylinder.half_length() * along.signum() + rim * cylinder.radius()
        }
        _ => unreachable!(),
    };
    pose.rotation * point + pose.position
}

/// One pair to look at.
struct Pair {
    shapes: [Shape<3>; 2],
    poses: [Pose<3>; 2],
    alert: f64,
    /// Length of which errors are a share.
    scale: f64,
}

impl Pair {
    fn touches(&self) -> Vec<Touch<3>> {
        let mut out = Vec::new();
        let ([a, b], [p, q]) = (&self.shapes, &self.poses);
        collide(a, p, b, q, self.alert, &mut out);
        out
    }

    /// Height of the first shape over the second along a direction.
    fn separation(&self, n: &V3) -> f64 {
        let ([a, b], [p, q]) = (&self.shapes, &self.poses);
        let between = p.position - q.position;
        let home = |pose: &Pose<3>| Pose { position: V3::zeros(), ..*pose };
        n.dot(&(between + farthest(a, &home(p), &-n) - farthest(b, &home(q), n)))
    }

    /// Normals of caps and faces, from the second shape to the first.
    fn flats(&self) -> Vec<V3> {
        let mut out = Vec::new();
        for (k, sign) in [-1.0, 1.0].into_iter().enumerate() {
            let turn = |n: &V3| self.poses[k].direction(n) * sign;
            match &self.shapes[k] {
                Shape::Convex(convex) => out.extend(convex.faces().iter().map(|f| turn(&f.normal))),
                Shape::Rounded(rounded) => {
                    out.extend(rounded.core().faces().iter().map(|f| turn(&f.normal)));
                }
                Shape::Cylinder(c) => out.extend([turn(c.axis()), -turn(c.axis())]),
                _ => {}
            }
        }
        out
    }

    /// Whether a cap or a face is level with the other shape: then shapes without any overlap
    /// slide past each other.
    fn is_flush(&self) -> bool {
        self.flats().iter().any(|n| self.separation(n).abs() < 2e-6 * self.scale)
    }

    fn moved(&self, by: &Pose<3>) -> Self {
        let carry = |pose: &Pose<3>| Pose {
            position: by.point(&pose.position),
            rotation: by.rotation * pose.rotation,
        };
        let [p, q] = &self.poses;
        Self { shapes: self.shapes.clone(), poses: [carry(p), carry(q)], ..*self }
    }

    fn swapped(&self) -> Self {
        let ([a, b], [p, q]) = (&self.shapes, &self.poses);
        Self { shapes: [b.clone(), a.clone()], poses: [*q, *p], ..*self }
    }

    /// Checks everything; the least gap if there is one.
    fn check(&self, random: &mut Random, context: &str) -> Option<f64> {
        let ([a, b], [p, q]) = (&self.shapes, &self.poses);
        let found = self.touches();
        let context = format!("{context}: {a:?} {p:?} {b:?} {q:?} {found:?}");
        let far = p.position.amax().max(q.position.amax());
        let tiny = 1e-9 * self.scale + 4e-15 * far;
        let Some(least) = found.iter().min_by(|s, t| s.gap.total_cmp(&t.gap)) else {
            if self.alert >= 100.0 {
                assert!(self.is_flush(), "nothing, {context}");
                return None;
            }
            // Seen from farther there is a proof of how far they are apart.
            let wide = Self { shapes: self.shapes.clone(), alert: 100.0, ..*self };
            let gap = wide.check(random, &context);
            assert!(gap.is_none_or(|gap| gap > self.alert), "apart only {gap:?}, {context}");
            return None;
        };
        let apart = self.separation(&least.normal);
        assert!((apart - least.gap).abs() < 2.0 * tiny, "{apart}, not the least gap, {context}");
        if least.gap < 0.0 {
            let own = frame(&least.normal, None);
            for k in 0..120 {
                let n = if k < 60 {
                    random.unit()
                } else {
                    let size = 10f64.powf(random.real(-6.0, 0.0));
                    (least.normal
                        + own.column(1) * random.real(-size, size)
                        + own.column(2) * random.real(-size, size))
                    .normalize()
                };
                let other = self.separation(&n);
                // The bound of flat overlaps much wider than deep.
                let slack = 2.0 * tiny + 5e-7 * least.gap.abs();
                assert!(other < least.gap + slack, "{n} parts by {other}, {context}");
            }
        }
        for (i, t) in found.iter().enumerate() {
            assert!((t.normal.norm() - 1.0).abs() < 1e-12, "normal not unit, {context}");
            let way = t.on_candidate - t.on_antagonist;
            assert!((t.normal.dot(&way) - t.gap).abs() < tiny, "gap not along n, {context}");
            let across = (way - t.normal * t.gap).norm();
            assert!(across < 1e2 * tiny, "not opposite by {across}, {context}");
            assert!(t.gap <= self.alert, "beyond the alert distance, {context}");
            for (s, pose, x) in [(a, p, t.on_candidate), (b, q, t.on_antagonist)] {
                let off = off_surface(s, pose, &x);
                assert!(off < 2.0 * tiny, "off the surface by {off}, {context}");
            }
            for u in &found[..i] {
                assert_ne!(t.feature, u.feature, "features not distinct, {context}");
                let apart = (t.on_candidate - u.on_candidate).norm();
                assert!(apart > tiny, "twice the same point, {context}");
            }
        }
        Some(least.gap)
    }

    /// Checks that swapping and moving the pair change nothing.
    fn check_symmetry(&self, random: &mut Random, context: &str) {
        let ([a, b], [p, q]) = (&self.shapes, &self.poses);
        let found = self.touches();
        let context = format!("{context}: {a:?} {p:?} {b:?} {q:?} {found:?}");
        let near = |a: &Touch<3>, b: &Touch<3>| {
            (a.on_candidate - b.on_candidate).norm() < 1e-6 * self.scale
                && (a.on_antagonist - b.on_antagonist).norm() < 1e-6 * self.scale
                && (a.normal - b.normal).norm() < 1e-6
                && (a.gap - b.gap).abs() < 1e-8 * self.scale
        };
        let same = |other: &[Touch<3>]| {
            found.len() == other.len() && found.iter().all(|s| other.iter().any(|t| near(s, t)))
        };
        let swapped: Vec<_> = self.swapped().touches().iter().map(Touch::swapped).collect();
        assert!(same(&swapped), "swap: {swapped:?} {context}");
        let by = random.pose::<3>(3.0);
        let back =
            Pose { position: -by.rotation.tr_mul(&by.position), rotation: by.rotation.transpose() };
        let moved = self.moved(&by).touches();
        assert!(
            moved.iter().zip(&found).all(|(s, t)| s.feature == t.feature),
            "features {moved:?} {context}"
        );
        let returned = carried(&back, &moved);
        assert!(same(&returned), "motion: {returned:?} {context}");
    }
}

type Make = fn(&mut Random) -> Shape<3>;

/// Anywhere, at any angle.
fn generic(make: Make, seed: u64) {
    let mut seen = [0; 3];
    for round in 0..ROUNDS {
        let random = &mut Random(seed * 1_000_003 + round);
        let shapes = [random.cylinder(), make(random)];
        let p = random.pose::<3>(0.5);
        let away = random.unit::<3>() * random.real(0.2, 2.2);
        let q = Pose { position: p.position + away, rotation: random.rotation() };
        let pair = Pair { shapes, poses: [p, q], alert: 0.3, scale: 1.0 };
        let context = format!("round {round}");
        let kind = match pair.check(random, &context) {
            None => 0,
            Some(gap) if gap > 0.0 => 1,
            Some(_) => 2,
        };
        seen[kind] += 1;
        // Deep overlaps may have two ways out of equal length.
        if pair.touches().iter().all(|t| t.gap > -0.2) {
            pair.check_symmetry(random, &context);
        }
    }
    // A test of nothing would pass: each outcome must have come up.
    assert!(seen.iter().all(|n| *n > ROUNDS / 100), "{seen:?}");
}

#[test]
fn a_cylinder_and_a_ball() {
    generic(Random::ball, 300);
}

#[test]
fn a_cylinder_and_a_polyhedron() {
    generic(Random::convex, 301);
}

#[test]
fn a_cylinder_and_a_rounded_polyhedron() {
    generic(Random::rounded, 302);
}

#[test]
fn a_cylinder_and_a_capsule() {
    generic(Random::capsule, 303);
}

#[test]
fn two_cylinders() {
    generic(Random::cylinder, 304);
}

/// Moved along the normal so that they touch, penetrate or stand off by next to nothing: the gap
/// follows, whatever touches.
fn brought_together(make: Make, seed: u64) {
    let mut used = 0;
    for round in 0..ROUNDS {
        let random = &mut Random(seed * 1_000_003 + round);
        let shapes = [random.cylinder(), make(random)];
        let p = random.pose::<3>(0.5);
        let away = random.unit::<3>() * random.real(0.8, 2.2);
        let q = Pose { position: p.position + away, rotation: random.rotation() };
        let mut pair = Pair { shapes, poses: [p, q], alert: 0.3, scale: 1.0 };
        let least = |pair: &Pair| pair.touches().into_iter().min_by(|s, t| s.gap.total_cmp(&t.gap));
        let Some(first) = least(&pair).filter(|t| t.gap > 0.0) else { continue };
        used += 1;
        for aim in [1e-3, 1e-6, 0.0, -1e-6, -1e-4] {
            pair.poses[0].position = p.position - first.normal * (first.gap - aim);
            let context = format!("round {round}, aim {aim:e}");
            if pair.touches().is_empty() {
                assert!(aim.abs() <= 1e-6 && pair.is_flush(), "{context}");
                continue;
            }
            let gap = pair.check(random, &context).unwrap();
            assert!(gap > aim - 3e-9, "{gap:e} for {aim:e}, {context}");
            assert!(aim < 0.0 || (gap - aim).abs() < 3e-9, "{gap:e} for {aim:e}, {context}");
        }
    }
    assert!(used > ROUNDS / 20, "{used}");
}

#[test]
fn brought_to_a_ball() {
    brought_together(Random::ball, 310);
}

#[test]
fn brought_to_a_polyhedron() {
    brought_together(Random::convex, 311);
}

#[test]
fn brought_to_a_capsule() {
    brought_together(Random::capsule, 313);
}

#[test]
fn brought_to_a_cylinder() {
    brought_together(Random::cylinder, 314);
}

/// Axes and faces parallel, square or nearly so, caps coplanar with faces, rims on edges.
fn aligned(make: Make, seed: u64) {
    for round in 0..ROUNDS {
        let random = &mut Random(seed * 1_000_003 + round);
        let size = |random: &mut Random| [0.25, 0.5, 0.5, 1.0][random.below(4)];
        let first = Cylinder::new(size(random), 2.0 * size(random), V3::z()).unwrap();
        let shapes = [Shape::Cylinder(first), make(random)];
        let turn = |random: &mut Random| {
            let noise =
                if random.below(2) == 0 { 0.0 } else { 10f64.powf(random.real(-16.0, -3.0)) };
            let quarter = FRAC_PI_2 / 2.0 * random.below(8) as f64;
            let mut axis = V3::zeros();
            axis[random.below(3)] = quarter;
            let axis = axis + random.vector::<3>(noise);
            Matrix::from(nalgebra::Rotation3::new(axis))
        };
        let noise = if random.below(2) == 0 { 0.0 } else { 10f64.powf(random.real(-16.0, -2.0)) };
        let place = V3::from_fn(|_, _| 0.25 * (random.below(9) as f64 - 4.0));
        let p = Pose { position: V3::zeros(), rotation: turn(random) };
        let q = Pose { position: place + random.vector::<3>(noise), rotation: turn(random) };
        let pair = Pair { shapes, poses: [p, q], alert: 0.3, scale: 1.0 };
        let context = format!("round {round}");
        let gap = pair.check(random, &context);
        let other = pair.swapped().check(random, &format!("{context} swapped"));
        if let (Some(gap), Some(other)) = (gap, other) {
            assert!((gap - other).abs() < 1e-8, "{gap} {other} {context}");
        }
    }
}

fn brick(random: &mut Random) -> Shape<3> {
    let half = V3::from_fn(|_, _| [0.25, 0.5, 0.5, 1.0][random.below(4)]);
    Shape::Convex(Convex::cuboid(half).unwrap())
}

#[test]
fn aligned_with_a_box() {
    aligned(brick, 320);
}

#[test]
fn aligned_with_a_rounded_box() {
    fn rounded(random: &mut Random) -> Shape<3> {
        let Shape::Convex(core) = brick(random) else { unreachable!() };
        Shape::Rounded(Rounded::new(core, 0.125).unwrap())
    }
    aligned(rounded, 321);
}

#[test]
fn aligned_with_a_capsule() {
    aligned(
        |random| Shape::Rounded(Rounded::capsule([0.5, 1.0][random.below(2)], 0.25).unwrap()),
        322,
    );
}

#[test]
fn aligned_with_a_cylinder() {
    fn other(random: &mut Random) -> Shape<3> {
        let radius = [0.25, 0.5, 0.5, 1.0][random.below(4)];
        let length = [0.5, 1.0, 2.0][random.below(3)];
        Shape::Cylinder(Cylinder::new(radius, length, V3::z()).unwrap())
    }
    aligned(other, 323);
}

/// One of the two ten thousand times the size of the other.
fn unlike_sizes(make: Make, seed: u64) {
    let mut touching = 0;
    for round in 0..ROUNDS {
        let random = &mut Random(seed * 1_000_003 + round);
        let small = Shape::Cylinder(
            Cylinder::new(random.real(2e-5, 1e-4), random.real(2e-5, 2e-4), random.unit()).unwrap(),
        );
        let large = make(random);
        let q = Pose { position: V3::zeros(), rotation: random.rotation() };
        let n: V3 = random.unit();
        let p = Pose {
            position: farthest(&large, &q, &n) + random.vector::<3>(2e-4),
            rotation: random.rotation(),
        };
        let pair = Pair { shapes: [small, large], poses: [p, q], alert: 1e-4, scale: 1e-4 };
        if pair.touches().is_empty() {
            continue;
        }
        touching += 1;
        pair.check(random, &format!("round {round}"));
    }
    assert!(touching > ROUNDS / 10, "{touching}");
}

#[test]
fn small_beside_large() {
    unlike_sizes(Random::convex, 330);
    unlike_sizes(Random::cylinder, 331);
}

/// A million metres from the origin gaps are as exact as the positions.
fn far_away(make: Make, seed: u64) {
    let mut touching = 0;
    for round in 0..ROUNDS {
        let random = &mut Random(seed * 1_000_003 + round);
        let shapes = [random.cylinder(), make(random)];
        let p = Pose { position: V3::new(1e6, -1e6, 1e6), rotation: random.rotation() };
        let away = random.unit::<3>() * random.real(0.4, 2.0);
        let q = Pose { position: p.position + away, rotation: random.rotation() };
        let pair = Pair { shapes, poses: [p, q], alert: 0.3, scale: 1.0 };
        let gap = pair.check(random, &format!("round {round}"));
        touching += u64::from(gap.is_some());
    }
    assert!(touching > ROUNDS / 4, "{touching}");
}

#[test]
fn far_from_the_origin() {
    for (seed, make) in [Random::ball, Random::convex, Random::capsule].into_iter().enumerate() {
        far_away(make, 340 + seed as u64);
    }
    far_away(Random::cylinder, 343);
}
