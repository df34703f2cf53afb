//! Contacts see a body through all of its degrees of freedom or through those that they touch: the motion is
//! the same, and what is cheaper is taken. Large bodies are as small ones are.

use drystone::bodies::{Rounds, Seen};
use drystone::fem::mesh::Spot;
use drystone::scene::Scene;
use drystone::step::Stepper;
use drystone::world::{AnyWorld, World};
use std::path::Path;

/// A block of so many squares that falls on a floor with friction.
fn block(cells: [usize; 2], kinematics: &str, seen: Seen) -> World<2> {
    let text = format!(
        "dimension = 2\ntime_step = 1e-3\nduration = 1.0\nsolver.tolerance = 1e-11\n\
         [materials.ground]\n[materials.rubber]\ndensity = 1000.0\n\
         [materials.rubber.deformable]\nlaw.elastic = {{ young_modulus = 1e5, poisson_ratio = 0.3 }}\n\
         cells = {cells:?}\ncandidates = \"nodes\"\nkinematics = \"{kinematics}\"\n\
         [[contacts]]\ndefault = true\nfriction = 0.3\n\
         [[bodies]]\nname = \"floor\"\nmaterial = \"ground\"\nshape.half_space.normal = [0, 1]\n\
         [[bodies]]\nmaterial = \"rubber\"\nshape.box.size = [1.0, 0.5]\nposition = [0, 0.2502]\n\
         velocity = [0.5, -1.0]\n"
    );
    let scene = Scene::parse("test", &text, &[], Path::new("")).unwrap_or_else(|e| panic!("{e}"));
    let AnyWorld::Plane(mut world) = scene.world else { panic!("a scene of the plane") };
    world.bodies.deformables[0].seen = seen;
    *world
}

/// Places of the nodes after some steps, and the most contacts.
fn moved(mut world: World<2>) -> (Vec<f64>, usize) {
    let mut stepper = Stepper::new(&mut world);
    let contacts = (0..60).map(|_| stepper.step(&mut world).contacts).max();
    (world.bodies.q.clone(), contacts.unwrap_or(0))
}

#[test]
fn the_motion_does_not_depend_on_how_contacts_see_a_body() {
    for kinematics in ["small", "corotational"] {
        let [(all, contacts), (touched, _), (cheaper, _)] =
            [Seen::All, Seen::Touched, Seen::Cheaper]
                .map(|seen| moved(block([8, 6], kinematics, seen)));
        assert!(contacts >= 9, "{contacts}");
        let off =
            |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        for other in [&touched, &cheaper] {
            assert!(off(&all, other) < 1e-9, "{kinematics} {:e}", off(&all, other));
        }
    }
}

/// Numbers in the rows of contacts at these spots.
fn row_len(world: &World<2>, spots: &[Spot]) -> usize {
    let bodies = &world.bodies;
    let mut rounds = Rounds { is_first: true, ..Rounds::default() };
    let (mut v, mut factor) = (vec![0.0; bodies.v.len()], bodies.factor_space());
    let poses: Vec<_> = (0..bodies.len()).map(|i| bodies.pose(i)).collect();
    let none = vec![0.0; bodies.v.len()];
    let gravity = world.gravity;
    let into = (&mut v[..], &mut factor);
    bodies.free_motion(world.step_size(), &gravity, &poses, &none, &mut rounds, into);
    bodies.condense(spots.iter().map(|spot| (1, *spot)), true, &mut rounds);
    bodies.deformables[0].row_len(&rounds.list[0])
}

#[test]
fn what_is_cheaper_is_taken() {
    let spots = |world: &World<2>, all: bool| -> Vec<Spot> {
        let facets = &world.bodies.deformables[0].model.surface.facets;
        let count = if all { facets.len() } else { 2 };
        (0..count).map(|k| Spot { facet: k as u32, at: [0.3, 0.0] }).collect()
    };
    // Two places of a body with 126 degrees of freedom: four nodes at most.
    let wide = block([8, 6], "small", Seen::Cheaper);
    assert!((6..=8).contains(&row_len(&wide, &spots(&wide, false))));
    // One square that is touched on every side: nothing to leave out.
    let one = block([1, 1], "small", Seen::Cheaper);
    assert_eq!(row_len(&one, &spots(&one, true)), 8);
    let forced = block([1, 1], "small", Seen::Touched);
    assert_eq!(row_len(&forced, &spots(&forced, true)), 8);
    assert_eq!(row_len(&block([8, 6], "small", Seen::All), &spots(&wide, false)), 126);
    // A large body is seen through what is touched whatever it is told.
    let large = block([16, 10], "small", Seen::All);
    assert!((6..=8).contains(&row_len(&large, &spots(&large, false))));
}

/// Bodies that share a factor share what was found of its inverse, and dense and sparse factors agree.
#[test]
fn numbers_of_inverses_are_those_of_solutions() {
    for cells in [[3, 2], [16, 10]] {
        let world = block(cells, "small", Seen::Cheaper);
        let model = &world.bodies.deformables[0].model;
        let factor = model.shared_factor(1e-3, 0.5).expect("positive definite");
        let dofs: Vec<usize> = (0..model.len()).step_by(5).rev().collect();
        let (numbers, m) = (factor.inverse_at(&dofs), dofs.len());
        for (j, column) in dofs.iter().enumerate() {
            let mut x = vec![0.0; model.len()];
            x[*column] = 1.0;
            factor.solve(&mut x);
            let most = x.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
            for (i, row) in dofs.iter().enumerate().skip(j) {
                assert!((numbers[i + j * m] - x[*row]).abs() < 1e-12 * most, "{cells:?}");
            }
        }
    }
}
