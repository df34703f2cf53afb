//! Rounded shapes and capsules: mass properties and contacts with known answers.

use crate::random::Random;
use drystone::contact::Touch;
use drystone::detection::collide;
use drystone::shapes::{Convex, HalfSpace, MassProperties, Rounded, Shape, union};
use drystone::space::{Pose, Vector};
use std::f64::consts::{FRAC_PI_2, PI};

type V2 = Vector<2>;
type V3 = Vector<3>;

fn touches<const D: usize>(a: &Shape<D>, p: &Pose<D>, b: &Shape<D>, q: &Pose<D>) -> Vec<Touch<D>> {
    let mut out = Vec::new();
    collide(a, p, b, q, 0.1, &mut out);
    out
}

fn at<const D: usize>(x: Vector<D>) -> Pose<D> {
    Pose { position: x, ..Pose::identity() }
}

fn capsule<const D: usize>(length: f64, radius: f64) -> Shape<D> {
    Shape::Rounded(Rounded::capsule(length, radius).unwrap())
}

fn properties<const D: usize>(shape: &Shape<D>) -> MassProperties<D> {
    shape.mass_properties().unwrap()
}

#[test]
fn capsules_have_their_textbook_moments() {
    let (l, r) = (1.3, 0.4);
    let flat = properties(&capsule::<2>(l, r));
    let (bar, disk) = (2.0 * r * l, PI * r * r);
    assert!((flat.volume - bar - disk).abs() < 1e-14);
    assert!(flat.centroid.norm() < 1e-14);
    // Two half disks: their centroids are 4 r / 3 π beyond the ends.
    let c = 4.0 * r / (3.0 * PI);
    let ends = disk * (r * r / 2.0 - c * c + (l / 2.0 + c).powi(2));
    let polar = bar * (l * l + 4.0 * r * r) / 12.0 + ends;
    assert!((flat.inertia[(0, 0)] - polar).abs() < 1e-14);

    let solid = properties(&capsule::<3>(l, r));
    let (rod, ball) = (PI * r * r * l, 4.0 / 3.0 * PI * r.powi(3));
    assert!((solid.volume - rod - ball).abs() < 1e-14);
    let axial = rod * r * r / 2.0 + ball * r * r * 0.4;
    let c = 3.0 * r / 8.0;
    let across =
        rod * (3.0 * r * r + l * l) / 12.0 + ball * (r * r * 0.4 - c * c + (l / 2.0 + c).powi(2));
    assert!((solid.inertia[(0, 0)] - axial).abs() < 1e-14);
    assert!((solid.inertia[(1, 1)] - across).abs() < 1e-14);
    assert!((solid.inertia[(2, 2)] - across).abs() < 1e-14);
}

#[test]
fn rounded_boxes_follow_steiner() {
    let (h, r) = (V3::new(0.5, 0.7, 0.9), 0.2);
    let size = h * 2.0;
    let whole = properties(&Shape::Rounded(Rounded::new(Convex::cuboid(h).unwrap(), r).unwrap()));
    let area = 2.0 * (size.x * size.y + size.y * size.z + size.z * size.x);
    let volume =
        size.x * size.y * size.z + area * r + PI * r * r * size.sum() + 4.0 / 3.0 * PI * r.powi(3);
    assert!((whole.volume - volume).abs() < 1e-13);
    assert!(whole.centroid.norm() < 1e-14);
    let square = Rounded::new(Convex::cuboid(V2::repeat(0.5)).unwrap(), r).unwrap();
    assert!((square.mass_properties().volume - (1.0 + 4.0 * r + PI * r * r)).abs() < 1e-14);
}

/// The line quadrature of overlapping unions is an independent way to the same numbers.
fn agrees_with_quadrature<const D: usize>(rounds: u64, tolerance: f64) {
    for seed in 0..rounds {
        let random = &mut Random(9000 + seed);
        let shape = if seed % 4 == 0 { random.capsule::<D>() } else { random.rounded::<D>() };
        let pose = random.pose::<D>(0.3);
        let found = union(&[(shape.clone(), pose), (shape.clone(), pose)]).unwrap();
        assert!(found.error.unwrap() < 1e-6, "{found:?}");
        let exact = union(&[(shape, pose)]).unwrap().properties;
        let found = found.properties;
        assert!((found.volume - exact.volume).abs() < tolerance, "{found:?} {exact:?}");
        assert!((found.centroid - exact.centroid).norm() < tolerance, "{found:?} {exact:?}");
        assert!((found.inertia - exact.inertia).norm() < tolerance, "{found:?} {exact:?}");
    }
}

#[test]
fn moments_agree_with_quadrature() {
    agrees_with_quadrature::<2>(40, 1e-8);
    agrees_with_quadrature::<3>(4, 1e-6);
}

#[test]
fn a_capsule_lies_on_two_points() {
    let rod = capsule::<3>(1.0, 0.2);
    let floor = Shape::HalfSpace(HalfSpace::new(V3::z()).unwrap());
    let found = touches(&rod, &at(V3::new(0.0, 0.0, 0.19)), &floor, &at(V3::zeros()));
    assert_eq!(found.len(), 2);
    assert!(found.iter().all(|t| (t.gap + 0.01).abs() < 1e-14 && t.normal == V3::z()));
    // On a table narrower than the rod: where the table ends.
    let table = Shape::Convex(Convex::cuboid(V3::new(0.3, 1.0, 0.5)).unwrap());
    let found = touches(&rod, &at(V3::new(0.1, 0.0, 0.71)), &table, &at(V3::zeros()));
    let mut ends: Vec<f64> = found.iter().map(|t| t.on_candidate.x).collect();
    ends.sort_by(f64::total_cmp);
    assert!(ends.len() == 2 && (ends[0] + 0.3).abs() + (ends[1] - 0.3).abs() < 1e-12, "{found:?}");
    assert!(found.iter().all(|t| (t.gap - 0.01).abs() < 1e-12));
    let flat = capsule::<2>(1.0, 0.2);
    let table = Shape::Convex(Convex::cuboid(V2::new(2.0, 0.5)).unwrap());
    assert_eq!(touches(&flat, &at(V2::y() * 0.71), &table, &at(V2::zeros())).len(), 2);
}

#[test]
fn parallel_capsules_touch_at_two_points() {
    fn case<const D: usize>() {
        let (a, b) = (capsule::<D>(1.0, 0.2), capsule::<D>(0.6, 0.3));
        let mut shift = Vector::zeros();
        shift[0] = 0.5;
        shift[D - 1] = 0.51;
        let found = touches(&a, &at(shift), &b, &at(Vector::zeros()));
        let mut ends: Vec<f64> = found.iter().map(|t| t.on_candidate[0]).collect();
        ends.sort_by(f64::total_cmp);
        assert!(ends.len() == 2 && ends[0].abs() + (ends[1] - 0.3).abs() < 1e-12, "{found:?}");
        assert!(found.iter().all(|t| (t.gap - 0.01).abs() < 1e-12), "{found:?}");
    }
    case::<2>();
    case::<3>();
}

#[test]
fn crossing_capsules_touch_at_one() {
    let rod = capsule::<3>(2.0, 0.2);
    let turned =
        drystone::space::pose::<3>(&[0.1, 0.0, 0.35, (PI / 4.0).cos(), 0.0, 0.0, (PI / 4.0).sin()]);
    let found = touches(&rod, &turned, &rod, &at(V3::zeros()));
    assert_eq!(found.len(), 1);
    assert!((found[0].gap + 0.05).abs() < 1e-14 && (found[0].normal - V3::z()).norm() < 1e-14);
}

#[test]
fn rounded_cubes_stack_on_the_corners_of_their_flat_faces() {
    let cube = Shape::Rounded(Rounded::new(Convex::cuboid(V3::repeat(0.4)).unwrap(), 0.1).unwrap());
    let found = touches(&cube, &at(V3::z() * 1.001), &cube, &at(V3::zeros()));
    assert_eq!(found.len(), 4);
    for t in &found {
        assert!((t.gap - 0.001).abs() < 1e-12 && (t.on_candidate.z - 0.501).abs() < 1e-12);
        assert!((t.on_candidate.x.abs() - 0.4).abs() < 1e-12);
    }
    // Rim over rim, exactly: sharp cores would slide past each other.
    let found = touches(&cube, &at(V3::new(0.8, 0.0, 0.99)), &cube, &at(V3::zeros()));
    assert!(!found.is_empty() && found.iter().all(|t| (t.gap + 0.01).abs() < 1e-6), "{found:?}");
}

#[test]
fn a_quarter_turn_of_a_capsule_changes_nothing() {
    let (s, c) = (FRAC_PI_2 / 2.0).sin_cos();
    let rolled = drystone::space::pose::<3>(&[0.0, 0.0, 0.2, c, s, 0.0, 0.0]);
    let floor = Shape::HalfSpace(HalfSpace::new(V3::z()).unwrap());
    assert_eq!(touches(&capsule::<3>(1.0, 0.2), &rolled, &floor, &at(V3::zeros())).len(), 2);
}
