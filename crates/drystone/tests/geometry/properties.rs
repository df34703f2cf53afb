//! Properties every pair of shapes must have, on random configurations.

use crate::compare::{carried, moved, same_set};
use crate::oracle;
use crate::random::{Random, prism};
use drystone::contact::Touch;
use drystone::detection::collide;
use drystone::shapes::{Rounded, Shape};
use drystone::space::{Pose, Vector};

const ALERT: f64 = 0.3;
const ROUNDS: u64 = 10_000;

fn touches<const D: usize>(a: &Shape<D>, p: &Pose<D>, b: &Shape<D>, q: &Pose<D>) -> Vec<Touch<D>> {
    let mut out = Vec::new();
    collide(a, p, b, q, ALERT, &mut out);
    out
}

type Make<const D: usize> = fn(&mut Random) -> Shape<D>;

fn properties<const D: usize>(make_a: Make<D>, make_b: Make<D>, seed: u64) {
    let (mut separated, mut overlapping, mut apart) = (0, 0, 0);
    for round in 0..ROUNDS {
        let random = &mut Random(seed * 1_000_003 + round);
        let (a, b) = (make_a(random), make_b(random));
        let p = random.pose::<D>(0.5);
        let away: Vector<D> = random.unit::<D>() * random.real(0.3, 2.2);
        let q = Pose { position: p.position + away, rotation: random.rotation() };
        let found = touches(&a, &p, &b, &q);
        let context = format!("round {round}: {a:?} {p:?} {b:?} {q:?} {found:?}");
        let exact = oracle::gap(&a, &p, &b, &q);
        let least = found.iter().map(|t| t.gap).fold(f64::INFINITY, f64::min);
        if exact > ALERT + 1e-7 {
            apart += 1;
            assert!(found.is_empty(), "reports too far, {exact}, {context}");
        } else if exact < ALERT - 1e-7 {
            if exact > 0.0 {
                separated += 1
            } else {
                overlapping += 1
            };
            assert!((least - exact).abs() < 1e-7, "gap {least}, not {exact}, {context}");
        }
        for (i, t) in found.iter().enumerate() {
            assert!((t.normal.norm() - 1.0).abs() < 1e-12, "normal not unit, {context}");
            let gap = t.normal.dot(&(t.on_candidate - t.on_antagonist));
            assert!((gap - t.gap).abs() < 1e-12, "gap not along the normal, {context}");
            let across = t.on_candidate - t.on_antagonist - t.normal * gap;
            assert!(across.norm() < 1e-7, "points not opposite, {context}");
            assert!(t.gap <= ALERT, "gap beyond the alert distance, {context}");
            assert!(oracle::off_surface(&a, &p, &t.on_candidate) < 1e-8, "off, {context}");
            assert!(oracle::off_surface(&b, &q, &t.on_antagonist) < 1e-8, "off, {context}");
            // The other balls of a rounded shape's core may lie inside it.
            if t.gap <= least + 1e-9 {
                let off = oracle::off_rounded(&a, &p, &t.on_candidate).abs();
                let off = off.max(oracle::off_rounded(&b, &q, &t.on_antagonist).abs());
                assert!(off < 1e-7, "rounded off by {off}, {context}");
            }
            for u in &found[..i] {
                assert_ne!(t.feature, u.feature, "features not distinct, {context}");
                let apart = (t.on_candidate - u.on_candidate).norm();
                let apart = apart.max((t.on_antagonist - u.on_antagonist).norm());
                assert!(apart > 1e-9, "twice the same point, {context}");
            }
        }
        let swapped: Vec<_> = touches(&b, &q, &a, &p).iter().map(Touch::swapped).collect();
        assert!(same_set(&found, &swapped, 1e-6), "swap: {swapped:?} {context}");
        let by = random.pose::<D>(if round % 4 == 0 { 1e6 } else { 10.0 });
        let turned = touches(&a, &moved(&by, &p), &b, &moved(&by, &q));
        let expected = carried(&by, &found);
        assert!(same_set(&turned, &expected, 1e-6), "motion: {turned:?} {context}");
        assert!(turned.iter().zip(&found).all(|(t, u)| t.feature == u.feature), "{context}");
    }
    // A test of nothing would pass: each outcome must have come up.
    let least = ROUNDS / 50;
    assert!(separated > least && overlapping > least, "{separated} {overlapping} {apart}");
}

fn every_pair<const D: usize>() {
    let shapes: [(&str, Make<D>); 3] =
        [("ball", Random::ball), ("half-space", Random::half_space), ("convex", Random::convex)];
    for (i, (_, a)) in shapes.iter().enumerate() {
        for (j, (_, b)) in shapes.iter().enumerate() {
            if (i, j) != (1, 1) && (i, j) != (2, 2) {
                properties::<D>(*a, *b, (10 * i + j + 1) as u64);
            }
        }
    }
}

#[test]
fn round_and_flat_pairs_in_the_plane() {
    every_pair::<2>();
}

#[test]
fn round_and_flat_pairs_in_space() {
    every_pair::<3>();
}

fn rounded_pairs<const D: usize>() {
    let shapes: [Make<D>; 5] =
        [Random::ball, Random::half_space, Random::convex, Random::rounded, Random::capsule];
    for (i, a) in shapes.iter().enumerate().skip(3) {
        for (j, b) in shapes.iter().enumerate() {
            properties::<D>(*a, *b, (100 + 10 * i + j) as u64);
        }
    }
}

#[test]
fn rounded_pairs_in_the_plane() {
    rounded_pairs::<2>();
}

#[test]
fn rounded_pairs_in_space() {
    rounded_pairs::<3>();
}

#[test]
fn convex_pairs_in_the_plane() {
    properties::<2>(Random::convex, Random::convex, 41);
}

#[test]
fn convex_pairs_in_space() {
    properties::<3>(Random::convex, Random::convex, 42);
}

#[test]
fn wall_segments() {
    fn segment(random: &mut Random) -> Shape<2> {
        let (a, b) = (random.unit::<2>(), random.unit::<2>());
        match drystone::shapes::Convex::segment(a, b) {
            Ok(wall) if (a - b).norm() > 0.1 => Shape::Convex(wall),
            _ => segment(random),
        }
    }
    properties::<2>(segment, Random::convex, 43);
    properties::<2>(Random::ball, segment, 44);
}

fn drums<const D: usize>() {
    let inside: [Make<D>; 4] = [Random::ball, Random::convex, Random::rounded, Random::capsule];
    for (k, make) in inside.iter().enumerate() {
        properties::<D>(*make, Random::drum, 200 + k as u64);
    }
}

#[test]
fn anything_in_a_drum() {
    drums::<2>();
    drums::<3>();
}

/// Shapes whose faces and edges are parallel or nearly so, placed flush or nearly so.
fn nearly_aligned<const D: usize>(rounding: f64) {
    let mut empty = 0;
    for round in 0..8000 {
        let random = &mut Random(77_000_000 + round);
        let make = |random: &mut Random| match random.below(3) {
            0 => drystone::shapes::Convex::cuboid(Vector::<D>::repeat(0.5)),
            1 => {
                drystone::shapes::Convex::cuboid(Vector::<D>::from_fn(|i, _| 0.5 + 0.25 * i as f64))
            }
            _ => drystone::shapes::Convex::from_vertices(&prism::<D>(6, 0.5, 0.5)),
        };
        let mut solid = || match random.below(4) {
            0 if rounding > 0.0 => Shape::Rounded(Rounded::capsule(1.0, rounding).unwrap()),
            _ if rounding > 0.0 => {
                Shape::Rounded(Rounded::new(make(random).unwrap(), rounding).unwrap())
            }
            _ => Shape::Convex(make(random).unwrap()),
        };
        let (a, b) = (solid(), solid());
        let turn = |random: &mut Random| {
            let quarter = std::f64::consts::FRAC_PI_4 * random.below(8) as f64;
            let noise = 10f64.powf(random.real(-16.0, -3.0));
            let mut q = [0.0; 7];
            q[2] = quarter + noise;
            if D == 3 {
                let axis = random.vector::<3>(noise);
                let about = random.below(3);
                let (s, c) = (quarter / 2.0).sin_cos();
                let mut v = nalgebra::Vector4::new(c, axis[0], axis[1], axis[2]);
                v[1 + about] += s;
                v /= v.norm();
                q = [0.0, 0.0, 0.0, v[0], v[1], v[2], v[3]];
            }
            drystone::space::pose::<D>(&q).rotation
        };
        let p = Pose { position: Vector::zeros(), rotation: turn(random) };
        let noise = 10f64.powf(random.real(-16.0, -2.0));
        let position = Vector::<D>::from_fn(|_, _| 0.25 * (random.below(9) as f64 - 4.0))
            + random.vector(noise);
        let q = Pose { position, rotation: turn(random) };
        let found = touches(&a, &p, &b, &q);
        let exact = oracle::gap(&a, &p, &b, &q);
        let context = format!("round {round}: {exact} {p:?} {q:?} {a:?} {b:?} {found:?}");
        if found.is_empty() {
            // Only far apart, or meeting along a rim: then a shift beyond flush parts them.
            empty += 1;
            if exact < ALERT - 1e-6 {
                assert!(rounding == 0.0 || exact < -2.0 * rounding + 2e-6, "{context}");
                assert!(exact + 2.0 * rounding > -2e-6, "{context}");
            }
            continue;
        }
        let least = found.iter().map(|t| t.gap).fold(f64::INFINITY, f64::min);
        assert!((least - exact).abs() < 3e-6, "{least}, {context}");
        for (i, t) in found.iter().enumerate() {
            assert!(oracle::off_surface(&a, &p, &t.on_candidate) < 1e-6, "off, {context}");
            assert!(oracle::off_surface(&b, &q, &t.on_antagonist) < 1e-6, "off, {context}");
            assert!(found[..i].iter().all(|u| u.feature != t.feature), "{context}");
        }
        let swapped: Vec<_> = touches(&b, &q, &a, &p).iter().map(Touch::swapped).collect();
        let other = swapped.iter().map(|t| t.gap).fold(f64::INFINITY, f64::min);
        assert!((least - other).abs() < 3e-6, "swap {swapped:?}, {context}");
    }
    assert!(empty < 6000, "{empty}");
}

#[test]
fn nearly_aligned_pairs() {
    nearly_aligned::<2>(0.0);
    nearly_aligned::<3>(0.0);
}

#[test]
fn nearly_aligned_rounded_pairs() {
    nearly_aligned::<2>(0.1);
    nearly_aligned::<3>(0.1);
}
