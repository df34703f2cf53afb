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
