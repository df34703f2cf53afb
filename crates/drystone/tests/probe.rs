mod common;
use common::*;
use drystone::space::{Pose, Vector};
#[test]
fn probe() {
    for (n, tol) in [(10, 1e-6), (10, 1e-8),(10,1e-10),(30,1e-6),(30,1e-8),(30,1e-10)] {
    for relax in [1.0,1.3] {
    let mut world = world::<2>(1e-3, dry(0.5));
    world.solver.tolerance = tol; world.solver.max_iterations=1000000; world.solver.relaxation = relax;
    add_fixed(&mut world, slope::<2>(0.0).0, Pose::identity());
    for i in 0..n {
        add(&mut world, cuboid(Vector::repeat(0.5)), pose_at(axis::<2>(1, 0.5 + i as f64), 0.0), &[]);
    }
    let mut its = vec![];
    run(&mut world, 0.01, |_, report| { its.push((report.solver.iterations, report.solver.status.name())); });
    println!("{n} {tol} relax {relax}: {:?}", its);
    }}
}
