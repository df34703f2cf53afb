//! Inflated membranes against closed forms.

use crate::support::*;
use crate::thin::*;
use drystone::bodies::{Function, NodeLoad, NodeLoadKind};
use drystone::fem::Mesh;
use drystone::fem::sheet::Sheet;
use drystone::solvers::Status;
use drystone::step::Stepper;
use drystone::world::World;
use std::f64::consts::{PI, TAU};

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
        // The pressure is in the matrix: digits double here too.
        assert!(report.rounds <= 12, "{:?}", stepper.imbalances());
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
