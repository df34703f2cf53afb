//! Scenes with deformable bodies on the command line: run, gone on with, looked at, drawn, measured, exported.

mod sandbox;

use sandbox::{Sandbox, err, exits, out};

/// A block of rubber that falls on one of lead, which yields.
const SCENE: &str = r#"
    dimension = 2
    time_step = 1e-3
    duration = 0.12
    contacts = [{ default = true, friction = 0.4 }]
    materials.stone.density = 2000.0
    [record]
    frames_every = 10
    checkpoint_every = 50
    picture = false
    measures = ["mesh_stress", { measure = "node_displacement", bodies = ["rubber"], at = [0.3, 1.2] }]
    [materials.rubber]
    density = 1000.0
    [materials.rubber.deformable]
    law.elastic = { young_modulus = 1e6, poisson_ratio = 0.3 }
    element = "T6"
    [materials.lead]
    density = 3000.0
    [materials.lead.deformable]
    law.von_mises = { young_modulus = 2e6, poisson_ratio = 0.3, yield_stress = 5e3, isotropic_hardening = 1e5 }
    kinematics = "finite"
    [[bodies]]
    shape.half_space.normal = [0, 1]
    material = "stone"
    [[bodies]]
    name = "lead"
    shape.box.size = [0.8, 0.5]
    position = [0.0, 0.2501]
    material = "lead"
    [[bodies]]
    name = "rubber"
    shape.box.size = [0.6, 0.6]
    position = [0.05, 0.82]
    velocity = [0.5, -3.0]
    material = "rubber"
"#;

fn ran(name: &str) -> Sandbox {
    let sandbox = Sandbox::new(name);
    sandbox.write("scene.toml", SCENE);
    exits(&sandbox.run(&["run", "scene.toml", "--out", "o", "--quiet"]), 0);
    sandbox
}

fn read(sandbox: &Sandbox, name: &str) -> String {
    std::fs::read_to_string(sandbox.file(name)).unwrap()
}

/// Stopped in the middle and gone on with, a run leaves the same bytes.
#[test]
fn a_run_goes_on_bit_for_bit() {
    let sandbox = ran("soft-on");
    let half = ["run", "scene.toml", "--out", "h", "--quiet", "--set", "duration=0.06"];
    exits(&sandbox.run(&half), 0);
    exits(&sandbox.run(&["run", "--resume", "h", "--extend", "0.06", "--quiet"]), 0);
    assert_eq!(read(&sandbox, "o/history.csv"), read(&sandbox, "h/history.csv"));
    for folder in ["o", "h"] {
        let command = ["measure", folder, "nodes", "element_stress", "--frame", "all", "-o"];
        exits(&sandbox.run(&[&command[..], &[&format!("t-{folder}")]].concat()), 0);
    }
    for table in ["nodes.csv", "element_stress.csv"] {
        assert_eq!(
            read(&sandbox, &format!("t-o/{table}")),
            read(&sandbox, &format!("t-h/{table}"))
        );
    }
    // With another mesh it is another scene.
    sandbox.write("other.toml", &SCENE.replace("\"T6\"", "\"Q8\""));
    let other = ["run", "other.toml", "--resume", "h", "--force", "--extend", "0.1", "--quiet"];
    let output = sandbox.run(&other);
    exits(&output, 2);
    assert!(err(&output).contains("cannot go on"), "{}", err(&output));
}

#[test]
fn stresses_are_measured_and_recorded() {
    let sandbox = ran("soft-measured");
    let info = out(&sandbox.run(&["info", "o"]));
    assert!(info.contains("2 deformable bodies with"), "{info}");
    let header = read(&sandbox, "o/history.csv");
    let header = header.lines().next().unwrap();
    for column in ["mises_max", "plastic_strain_max", "node_displacement_y"] {
        assert!(header.split(',').any(|name| name == column), "{column}: {header}");
    }
    let output = sandbox.run(&["measure", "o", "node_displacement"]);
    exits(&output, 2);
    assert!(err(&output).contains("--at 0,1.5"), "{}", err(&output));
    exits(&sandbox.run(&["measure", "o", "node_displacement", "--at", "0"]), 2);
    let table = ["measure", "o", "element_stress", "--bodies", "lead", "-o", "e.csv"];
    exits(&sandbox.run(&table), 0);
    let rows = read(&sandbox, "e.csv");
    let names: Vec<&str> = rows.lines().next().unwrap().split(',').collect();
    let of = |row: &str, name: &str| -> f64 {
        let at = names.iter().position(|known| known.starts_with(name)).unwrap();
        row.split(',').nth(at).unwrap().parse().unwrap()
    };
    let volume: f64 = rows.lines().skip(1).map(|row| of(row, "volume")).sum();
    assert!((volume - 0.4).abs() < 1e-9, "{volume}");
    assert!(rows.lines().skip(1).any(|row| of(row, "plastic_strain") > 0.0), "nothing yields");
}

#[test]
fn they_are_drawn_and_exported() {
    let sandbox = ran("soft-drawn");
    let drawn = |words: &[&str]| {
        let command = [&["render", "o", "-o", "p.svg"], words].concat();
        exits(&sandbox.run(&command), 0);
        read(&sandbox, "p.svg")
    };
    let svg = drawn(&["--color", "mises", "--magnify", "3"]);
    assert!(svg.contains("von Mises stress (kPa)") && svg.contains("deformation × 3"));
    assert!(drawn(&["--color", "plastic"]).contains("plastic strain"));
    assert!(drawn(&["--crosses", "--no-forces"]).contains("compression, longest"));
    let output = sandbox.run(&["render", "o", "--magnify", "2", "--deformed", "2"]);
    exits(&output, 2);
    exits(&sandbox.run(&["render", "o", "--magnify", "nan"]), 2);
    let output = sandbox.run(&["render", "o", "--color", "mise"]);
    assert!(err(&output).contains("mises"), "{}", err(&output));
    let listed = out(&sandbox.run(&["export", "vtu", "o", "-o", "pv"]));
    assert!(listed.contains("meshes.pvd") && listed.contains("skins.pvd"), "{listed}");
    assert!(sandbox.file("pv/frames/meshes_000000.vtu").exists());
    exits(&sandbox.run(&["export", "vtkhdf", "o", "-o", "pv"]), 0);
    assert!(sandbox.file("pv/skins.vtkhdf").exists());
    exits(&sandbox.run(&["view", "o", "--no-open"]), 0);
    assert!(sandbox.file("o/view.html").exists());
}

/// A rubber block whose top is driven through its bottom: no such motion. The run stops at the last state there
/// was, which is in the files, says why, and goes on from there as far as it can, which is nowhere.
#[test]
fn a_motion_that_is_not_found_ends_a_run_at_the_last_state() {
    let sandbox = Sandbox::new("lost");
    let scene = r#"
        dimension = 2
        gravity = [0.0, 0.0]
        time_step = 0.1
        duration = 2.0
        halvings = 3
        [materials.rubber]
        density = 1000.0
        [materials.rubber.deformable]
        law.neo_hookean = { young_modulus = 1e6, poisson_ratio = 0.3 }
        kinematics = "finite"
        [[bodies]]
        name = "pad"
        material = "rubber"
        shape.box.size = [1.0, 1.0]
        drives = [
            { on = "bottom", dof = "all", velocity = 0.0 },
            { on = "top", dof = "x", velocity = 0.0 },
            { on = "top", dof = "y", displacement = { ramp = { times = [0.5, 1.5], values = [0.0, -1.5] } } },
        ]
        [record]
        frames_every = 100
        checkpoint_minutes = 0.0
    "#;
    sandbox.write("scene.toml", scene);
    let output = sandbox.run(&["run", "scene.toml", "--out", "out"]);
    exits(&output, 1);
    let told = err(&output);
    assert!(told.contains("motion of the deformable body `pad` was not found in step"), "{told}");
    assert!(told.contains("help: a new run with a shorter `time_step`"), "{told}");
    let text = std::fs::read_to_string(sandbox.file("out").join("summary.json")).unwrap();
    let summary: serde_json::Value = serde_json::from_str(&text).unwrap();
    let done = summary["steps"].as_u64().unwrap();
    assert_eq!(summary["ended"], "unbalanced");
    assert_eq!(summary["unbalanced"]["body"], "pad");
    assert_eq!(summary["unbalanced"]["step"].as_u64(), Some(done + 1));
    // Well into the squeeze, and before there is nothing left to squeeze.
    assert!((8..12).contains(&done), "{done}");
    assert!(sandbox.file("out").join("picture.png").exists());
    let frames = sandbox.run(&["info", "out", "--json"]);
    let frames: serde_json::Value = serde_json::from_str(&out(&frames)).unwrap();
    assert_eq!(frames["steps"].as_array().unwrap().last().unwrap().as_u64(), Some(done));
    let again = sandbox.run(&["run", "--resume", "out"]);
    exits(&again, 1);
    assert!(
        err(&again).contains(&format!("was not found in step {}", done + 1)),
        "{}",
        err(&again)
    );
}

/// A ring that is open at one place; one end is driven beyond the other, which it meets and pushes before it.
const RING: &str = r#"
    dimension = 2
    gravity = [0.0, 0.0]
    time_step = 1e-3
    duration = 0.4
    contacts = [{ default = true, friction = 0.2 }]
    [record]
    frames_every = 20
    checkpoint_every = 50
    [materials.rubber]
    density = 1000.0
    [materials.rubber.deformable]
    law.elastic = { young_modulus = 1e6, poisson_ratio = 0.3 }
    kinematics = "corotational_elements"
    cells = [2, 40]
    candidates = "middles"
    self_contact = true
    damping = { stiffness = 2e-4 }
    [[bodies]]
    name = "ring"
    material = "rubber"
    shape.ring = { inner_radius = 0.8, outer_radius = 1.0, from_degrees = 0.0, to_degrees = 340.0 }
    drives = [
        { on = "end", dof = "x", velocity = 0.0 },
        { on = "end", dof = "y", displacement = { ramp = { times = [0.0, 0.4], values = [0.0, 0.6] } } },
    ]
"#;

#[test]
fn a_ring_closes_on_itself_and_goes_on_bit_for_bit() {
    let sandbox = Sandbox::new("ring");
    sandbox.write("scene.toml", RING);
    exits(&sandbox.run(&["run", "scene.toml", "--out", "o", "--quiet"]), 0);
    let half = ["run", "scene.toml", "--out", "h", "--quiet", "--set", "duration=0.25"];
    exits(&sandbox.run(&half), 0);
    exits(&sandbox.run(&["run", "--resume", "h", "--extend", "0.15", "--quiet"]), 0);
    assert_eq!(read(&sandbox, "o/history.csv"), read(&sandbox, "h/history.csv"));
    let summary: serde_json::Value =
        serde_json::from_str(&read(&sandbox, "o/summary.json")).unwrap();
    // The ends are 0.34 m apart at the outside: they meet, and do not pass.
    assert!(summary["contacts_max"].as_u64() > Some(0), "{summary}");
    assert_eq!(summary["unconverged_steps"], 0);
    assert!(summary["worst_penetration"].as_f64() < Some(1e-3), "{summary}");
    // 3 × 41 nodes; the lower triangle of A has fewer numbers than L.
    let factors = &summary["factors"];
    assert_eq!((&factors["factors"], &factors["degrees_of_freedom"]), (&1.into(), &246.into()));
    let numbers = factors["numbers"].as_u64().unwrap();
    assert!((2_000..246 * 247 / 2).contains(&numbers), "{numbers}");
    assert!(factors["bytes"].as_u64() > Some(8 * numbers));
    assert!(summary["wall_seconds"]["factor"].as_f64() > Some(0.0), "{summary}");
    assert!(summary["wall_seconds"]["condensation"].as_f64() > Some(0.0), "{summary}");
    // Without it they do.
    let through = RING.replace("self_contact = true", "");
    sandbox.write("through.toml", &through);
    exits(&sandbox.run(&["run", "through.toml", "--out", "t", "--quiet"]), 0);
    let summary: serde_json::Value =
        serde_json::from_str(&read(&sandbox, "t/summary.json")).unwrap();
    assert_eq!(summary["contacts_max"], 0);
}

/// A cable that snaps taut in steps far too long for it gains energy at every snap, though each is solved: this is told.
#[test]
fn energy_from_nothing_is_warned_of() {
    let sandbox = Sandbox::new("soft-gain");
    sandbox.write(
        "scene.toml",
        r#"
        dimension = 2
        time_step = 1e-3
        duration = 0.4
        contacts = [{ default = true, friction = 0.3 }]
        record.picture = false
        materials.iron.density = 7800.0
        [materials.rope]
        density = 1000.0
        [materials.rope.deformable]
        law.elastic = { young_modulus = 1e8, poisson_ratio = 0.3 }
        thickness = 0.01
        cable = true
        cells = [20]
        damping.mass = 2.0
        [[bodies]]
        name = "rope"
        material = "rope"
        shape.chain.points = [[-1.0, 1.0], [0.0, 0.5], [1.0, 1.0]]
        drives = [
            { dof = "all", on = "start", displacement = 0.0 },
            { dof = "all", on = "end", displacement = 0.0 },
        ]
        [[bodies]]
        material = "iron"
        shape.disk.radius = 0.1
        position = [0.2, 0.9]
        "#,
    );
    let arguments = ["run", "scene.toml", "--out"];
    let long = sandbox.run(&[&arguments[..], &["o"]].concat());
    exits(&long, 0);
    assert!(err(&long).contains("J came from nothing"), "{}", err(&long));
    let losing = sandbox.run(&[&arguments[..], &["t", "--set", "theta=1"]].concat());
    exits(&losing, 0);
    assert!(!err(&losing).contains("from nothing"), "{}", err(&losing));
}
