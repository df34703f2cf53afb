//! Feet on facets that are warped or curved, beside the nearest of many places of the same facets.

use crate::support::*;
use drystone::bodies::{Candidates, Surface};
use drystone::fem::Mesh;
use drystone::fem::mesh::{Cut, Grid, Round, Spot, boundary};
use drystone::shapes::{Shape, Skin};
use drystone::space::{Pose, Vector};
use std::f64::consts::TAU;

/// A unit square or cube of a few cells whose sides are bent, by amounts and phases at random.
fn bent<const D: usize>(name: &str, counts: [usize; D], random: &mut Random) -> Mesh<D> {
    let grid = Grid { counts, element: element(name), cut: Cut::Turning };
    let waves: Vec<[f64; 3]> =
        (0..D).map(|_| [0.06 * random.next(), 3.0 * random.next(), 3.0 * random.next()]).collect();
    grid.mesh().expect("a mesh").map(|x| {
        std::array::from_fn(|k| {
            let [size, along, phase] = waves[k];
            let others = (0..D).filter(|j| *j != k);
            let wave: f64 = others.map(|j| (4.0 * x[j] + along * x[k] + phase).sin()).sum();
            x[k] + size * wave
        })
    })
}

/// Places of a reference facet: an even grid of so many steps.
fn grid(corners: usize, steps: u32) -> Vec<[f64; 2]> {
    let share = |k: u32| f64::from(k) / f64::from(steps);
    let all = (0..=steps).flat_map(|i| (0..=steps).map(move |j| (i, j)));
    match corners {
        2 => (0..=steps).map(|k| [2.0 * share(k) - 1.0, 0.0]).collect(),
        3 => all.filter(|(i, j)| i + j <= steps).map(|(i, j)| [share(i), share(j)]).collect(),
        _ => all.map(|(i, j)| [2.0 * share(i) - 1.0, 2.0 * share(j) - 1.0]).collect(),
    }
}

fn is_inside(corners: usize, [x, y]: [f64; 2]) -> bool {
    match corners {
        3 => x >= 0.0 && y >= 0.0 && x + y <= 1.0,
        _ => x.abs() <= 1.0 && y.abs() <= 1.0,
    }
}

/// The least distance of a point from the surface, and whether it is at the rim of a facet: the best of a grid on
/// each facet, bettered by steps in every direction that are halved.
fn least<const D: usize>(surface: &Surface, x: &[f64], point: &Vector<D>) -> (f64, bool) {
    let mut best = (f64::INFINITY, false);
    for (f, facet) in surface.facets.iter().enumerate() {
        let corners = facet.element.corners;
        let distance = |at: [f64; 2]| {
            let place: Vector<D> = surface.place(x, &Spot { facet: f as u32, at });
            (point - place).norm()
        };
        let starts = grid(corners, 12).into_iter().map(|at| (distance(at), at));
        let (mut found, mut at) = starts.min_by(|a, b| a.0.total_cmp(&b.0)).expect("places");
        if found > best.0 + 0.1 {
            continue;
        }
        let mut step = 0.1;
        while step > 1e-9 {
            let ways = [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0], [1.0, -1.0], [-1.0, 1.0]];
            let next = ways.map(|[a, b]| [at[0] + a * step, at[1] + b * step]);
            let next =
                next.into_iter().filter(|at| is_inside(corners, *at) && (D > 2 || at[1] == 0.0));
            match next.map(|at| (distance(at), at)).min_by(|a, b| a.0.total_cmp(&b.0)) {
                Some(better) if better.0 < found => (found, at) = better,
                _ => step *= 0.5,
            }
        }
        if found < best.0 {
            let around = [[1e-6, 0.0], [-1e-6, 0.0], [0.0, 1e-6], [0.0, -1e-6]];
            let ways = &around[..if D == 2 { 2 } else { 4 }];
            let is_rim = |[a, b]: &[f64; 2]| !is_inside(corners, [at[0] + a, at[1] + b]);
            best = (found, ways.iter().any(is_rim));
        }
    }
    best
}

fn compare<const D: usize>(name: &str, counts: [usize; D], seed: u64) {
    let mut random = Random::new(seed);
    let mesh = bent(name, counts, &mut random);
    let surface = Surface::new(boundary(&mesh), &Candidates::Nodes, |_| true);
    let x = mesh.places.as_flattened();
    let skin: Skin<D> = surface.skin(x, &Pose::identity());
    let bounds = Shape::Skin(skin.clone()).bounds(&Pose::identity());
    let mut count = 0;
    for _ in 0..40 {
        // A point beside a place of the surface, on either side.
        let f = ((random.next() + 0.5) * surface.facets.len() as f64) as u32;
        let places = grid(surface.facets[f as usize].element.corners, 29);
        let at = places[((random.next() + 0.5) * places.len() as f64) as usize];
        let place: Vector<D> = surface.place(x, &Spot { facet: f, at });
        assert!((0..D).all(|k| bounds.min[k] <= place[k] && place[k] <= bounds.max[k]), "{name}");
        let point = place + Vector::<D>::from_fn(|_, _| 0.08 * random.next());
        let (distance, is_rim) = least(&surface, x, &point);
        let Some(foot) = skin.foot(&point, 0.1, |_, _| true) else {
            assert!(is_rim, "{name} {seed}: {point:?} has no foot at {distance}");
            continue;
        };
        // Beyond an edge the nearest place may be the rim of what is not met there.
        let off = foot.gap.abs() - distance;
        assert!(off > -1e-9, "{name} {seed}: {foot:?} nearer than {distance}");
        if is_rim && off > 1e-9 {
            continue;
        }
        count += 1;
        assert!(off < 1e-9, "{name} {seed}: {foot:?} where {distance}");
        let same: Vector<D> = surface.place(x, &foot.spot);
        assert!((same - foot.place).norm() < 1e-14, "{name} {seed}");
        assert!(
            (point - foot.place - foot.normal * foot.gap).norm() < 1e-8,
            "{name} {seed} {foot:?}"
        );
    }
    assert!(count > 20, "{name} {seed}: {count} feet");
}

#[test]
fn feet_are_the_nearest_places_of_curved_facets() {
    for seed in 0..12 {
        ["T3", "Q4", "T6", "Q8"].iter().for_each(|name| compare(name, [3, 2], seed));
        ["TE4", "H8", "TE10", "H20"].iter().for_each(|name| compare(name, [2, 1, 1], seed));
    }
}

/// Round a disk of few quadratic cells the gap is that of a circle, to the third order of their size, and neither
/// gap nor normal jumps where facets meet.
#[test]
fn gaps_over_round_bodies_do_not_jump() {
    for name in ["T6", "Q8"] {
        let round = Round { radius: 1.0, core: 2, layers: 1, element: element(name) };
        let mesh = round.disk();
        let surface = Surface::new(boundary(&mesh), &Candidates::Nodes, |_| true);
        let skin: Skin<2> = surface.skin(mesh.places.as_flattened(), &Pose::identity());
        for height in [0.05, 1e-6, -1e-4] {
            let mut last: Option<(f64, Vector<2>)> = None;
            for k in 0..=3600 {
                let angle = TAU * f64::from(k) / 3600.0;
                let out = Vector::<2>::new(angle.cos(), angle.sin());
                let foot = skin.foot(&(out * (1.0 + height)), 0.2, |_, _| true);
                let Some(foot) = foot else { panic!("{name} {height} {angle}") };
                assert!((foot.gap - height).abs() < 2e-3, "{name} {height} {angle}: {foot:?}");
                if let Some((gap, normal)) = last {
                    let turn = (foot.normal - normal).norm();
                    assert!((foot.gap - gap).abs() < 1e-4, "{name} {height} {angle}");
                    assert!(turn < 0.05, "{name} {height} {angle}: {turn}");
                }
                last = Some((foot.gap, foot.normal));
            }
        }
    }
}
