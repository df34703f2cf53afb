//! Grains against membranes: held on the side that they are on, pressed, in the books, and gone on with.

use crate::thin::{run, scene};
use crate::{good, parse, plane, space};
use drystone::measures::{Kind, Options, Scope, View, find};
use drystone::results::checkpoint::{self, Checkpoint, Luggage};
use drystone::results::{Constants, Frame};
use drystone::solvers::Status;
use drystone::step::Stepper;
use drystone::world::World;
use std::path::Path;

/// A membrane under a grain that weighs on it, or over one that is lifted: both sides of both orders hold it.
fn holds<const D: usize>(shape: &str, mut make: impl FnMut(&str) -> World<D>) {
    for (order, up) in [(false, true), (false, false), (true, true), (true, false)] {
        let [a, b] = if order { [1, -1] } else { [-1, 1] };
        let height = if up { 0.12 } else { -0.12 };
        let gravity = if up { -9.81 } else { 9.81 };
        let (held, gravity, at) = if D == 2 {
            (["start", "end"], format!("[0, {gravity}]"), format!("[0.03, {height}]"))
        } else {
            (["left", "right"], format!("[0, 0, {gravity}]"), format!("[0.03, 0.02, {height}]"))
        };
        let chain = if D == 2 {
            format!("shape.chain.points = [[{a}, 0], [{b}, 0]]")
        } else {
            format!("shape.sheet.corners = [[{a}, -1, 0], [{b}, -1, 0], [{b}, 1, 0], [{a}, 1, 0]]")
        };
        let drives: Vec<String> = held
            .iter()
            .map(|side| format!("{{ dof = \"all\", on = \"{side}\", velocity = 0 }}"))
            .collect();
        let cells = if D == 2 { "[5]" } else { "[5, 3]" };
        let body = format!(
            "{chain}\ndrives = [{}]\n[[bodies]]\nname = \"grain\"\nmaterial = \"stone\"\nposition = {at}\n{shape}",
            drives.join(", ")
        );
        let material = format!(
            "thickness = 1e-3\ncells = {cells}\ndamping.mass = 2.0\n[materials.stone]\ndensity = 2000.0"
        );
        let zero = format!("gravity = {:?}", vec![0.0; D]);
        let text = scene(D, &body, &material)
            .replace(&zero, &format!("gravity = {gravity}"))
            .replace("time_step = 0.02", "time_step = 0.005");
        let mut world = make(&text);
        let mut stepper = Stepper::new(&mut world);
        let (mut lift, mut count) = (0.0, 0.0);
        for step in 0..600 {
            stepper.step(&mut world);
            if step >= 400 {
                let force = |c: &drystone::contact::Contact<D>| {
                    (c.frame * c.impulse)[D - 1] * if c.bodies[0] == 1 { 1.0 } else { -1.0 }
                };
                lift += world.contacts.iter().map(force).sum::<f64>() / 0.005;
                count += 1.0;
            }
        }
        let weight = world.bodies.list[1].mass() * 9.81 * if up { 1.0 } else { -1.0 };
        let mean = lift / count;
        assert!((mean / weight - 1.0).abs() < 0.02, "{shape} {order} {up}: {mean} of {weight}");
        // It lies where the cloth gives way, which it does by some centimetres, and on its side of it.
        let place = world.bodies.pose(1).position[D - 1];
        assert!(place.abs() < 0.12, "{shape} {order} {up}: {place}");
    }
}

#[test]
fn membranes_hold_grains_on_both_sides() {
    // Cells are 0.4 m long: disks and blocks are smaller.
    holds::<2>("shape.disk.radius = 0.1", |text| plane(good(parse(text))));
    holds::<2>("shape.box.size = [0.2, 0.2]", |text| plane(good(parse(text))));
    holds::<3>("shape.sphere.radius = 0.1", |text| space(good(parse(text))));
    holds::<3>("shape.box.size = [0.2, 0.2, 0.2]", |text| space(good(parse(text))));
}

/// Nineteen disks in a closed chain that is pressed from outside, the more until a time.
fn pressed_disks(time_step: f64, theta: f64, ramp: f64) -> String {
    let mut places = vec![];
    for i in -2_i32..=2 {
        for j in -2_i32..=2 {
            if (i + j).abs() <= 2 {
                let (i, j) = (f64::from(i), f64::from(j));
                places.push((0.2 * (i + 0.5 * j), 0.2 * j * 0.75_f64.sqrt()));
            }
        }
    }
    let disk = |(k, (x, y)): (usize, &(f64, f64))| {
        format!(
            "[[bodies]]\nname = \"disk-{k}\"\nmaterial = \"stone\"\nshape.disk.radius = 0.1\nposition = [{x}, {y}]\ndamping = {{ linear = 10, angular = 10 }}\n"
        )
    };
    let disks: String = places.iter().enumerate().map(disk).collect();
    let value = match ramp {
        0.0 => "1e3".to_string(),
        end => format!("{{ ramp = {{ times = [0, {end}], values = [0, 1e3] }} }}"),
    };
    let body = format!(
        "shape.chain.radius = 0.52\nloads = [{{ pressure = {{ on = \"outer\", value = {value} }} }}]\n{disks}"
    );
    let material =
        "thickness = 1e-3\ncells = [72]\ndamping.mass = 10.0\n[materials.stone]\ndensity = 2000.0";
    scene(2, &body, material)
        .replace("time_step = 0.02", &format!("time_step = {time_step}"))
        .replace("theta = 1.0", &format!("theta = {theta}"))
        .replace("young_modulus = 1e9", "young_modulus = 2e7")
        .replace("friction = 0.5", "friction = 0.3")
}

/// At rest the disks carry what the chain brings them: with the area A that it encloses and its tension T,
///
///   Σ V_b σ = -p A 1 - ∮ T t ⊗ t ds,
///
/// exact for any shape of the chain (the virial of the pressure less what the chain carries itself).
#[test]
fn disks_in_a_chain_carry_its_pressure() {
    let mut world = plane(good(parse(&pressed_disks(0.002, 1.0, 1.0))));
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..1500 {
        stepper.step(&mut world);
    }
    let fastest = world.bodies.v.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
    let range = world.bodies.q_range(0);
    let nodes: Vec<[f64; 2]> =
        world.bodies.q[range].chunks_exact(2).map(|x| [x[0], x[1]]).collect();
    let (mut area, mut carried) = (0.0, [[0.0; 2]; 2]);
    let fields = world.bodies.deformables[0].fields(&world.bodies.q);
    for (k, field) in fields.iter().enumerate() {
        let (a, b) = (nodes[k], nodes[(k + 1) % nodes.len()]);
        area += 0.5 * (a[0] * b[1] - a[1] * b[0]);
        let way = [b[0] - a[0], b[1] - a[1]];
        let length = way[0].hypot(way[1]);
        // ε of Green, S = E ε; the axial force is S times the stretch, whatever becomes of the section.
        let rest = 1.04 * (std::f64::consts::PI / 72.0).sin();
        let stretch = length / rest;
        let tension = 2e7 * 1e-3 * 0.5 * (stretch * stretch - 1.0) * stretch;
        assert!(field.volume > 0.0);
        for (i, row) in carried.iter_mut().enumerate() {
            (0..2).for_each(|j| row[j] += tension * way[i] * way[j] / length);
        }
    }
    let options = Options { bodies: vec!["disk-*".into()], ..Options::default() };
    let constants = Constants::of(&world);
    let scope = Scope::new(&options, &constants).expect("sound options");
    let Some(Kind::Numbers(measure)) = find::<2>("stress").map(|m| m.kind) else {
        panic!("stress")
    };
    let values = measure(&View::of_world(&world, &constants, None, &scope));
    let value = |name: &str| values.iter().find(|v| v.name == name).expect("a value").value;
    let volume = 19.0 * std::f64::consts::PI * 0.01;
    let exact = |i: usize, j: usize| -carried[i][j] - if i == j { 1e3 * area } else { 0.0 };
    let scale = 1e3 * area;
    println!("at rest to {fastest:e} m/s; the chain carries {:?} of {scale}", carried);
    for (name, i, j) in [("stress_xx", 0, 0), ("stress_yy", 1, 1), ("stress_xy", 0, 1)] {
        let found = value(name) * volume;
        let off = (found - exact(i, j)).abs() / scale;
        assert!(off < 1e-3, "{name}: {found} {}", exact(i, j));
    }
}

/// What the pressure and the shocks do is in the books: what is not explained falls with the step.
#[test]
fn the_books_of_a_pressed_chain_close() {
    let error = |steps: usize| {
        let mut world = plane(good(parse(&pressed_disks(0.05 / steps as f64, 0.5, 0.0))));
        let mut stepper = Stepper::new(&mut world);
        let (mut error, mut work) = (0.0, 0.0);
        for _ in 0..steps {
            let report = stepper.step(&mut world);
            assert_eq!(report.solver.status, Status::Converged);
            error += report.ledger.energy_error.abs();
            work += report.ledger.load_work.abs();
        }
        error / work
    };
    // The step has to resolve the waves along the chain: of second order from there on.
    let [coarse, fine] = [400, 800].map(error);
    assert!(coarse < 1e-2 && fine < coarse / 3.0, "{coarse:e} {fine:e}");
}

#[test]
fn a_run_with_a_membrane_goes_on_bit_for_bit() {
    let text = pressed_disks(0.002, 0.5, 0.0);
    let mut whole = plane(good(parse(&text)));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("membranes");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("checkpoint.h5");
    let mut stepper = Stepper::new(&mut whole);
    for step in 0..100 {
        if step == 60 {
            let memory = stepper.solver_memory();
            let luggage = Luggage { scene: "", solver_memory: memory, books: "" };
            checkpoint::write(&path, &Frame::of(&whole), &luggage).expect("written");
            assert!(whole.contacts.iter().any(|c| c.bodies.contains(&0)), "no contacts");
        }
        stepper.step(&mut whole);
    }
    let read = Checkpoint::read(&path).expect("sound");
    let mut second = plane(good(parse(&text)));
    read.restore(&mut second).expect("the state");
    let mut stepper = Stepper::new(&mut second);
    stepper.restore_solver(read.solver_memory);
    for _ in 60..100 {
        stepper.step(&mut second);
    }
    assert_eq!(second.state_hash(), whole.state_hash());
    assert_eq!(format!("{:?}", second.contacts), format!("{:?}", whole.contacts));
}

/// A block of rubber lies on a membrane, whichever way round the membrane's points go.
#[test]
fn membranes_hold_bodies_that_deform() {
    for points in ["[[-1, 0], [1, 0]]", "[[1, 0], [-1, 0]]"] {
        let body = format!(
            "shape.chain.points = {points}
drives = [{{ dof = \"all\", on = \"start\", velocity = 0 }}, {{ dof = \"all\", on = \"end\", velocity = 0 }}]
[[bodies]]
name = \"block\"
material = \"rubber\"
shape.box.size = [0.4, 0.4]
position = [0.05, 0.21]"
        );
        let material = "thickness = 1e-3\ncells = [11]\ndamping.mass = 2.0
[materials.rubber]
density = 1000.0
deformable.law.elastic = { young_modulus = 1e6, poisson_ratio = 0.3 }
deformable.damping.mass = 2.0";
        let text = scene(2, &body, material)
            .replace("gravity = [0.0, 0.0]", "gravity = [0, -9.81]")
            .replace("time_step = 0.02", "time_step = 0.005");
        let mut world = plane(good(parse(&text)));
        run(&mut world, 600);
        let force = |c: &drystone::contact::Contact<2>| {
            (c.frame * c.impulse)[1] * if c.bodies[0] == 1 { 1.0 } else { -1.0 }
        };
        let lift = world.contacts.iter().map(force).sum::<f64>() / 0.005;
        let weight = 0.16 * 1000.0 * 9.81;
        assert!((lift / weight - 1.0).abs() < 0.05, "{points}: {lift} of {weight}");
    }
}
