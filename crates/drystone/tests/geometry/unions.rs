//! Mass properties of bodies of several parts.

use crate::random::Random;
use drystone::shapes::{Ball, Convex, MassProperties, Shape, union};
use drystone::space::{Pose, Vector};
use std::f64::consts::PI;

type V2 = Vector<2>;
type V3 = Vector<3>;

fn at<const D: usize>(x: Vector<D>) -> Pose<D> {
    Pose { position: x, ..Pose::identity() }
}

fn cuboid<const D: usize>(half: Vector<D>) -> Shape<D> {
    Shape::Convex(Convex::cuboid(half).unwrap())
}

fn ball<const D: usize>(radius: f64) -> Shape<D> {
    Shape::Ball(Ball::new(radius).unwrap())
}

#[track_caller]
fn assert_close<const D: usize>(a: &MassProperties<D>, b: &MassProperties<D>, tolerance: f64) {
    assert!((a.volume - b.volume).abs() < tolerance, "{a:?} {b:?}");
    assert!((a.centroid - b.centroid).norm() < tolerance, "{a:?} {b:?}");
    assert!((a.inertia - b.inertia).norm() < tolerance, "{a:?} {b:?}");
}

/// An L of two boxes that overlap in its corner; its moments by subtracting the missing square.
#[test]
fn an_l_of_two_overlapping_boxes_is_the_polygon() {
    let parts = [
        (cuboid(V2::new(1.0, 0.25)), at(V2::new(1.0, 0.25))),
        (cuboid(V2::new(0.25, 1.0)), at(V2::new(0.25, 1.0))),
    ];
    let found = union(&parts).unwrap();
    assert_eq!(found.error, None);
    // The square of side 2 less that of side 1.5 in its upper right corner.
    let (area, hole) = (4.0, 2.25);
    let centre = (area * 1.0 - hole * 1.25) / (area - hole);
    let polar = |m: f64, side: f64, x: f64| m * (side * side / 6.0 + 2.0 * (x - centre).powi(2));
    let mut expected = found.properties;
    expected.volume = area - hole;
    expected.centroid = V2::repeat(centre);
    expected.inertia[(0, 0)] = polar(area, 2.0, 1.0) - polar(hole, 1.5, 1.25);
    assert_close(&found.properties, &expected, 1e-14);
}

#[test]
fn an_l_without_overlap_is_the_same() {
    let parts = [
        (cuboid(V2::new(1.0, 0.25)), at(V2::new(1.0, 0.25))),
        (cuboid(V2::new(0.25, 0.75)), at(V2::new(0.25, 1.25))),
    ];
    let other = [parts[0].clone(), (cuboid(V2::new(0.25, 1.0)), at(V2::new(0.25, 1.0)))];
    let found = union(&parts).unwrap();
    assert_eq!(found.error, None);
    assert_close(&found.properties, &union(&other).unwrap().properties, 1e-14);
}

fn equal_boxes_are_one<const D: usize>() {
    let half = Vector::<D>::from_fn(|i, _| 0.3 + 0.2 * i as f64);
    let pose = Random(3).pose::<D>(2.0);
    let part = (cuboid(half), pose);
    let found = union(&[part.clone(), part.clone(), part.clone()]).unwrap();
    assert_eq!(found.error, None);
    assert_close(&found.properties, &union(&[part]).unwrap().properties, 1e-13);
}

#[test]
fn equal_boxes_count_once() {
    equal_boxes_are_one::<2>();
    equal_boxes_are_one::<3>();
}

/// A box cut into pieces that overlap, each turned as the whole.
fn pieces_make_the_whole<const D: usize>() {
    for seed in 0..200 {
        let random = &mut Random(500 + seed);
        let half = Vector::<D>::from_fn(|_, _| random.real(0.3, 1.0));
        let pose = random.pose::<D>(2.0);
        let mut parts = vec![];
        for sign in [-1.0, 1.0] {
            let axis = random.below(D);
            let reach = random.real(1.0, 2.0) * half[axis];
            let (mut part, mut shift) = (half, Vector::zeros());
            part[axis] = 0.5 * reach;
            shift[axis] = sign * (half[axis] - 0.5 * reach);
            let position = pose.point(&shift);
            parts.push((cuboid(part), Pose { position, rotation: pose.rotation }));
            if sign > 0.0 {
                parts.push((cuboid(half), pose));
            }
        }
        let whole = union(&[(cuboid(half), pose)]).unwrap();
        let found = union(&parts).unwrap();
        assert_eq!(found.error, None);
        assert_close(&found.properties, &whole.properties, 1e-11);
    }
}

#[test]
fn overlapping_pieces_make_the_whole() {
    pieces_make_the_whole::<2>();
    pieces_make_the_whole::<3>();
}

#[test]
fn overlapping_balls_are_two_caps_less_a_lens() {
    let (r, d) = (0.8, 1.1);
    let parts = [(ball(r), at(V3::new(0.2, 0.1, 0.0))), (ball(r), at(V3::new(0.2, 0.1, d)))];
    let found = union(&parts).unwrap();
    let lens = PI * (4.0 * r + d) * (2.0 * r - d).powi(2) / 12.0;
    assert!((found.properties.volume - (8.0 / 3.0 * PI * r.powi(3) - lens)).abs() < 1e-7);
    assert!((found.properties.centroid - V3::new(0.2, 0.1, d / 2.0)).norm() < 1e-7);
    assert!(found.error.unwrap() < 1e-7);
    let parts = [(ball(r), at(V2::zeros())), (ball(r), at(V2::new(0.3, d)))];
    let d = d.hypot(0.3);
    let lens = 2.0 * r * r * (d / (2.0 * r)).acos() - 0.5 * d * (4.0 * r * r - d * d).sqrt();
    let found = union(&parts).unwrap();
    assert!((found.properties.volume - (2.0 * PI * r * r - lens)).abs() < 1e-9);
}

#[test]
fn a_dumbbell_that_only_touches_is_exact() {
    let r = 0.5;
    let parts = [
        (ball(r), at(V3::x() * -1.5)),
        (cuboid(V3::new(1.0, 0.1, 0.1)), at(V3::zeros())),
        (ball(r), at(V3::x() * 1.5)),
    ];
    let found = union(&parts).unwrap();
    assert_eq!(found.error, None);
    let m = 4.0 / 3.0 * PI * r.powi(3);
    assert!((found.properties.volume - (2.0 * m + 0.08)).abs() < 1e-14);
    let axial = 2.0 * 0.4 * m * r * r + 0.08 * 0.04 / 6.0;
    assert!((found.properties.inertia[(0, 0)] - axial).abs() < 1e-14);
}

/// Independent check of the mixed case: sampling.
#[test]
fn a_ball_through_a_box_agrees_with_sampling() {
    let random = &mut Random(11);
    let pose = Pose { position: V3::new(0.4, 0.2, 0.1), rotation: random.rotation() };
    let half = V3::new(0.6, 0.3, 0.2);
    let parts = [(ball(0.5), at(V3::zeros())), (cuboid(half), pose)];
    let found = union(&parts).unwrap();
    assert!(found.error.unwrap() < 1e-7);
    let (count, mut hits, mut first) = (400_000, 0, V3::zeros());
    for _ in 0..count {
        let x = random.vector::<3>(1.2);
        let local = pose.local_point(&x);
        if x.norm() < 0.5 || (0..3).all(|i| local[i].abs() < half[i]) {
            hits += 1;
            first += x;
        }
    }
    let volume = 2.4f64.powi(3) * hits as f64 / count as f64;
    assert!((found.properties.volume / volume - 1.0).abs() < 0.02);
    assert!((found.properties.centroid - first / hits as f64).norm() < 0.01);
}
