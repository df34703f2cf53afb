//! Where a terrain ends: what lies over its border touches it as the top of a plate.

use crate::compare::same_set;
use crate::oracle;
use crate::random::Random;
use drystone::contact::Touch;
use drystone::detection::collide;
use drystone::shapes::terrain::grid;
use drystone::shapes::{Convex, Cylinder, Shape, Terrain};
use drystone::space::{Pose, Vector, pose};
use std::f64::consts::FRAC_PI_2;

const ROUNDS: u64 = 10_000;
const ALERT: f64 = 0.02;

/// Half the width and the thickness of the plate.
const HALF: f64 = 1.0;
const THICK: f64 = 4.0;

fn terrain(random: &mut Random) -> Shape<3> {
    let cells = 1 + random.below(4);
    let rows = vec![vec![0.0; cells + 1]; cells + 1];
    let (vertices, facets) = grid(&rows, [2.0 * HALF / cells as f64; 2], [-HALF; 2]);
    Shape::Terrain(Terrain::new(vertices, &facets).unwrap())
}

fn plate() -> (Shape<3>, Pose<3>) {
    let half = Vector::<3>::new(HALF, HALF, 0.5 * THICK);
    let at = Pose { position: Vector::<3>::z() * (-0.5 * THICK), ..Pose::identity() };
    (Shape::Convex(Convex::cuboid(half).unwrap()), at)
}

/// A body, and its height over its lowest point when it stands upright.
fn body(random: &mut Random, round: bool) -> (Shape<3>, f64) {
    let half = Vector::from_fn(|_, _| random.real(0.1, 0.4));
    if round {
        let cylinder = Cylinder::new(half[0], 2.0 * half[2], Vector::<3>::z()).unwrap();
        return (Shape::Cylinder(cylinder), half[2]);
    }
    (Shape::Convex(Convex::cuboid(half).unwrap()), half[2])
}

/// A turn about the third axis after a tilt.
fn turned(yaw: f64, tilt: f64, towards: f64) -> Pose<3> {
    let about = |v: Vector<3>, angle: f64| {
        let (s, c) = (0.5 * angle).sin_cos();
        let q = [0.0, 0.0, 0.0, c, v[0] * s, v[1] * s, v[2] * s];
        pose::<3>(&q).rotation
    };
    let level = Vector::<3>::new(towards.cos(), towards.sin(), 0.0);
    let rotation = about(level, tilt) * about(Vector::<3>::z(), yaw);
    Pose { position: Vector::zeros(), rotation }
}

fn touches(a: &Shape<3>, p: &Pose<3>, b: &Shape<3>, q: &Pose<3>) -> Vec<Touch<3>> {
    let mut out = vec![];
    collide(a, p, b, q, ALERT, &mut out);
    out
}

fn least(touches: &[Touch<3>]) -> f64 {
    touches.iter().map(|t| t.gap).fold(f64::INFINITY, f64::min)
}

/// Blocks that stand, square to the border or not, over an edge or a corner of the plate.
#[test]
fn blocks_that_stand_over_a_border_touch_as_on_a_plate() {
    let (floor, under) = plate();
    let mut count = 0;
    for round in 0..ROUNDS {
        let random = &mut Random(round);
        let ground = terrain(random);
        let (shape, height) = body(random, false);
        let yaw = match round % 3 {
            0 => 0.0,
            1 => FRAC_PI_2,
            _ => random.real(-3.0, 3.0),
        };
        let mut p = turned(yaw, 0.0, 0.0);
        let depth = if round % 2 == 0 { 0.0 } else { random.real(-0.01, 0.01) };
        p.position = Vector::<3>::new(HALF, HALF, height + depth);
        for k in 0..2 {
            p.position[k] += random.real(-0.6, 0.3);
        }
        let found = touches(&shape, &p, &ground, &Pose::identity());
        let expected = touches(&shape, &p, &floor, &under);
        // The plate has sides, the terrain has none.
        if expected.is_empty() || expected.iter().any(|t| t.normal[2] < 0.5) {
            continue;
        }
        count += 1;
        assert!(
            same_set(&found, &expected, 1e-9),
            "round {round}: {p:?} {found:?}, not {expected:?} {shape:?}"
        );
    }
    assert!(count > ROUNDS / 2, "{count}");
}

/// Bodies that tip over the border are never deeper in the terrain than in the plate.
fn tipping(round_body: bool) {
    let (floor, under) = plate();
    let mut count = 0;
    for round in 0..ROUNDS {
        let random = &mut Random(round);
        let ground = terrain(random);
        let (shape, height) = body(random, round_body);
        let tilt = random.real(0.0, 0.3);
        let mut p = turned(random.real(-3.0, 3.0), tilt, random.real(-3.0, 3.0));
        p.position = Vector::<3>::new(HALF, HALF, height);
        for k in 0..2 {
            p.position[k] += random.real(-0.7, 0.4);
        }
        // Brought to a small gap or depth over the plate.
        let wanted = random.real(-0.01, 0.01);
        for _ in 0..40 {
            let mut out = vec![];
            collide(&shape, &p, &floor, &under, 1.0, &mut out);
            let gap = least(&out);
            if gap.is_finite() {
                p.position[2] += wanted - gap;
            }
        }
        let expected = touches(&shape, &p, &floor, &under);
        let gap = least(&expected);
        // The plate has sides, the terrain has none.
        if (gap - wanted).abs() > 1e-9 || expected.iter().any(|t| t.normal[2] < 0.5) {
            continue;
        }
        count += 1;
        let found = touches(&shape, &p, &ground, &Pose::identity());
        let context = format!("round {round}: {p:?} {found:?}, not {expected:?} {shape:?}");
        // Ways that differ by less than 1e-5 of the size are equally short.
        let same = |t: &Touch<3>| (t.gap - gap).abs() < 1e-5;
        assert!(found.iter().any(same), "{gap} not found, {context}");
        for t in &found {
            // A corner behind the surface goes straight out, whatever the body could do else.
            let straight = t.normal[2] > 1.0 - 1e-9;
            assert!(straight || t.gap > gap - 1e-5, "deeper than {gap}, {context}");
            assert!(oracle::off_surface(&shape, &p, &t.on_candidate) < 1e-8, "off, {context}");
        }
    }
    assert!(count > ROUNDS / 2, "{count}");
}

#[test]
fn blocks_that_tip_over_a_border() {
    tipping(false);
}

#[test]
fn cylinders_that_tip_over_a_border() {
    tipping(true);
}
