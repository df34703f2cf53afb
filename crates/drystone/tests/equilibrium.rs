//! Whether states may rest, and how far from its end, against closed forms and a thrust line.

mod common;

use common::*;
use drystone::equilibrium::{Equilibrium, equilibrium};
use drystone::shapes::{Convex, Shape};
use drystone::space::Vector;
use drystone::world::World;

fn look<const D: usize>(world: &mut World<D>, push: Option<[f64; D]>) -> Equilibrium {
    equilibrium(world, push).expect("dry contacts")
}

fn close(found: f64, exact: f64) {
    assert!((found - exact).abs() < 2e-5 * exact.max(1.0), "{found} instead of {exact}");
}

/// A block on a slope of 20°.
fn on_slope<const D: usize>(mu: f64) -> Equilibrium {
    let angle = 20_f64.to_radians();
    let mut world = world::<D>(1e-3, dry(mu));
    let (plane, normal, _) = slope::<D>(angle);
    add_fixed(&mut world, plane, pose_at(Vector::zeros(), 0.0));
    let mut half = Vector::<D>::repeat(0.5);
    half[D - 1] = 0.1;
    add(&mut world, cuboid(half), pose_at(normal * 0.1, angle), &[]);
    look(&mut world, None)
}

fn slopes_by_friction<const D: usize>() {
    let tan = 20_f64.to_radians().tan();
    let rests = on_slope::<D>(0.5);
    assert!(rests.admissible && !rests.may_move_too);
    close(rests.friction_factor.unwrap(), tan / 0.5);
    assert!(on_slope::<D>(tan * (1.0 + 1e-4)).admissible);
    let slides = on_slope::<D>(tan * (1.0 - 1e-4));
    assert!(!slides.admissible);
    assert_eq!(slides.mechanism.len(), 1);
    let v = &slides.mechanism[0].velocity;
    assert!(v[0] > 0.9 && v[D - 1] < 0.0, "downhill: {v:?}");
}

#[test]
fn a_block_on_a_slope_rests_up_to_its_angle_of_friction() {
    slopes_by_friction::<2>();
    slopes_by_friction::<3>();
}

/// A tower of blocks of 0.3 m, 1 m high: it overturns at 0.3 g, or slides at μ g.
fn tower<const D: usize>(mu: f64, sign: f64) -> Equilibrium {
    let mut world = world::<D>(1e-3, dry(mu));
    add_fixed(&mut world, half_space(axis::<D>(D - 1, 1.0)), pose_at(Vector::zeros(), 0.0));
    for k in 0..4 {
        let mut half = Vector::<D>::repeat(0.15);
        half[D - 1] = 0.125;
        let at = axis::<D>(D - 1, 0.125 + 0.25 * f64::from(k));
        add(&mut world, cuboid(half), pose_at(at, 0.0), &[]);
    }
    let mut push = [0.0; D];
    push[0] = sign;
    look(&mut world, Some(push))
}

#[test]
fn a_tower_overturns_or_slides() {
    for sign in [1.0, -1.0] {
        close(tower::<2>(0.8, sign).push.unwrap(), 0.3);
        close(tower::<2>(0.2, sign).push.unwrap(), 0.2);
        close(tower::<3>(0.8, sign).push.unwrap(), 0.3);
    }
    let rests = tower::<2>(0.8, 1.0);
    assert!(rests.redundancy.unwrap() > 0, "four points where three forces would do");
    assert_eq!(rests.friction_factor, Some(0.0));
}

/// A needle at 60° between a floor and a wall that rub alike: μ ≥ tan(45° - 60°/2).
#[test]
fn a_ladder_stands_by_friction() {
    let needed = 15_f64.to_radians().tan();
    let (angle, mu) = (60_f64.to_radians(), 0.4);
    let mut world = world::<2>(1e-3, dry(mu));
    let at = |x, y| pose_at(Vector::from([x, y]), 0.0);
    add_fixed(&mut world, half_space(Vector::from([0.0, 1.0])), at(0.0, 0.0));
    add_fixed(&mut world, half_space(Vector::from([-1.0, 0.0])), at(0.0, 0.0));
    let (c, s) = (angle.cos(), angle.sin());
    let corner =
        |along: f64, across: f64| Vector::from([along * c - across * s, along * s + across * c]);
    let corners = [corner(-1.0, 0.0), corner(0.0, -0.01), corner(1.0, 0.0), corner(0.0, 0.01)];
    let needle = Shape::Convex(Convex::from_vertices(&corners).expect("a needle"));
    add(&mut world, needle, at(-c, s), &[]);
    let found = look(&mut world, None);
    assert!(found.admissible);
    assert_eq!(found.contacts, 2);
    assert_eq!(found.redundancy, Some(1), "four components, three equations");
    close(found.friction_factor.unwrap(), needed / mu);
}

/// A block between two walls: pressed hard enough it rests, and not pressed at all it falls.
#[test]
fn a_block_between_walls_may_rest_and_may_fall() {
    let mut world = world::<2>(1e-3, dry(0.5));
    let at = |x, y| pose_at(Vector::from([x, y]), 0.0);
    add_fixed(&mut world, half_space(Vector::from([1.0, 0.0])), at(-0.5, 0.0));
    add_fixed(&mut world, half_space(Vector::from([-1.0, 0.0])), at(0.5, 0.0));
    add(&mut world, cuboid(Vector::from([0.5, 0.25])), at(0.0, 0.0), &[]);
    let found = look(&mut world, None);
    assert!(found.admissible && found.may_move_too, "{found:?}");
    assert!(found.redundancy.unwrap() > 0);
}

#[test]
fn a_block_in_the_air_may_not_rest() {
    let mut world = world::<2>(1e-3, dry(0.5));
    add_fixed(&mut world, half_space(Vector::from([0.0, 1.0])), pose_at(Vector::zeros(), 0.0));
    add(&mut world, cuboid(Vector::from([0.5, 0.5])), pose_at(Vector::from([0.0, 0.51]), 0.0), &[]);
    let found = look(&mut world, None);
    assert!(!found.admissible && found.mechanism.len() == 1 && found.contacts == 0);
}

/// The corners of a voussoir between two angles of a ring of mean radius 1.
fn voussoir(thickness: f64, angles: [f64; 2]) -> [[f64; 2]; 4] {
    let corner = |r: f64, a: f64| [r * a.cos(), r * a.sin()];
    let (inner, outer) = (1.0 - 0.5 * thickness, 1.0 + 0.5 * thickness);
    let [a, b] = angles;
    [corner(inner, a), corner(outer, a), corner(outer, b), corner(inner, b)]
}

/// Area and centre of a polygon.
fn centre(corners: &[[f64; 2]]) -> (f64, [f64; 2]) {
    let (mut area, mut moment) = (0.0, [0.0; 2]);
    for (k, p) in corners.iter().enumerate() {
        let q = corners[(k + 1) % corners.len()];
        let cross = 0.5 * (p[0] * q[1] - q[0] * p[1]);
        area += cross;
        (0..2).for_each(|i| moment[i] += cross * (p[i] + q[i]) / 3.0);
    }
    (area, moment.map(|m| m / area))
}

const VOUSSOIRS: usize = 27;

/// Whether there is a thrust line within the right half of the arch: at the crown it pushes by H at some
/// height, M = H y there, and at every joint its moments about both ends have opposite signs. Two unknowns:
/// where any point satisfies all, a corner of the constraints does.
fn thrust_line(thickness: f64) -> bool {
    let step = std::f64::consts::PI / VOUSSOIRS as f64;
    let (mut weight, mut moment, mut limits) = (0.0, 0.0, vec![[1.0, 0.0, 0.0]]);
    // The half voussoir at the crown, then one after the other down to the springing.
    for k in 0..=VOUSSOIRS / 2 {
        let joint = 0.5 * std::f64::consts::PI - (k as f64 + 0.5) * step;
        let upper = joint + step;
        let mut corners = voussoir(thickness, [joint, upper]).to_vec();
        if k == 0 {
            // Of the one in the middle only the right half.
            corners = vec![corners[0], corners[1], [0.0, corners[1][1]], [0.0, corners[0][1]]];
        }
        let (area, at) = centre(&corners);
        weight += area;
        moment += area * at[0];
        for (r, sign) in [(1.0 - 0.5 * thickness, -1.0), (1.0 + 0.5 * thickness, 1.0)] {
            let [x, y] = [r * joint.cos(), r * joint.sin()];
            // Of thrust and weight about the end: M - H y turns clockwise, weights (x_g - x) do too.
            limits.push([-sign * y, sign, sign * (moment - weight * x)].map(|a: f64| -a));
        }
    }
    let holds = |h: f64, m: f64| limits.iter().all(|[a, b, c]| a * h + b * m + c >= -1e-12);
    let pairs = limits.iter().flat_map(|p| limits.iter().map(move |q| (p, q)));
    pairs.into_iter().any(|([a, b, c], [d, e, f])| {
        let det = a * e - b * d;
        det.abs() > 1e-12 && holds((b * f - c * e) / det, (c * d - a * f) / det)
    })
}

fn arch(thickness: f64) -> Equilibrium {
    let mut world = world::<2>(1e-3, dry(1.0));
    world.scheme.alert_distance = 1e-3;
    add_fixed(&mut world, half_space(Vector::from([0.0, 1.0])), pose_at(Vector::zeros(), 0.0));
    let step = std::f64::consts::PI / VOUSSOIRS as f64;
    for k in 0..VOUSSOIRS {
        let corners = voussoir(thickness, [k as f64 * step, (k + 1) as f64 * step]);
        let (_, at) = centre(&corners);
        let own = corners.map(|p| Vector::from([p[0] - at[0], p[1] - at[1]]));
        let shape = Shape::Convex(Convex::from_vertices(&own).expect("a voussoir"));
        add(&mut world, shape, pose_at(Vector::from(at), 0.0), &[]);
    }
    look(&mut world, None)
}

#[test]
fn the_thinnest_arch_is_that_of_its_thrust_line() {
    let (mut thin, mut thick) = (0.08, 0.13);
    assert!(!thrust_line(thin) && thrust_line(thick));
    while thick - thin > 1e-9 {
        let middle = 0.5 * (thin + thick);
        *(if thrust_line(middle) { &mut thick } else { &mut thin }) = middle;
    }
    assert!((thick - 0.1075).abs() < 0.002, "Milankovitch, of a ring that is not cut: {thick}");
    let stands = arch(thick * (1.0 + 1e-3));
    assert!(stands.admissible, "{thick}");
    let falls = arch(thick * (1.0 - 1e-3));
    assert!(!falls.admissible && falls.mechanism.len() > 10, "{thick}: {falls:?}");
}

/// A wall of three blocks a course in running bond, rubbing with μ = 1, on a support tilted by an angle; its
/// greatest velocity after some steps, relative to that of a step of free fall.
fn wall_on_slope(angle: f64, prefer_rest: bool) -> (Equilibrium, f64) {
    let build = || {
        let mut world = world::<2>(5e-3, dry(1.0));
        world.solver.tolerance = 1e-6;
        world.solver.prefer_rest = prefer_rest;
        world.gravity = Vector::from([G * angle.sin(), -G * angle.cos()]);
        let ground = half_space(Vector::from([0.0, 1.0]));
        add_fixed(&mut world, ground, pose_at(Vector::zeros(), 0.0));
        for course in 0..6 {
            let mut edges = vec![0.0, 1.0, 2.0, 3.0];
            if course % 2 == 1 {
                edges = vec![0.0, 0.5, 1.5, 2.5, 3.0];
            }
            for pair in edges.windows(2) {
                let half = Vector::from([0.5 * (pair[1] - pair[0]), 0.2]);
                let at = [0.5 * (pair[0] + pair[1]), 0.2 + 0.4 * f64::from(course)];
                add(&mut world, cuboid(half), pose_at(Vector::from(at), 0.0), &[]);
            }
        }
        world
    };
    let mut run_on = build();
    run(&mut run_on, 0.1, |_, _| ());
    let speed = run_on.bodies.v.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
    (look(&mut build(), Some([1.0, 0.0])), speed / (G * run_on.scheme.time_step))
}

#[test]
fn a_tilted_wall_that_may_rest_is_not_let_go_where_rest_is_preferred() {
    for degrees in [34.0_f64, 37.0, 40.0, 42.0, 44.0] {
        let angle = degrees.to_radians();
        let (found, by_default) = wall_on_slope(angle, false);
        let (_, preferring) = wall_on_slope(angle, true);
        assert!(found.admissible, "{degrees}: {found:?}");
        assert!(preferring < 1e-6, "{degrees}: moves by {preferring:e}");
        if degrees == 42.0 {
            assert!(found.may_move_too && by_default > 0.01, "{by_default:e}");
        }
    }
    // Nothing steeper than its friction rests, preferred or not.
    let (found, preferring) = wall_on_slope(46_f64.to_radians(), true);
    assert!(!found.admissible && preferring > 0.1, "{preferring:e}");
}
