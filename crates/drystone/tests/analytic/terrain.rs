//! Ground made of facets: what slides or rolls over it feels the surface, not the facets.

use crate::common::*;
use drystone::bodies::{Drive, DriveKind, Function, Rigid};
use drystone::detection::Collider;
use drystone::laws::{ContactLaw, Unilateral};
use drystone::shapes::terrain::grid;
use drystone::shapes::{Shape, Terrain};
use drystone::space::{Inertia, Pose, Vector, spins};
use std::f64::consts::TAU;
use std::sync::Arc;

/// A plane of small facets with random vertices, tilted as `slope` is, 14 m long.
fn cut_plane<const D: usize>(angle: f64) -> Shape<D> {
    let mut random = Random(11);
    let cells = 70;
    let start = -1.0;
    let (mut vertices, facets): (Vec<Vector<D>>, Vec<[usize; D]>) = if D == 2 {
        let vertex = |k: usize| axis::<D>(0, start + 0.2 * k as f64);
        let facets = (0..cells).map(|k| std::array::from_fn(|i| k + i)).collect();
        ((0..=cells).map(vertex).collect(), facets)
    } else {
        // Diagonals go either way: the bumps that chose them are taken out below.
        let row = |_| (0..=cells).map(|_| random.unit()).collect();
        let rows: Vec<Vec<f64>> = (0..16).map(row).collect();
        let (vertices, facets) = grid(&rows, [0.2; 2], [start, -1.5]);
        let flat = |v: &Vector<3>| Vector::from_fn(|i, _| if i < 2 { v[i] } else { 0.0 });
        let facets = facets.iter().map(|f| std::array::from_fn(|i| f[i])).collect();
        (vertices.iter().map(flat).collect(), facets)
    };
    let turn = pose_at(Vector::zeros(), angle).rotation;
    for v in &mut vertices {
        for k in 0..D - 1 {
            v[k] += random.range(-0.04, 0.04);
        }
        *v = turn * *v;
    }
    Shape::Terrain(Terrain::new(vertices, &facets).expect("a terrain"))
}

/// Configuration of a body after 10 m down a slope or along a floor.
fn slide<const D: usize>(shape: Shape<D>, height: f64, angle: f64, cut: bool) -> Vec<f64> {
    let mut world = world::<D>(1e-3, dry(0.1));
    let (plane, normal, downhill) = slope::<D>(angle);
    let ground = if cut { cut_plane(angle) } else { plane };
    add_fixed(&mut world, ground, Pose::identity());
    let speed = if angle == 0.0 { 5.0 } else { 0.0 };
    let velocity: Vec<f64> = (downhill * speed).iter().copied().collect();
    let body = add(&mut world, shape, pose_at(normal * height, angle), &velocity);
    let until = if angle == 0.0 { 2.2 } else { 2.6 };
    run(&mut world, until, |_, report| {
        assert!(report.active > 0, "contact lost at {}", report.time);
        assert!(report.contacts <= 1 << (D - 1), "{} contacts", report.contacts);
    });
    world.bodies.q[world.bodies.q_range(body)].to_vec()
}

fn same_motion<const D: usize>(shape: &Shape<D>, height: f64) {
    for angle in [0.0, 0.4] {
        let plain = slide(shape.clone(), height, angle, false);
        let cut = slide(shape.clone(), height, angle, true);
        assert!(plain[0] > 8.0, "{plain:?}");
        for (a, b) in plain.iter().zip(&cut) {
            assert!((a - b).abs() < 1e-9, "{plain:?} became {cut:?}");
        }
    }
}

#[test]
fn a_block_slides_over_facets_as_over_one_plane() {
    same_motion::<2>(&cuboid(Vector::<2>::new(0.3, 0.15)), 0.15);
    same_motion::<3>(&cuboid(Vector::<3>::new(0.3, 0.25, 0.15)), 0.15);
}

#[test]
fn a_ball_rolls_over_facets_as_over_one_plane() {
    same_motion::<2>(&ball(0.2), 0.2);
    same_motion::<3>(&ball(0.2), 0.2);
}

/// Greatest drift of the energy, relative to what the ball wins and loses, of a ball that slides
/// without friction over waves cut into facets of a length.
fn waves<const D: usize>(length: f64) -> f64 {
    let (height, wave) = (0.1, 2.0);
    let z = |x: f64| height * (TAU * x / wave).cos();
    let count = (6.0 / length) as usize;
    let ground = if D == 2 {
        let vertex = |k: usize| {
            Vector::<D>::from_fn(|i, _| {
                let x = -1.0 + length * k as f64;
                if i == 0 { x } else { z(x) }
            })
        };
        let facets: Vec<_> = (0..count).map(|k| std::array::from_fn(|i| k + i)).collect();
        Terrain::new((0..=count).map(vertex).collect(), &facets)
    } else {
        let row = |_| (0..=count).map(|i| z(-1.0 + length * i as f64)).collect();
        let rows: Vec<Vec<f64>> = (0..8).map(row).collect();
        let (vertices, facets) = grid(&rows, [length, 0.15], [-1.0, -0.5]);
        let vertices = vertices.iter().map(|v| Vector::from_fn(|i, _| v[i])).collect();
        let facets: Vec<_> = facets.iter().map(|f| std::array::from_fn(|i| f[i])).collect();
        Terrain::new(vertices, &facets)
    };
    let mut world = world::<D>(2.5e-4, dry(0.0));
    add_fixed(&mut world, Shape::Terrain(ground.expect("a terrain")), Pose::identity());
    let start = axis::<D>(D - 1, height + 0.1);
    let body = add(&mut world, ball(0.1), pose_at(start, 0.0), &[1.0]);
    let energy = |world: &drystone::world::World<D>| {
        0.5 * velocity(world, body).norm_squared() + G * position(world, body)[D - 1]
    };
    let first = energy(&world);
    let mut worst = 0.0_f64;
    run(&mut world, 2.0, |world, report| {
        assert!(report.contacts > 0, "contact lost at {}", report.time);
        worst = worst.max((energy(world) - first).abs());
    });
    assert!(position(&world, body)[0] > 2.0);
    worst / (2.0 * G * height)
}

/// A facet turns the ball by an angle φ when it comes to the next one; a plastic shock there takes
/// the share sin² φ of its energy in valleys. The sum over a wave goes as the length of a facet.
#[test]
fn a_ball_keeps_its_energy_over_smooth_waves() {
    for (coarse, fine) in
        [(waves::<2>(0.02), waves::<2>(0.01)), (waves::<3>(0.02), waves::<3>(0.01))]
    {
        assert!(coarse < 0.02 && fine < 0.6 * coarse, "{coarse} {fine}");
    }
}

/// A cube on its edge in a right-angled valley: each side carries the weight over √2.
fn valley<const D: usize>() {
    let vertices: Vec<Vector<D>> = [-1.0, 0.0, 1.0]
        .into_iter()
        .flat_map(|x: f64| {
            let across = if D == 2 { vec![0.0] } else { vec![-1.0, 0.3, 1.0] };
            across.into_iter().map(move |y| {
                Vector::from_fn(|i, _| {
                    if i == 0 {
                        x
                    } else if i == D - 1 {
                        x.abs()
                    } else {
                        y
                    }
                })
            })
        })
        .collect();
    let facets: Vec<[usize; D]> = if D == 2 {
        (0..2).map(|k| std::array::from_fn(|i| k + i)).collect()
    } else {
        let cell = |a: usize| [[a, a + 3, a + 4], [a, a + 4, a + 1]];
        let all = [0, 1, 3, 4].into_iter().flat_map(cell);
        all.map(|f| std::array::from_fn(|i| f[i])).collect()
    };
    let mut world = world::<D>(1e-3, dry(0.0));
    let ground = Shape::Terrain(Terrain::new(vertices, &facets).expect("a terrain"));
    add_fixed(&mut world, ground, Pose::identity());
    let half = 0.2;
    let at = axis::<D>(D - 1, half * 2f64.sqrt());
    let angle = std::f64::consts::FRAC_PI_4;
    let body = add(&mut world, cuboid(Vector::repeat(half)), pose_at(at, angle), &[]);
    let weight = world.bodies.list[body].mass() * G;
    run(&mut world, 1.0, |world, report| {
        if report.time < 0.01 {
            return;
        }
        let mut sides = [0.0; 2];
        for contact in &world.contacts {
            let sign = if contact.bodies[0] == body { 1.0 } else { -1.0 };
            let side = usize::from(sign * contact.frame[(0, 0)] < 0.0);
            sides[side] += contact.impulse[0] / world.scheme.time_step;
        }
        for side in sides {
            let exact = weight / 2f64.sqrt();
            assert!((side - exact).abs() < 1e-6 * exact, "{side}, not {exact}");
        }
    });
    assert!((position(&world, body) - at).norm() < 1e-7);
}

#[test]
fn a_cube_in_a_valley_leans_on_both_sides() {
    valley::<2>();
    valley::<3>();
}

/// A block that begins half sunk is led out of the ground and stays on it.
#[test]
fn a_sunk_block_comes_out() {
    // The law on the gap itself, which leaves no penetration.
    let law = ContactLaw { unilateral: Unilateral::Position, ..dry(0.3) };
    let mut world = world::<3>(1e-3, law);
    let rows = vec![vec![0.0; 9]; 9];
    let (vertices, facets) = grid(&rows, [0.5; 2], [-2.0; 2]);
    let ground = Shape::Terrain(Terrain::new(vertices, &facets).expect("a terrain"));
    add_fixed(&mut world, ground, Pose::identity());
    let body = add(&mut world, cuboid(Vector::repeat(0.2)), pose_at(axis(2, 0.02), 0.0), &[]);
    run(&mut world, 1.0, |world, _| assert!(position(world, body)[2] > 0.0));
    assert!(position(&world, body)[2] > 0.19, "{:?}", position(&world, body));
}

/// A block on ground that turns about an axis far away moves as on a turning half-space.
fn turning<const D: usize>(cut: bool) -> Vec<f64> {
    let mut world = world::<D>(1e-3, dry(0.4));
    let pivot = axis::<D>(0, -3.0);
    let ground = if cut { cut_plane::<D>(0.0) } else { slope::<D>(0.0).0 };
    let mut rigid = Rigid::new("ground", 1.0, Inertia::identity()).expect("a body");
    let turned = if D == 2 { D } else { D + 1 };
    let rate = |dof: usize| if dof == turned { if D == 2 { -0.4 } else { 0.4 } } else { 0.0 };
    rigid.drives = (0..D + spins(D))
        .map(|dof| Drive {
            dof,
            kind: DriveKind::Velocity,
            function: Function::Constant(rate(dof)),
        })
        .collect();
    let at = Pose { position: pivot, ..Pose::identity() };
    let body = world.bodies.add(rigid, &at, &vec![0.0; D + spins(D)]);
    let mut collider = Collider::new(body, Arc::new(ground));
    collider.offset = Some(Pose { position: -pivot, ..Pose::identity() });
    world.colliders.push(collider);
    let half = Vector::<D>::repeat(0.15);
    let block = add(&mut world, cuboid(half), pose_at(axis(D - 1, 0.15), 0.0), &[]);
    run(&mut world, 2.0, |_, _| {});
    world.bodies.q[world.bodies.q_range(block)].to_vec()
}

#[test]
fn ground_may_turn() {
    for (plain, cut) in
        [(turning::<2>(false), turning::<2>(true)), (turning::<3>(false), turning::<3>(true))]
    {
        // It slides once the slope exceeds the friction, away from the axis.
        let last = plain.len().min(4) - 2;
        assert!((plain[0] + 3.0).hypot(plain[last]) > 3.5, "{plain:?}");
        for (a, b) in plain.iter().zip(&cut) {
            assert!((a - b).abs() < 1e-9, "{plain:?} became {cut:?}");
        }
    }
}

/// A block slides off the end of the ground: it moves as on a plate until its rear edge is at the
/// border, where a plate has a side and the ground has none. Nothing is deep, no energy comes in.
#[test]
fn a_block_leaves_a_border_as_it_leaves_a_plate() {
    let fall = |plate: bool| {
        let mut world = world::<3>(2e-3, dry(0.1));
        if plate {
            let under = pose_at(axis(2, -1.0), 0.0);
            add_fixed(&mut world, cuboid(Vector::repeat(1.0)), under);
        } else {
            let (vertices, facets) = grid(&[vec![0.0; 2], vec![0.0; 2]], [2.0; 2], [-1.0; 2]);
            let ground = Shape::Terrain(Terrain::new(vertices, &facets).expect("a terrain"));
            add_fixed(&mut world, ground, Pose::identity());
        }
        let start = Vector::<3>::new(0.5, 0.0, 0.1);
        let half = Vector::<3>::new(0.25, 0.15, 0.1);
        let body = add(&mut world, cuboid(half), pose_at(start, 0.0), &[2.0]);
        let mut path = vec![];
        run(&mut world, 0.6, |world, report| {
            for contact in &world.contacts {
                assert!(contact.gap > -1e-3, "{} deep at {}", contact.gap, report.time);
            }
            let ledger = &report.ledger;
            path.push((position(world, body), ledger.kinetic + ledger.potential));
        });
        path
    };
    let (on_terrain, on_plate) = (fall(false), fall(true));
    assert!(on_plate.last().is_some_and(|(x, _)| x[2] < -0.1));
    let pairs = on_terrain.iter().zip(&on_plate).take_while(|(_, (y, _))| y[0] < 1.25);
    for (k, ((x, energy), (y, expected))) in pairs.enumerate() {
        assert!((x - y).norm() < 1e-6, "step {k}: {x:?}, not {y:?}");
        assert!((energy - expected).abs() < 1e-5, "step {k}: {energy}, not {expected}");
    }
    for (k, pair) in on_terrain.windows(2).enumerate() {
        assert!(pair[1].1 < pair[0].1 + 1e-9, "step {k}: {} J more", pair[1].1 - pair[0].1);
    }
}
