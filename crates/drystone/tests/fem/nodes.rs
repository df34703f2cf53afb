//! Contacts that see large bodies node by node: the motion is that of the other forms, and so is the judge; what is
//! cheaper is taken.

use drystone::bodies::Seen;
use drystone::problem::{Form, Global, Problem, Residual};
use drystone::scene::Scene;
use drystone::solvers::{GaussSeidel, Settings, Status, solve};
use drystone::step::Stepper;
use drystone::world::{AnyWorld, World};
use nalgebra::SVector;
use std::path::Path;

fn scene(text: &str) -> AnyWorld {
    Scene::parse("test", text, &[], Path::new("")).unwrap_or_else(|e| panic!("{e}")).world
}

fn seen<const D: usize>(mut world: World<D>, seen: Seen) -> World<D> {
    world.bodies.deformables.iter_mut().for_each(|body| body.seen = seen);
    world
}

fn materials(cells: &str, kinematics: &str, more: &str) -> String {
    format!(
        "time_step = 1e-3\nduration = 1.0\nsolver.tolerance = 1e-11\n\
         [materials.ground]\n[materials.stone]\ndensity = 2000.0\n[materials.rubber]\ndensity = 1000.0\n\
         [materials.rubber.deformable]\nlaw.elastic = {{ young_modulus = 1e5, poisson_ratio = 0.3 }}\n\
         cells = {cells}\ncandidates = \"nodes\"\nkinematics = \"{kinematics}\"\n{more}\
         [[contacts]]\ndefault = true\nfriction = 0.3\n"
    )
}

/// A block of rubber that falls on a floor, another on it, and a rigid box on that.
fn plane(kinematics: &str, how: Seen) -> World<2> {
    let text = format!(
        "dimension = 2\n{}[[bodies]]\nname = \"floor\"\nmaterial = \"ground\"\nshape.half_space.normal = [0, 1]\n\
         [[bodies]]\nmaterial = \"rubber\"\nshape.box.size = [1.0, 0.3]\nposition = [0, 0.1502]\nvelocity = [0.5, -1]\n\
         [[bodies]]\nmaterial = \"rubber\"\nshape.box.size = [0.93, 0.3]\nposition = [0.05, 0.4505]\nvelocity = [0, -1]\n\
         [[bodies]]\nmaterial = \"stone\"\nshape.box.size = [0.4, 0.2]\nposition = [0.03, 0.7008]\nvelocity = [0, -1.5]\n",
        materials("[16, 4]", kinematics, "")
    );
    let AnyWorld::Plane(world) = scene(&text) else { panic!("a scene of the plane") };
    seen(*world, how)
}

/// A slab of rubber on a floor, and a ball and a box on it.
fn space(how: Seen) -> World<3> {
    let text = format!(
        "dimension = 3\n{}[[bodies]]\nname = \"floor\"\nmaterial = \"ground\"\nshape.half_space.normal = [0, 0, 1]\n\
         [[bodies]]\nmaterial = \"rubber\"\nshape.box.size = [1, 1, 0.2]\nposition = [0, 0, 0.1002]\nvelocity = [0.5, 0.2, -1]\n\
         [[bodies]]\nmaterial = \"stone\"\nshape.sphere.radius = 0.1\nposition = [0.21, 0.13, 0.3004]\nvelocity = [0, 0, -2]\n\
         [[bodies]]\nmaterial = \"stone\"\nshape.box.size = [0.3, 0.4, 0.2]\nposition = [-0.22, -0.13, 0.3004]\nvelocity = [0, 0.3, -1]\n",
        materials("[6, 6, 2]", "small", "")
    );
    let AnyWorld::Space(world) = scene(&text) else { panic!("a scene of space") };
    seen(*world, how)
}

/// Where everything is after some steps, and the most contacts.
fn moved<const D: usize>(mut world: World<D>, steps: usize, nodes: bool) -> (Vec<f64>, usize) {
    let (mut stepper, mut most) = (Stepper::new(&mut world), 0);
    for _ in 0..steps {
        let report = stepper.step(&mut world);
        assert_eq!(
            report.solver.status.name(),
            "converged",
            "{:e}",
            report.solver.residual.quadratic_mean
        );
        most = most.max(report.contacts);
        let meshes =
            |problem: Option<&Global<D>>| problem.is_some_and(|problem| problem.has_meshes());
        assert_eq!(meshes(stepper.last_problem().problem::<D>()), nodes && report.contacts > 0);
    }
    (world.bodies.q.clone(), most)
}

fn off(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

#[test]
fn nodes_and_touched_degrees_of_freedom_move_alike_in_the_plane() {
    for kinematics in ["small", "corotational"] {
        let (touched, contacts) = moved(plane(kinematics, Seen::Touched), 40, false);
        let (nodes, _) = moved(plane(kinematics, Seen::Nodes), 40, true);
        assert!(contacts > 30, "{contacts}");
        assert!(off(&touched, &nodes) < 1e-9, "{kinematics} {:e}", off(&touched, &nodes));
    }
}

#[test]
fn nodes_and_touched_degrees_of_freedom_move_alike_in_space() {
    let (touched, contacts) = moved(space(Seen::Touched), 25, false);
    let (nodes, _) = moved(space(Seen::Nodes), 25, true);
    assert!(contacts > 50, "{contacts}");
    assert!(off(&touched, &nodes) < 1e-9, "{:e}", off(&touched, &nodes));
}

/// The problem of the first step, in which everything touches, where it begins: putting positions
/// right depends on the solver's tolerance.
fn posed(how: Seen) -> Global<2> {
    let mut world = plane("small", how);
    world.scheme.penetration_tolerance = 1.0;
    let mut stepper = Stepper::new(&mut world);
    stepper.step(&mut world);
    stepper.last_problem().problem::<2>().expect("blocks of two").clone()
}

/// The judge says the same of the same impulses, whatever they are, in either form and in the reduced one.
#[test]
fn the_judge_does_not_depend_on_the_form() {
    let [touched, nodes] = [Seen::Touched, Seen::Nodes].map(posed);
    assert_eq!(touched.len(), nodes.len());
    for (a, b) in touched.diagonal.iter().zip(&nodes.diagonal) {
        assert!((a - b).norm() < 1e-11 * a.norm(), "{a} {b}");
    }
    let reduced = nodes.reduce();
    for k in 0..3 {
        let number = |c: usize| (((7 * c + 3 * k) % 11) as f64 - 3.0) * 1e-2;
        let r: Vec<_> =
            (0..nodes.len()).map(|c| [number(c).max(0.0), 0.3 * number(c + 5)].into()).collect();
        let [a, b, c] = [
            Residual::of_impulses(&touched, &r),
            Residual::of_impulses(&nodes, &r),
            Residual::of_impulses(&reduced, &r),
        ];
        for (one, other) in [(a, b), (b, c)] {
            let near = |x: f64, y: f64| (x - y).abs() < 1e-10 * x.abs();
            assert!(near(one.natural_map, other.natural_map), "{one:?} {other:?}");
            assert!(near(one.contact_max, other.contact_max), "{one:?} {other:?}");
            assert!(near(one.quadratic_mean, other.quadratic_mean), "{one:?} {other:?}");
        }
    }
}

/// Whether contacts see nodes in the first step, and the status of its solver.
fn first_step<const D: usize>(mut world: World<D>) -> (bool, &'static str) {
    let mut stepper = Stepper::new(&mut world);
    let report = stepper.step(&mut world);
    assert!(report.contacts > 0);
    let posed = stepper.last_problem();
    let problem = posed.problem::<D>().expect("blocks of as many components");
    (problem.has_meshes(), report.solver.status.name())
}

/// A membrane that lies on a plane with every node, or one with a ball on it.
fn membrane(with_plane: bool) -> World<3> {
    let other = match with_plane {
        true => "shape.half_space.normal = [0, 0, 1]\nposition = [0, 0, -1e-4]\n",
        false => {
            "shape.sphere.radius = 0.1\nposition = [0.11, 0.13, 0.1001]\nvelocity = [0, 0, -1]\n"
        }
    };
    let text = format!(
        "dimension = 3\n{}[[bodies]]\nmaterial = \"rubber\"\nshape.sheet.size = [1, 1]\nvelocity = [0.2, 0, -1]\n\
         [[bodies]]\nmaterial = \"{}\"\n{other}",
        materials("[20, 20]", "small", "thickness = 1e-3\n"),
        if with_plane { "ground" } else { "stone" },
    );
    let AnyWorld::Space(world) = scene(&text) else { panic!("a scene of space") };
    *world
}

#[test]
fn what_is_cheaper_is_chosen() {
    assert_eq!(first_step(membrane(true)), (true, "converged"));
    assert_eq!(first_step(membrane(false)), (false, "converged"));
    // A solid that stands on a plane.
    assert_eq!(first_step(space(Seen::Cheaper)), (false, "converged"));
    assert_eq!(first_step(plane("small", Seen::Cheaper)), (false, "converged"));
}

/// Where the solver that is asked for goes from contact to contact, bodies are seen through what is touched.
#[test]
fn solvers_that_sweep_are_not_given_nodes() {
    for name in ["gauss-seidel", "interior-point"] {
        let mut world = plane("small", Seen::Nodes);
        world.solver.name = name.into();
        world.solver.tolerance = 1e-8;
        assert_eq!(first_step(world), (name == "interior-point", "converged"));
    }
    let problem = posed(Seen::Nodes);
    let mut r = vec![SVector::zeros(); problem.len()];
    let given = Problem::Global(&problem);
    let report = solve(&mut GaussSeidel::default(), given, &Settings::default(), &mut r);
    assert_eq!(report.status, Status::NotAccepted);
}

/// A run that is gone on with has the same bits.
#[test]
fn a_run_goes_on_bit_for_bit() {
    let mut whole = plane("corotational", Seen::Nodes);
    let mut stepper = Stepper::new(&mut whole);
    (0..4).for_each(|_| {
        stepper.step(&mut whole);
    });
    let (mut other, memory) = (plane("corotational", Seen::Nodes), stepper.solver_memory());
    (other.bodies, other.contacts) = (whole.bodies.clone(), whole.contacts.clone());
    (other.time, other.steps) = (whole.time, whole.steps);
    let mut resumed = Stepper::new(&mut other);
    resumed.restore_solver(memory);
    for _ in 0..4 {
        stepper.step(&mut whole);
        resumed.step(&mut other);
        assert_eq!(whole.bodies.q, other.bodies.q);
        assert_eq!(whole.bodies.v, other.bodies.v);
    }
}
