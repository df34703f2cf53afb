//! Gaps beside those of parry, which finds them by other means (GJK and EPA).
//!
//! `cargo test --release --manifest-path peers/Cargo.toml`. Of separated shapes both must give
//! the distance. Of overlapping ones no depth may be less than the least; an iteration that
//! ends early gives more, so that ours may be less than parry's, and rarely is.

#[path = "../../crates/drystone/tests/geometry/random.rs"]
#[allow(dead_code)] // made for other tests
mod random;

use drystone::detection::collide;
use drystone::shapes::{Cylinder as Rod, Shape};
use drystone::space::{Pose, Vector};
use parry3d_f64::math::{Matrix, Pose as Place, Rotation, Vector as Point};
use parry3d_f64::query::contact;
use parry3d_f64::shape::{
    Ball, Capsule, ConvexPolyhedron, Cylinder, HalfSpace, RoundConvexPolyhedron, Shape as Theirs,
};
use random::Random;

const ALERT: f64 = 0.3;
const ROUNDS: u64 = 10_000;

/// What parry leaves open for round shapes, whose support it samples.
const ROUND: f64 = 1e-3;

fn point(v: &Vector<3>) -> Point {
    Point::new(v[0], v[1], v[2])
}

fn theirs(shape: &Shape<3>) -> Box<dyn Theirs> {
    let hull = |corners: &[Vector<3>]| {
        let corners: Vec<Point> = corners.iter().map(point).collect();
        ConvexPolyhedron::from_convex_hull(&corners).expect("a hull")
    };
    match shape {
        Shape::Ball(ball) => Box::new(Ball::new(ball.radius())),
        Shape::HalfSpace(half) => Box::new(HalfSpace::new(point(half.normal()))),
        Shape::Convex(convex) => Box::new(hull(convex.vertices())),
        Shape::Rounded(rounded) => match rounded.core().vertices() {
            [p, q] => Box::new(Capsule::new(point(p), point(q), rounded.radius())),
            corners => Box::new(RoundConvexPolyhedron {
                inner_shape: hull(corners),
                border_radius: rounded.radius(),
            }),
        },
        Shape::Cylinder(rod) => Box::new(Cylinder::new(rod.half_length(), rod.radius())),
        _ => unreachable!("a shape of this test"),
    }
}

fn place(pose: &Pose<3>) -> Place {
    let r = &pose.rotation;
    let column = |k: usize| Point::new(r[(0, k)], r[(1, k)], r[(2, k)]);
    let turn = Matrix::from_cols(column(0), column(1), column(2));
    Place::from_parts(point(&pose.position), Rotation::from_mat3(&turn))
}

type Make = fn(&mut Random) -> Shape<3>;

/// `slack`: by how much parry may be off.
fn compare(make_a: Make, make_b: Make, slack: f64, seed: u64) {
    let (mut separated, mut overlapping, mut deeper) = (0, 0, 0);
    for round in 0..ROUNDS {
        let random = &mut Random(seed * 1_000_003 + round);
        let (a, b) = (make_a(random), make_b(random));
        let p = random.pose::<3>(0.5);
        let away: Vector<3> = random.unit::<3>() * random.real(0.3, 2.2);
        let q = Pose { position: p.position + away, rotation: random.rotation() };
        let mut found = Vec::new();
        collide(&a, &p, &b, &q, ALERT, &mut found);
        let ours = found.iter().map(|t| t.gap).fold(f64::INFINITY, f64::min);
        let other = contact(&place(&p), &*theirs(&a), &place(&q), &*theirs(&b), ALERT)
            .expect("a pair parry knows");
        let other = other.map_or(f64::INFINITY, |c| c.dist);
        let context =
            || format!("round {round}: ours {ours}, parry {other}: {a:?} {p:?} {b:?} {q:?}");
        if ours.min(other) > ALERT - 1e-6 {
            continue;
        }
        if ours > 1e-6 || other > 1e-6 {
            separated += 1;
            assert!(ours < other + 1e-6 && other < ours + slack, "{}", context());
        } else {
            overlapping += 1;
            assert!(ours > other - slack, "deeper than need be, {}", context());
            deeper += u64::from(ours > other + slack);
        }
    }
    println!("{separated} separated, {overlapping} overlapping, {deeper} of them deeper in parry");
    assert!(separated > ROUNDS / 50 && overlapping > ROUNDS / 50, "a test of nothing");
    assert!(deeper < overlapping / 20, "{deeper} of {overlapping} differ");
}

#[test]
fn balls() {
    compare(Random::ball, Random::ball, 1e-6, 1);
    compare(Random::half_space, Random::ball, 1e-6, 2);
    compare(Random::ball, Random::convex, 1e-6, 3);
}

#[test]
fn polyhedra() {
    compare(Random::convex, Random::convex, 1e-6, 4);
    compare(Random::half_space, Random::convex, 1e-6, 5);
}

#[test]
fn rounded() {
    compare(Random::capsule, Random::capsule, ROUND, 6);
    compare(Random::capsule, Random::convex, ROUND, 7);
    compare(Random::rounded, Random::convex, ROUND, 8);
    compare(Random::rounded, Random::rounded, ROUND, 9);
}

/// About the second axis, as parry has them.
fn cylinder(random: &mut Random) -> Shape<3> {
    let (radius, length) = (random.real(0.2, 0.8), random.real(0.3, 1.5));
    Shape::Cylinder(Rod::new(radius, length, Vector::<3>::y()).expect("a cylinder"))
}

#[test]
fn cylinders() {
    compare(cylinder, Random::ball, ROUND, 10);
    compare(Random::half_space, cylinder, ROUND, 11);
    compare(cylinder, Random::convex, ROUND, 12);
    compare(cylinder, Random::capsule, ROUND, 13);
    compare(cylinder, cylinder, ROUND, 14);
}
