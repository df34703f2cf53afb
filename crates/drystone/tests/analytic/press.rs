//! What has no solution: a press that goes on closing on a block.

use crate::common::*;
use drystone::bodies::{Drive, DriveKind, Function};
use drystone::solvers::Status;
use drystone::space::{Pose, Vector};

/// No impulse keeps both faces of the block from being entered. Every step says so, whatever the
/// solver, and the block is not shot away.
fn squeezed<const D: usize>(solver: &'static str) {
    let mut world = world::<D>(1e-3, dry(0.5));
    world.solver.name = solver.into();
    world.solver.tolerance = 1e-6;
    world.solver.max_iterations = 2000;
    add_fixed(&mut world, slope::<D>(0.0).0, Pose::identity());
    add(&mut world, cuboid(Vector::repeat(0.5)), pose_at(axis(D - 1, 0.5), 0.0), &[]);
    let above = pose_at(axis(D - 1, 1.505), 0.0);
    let press = add(&mut world, cuboid(Vector::repeat(0.5)), above, &[]);
    for dof in 0..D * (D + 1) / 2 {
        let speed = if dof == D - 1 { -0.1 } else { 0.0 };
        let function = Function::Constant(speed);
        world.bodies.list[press].drives.push(Drive { dof, kind: DriveKind::Velocity, function });
    }
    let mut squeezed = 0;
    run(&mut world, 0.1, |_, report| {
        if report.time > 0.052 {
            squeezed += 1;
            assert_ne!(report.solver.status, Status::Converged, "{solver} at {}", report.time);
            let energy = report.ledger.kinetic;
            assert!(energy < 100.0, "{solver}: {energy} J at {}", report.time);
        }
    });
    assert!(squeezed > 40);
}

#[test]
fn a_press_that_closes_on_a_block_is_reported() {
    for solver in ["auto", "gauss-seidel", "interior-point", "bipotential"] {
        squeezed::<2>(solver);
        squeezed::<3>(solver);
    }
}
