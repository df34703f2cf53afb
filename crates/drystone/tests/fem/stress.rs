//! The moment stress of a block is the mean of Cauchy's stress in it.

use crate::common::*;
use crate::support::*;
use drystone::bodies::{Candidates, Rayleigh};
use drystone::fem::material::Elastic;
use drystone::fem::mesh::{Cut, Grid};
use drystone::fem::{Kinematics, Material, Mesh, Plane};
use drystone::laws::ContactLaw;
use drystone::space::{Pose, Vector};
use nalgebra::Matrix3;

/// A block that has come to rest on the ground.
fn rests<const D: usize>(name: &str, kinematics: Kinematics) {
    let mesh: Mesh<D> =
        Grid { counts: [3; D], element: element(name), cut: Cut::Turning }.mesh().expect("a mesh");
    let law = ContactLaw { friction: 0.5.into(), ..ContactLaw::default() };
    let mut world = world::<D>(2e-3, law);
    world.solver.tolerance = 1e-10;
    let given = Given {
        kinematics,
        candidates: Candidates::Quadrature,
        damping: Rayleigh { mass: 20.0, stiffness: 2e-3 },
        ..Given::default()
    };
    let at = Pose { position: axis(D - 1, 0.5), ..Pose::identity() };
    // Stiff: the places of contacts are then those of rest.
    let stone = Material::Elastic(Elastic { young_modulus: 1e9, poisson_ratio: 0.3 });
    let stuff = stuff(stone, Plane::Strain);
    let body = add_soft(&mut world, &mesh, stuff, given, at, &Vector::zeros());
    add_fixed(&mut world, slope::<D>(0.0).0, Pose::identity());
    run(&mut world, 3.0, |_, _| ());
    let soft = world.bodies.deformable(body).expect("a deformable body");
    let x = &world.bodies.q[world.bodies.q_range(body)];
    let centre = soft.pose(x).position;
    let (h, mut moment, mut force) =
        (world.scheme.time_step, Matrix3::<f64>::zeros(), Vector::<D>::zeros());
    for contact in &world.contacts {
        let side = usize::from(contact.bodies[1] == body);
        let sign = if side == 0 { 1.0 } else { -1.0 };
        let reaction = contact.frame * contact.impulse * (sign / h);
        let arm: Vector<D> = soft.model.surface.place::<D>(x, &contact.spots[side]) - centre;
        force += reaction;
        for i in 0..D {
            for j in 0..D {
                moment[(i, j)] += arm[i] * reaction[j];
            }
        }
    }
    let weight = soft.model.mass * 9.81;
    assert!((force[D - 1] / weight - 1.0).abs() < 1e-6, "{name}: {force} of {weight}");
    let fields = soft.fields(x);
    let mut mean = Matrix3::<f64>::zeros();
    for field in &fields {
        mean += drystone::fem::fields::matrix(&field.stress) * field.volume;
    }
    let scale = mean.norm();
    for i in 0..D {
        for j in 0..D {
            let off = (moment[(i, j)] - mean[(i, j)]).abs();
            assert!(off < 1e-4 * scale, "{name} {kinematics:?} {i} {j}: {moment} {mean}");
            assert!((moment[(i, j)] - moment[(j, i)]).abs() < 1e-6 * scale);
        }
    }
}

#[test]
fn moment_stress_is_the_mean_stress() {
    for kinematics in [Kinematics::Small, Kinematics::Corotational, Kinematics::Finite] {
        rests::<2>("Q4", kinematics);
        rests::<2>("T3", kinematics);
    }
    rests::<3>("H8", Kinematics::Corotational);
}
