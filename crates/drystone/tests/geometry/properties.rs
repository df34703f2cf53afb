//! Properties every pair of shapes must have, on random configurations.

use crate::oracle;
use crate::random::Random;
use drystone::contact::Touch;
use drystone::detection::collide;
use drystone::shapes::Shape;
use drystone::space::{Pose, Vector};

const ALERT: f64 = 0.3;
const ROUNDS: u64 = 2500;

fn touches<const D: usize>(a: &Shape<D>, p: &Pose<D>, b: &Shape<D>, q: &Pose<D>) -> Vec<Touch<D>> {
    let mut out = Vec::new();
    collide(a, p, b, q, ALERT, &mut out);
    out
}

fn same_set<const D: usize>(left: &[Touch<D>], right: &[Touch<D>], tolerance: f64) -> bool {
    let near = |a: &Touch<D>, b: &Touch<D>| {
        (a.on_candidate - b.on_candidate).norm() < tolerance
            && (a.on_antagonist - b.on_antagonist).norm() < tolerance
            && (a.normal - b.normal).norm() < tolerance
            && (a.gap - b.gap).abs() < tolerance
    };
    left.len() == right.len() && left.iter().all(|a| right.iter().any(|b| near(a, b)))
}

fn moved<const D: usize>(by: &Pose<D>, pose: &Pose<D>) -> Pose<D> {
    Pose { position: by.point(&pose.position), rotation: by.rotation * pose.rotation }
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
            for u in &found[..i] {
                assert_ne!(t.feature, u.feature, "features not distinct, {context}");
                let apart = (t.on_candidate - u.on_candidate).norm();
                let apart = apart.max((t.on_antagonist - u.on_antagonist).norm());
                assert!(apart > 1e-9, "twice the same point, {context}");
            }
        }
        let swapped: Vec<_> = touches(&b, &q, &a, &p).iter().map(Touch::swapped).collect();
        assert!(same_set(&found, &swapped, 1e-6), "swap: {swapped:?} {context}");
        let by = random.pose::<D>(10.0);
        let turned = touches(&a, &moved(&by, &p), &b, &moved(&by, &q));
        let expected: Vec<_> = found
            .iter()
            .map(|t| Touch {
                on_candidate: by.point(&t.on_candidate),
                on_antagonist: by.point(&t.on_antagonist),
                normal: by.direction(&t.normal),
                ..*t
            })
            .collect();
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
