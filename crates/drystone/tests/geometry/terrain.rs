//! Terrains against the distance to each facet alone, and against half-spaces.

use crate::compare::{carried, moved, same_set};
use crate::oracle;
use crate::random::Random;
use drystone::contact::Touch;
use drystone::detection::collide;
use drystone::shapes::terrain::grid;
use drystone::shapes::{HalfSpace, Shape, Terrain};
use drystone::space::{Pose, Vector};

const ALERT: f64 = 0.3;
const ROUNDS: u64 = 10_000;

/// Number of cells along each axis, and the least coordinate.
const CELLS: usize = 6;
const START: f64 = -3.0;

fn touches<const D: usize>(a: &Shape<D>, p: &Pose<D>, b: &Shape<D>, q: &Pose<D>) -> Vec<Touch<D>> {
    let mut out = Vec::new();
    collide(a, p, b, q, ALERT, &mut out);
    out
}

/// A height field of cells about 1 m wide, `rough` high; the vertices are moved sideways too.
pub fn field<const D: usize>(random: &mut Random, rough: f64) -> Terrain<D> {
    let mut inner = |k: usize, all: usize| k > 0 && k < all && random.below(2) == 0;
    let (vertices, facets): (Vec<Vector<D>>, Vec<[usize; D]>) = if D == 2 {
        let vertex = |k: usize| Vector::from_fn(|i, _| if i == 0 { START + k as f64 } else { 0.0 });
        let vertices = (0..=CELLS).map(vertex).collect();
        (vertices, (0..CELLS).map(|k| std::array::from_fn(|i| k + i)).collect())
    } else {
        // Heights of zero, then random diagonals from small bumps that are taken out again.
        let rows: Vec<Vec<f64>> = (0..=CELLS)
            .map(|j| (0..=CELLS).map(|i| f64::from(u8::from(inner(i + j, 2 * CELLS)))).collect())
            .collect();
        let (vertices, facets) = grid(&rows, [1.0; 2], [START; 2]);
        let flat = |v: &Vector<3>| Vector::from_fn(|i, _| if i < 2 { v[i] } else { 0.0 });
        let facets = facets.iter().map(|f| std::array::from_fn(|i| f[i])).collect();
        (vertices.iter().map(flat).collect(), facets)
    };
    let moved = |v: &Vector<D>| {
        let rim = (0..D - 1).any(|k| (v[k] - START).abs() < 0.1 || (v[k] + START).abs() < 0.1);
        let mut by = random.vector::<D>(if rim { 0.0 } else { 0.25 });
        by[D - 1] = random.real(-rough, rough);
        v + by
    };
    let vertices = vertices.iter().map(moved).collect();
    Terrain::new(vertices, &facets).unwrap()
}

/// Corners of the facets.
fn facets<const D: usize>(terrain: &Terrain<D>, pose: &Pose<D>) -> Vec<Vec<Vector<D>>> {
    let corners = |f: &[usize; D]| f.iter().map(|v| pose.point(&terrain.vertices()[*v])).collect();
    terrain.facets().iter().map(|f| corners(&f.vertices)).collect()
}

/// Distance of a hull from the surface, if it is at most `most`.
fn distance<const D: usize>(facets: &[Vec<Vector<D>>], hull: &[Vector<D>], most: f64) -> f64 {
    let ball = |points: &[Vector<D>]| {
        let centre = points.iter().sum::<Vector<D>>() / points.len() as f64;
        (centre, points.iter().map(|p| (p - centre).norm()).fold(0.0, f64::max))
    };
    let (centre, radius) = ball(hull);
    let near = facets.iter().filter(|f| {
        let (middle, reach) = ball(f);
        (centre - middle).norm() <= radius + reach + most
    });
    near.map(|f| oracle::distance(hull, f)).fold(f64::INFINITY, f64::min)
}

/// Height of the field over a point of its own frame, from the facet above or below it.
pub fn height<const D: usize>(terrain: &Terrain<D>, x: &Vector<D>) -> Option<f64> {
    terrain.facets().iter().find_map(|f| {
        let corners: Vec<_> = f.vertices.iter().map(|v| terrain.vertices()[*v]).collect();
        let side = |p: &Vector<D>, q: &Vector<D>| {
            if D == 2 { 0.0 } else { (q[0] - p[0]) * (x[1] - p[1]) - (q[1] - p[1]) * (x[0] - p[0]) }
        };
        let inside = if D == 2 {
            (corners[0][0]..=corners[1][0]).contains(&x[0])
        } else {
            (0..D).all(|k| side(&corners[k], &corners[(k + 1) % D]) >= 0.0)
        };
        inside.then(|| x[D - 1] - f.normal.dot(&(x - corners[0])) / f.normal[D - 1])
    })
}

type Make<const D: usize> = fn(&mut Random) -> Shape<D>;

fn properties<const D: usize>(make: Make<D>, seed: u64) {
    let (mut separated, mut overlapping) = (0, 0);
    let mut ground = field::<D>(&mut Random(seed), 0.3);
    for round in 0..ROUNDS {
        let random = &mut Random(seed * 1_000_003 + round);
        if round % 50 == 0 {
            let rough = random.real(0.0, 0.6);
            ground = field::<D>(random, rough);
        }
        let body = make(random);
        let pose = random.pose::<D>(5.0);
        let mut at = random.vector::<D>(1.2);
        at[D - 1] = height(&ground, &at).unwrap() + random.real(-0.3, 1.7);
        let p = Pose { position: pose.point(&at), rotation: random.rotation() };
        let terrain = Shape::Terrain(ground.clone());
        let found = touches(&body, &p, &terrain, &pose);
        let context = format!("round {round}: {body:?} {p:?} {pose:?} {found:?}");
        let radius = match &body {
            Shape::Ball(ball) => ball.radius(),
            Shape::Rounded(rounded) => rounded.radius(),
            _ => 0.0,
        };
        let core = oracle::corners(&body, &p);
        let surface = facets(&ground, &pose);
        let gap = distance(&surface, &core, radius + ALERT) - radius;
        let sunk = |x: &Vector<D>| {
            let local = pose.local_point(x);
            height(&ground, &local).is_none_or(|h| local[D - 1] < h)
        };
        let least = found.iter().map(|t| t.gap).fold(f64::INFINITY, f64::min);
        if core.iter().any(sunk) || gap + radius < 1e-4 {
            // Of a core that half its size would lift out of the ground something must be seen.
            let round = matches!(body, Shape::Ball(_));
            let mut way = Vector::<D>::zeros();
            way[D - 1] = 0.5 * body.thickness().unwrap() - if round { 0.0 } else { radius };
            let lifted: Vec<_> = core.iter().map(|x| x + pose.direction(&way)).collect();
            if !lifted.iter().any(sunk) && distance(&surface, &lifted, 1.0) > 0.0 {
                overlapping += 1;
                assert!(least <= 1e-4 - radius, "no overlap, {least}, {context}");
            }
        } else {
            separated += 1;
            if gap > ALERT + 1e-7 {
                assert!(found.is_empty(), "reports too far, {gap}, {context}");
            } else if gap < ALERT - 1e-7 {
                assert!((least - gap).abs() < 1e-7, "gap {least}, not {gap}, {context}");
            }
        }
        for (i, t) in found.iter().enumerate() {
            assert!((t.normal.norm() - 1.0).abs() < 1e-12, "normal not unit, {context}");
            let along = t.normal.dot(&(t.on_candidate - t.on_antagonist));
            assert!((along - t.gap).abs() < 1e-12, "gap not along the normal, {context}");
            let across = t.on_candidate - t.on_antagonist - t.normal * t.gap;
            assert!(across.norm() < 1e-7, "points not opposite, {context}");
            assert!(t.gap <= ALERT, "gap beyond the alert distance, {context}");
            let up = pose.local_direction(&t.normal)[D - 1];
            assert!(up > 0.0, "leads into the ground, {context}");
            assert!(oracle::off_surface(&body, &p, &t.on_candidate) < 1e-8, "off, {context}");
            if t.gap > -radius + 1e-4 {
                let off = distance(&surface, &[t.on_antagonist], 1.0);
                assert!(off < 1e-7, "off the surface by {off}, {context}");
            }
            for u in &found[..i] {
                assert_ne!(t.feature, u.feature, "features not distinct, {context}");
                let apart = (t.on_candidate - u.on_candidate).norm();
                let apart = apart.max((t.on_antagonist - u.on_antagonist).norm());
                let apart = apart.max((t.normal - u.normal).norm());
                assert!(apart > 1e-9, "twice the same point, {context}");
            }
        }
        let swapped: Vec<_> = touches(&terrain, &pose, &body, &p);
        let swapped: Vec<_> = swapped.iter().map(Touch::swapped).collect();
        assert!(same_set(&found, &swapped, 1e-12), "swap: {swapped:?} {context}");
        let by = random.pose::<D>(10.0);
        let turned = touches(&body, &moved(&by, &p), &terrain, &moved(&by, &pose));
        let expected = carried(&by, &found);
        assert!(same_set(&turned, &expected, 1e-6), "motion: {turned:?} {context}");
    }
    // The core of a capsule has no size.
    let needle = matches!(make(&mut Random(seed)), Shape::Rounded(r) if r.core().is_flat());
    let least = ROUNDS / 50;
    let enough = separated > least && (overlapping > least || needle);
    assert!(enough, "{separated} {overlapping}");
}

#[test]
fn balls_on_rough_ground() {
    properties::<2>(Random::ball, 1);
    properties::<3>(Random::ball, 2);
}

#[test]
fn blocks_on_rough_ground() {
    properties::<2>(Random::convex, 3);
    properties::<3>(Random::convex, 4);
}

#[test]
fn rounded_blocks_on_rough_ground() {
    properties::<2>(Random::rounded, 5);
    properties::<3>(Random::rounded, 6);
}

#[test]
fn capsules_on_rough_ground() {
    properties::<2>(Random::capsule, 7);
    properties::<3>(Random::capsule, 8);
}

/// On a plane cut into facets everything touches as on a half-space.
fn plane<const D: usize>(make: Make<D>, seed: u64) {
    let mut up = Vector::<D>::zeros();
    up[D - 1] = 1.0;
    let floor = Shape::HalfSpace(HalfSpace::new(up).unwrap());
    let mut count = 0;
    for round in 0..ROUNDS {
        let random = &mut Random(seed * 1_000_003 + round);
        let terrain = Shape::Terrain(field::<D>(random, 0.0));
        let body = make(random);
        let pose = random.pose::<D>(5.0);
        let mut at = random.vector::<D>(1.0);
        at[D - 1] = random.real(-0.2, 1.5);
        // Half of the bodies stand upright.
        let turn = if round % 2 == 0 { random.rotation() } else { Pose::<D>::identity().rotation };
        let p = Pose { position: pose.point(&at), rotation: pose.rotation * turn };
        let found = touches(&body, &p, &terrain, &pose);
        // Corners farther below than the size of the body are not looked for.
        let mut expected = touches(&body, &p, &floor, &pose);
        let deep = match &body {
            Shape::Convex(convex) => convex.radius(),
            Shape::Rounded(rounded) => rounded.core().radius(),
            _ => f64::INFINITY,
        };
        let corners = oracle::corners(&body, &p);
        let highest = corners.iter().map(|x| pose.local_point(x)[D - 1]);
        let highest = highest.fold(f64::NEG_INFINITY, f64::max);
        if expected.iter().any(|t| t.gap < -deep) || highest < -ALERT {
            continue;
        }
        expected.sort_by(|a, b| a.gap.total_cmp(&b.gap));
        assert!(
            same_set(&found, &expected, 1e-9),
            "round {round}: {body:?} {found:?} {expected:?}"
        );
        count += usize::from(!found.is_empty());
    }
    assert!(count as u64 > ROUNDS / 4, "{count}");
}

#[test]
fn a_plane_of_facets_is_a_half_space() {
    for (k, make) in [Random::ball::<2>, Random::convex, Random::rounded, Random::capsule]
        .into_iter()
        .enumerate()
    {
        plane::<2>(make, 20 + k as u64);
    }
    for (k, make) in [Random::ball::<3>, Random::convex, Random::rounded, Random::capsule]
        .into_iter()
        .enumerate()
    {
        plane::<3>(make, 30 + k as u64);
    }
}
