//! A semicircular arch stands above Milankovitch's thickness (t/R = 0.1075) and falls below.

use crate::common::*;
use drystone::shapes::{Convex, Shape};
use drystone::space::{Pose, Vector};
use drystone::world::World;
use std::f64::consts::PI;

/// A semicircular arch of mean radius 5 m between two fixed springers. In space it is 1 m deep.
fn arch<const D: usize>(count: usize, thickness_over_radius: f64, time_step: f64) -> World<D> {
    let radius = 5.0;
    let thickness = thickness_over_radius * radius;
    let mut world = world::<D>(time_step, dry(0.7));
    let corner = |r: f64, angle: f64, depth: f64| -> Vector<D> {
        let mut p = Vector::zeros();
        p[0] = r * angle.cos();
        p[D - 1] = r * angle.sin();
        if D == 3 {
            p[1] = depth;
        }
        p
    };
    let step = PI / count as f64;
    for i in 0..count + 2 {
        let (from, to) = ((i as f64 - 1.0) * step, i as f64 * step);
        let mut vertices = vec![];
        for depth in if D == 3 { vec![-0.5, 0.5] } else { vec![0.0] } {
            for angle in [from, to] {
                for r in [radius - 0.5 * thickness, radius + 0.5 * thickness] {
                    vertices.push(corner(r, angle, depth));
                }
            }
        }
        let hull = Convex::from_vertices(&vertices).expect("a voussoir");
        let centroid = Shape::Convex(hull.clone()).mass_properties().expect("a volume").centroid;
        let shape = Shape::Convex(hull.translated(&-centroid));
        let at = Pose { position: centroid, ..Pose::identity() };
        if i == 0 || i == count + 1 {
            add_fixed(&mut world, shape, at);
        } else {
            add(&mut world, shape, at, &[]);
        }
    }
    world
}

fn crown_drop<const D: usize>(count: usize, ratio: f64, duration: f64) -> (f64, usize) {
    let mut world = arch::<D>(count, ratio, 1e-3);
    let crown = count.div_ceil(2);
    let start = position(&world, crown)[D - 1];
    let mut unconverged = 0;
    let (mut stepper, mut drop) = (drystone::step::Stepper::new(&mut world), 0.0);
    while world.time < duration && drop < 0.5 {
        let report = stepper.step(&mut world);
        unconverged += usize::from(report.solver.status.name() != "converged");
        drop = start - position(&world, crown)[D - 1];
    }
    (drop, unconverged)
}

fn stands_and_falls<const D: usize>() {
    let (drop, unconverged) = crown_drop::<D>(27, 0.12, 10.0);
    assert!(drop.abs() < 1e-4, "crown drop {drop:e} m, {unconverged} steps unconverged");
    let (drop, _) = crown_drop::<D>(27, 0.100, 10.0);
    assert!(drop > 0.4, "too thin, and yet the crown dropped only {drop} m");
}

#[test]
fn a_thick_arch_stands_and_a_thin_one_falls() {
    stands_and_falls::<2>();
}

#[test]
fn in_space_too() {
    stands_and_falls::<3>();
}

#[test]
fn forty_one_voussoirs_bracket_the_limit() {
    let (drop, _) = crown_drop::<2>(41, 0.115, 5.0);
    assert!(drop.abs() < 1e-4, "crown drop {drop:e}");
    let (drop, _) = crown_drop::<2>(41, 0.100, 10.0);
    assert!(drop > 0.4, "crown drop {drop}");
}
