//! Hulls and mass properties against exact answers.

use crate::random::{Random, prism};
use drystone::shapes::{Ball, Convex, MassProperties, Shape};
use drystone::space::{Inertia, Vector, global_inertia};
use std::f64::consts::PI;

type V3 = Vector<3>;

fn close(a: f64, b: f64, tolerance: f64) {
    assert!((a - b).abs() <= tolerance * (1.0 + b.abs()), "{a}, not {b}");
}

fn mass<const D: usize>(convex: &Convex<D>) -> MassProperties<D> {
    convex.mass_properties().unwrap()
}

fn contains<const D: usize>(convex: &Convex<D>, points: &[Vector<D>], tolerance: f64) {
    for p in points {
        assert!(convex.faces().iter().all(|f| f.normal.dot(p) - f.offset <= tolerance));
    }
}

#[test]
fn a_box_with_inner_double_and_mid_face_points() {
    let mut points: Vec<V3> =
        Convex::<3>::cuboid(V3::new(1.0, 2.0, 3.0)).unwrap().vertices().to_vec();
    let mut random = Random(7);
    points.extend((0..50).map(|_| random.vector::<3>(0.9)));
    points.extend_from_within(0..8);
    points.extend([V3::new(1.0, 0.0, 0.0), V3::new(1.0, 2.0, 0.5), V3::new(0.0, 0.0, -3.0)]);
    let hull = Convex::from_vertices(&points).unwrap();
    assert_eq!((hull.vertices().len(), hull.faces().len(), hull.edges().len()), (8, 6, 12));
    assert!(hull.faces().iter().all(|f| f.vertices.len() == 4 && f.sides.len() == 4));
    close(hull.breadth(), 2.0, 1e-15);
}

#[test]
fn prisms_have_whole_faces_even_far_away_and_turned() {
    let mut random = Random(8);
    for sides in [3, 5, 6, 17, 64] {
        for far in [0.0, 10.0, 1e6] {
            let shift = V3::new(far, -far, far);
            let turn = random.rotation::<3>();
            let points: Vec<V3> =
                prism::<3>(sides, 0.7, 1.1).iter().map(|p| turn * p + shift).collect();
            let hull = Convex::from_vertices(&points).unwrap();
            let counts = (hull.vertices().len(), hull.faces().len(), hull.edges().len());
            assert_eq!(counts, (2 * sides, sides + 2, 3 * sides), "{sides} {far}");
        }
    }
}

#[test]
fn clouds_are_inside_their_hulls() {
    let mut random = Random(9);
    for round in 0..40 {
        let count = [5, 20, 100, 500][round % 4];
        let far = [0.0, 1e3, 1e6][round % 3];
        let shift = V3::repeat(far);
        let on_sphere = round % 2 == 0;
        let points: Vec<V3> = (0..count)
            .map(|_| if on_sphere { random.unit::<3>() } else { random.vector::<3>(1.0) } + shift)
            .collect();
        let hull = Convex::from_vertices(&points).unwrap();
        contains(&hull, &points, 1e-11 + 1e-13 * far);
        if on_sphere && far == 0.0 {
            assert_eq!(hull.vertices().len(), count);
        }
        let flat: Vec<Vector<2>> = points.iter().map(|p| Vector::<2>::new(p[0], p[1])).collect();
        contains(&Convex::from_vertices(&flat).unwrap(), &flat, 1e-11 + 1e-13 * far);
    }
    // Points of a lattice: coplanar in every way.
    let lattice: Vec<V3> = (0..343)
        .map(|k| V3::new(f64::from(k % 7), f64::from(k / 7 % 7), f64::from(k / 49)) * 0.1)
        .collect();
    assert_eq!(Convex::from_vertices(&lattice).unwrap().faces().len(), 6);
}

fn cube_faces() -> (Vec<V3>, Vec<Vec<usize>>) {
    let vertices = Convex::<3>::cuboid(V3::repeat(1.0)).unwrap().vertices().to_vec();
    let faces =
        [[0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]];
    (vertices, faces.map(|f| f.to_vec()).to_vec())
}

#[test]
fn polyhedra_given_by_faces() {
    let (vertices, quads) = cube_faces();
    let triangles: Vec<Vec<usize>> =
        quads.iter().flat_map(|q| [vec![q[0], q[1], q[2]], vec![q[2], q[0], q[3]]]).collect();
    for faces in [&quads, &triangles] {
        let cube = Convex::from_faces(&vertices, faces).unwrap();
        assert_eq!((cube.vertices().len(), cube.faces().len()), (8, 6));
        close(mass(&cube).volume, 8.0, 1e-14);
    }
}

#[test]
fn wrong_polyhedra_are_refused_with_a_reason() {
    let (vertices, quads) = cube_faces();
    let refused = |vertices: &[V3], faces: &[Vec<usize>], word: &str| {
        let message = Convex::from_faces(vertices, faces).unwrap_err().to_string();
        assert!(message.contains(word), "{message}");
    };
    refused(&vertices, &quads[1..], "not closed");
    refused(&vertices, &[], "connected");
    let mut wrong = quads.clone();
    wrong[0][0] = 99;
    refused(&vertices, &wrong, "vertex 99");
    let mut bent = vertices.clone();
    bent[0] *= 1.3;
    refused(&bent, &quads, "not in one plane");
    // An octahedron with one corner pushed inside.
    let mut eight: Vec<V3> = [V3::x(), V3::y(), V3::z()].iter().flat_map(|v| [*v, -v]).collect();
    let mut faces = Vec::new();
    for i in 0..2 {
        for j in 2..4 {
            faces.extend((4..6).map(|k| vec![i, j, k]));
        }
    }
    assert_eq!(Convex::from_faces(&eight, &faces).unwrap().faces().len(), 8);
    eight[4] = V3::new(0.0, 0.0, -0.5);
    refused(&eight, &faces, "not convex");
}

#[test]
fn degenerate_input_is_refused() {
    let line: Vec<V3> = (0..5).map(|k| V3::new(f64::from(k), 0.0, 0.0)).collect();
    let plane: Vec<V3> = prism::<3>(6, 1.0, 0.0);
    assert!(Convex::from_vertices(&line).unwrap_err().to_string().contains("line"));
    assert!(Convex::from_vertices(&plane).unwrap_err().to_string().contains("plane"));
    assert!(Convex::from_vertices(&[V3::x(); 9]).unwrap_err().to_string().contains("coincide"));
    assert!(Convex::from_vertices(&line[..3]).is_err());
    assert!(Convex::from_vertices(&[V3::repeat(f64::NAN); 4]).is_err());
    assert!(Convex::<2>::cuboid(Vector::<2>::new(1.0, 0.0)).is_err());
    assert!(Convex::segment(Vector::<2>::x(), Vector::<2>::x()).is_err());
    let flat: Vec<Vector<2>> = (0..5).map(|k| Vector::<2>::repeat(f64::from(k))).collect();
    assert!(Convex::from_vertices(&flat).unwrap_err().to_string().contains("line"));
    assert!(Ball::new(-1.0).is_err() && Ball::new(f64::NAN).is_err());
    assert!(drystone::shapes::HalfSpace::new(V3::zeros()).is_err());
}

#[test]
fn mass_of_balls_and_boxes() {
    let ball = Ball::new(0.7).unwrap();
    let (disk, sphere) = (ball.mass_properties::<2>(), ball.mass_properties::<3>());
    close(disk.volume, PI * 0.49, 1e-15);
    close(disk.inertia[(0, 0)], 0.5 * disk.volume * 0.49, 1e-15);
    close(sphere.volume, 4.0 / 3.0 * PI * 0.343, 1e-15);
    assert!((sphere.inertia - Inertia::identity() * (0.4 * sphere.volume * 0.49)).norm() < 1e-15);

    let rectangle = mass(&Convex::cuboid(Vector::<2>::new(1.0, 0.5)).unwrap());
    close(rectangle.volume, 2.0, 1e-15);
    close(rectangle.inertia[(0, 0)], 2.0 * (4.0 + 1.0) / 12.0, 1e-15);
    let brick = mass(&Convex::cuboid(V3::new(1.0, 0.5, 0.25)).unwrap());
    close(brick.volume, 1.0, 1e-15);
    let expected = V3::new(1.0 + 0.25, 4.0 + 0.25, 4.0 + 1.0) / 12.0;
    assert!((brick.inertia - Inertia::from_diagonal(&expected)).norm() < 1e-14);
    let wall = Convex::segment(Vector::<2>::x(), Vector::<2>::y()).unwrap();
    assert!(Shape::Convex(wall).mass_properties().is_none());
}

#[test]
fn mass_of_tetrahedra_and_prisms() {
    let corner = Convex::from_vertices(&[V3::zeros(), V3::x(), V3::y(), V3::z()]).unwrap();
    let m = mass(&corner);
    close(m.volume, 1.0 / 6.0, 1e-14);
    assert!((m.centroid - V3::repeat(0.25)).norm() < 1e-15);
    // ∫x² = 1/60 and ∫xy = 1/120 about the corner.
    let about = |i: usize, j: usize| if i == j { 1.0 / 60.0 } else { 1.0 / 120.0 } - 1.0 / 96.0;
    let expected = Inertia::from_fn(|i, j| if i == j { 2.0 * about(0, 0) } else { -about(0, 1) });
    assert!((m.inertia - expected).norm() < 1e-15, "{}", m.inertia);

    let (n, r, h) = (6.0, 0.8, 0.5);
    let prism = mass(&Convex::from_vertices(&prism::<3>(6, r, h)).unwrap());
    let area = 0.5 * n * r * r * (2.0 * PI / n).sin();
    close(prism.volume, area * 2.0 * h, 1e-14);
    let polar = prism.volume * r * r / 6.0 * (2.0 + (2.0 * PI / n).cos());
    close(prism.inertia[(2, 2)], polar, 1e-14);
    close(prism.inertia[(0, 0)], polar / 2.0 + prism.volume * h * h / 3.0, 1e-14);
}

#[test]
fn mass_follows_a_rigid_motion() {
    let mut random = Random(11);
    for _ in 0..50 {
        let points: Vec<V3> = (0..10).map(|_| random.vector::<3>(1.0)).collect();
        let hull = Convex::from_vertices(&points).unwrap();
        let pose = random.pose::<3>(100.0);
        let moved: Vec<V3> = points.iter().map(|p| pose.point(p)).collect();
        let (m, n) = (mass(&hull), mass(&Convex::from_vertices(&moved).unwrap()));
        close(n.volume, m.volume, 1e-10);
        assert!((n.centroid - pose.point(&m.centroid)).norm() < 1e-10);
        assert!((n.inertia - global_inertia(&pose.rotation, &m.inertia)).norm() < 1e-10);
        let centred = mass(&hull.translated(&-m.centroid));
        assert!(centred.centroid.norm() < 1e-14);
        assert!((centred.inertia - m.inertia).norm() < 1e-14);
    }
}
