//! The polygons drawn for a shape enclose it.

use crate::random::Random;
use drystone::shapes::surface::{Fineness, Surface};
use drystone::shapes::{Drum, Shape};
use drystone::space::{Pose, Vector, moment};

/// Volume (area in the plane) enclosed by the polygons, positive when they face outwards.
fn enclosed<const D: usize>(surface: &Surface<D>) -> f64 {
    let mut total = 0.0;
    for polygon in &surface.polygons {
        let at = |k: usize| surface.points[polygon[k % polygon.len()]];
        if D == 2 {
            total += (0..polygon.len()).map(|k| moment(&at(k), &at(k + 1))[0]).sum::<f64>() / 2.0;
            continue;
        }
        for k in 1..polygon.len() - 1 {
            let m = moment(&at(k), &at(k + 1));
            total += (0..D).map(|i| m[i] * at(0)[i]).sum::<f64>() / 6.0;
        }
    }
    total
}

fn drawn<const D: usize>(shape: &Shape<D>, pose: &Pose<D>) -> f64 {
    let mut surface = Surface::default();
    surface.add(shape, pose, Fineness(96), &Vector::zeros(), 1.0);
    enclosed(&surface)
}

fn rounded_surfaces_enclose_their_volume<const D: usize>() {
    for seed in 0..100 {
        let random = &mut Random(4000 + seed);
        let shape = if seed % 2 == 0 { random.rounded::<D>() } else { random.capsule::<D>() };
        let pose = random.pose::<D>(1.0);
        let exact = shape.mass_properties().unwrap().volume;
        let found = drawn(&shape, &pose);
        assert!(found < exact * (1.0 + 1e-9), "{found} {exact} {shape:?}");
        // The fan at a sharp corner cuts off part of its round cap.
        assert!(found > 0.9 * exact, "{found} {exact} {shape:?}");
    }
}

#[test]
fn rounded_surfaces() {
    rounded_surfaces_enclose_their_volume::<2>();
    rounded_surfaces_enclose_their_volume::<3>();
}

#[test]
fn a_cylinder_faces_outwards() {
    for seed in 0..20 {
        let random = &mut Random(4500 + seed);
        let (shape, pose) = (random.cylinder(), random.pose::<3>(1.0));
        let exact = shape.mass_properties().unwrap().volume;
        let found = drawn(&shape, &pose);
        assert!(found < exact && found > 0.995 * exact, "{found} {exact}");
    }
}

#[test]
fn a_capped_drum_faces_inwards() {
    let drum = Shape::Drum(Drum::new(0.5, Vector::<3>::new(1.0, 2.0, 0.5), Some(2.0)).unwrap());
    let hole = std::f64::consts::PI * 0.25 * 2.0;
    let found = drawn(&drum, &Random(5).pose(1.0));
    assert!((found / -hole - 1.0).abs() < 0.01, "{found} {hole}");
    let ring = Shape::Drum(Drum::new(0.5, Vector::<2>::zeros(), None).unwrap());
    assert!(drawn(&ring, &Pose::identity()) > 0.0);
}
