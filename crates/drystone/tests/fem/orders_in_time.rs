//! Orders of convergence in the time step: the middle of the step (θ = 1/2) is of second order, its end (θ = 1) of
//! first, for every element and every kinematics.

use crate::common::world;
use crate::support::*;
use drystone::fem::material::SaintVenantKirchhoff;
use drystone::fem::mesh::{Cut, Grid};
use drystone::fem::{Kinematics, Masses, Material, Mesh, Plane, Solid};
use drystone::laws::ContactLaw;
use drystone::solvers::Status;
use drystone::space::{Pose, Vector};
use drystone::step::Stepper;
use nalgebra::{DMatrix, DVector};

/// How long the body moves (s): a wave crosses it in about 0.03 s.
const LASTS: f64 = 0.02;

/// What is allowed to be missing of the order at steps that are not infinitely short.
const MISSING: f64 = 0.1;

fn mesh<const D: usize>(name: &str) -> Mesh<D> {
    let mut counts = [1; D];
    counts[0] = 2;
    Grid { counts, element: element(name), cut: Cut::Turning }.mesh().expect("a mesh")
}

/// A unit square or cube that is stretched, sheared and turned from rest.
fn first_velocity<const D: usize>(x: &[f64], speed: f64) -> [f64; D] {
    std::array::from_fn(|k| match k {
        0 => speed * (x[0] + 0.5 * x[1]),
        1 => speed * (0.3 * x[0] * x[0] - 0.8 * x[1]),
        _ => speed * 0.4 * x[0],
    })
}

/// Masses between degrees of freedom.
fn masses<const D: usize>(solid: &Solid<D>, kind: Masses) -> DMatrix<f64> {
    let mut all = DMatrix::zeros(solid.len(), solid.len());
    solid.masses(kind, |nodes, m| {
        for (i, a) in nodes.iter().enumerate() {
            for (j, b) in nodes.iter().enumerate() {
                for k in 0..D {
                    all[(*a as usize * D + k, *b as usize * D + k)] += m[(i, j)];
                }
            }
        }
    });
    all
}

/// The same motion by the classical method of Runge and Kutta, which shares nothing with the steps but the forces.
fn oracle<const D: usize>(solid: &Solid<D>, kind: Masses, x: &[f64], v: &[f64]) -> DVector<f64> {
    let mass = masses(solid, kind).cholesky().expect("positive masses");
    let acceleration = |x: &DVector<f64>| {
        let mut force = vec![0.0; solid.len()];
        solid.forces(x.as_slice(), &[], &mut [], &mut force, None);
        mass.solve(&-DVector::from_vec(force))
    };
    let steps = 2000;
    let h = LASTS / f64::from(steps);
    let (mut x, mut v) = (DVector::from_column_slice(x), DVector::from_column_slice(v));
    for _ in 0..steps {
        let (v1, a1) = (v.clone(), acceleration(&x));
        let (v2, a2) = (&v + 0.5 * h * &a1, acceleration(&(&x + 0.5 * h * &v1)));
        let (v3, a3) = (&v + 0.5 * h * &a2, acceleration(&(&x + 0.5 * h * &v2)));
        let (v4, a4) = (&v + h * &a3, acceleration(&(&x + h * &v3)));
        x += h / 6.0 * (v1 + 2.0 * v2 + 2.0 * v3 + v4);
        v += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
    }
    x
}

/// Errors of places at the end, with ever shorter steps.
fn converges<const D: usize>(name: &str, kinematics: Kinematics, kind: Masses, speed: f64) {
    let mesh = mesh::<D>(name);
    let material = if kinematics == Kinematics::Finite {
        Material::SaintVenantKirchhoff(SaintVenantKirchhoff {
            young_modulus: 1e6,
            poisson_ratio: 0.3,
        })
    } else {
        rubber()
    };
    let stuff = stuff(material, Plane::Strain);
    let body = solid(&mesh, stuff.clone(), kinematics);
    let mut exact = None;
    for (theta, order) in [(0.5, 2.0), (1.0, 1.0)] {
        let errors = [50, 100, 200].map(|steps: u32| {
            let mut world = world::<D>(LASTS / f64::from(steps), ContactLaw::default());
            world.gravity = Vector::zeros();
            world.scheme.theta = theta;
            world.solver.tolerance = 1e-12;
            let given = Given { masses: kind, ..alone(kinematics) };
            add_soft(&mut world, &mesh, stuff.clone(), given, Pose::identity(), &Vector::zeros());
            for (x, v) in world.bodies.q.chunks(D).zip(world.bodies.v.chunks_mut(D)) {
                v.copy_from_slice(&first_velocity::<D>(x, speed));
            }
            let exact =
                exact.get_or_insert_with(|| oracle(&body, kind, &world.bodies.q, &world.bodies.v));
            let mut stepper = Stepper::new(&mut world);
            for _ in 0..steps {
                assert_eq!(stepper.step(&mut world).solver.status, Status::Converged);
            }
            (&*exact - DVector::from_column_slice(&world.bodies.q)).amax()
        });
        let orders = [errors[0] / errors[1], errors[1] / errors[2]].map(f64::log2);
        println!("{name} {kinematics:?} {kind:?} {theta}: {errors:?}, orders {orders:.2?}");
        assert!(
            (orders[1] - order).abs() < MISSING,
            "{name} {kinematics:?} {kind:?} {theta}: {orders:?} of {errors:?}"
        );
    }
}

const ALL: [Kinematics; 4] = [
    Kinematics::Small,
    Kinematics::Corotational,
    Kinematics::CorotationalElements,
    Kinematics::Finite,
];

#[test]
fn errors_fall_with_the_time_step_in_the_plane() {
    for name in PLANE {
        for kinematics in ALL {
            // Strains of a tenth, but where they are to be small.
            let speed = if kinematics == Kinematics::Small { 0.1 } else { 5.0 };
            converges::<2>(name, kinematics, Masses::Lumped, speed);
        }
    }
    converges::<2>("Q4", Kinematics::Small, Masses::Consistent, 0.1);
    converges::<2>("T3", Kinematics::Finite, Masses::Nodal, 5.0);
}

#[test]
fn errors_fall_with_the_time_step_in_space() {
    for name in SPACE {
        for kinematics in [Kinematics::Small, Kinematics::Finite] {
            let speed = if kinematics == Kinematics::Small { 0.1 } else { 5.0 };
            converges::<3>(name, kinematics, Masses::Lumped, speed);
        }
    }
}
