mod common;
use common::*;
use drystone::space::{Pose, Vector};
fn go<const D:usize>() {
    for (n, tol) in [(10, 1e-6), (30,1e-6),(30,1e-8),(30,1e-10),(100,1e-8)] {
    let mut world = world::<D>(1e-3, dry(0.5));
    world.solver.tolerance = tol; world.solver.max_iterations=20000; 
    add_fixed(&mut world, slope::<D>(0.0).0, Pose::identity());
    for i in 0..n {
        add(&mut world, cuboid(Vector::repeat(0.5)), pose_at(axis::<D>(D-1, 0.5 + i as f64), 0.0), &[]);
    }
    let mut its = vec![];
    run(&mut world, 0.1, |_, report| { its.push((report.solver.iterations, report.solver.status.name())); });
    println!("{D} {n} {tol} {} of {}, sum {} {:?}", its.iter().filter(|i|i.1=="converged").count(),its.len(), its.iter().map(|x|x.0).sum::<usize>(), &its[..6]);
    }
}
#[test]
fn probe() { go::<2>(); go::<3>(); }
