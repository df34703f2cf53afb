//! Scenes that would need more memory than there is are told so, with their numbers, before it is
//! gone.

mod sandbox;

use sandbox::{Sandbox, err, exits};
use std::process::{Output, Stdio};
use std::time::Duration;

/// Most memory that any of this may take (kB).
const MOST: u64 = 1_000_000;

/// Runs the command, and says how much memory it took at most (kB), where the system tells.
fn measured(sandbox: &Sandbox, arguments: &[&str]) -> (Output, u64) {
    let mut command = sandbox.command(arguments);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|words| words.split_whitespace().next()?.parse().ok());
        most = most.max(peak.unwrap_or(0));
        assert!(most < MOST, "{most} kB");
        std::thread::sleep(Duration::from_millis(2));
    }
    (child.wait_with_output().unwrap(), most)
}

fn disks(count: usize, more: &str) -> String {
    format!(
        "dimension = 2\ntime_step = 1e-3\nduration = 4e-3\n{more}\n\
         materials.glass.density = 2500.0\ncontacts = [{{ default = true, friction = 0.3 }}]\n\
         [[bodies]]\nshape.half_space.normal = [0, 1]\n\
         [[bodies]]\nname = \"disk\"\nshape.disk.radius = 0.05\nposition = [0.5, 0.5]\n\
         repeat = {{ count = [{count}, 1], spacing = [1e-9, 1] }}\n"
    )
}

#[test]
fn bodies_in_one_place_are_counted_and_refused() {
    let sandbox = Sandbox::new("coincident");
    sandbox.write("scene.toml", &disks(3000, ""));
    let (told, _) = measured(&sandbox, &["run", "scene.toml", "--out", "o"]);
    exits(&told, 2);
    // 3000 · 2999 / 2 pairs, and more than 500,000 at least.
    assert!(
        err(&told).contains("pairs of bodies near each other, more than the"),
        "{}",
        err(&told)
    );
    assert!(!sandbox.file("o").exists());
    // What looks at the scene without running it says the same.
    let (told, _) = measured(&sandbox, &["check", "scene.toml"]);
    exits(&told, 2);
    assert!(err(&told).contains("pairs of bodies near each other"), "{}", err(&told));
    assert!(!String::from_utf8_lossy(&told.stdout).contains("no errors"));
    // As many as fit are no matter.
    sandbox.write("few.toml", &disks(100, "solver.max_iterations = 10"));
    let few = ["run", "few.toml", "--out", "few", "--allow-unconverged", "--quiet"];
    exits(&measured(&sandbox, &few).0, 0);
}

/// A body that crosses the cell a million times in a step: the run ends with the state before.
#[test]
fn a_body_with_a_million_images_ends_the_run() {
    let sandbox = Sandbox::new("images");
    sandbox.write(
        "scene.toml",
        "dimension = 2\ntime_step = 1e-3\nduration = 1e-2\nperiodic = { x = [0.0, 1.0] }\n\
         materials.glass.density = 2500.0\ncontacts = [{ default = true, friction = 0.3 }]\n\
         [[bodies]]\nshape.disk.radius = 0.05\nposition = [0.5, 0.5]\nvelocity = [1e9, 0.0]\n\
         [[bodies]]\nshape.disk.radius = 0.05\nposition = [0.2, 0.5]\n",
    );
    let (told, _) = measured(&sandbox, &["run", "scene.toml", "--out", "o", "--quiet"]);
    exits(&told, 1);
    assert!(err(&told).contains("images of bodies in the periodic cell"), "{}", err(&told));
    let text = std::fs::read_to_string(sandbox.file("o/summary.json")).unwrap();
    let summary: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&summary["ended"], &summary["steps"]), (&"crowded".into(), &0.into()));
    exits(&sandbox.run(&["render", "o", "-o", "r.svg"]), 0);
}

/// Whatever shape it is, a body of more than a million elements is refused with their number and
/// the key.
#[test]
fn too_many_elements_are_counted_and_refused() {
    let sandbox = Sandbox::new("elements");
    let thin = "thickness = 0.01, ";
    let cases = [
        (2, "box.size = [1, 1]", "", "size = 1e-4", "100000000 elements"),
        (2, "box.size = [1, 1]", "element = \"T3\", ", "cells = [800, 800]", "1280000 elements"),
        (2, "disk.radius = 1.0", "", "cells = [600, 600]", "1800000 elements"),
        (2, "ring = { inner_radius = 1.0, outer_radius = 1.000001 }", "", "size = 1.0", "elements"),
        (2, "chain = { points = [[0, 0], [1, 0]] }", thin, "size = 1e-7", "10000000 elements"),
        (3, "box.size = [1, 1, 1]", "", "cells = [101, 100, 100]", "1010000 elements"),
        (3, "sphere.radius = 1.0", "", "cells = [100, 1]", "1060000 elements"),
        (3, "cylinder = { radius = 1.0, length = 1e6 }", "", "size = 1.0", "elements"),
        (3, "sheet.size = [1, 1]", thin, "size = 1e-4", "100000000 elements"),
        (3, "tube = { radius = 1.0, length = 1e-6 }", thin, "size = 1.0", "elements"),
    ];
    for (dimension, shape, more, mesh, words) in cases {
        let normal = if dimension == 2 { "[0, 1]" } else { "[0, 0, 1]" };
        sandbox.write(
            "scene.toml",
            &format!(
                "dimension = {dimension}\ntime_step = 1e-3\nduration = 1e-3\n\
                 contacts = [{{ default = true, friction = 0.3 }}]\n\
                 [materials.rubber]\ndensity = 1000.0\n\
                 deformable = {{ law = {{ elastic = {{ young_modulus = 1e6, poisson_ratio = 0.3 }} }}, {more}{mesh} }}\n\
                 [[bodies]]\nshape.half_space.normal = {normal}\n[[bodies]]\nshape.{shape}\n"
            ),
        );
        let (told, _) = measured(&sandbox, &["check", "scene.toml"]);
        exits(&told, 2);
        let told = err(&told);
        assert!(told.contains(words) && told.contains("the most is 1000000"), "{shape}: {told}");
        assert!(told.contains("scene.toml:"), "{shape}: {told}");
    }
}

/// So are many bodies of few.
#[test]
fn too_many_elements_of_all_bodies_are_refused() {
    let sandbox = Sandbox::new("all-elements");
    sandbox.write(
        "scene.toml",
        "dimension = 2\ntime_step = 1e-3\nduration = 1e-3\n\
         contacts = [{ default = true, friction = 0.3 }]\n\
         [materials.rubber]\ndensity = 1000.0\n\
         deformable = { law = { elastic = { young_modulus = 1e6, poisson_ratio = 0.3 } }, cells = [20, 20] }\n\
         [[bodies]]\nname = \"block\"\nshape.box.size = [1, 1]\n\
         repeat = { count = [200, 100], spacing = [2.0, 2.0] }\n",
    );
    let (told, _) = measured(&sandbox, &["check", "scene.toml"]);
    exits(&told, 2);
    assert!(err(&told).contains("have 8000000 elements"), "{}", err(&told));
}

/// Large bodies are summed up when the first of them has its mesh, and what would be made of
/// meshes is estimated before it is made.
#[test]
fn bodies_that_do_not_fit_are_refused_before_they_are_made() {
    let sandbox = Sandbox::new("room");
    let scene = |dimension: usize, element: &str, cells: &str, size: &str, more: &str| {
        format!(
            "dimension = {dimension}\ntime_step = 1e-3\nduration = 1e-3\n\
             contacts = [{{ default = true, friction = 0.3 }}]\n\
             [materials.rubber]\ndensity = 1000.0\n\
             deformable = {{ law = {{ elastic = {{ young_modulus = 1e6, poisson_ratio = 0.3 }} }}, \
             element = \"{element}\", cells = {cells} }}\n\
             [[bodies]]\nname = \"block\"\nshape.box.size = {size}\n{more}\n"
        )
    };
    let many = "repeat = { count = [100, 100], spacing = [2.0, 2.0] }";
    sandbox.write("many.toml", &scene(2, "Q4", "[300, 300]", "[1, 1]", many));
    let (told, _) = measured(&sandbox, &["check", "many.toml"]);
    exits(&told, 2);
    assert!(err(&told).contains("have 900000000 elements"), "{}", err(&told));
    sandbox.write("large.toml", &scene(3, "H20", "[50, 50, 50]", "[1, 1, 1]", ""));
    let (told, _) = measured(&sandbox, &["check", "large.toml"]);
    exits(&told, 2);
    let words = err(&told);
    assert!(words.contains("these 125000 elements") && words.contains("some 20 GB"), "{words}");
    assert!(words.contains("the most is 16 GB"), "{words}");
}
