//! What is mended, and what is reported instead.

use crate::{QUADS, corners};
use drystone::mesh::Mesh;
use nalgebra::Vector3;

fn cube() -> Mesh {
    Mesh {
        points: corners().into_iter().map(Vector3::from).collect(),
        faces: QUADS.iter().map(|q| q.to_vec()).collect(),
    }
}

#[test]
fn faces_are_turned_to_agree_and_outward() {
    for pattern in 0..64u32 {
        let mut mesh = cube();
        for f in (0..6).filter(|f| pattern >> f & 1 == 1) {
            mesh.faces[f].reverse();
        }
        let (mended, report) = mesh.mended();
        assert_eq!(report.turned_faces, pattern.count_ones() as usize);
        assert!(report.is_watertight() && (mended.volume() - 1.0).abs() < 1e-15);
    }
}

/// As ground a closed surface stays as most of its faces are, free outside or inside.
#[test]
fn faces_are_turned_as_most_are() {
    for pattern in (0..64u32).filter(|p| p.count_ones() != 3) {
        let mut mesh = cube();
        for f in (0..6).filter(|f| pattern >> f & 1 == 1) {
            mesh.faces[f].reverse();
        }
        let (mended, report) = mesh.mended_as_given();
        let turned = pattern.count_ones() as usize;
        let (fewer, volume) = if turned < 3 { (turned, 1.0) } else { (6 - turned, -1.0) };
        assert_eq!(report.turned_faces, fewer);
        assert!(report.is_watertight() && (mended.volume() - volume).abs() < 1e-15);
    }
}

#[test]
fn points_and_faces_given_twice_are_dropped() {
    let mut mesh = cube();
    mesh.points.push(Vector3::new(1.0 + 1e-9, 1.0, 1.0 - 1e-9));
    mesh.points.push(Vector3::new(9.0, 9.0, 9.0));
    mesh.faces[1] = vec![4, 5, 8, 6];
    mesh.faces.push(vec![3, 1, 0, 2]);
    mesh.faces.push(vec![0, 0, 1]);
    mesh.faces.push(vec![0, 1, 77]);
    let (mended, report) = mesh.mended();
    assert_eq!(mended, cube());
    let counts = (report.merged_points, report.unused_points);
    assert_eq!((counts, report.duplicate_faces, report.degenerate_faces), ((1, 1), 1, 2));
    let words = "closed surface of volume 1; mended: 1 point merged into another at the same \
                 place, 2 faces without area dropped, 1 face given twice dropped";
    assert_eq!(report.to_string(), words);
}

#[test]
fn holes_and_fins_are_reported() {
    let mut mesh = cube();
    mesh.faces.pop();
    let (_, report) = mesh.mended();
    assert_eq!((report.open_edges.len(), report.crowded_edges.len()), (4, 0));
    let words = "not closed: 4 edges of one face only: (1, 0, 0) to (1, 1, 0)";
    assert!(report.to_string().starts_with(words), "{report}");
    let mut mesh = cube();
    mesh.points.push(Vector3::new(2.0, 2.0, 2.0));
    mesh.faces.push(vec![0, 1, 8]);
    let (_, report) = mesh.mended();
    assert_eq!((report.open_edges.len(), report.crowded_edges.len()), (2, 1));
    assert!(!report.is_watertight());
}

#[test]
fn a_moebius_strip_is_twisted() {
    let turn = |k: usize| {
        let (angle, half) = (k as f64 / 6.0 * std::f64::consts::TAU, k as f64 / 12.0);
        let (sin, cos) = (half * std::f64::consts::TAU).sin_cos();
        [0.3, -0.3].map(|w| {
            let r = 1.0 + w * cos;
            Vector3::new(r * angle.cos(), r * angle.sin(), w * sin)
        })
    };
    let points: Vec<_> = (0..6).flat_map(turn).collect();
    let mut faces: Vec<_> = (0..5).map(|k| vec![2 * k, 2 * k + 1, 2 * k + 3, 2 * k + 2]).collect();
    faces.push(vec![10, 11, 0, 1]);
    let (_, report) = Mesh { points, faces }.mended();
    assert!(report.twisted && report.shells == 1, "{report}");
}

#[test]
fn nothing_and_not_finite_points_are_no_panic() {
    let (_, report) = Mesh::default().mended();
    assert_eq!(report.to_string(), "not closed: no face has an area");
    let mut mesh = cube();
    mesh.points[0].x = f64::NAN;
    mesh.points[1].x = f64::INFINITY;
    assert!(!mesh.mended().0.faces.is_empty() || !mesh.mended().1.is_watertight());
}
