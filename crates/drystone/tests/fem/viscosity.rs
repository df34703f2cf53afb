//! Viscous bodies: creep after Kelvin and Voigt, and rigid motions that lose nothing.

use crate::common::{axis, pose_at};
use crate::support::*;
use drystone::bodies::{Function, Model, NodeLoad, NodeLoadKind, Rayleigh, Surface, Table};
use drystone::detection::Collider;
use drystone::fem::material::Elastic;
use drystone::fem::mesh::{Cut, Grid, boundary};
use drystone::fem::viscosity::Viscosity;
use drystone::fem::{Kinematics, Masses, Material, Mesh, Plane, Solid};
use drystone::shapes::{Shape, Skin};
use drystone::solvers::Status;
use drystone::space::{Pose, Vector};
use drystone::step::Stepper;
use std::sync::Arc;

const KINEMATICS: [Kinematics; 4] = [
    Kinematics::Small,
    Kinematics::Corotational,
    Kinematics::CorotationalElements,
    Kinematics::Finite,
];

fn syrup<const D: usize>(mesh: &Mesh<D>, kinematics: Kinematics, viscosity: Viscosity) -> Solid<D> {
    let material = Material::Elastic(Elastic { young_modulus: 1e6, poisson_ratio: 0.0 });
    let stuff = drystone::fem::Stuff { density: 1e-6, ..stuff(material, Plane::Strain) };
    let mut solid = solid(mesh, stuff, kinematics);
    for region in &mut solid.regions {
        *region = region.clone().with_viscosity(viscosity);
    }
    solid
}

/// A bar under a load that comes at once and goes at half time: ε = σ/E (1 - exp(-t/τ)), τ = 2 η / E,
/// and back.
fn creeps<const D: usize>(name: &str, kinematics: Kinematics) {
    let mesh: Mesh<D> =
        Grid { counts: [2; D], element: element(name), cut: Cut::Turning }.mesh().expect("a mesh");
    // Of one ratio of Poisson with the elastic part: none.
    let shear = 1e5;
    let solid = syrup(&mesh, kinematics, Viscosity { bulk: 2.0 / 3.0 * shear, shear });
    let (tau, strain) = (2.0 * shear / 1e6, 1e-6);
    let h = tau / 200.0;
    let mut world = resting::<D>(h);
    world.scheme.theta = 0.5;
    let surface = Surface::new(boundary(&mesh), &drystone::bodies::Candidates::Nothing, |_| true);
    let (model, _) = Model::new(solid, surface, Masses::Lumped, Rayleigh::default());
    let at = pose_at(Vector::from_fn(|k, _| 0.3 * k as f64), 0.6);
    let mut body = drystone::bodies::Deformable::new(Arc::new(model), at);
    for node in side(&mesh, "bottom") {
        (0..D).for_each(|k| body.hold(fixed(node as usize * D + k)));
    }
    let half = 2.0 * tau;
    let pull = -1e6 * strain;
    let times = vec![0.0, half, half * (1.0 + 1e-12)];
    let table = Table::new(times, vec![pull, pull, 0.0]).expect("a table");
    let kind = NodeLoadKind::Pressure { facets: facets(&mesh, "top") };
    body.loads.push(NodeLoad { kind, function: Function::Table(table) });
    let index = world.bodies.add_deformable("syrup", body, &Vector::zeros()).expect("a mass");
    world.colliders.push(Collider::new(index, Arc::new(Shape::Skin(Skin::default()))));
    let rest = world.bodies.q.clone();
    let along = at.direction(&axis::<D>(D - 1, 1.0));
    let mut stepper = Stepper::new(&mut world);
    let mut lost = 0.0;
    for step in 1..=800 {
        let report = stepper.step(&mut world);
        assert_eq!(report.solver.status, Status::Converged, "{:?}", stepper.imbalances());
        lost += report.ledger.damping_dissipation;
        let t = f64::from(step) * h;
        let exact = if t <= half {
            1.0 - (-t / tau).exp()
        } else {
            // The scheme lets the load go evenly over a step: on the mean half a step later.
            let gone = half + 0.5 * h;
            (1.0 - (-gone / tau).exp()) * (-(t - gone) / tau).exp()
        };
        for node in side(&mesh, "top") {
            let moved: f64 = (0..D)
                .map(|k| {
                    along[k] * (world.bodies.q[node as usize * D + k] - rest[node as usize * D + k])
                })
                .sum();
            let off = (moved / strain - exact).abs();
            assert!(off < 2e-4, "{name} {kinematics:?} {t}: {moved} {exact}");
        }
    }
    // What the load gave and was not given back is lost: σ ε of the first half, σ = E strain.
    let reached = 1.0 - (-half / tau).exp();
    let given = 1e6 * strain * strain * reached;
    assert!((lost / given - 1.0).abs() < 0.03, "{name} {kinematics:?}: {lost} {given}");
}

#[test]
fn a_loaded_bar_creeps_as_kelvin_and_voigt_say() {
    for kinematics in KINEMATICS {
        creeps::<2>("Q4", kinematics);
    }
    creeps::<2>("T6", Kinematics::Corotational);
    creeps::<3>("H8", Kinematics::Finite);
    creeps::<3>("TE4", Kinematics::CorotationalElements);
}

/// A deformed body that turns as if rigid feels no viscosity; in any other motion it loses energy.
fn is_indifferent<const D: usize>(name: &str, kinematics: Kinematics) {
    let mesh = distorted(name, [2; D], 3);
    let solid = syrup(&mesh, kinematics, Viscosity { bulk: 1e3, shear: 2e3 });
    let mut random = Random::new(5);
    let x: Vec<f64> =
        solid.rest.as_flattened().iter().map(|x| 2.0 + x + 0.05 * random.next()).collect();
    let spin = [0.3, -0.7, 1.1];
    let turning: Vec<f64> = x
        .chunks_exact(D)
        .flat_map(|x| {
            let at = |k: usize| if k < D { x[k] } else { 0.0 };
            let w = if D == 2 { [0.0, 0.0, spin[2]] } else { spin };
            let v = [
                w[1] * at(2) - w[2] * at(1),
                w[2] * at(0) - w[0] * at(2),
                w[0] * at(1) - w[1] * at(0),
            ];
            v[..D].to_vec()
        })
        .collect();
    let forces = |v: &[f64]| {
        let mut force = vec![0.0; x.len()];
        assert!(solid.viscous(&x, v, &mut force, None));
        force
    };
    let most = forces(&turning).iter().fold(0.0_f64, |most, f| most.max(f.abs()));
    assert!(most < 1e-9, "{name} {kinematics:?}: {most:e}");
    let v: Vec<f64> = x.iter().map(|_| random.next()).collect();
    let power: f64 = forces(&v).iter().zip(&v).map(|(f, v)| f * v).sum();
    assert!(power > 0.0, "{name} {kinematics:?}: {power}");
}

#[test]
fn turning_loses_nothing() {
    for kinematics in [Kinematics::CorotationalElements, Kinematics::Finite] {
        PLANE.iter().for_each(|name| is_indifferent::<2>(name, kinematics));
        SPACE.iter().for_each(|name| is_indifferent::<3>(name, kinematics));
    }
}

/// A viscous block that spins keeps its angular momentum and comes to spin without ringing.
#[test]
fn a_spinning_block_comes_to_spin_alone() {
    for kinematics in &KINEMATICS[1..] {
        let mesh: Mesh<2> = Grid { counts: [2, 2], element: element("Q4"), cut: Cut::Turning }
            .mesh()
            .expect("a mesh");
        let mut solid = solid(&mesh, stuff(rubber(), Plane::Strain), *kinematics);
        for region in &mut solid.regions {
            *region = region.clone().with_viscosity(Viscosity { bulk: 1e4, shear: 1e4 });
        }
        let surface =
            Surface::new(boundary(&mesh), &drystone::bodies::Candidates::Nothing, |_| true);
        let (model, _) = Model::new(solid, surface, Masses::Lumped, Rayleigh::default());
        let body = drystone::bodies::Deformable::new(Arc::new(model), Pose::identity());
        let mut world = resting::<2>(1e-3);
        world.scheme.theta = 0.5;
        world.bodies.add_deformable("soft", body, &Vector::zeros()).expect("a mass");
        for i in (0..world.bodies.q.len()).step_by(2) {
            world.bodies.v[i] = -3.0 * world.bodies.q[i + 1] + 0.5 * world.bodies.q[i];
            world.bodies.v[i + 1] = 3.0 * world.bodies.q[i];
        }
        let mut stepper = Stepper::new(&mut world);
        let mut last = [0.0; 2];
        for step in 0..3000 {
            let ledger = stepper.step(&mut world).ledger;
            assert!(ledger.damping_dissipation > -1e-9, "{}", ledger.damping_dissipation);
            if step == 2000 {
                last = [ledger.kinetic, ledger.elastic];
            }
            if step == 2999 {
                // No more is lost, and nothing rings.
                assert!((ledger.kinetic / last[0] - 1.0).abs() < 1e-6, "{kinematics:?}");
                assert!((ledger.elastic / last[1] - 1.0).abs() < 1e-3, "{kinematics:?}");
            }
        }
    }
}
