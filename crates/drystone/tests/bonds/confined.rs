//! Blocks in running bond that fill a box, at rest under their weight: joints of Mohr and Coulomb hold
//! them where they are, and no energy comes from nowhere.

use crate::common::*;
use crate::driver::bonded;
use drystone::laws::Bond;
use drystone::laws::bonds::MohrCoulomb;
use drystone::shapes::{Convex, Shape};
use drystone::solvers::Status;
use drystone::space::Vector;
use drystone::world::World;

/// Boxes of 1 m and half of it in so many columns and courses, between a floor and walls all around.
fn filled_box<const D: usize>(joint: MohrCoulomb, columns: usize, courses: usize) -> World<D> {
    let mut world = world::<D>(2e-3, bonded(Bond::MohrCoulomb(joint), 0.6));
    world.solver.tolerance = 1e-4;
    let (width, height, deep) = (columns as f64, 0.5 * courses as f64, 1.0);
    let mut half = Vector::<D>::repeat(0.5 * deep);
    let wall = |world: &mut World<D>, k: usize, at: f64| {
        let mut size = Vector::<D>::repeat(width + height);
        size[k] = 0.5;
        let mut centre = axis::<D>(0, 0.5 * width) + axis(D - 1, 0.5 * height);
        centre[k] = at;
        add_fixed(world, cuboid(size), pose_at(centre, 0.0));
    };
    wall(&mut world, D - 1, -0.5);
    wall(&mut world, 0, -0.5);
    wall(&mut world, 0, width + 0.5);
    if D == 3 {
        wall(&mut world, 1, -0.5 - 0.5 * deep);
        wall(&mut world, 1, 0.5 + 0.5 * deep);
    }
    for course in 0..courses {
        let shifted = course % 2 == 1;
        let mut edges: Vec<f64> = (0..=columns).map(|k| k as f64).collect();
        if shifted {
            edges = (0..columns).map(|k| k as f64 + 0.5).collect();
            edges.insert(0, 0.0);
            edges.push(width);
        }
        for pair in edges.windows(2) {
            half[0] = 0.5 * (pair[1] - pair[0]);
            half[D - 1] = 0.25;
            let y = 0.25 + 0.5 * course as f64;
            let at = axis::<D>(0, 0.5 * (pair[0] + pair[1])) + axis(D - 1, y);
            add(&mut world, cuboid(half), pose_at(at, 0.0), &[]);
        }
    }
    world
}

fn stays<const D: usize>(joint: MohrCoulomb, columns: usize, courses: usize, steps: usize) {
    rests(filled_box::<D>(joint, columns, courses), 0.01, steps);
}

/// A step of free fall would give every body gh; the solver's tolerance leaves less than a share of it.
fn rests<const D: usize>(mut world: World<D>, share: f64, steps: usize) {
    let speed = share * G * world.scheme.time_step;
    let mass: f64 = world.bodies.list.iter().filter(|b| b.movable()).map(|b| b.mass()).sum();
    let little = 0.5 * mass * speed * speed;
    let mut gained = 0.0;
    let duration = steps as f64 * world.scheme.time_step;
    run(&mut world, duration, |_, report| {
        let ledger = &report.ledger;
        assert_eq!(report.solver.status, Status::Converged, "step {}", report.step);
        assert!(ledger.kinetic < little, "{} J in step {}", ledger.kinetic, report.step);
        gained += ledger.energy_gained;
    });
    // Of the weight sinking by what the tolerance leaves.
    assert!(gained < mass * G * speed * duration, "{gained} J came from nowhere");
}

#[test]
fn a_confined_mass_of_blocks_is_not_thrown_into_the_air() {
    let weak = MohrCoulomb { tension: 0.0, cohesion: 500.0, internal_friction: 0.6, area: None };
    stays::<2>(weak, 10, 12, 25);
    let glued = MohrCoulomb { tension: 1e4, cohesion: 1e5, internal_friction: 0.7, area: None };
    stays::<2>(glued, 8, 8, 25);
}

#[test]
fn a_confined_mass_of_blocks_in_space_is_not_thrown_into_the_air() {
    let weak = MohrCoulomb { tension: 0.0, cohesion: 500.0, internal_friction: 0.6, area: None };
    stays::<3>(weak, 5, 5, 10);
}

/// The part of a polygon on one side of a line, n·x ≤ c.
fn cut(polygon: &[[f64; 2]], n: [f64; 2], c: f64) -> Vec<[f64; 2]> {
    let mut left = vec![];
    for (k, a) in polygon.iter().enumerate() {
        let b = polygon[(k + 1) % polygon.len()];
        let [da, db] = [a, &b].map(|p| n[0] * p[0] + n[1] * p[1] - c);
        if da <= 0.0 {
            left.push(*a);
        }
        if da * db < 0.0 {
            let t = da / (da - db);
            left.push([a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]);
        }
    }
    left
}

/// Area and centre.
fn centre(polygon: &[[f64; 2]]) -> (f64, [f64; 2]) {
    let (mut area, mut moment) = (0.0, [0.0; 2]);
    for (k, p) in polygon.iter().enumerate() {
        let q = polygon[(k + 1) % polygon.len()];
        let cross = 0.5 * (p[0] * q[1] - q[0] * p[1]);
        area += cross;
        (0..2).for_each(|i| moment[i] += cross * (p[i] + q[i]) / 3.0);
    }
    (area, moment.map(|m| m / area))
}

/// Rock that two sets of joints cut into rhombi, between a floor and walls; corners to a micrometre.
fn jointed_rock(joint: MohrCoulomb) -> World<2> {
    let mut world = filled_box::<2>(joint, 10, 0);
    world.scheme.time_step = 1e-3;
    world.scheme.alert_distance = 1e-3;
    let mut cells = vec![vec![[0.0, 0.0], [10.0, 0.0], [10.0, 6.0], [0.0, 6.0]]];
    for degrees in [35.0_f64, -50.0] {
        let (s, c) = degrees.to_radians().sin_cos();
        for k in 0..44 {
            let at = -16.0 + 0.75 * (0.37 + f64::from(k));
            let sides = |cell: &Vec<[f64; 2]>| [cut(cell, [-s, c], at), cut(cell, [s, -c], -at)];
            cells = cells.iter().flat_map(sides).filter(|p| p.len() > 2).collect();
        }
    }
    for cell in cells.iter().filter(|cell| centre(cell).0 > 1e-3) {
        let round = |x: f64| (x * 1e6).round() / 1e6;
        let corners: Vec<[f64; 2]> = cell.iter().map(|p| p.map(round)).collect();
        let (_, at) = centre(&corners);
        let own: Vec<_> =
            corners.iter().map(|p| Vector::from([p[0] - at[0], p[1] - at[1]])).collect();
        let shape = Shape::Convex(Convex::from_vertices(&own).expect("a block"));
        add(&mut world, shape, pose_at(Vector::from(at), 0.0), &[]);
    }
    world
}

#[test]
fn jointed_rock_at_rest_is_not_thrown_into_the_air() {
    let joint = MohrCoulomb { tension: 1e4, cohesion: 1e5, internal_friction: 0.7, area: None };
    // Slivers of a hundredth of a block's mass are where a tolerance of 1e-4 is least: up to half
    // of the energy of a step of free fall, which they would have in the mean of steps that are not
    // solved at all.
    rests(jointed_rock(joint), 0.75, 20);
}
