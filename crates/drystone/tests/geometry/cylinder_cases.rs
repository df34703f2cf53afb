//! Cylinders in configurations with known contacts.

use crate::random::Random;
use drystone::contact::Touch;
use drystone::detection::collide;
use drystone::shapes::{Convex, Cylinder, Drum, HalfSpace, MassProperties, Rounded, Shape, union};
use drystone::space::{Matrix, Pose, Vector};
use std::f64::consts::{FRAC_PI_2, PI};

type V3 = Vector<3>;

fn cylinder(radius: f64, length: f64) -> Shape<3> {
    Shape::Cylinder(Cylinder::new(radius, length, V3::z()).unwrap())
}

fn turned(axis: V3) -> Matrix<3> {
    Matrix::from(nalgebra::Rotation3::new(axis))
}

fn at(x: f64, y: f64, z: f64) -> Pose<3> {
    Pose { position: V3::new(x, y, z), rotation: Matrix::identity() }
}

fn ground() -> (Shape<3>, Pose<3>) {
    (Shape::HalfSpace(HalfSpace::new(V3::z()).unwrap()), at(0.0, 0.0, 0.0))
}

fn table() -> (Shape<3>, Pose<3>) {
    (Shape::Convex(Convex::cuboid(V3::new(5.0, 5.0, 0.5)).unwrap()), at(0.0, 0.0, -0.5))
}

fn touches(a: &Shape<3>, p: &Pose<3>, b: &Shape<3>, q: &Pose<3>) -> Vec<Touch<3>> {
    let mut out = Vec::new();
    collide(a, p, b, q, 0.01, &mut out);
    out
}

fn both_ways(a: &Shape<3>, p: &Pose<3>, b: &Shape<3>, q: &Pose<3>, count: usize) -> Vec<Touch<3>> {
    let found = touches(a, p, b, q);
    assert_eq!(found.len(), count, "{found:?}");
    assert_eq!(touches(b, q, a, p).len(), count);
    found
}

#[test]
fn stands_on_eight_marks_and_the_lowest_point() {
    let drum = cylinder(0.4, 1.0);
    for (under, pose) in [ground(), table()] {
        for gap in [0.0, 1e-4, -1e-4] {
            let found = both_ways(&drum, &at(0.3, 0.2, 0.5 + gap), &under, &pose, 8);
            assert!(found.iter().all(|t| (t.gap - gap).abs() < 1e-12));
            assert!(found.iter().all(|t| (t.normal - V3::z()).norm() < 1e-12));
            // Off level by little: the marks and, between two of them, the lowest point.
            let tilt = 1e-3;
            let direction = PI / 8.0;
            let axis = V3::new(-direction.sin(), direction.cos(), 0.0) * tilt;
            let low = 0.5 * tilt.cos() + 0.4 * tilt.sin();
            let pose_a = Pose { position: V3::new(0.3, 0.2, low + gap), rotation: turned(axis) };
            let found = both_ways(&drum, &pose_a, &under, &pose, 9);
            let least = found.iter().map(|t| t.gap).fold(f64::INFINITY, f64::min);
            assert!((least - gap).abs() < 1e-12, "{least} {gap}");
        }
    }
}

#[test]
fn lies_on_two_points_and_tilts_on_one() {
    let roll = cylinder(0.3, 1.0);
    for (under, pose) in [ground(), table()] {
        for gap in [0.0, 1e-4, -1e-4] {
            let turn = turned(V3::y() * FRAC_PI_2);
            let lying = Pose { rotation: turn, ..at(0.1, 0.2, 0.3 + gap) };
            let found = both_ways(&roll, &lying, &under, &pose, 2);
            assert!(found.iter().all(|t| (t.gap - gap).abs() < 1e-12));
            let length = (found[0].on_candidate - found[1].on_candidate).norm();
            assert!((length - 1.0).abs() < 1e-12);
            let tilt = 0.7_f64;
            let low = 0.5 * tilt.cos() + 0.3 * tilt.sin();
            let rotation = turned(V3::new(0.6, 0.8, 0.0) * tilt);
            let leaning = Pose { rotation, ..at(0.1, 0.2, low + gap) };
            let found = both_ways(&roll, &leaning, &under, &pose, 1);
            assert!((found[0].gap - gap).abs() < 1e-12);
        }
    }
}

#[test]
fn a_roll_over_a_rim_keeps_the_part_that_is_over_the_table() {
    let (under, pose) = table();
    let roll = cylinder(0.3, 1.0);
    let lying = Pose { rotation: turned(V3::y() * FRAC_PI_2), ..at(4.8, 0.2, 0.3) };
    let found = both_ways(&roll, &lying, &under, &pose, 2);
    let xs = found.iter().map(|t| t.on_candidate.x);
    assert!((xs.clone().fold(0.0, f64::max) - 5.0).abs() < 1e-12);
    assert!((xs.fold(9.0, f64::min) - 4.3).abs() < 1e-12);
    // A standing one: the marks over the table and where its rim leaves it.
    let found = both_ways(&roll, &at(4.9, 0.2, 0.5), &under, &pose, 7);
    let out = found.iter().filter(|t| (t.on_candidate.x - 5.0).abs() < 1e-12).count();
    assert_eq!(out, 2, "{found:?}");
}

#[test]
fn drums_of_a_column_share_their_marks() {
    let drum = cylinder(0.5, 1.0);
    for gap in [0.0, 1e-6, -1e-6] {
        let found = both_ways(&drum, &at(0.0, 0.0, 1.0 + gap), &drum, &at(0.0, 0.0, 0.0), 8);
        assert!(found.iter().all(|t| (t.gap - gap).abs() < 1e-12));
    }
    // Turned by a sixteenth, the marks of both; aside, where the rims cross too.
    let turned = Pose { rotation: turned(V3::z() * (PI / 8.0)), ..at(0.0, 0.0, 1.0) };
    both_ways(&drum, &turned, &drum, &at(0.0, 0.0, 0.0), 16);
    let found = both_ways(&drum, &at(0.3, 0.0, 1.0), &drum, &at(0.0, 0.0, 0.0), 8);
    assert!(
        found.iter().all(|t| t.on_candidate.x > -0.2 - 1e-12 && t.on_candidate.x < 0.5 + 1e-12)
    );
}

#[test]
fn parallel_rolls_touch_at_two_points_and_crossed_ones_at_one() {
    let roll = cylinder(0.25, 1.0);
    let found = both_ways(&roll, &at(0.5, 0.0, 0.2), &roll, &at(0.0, 0.0, 0.0), 2);
    let zs = found.iter().map(|t| t.on_candidate.z);
    assert!((zs.clone().fold(0.0, f64::max) - 0.5).abs() < 1e-12);
    assert!((zs.fold(9.0, f64::min) + 0.3).abs() < 1e-12);
    let crossed = Pose { rotation: turned(V3::x() * 0.8), ..at(0.501, 0.1, 0.05) };
    let found = both_ways(&roll, &crossed, &roll, &at(0.0, 0.0, 0.0), 1);
    assert!((found[0].gap - 1e-3).abs() < 1e-12);
    let rod = Shape::Rounded(Rounded::capsule(1.0, 0.1).unwrap());
    let along = Pose { rotation: turned(V3::y() * FRAC_PI_2), ..at(0.351, 0.0, 0.0) };
    let found = both_ways(&roll, &at(0.0, 0.0, 0.3), &rod, &along, 2);
    assert!(found.iter().all(|t| (t.gap - 1e-3).abs() < 1e-12));
}

#[test]
fn a_roller_in_a_drum_touches_with_both_rims() {
    let drum = Shape::Drum(Drum::new(2.0, V3::y(), Some(3.0)).unwrap());
    let roller = cylinder(0.5, 1.0);
    let inside = Pose { rotation: turned(V3::x() * FRAC_PI_2), ..at(0.0, 0.0, -1.499) };
    let found = both_ways(&roller, &inside, &drum, &at(0.0, 0.0, 0.0), 2);
    assert!(found.iter().all(|t| (t.gap - 1e-3).abs() < 1e-12));
    assert!(found.iter().all(|t| (t.normal - V3::z()).norm() < 1e-12));
    // With a cap on the flat wall: the marks, and the two points on the round one.
    let at_wall = Pose { position: V3::new(0.0, 0.999, -1.499), ..inside };
    both_ways(&roller, &at_wall, &drum, &at(0.0, 0.0, 0.0), 10);
}

/// The farthest a rim comes to the wall, by samples.
#[test]
fn a_cylinder_anywhere_in_a_drum() {
    let mut touching = 0;
    for round in 0..12_000 {
        let random = &mut Random(41_000_000 + round);
        let (drum, shape) = (random.drum::<3>(), random.cylinder());
        let (Shape::Drum(hole), Shape::Cylinder(solid)) = (&drum, &shape) else { unreachable!() };
        let (p, q) = (random.pose::<3>(1.2), random.pose::<3>(0.5));
        let mut exact = f64::INFINITY;
        for k in 0..720 {
            let (s, c) = (PI * f64::from(k / 2) / 180.0).sin_cos();
            let end = if k % 2 == 0 { 1.0 } else { -1.0 };
            let rim = (solid.across()[0] * c + solid.across()[1] * s) * solid.radius();
            let local =
                q.local_point(&p.point(&(rim + solid.axis() * (end * solid.half_length()))));
            let walls = hole.half_length().map_or(9.0, |h| h - hole.axis().dot(&local).abs());
            exact = exact.min(hole.radius() - hole.radial(&local).norm()).min(walls);
        }
        let mut found = Vec::new();
        collide(&shape, &p, &drum, &q, 0.3, &mut found);
        let least = found.iter().map(|t| t.gap).fold(f64::INFINITY, f64::min);
        if exact < 0.299 {
            touching += 1;
            assert!(least <= exact + 1e-12 && least > exact - 2e-4, "{round}: {least} {exact}");
        }
        for t in &found {
            let gap = t.normal.dot(&(t.on_candidate - t.on_antagonist));
            assert!((gap - t.gap).abs() < 1e-12 && t.gap <= 0.3);
            assert!(crate::oracle::off_surface(&shape, &p, &t.on_candidate) < 1e-12);
        }
        for (i, t) in found.iter().enumerate() {
            assert!(found[..i].iter().all(|u| u.feature != t.feature), "{round} {found:?}");
        }
    }
    assert!(touching > 2000, "{touching}");
}

/// On a half-space the height is that of the lowest point of the solid.
#[test]
fn a_cylinder_anywhere_over_a_half_space() {
    for round in 0..12_000 {
        let random = &mut Random(42_000_000 + round);
        let (ground, shape) = (random.half_space::<3>(), random.cylinder());
        let (Shape::HalfSpace(half), Shape::Cylinder(solid)) = (&ground, &shape) else {
            unreachable!()
        };
        let far = if round % 4 == 0 { 1e6 } else { 0.0 };
        let (mut p, mut q) = (random.pose::<3>(1.0), random.pose::<3>(0.5));
        p.position += V3::repeat(far);
        q.position += V3::repeat(far);
        let n = q.direction(half.normal());
        let along = p.direction(solid.axis()).dot(&n);
        let exact = n.dot(&(p.position - q.position))
            - solid.half_length() * along.abs()
            - solid.radius() * (1.0 - along * along).max(0.0).sqrt();
        let mut found = Vec::new();
        collide(&shape, &p, &ground, &q, 0.3, &mut found);
        let least = found.iter().map(|t| t.gap).fold(f64::INFINITY, f64::min);
        let tiny = 1e-12 + 1e-15 * far;
        assert_eq!(found.is_empty(), exact > 0.3, "{round} {exact}");
        assert!(found.is_empty() || (least - exact).abs() < tiny, "{round}: {least} {exact}");
        for t in &found {
            assert!(crate::oracle::off_surface(&shape, &p, &t.on_candidate) < tiny);
        }
    }
}

#[track_caller]
fn assert_close(a: &MassProperties<3>, b: &MassProperties<3>, tolerance: f64) {
    assert!((a.volume - b.volume).abs() < tolerance, "{a:?} {b:?}");
    assert!((a.centroid - b.centroid).norm() < tolerance, "{a:?} {b:?}");
    assert!((a.inertia - b.inertia).norm() < tolerance, "{a:?} {b:?}");
}

#[test]
fn textbook_moments_about_any_axis() {
    let (r, l) = (0.3, 1.4);
    let found = cylinder(r, l).mass_properties().unwrap();
    let volume = PI * r * r * l;
    assert!((found.volume - volume).abs() < 1e-15);
    let across = volume * (r * r / 4.0 + l * l / 12.0);
    let expected = Matrix::<3>::from_diagonal(&V3::new(across, across, volume * r * r / 2.0));
    assert!((found.inertia - expected).norm() < 1e-15);
    let turn = turned(V3::new(0.3, -0.8, 0.4));
    let other = Shape::Cylinder(Cylinder::new(r, l, turn * V3::z() * 7.0).unwrap());
    let inertia = other.mass_properties().unwrap().inertia;
    assert!((inertia - turn * expected * turn.transpose()).norm() < 1e-14);
}

#[test]
fn bounds_hold_the_solid_and_no_more() {
    for seed in 0..1000 {
        let random = &mut Random(43_000_000 + seed);
        let (shape, pose) = (random.cylinder(), random.pose::<3>(2.0));
        let Shape::Cylinder(solid) = &shape else { unreachable!() };
        let bounds = shape.bounds(&pose);
        for i in 0..3 {
            let mut n = V3::zeros();
            n[i] = 1.0;
            let top = pose.point(&solid.farthest(&pose.local_direction(&n)))[i];
            assert!((bounds.max[i] - top).abs() < 1e-14);
        }
    }
}

/// Two halves of a cylinder that overlap are the cylinder: exact properties from the integral.
#[test]
fn overlapping_halves_count_once() {
    let pose = Random(44).pose::<3>(0.5);
    let part = |from: f64, to: f64| {
        let middle = pose.point(&(V3::z() * (0.5 * (from + to))));
        (cylinder(0.3, to - from), Pose { position: middle, rotation: pose.rotation })
    };
    let whole = union(&[part(-0.7, 0.7)]).unwrap();
    let halves = union(&[part(-0.7, 0.3), part(-0.2, 0.7)]).unwrap();
    assert!(whole.error.is_none() && halves.error.is_some());
    assert_close(&halves.properties, &whole.properties, 1e-7);
    let apart = union(&[part(-0.7, -0.1), part(0.0, 0.7)]).unwrap();
    assert!(apart.error.is_none());
}

#[test]
fn bad_sizes_are_refused() {
    for (radius, length, axis) in [
        (0.0, 1.0, V3::z()),
        (-1.0, 1.0, V3::z()),
        (f64::NAN, 1.0, V3::z()),
        (1.0, f64::INFINITY, V3::z()),
        (1.0, 1.0, V3::zeros()),
    ] {
        assert!(Cylinder::new(radius, length, axis).is_err());
    }
    assert!(Cylinder::new(1.0, 1.0, Vector::<2>::x()).is_err());
}
