//! Solids cut into convex parts: volume, inertia, and which points are in a part.

use crate::oracle;
use crate::random::Random;
use drystone::contact::Contact;
use drystone::detection::{Collider, Configuration, Detector, Periodic, Visibility};
use drystone::shapes::{Convex, MassProperties, Shape, decompose, triangles, union};
use drystone::space::{Pose, Vector};
use std::f64::consts::TAU;
use std::sync::Arc;

type Point = Vector<2>;

fn outline(points: &[(f64, f64)]) -> Vec<Point> {
    points.iter().map(|(x, y)| Point::new(*x, *y)).collect()
}

/// Outlines that turn anticlockwise, with their areas.
fn outlines() -> Vec<(&'static str, Vec<Point>, f64, usize)> {
    let l = [(0., 0.), (3., 0.), (3., 1.), (1., 1.), (1., 2.), (0., 2.)];
    let u = [(0., 0.), (3., 0.), (3., 2.), (2., 2.), (2., 1.), (1., 1.), (1., 2.), (0., 2.)];
    let plus = [
        (1., 0.),
        (2., 0.),
        (2., 1.),
        (3., 1.),
        (3., 2.),
        (2., 2.),
        (2., 3.),
        (1., 3.),
        (1., 2.),
        (0., 2.),
        (0., 1.),
        (1., 1.),
    ];
    let stairs = [
        (0., 0.),
        (4., 0.),
        (4., 1.),
        (3., 1.),
        (3., 2.),
        (2., 2.),
        (2., 3.),
        (1., 3.),
        (1., 4.),
        (0., 4.),
    ];
    let star: Vec<(f64, f64)> = (0..10)
        .map(|k| {
            let (r, (s, c)) =
                (if k % 2 == 0 { 2.0 } else { 0.8 }, (TAU * k as f64 / 10.0).sin_cos());
            (r * c, r * s)
        })
        .collect();
    let star_area = 10.0 * 0.5 * 2.0 * 0.8 * (TAU / 10.0).sin();
    vec![
        ("L", outline(&l), 4.0, 2),
        ("U", outline(&u), 5.0, 3),
        ("plus", outline(&plus), 5.0, 3),
        ("stairs", outline(&stairs), 10.0, 4),
        ("star", outline(&star), star_area, 6),
    ]
}

fn sides(count: usize) -> Vec<[usize; 2]> {
    (0..count).map(|k| [k, (k + 1) % count]).collect()
}

/// A prism over an outline.
fn prism(outline: &[Point], height: f64) -> (Vec<Vector<3>>, Vec<[usize; 3]>) {
    let n = outline.len();
    let level = |z: f64| outline.iter().map(move |p| Vector::<3>::new(p.x, p.y, z));
    let points: Vec<_> = level(0.0).chain(level(height)).collect();
    let ring: Vec<usize> = (n..2 * n).collect();
    let mut facets = triangles(&points, &ring);
    let below = facets.iter().map(|[a, b, c]| [a - n, c - n, b - n]).collect::<Vec<_>>();
    facets.extend(below);
    for k in 0..n {
        let j = (k + 1) % n;
        facets.extend([[k, j, n + j], [k, n + j, n + k]]);
    }
    (points, facets)
}

fn is_in<const D: usize>(part: &Convex<D>, x: &Vector<D>, margin: f64) -> bool {
    part.faces().iter().all(|f| f.normal.dot(x) - f.offset <= margin)
}

/// Volume and inertia of the parts, and of the whole, are the same.
fn same_mass<const D: usize>(parts: &[Convex<D>], whole: &MassProperties<D>, context: &str) {
    let shapes: Vec<_> =
        parts.iter().map(|p| (Shape::Convex(p.clone()), Pose::identity())).collect();
    let sum = union(&shapes).unwrap();
    assert!(sum.error.is_none(), "{context}");
    let size = whole.inertia.norm();
    assert!((sum.properties.volume / whole.volume - 1.0).abs() < 1e-12, "{context}");
    assert!((sum.properties.centroid - whole.centroid).norm() < 1e-12 * 10.0, "{context}");
    assert!((sum.properties.inertia - whole.inertia).norm() < 1e-12 * size, "{context}");
}

/// Whether a ray to the right crosses the outline an odd number of times.
fn in_outline(outline: &[Point], x: &Point) -> bool {
    let crosses = |k: usize| {
        let (p, q) = (outline[k], outline[(k + 1) % outline.len()]);
        (p.y > x.y) != (q.y > x.y) && x.x < p.x + (q.x - p.x) * (x.y - p.y) / (q.y - p.y)
    };
    (0..outline.len()).filter(|k| crosses(*k)).count() % 2 == 1
}

fn check_plane(outline: &[Point], random: &mut Random, samples: usize, context: &str) -> usize {
    let cut = decompose(outline, &sides(outline.len())).unwrap_or_else(|e| panic!("{e} {context}"));
    same_mass(&cut.parts, &cut.properties, context);
    for _ in 0..samples {
        let x = random.vector::<2>(4.0);
        let strictly = cut.parts.iter().filter(|p| is_in(p, &x, -1e-9)).count();
        let loosely = cut.parts.iter().filter(|p| is_in(p, &x, 1e-9)).count();
        let inside = usize::from(in_outline(outline, &x));
        assert!(strictly <= inside && inside <= loosely.max(strictly), "{x:?} {context}");
        assert!(strictly <= 1, "parts overlap at {x:?} {context}");
    }
    cut.parts.len()
}

#[test]
fn outlines_with_known_parts() {
    let random = &mut Random(1);
    for (name, outline, area, most) in outlines() {
        let cut = decompose(&outline, &sides(outline.len())).unwrap();
        assert!((cut.properties.volume - area).abs() < 1e-12, "{name}");
        let count = check_plane(&outline, random, 2000, name);
        assert!(count <= most, "{name} in {count} parts, not {most}");
    }
}

#[test]
fn random_outlines() {
    for round in 0..500 {
        let random = &mut Random(7_000 + round);
        let count = 5 + random.below(25);
        let spread = random.real(0.2, 0.9);
        let outline: Vec<Point> = (0..count)
            .map(|k| {
                let angle = TAU * (k as f64 + random.real(-0.4, 0.4)) / count as f64;
                let radius = 3.0 * (1.0 - random.real(0.0, spread));
                Point::new(radius * angle.cos(), radius * angle.sin())
            })
            .collect();
        check_plane(&outline, random, 100, &format!("round {round}: {outline:?}"));
    }
}

fn check_space(
    (points, facets): &(Vec<Vector<3>>, Vec<[usize; 3]>),
    inside: impl Fn(&Vector<3>) -> bool,
    volume: f64,
    context: &str,
) -> usize {
    let cut = decompose(points, facets).unwrap_or_else(|e| panic!("{e} {context}"));
    assert!((cut.properties.volume / volume - 1.0).abs() < 1e-12, "{context}");
    same_mass(&cut.parts, &cut.properties, context);
    let random = &mut Random(3);
    for _ in 0..5000 {
        let x = random.vector::<3>(4.0);
        let strictly = cut.parts.iter().filter(|p| is_in(p, &x, -1e-9)).count();
        let loosely = cut.parts.iter().filter(|p| is_in(p, &x, 1e-9)).count();
        let truly = usize::from(inside(&x));
        assert!(strictly <= truly && truly <= loosely.max(strictly), "{x:?} {context}");
    }
    cut.parts.len()
}

#[test]
fn prisms_over_outlines() {
    for (name, outline, area, most) in outlines() {
        let inside =
            |x: &Vector<3>| x.z > 0.0 && x.z < 0.7 && in_outline(&outline, &Point::new(x.x, x.y));
        let count = check_space(&prism(&outline, 0.7), inside, 0.7 * area, name);
        assert!(count <= most, "{name} in {count} parts, not {most}");
    }
}

#[test]
fn a_ring() {
    // A hexagon around a hexagonal hole: sections of inner and outer radius, square across.
    let sides = 6;
    let corner = |k: usize, r: f64, z: f64| {
        let (s, c) = (TAU * k as f64 / sides as f64).sin_cos();
        Vector::<3>::new(r * c, r * s, z)
    };
    let profile = [(1.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0)];
    let mut points = vec![];
    for k in 0..sides {
        points.extend(profile.iter().map(|(r, z)| corner(k, *r, *z)));
    }
    let mut facets = vec![];
    for k in 0..sides {
        for j in 0..4 {
            let at = |k: usize, j: usize| 4 * (k % sides) + j % 4;
            let [a, b, c, d] = [at(k, j), at(k + 1, j), at(k + 1, j + 1), at(k, j + 1)];
            facets.extend([[a, b, c], [a, c, d]]);
        }
    }
    let area = |r: f64| 6.0 * 0.5 * r * r * (TAU / 6.0).sin();
    // Distance from the axis across the sides.
    let across = |x: &Vector<3>| {
        (0..sides)
            .map(|k| {
                let (s, c) = (TAU * (k as f64 + 0.5) / sides as f64).sin_cos();
                (c * x.x + s * x.y) / (TAU / 12.0).cos()
            })
            .fold(0.0, f64::max)
    };
    let inside = |x: &Vector<3>| x.z > 0.0 && x.z < 1.0 && across(x) > 1.0 && across(x) < 2.0;
    let count = check_space(&(points, facets), inside, area(2.0) - area(1.0), "ring");
    assert!(count <= 6, "{count} parts");
}

#[test]
fn what_cannot_be_cut_is_refused() {
    let bow = outline(&[(0., 0.), (2., 1.), (2., 0.), (0., 2.)]);
    let error = decompose(&bow, &sides(4)).unwrap_err();
    assert!(error.to_string().contains("crosses itself"), "{error}");
    let backwards: Vec<Point> = outlines()[0].1.iter().rev().copied().collect();
    let error = decompose(&backwards, &sides(6)).unwrap_err();
    assert!(error.to_string().contains("encloses no volume"), "{error}");
}

/// Contacts of a body with one cut into parts, the first body.
fn contacts<const D: usize>(
    parts: &[Convex<D>],
    body: &Shape<D>,
    poses: &[Pose<D>; 2],
    alert: f64,
) -> Vec<Contact<D>> {
    let shapes = parts.iter().map(|p| Shape::Convex(p.clone()));
    let part = |shape| Collider { cut: true, ..Collider::new(0, Arc::new(shape)) };
    let mut colliders: Vec<_> = shapes.map(part).collect();
    colliders.push(Collider::new(1, Arc::new(body.clone())));
    let mut out = vec![];
    let now = Configuration {
        colliders: &colliders,
        poses,
        movable: &[true; 2],
        visibility: &Visibility::default(),
        periodic: &Periodic::default(),
        alert,
        motions: &[],
    };
    Detector::new().detect(&now, &[], &mut out);
    out
}

/// Separated bodies report the distance of the whole, and every touch is on its surface.
fn touches<const D: usize>(
    parts: &[Convex<D>],
    surface: &[[Vector<D>; D]],
    make: fn(&mut Random) -> Shape<D>,
    seed: u64,
) {
    let alert = 0.3;
    let mut seen = 0;
    for round in 0..10_000 {
        let random = &mut Random(seed * 1_000_003 + round);
        let body = make(random);
        let p: Pose<D> = random.pose(2.0);
        let mut x = random.vector::<D>(3.0);
        x += Vector::repeat(1.0);
        let q = Pose { position: p.point(&x), rotation: random.rotation() };
        let radius = if let Shape::Ball(ball) = &body { ball.radius() } else { 0.0 };
        let core = oracle::corners(&body, &q);
        let placed = surface.iter().map(|f| f.map(|v| p.point(&v)));
        let placed: Vec<[Vector<D>; D]> = placed.collect();
        let exact = placed.iter().map(|f| oracle::distance(&core, f)).fold(f64::INFINITY, f64::min);
        let inside = parts.iter().any(|part| is_in(part, &p.local_point(&core[0]), 0.0));
        let exact = exact - radius;
        if inside || exact + radius < 1e-6 || exact < -0.2 {
            continue;
        }
        let found = contacts(parts, &body, &[p, q], alert);
        let context = format!("round {round}: {body:?} {p:?} {q:?} {found:?}");
        let least = found.iter().map(|c| c.gap).fold(f64::INFINITY, f64::min);
        if exact < alert - 1e-7 {
            seen += 1;
            assert!((least - exact).abs() < 1e-7, "{least}, not {exact}, {context}");
        } else if exact > alert + 1e-7 {
            assert!(found.is_empty(), "too far, {exact}, {context}");
        }
        for contact in &found {
            let at = p.position + contact.arms[0];
            let off = placed.iter().map(|f| oracle::distance(&[at], f));
            let off = off.fold(f64::INFINITY, f64::min);
            assert!(off < 1e-7, "inside by {off}, {context}");
        }
    }
    assert!(seen > 500, "{seen}");
}

#[test]
fn cut_bodies_are_touched_on_their_surface() {
    for (k, (_, outline, ..)) in outlines().into_iter().enumerate() {
        let facets = sides(outline.len());
        let cut = decompose(&outline, &facets).unwrap();
        let surface: Vec<_> = facets.iter().map(|f| f.map(|v| outline[v])).collect();
        touches::<2>(&cut.parts, &surface, Random::ball, 50 + k as u64);
        touches::<2>(&cut.parts, &surface, Random::convex, 60 + k as u64);
        let (points, facets) = prism(&outline, 0.7);
        let cut = decompose(&points, &facets).unwrap();
        let surface: Vec<_> = facets.iter().map(|f| f.map(|v| points[v])).collect();
        touches::<3>(&cut.parts, &surface, Random::ball, 70 + k as u64);
        if k == 0 {
            touches::<3>(&cut.parts, &surface, Random::convex, 80);
        }
    }
}

/// Files hold single precision, or few digits: coplanar corners are no longer coplanar.
#[test]
fn rounded_coordinates_leave_no_slivers() {
    let turn = Random(5).rotation::<3>();
    let digits = |x: f64, n: i32| (x * 10f64.powi(n)).round() / 10f64.powi(n);
    let rounding: [(&str, &dyn Fn(f64) -> f64); 5] = [
        ("exact", &|x| x),
        ("single precision", &|x| f64::from(x as f32)),
        ("9 digits", &|x| digits(x, 9)),
        ("7 digits", &|x| digits(x, 7)),
        ("6 digits", &|x| digits(x, 6)),
    ];
    for (name, outline, _, _) in outlines() {
        let (vertices, facets) = prism(&outline, 1.0);
        let mut exact = 0;
        for (precision, round) in rounding {
            let rounded: Vec<Vector<3>> = vertices.iter().map(|v| (turn * v).map(round)).collect();
            let found = decompose(&rounded, &facets)
                .unwrap_or_else(|e| panic!("{name} with {precision}: {e}"));
            let sum: f64 =
                found.parts.iter().filter_map(Convex::mass_properties).map(|m| m.volume).sum();
            let whole = found.properties.volume;
            assert!((sum - whole).abs() < 1e-6 * whole, "{name} with {precision}: {sum}, {whole}");
            let thinnest = found.parts.iter().map(Convex::breadth).fold(f64::INFINITY, f64::min);
            assert!(thinnest > 1e-2, "{name} with {precision}: a part {thinnest} m thin");
            if precision == "exact" {
                exact = found.parts.len();
            }
            assert!(
                found.parts.len() <= 2 * exact,
                "{name} with {precision}: {}",
                found.parts.len()
            );
        }
    }
}
