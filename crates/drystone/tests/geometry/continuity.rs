//! Along a smooth motion gaps do not jump, and contacts come and go only where features change.
//!
//! The distance of two shapes changes by no more than the way of their points, and so does the
//! depth of an overlap. Features change at isolated moments: a finer look at the same motion
//! finds the same changes, and hardly any more.

use crate::random::Random;
use drystone::contact::Touch;
use drystone::detection::collide;
use drystone::shapes::{Cylinder, Shape};
use drystone::space::{Pose, Vector, advance, pose};

const ALERT: f64 = 0.2;
const MOTIONS: u64 = 150;

type Make<const D: usize> = fn(&mut Random) -> Shape<D>;

fn cylinder(random: &mut Random) -> Shape<3> {
    let axis = random.unit();
    Shape::Cylinder(Cylinder::new(random.real(0.2, 0.8), random.real(0.3, 1.5), axis).unwrap())
}

/// What is found at each of `steps` moments of a screw motion of the first shape.
fn along<const D: usize>(
    [a, b]: [&Shape<D>; 2],
    start: &[f64],
    velocity: &[f64],
    steps: usize,
) -> Vec<Vec<Touch<D>>> {
    let fixed = Pose::identity();
    let mut out = Vec::new();
    for k in 0..=steps {
        let mut q = start.to_vec();
        advance::<D>(&mut q, velocity, k as f64 / steps as f64);
        let mut found = Vec::new();
        collide(a, &pose::<D>(&q), b, &fixed, ALERT, &mut found);
        found.sort_by_key(|t| t.feature);
        out.push(found);
    }
    out
}

fn changes<const D: usize>(all: &[Vec<Touch<D>>]) -> usize {
    let features = |found: &[Touch<D>]| found.iter().map(|t| t.feature).collect::<Vec<_>>();
    all.windows(2).filter(|w| features(&w[0]) != features(&w[1])).count()
}

fn continuous<const D: usize>(make_a: Make<D>, make_b: Make<D>, seed: u64) {
    let (steps, mut coarse, mut fine, mut seen) = (200, 0, 0, 0);
    for round in 0..MOTIONS {
        let random = &mut Random(seed * 1_000_003 + round);
        let (a, b) = (make_a(random), make_b(random));
        let speed = 0.4;
        let mut start: Vec<f64> = random.vector::<D>(0.9).iter().copied().collect();
        let mut velocity: Vec<f64> = random.vector::<D>(speed).iter().copied().collect();
        if D == 2 {
            start.push(random.real(-3.0, 3.0));
            velocity.push(random.real(-speed, speed));
        } else {
            let turn = nalgebra::Vector4::from_fn(|_, _| random.real(-1.0, 1.0)).normalize();
            start.extend(turn.iter());
            velocity.extend(random.vector::<3>(speed).iter());
        }
        let linear = Vector::<D>::from_fn(|i, _| velocity[i]).norm();
        let spin = velocity[D..].iter().map(|w| w * w).sum::<f64>().sqrt();
        let reach = a.bounding_radius().unwrap_or(1.0);
        let way = (linear + spin * reach) / steps as f64;
        let all = along([&a, &b], &start, &velocity, steps);
        for (k, pair) in all.windows(2).enumerate() {
            let [before, after] = [0, 1].map(|i: usize| {
                pair[i].iter().map(|t| t.gap).fold(f64::INFINITY, f64::min).min(ALERT)
            });
            seen += usize::from(before < ALERT);
            assert!(
                (before - after).abs() <= way + 1e-6,
                "round {round}, step {k}: from {before} to {after} within {way}, {a:?} {b:?} {pair:?}"
            );
        }
        coarse += changes(&all);
        fine += changes(&along([&a, &b], &start, &velocity, 2 * steps));
    }
    println!("{seen} steps in contact, {coarse} changes seen coarsely, {fine} finely");
    assert!(seen > 2000, "a test of nothing: {seen}");
    assert!(fine <= coarse + coarse / 5 + 10, "{coarse} changes, seen closer {fine}");
}

#[test]
fn in_the_plane() {
    continuous::<2>(Random::convex, Random::convex, 1);
    continuous::<2>(Random::rounded, Random::convex, 2);
    continuous::<2>(Random::capsule, Random::rounded, 3);
    continuous::<2>(Random::convex, Random::ball, 4);
}

#[test]
fn in_space() {
    continuous::<3>(Random::convex, Random::convex, 5);
    continuous::<3>(Random::rounded, Random::convex, 6);
    continuous::<3>(Random::capsule, Random::capsule, 7);
    continuous::<3>(Random::convex, Random::half_space, 8);
    continuous::<3>(Random::ball, Random::convex, 9);
}

#[test]
fn cylinders() {
    continuous::<3>(cylinder, Random::half_space, 10);
    continuous::<3>(cylinder, Random::convex, 11);
    continuous::<3>(cylinder, cylinder, 12);
    continuous::<3>(cylinder, Random::capsule, 13);
}
