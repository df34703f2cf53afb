//! Every key has the effect it promises.

use crate::{BASE, good, parse, plane, posed, replaced, space};
use drystone::bodies::{DriveKind, Function, LoadKind};
use drystone::problem::{NORMS, Norm};
use drystone::scene::solver_settings;
use drystone::solvers::{
    LINE_SEARCHES, LOCAL_METHODS, LineSearch, LocalMethod, ORDERS, Order, Settings,
};
use drystone::world::TestConfiguration;
use nalgebra::{Vector2, Vector3};

#[test]
fn defaults_are_filled() {
    let scene = good(parse(BASE));
    assert_eq!(scene.steps(), 100);
    let world = plane(scene);
    assert_eq!(world.gravity, Vector2::new(0.0, -9.81));
    assert_eq!(world.scheme.theta, 0.5);
    assert_eq!(world.scheme.test_configuration, TestConfiguration::Theta);
    assert!((world.bodies.list[0].mass() - 2000.0).abs() < 1e-9);
    assert!((world.bodies.list[0].inertia()[(0, 0)] - 2000.0 / 6.0).abs() < 1e-9);
    assert!(world.bodies.list[1].fixed);
    // Quasi-inelastic: a gap is a shift of the velocity.
    let open = posed(&world, 0, 0.02, 0.0).expect("a block");
    assert_eq!((open.shift[0], open.cone.mu()), (2.0, 0.5));
}

#[test]
fn settings_reach_the_world() {
    let head = "duration = 1.0\ntheta = 1.0\ngravity = [1, 2]\ntest_configuration = \"midpoint\"\n\
                alert_distance = 0.3\nsolver = { tolerance = 1e-9, norm = \"contact_max\", \
                max_iterations = 7, max_seconds = 2, relaxation = 1.5 }";
    let world = plane(good(replaced("duration = 1.0", head)));
    assert_eq!((world.scheme.theta, world.scheme.alert_distance), (1.0, 0.3));
    assert_eq!(world.scheme.test_configuration, TestConfiguration::MidPoint);
    assert_eq!(world.gravity, Vector2::new(1.0, 2.0));
    let solver = &world.solver;
    assert_eq!((solver.tolerance, solver.norm), (1e-9, Norm::ContactMax));
    assert_eq!((solver.max_iterations, solver.max_seconds, solver.relaxation), (7, 2.0, 1.5));
}

#[test]
fn every_key_of_the_solver_reaches_it() {
    let keys = "duration = 1.0\nsolver = { name = \"lemke\", tolerance = 1e-9, norm = \"contact_max\", \
                max_iterations = 7, max_seconds = 2, relaxation = 1.5, acceleration = false, \
                order = \"symmetric\", seed = 5, freezing = 20, local = \"newton_jean_moreau\", \
                line_search = \"goldstein_price\", newton_share = 0.5, facets = 16, prefer_rest = true }";
    let world = plane(good(replaced("duration = 1.0", keys)));
    let expected = Settings {
        name: "lemke".into(),
        tolerance: 1e-9,
        norm: Norm::ContactMax,
        max_iterations: 7,
        max_seconds: 2.0,
        deadline: None,
        relaxation: 1.5,
        newton_share: 0.5,
        acceleration: false,
        local: LocalMethod::NewtonJeanMoreau,
        order: Order::Symmetric,
        freezing: 20,
        seed: 5,
        line_search: LineSearch::GoldsteinPrice,
        facets: 16,
        prefer_rest: true,
    };
    assert_eq!(world.solver, expected);
    assert_eq!(plane(good(parse(BASE))).solver, Settings::default());
}

#[test]
fn every_name_of_a_solver_setting_is_known() {
    let settings = |key: &str, name: &str| {
        solver_settings(&[format!("{key}={name}")]).unwrap_or_else(|e| panic!("{e}"))
    };
    for (order, name) in ORDERS {
        assert_eq!(settings("order", name).order, *order);
    }
    for (local, name) in LOCAL_METHODS {
        assert_eq!(settings("local", name).local, *local);
    }
    for (rule, name) in LINE_SEARCHES {
        assert_eq!(settings("line_search", name).line_search, *rule);
    }
    for (norm, name) in NORMS {
        assert_eq!(settings("norm", name).norm, *norm);
    }
}

#[test]
fn a_restitution_chooses_the_velocity_law() {
    let law = "friction = 0.5\nnormal_restitution = 0.8\ntangential_restitution = 0.1";
    let world = plane(good(replaced("friction = 0.5", law)));
    assert!(posed(&world, 0, 0.02, -1.0).is_none(), "no contact before they touch");
    let closed = posed(&world, 0, 0.0, -1.0).expect("a block");
    assert_eq!((closed.shift[0], closed.shift[1]), (-0.8, -0.1));
}

#[test]
fn a_pair_law_goes_before_the_default() {
    let text = BASE.replace("[materials.stone]", "[materials.ice]\n[materials.stone]").replace(
        "[[bodies]]\nname = \"floor\"",
        "[[contacts]]\nbetween = [\"stone\", \"ice\"]\nfriction = 0.02\n\
         [[bodies]]\nmaterial = \"ice\"\nname = \"floor\"",
    );
    let text = text.replace("position", "material = \"stone\"\nposition");
    let world = plane(good(parse(&text)));
    let friction = |a, b| {
        posed(&world, world.laws.row(a, b), 0.0, 0.0).map_or(f64::NAN, |block| block.cone.mu())
    };
    assert_eq!([friction(0, 1), friction(1, 0), friction(1, 1)], [0.02, 0.02, 0.5]);
}

#[test]
fn vertices_stay_where_they_are_put() {
    let shape = "{ box = { size = [1.0, 1.0] } }";
    let polygon = "{ polygon = { vertices = [[10, 5], [13, 5], [10, 8]] } }\nangle_degrees = 90";
    let world = plane(good(replaced(shape, polygon)));
    // The centroid (11, 6), turned by 90° about the origin of the vertices, plus the position.
    let pose = world.bodies.pose(0);
    assert!((pose.position - Vector2::new(-6.0, 11.5)).norm() < 1e-12);
    let drystone::shapes::Shape::Convex(convex) = &*world.colliders[0].shape else { panic!() };
    let has =
        |p: Vector2<f64>| convex.vertices().iter().any(|v| (pose.point(v) - p).norm() < 1e-12);
    assert!(has(Vector2::new(-5.0, 10.5)) && has(Vector2::new(-5.0, 13.5)));
    assert!((world.bodies.list[0].mass() - 9000.0).abs() < 1e-9);
}

#[test]
fn velocity_mass_inertia_damping_and_group() {
    let body = "position = [0.0, 0.5]\nvelocity = [1, 2]\nangular_velocity = 3\nmass = 5\n\
                inertia = 7\ndamping = { linear = 0.1, angular = 0.2 }\ngroup = \"a\"\n\
                [[no_contact]]\nbetween = [\"a\", \"default\"]";
    let world = plane(good(replaced("position = [0.0, 0.5]", body)));
    assert_eq!(world.bodies.velocity(0), [1.0, 2.0, 3.0]);
    let rigid = &world.bodies.list[0];
    assert_eq!((rigid.mass(), rigid.inertia()[(0, 0)]), (5.0, 7.0));
    assert_eq!((rigid.damping.linear, rigid.damping.angular), (0.1, 0.2));
    let [a, b] = [world.colliders[0].group, world.colliders[1].group];
    assert!(!world.visibility.allows(a, b) && world.visibility.allows(a, a));
}

#[test]
fn a_mass_alone_scales_the_inertia_of_the_shape() {
    let world = plane(good(replaced("position = [0.0, 0.5]", "mass = 12")));
    assert!((world.bodies.list[0].inertia()[(0, 0)] - 2.0).abs() < 1e-12);
}

#[test]
fn drives_and_loads() {
    let body = "drives = [{ dof = \"y\", displacement = { sine = { amplitude = 2, period = 4, \
                phase_degrees = 90, offset = 1 } } }]\nloads = [{ force = { direction = [0, 2], \
                value = 3, at = [0.5, 0] } }, { torque = { value = { ramp = { times = [0, 1], \
                values = [0, 4] } } } }, { pressure = { face = [0, 1], value = 5 } }]";
    let world = plane(good(replaced("position = [0.0, 0.5]", body)));
    let rigid = &world.bodies.list[0];
    assert_eq!((rigid.drives[0].dof, rigid.drives[0].kind), (1, DriveKind::Displacement));
    assert!((rigid.drives[0].function.value(0.0) - 3.0).abs() < 1e-12);
    assert!((rigid.drives[0].function.value(2.0) + 1.0).abs() < 1e-12);
    let LoadKind::Force { direction, point } = rigid.loads[0].kind else { panic!() };
    assert_eq!((direction, point), (Vector2::new(0.0, 1.0), Vector2::new(0.5, 0.0)));
    assert_eq!(rigid.loads[1].function.value(0.5), 2.0);
    let LoadKind::Pressure { centre, area, .. } = rigid.loads[2].kind else { panic!() };
    assert_eq!((centre, area), (Vector2::new(0.0, 0.5), 1.0));
}

#[test]
fn a_fixed_body_with_a_drive_is_held_otherwise() {
    let body = "fixed = true\ndrives = [{ dof = \"x\", velocity = 1.0 }]";
    let world = plane(good(replaced("position = [0.0, 0.5]", body)));
    let rigid = &world.bodies.list[0];
    assert!(!rigid.fixed && !rigid.movable());
    let held = rigid.drives.iter().filter(|d| d.function == Function::Constant(0.0)).count();
    assert_eq!((rigid.drives.len(), held), (3, 2));
}

#[test]
fn repeat_makes_a_grid() {
    let repeat = "position = [0.0, 0.5]\nrepeat = { count = [3, 2], spacing = [2.0, 1.5] }";
    let world = plane(good(replaced("position = [0.0, 0.5]", repeat)));
    assert_eq!(world.bodies.len(), 7);
    assert_eq!(world.bodies.pose(5).position, Vector2::new(4.0, 2.0));
    assert_eq!(world.bodies.list[5].name, "block-6");
}

#[test]
fn space_has_spheres_polyhedra_and_rotations() {
    let text = r#"
        dimension = 3
        time_step = 0.01
        duration = 1.0
        materials.m = { density = 6.0 }
        contacts = [{ default = true, friction = 0.1 }]
        [[bodies]]
        shape = { sphere = { radius = 2.0 } }
        position = [9.0, 0.0, 0.0]
        angular_velocity = [1, 2, 3]
        [[bodies]]
        shape.polyhedron.vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
        rotation = { axis = [0, 0, 2], angle_degrees = 90 }
        [[bodies]]
        shape.polyhedron.vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
        shape.polyhedron.faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]
        rotation.quaternion = [0, 0, 0, 1]
        position = [5.0, 0.0, 0.0]
    "#;
    let world = space(good(parse(text)));
    assert_eq!(world.gravity, Vector3::new(0.0, 0.0, -9.81));
    assert_eq!(world.bodies.velocity(0)[3..], [1.0, 2.0, 3.0]);
    assert!((world.bodies.list[1].mass() - 1.0).abs() < 1e-12);
    let quarter = Vector3::new(-0.25, 0.25, 0.25);
    assert!((world.bodies.pose(1).position - quarter).norm() < 1e-12);
    let half = Vector3::new(5.0 - 0.25, -0.25, 0.25);
    assert!((world.bodies.pose(2).position - half).norm() < 1e-12);
}

#[test]
fn rounding_is_inside_a_box_and_outside_a_polygon() {
    let shape = "{ box = { size = [1.0, 1.0] } }";
    let rounded = |to: &str| match &*plane(good(replaced(shape, to))).colliders[0].shape {
        drystone::shapes::Shape::Rounded(rounded) => rounded.clone(),
        other => panic!("{other:?}"),
    };
    let inside = rounded("{ box = { size = [1.0, 1.0], rounding = 0.1 } }");
    let bounds = inside.bounds(&drystone::space::Pose::identity());
    assert!((bounds.max - Vector2::repeat(0.5)).norm() < 1e-15 && inside.radius() == 0.1);
    let square = "vertices = [[0, 0], [1, 0], [1, 1], [0, 1]]";
    let outside = rounded(&format!("{{ polygon = {{ {square}, rounding = 0.1 }} }}"));
    let bounds = outside.bounds(&drystone::space::Pose::identity());
    assert!((bounds.max - Vector2::repeat(0.6)).norm() < 1e-15);
    let capsule = rounded("{ capsule = { length = 2.0, radius = 0.25 } }");
    assert_eq!((capsule.breadth(), capsule.core().breadth()), (0.5, 2.0));
    let wide = "{ box = { size = [1.0, 1.0], rounding = 0.5 } }";
    assert!(crate::bad(replaced(shape, wide)).key.ends_with("box.rounding"));
    let negative = format!("{{ polygon = {{ {square}, rounding = -0.1 }} }}");
    assert!(crate::bad(replaced(shape, &negative)).key.ends_with("polygon.rounding"));
    crate::round_trip::round_trip(replaced(shape, wide.replace("0.5 }", "0.2 }").as_str()));
}
