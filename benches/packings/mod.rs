//! Dense packings for benches.

use drystone::bodies::Rigid;
use drystone::detection::Collider;
use drystone::laws::ContactLaw;
use drystone::shapes::{Ball, Convex, HalfSpace, Shape};
use drystone::space::{Pose, Vector, pose};
use drystone::world::{LawTable, Scheme, TestConfiguration, World};
use std::sync::Arc;

/// A small deterministic generator.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn signed(&mut self) -> f64 {
        2.0 * self.unit() - 1.0
    }
}

/// Spheres of diameters 1 to `ratio`, equal volumes in equal intervals of the logarithm, on a
/// lattice for the smallest with holes for the larger ones, and grown until they touch.
pub fn spheres(count: usize, ratio: f64) -> World<3> {
    let mut random = Random(1);
    // Number density of radius r is r^-4 between 1 and the ratio.
    let mut radii: Vec<f64> = (0..count)
        .map(|_| {
            let u = random.unit();
            (1.0 - u * (1.0 - ratio.powi(-3))).powf(-1.0 / 3.0)
        })
        .collect();
    radii.sort_by(|a, b| b.total_cmp(a));
    let volume: f64 = radii.iter().map(|r| 4.19 * r.powi(3)).sum();
    let side = (volume / 0.36).cbrt().max(2.2 * radii[0]);
    // Random sequential addition, largest first, on a grid of cells by the size of the moment.
    let mut placed: Vec<(Vector<3>, f64)> = vec![];
    let mut grid: std::collections::HashMap<(i32, [i32; 3]), Vec<usize>> = Default::default();
    let level = |r: f64| r.log2().ceil() as i32;
    let cell = |x: &Vector<3>, level: i32| {
        let size = 2f64.powi(level + 1);
        [0, 1, 2].map(|k| (x[k] / size).floor() as i32)
    };
    let mut levels: Vec<i32> = vec![];
    for &r in &radii {
        for _ in 0..200 {
            let x = Vector::<3>::from_fn(|_, _| r + (side - 2.0 * r) * random.unit());
            let free = levels.iter().all(|&l| {
                let high = r + 2f64.powi(l);
                let [a, b] = [x.add_scalar(-high), x.add_scalar(high)].map(|p| cell(&p, l));
                (a[0]..=b[0]).all(|i| {
                    (a[1]..=b[1]).all(|j| {
                        (a[2]..=b[2]).all(|k| {
                            grid.get(&(l, [i, j, k])).is_none_or(|list| {
                                list.iter().all(|&n| (placed[n].0 - x).norm() >= placed[n].1 + r)
                            })
                        })
                    })
                })
            });
            if free {
                let l = level(r);
                if !levels.contains(&l) {
                    levels.push(l);
                }
                grid.entry((l, cell(&x, l))).or_default().push(placed.len());
                placed.push((x, r));
                break;
            }
        }
    }
    let scale = 1e-3;
    let mut world = empty(0.1 * scale);
    for (x, r) in placed {
        // Grown until spheres touch about six others.
        let shape = Shape::Ball(Ball::new(1.17 * r * scale).expect("a radius"));
        grain(&mut world, shape, Pose { position: x * scale, ..Pose::identity() });
    }
    walls(&mut world, side * scale);
    world
}

/// Polyhedra with 12 corners on a sphere, hence 20 faces, as many shapes as bodies.
pub fn polyhedra(count: usize) -> World<3> {
    let mut random = Random(2);
    let n = (count as f64).cbrt().round() as usize;
    let (radius, spacing) = (0.01, 0.0160);
    let mut world = empty(2e-4);
    for k in 0..n * n * n {
        let shape = loop {
            let mut direction = || {
                let x = Vector::<3>::from_fn(|_, _| random.signed());
                if x.norm() > 0.1 && x.norm() < 1.0 { Some(x.normalize() * radius) } else { None }
            };
            let corners: Vec<Vector<3>> = (0..40).filter_map(|_| direction()).take(12).collect();
            let Ok(hull) = Convex::from_vertices(&corners) else { continue };
            if hull.vertices().len() == 12 && hull.faces().len() == 20 && hull.breadth() > radius {
                break hull;
            }
        };
        let own = shape.mass_properties().expect("a volume");
        let centred: Vec<_> = shape.vertices().iter().map(|v| v - own.centroid).collect();
        let shape = Shape::Convex(Convex::from_vertices(&centred).expect("a hull"));
        let q: Vec<f64> = (0..4).map(|_| random.signed()).collect();
        let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
        let place = |i: usize| spacing * (((k / n.pow(i as u32)) % n) as f64 + 0.5);
        let at = pose::<3>(&[
            place(0),
            place(1),
            place(2),
            q[0] / length,
            q[1] / length,
            q[2] / length,
            q[3] / length,
        ]);
        grain(&mut world, shape, at);
    }
    walls(&mut world, spacing * n as f64);
    world
}

fn empty(alert_distance: f64) -> World<3> {
    let mut world = World::<3>::new(Scheme {
        time_step: 1e-3,
        theta: 0.5,
        test_configuration: TestConfiguration::Theta,
        alert_distance,
        time_of_impact: false,
        penetration_tolerance: 1e-4,
        halvings: 0,
        events: None,
        contact_reduction: None,
    });
    world.gravity[2] = -9.81;
    world.laws = LawTable::single(ContactLaw { friction: 0.3.into(), ..Default::default() });
    world.solver.tolerance = 1e-3;
    world.solver.max_iterations = 100;
    world
}

fn grain(world: &mut World<3>, shape: Shape<3>, at: Pose<3>) {
    let own = shape.mass_properties().expect("a volume");
    let rigid = Rigid::new("grain", 2500.0 * own.volume, own.inertia * 2500.0).expect("sound");
    let body = world.bodies.add(rigid, &at, &[0.0; 6]);
    world.colliders.push(Collider::new(body, Arc::new(shape)));
}

fn walls(world: &mut World<3>, side: f64) {
    for i in 0..3 {
        for (sign, at) in [(1.0, 0.0), (-1.0, side)] {
            let (mut normal, mut position) = (Vector::<3>::zeros(), Vector::<3>::zeros());
            normal[i] = sign;
            position[i] = at;
            let wall = Shape::HalfSpace(HalfSpace::new(normal).expect("a normal"));
            let at = Pose { position, ..Pose::identity() };
            let body = world.bodies.add(Rigid::fixed("wall"), &at, &[]);
            world.colliders.push(Collider::new(body, Arc::new(wall)));
        }
    }
}
