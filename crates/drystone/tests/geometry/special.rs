//! Positions that never happen by chance: corner on corner, parallel edges, coplanar faces and
//! every other pair of features opposite each other, with the exact gap known beforehand.
//!
//! Each shape is turned so that a corner, an edge or a face of its own points up (or down), and
//! the two features are put over each other at a gap. Then a horizontal plane separates the
//! shapes by the gap, and nothing can be closer. Sizes differ by up to 10⁴, some shapes are
//! slivers, some pairs are 10⁶ away from the origin.

use crate::random::Random;
use drystone::contact::Touch;
use drystone::detection::collide;
use drystone::shapes::{Convex, Rounded, Shape};
use drystone::space::{Matrix, Pose, Vector, moment};

const ROUNDS: u64 = 10_000;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Corner,
    Edge,
    Face,
}

/// A feature of a shape in the shape's frame.
#[derive(Clone, Copy, Debug)]
struct Top<const D: usize> {
    kind: Kind,
    /// A point of the core's feature, the surface being `radius` farther out.
    point: Vector<D>,
    radius: f64,
    /// A direction inside the feature's cone of normals.
    outward: Vector<D>,
    /// Along the edge, or along a side of the face.
    along: Vector<D>,
    /// The smallest width of the core.
    breadth: f64,
    reach: f64,
    /// Least sine of the angle between the direction and the normal of a face.
    sine: f64,
}

/// Any direction square to another.
fn square<const D: usize>(random: &mut Random, to: &Vector<D>) -> Vector<D> {
    loop {
        let v: Vector<D> = random.unit();
        let v = v - to * to.dot(&v);
        if v.norm() > 0.1 {
            return v.normalize();
        }
    }
}

fn top<const D: usize>(random: &mut Random, shape: &Shape<D>) -> Top<D> {
    let (core, radius) = match shape {
        Shape::Ball(ball) => {
            let (outward, r) = (random.unit(), ball.radius());
            let along = square(random, &outward);
            let point = Vector::zeros();
            return Top {
                kind: Kind::Corner,
                point,
                radius: r,
                outward,
                along,
                breadth: 2.0 * r,
                reach: r,
                sine: 1.0,
            };
        }
        Shape::HalfSpace(half) => {
            let (outward, far) = (*half.normal(), f64::INFINITY);
            let along = square(random, &outward);
            let point = Vector::zeros();
            return Top {
                kind: Kind::Face,
                point,
                radius: 0.0,
                outward,
                along,
                breadth: far,
                reach: 0.0,
                sine: 1.0,
            };
        }
        Shape::Convex(convex) => (convex, 0.0),
        Shape::Rounded(rounded) => (rounded.core(), rounded.radius()),
        _ => unreachable!("no corners, no faces"),
    };
    let (v, faces) = (core.vertices(), core.faces());
    let choice = random.below(3);
    let (kind, point, outward, along) = if choice == 0 {
        let k = random.below(v.len());
        let mine = faces.iter().filter(|f| f.vertices.contains(&k));
        let outward = mine.map(|f| f.normal).sum::<Vector<D>>().normalize();
        (Kind::Corner, v[k], outward, square(random, &outward))
    } else if choice == 1 && D == 3 {
        let edge = &core.edges()[random.below(core.edges().len())];
        let [p, q] = edge.vertices.map(|k| v[k]);
        let outward = edge.faces.map(|f| faces[f].normal).iter().sum::<Vector<D>>().normalize();
        (Kind::Edge, p + (q - p) * random.real(0.3, 0.7), outward, (q - p).normalize())
    } else {
        let face = &faces[random.below(faces.len())];
        let ring: Vec<Vector<D>> = face.vertices.iter().map(|&k| v[k]).collect();
        let middle = ring.iter().sum::<Vector<D>>() / ring.len() as f64;
        (Kind::Face, middle, face.normal, (ring[1] - ring[0]).normalize())
    };
    let reach = core.radius() + radius;
    let sine =
        |f: &drystone::shapes::Face<D>| (1.0 - f.normal.dot(&outward).powi(2)).max(0.0).sqrt();
    let sine = faces.iter().map(sine).fold(1.0, f64::min);
    Top { kind, point, radius, outward, along, breadth: core.breadth(), reach, sine }
}

/// The rotation that takes two directions square to each other to two others.
fn rotation<const D: usize>(from: [&Vector<D>; 2], to: [&Vector<D>; 2]) -> Matrix<D> {
    let frame = |[x, y]: [&Vector<D>; 2]| {
        if D == 2 {
            return Matrix::<D>::from_fn(|i, j| match (i, j) {
                (_, 0) => x[i],
                (0, _) => -x[1],
                _ => x[0],
            });
        }
        let z = moment(x, y);
        Matrix::<D>::from_fn(|i, j| [x[i], y[i], z[i]][j])
    };
    frame(to) * frame(from).transpose()
}

/// A hull that may be flat along one axis, or thin along one.
fn sliver<const D: usize>(random: &mut Random, shape: Shape<D>, scale: f64) -> Shape<D> {
    let thin = if random.below(4) == 0 { 10f64.powf(random.real(-3.0, 0.0)) } else { 1.0 };
    let axis = random.below(D);
    let squeeze = |core: &Convex<D>| {
        let points: Vec<_> = core
            .vertices()
            .iter()
            .map(|v| Vector::from_fn(|i, _| scale * v[i] * if i == axis { thin } else { 1.0 }))
            .collect();
        Convex::from_vertices(&points).expect("a hull, squeezed")
    };
    match &shape {
        Shape::Convex(convex) => Shape::Convex(squeeze(convex)),
        Shape::Rounded(round) => {
            Shape::Rounded(Rounded::new(squeeze(round.core()), scale * round.radius()).unwrap())
        }
        Shape::Ball(ball) => {
            Shape::Ball(drystone::shapes::Ball::new(scale * ball.radius()).unwrap())
        }
        _ => shape,
    }
}

type Make<const D: usize> = fn(&mut Random) -> Shape<D>;

fn opposite<const D: usize>(make_a: Make<D>, make_b: Make<D>, seed: u64) {
    let mut empty = 0;
    for round in 0..ROUNDS {
        let random = &mut Random(seed * 1_000_003 + round);
        let ratio = if random.below(3) == 0 { 10f64.powf(random.real(-4.0, 0.0)) } else { 1.0 };
        let (a, b) = (make_a(random), make_b(random));
        let (a, b) = (sliver(random, a, ratio), sliver(random, b, 1.0));
        let (s, t) = (top(random, &a), top(random, &b));
        let up: Vector<D> = random.unit();
        let along = square(random, &up);
        let aligned = D == 2 || random.below(2) == 0;
        let other = if aligned { along } else { square(random, &up) };
        let far = if random.below(4) == 0 { 1e6 } else { 1.0 };
        let p = Pose {
            position: random.vector(far),
            rotation: rotation([&s.outward, &s.along], [&up, &along]),
        };
        let turned = rotation([&t.outward, &t.along], [&-up, &other]);
        let size = s.breadth.min(t.breadth);
        let gap = size
            * match random.below(4) {
                0 => 0.0,
                1 => 10f64.powf(random.real(-12.0, -1.0)),
                2 => -(10f64.powf(random.real(-12.0, -8.0))),
                _ => random.real(0.01, 0.3),
            };
        let place = p.rotation * s.point - turned * t.point + up * (s.radius + gap + t.radius);
        let q = Pose { position: p.position + place, rotation: turned };
        // As the poses have it, rounded.
        let between = q.position - p.position + turned * t.point - p.rotation * s.point;
        let rounding = 1e-14 * (s.reach + t.reach) + 4.0 * f64::EPSILON * far;
        let gap = up.dot(&between) - s.radius - t.radius;
        let alert = 0.4 * size;
        let mut found: Vec<Touch<D>> = Vec::new();
        collide(&a, &p, &b, &q, alert, &mut found);
        let context =
            || format!("round {round}: gap {gap} {s:?} {t:?} {a:?} {p:?} {b:?} {q:?} {found:?}");
        let tolerance = 2e-8 * size + rounding;
        let faces = s.kind == Kind::Face || t.kind == Kind::Face;
        if found.is_empty() {
            // Shapes that are flush and meet in no face slide past each other.
            assert!(
                !faces && gap * s.sine.min(t.sine) < 1.1e-6 * size + rounding,
                "nothing, {}",
                context()
            );
            empty += 1;
            continue;
        }
        let least = found.iter().map(|t| t.gap).fold(f64::INFINITY, f64::min);
        assert!((least - gap).abs() <= tolerance, "gap {least}, {}", context());
        let lowest: Vec<_> = found.iter().filter(|t| t.gap <= least + 2.0 * tolerance).collect();
        if gap > 1e-3 * size + 1e4 * rounding {
            // A face less than 0.8° off speaks for its edges and corners.
            let alike = !faces && s.sine.min(t.sine) < 0.015;
            let most = if alike { 0.0142 } else { 1e-4 };
            assert!(lowest.iter().all(|t| (t.normal + up).norm() < most), "normal, {}", context());
            let expected = match (s.kind, t.kind) {
                (Kind::Corner, _) | (_, Kind::Corner) => 1..=1,
                (Kind::Edge, Kind::Edge) if !aligned => 1..=1,
                (Kind::Face, Kind::Face) if D == 3 => 3..=99,
                _ => 2..=2,
            };
            assert!(
                alike || expected.contains(&lowest.len()),
                "{} lowest, {}",
                lowest.len(),
                context()
            );
        }
        for (i, t) in found.iter().enumerate() {
            assert!(found[..i].iter().all(|u| u.feature != t.feature), "{}", context());
        }
    }
    assert!(empty < ROUNDS / 10, "{empty} without contact");
}

fn every_pair<const D: usize>() {
    let shapes: [Make<D>; 4] = [Random::ball, Random::half_space, Random::convex, Random::rounded];
    for (i, a) in shapes.iter().enumerate() {
        for (j, b) in shapes.iter().enumerate() {
            if (i, j) != (1, 1) {
                opposite::<D>(*a, *b, (500 + 10 * i + j) as u64);
            }
        }
    }
}

#[test]
fn features_opposite_each_other_in_the_plane() {
    every_pair::<2>();
}

#[test]
fn features_opposite_each_other_in_space() {
    every_pair::<3>();
}
