//! Balls and disks that touch a mesh in more than one place: in a groove, on the inner side of a ring.

use crate::{good, parse, plane, space};
use drystone::step::Stepper;
use drystone::world::World;

/// Rise of the left and of the right side of a groove over 2 m of its width.
const RISES: [f64; 2] = [2.0, 1.0];

/// A block with a groove, held at its foot, and a ball between its sides, which it touches.
fn groove(dimension: usize) -> String {
    let profile =
        [[-2.0, -1.0], [0.0, -1.0], [2.0, -1.0], [-2.0, RISES[0]], [0.0, 0.0], [2.0, RISES[1]]];
    let depths: &[f64] = if dimension == 2 { &[0.0] } else { &[1.0, -1.0] };
    let node = |[x, z]: [f64; 2], y: f64| match dimension {
        2 => vec![x, z],
        _ => vec![x, y, z],
    };
    let nodes: Vec<Vec<f64>> =
        depths.iter().flat_map(|y| profile.map(|place| node(place, *y))).collect();
    let (element, cells, side, foot) = match dimension {
        2 => ("Q4", "[[0,1,4,3],[1,2,5,4]]", "L2", "[[0,1],[1,2]]"),
        _ => ("H8", "[[0,1,4,3,6,7,10,9],[1,2,5,4,7,8,11,10]]", "Q4", "[[0,1,7,6],[1,2,8,7]]"),
    };
    // The centre is at a distance of one radius from both sides.
    let lengths = RISES.map(|rise| rise.hypot(2.0));
    let [a, b] = [[RISES[0], 2.0, 2.0 / lengths[0]], [-RISES[1], 2.0, 2.0 / lengths[1]]];
    // (n · centre) = r for the normals n = (rise, 2) / length, pointing up.
    let n = [[a[0] / lengths[0], a[1] / lengths[0]], [b[0] / lengths[1], b[1] / lengths[1]]];
    let determinant = n[0][0] * n[1][1] - n[0][1] * n[1][0];
    let radius = 0.3;
    let x = radius * (n[1][1] - n[0][1]) / determinant;
    let z = radius * (n[0][0] - n[1][0]) / determinant;
    let (ball, at, gravity) = match dimension {
        2 => ("disk", vec![x, z], vec![0.0, -9.81]),
        _ => ("sphere", vec![x, 0.0, z], vec![0.0, 0.0, -9.81]),
    };
    format!(
        "dimension = {dimension}\ntime_step = 0.002\nduration = 1.0\ngravity = {gravity:?}\n\
         [materials.rock]\ndensity = 1000.0\n[materials.rock.deformable]\n\
         law.elastic = {{ young_modulus = 1e9, poisson_ratio = 0.2 }}\ndamping.stiffness = 1e-3\n\
         [materials.steel]\ndensity = 7800.0\n[[contacts]]\ndefault = true\nfriction = 0.0\n[[bodies]]\nname = \"block\"\n\
         material = \"rock\"\nshape.mesh.nodes = {nodes:?}\n\
         shape.mesh.cells = [{{ element = \"{element}\", nodes = {cells} }}, {{ element = \"{side}\", \
         group = \"foot\", nodes = {foot} }}]\n\
         drives = [{{ dof = \"all\", on = \"foot\", velocity = 0 }}]\n\
         [[bodies]]\nname = \"ball\"\nshape.{ball}.radius = {radius}\nposition = {at:?}\nmaterial = \"steel\"\n"
    )
}

/// Shares of the weight that sides carry after a while, the steeper first, and the deepest penetration (m).
fn carried<const D: usize>(mut world: World<D>) -> (Vec<f64>, f64) {
    let mut stepper = Stepper::new(&mut world);
    let mut deepest = 0.0_f64;
    for _ in 0..250 {
        let report = stepper.step(&mut world);
        deepest = deepest.max(report.penetration_max);
    }
    let pressing = world.contacts.iter().filter(|contact| contact.impulse[0] > 0.0);
    let mut forces: Vec<(f64, f64)> = pressing
        .map(|contact| (contact.frame[(D - 1, 0)].abs(), contact.impulse[0] / 0.002))
        .collect();
    forces.sort_by(|a, b| a.0.total_cmp(&b.0));
    let weight = 9.81 * world.bodies.list[1].mass();
    (forces.into_iter().map(|(_, force)| force / weight).collect(), deepest)
}

/// Of a mesh a ball met the nearest place alone: in a groove one side carried it in one step, the other
/// in the next, and it sank into both.
#[test]
fn balls_in_grooves_touched_one_side_at_a_time() {
    // Equilibrium of two smooth sides: N₁ / sin β = N₂ / sin α = W / sin(α + β).
    let [alpha, beta] = RISES.map(|rise: f64| (rise / 2.0).atan());
    let exact = [beta, alpha].map(|angle| angle.sin() / (alpha + beta).sin());
    for dimension in [2, 3] {
        let scene = good(parse(&groove(dimension)));
        let (forces, deepest) =
            if dimension == 2 { carried(plane(scene)) } else { carried(space(scene)) };
        assert_eq!(forces.len(), 2, "{dimension}: {forces:?}");
        for (force, exact) in forces.iter().zip(exact) {
            assert!((force / exact - 1.0).abs() < 1e-3, "{dimension}: {forces:?} {exact:?}");
        }
        assert!(deepest < 1e-4 * 0.3, "{dimension}: {deepest}");
    }
}

/// An elastic ring that hangs over a disk, whose facets touch it one beside the other: bringing them out of
/// it one by one gave half of the energy of the fall.
#[test]
fn rings_over_disks_gained_energy() {
    for step in [1e-3, 5e-4] {
        let text = format!(
            "dimension = 2\ntime_step = {step}\nduration = 1.0\n[materials.steel]\n\
             density = 2300.0\n[materials.rubber]\ndensity = 1100.0\n[materials.rubber.deformable]\n\
             law.elastic = {{ young_modulus = 5.3e7, poisson_ratio = 0.27 }}\ncells = [1, 32]\n\
             kinematics = \"corotational_elements\"\n[[contacts]]\ndefault = true\n\
             friction = 0.3\n[[bodies]]\nmaterial = \"steel\"\nshape.disk.radius = 0.8\n\
             fixed = true\n[[bodies]]\nmaterial = \"rubber\"\n\
             shape.ring = {{ inner_radius = 0.91, outer_radius = 1.09 }}\nposition = [0.04, 0.02]\n"
        );
        let mut world = plane(good(parse(&text)));
        let mut stepper = Stepper::new(&mut world);
        let (mut first, mut most, mut fastest) = (f64::NAN, f64::MIN, 0.0_f64);
        for _ in 0..(1.0 / step) as usize {
            let ledger = stepper.step(&mut world).ledger;
            let energy = ledger.kinetic + ledger.potential + ledger.elastic;
            first = if first.is_nan() { energy } else { first };
            most = most.max(energy);
            fastest = fastest.max(ledger.kinetic);
        }
        assert!(most - first < 0.01 * fastest, "{step}: {} of {fastest} J", most - first);
    }
}
