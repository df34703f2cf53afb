//! Cylinders on terrain: against the distance to each facet alone, by a search that knows of no
//! edges or rims, and against half-spaces.

use crate::compare::{carried, moved, same_set};
use crate::oracle::off_surface;
use crate::random::Random;
use crate::terrain::{field, height};
use drystone::contact::Touch;
use drystone::detection::collide;
use drystone::shapes::terrain::grid;
use drystone::shapes::{Cylinder, HalfSpace, Shape, Terrain};
use drystone::space::{Matrix, Pose, Vector};
use std::f64::consts::{FRAC_PI_2, PI};

type V3 = Vector<3>;

const ALERT: f64 = 0.3;
const ROUNDS: u64 = 12_000;

fn touches(a: &Shape<3>, p: &Pose<3>, b: &Shape<3>, q: &Pose<3>, alert: f64) -> Vec<Touch<3>> {
    let mut out = Vec::new();
    collide(a, p, b, q, alert, &mut out);
    out
}

fn least(found: &[Touch<3>]) -> f64 {
    found.iter().map(|t| t.gap).fold(f64::INFINITY, f64::min)
}

/// Least value of a convex function on [0, 1]: golden section.
fn golden(f: impl Fn(f64) -> f64) -> f64 {
    let share = 0.5 * (5f64.sqrt() - 1.0);
    let (mut a, mut b) = (0.0, 1.0);
    let (mut x, mut y) = (1.0 - share, share);
    let (mut fx, mut fy) = (f(x), f(y));
    let mut best = f(0.0).min(f(1.0));
    for _ in 0..45 {
        best = best.min(fx).min(fy);
        if fx < fy {
            (b, y, fy) = (y, x, fx);
            x = b - share * (b - a);
            fx = f(x);
        } else {
            (a, x, fx) = (x, y, fy);
            y = a + share * (b - a);
            fy = f(y);
        }
    }
    best.min(fx).min(fy)
}

/// Distance of a point of the cylinder's frame from the solid.
fn from_solid(cylinder: &Cylinder<3>, x: &V3) -> f64 {
    let along = cylinder.axis().dot(x);
    let off = (x - cylinder.axis() * along).norm();
    (along.abs() - cylinder.half_length()).max(0.0).hypot((off - cylinder.radius()).max(0.0))
}

/// Distance of a cylinder from a terrain, where it is less than `most`: the distance from a solid
/// is a convex function on each facet.
fn distance(solid: &Cylinder<3>, p: &Pose<3>, terrain: &Terrain<3>, q: &Pose<3>, most: f64) -> f64 {
    let mut best = most;
    for facet in terrain.facets() {
        let corners = facet.vertices.map(|v| p.local_point(&q.point(&terrain.vertices()[v])));
        let n = p.local_direction(&q.direction(&facet.normal));
        let along = solid.axis().dot(&n);
        let across = (n - solid.axis() * along).norm();
        let support = solid.half_length() * along.abs() + solid.radius() * across;
        let middle = corners.iter().sum::<V3>() / 3.0;
        let radius = corners.iter().map(|c| (c - middle).norm()).fold(0.0, f64::max);
        if n.dot(&corners[0]).abs() - support >= best
            || middle.norm() - radius - solid.reach() >= best
        {
            continue;
        }
        let [a, b, c] = corners;
        best = best.min(golden(|s| {
            let (p, q) = (a + (b - a) * s, a + (c - a) * s);
            golden(|t| from_solid(solid, &(p + (q - p) * t)))
        }));
    }
    best
}

/// What must be true of all touches.
fn check(shape: &Shape<3>, p: &Pose<3>, ground: &Shape<3>, q: &Pose<3>, found: &[Touch<3>]) {
    let context = || format!("{shape:?} {p:?} {q:?} {found:?}");
    for (i, t) in found.iter().enumerate() {
        assert!((t.normal.norm() - 1.0).abs() < 1e-12, "normal not unit, {}", context());
        let way = t.on_candidate - t.on_antagonist;
        assert!((t.normal.dot(&way) - t.gap).abs() < 1e-12, "gap not along n, {}", context());
        let across = (way - t.normal * t.gap).norm();
        assert!(across < 1e-8, "not opposite by {across}, {}", context());
        assert!(t.gap <= ALERT, "beyond the alert distance, {}", context());
        assert!(q.local_direction(&t.normal).z > -2e-3, "leads into the ground, {}", context());
        let off = off_surface(shape, p, &t.on_candidate);
        assert!(off < 1e-9, "off the cylinder by {off}, {}", context());
        // What rests in a crease may be over both sides by the slack of the pair.
        let slack = 1e-5 * shape.thickness().unwrap();
        let off = off_surface(ground, q, &t.on_antagonist);
        assert!(
            off < 1e-8 || off < slack && t.gap.abs() < slack || t.gap < -1e-4,
            "off the surface by {off}, {}",
            context()
        );
        for u in &found[..i] {
            assert_ne!(t.feature, u.feature, "features not distinct, {}", context());
            let apart = (t.on_candidate - u.on_candidate).norm();
            let apart = apart.max((t.normal - u.normal).norm());
            assert!(apart > 1e-9, "twice the same point, {}", context());
        }
    }
}

/// On rough ground at any angle.
#[test]
fn cylinders_on_rough_ground() {
    let (mut separated, mut overlapping, mut touching) = (0, 0, 0);
    let mut field_now = field::<3>(&mut Random(51), 0.3);
    for round in 0..28_000 {
        let random = &mut Random(51_000_000 + round);
        if round % 50 == 0 {
            let rough = random.real(0.0, 0.6);
            field_now = field::<3>(random, rough);
        }
        let shape = random.cylinder();
        let Shape::Cylinder(solid) = &shape else { unreachable!() };
        let q = random.pose::<3>(5.0);
        let mut at = random.vector::<3>(1.2);
        let rotation = q.rotation * random.rotation();
        let extent = shape
            .bounds(&Pose { position: V3::zeros(), rotation: q.rotation.transpose() * rotation });
        at.z = height(&field_now, &at).unwrap() + extent.max.z + random.real(-0.2, 0.45);
        let p = Pose { position: q.point(&at), rotation };
        let ground = Shape::Terrain(field_now.clone());
        let found = touches(&shape, &p, &ground, &q, ALERT);
        let context = || format!("round {round}: {shape:?} {p:?} {q:?} {found:?}");
        let over = |p: &Pose<3>| {
            let local = q.local_point(&p.position);
            height(&field_now, &local).is_some_and(|h| local.z > h)
        };
        let gap = distance(solid, &p, &field_now, &q, ALERT + 0.01);
        if over(&p) && gap > 0.0 {
            separated += 1;
            if gap > ALERT + 1e-9 {
                assert!(found.is_empty(), "reports too far, {gap}, {}", context());
            } else if gap < ALERT - 1e-9 {
                touching += 1;
                let least = least(&found);
                assert!((least - gap).abs() < 1e-8, "gap {least}, not {gap}, {}", context());
            }
        } else {
            // Of what half its size would lift out of the ground something must be seen.
            let way = q.direction(&V3::z()) * (0.5 * shape.thickness().unwrap());
            let lifted = Pose { position: p.position + way, ..p };
            if over(&lifted) && distance(solid, &lifted, &field_now, &q, 0.01) > 0.0 {
                overlapping += 1;
                assert!(least(&found) < 0.0, "no overlap, {}", context());
            }
        }
        check(&shape, &p, &ground, &q, &found);
        let swapped: Vec<_> =
            touches(&ground, &q, &shape, &p, ALERT).iter().map(Touch::swapped).collect();
        assert!(same_set(&found, &swapped, 1e-12), "swap: {swapped:?} {}", context());
        let by = random.pose::<3>(10.0);
        let turned = touches(&shape, &moved(&by, &p), &ground, &moved(&by, &q), ALERT);
        let expected = carried(&by, &found);
        assert!(same_set(&turned, &expected, 1e-6), "motion: {turned:?} {}", context());
    }
    println!("{separated} separated, {touching} of them touch, {overlapping} overlap");
    assert!(touching > 10_000 && overlapping > 4_000);
}

fn turned(axis: V3) -> Matrix<3> {
    Matrix::from(nalgebra::Rotation3::new(axis))
}

/// On a plane cut into facets every cylinder touches as on a half-space, standing, lying, leaning.
#[test]
fn a_plane_of_facets_is_a_half_space() {
    let floor = Shape::HalfSpace(HalfSpace::new(V3::z()).unwrap());
    let mut seen = [0; 10];
    for round in 0..ROUNDS {
        let random = &mut Random(52_000_000 + round);
        let ground = Shape::Terrain(field::<3>(random, 0.0));
        let (r, h) = (random.real(0.1, 0.9), random.real(0.05, 0.8));
        let shape = Shape::Cylinder(Cylinder::new(r, 2.0 * h, V3::z()).unwrap());
        let spin = turned(V3::z() * random.real(0.0, 6.0));
        let tilt =
            [0.0, FRAC_PI_2, random.real(-0.02, 0.02), random.real(0.0, PI)][random.below(4)];
        let turn = turned(V3::z() * random.real(0.0, 6.0)) * turned(V3::x() * tilt) * spin;
        let mut at = random.vector::<3>(1.2);
        let low = h * tilt.cos().abs() + r * tilt.sin().abs();
        at.z = low + random.real(-0.5, 1.0) * if random.below(2) == 0 { 1e-6 } else { 0.3 };
        let q = random.pose::<3>(5.0);
        let p = Pose { position: q.point(&at), rotation: q.rotation * turn };
        let found = touches(&shape, &p, &ground, &q, ALERT);
        let expected = touches(&shape, &p, &floor, &q, ALERT);
        let same = same_set(&found, &expected, 1e-9);
        assert!(same, "round {round}: {shape:?} {at:?} {tilt} {found:?} {expected:?}");
        seen[found.len()] += 1;
    }
    assert!(seen[1] > 500 && seen[2] > 1000 && seen[8] > 1000 && seen[9] > 500, "{seen:?}");
}

/// Five metres over random facets, level and tilted, standing, lying, on the rim, rolling.
#[test]
fn slides_and_rolls_over_facets_as_over_a_half_space() {
    let floor = Shape::HalfSpace(HalfSpace::new(V3::z()).unwrap());
    let shape = Shape::Cylinder(Cylinder::new(0.3, 1.0, V3::x()).unwrap());
    let along = V3::new(1.0, 1.0, 0.0).normalize();
    let sideways = turned(V3::z() * (0.75 * PI));
    for seed in 0..4 {
        let random = &mut Random(53_000_000 + seed);
        let ground = Shape::Terrain(field::<3>(random, 0.0));
        let q = if seed % 2 == 0 { Pose::identity() } else { random.pose::<3>(5.0) };
        for k in 0..=2500 {
            let way = 2e-3 * f64::from(k);
            let place = along * (way - 2.5);
            let roll = sideways * turned(V3::x() * (way / 0.3));
            let upright = turned(V3::y() * FRAC_PI_2);
            let leaning = turned(V3::new(0.5, 0.7, 0.0));
            let axis = leaning * V3::x();
            let rim = 0.5 * axis.z.abs() + 0.3 * (1.0 - axis.z * axis.z).sqrt();
            for (turn, height) in [(roll, 0.3), (upright, 0.5), (leaning, rim)] {
                for gap in [0.0, 1e-5, -1e-5] {
                    let local = place + V3::z() * (height + gap);
                    let p = Pose { position: q.point(&local), rotation: q.rotation * turn };
                    let found = touches(&shape, &p, &ground, &q, 0.01);
                    let expected = touches(&shape, &p, &floor, &q, 0.01);
                    assert!(same_set(&found, &expected, 1e-9), "{k}: {found:?} {expected:?}");
                }
            }
        }
    }
}

/// Level caps, axes along edges, rims over vertices: on ground of a grid, not moved aside.
#[test]
fn aligned_with_the_grid() {
    let (mut touching, mut overlapping) = (0, 0);
    let mut stepped = None;
    for round in 0..ROUNDS {
        let random = &mut Random(54_000_000 + round);
        let steps = |random: &mut Random| 0.25 * random.below(3) as f64;
        if round % 20 == 0 {
            let rows: Vec<Vec<f64>> =
                (0..7).map(|_| (0..7).map(|_| steps(random)).collect()).collect();
            let (vertices, facets) = grid(&rows, [1.0; 2], [-3.0; 2]);
            stepped = Some(Terrain::new(vertices, &facets).unwrap());
        }
        let ground = stepped.as_ref().unwrap();
        let size = |random: &mut Random| [0.25, 0.5, 0.75][random.below(3)];
        let solid = Cylinder::new(size(random), 2.0 * size(random), V3::z()).unwrap();
        let noise = if random.below(2) == 0 { 0.0 } else { 10f64.powf(random.real(-16.0, -3.0)) };
        let mut axis = V3::zeros();
        axis[random.below(3)] = FRAC_PI_2 / 2.0 * random.below(4) as f64;
        let rotation = turned(axis + random.vector::<3>(noise));
        let shape = Shape::Cylinder(solid);
        let extent = shape.bounds(&Pose { position: V3::zeros(), rotation }).max.z;
        let mut at = V3::from_fn(|_, _| 0.25 * (random.below(9) as f64 - 4.0));
        at += random.vector::<3>(noise);
        at.z = extent + 0.05 * random.below(12) as f64;
        let (p, q) = (Pose { position: at, rotation }, Pose::identity());
        let terrain = Shape::Terrain(ground.clone());
        let found = touches(&shape, &p, &terrain, &q, ALERT);
        let context = || format!("round {round}: {shape:?} {p:?} {found:?}");
        check(&shape, &p, &terrain, &q, &found);
        let over = |at: &V3| height(ground, at).is_some_and(|h| at.z > h);
        let gap = distance(&solid, &p, ground, &q, ALERT + 0.01);
        if over(&at) && gap > 1e-7 && gap < ALERT - 1e-7 {
            touching += 1;
            let least = least(&found);
            assert!((least - gap).abs() < 1e-8, "gap {least}, not {gap}, {}", context());
        } else if gap == 0.0 {
            let lifted = Pose { position: at + V3::z() * (0.5 * solid.breadth()), ..p };
            let free = over(&lifted.position) && distance(&solid, &lifted, ground, &q, 0.01) > 0.0;
            overlapping += usize::from(free);
            assert!(!free || least(&found) <= 1e-9, "no overlap, {}", context());
        }
    }
    println!("{touching} touch, {overlapping} overlap");
    assert!(touching > 3_000 && overlapping > 1_000, "{touching} {overlapping}");
}

/// Moved along the normal so that they touch, penetrate or stand off by next to nothing: the gap
/// follows, whatever touches.
#[test]
fn brought_to_rough_ground() {
    let mut used = 0;
    let mut rough = field::<3>(&mut Random(55), 0.3);
    for round in 0..ROUNDS {
        let random = &mut Random(55_000_000 + round);
        if round % 50 == 0 {
            let most = random.real(0.0, 0.6);
            rough = field::<3>(random, most);
        }
        let (shape, rotation) = (random.cylinder(), random.rotation());
        let extent = shape.bounds(&Pose { position: V3::zeros(), rotation }).max.z;
        let mut at = random.vector::<3>(1.2);
        at.z = height(&rough, &at).unwrap() + extent + random.real(0.0, 0.4);
        let (p, q) = (Pose { position: at, rotation }, Pose::identity());
        let ground = Shape::Terrain(rough.clone());
        let found = touches(&shape, &p, &ground, &q, ALERT);
        let Some(first) = found.iter().min_by(|s, t| s.gap.total_cmp(&t.gap)) else { continue };
        if first.gap <= 0.0 {
            continue;
        }
        used += 1;
        for aim in [1e-3, 1e-6, 1e-9, -1e-9, -1e-6, -1e-4] {
            let position = at - first.normal * (first.gap - aim);
            let p = Pose { position, rotation };
            let found = touches(&shape, &p, &ground, &q, ALERT);
            let least = least(&found);
            let context = || format!("round {round}, aim {aim:e}: {shape:?} {p:?} {found:?}");
            assert!(aim < 0.0 || (least - aim).abs() < 3e-9, "{least:e}, {}", context());
            assert!(aim > 0.0 || least < 3e-9, "{least:e}, {}", context());
            check(&shape, &p, &ground, &q, &found);
        }
    }
    assert!(used > 3_000, "{used}");
}
