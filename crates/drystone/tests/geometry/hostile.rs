//! Shapes and poses that nobody would draw: nothing may panic, hang or come out as NaN.
//!
//! Points are repeated, collinear, coplanar or a rounding error away from it, sizes go from
//! 10⁻¹⁵⁰ to 10¹⁵⁰, and some coordinates are not numbers. A shape that is accepted must have
//! finite properties, and finite touches with every other one wherever the two are.
//! `DRYSTONE_CASES` (default 100,000) sets the number of pairs.

use crate::random::Random;
use drystone::detection::collide;
use drystone::mesh::Mesh;
use drystone::shapes::{
    Ball, Convex, Cylinder, Drum, HalfSpace, Rounded, Shape, Terrain, decompose,
};
use drystone::space::{Pose, Vector};
use std::time::{Duration, Instant};

fn cases() -> u64 {
    std::env::var("DRYSTONE_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(100_000)
}

/// A number of any size, now and then none.
fn number(random: &mut Random) -> f64 {
    match random.below(40) {
        0 => [f64::NAN, f64::INFINITY, -1.0, 0.0, -0.0, f64::MIN_POSITIVE][random.below(6)],
        1..4 => 10f64.powf(random.real(-150.0, 150.0)),
        4..10 => 10f64.powf(random.real(-6.0, 6.0)),
        _ => random.real(0.1, 1.0),
    }
}

fn corners<const D: usize>(random: &mut Random) -> Vec<Vector<D>> {
    let size = number(random);
    let count = random.below(14);
    let mut out: Vec<Vector<D>> = Vec::new();
    for _ in 0..count {
        let fresh: Vector<D> = random.vector(1.0);
        let pick = |random: &mut Random| out.get(random.below(count.max(1))).copied();
        let noise = 10f64.powf(random.real(-18.0, -4.0));
        let point = match random.below(8) {
            0 => pick(random),
            1 => pick(random).map(|p| p + random.vector(noise)),
            // On a line, or in a plane, with others.
            2 => pick(random).zip(pick(random)).map(|(p, q)| p + (q - p) * random.real(-1.0, 2.0)),
            3 => pick(random)
                .zip(pick(random))
                .zip(pick(random))
                .map(|((p, q), r)| p + (q - p) * 0.5 + (r - p) * random.real(-1.0, 1.0)),
            4 => Some(fresh.map(|x| (3.0 * x).round() / 3.0)),
            _ => Some(fresh),
        };
        out.push(point.unwrap_or(fresh));
    }
    if random.below(200) == 0
        && let Some(first) = out.first_mut()
    {
        first[0] = f64::NAN;
    }
    let squeeze: Vector<D> = Vector::from_fn(|_, _| {
        if random.below(6) == 0 { 10f64.powf(random.real(-12.0, 0.0)) } else { 1.0 }
    });
    out.iter().map(|p| p.component_mul(&squeeze) * size).collect()
}

/// Any shape that is accepted.
fn shape<const D: usize>(random: &mut Random) -> Option<Shape<D>> {
    match random.below(if D == 3 { 11 } else { 9 }) {
        0 => Ball::new(number(random)).ok().map(Shape::Ball),
        1 => {
            let normal: Vector<D> = random.vector(1.0);
            HalfSpace::new(normal * number(random)).ok().map(Shape::HalfSpace)
        }
        2 => {
            let axis: Vector<D> = random.vector(1.0);
            let length = if random.below(2) == 0 { None } else { Some(number(random)) };
            Drum::new(number(random), axis, length).ok().map(Shape::Drum)
        }
        3 => Rounded::capsule(number(random), number(random)).ok().map(Shape::Rounded),
        4 => {
            let core = Convex::from_vertices(&corners(random)).ok()?;
            Rounded::new(core, number(random)).ok().map(Shape::Rounded)
        }
        8 => {
            let vertices = corners::<D>(random);
            let count = vertices.len();
            let facets = (D..=count).map(|k| {
                // A strip, now and then with a facet from anywhere.
                let any = random.below(20) == 0;
                let corner = |i: usize| if i + 1 == D { k - 1 } else { k - D + i };
                let turn = D == 3 && k % 2 == 0;
                std::array::from_fn(|i| {
                    let i = if turn && i < 2 { 1 - i } else { i };
                    if any { random.below(count) } else { corner(i) }
                })
            });
            let facets: Vec<[usize; D]> = facets.collect();
            Terrain::new(vertices, &facets).ok().map(Shape::Terrain)
        }
        9 | 10 => {
            let axis: Vector<D> = random.vector(1.0);
            Cylinder::new(number(random), number(random), axis).ok().map(Shape::Cylinder)
        }
        5 => Convex::cuboid(Vector::from_fn(|_, _| number(random))).ok().map(Shape::Convex),
        _ => Convex::from_vertices(&corners(random)).ok().map(Shape::Convex),
    }
}

fn any_pair<const D: usize>(seed: u64) {
    let (mut pairs, mut touching, mut longest) = (0, 0, Duration::ZERO);
    for round in 0..cases() {
        let random = &mut Random(seed * 1_000_000_007 + round);
        let start = Instant::now();
        let (Some(a), Some(b)) = (shape::<D>(random), shape::<D>(random)) else { continue };
        for shape in [&a, &b] {
            let Some(own) = shape.mass_properties() else { continue };
            let finite = own.volume.is_finite()
                && own.centroid.iter().all(|x| x.is_finite())
                && own.inertia.iter().all(|x| x.is_finite());
            assert!(finite && own.volume > 0.0, "round {round}: {shape:?} has {own:?}");
        }
        let reach = |s: &Shape<D>| s.bounding_radius().unwrap_or(1.0);
        let far = if random.below(8) == 0 { number(random).clamp(0.0, 1e30) } else { 0.0 };
        let far = if far.is_nan() { 0.0 } else { far };
        let p = Pose { position: random.vector(far), rotation: random.rotation() };
        let away = random.unit::<D>() * (random.real(0.0, 1.5) * (reach(&a) + reach(&b)));
        let aligned = random.below(4) == 0;
        let rotation = if aligned { p.rotation } else { random.rotation() };
        let q = Pose { position: p.position + away, rotation };
        let alert = random.real(0.0, 1.0) * reach(&a).min(reach(&b));
        let mut found = Vec::new();
        collide(&a, &p, &b, &q, alert, &mut found);
        for t in &found {
            let good = t.gap.is_finite()
                && (t.normal.norm() - 1.0).abs() < 1e-9
                && t.on_candidate.iter().chain(t.on_antagonist.iter()).all(|x| x.is_finite());
            assert!(good, "round {round}: {t:?} of {a:?} {p:?} {b:?} {q:?} within {alert}");
        }
        pairs += 1;
        touching += usize::from(!found.is_empty());
        longest = longest.max(start.elapsed());
    }
    println!("{pairs} pairs, {touching} of them touch, the slowest took {longest:?}");
    assert!(10 * touching > pairs && pairs * 4 > cases() as usize, "{touching} of {pairs} touch");
    assert!(longest < Duration::from_secs(10), "a pair took {longest:?}");
}

#[test]
fn any_pair_in_the_plane() {
    any_pair::<2>(1);
}

#[test]
fn any_pair_in_space() {
    any_pair::<3>(2);
}

/// The surface of a hull, perhaps of two, with faces left out, turned, doubled or bent, or faces
/// from anywhere: cut into triangles.
fn surface(random: &mut Random) -> Mesh {
    let mut mesh = Mesh::default();
    for _ in 0..1 + random.below(2) {
        let first = mesh.points.len();
        let shift: Vector<3> = random.vector(0.6);
        match Convex::<3>::from_vertices(&corners(random)) {
            Ok(hull) => {
                mesh.points.extend(hull.vertices().iter().map(|v| v + shift));
                for face in hull.faces() {
                    let ring: Vec<usize> = face.vertices.iter().map(|v| first + v).collect();
                    mesh.faces
                        .extend((1..ring.len() - 1).map(|k| vec![ring[0], ring[k], ring[k + 1]]));
                }
            }
            Err(_) => mesh.points.extend((0..6).map(|_| random.vector::<3>(1.0))),
        }
    }
    for _ in 0..random.below(4) {
        let count = mesh.points.len();
        let any = random.below(mesh.faces.len().max(1));
        match random.below(5) {
            0 if any < mesh.faces.len() => drop(mesh.faces.remove(any)),
            1 if any < mesh.faces.len() => mesh.faces[any].reverse(),
            2 if any < mesh.faces.len() => mesh.faces.push(mesh.faces[any].clone()),
            // A dent, or a spike.
            3 => {
                let way: Vector<3> = random.vector(0.5);
                mesh.points[random.below(count)] += way;
            }
            _ => mesh.faces.push((0..3).map(|_| random.below(count)).collect()),
        }
    }
    mesh
}

#[test]
fn any_mesh() {
    let (mut cut, mut ground, mut longest) = (0, 0, Duration::ZERO);
    let count = cases() / 20;
    for round in 0..count {
        let random = &mut Random(3_000_000_021 + round);
        let start = Instant::now();
        let mesh = surface(random);
        if mesh.points.iter().any(|p| !p.iter().all(|x| x.is_finite())) {
            continue;
        }
        let (mended, report) = mesh.mended();
        assert!(!report.to_string().is_empty());
        let triangles: Vec<[usize; 3]> =
            mended.faces.iter().filter_map(|f| f[..].try_into().ok()).collect();
        let mut made = Vec::new();
        made.extend(Convex::from_faces(&mended.points, &mended.faces).ok());
        if let Ok(found) = decompose(&mended.points, &triangles) {
            cut += 1;
            let sum: f64 =
                found.parts.iter().filter_map(Convex::mass_properties).map(|m| m.volume).sum();
            let whole = found.properties.volume;
            let around = Convex::from_vertices(&mended.points).unwrap().mass_properties().unwrap();
            let off = (sum - whole).abs();
            assert!(off <= 1e-6 * around.volume, "round {round}: {sum}, not {whole}");
            made.extend(found.parts);
        }
        let mut made: Vec<Shape<3>> = made.into_iter().map(Shape::Convex).collect();
        if let Ok(terrain) = Terrain::new(mended.points.clone(), &triangles) {
            ground += 1;
            made.push(Shape::Terrain(terrain));
        }
        let probe = Shape::Convex(Convex::cuboid(Vector::repeat(0.3)).expect("a box"));
        for shape in &made {
            let (p, q) = (random.pose::<3>(0.7), Pose::identity());
            let mut found = Vec::new();
            collide(&probe, &p, shape, &q, 0.1, &mut found);
            assert!(found.iter().all(|t| t.gap.is_finite()), "round {round}: {found:?}");
        }
        longest = longest.max(start.elapsed());
    }
    println!("{cut} solids cut, {ground} terrains of {count}, the slowest took {longest:?}");
    assert!(20 * cut > count && 20 * ground > count, "{cut} {ground} of {count}");
    assert!(longest < Duration::from_secs(10), "a mesh took {longest:?}");
}
