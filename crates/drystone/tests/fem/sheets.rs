//! Bars, cables and membranes against closed forms.

use crate::common::{add, axis, ball, dry};
use crate::support::*;
use drystone::bodies::{
    Candidates, Deformable, Function, Model, NodeLoad, NodeLoadKind, Rayleigh, Surface,
};
use drystone::detection::Collider;
use drystone::fem::material::Elastic;
use drystone::fem::mesh::{Cell, outer_sides};
use drystone::fem::sheet::Sheet;
use drystone::fem::{Kinematics, Masses, Material, Mesh, Plane, Region, Solid, Stuff};
use drystone::shapes::{Shape, Skin};
use drystone::solvers::Status;
use drystone::space::{Pose, Vector};
use drystone::step::Stepper;
use drystone::world::World;
use std::f64::consts::{PI, TAU};
use std::sync::Arc;

const YOUNG: f64 = 1e9;

fn mesh<const D: usize>(name: &str, places: Vec<[f64; D]>, cells: Vec<Vec<u32>>) -> Mesh<D> {
    let element = element(name);
    let cells = cells.into_iter().map(|nodes| Cell { element, nodes, group: 0 }).collect();
    Mesh { places, cells, names: vec!["body".into()] }
}

fn fabric(density: f64) -> Stuff {
    let material = Material::Elastic(Elastic { young_modulus: YOUNG, poisson_ratio: 0.0 });
    Stuff { density, ..stuff(material, Plane::Strain) }
}

/// A body of such a mesh, with the damping of its mass, where the mesh is.
fn thin<const D: usize>(mesh: &Mesh<D>, sheet: Sheet, density: f64, damping: f64) -> Deformable<D> {
    let nodes = mesh.cells.iter().flat_map(|cell| cell.nodes.clone()).collect();
    let element = mesh.cells[0].element;
    let region = Region::sheet(element, nodes, fabric(density), sheet, &mesh.places)
        .expect("sound elements");
    let solid = Solid::new(mesh.places.clone(), vec![region], Kinematics::Finite);
    let surface = Surface::new(outer_sides(mesh), &Candidates::Nodes, |_| true);
    let damping = Rayleigh { mass: damping, stiffness: 0.0 };
    let (model, centre) = Model::new(solid, surface, Masses::Lumped, damping);
    Deformable::new(Arc::new(model), Pose { position: centre, ..Pose::identity() })
}

fn join<const D: usize>(world: &mut World<D>, body: Deformable<D>) -> usize {
    let index = world.bodies.add_deformable("thin", body, &Vector::zeros()).expect("a mass");
    world.colliders.push(Collider::new(index, Arc::new(Shape::Skin(Skin::default()))));
    index
}

/// Bars from points on a circle down to a tip one metre below, which is pulled. In equilibrium at a depth y the
/// force is n A E ε y / L, with ε of Green and Lagrange: exact for any way.
fn pulls_a_tip<const D: usize>(bars: usize, way: f64) {
    let mut places: Vec<[f64; D]> = (0..bars)
        .map(|k| {
            let angle = TAU * k as f64 / bars as f64;
            let mut place = [0.0; D];
            place[0] = angle.cos();
            if D == 3 {
                place[1] = angle.sin();
            }
            place
        })
        .collect();
    let mut tip = [0.0; D];
    tip[D - 1] = -1.0;
    places.push(tip);
    let cells = (0..bars as u32).map(|k| vec![k, bars as u32]).collect();
    let (mesh, section) = (mesh("L2", places, cells), 1e-4);
    let mut body = thin(&mesh, Sheet::new(section), 1000.0, 0.0);
    (0..bars * D).for_each(|dof| body.hold(fixed(dof)));
    // In the plane all is in it; in space the bars hold the tip.
    let (rest, now) = (2.0_f64.sqrt(), (1.0 + (1.0 + way).powi(2)).sqrt());
    let strain = (now * now - rest * rest) / (2.0 * rest * rest);
    let force = bars as f64 * section * YOUNG * strain * (1.0 + way) / rest;
    let kind =
        NodeLoadKind::Force { nodes: vec![(bars as u32, 1.0)], direction: axis(D - 1, -1.0) };
    let ramp = Function::Ramp { times: [0.0, 5.0], values: [0.0, force] };
    body.loads.push(NodeLoad { kind, function: ramp });
    let mut world = resting::<D>(0.5);
    join(&mut world, body);
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..20 {
        let report = stepper.step(&mut world);
        assert_eq!(report.solver.status, Status::Converged, "{:?}", stepper.imbalances());
    }
    let depth = -world.bodies.q[bars * D + D - 1];
    assert!((depth - 1.0 - way).abs() < 1e-7 * way, "{D} {bars} {way}: {depth}");
    // The axial force in each bar, by its true length.
    let tension = section * YOUNG * strain * now / rest;
    let body = &world.bodies.deformables[0];
    for field in body.fields(&world.bodies.q) {
        let stress = field.principal().0[0] * section;
        assert!((stress / tension - 1.0).abs() < 1e-6, "{stress} {tension}");
    }
}

#[test]
fn trusses_carry_what_statics_say() {
    for way in [1e-6, 0.01, 0.4] {
        pulls_a_tip::<2>(2, way);
        pulls_a_tip::<3>(3, way);
        pulls_a_tip::<3>(5, way);
    }
}

/// A cable of 1.2 m between points a metre apart: the catenary, and the tension in its middle.
fn hangs<const D: usize>(count: usize) {
    let (span, length) = (1.0, 1.2);
    let a = {
        // 2 a sinh(span / 2a) = length.
        let (mut low, mut high) = (0.1, 10.0);
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            let long = 2.0 * middle * (0.5_f64 * span / middle).sinh();
            if long > length { low = middle } else { high = middle }
        }
        low
    };
    // It begins as a circle's arc of its length: length = 2 r φ, span = 2 r sin φ.
    let (mut low, mut high) = (0.01, PI);
    for _ in 0..200 {
        let middle: f64 = 0.5 * (low + high);
        if middle.sin() / middle > span / length { low = middle } else { high = middle }
    }
    let radius = length / (2.0 * low);
    let places = (0..=count)
        .map(|k| {
            let angle = low * (2.0 * k as f64 / count as f64 - 1.0);
            let mut place = [0.0; D];
            place[0] = radius * angle.sin();
            place[D - 1] = radius * (low.cos() - angle.cos());
            place
        })
        .collect();
    let cells = (0..count as u32).map(|k| vec![k, k + 1]).collect();
    let mesh = mesh("L2", places, cells);
    let (section, density) = (1e-4, 1000.0);
    let mut body = thin(&mesh, Sheet::cable(section), density, 4.0);
    (0..D).for_each(|k| body.hold(fixed(k)));
    (0..D).for_each(|k| body.hold(fixed(count * D + k)));
    let mut world = resting::<D>(0.05);
    world.gravity[D - 1] = -9.81;
    join(&mut world, body);
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..400 {
        let report = stepper.step(&mut world);
        assert_eq!(report.solver.status, Status::Converged, "{:?}", stepper.imbalances());
    }
    let mut worst = 0.0_f64;
    for k in 0..=count {
        let (x, y) = (world.bodies.q[k * D], world.bodies.q[k * D + D - 1]);
        let exact = a * ((x / a).cosh() - (0.5 * span / a).cosh());
        worst = worst.max((y - exact).abs());
    }
    println!("{D} {count}: off the catenary by {worst:e}");
    // Of second order in the length of elements.
    assert!(worst < 0.2 / (count * count) as f64, "{D} {count}: {worst:e}");
    let body = &world.bodies.deformables[0];
    let middle = body.fields(&world.bodies.q)[count / 2].principal().0[0] * section;
    let exact = section * density * 9.81 * a;
    assert!((middle / exact - 1.0).abs() < 5e-3, "{middle} {exact}");
}

#[test]
fn a_cable_hangs_as_a_catenary() {
    hangs::<2>(20);
    hangs::<2>(40);
    hangs::<3>(20);
}

/// A cable pulls and does not push.
#[test]
fn a_cable_goes_slack() {
    let mesh = mesh::<2>("L2", vec![[0.0, 0.0], [1.0, 0.0]], vec![vec![0, 1]]);
    let nodes = vec![0, 1];
    for (sheet, pushes) in [(Sheet::new(1e-4), true), (Sheet::cable(1e-4), false)] {
        let element = element("L2");
        let region = Region::sheet(element, nodes.clone(), fabric(1.0), sheet, &mesh.places);
        let solid =
            Solid::new(mesh.places.clone(), vec![region.expect("a bar")], Kinematics::Finite);
        let (pulled, ..) = answer(&solid, &[0.0, 0.0, 1.1, 0.0], &[]);
        let (pushed, ..) = answer(&solid, &[0.0, 0.0, 0.9, 0.0], &[]);
        assert!(pulled[2] > 0.0);
        assert_eq!(pushed[2] < 0.0, pushes);
    }
}

/// Stiffness is the derivative of forces, these of the energy, and rotations take no force.
fn is_consistent<const D: usize>(name: &str, places: Vec<[f64; D]>) {
    let element = element(name);
    let nodes = (0..element.len() as u32).collect();
    let region = Region::sheet(element, nodes, fabric(1.0), Sheet::new(1e-3), &places);
    let solid = Solid::new(places, vec![region.expect("sound")], Kinematics::Small);
    let mut random = Random::new(3);
    let x: Vec<f64> = solid.rest.as_flattened().iter().map(|x| x + 0.2 * random.next()).collect();
    let (_, stiffness, _) = answer(&solid, &x, &[]);
    let force = answer(&solid, &x, &[]).0;
    for k in 0..x.len() {
        let at = |d: f64| {
            let mut x = x.clone();
            x[k] += d;
            let (force, _, energy) = answer(&solid, &x, &[]);
            (force, energy)
        };
        let (ahead, behind) = (at(1e-6), at(-1e-6));
        let slope = (ahead.1 - behind.1) / 2e-6;
        assert!((slope - force[k]).abs() < 1e-9 * YOUNG * 1e-3, "{name}: {slope} {}", force[k]);
        for i in 0..x.len() {
            let slope = (ahead.0[i] - behind.0[i]) / 2e-6;
            assert!((slope - stiffness[(i, k)]).abs() < 1e-7 * YOUNG * 1e-3, "{name} {i} {k}");
        }
    }
    let turn = nalgebra::Rotation3::new(nalgebra::Vector3::new(0.0, 0.0, 0.9))
        * nalgebra::Rotation3::new(nalgebra::Vector3::new(
            if D == 3 { 0.7 } else { 0.0 },
            0.0,
            0.0,
        ));
    let turned: Vec<f64> = solid
        .rest
        .iter()
        .flat_map(|x| {
            let x = nalgebra::Vector3::from_fn(|k, _| if k < D { x[k] } else { 0.0 });
            (turn * x).as_slice()[..D].iter().map(|x| x + 2.0).collect::<Vec<_>>()
        })
        .collect();
    let most = answer(&solid, &turned, &[]).0.iter().fold(0.0_f64, |most, f| most.max(f.abs()));
    assert!(most < 1e-13 * YOUNG, "{name}: {most:e}");
}

#[test]
fn thin_elements_are_consistent() {
    is_consistent::<2>("L2", vec![[0.1, 0.2], [1.0, 0.7]]);
    is_consistent::<2>("L3", vec![[0.1, 0.2], [1.0, 0.7], [0.5, 0.6]]);
    is_consistent::<3>("L2", vec![[0.1, 0.2, 0.0], [1.0, 0.7, 0.5]]);
    is_consistent::<3>("T3", vec![[0.0, 0.0, 0.2], [1.0, 0.1, 0.0], [0.2, 0.9, 0.3]]);
    let corners = vec![[0.0, 0.0, 0.2], [1.0, 0.1, 0.0], [1.1, 1.0, 0.3], [0.0, 0.9, 0.1]];
    is_consistent::<3>("Q4", corners);
}

/// Presses a closed membrane from inside and waits for rest.
fn inflate<const D: usize>(
    mesh: &Mesh<D>,
    thickness: f64,
    pressure: f64,
    held: &[usize],
) -> World<D> {
    let mut body = thin(mesh, Sheet::new(thickness), 1000.0, 0.0);
    held.iter().for_each(|dof| body.hold(fixed(*dof)));
    let facets = (0..mesh.cells.len() as u32).collect();
    let ramp = Function::Ramp { times: [0.0, 0.2], values: [0.0, -pressure] };
    body.loads.push(NodeLoad { kind: NodeLoadKind::Pressure { facets }, function: ramp });
    let mut world = resting::<D>(0.02);
    join(&mut world, body);
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..40 {
        let report = stepper.step(&mut world);
        assert_eq!(report.solver.status, Status::Converged, "{:?}", stepper.imbalances());
    }
    world
}

/// A ring of cloth: tension p r, in its present radius, and a small one is wider by p r² / E t.
#[test]
fn an_inflated_ring_has_the_tension_p_r() {
    let (count, thickness) = (100, 1e-3);
    let places: Vec<[f64; 2]> = (0..count)
        .map(|k| TAU * f64::from(k) / f64::from(count))
        .map(|angle| [angle.cos(), angle.sin()])
        .collect();
    let count = count as u32;
    let cells = (0..count).map(|k| vec![k, (k + 1) % count]).collect();
    let mesh = mesh("L2", places, cells);
    for pressure in [1e-5 * YOUNG * thickness, 0.2 * YOUNG * thickness] {
        let world = inflate(&mesh, thickness, pressure, &[]);
        let q = &world.bodies.q;
        let mut mean = 0.0;
        for k in 0..count as usize {
            mean += q[2 * k].hypot(q[2 * k + 1]) / f64::from(count);
        }
        // Across a polygon's corner: tension 2 N sin(π/n) = p times an edge, 2 r sin(π/n); the apothem rules.
        let tension = pressure * mean * (PI / f64::from(count)).cos();
        for field in world.bodies.deformables[0].fields(q) {
            let found = field.principal().0[0] * thickness;
            assert!((found / tension - 1.0).abs() < 1e-6, "{pressure}: {found} {tension}");
        }
        if pressure < 1e5 {
            let wider = pressure / (YOUNG * thickness);
            assert!(((mean - 1.0) / wider - 1.0).abs() < 2e-3, "{mean} {wider}");
        }
    }
}

/// A tube of cloth held along its axis: p r / t round, nothing along.
#[test]
fn an_inflated_tube_has_the_stress_p_r_over_t() {
    let (round, rows, thickness) = (48_u32, 2_u32, 1e-3);
    let mut places = vec![];
    for row in 0..=rows {
        for k in 0..round {
            let angle = TAU * f64::from(k) / f64::from(round);
            places.push([angle.cos(), angle.sin(), 0.2 * f64::from(row)]);
        }
    }
    let mut cells = vec![];
    for row in 0..rows {
        for k in 0..round {
            let next = (k + 1) % round;
            let at = |row: u32, k: u32| row * round + k;
            cells.push(vec![at(row, k), at(row, next), at(row + 1, next), at(row + 1, k)]);
        }
    }
    let mesh = mesh("Q4", places, cells);
    let held: Vec<usize> = (0..mesh.places.len()).map(|node| node * 3 + 2).collect();
    let pressure = 1e-4 * YOUNG * thickness;
    let world = inflate(&mesh, thickness, pressure, &held);
    let radius = world.bodies.q[0].hypot(world.bodies.q[1]);
    for field in world.bodies.deformables[0].fields(&world.bodies.q) {
        let (stresses, _) = field.principal();
        let exact = pressure * radius / thickness * (PI / f64::from(round)).cos();
        assert!((stresses[0] / exact - 1.0).abs() < 1e-5, "{stresses:?} {exact}");
        assert!(stresses[1].abs() < 1e-5 * exact, "{stresses:?}");
    }
}

/// A balloon: p r / 2 t in every direction.
#[test]
fn an_inflated_ball_has_the_stress_p_r_over_two_t() {
    let (places, cells) = icosphere(2);
    let (mesh, thickness) = (mesh("T3", places, cells), 1e-3);
    let pressure = 1e-4 * YOUNG * thickness;
    let world = inflate(&mesh, thickness, pressure, &[]);
    let (mut mean, mut area) = (0.0, 0.0);
    for field in world.bodies.deformables[0].fields(&world.bodies.q) {
        let ([a, b, _], _) = field.principal();
        mean += 0.5 * (a + b) * field.volume;
        area += field.volume;
    }
    // Exact for the means of any closed surface in equilibrium: 2 ∫ σ t = p ∫ x · n = 3 p V.
    let q = &world.bodies.q;
    let mut volume = 0.0;
    for cell in &mesh.cells {
        let at = |k: usize| nalgebra::Vector3::from_fn(|i, _| q[cell.nodes[k] as usize * 3 + i]);
        volume += at(0).dot(&at(1).cross(&at(2))) / 6.0;
    }
    let exact = 1.5 * pressure * volume / (area / thickness) / thickness;
    assert!((mean / area / exact - 1.0).abs() < 1e-3, "{} {exact}", mean / area);
    let ball = pressure / (2.0 * thickness);
    assert!((mean / area / ball - 1.0).abs() < 0.02, "{} {ball}", mean / area);
}

/// A ball's surface: an icosahedron whose triangles are cut into four, so many times.
fn icosphere(times: usize) -> (Vec<[f64; 3]>, Vec<Vec<u32>>) {
    let golden = 0.5 * (1.0 + 5.0_f64.sqrt());
    let mut places = vec![];
    for (a, b) in [(1.0, golden), (-1.0, golden), (1.0, -golden), (-1.0, -golden)] {
        places.extend([[0.0, a, b], [a, b, 0.0], [b, 0.0, a]]);
    }
    let unit = |x: [f64; 3]| {
        let size = x.iter().map(|x| x * x).sum::<f64>().sqrt();
        x.map(|x| x / size)
    };
    let mut places: Vec<[f64; 3]> = places.into_iter().map(unit).collect();
    // Triangles: triples at the least distance, turned outward.
    let distance = |places: &[[f64; 3]], i: u32, j: u32| {
        let (a, b) = (places[i as usize], places[j as usize]);
        (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f64>()
    };
    let least = (1..12).map(|j| distance(&places, 0, j)).fold(f64::MAX, f64::min) * 1.01;
    let mut cells = vec![];
    for a in 0..12 {
        for b in a + 1..12 {
            for c in b + 1..12 {
                if [(a, b), (b, c), (a, c)].iter().all(|(i, j)| distance(&places, *i, *j) < least) {
                    let at = |k: u32| nalgebra::Vector3::from(places[k as usize]);
                    let outward = at(a).dot(&at(b).cross(&at(c))) > 0.0;
                    cells.push(if outward { vec![a, b, c] } else { vec![a, c, b] });
                }
            }
        }
    }
    for _ in 0..times {
        let mut middles = std::collections::HashMap::new();
        let mut finer = vec![];
        for cell in &cells {
            let middle: Vec<u32> = (0..3)
                .map(|k| {
                    let (a, b) = (cell[k], cell[(k + 1) % 3]);
                    *middles.entry((a.min(b), a.max(b))).or_insert_with(|| {
                        let (x, y) = (places[a as usize], places[b as usize]);
                        places.push(unit(std::array::from_fn(|k| 0.5 * (x[k] + y[k]))));
                        places.len() as u32 - 1
                    })
                })
                .collect();
            for k in 0..3 {
                finer.push(vec![cell[k], middle[k], middle[(k + 2) % 3]]);
            }
            finer.push(middle);
        }
        cells = finer;
    }
    (places, cells)
}

/// A disk lies in a hammock: the cloth carries its weight.
#[test]
fn a_hammock_carries_a_disk() {
    let count = 20_u32;
    let places = (0..=count).map(|k| [f64::from(k) / 10.0 - 1.0, 0.0]).collect();
    // From right to left: the outer side, to the right of the way, is the upper one.
    let cells = (0..count).map(|k| vec![k + 1, k]).collect();
    let mesh = mesh("L2", places, cells);
    let mut body = thin(&mesh, Sheet::cable(1e-3), 1000.0, 2.0);
    (0..2).for_each(|k| body.hold(fixed(k)));
    (0..2).for_each(|k| body.hold(fixed(count as usize * 2 + k)));
    // A step that damps: the disk swings on the cloth.
    let mut world = resting::<2>(1e-2);
    world.laws = drystone::world::LawTable::single(dry(0.3));
    world.solver.tolerance = 1e-10;
    world.gravity[1] = -9.81;
    join(&mut world, body);
    let at = Pose { position: axis(1, 0.301), ..Pose::identity() };
    let disk = add(&mut world, ball(0.3), at, &[0.0; 3]);
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..1500 {
        stepper.step(&mut world);
    }
    let lift: f64 =
        world.contacts.iter().map(|c| (c.frame * c.impulse)[1] * side_of(c, disk)).sum();
    let weight = world.bodies.list[disk].mass() * 9.81 * world.scheme.time_step;
    assert!((lift / weight - 1.0).abs() < 1e-3, "{lift} {weight}");
    assert!(world.bodies.pose(disk).position[1] < 0.3);
}

fn side_of(contact: &drystone::contact::Contact<2>, body: usize) -> f64 {
    if contact.bodies[0] == body { 1.0 } else { -1.0 }
}
