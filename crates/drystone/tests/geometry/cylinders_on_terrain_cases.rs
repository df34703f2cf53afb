//! Cylinders on ground with known contacts: roofs, gutters, spires, brinks.

use drystone::contact::Touch;
use drystone::detection::collide;
use drystone::shapes::terrain::grid;
use drystone::shapes::{Cylinder, Shape, Terrain};
use drystone::space::{Matrix, Pose, Vector};
use std::f64::consts::FRAC_PI_2;

type V3 = Vector<3>;

const RADIUS: f64 = 0.3;
const HALF: f64 = 0.5;
const GAPS: [f64; 5] = [0.0, 1e-4, -1e-4, 5e-3, -5e-3];

/// Ground of cells 1 m wide about the origin, with the heights of a function.
fn ground(z: impl Fn(f64, f64) -> f64) -> Shape<3> {
    let at = |k: i32| f64::from(k - 3);
    let rows: Vec<Vec<f64>> = (0..7).map(|j| (0..7).map(|i| z(at(i), at(j))).collect()).collect();
    let (vertices, facets) = grid(&rows, [1.0; 2], [-3.0; 2]);
    Shape::Terrain(Terrain::new(vertices, &facets).unwrap())
}

/// With its axis along z, y or x.
fn touches(axis: char, at: V3, ground: &Shape<3>) -> Vec<Touch<3>> {
    let turn = match axis {
        'x' => V3::y() * FRAC_PI_2,
        'y' => V3::x() * FRAC_PI_2,
        _ => V3::zeros(),
    };
    let rotation = Matrix::from(nalgebra::Rotation3::new(turn));
    let solid = Shape::Cylinder(Cylinder::new(RADIUS, 2.0 * HALF, V3::z()).unwrap());
    let mut out = Vec::new();
    collide(&solid, &Pose { position: at, rotation }, ground, &Pose::identity(), 0.01, &mut out);
    out
}

/// The touches are at some places on the ground, all with one gap and one normal.
#[track_caller]
fn assert_at(found: &[Touch<3>], places: &[V3], normal: V3, gap: f64) {
    assert_eq!(found.len(), places.len(), "{found:?}");
    for place in places {
        let near = |t: &&Touch<3>| (t.on_antagonist - place).norm() < 1e-9;
        let touch = found.iter().find(near);
        let touch = touch.unwrap_or_else(|| panic!("nothing at {place:?}: {found:?}"));
        assert!((touch.gap - gap).abs() < 1e-12, "{gap} {found:?}");
        assert!((touch.normal - normal).norm() < 1e-9, "{found:?}");
    }
}

fn roof() -> Shape<3> {
    ground(|x, _| -0.5 * x.abs())
}

#[test]
fn stands_on_a_ridge_where_its_rim_crosses_it() {
    for gap in GAPS {
        let found = touches('z', V3::new(0.1, 0.17, HALF + gap), &roof());
        let half = (RADIUS * RADIUS - 0.01_f64).sqrt();
        let places = [0.17 - half, 0.17 + half].map(|y| V3::new(0.0, y, 0.0));
        assert_at(&found, &places, V3::z(), gap);
    }
}

#[test]
fn lies_along_a_ridge_on_its_ends_and_across_it_on_one_point() {
    for gap in GAPS {
        // The ridge is cut at whole numbers, which is not felt.
        let found = touches('y', V3::new(0.0, 0.2, RADIUS + gap), &roof());
        let places = [-0.3, 0.7].map(|y| V3::new(0.0, y, 0.0));
        assert_at(&found, &places, V3::z(), gap);
        for y in [0.0, 0.3] {
            let found = touches('x', V3::new(0.2, y, RADIUS + gap), &roof());
            assert_at(&found, &[V3::new(0.0, y, 0.0)], V3::z(), gap);
        }
    }
}

#[test]
fn stands_and_lies_on_a_spire() {
    let spire = ground(|x, y| if x == 0.0 && y == 0.0 { 1.0 } else { 0.0 });
    for gap in GAPS {
        for (axis, radius) in [('z', HALF), ('x', RADIUS), ('y', RADIUS)] {
            let aside = if axis == 'z' { V3::new(0.1, -0.2, 0.0) } else { V3::zeros() };
            let at = aside + V3::z() * (1.0 + radius + gap);
            assert_at(&touches(axis, at, &spire), &[V3::z()], V3::z(), gap);
        }
    }
}

#[test]
fn a_log_in_a_gutter_touches_both_sides() {
    let gutter = ground(|x, _| 0.5 * x.abs());
    let normals = [1.0, -1.0].map(|s| V3::new(-s * 0.5, 0.0, 1.0).normalize());
    for gap in GAPS {
        let along = V3::new(0.0, 0.2, (RADIUS + gap) / normals[0].z);
        let found = touches('y', along, &gutter);
        assert_eq!(found.len(), 4, "{found:?}");
        for n in normals {
            let side: Vec<_> =
                found.iter().filter(|t| (t.normal - n).norm() < 1e-9).copied().collect();
            let places = [-0.3, 0.7].map(|y| V3::new(0.0, y, along.z) - n * (RADIUS + gap));
            assert_at(&side, &places, n, gap);
        }
        // Across it the lower points of both ends.
        let (rise, width) = (0.5 * HALF, RADIUS);
        let across = V3::new(0.0, 0.3, rise + width + gap / normals[0].z);
        let found = touches('x', across, &gutter);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found.iter().all(|t| (t.gap - gap).abs() < 1e-12), "{found:?}");
    }
}

#[test]
fn beyond_the_brink_nothing_holds() {
    let plate = ground(|_, _| 0.0);
    for gap in GAPS {
        let found = touches('x', V3::new(2.8, 0.3, RADIUS + gap), &plate);
        assert_at(&found, &[V3::new(2.3, 0.3, 0.0), V3::new(3.0, 0.3, 0.0)], V3::z(), gap);
        // Five marks are over the plate; the rim crosses the brink twice.
        let found = touches('z', V3::new(2.9, 0.3, HALF + gap), &plate);
        let brink = |t: &&Touch<3>| (t.on_antagonist.x - 3.0).abs() < 1e-9;
        assert_eq!((found.len(), found.iter().filter(brink).count()), (7, 2), "{found:?}");
        assert!(found.iter().all(|t| (t.gap - gap).abs() < 1e-12), "{found:?}");
        assert!(touches('z', V3::new(3.31, 0.3, HALF + gap), &plate).is_empty());
    }
}

#[test]
fn a_step_stops_a_rolling_log() {
    // The riser leans by a billionth: terrain of heights may be so steep.
    let mut vertices = vec![];
    for x in [-3.0, 0.0, 1e-9, 3.0] {
        let z = if x > 0.0 { 1.0 } else { 0.0 };
        vertices.extend([V3::new(x, -2.0, z), V3::new(x, 2.0, z)]);
    }
    let facets: Vec<[usize; 3]> = (0..3)
        .flat_map(|k| [[2 * k, 2 * k + 2, 2 * k + 3], [2 * k, 2 * k + 3, 2 * k + 1]])
        .collect();
    let step = Shape::Terrain(Terrain::new(vertices, &facets).unwrap());
    for gap in [1e-4, -1e-4] {
        let found = touches('y', V3::new(-RADIUS - gap, 0.1, RADIUS + 1e-3), &step);
        assert_eq!(found.len(), 4, "{found:?}");
        let wall = found.iter().filter(|t| (t.normal + V3::x()).norm() < 1e-6);
        assert_eq!(wall.clone().count(), 2, "{found:?}");
        assert!(wall.clone().all(|t| (t.gap - gap).abs() < 1e-8), "{found:?}");
    }
}

#[test]
fn a_log_through_a_thin_wall_is_led_out() {
    // A wall much higher than the log; both ends stand out of it.
    let wall = ground(|x, _| if x == 0.0 { 5.0 } else { 0.0 });
    let found = touches('x', V3::new(0.0, 0.3, 1.0), &wall);
    assert!(found.iter().any(|t| t.gap < 0.0), "{found:?}");
    let narrow = ground(|x, _| if x == 0.0 { 40.0 } else { 0.0 });
    let found = touches('x', V3::new(0.0, 0.3, 20.0), &narrow);
    assert!(found.iter().any(|t| t.gap < 0.0), "{found:?}");
}
