//! Configurations with known contacts.

use crate::random::{Random, prism};
use drystone::contact::Touch;
use drystone::detection::collide;
use drystone::shapes::{Convex, HalfSpace, Shape};
use drystone::space::{Matrix, Pose, Vector, pose};
use std::f64::consts::{FRAC_PI_4, FRAC_PI_6};

type V3 = Vector<3>;

fn cuboid<const D: usize>(half: Vector<D>) -> Shape<D> {
    Shape::Convex(Convex::cuboid(half).unwrap())
}

fn cube() -> Shape<3> {
    cuboid(V3::repeat(0.5))
}

fn at(x: f64, y: f64, z: f64) -> Pose<3> {
    Pose { position: V3::new(x, y, z), rotation: Matrix::identity() }
}

fn turned(axis: V3, angle: f64) -> Matrix<3> {
    let h = axis.normalize() * (angle / 2.0).sin();
    pose::<3>(&[0.0, 0.0, 0.0, (angle / 2.0).cos(), h[0], h[1], h[2]]).rotation
}

fn touches<const D: usize>(a: &Shape<D>, p: &Pose<D>, b: &Shape<D>, q: &Pose<D>) -> Vec<Touch<D>> {
    let mut out = Vec::new();
    collide(a, p, b, q, 0.01, &mut out);
    for t in &out {
        assert!((t.normal.norm() - 1.0).abs() < 1e-12);
        assert!((t.normal.dot(&(t.on_candidate - t.on_antagonist)) - t.gap).abs() < 1e-12);
    }
    for (i, t) in out.iter().enumerate() {
        assert!(out[..i].iter().all(|u| (t.on_candidate - u.on_candidate).norm() > 2e-8));
    }
    out
}

fn both_ways(a: &Shape<3>, p: &Pose<3>, b: &Shape<3>, q: &Pose<3>, count: usize) -> Vec<Touch<3>> {
    let found = touches(a, p, b, q);
    assert_eq!(found.len(), count, "{found:?}");
    assert_eq!(touches(b, q, a, p).len(), count);
    found
}

/// Lifts a rotated shape so that its lowest corner is at a height.
fn resting(shape: &Shape<3>, rotation: Matrix<3>, height: f64) -> Pose<3> {
    let flat = Pose { position: V3::zeros(), rotation };
    let lowest = shape.bounds(&flat).min[2];
    Pose { position: V3::new(0.0, 0.0, height - lowest), rotation }
}

fn table() -> (Shape<3>, Pose<3>) {
    (cuboid(V3::new(5.0, 5.0, 0.5)), at(0.0, 0.0, -0.5))
}

fn ground() -> (Shape<3>, Pose<3>) {
    (Shape::HalfSpace(HalfSpace::new(V3::z()).unwrap()), at(0.0, 0.0, 0.0))
}

#[test]
fn a_hexagonal_prism_stands_on_six_points() {
    let hexagon = Shape::Convex(Convex::from_vertices(&prism::<3>(6, 0.4, 0.5)).unwrap());
    for (under, pose) in [table(), ground()] {
        for gap in [0.0, 1e-4, -1e-4] {
            let found = both_ways(&hexagon, &at(0.3, 0.2, 0.5 + gap), &under, &pose, 6);
            assert!(found.iter().all(|t| (t.gap - gap).abs() < 1e-12));
            assert!(found.iter().all(|t| (t.normal - V3::z()).norm() < 1e-12));
        }
    }
}

#[test]
fn a_cylinder_of_64_sides_stands_on_64_points() {
    let cylinder = Shape::Convex(Convex::from_vertices(&prism::<3>(64, 0.4, 0.5)).unwrap());
    let (under, pose) = table();
    both_ways(&cylinder, &at(0.3, 0.2, 0.5), &under, &pose, 64);
    // Lying: the lowest edge and the two next ones on either side, at heights 0.0019 and 0.0077.
    let lying = resting(&cylinder, turned(V3::x(), std::f64::consts::FRAC_PI_2), 0.0);
    let found = touches(&cylinder, &lying, &under, &pose);
    assert_eq!(found.iter().filter(|t| t.gap < 1e-9).count(), 2);
    assert_eq!(found.len(), 10);
}

#[test]
fn boxes_on_boxes() {
    for gap in [0.0, 1e-3, -1e-3] {
        let up = 1.0 + gap;
        let low = at(0.0, 0.0, 0.0);
        let found = both_ways(&cube(), &at(0.0, 0.0, up), &cube(), &low, 4);
        assert!(found.iter().all(|t| (t.gap - gap).abs() < 1e-12));
        both_ways(&cube(), &at(0.5, 0.0, up), &cube(), &low, 4);
        both_ways(&cube(), &at(0.5, 0.3, up), &cube(), &low, 4);
        let skew = Pose { rotation: turned(V3::z(), FRAC_PI_4), ..at(0.0, 0.0, up) };
        both_ways(&cube(), &skew, &cube(), &low, 8);
        // Side by side.
        let found = both_ways(&cube(), &at(up, 0.0, 0.0), &cube(), &low, 4);
        assert!(found.iter().all(|t| (t.normal - V3::x()).norm() < 1e-12));
    }
}

#[test]
fn edges_and_corners_on_flat_ground() {
    let on_edge = turned(V3::x(), FRAC_PI_4);
    let diagonal = V3::new(1.0, -1.0, 0.0);
    let on_corner = turned(diagonal, (1.0f64 / 3.0).sqrt().acos());
    for (under, pose) in [table(), ground()] {
        for gap in [0.0, 1e-3, -1e-3] {
            for (rotation, count) in [(on_edge, 2), (on_corner, 1)] {
                let found =
                    both_ways(&cube(), &resting(&cube(), rotation, gap), &under, &pose, count);
                assert!(found.iter().all(|t| (t.gap - gap).abs() < 1e-12));
                assert!(found.iter().all(|t| (t.normal - V3::z()).norm() < 1e-12));
            }
            // A tall block tilted about an edge, and about a corner.
            let block = cuboid(V3::new(0.2, 0.3, 1.0));
            let edge = resting(&block, turned(V3::y(), 0.1), gap);
            both_ways(&block, &edge, &under, &pose, 2);
            let corner = resting(&block, turned(V3::new(1.0, 0.3, 0.0), 0.2), gap);
            both_ways(&block, &corner, &under, &pose, 1);
        }
    }
}

#[test]
fn crossing_edges_touch_once() {
    let roof = turned(V3::x(), FRAC_PI_4);
    let across = turned(V3::z(), 1.0) * roof;
    for gap in [0.0, 1e-3, -1e-3] {
        let up = 2f64.sqrt() + gap;
        let top = Pose { position: V3::new(0.0, 0.0, up), rotation: across };
        let low = Pose { position: V3::zeros(), rotation: roof };
        let found = both_ways(&cube(), &top, &cube(), &low, 1);
        assert!((found[0].gap - gap).abs() < 1e-12);
        assert!((found[0].normal - V3::z()).norm() < 1e-12);
    }
}

#[test]
fn parallel_ridges_touch_at_two_points() {
    let roof = turned(V3::x(), FRAC_PI_4);
    let top = Pose { position: V3::new(0.3, 0.0, 2f64.sqrt() + 1e-3), rotation: roof };
    let low = Pose { position: V3::zeros(), rotation: roof };
    let found = both_ways(&cube(), &top, &cube(), &low, 2);
    assert!(found.iter().all(|t| (t.gap - 1e-3).abs() < 1e-12));
    assert!(found.iter().all(|t| (t.normal - V3::z()).norm() < 1e-9));
}

#[test]
fn a_brick_and_its_diagonal_neighbour_do_not_touch() {
    let noise = [0.0, 1e-9, -1e-9, 1e-8, -1e-8];
    for dx in noise {
        for dz in noise {
            let found = touches(&cube(), &at(1.0 + dx, 0.0, 1.0 + dz), &cube(), &at(0.0, 0.0, 0.0));
            assert!(found.is_empty(), "{dx} {dz} {found:?}");
            let square = cuboid(Vector::<2>::repeat(0.5));
            let p = Pose { position: Vector::<2>::new(1.0 + dx, 1.0 + dz), ..Pose::identity() };
            assert!(touches(&square, &p, &square, &Pose::identity()).is_empty());
        }
    }
}

fn slides_over_flush_slabs<const D: usize>(sunk: f64) {
    // A block of unit width slides along x over two slabs that meet at x = 0.
    let up = D - 1;
    let block = cuboid(Vector::<D>::repeat(0.5));
    let mut half = Vector::<D>::repeat(2.0);
    half[up] = 0.5;
    let slab = cuboid(half);
    let place = |x: f64, z: f64| {
        let mut pose = Pose::<D>::identity();
        pose.position[0] = x;
        pose.position[up] = z;
        pose
    };
    for step in -1000..=1000 {
        let x = 1.5 * f64::from(step) / 1000.0;
        let mut area = 0.0;
        for slab_x in [-2.0, 2.0] {
            let found = touches(&block, &place(x, 1.0 - sunk), &slab, &place(slab_x, 0.0));
            let side = slab_x.signum();
            let overlap = (0.5 + side * x).clamp(0.0, 1.0);
            let count = if overlap > 0.0 { 1 << up } else { 0 };
            assert_eq!(found.len(), count, "at {x} over {slab_x}: {found:?}");
            for t in &found {
                assert!((t.normal[up] - 1.0).abs() < 1e-12);
                assert!((t.gap + sunk).abs() < 1e-12);
            }
            let along = |t: &Touch<D>| t.on_candidate[0];
            let least = found.iter().map(along).fold(f64::INFINITY, f64::min);
            let most = found.iter().map(along).fold(f64::NEG_INFINITY, f64::max);
            if count > 0 {
                assert!((most - least - overlap).abs() < 1e-9);
                area += overlap;
            }
        }
        assert!((area - 1.0).abs() < 1e-9);
    }
}

#[test]
fn a_block_slides_over_flush_slabs_without_catching() {
    for sunk in [0.0, 1e-9, -1e-9, 1e-7, -1e-7] {
        slides_over_flush_slabs::<2>(sunk);
        slides_over_flush_slabs::<3>(sunk);
    }
}

#[test]
fn a_block_over_a_rim_keeps_its_support_polygon() {
    let (under, pose) = table();
    for step in 0..100 {
        let x = 4.0 + 0.0149 * f64::from(step);
        let found = both_ways(&cube(), &at(x, 0.0, 0.5), &under, &pose, 4);
        let most = found.iter().map(|t| t.on_candidate[0]).fold(0.0, f64::max);
        assert!((most - (x + 0.5).min(5.0)).abs() < 1e-9);
    }
}

#[test]
fn features_survive_small_motions() {
    let (under, pose) = table();
    let codes = |p: &Pose<3>| {
        let mut found: Vec<_> =
            touches(&cube(), p, &under, &pose).iter().map(|t| t.feature).collect();
        found.sort_unstable();
        found
    };
    let reference = codes(&at(0.0, 0.0, 0.5));
    for step in 0..50 {
        let s = f64::from(step);
        let rotation = turned(V3::new(1.0, 0.5, 3.0), 1e-4 * s);
        let p = Pose { position: V3::new(0.01 * s, 0.02, 0.5001), rotation };
        assert_eq!(codes(&p), reference);
    }
}

#[test]
fn gaps_are_continuous_while_a_block_turns() {
    // A cube turns about its lower edge on a slab no wider than itself, so that reference
    // faces and features change on the way: the least gap must not jump.
    let slab = cuboid(V3::new(0.5, 0.6, 0.1));
    let mut last: Option<f64> = None;
    for step in 0..2000 {
        let angle = FRAC_PI_6 * f64::from(step) / 2000.0;
        let rotation = turned(V3::new(0.1, 1.0, 0.2), angle);
        let p = resting(&cube(), rotation, 0.002);
        let found = touches(&cube(), &p, &slab, &at(0.2, 0.1, -0.1));
        let least = found.iter().map(|t| t.gap).fold(f64::INFINITY, f64::min);
        assert!(!found.is_empty());
        if let Some(last) = last {
            assert!((least - last).abs() < 2e-3, "{angle} {last} {least}");
        }
        last = Some(least);
    }
}

#[test]
fn pairs_far_from_the_origin_are_as_exact_as_their_poses() {
    let far = V3::new(1e6, -1e6, 1e6);
    let moved = |p: Pose<3>| Pose { position: p.position + far, ..p };
    let found =
        both_ways(&cube(), &moved(at(0.25, 0.25, 1.0)), &cube(), &moved(at(0.0, 0.0, 0.0)), 4);
    assert!(found.iter().all(|t| t.gap.abs() < 1e-12));
}

#[test]
fn wall_segments_are_solid_from_both_sides_and_at_their_ends() {
    let wall = Shape::Convex(Convex::segment(Vector::<2>::x(), -Vector::<2>::x()).unwrap());
    let square = cuboid(Vector::<2>::repeat(0.5));
    let place = |x: f64, y: f64| Pose { position: Vector::<2>::new(x, y), ..Pose::identity() };
    for side in [1.0, -1.0] {
        let found = touches(&square, &place(0.2, side * 0.501), &wall, &Pose::identity());
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|t| (t.normal[1] - side).abs() < 1e-12));
        assert!(found.iter().all(|t| (t.gap - 0.001).abs() < 1e-12));
        let found = touches(&square, &place(side * 1.501, 0.1), &wall, &Pose::identity());
        assert_eq!(found.len(), 1, "{found:?}");
        assert!((found[0].normal[0] - side).abs() < 1e-12);
    }
}

/// Area of the convex hull of the contact points seen from above.
fn support_area(found: &[Touch<3>]) -> f64 {
    let points: Vec<_> =
        found.iter().map(|t| Vector::<2>::new(t.on_candidate[0], t.on_candidate[1])).collect();
    Convex::from_vertices(&points).map_or(0.0, |hull| hull.mass_properties().unwrap().volume)
}

#[test]
fn nearly_flat_contacts_keep_their_support_polygon() {
    // Bricks that overlap by any amount, off level by any small angle and off contact by any
    // small gap, aligned or turned about the vertical: the polygon is that of level bricks.
    let mut random = Random(12);
    for round in 0..4000 {
        let small = |random: &mut Random| 10f64.powf(random.real(-14.0, -4.0));
        let shift = |random: &mut Random| match random.below(3) {
            0 => 0.0,
            1 => random.real(0.05, 0.9) * if random.below(2) == 0 { 1.0 } else { -1.0 },
            _ => small(random),
        };
        let (x, y) = (shift(&mut random), shift(&mut random));
        let gap = small(&mut random) * if random.below(2) == 0 { 1.0 } else { -1.0 };
        let yaw = if round % 4 == 0 { random.real(-0.3, 0.3) } else { 0.0 };
        let tilt = turned(random.unit::<3>(), small(&mut random)) * turned(V3::z(), yaw);
        let low = at(0.0, 0.0, 0.0);
        let level = Pose { position: V3::new(x, y, 1.0), rotation: turned(V3::z(), yaw) };
        let expected = support_area(&touches(&cube(), &level, &cube(), &low));
        if expected < 1e-3 {
            continue;
        }
        let top = Pose { position: V3::new(x, y, 1.0 + gap), rotation: tilt };
        for found in [touches(&cube(), &top, &cube(), &low), touches(&cube(), &low, &cube(), &top)]
        {
            let area = support_area(&found);
            assert!(
                (area - expected).abs() < 1e-3,
                "round {round}: {x} {y} {gap} {yaw} {tilt}: {area}, not {expected}, {found:?}"
            );
            assert!(found.iter().all(|t| t.normal[2].abs() > 0.999));
            let high = found.iter().find(|t| t.gap.abs() > 1e-3);
            assert!(high.is_none(), "round {round}: {found:?}");
        }
    }
}

/// Aligned boxes in a common, arbitrarily turned frame: along each axis they overlap, are
/// flush to rounding or solver noise, or are apart.
fn aligned_boxes<const D: usize>() {
    let mut random = Random(13);
    let mut seen = [0; 3];
    for round in 0..6000 {
        let frame = if round % 2 == 0 { Pose::identity() } else { random.pose::<D>(3.0) };
        let halves =
            [(); 2].map(|_| Vector::<D>::from_fn(|_, _| [0.25, 0.5, 0.5, 1.0][random.below(4)]));
        let gaps = Vector::<D>::from_fn(|_, _| match random.below(4) {
            0 => random.real(-1.0, 1.0) * 1e-8,
            1 => random.real(0.0005, 0.005),
            _ => -random.real(0.01, 0.2),
        });
        let sides = Vector::<D>::from_fn(|_, _| if random.below(2) == 0 { 1.0 } else { -1.0 });
        let local = (halves[0] + halves[1] + gaps).component_mul(&sides);
        let other = Pose { position: frame.point(&local), rotation: frame.rotation };
        let found = touches(&cuboid(halves[0]), &frame, &cuboid(halves[1]), &other);
        let context = format!("round {round}: {halves:?} {gaps:?} {found:?}");
        let apart = gaps.iter().filter(|g| **g > 1e-5).count();
        let flush = gaps.iter().filter(|g| g.abs() < 1e-5).count();
        let least = found.iter().map(|t| t.gap).fold(f64::INFINITY, f64::min);
        match (apart, flush) {
            // One axis to part them along, and overlap across it: a face contact.
            (1, 0) | (0, 1) | (0, 0) => {
                seen[0] += 1;
                assert_eq!(found.len(), 1 << (D - 1), "{context}");
                assert!((least - gaps.max()).abs() < 1e-12, "{context}");
                let axis = frame.direction(&Vector::from_fn(|i, _| {
                    if i == gaps.imax() { -sides[i] } else { 0.0 }
                }));
                assert!(found.iter().all(|t| (t.normal - axis).norm() < 1e-12), "{context}");
            }
            // They meet at most along a rim: nothing that could catch.
            (0 | 1, _) => {
                seen[1] += 1;
                assert!(found.is_empty(), "{context}");
            }
            _ => {
                seen[2] += 1;
                let distance = gaps.map(|g| g.max(0.0)).norm();
                assert!((least - distance).abs() < 1e-12, "{context}");
                let count = if apart + 1 == D && flush == 0 { 2 } else { 1 };
                assert_eq!(found.len(), count, "{context}");
            }
        }
    }
    assert!(seen.iter().all(|&n| n > 100), "{seen:?}");
}

#[test]
fn aligned_boxes_touch_by_faces_edges_or_not_at_all() {
    aligned_boxes::<2>();
    aligned_boxes::<3>();
}
