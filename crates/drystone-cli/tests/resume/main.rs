//! Runs that are interrupted and gone on with: bit for bit as if they had never stopped.

mod changed;
mod cracking;
mod damaged;
mod early;
mod extended;
mod files;
mod finished;
mod killed;
mod late;
mod machine;
#[path = "../sandbox/mod.rs"]
mod sandbox;
mod size;
mod special;

use sandbox::{Sandbox, exits, out};

/// Disks that fall on each other, a frame a step.
pub const SCENE: &str = r#"
    dimension = 2
    time_step = 1e-3
    duration = 0.4
    materials.glass.density = 2500.0
    contacts = [{ default = true, friction = 0.3 }]
    bodies = [{ shape.half_space.normal = [0, 1] }]
    [record]
    frames_every = 1
    checkpoint_every = 7
    picture = false
    [[generators]]
    [generators.lattice]
    region = { min = [0.0, 0.0], max = [0.2, 0.5] }
    radius = [0.008, 0.01]
    count = 60
    velocity = [0.3, -1.0]
"#;

/// Part of a scene: a wall of bricks and a disk that is shot at it.
pub const SHOT_AT_WALL: &str = r#"
    [[bodies]]
    name = "shot"
    shape.disk.radius = 0.1
    position = [-0.35, 0.3]
    velocity = [12.0, 2.0]
    [[generators]]
    [generators.bricks]
    block = [0.3, 0.1]
    courses = 5
    length = 2
"#;

/// The state at the end of a run that is done.
pub fn hash(sandbox: &Sandbox, folder: &str) -> String {
    let text = std::fs::read_to_string(sandbox.file(folder).join("summary.json")).unwrap();
    let summary: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(summary["ended"], "done");
    summary["state_hash"].as_str().unwrap().to_string()
}

/// History without the columns of wall time, which it does not have.
pub fn history(sandbox: &Sandbox, folder: &str) -> String {
    std::fs::read_to_string(sandbox.file(folder).join("history.csv")).unwrap()
}

/// How many frames there are, one a step.
pub fn frames(sandbox: &Sandbox, folder: &str) -> usize {
    let output = sandbox.run(&["info", folder, "--json"]);
    exits(&output, 0);
    let object: serde_json::Value = serde_json::from_str(&out(&output)).unwrap();
    let steps = object["steps"].as_array().unwrap();
    let in_order = steps.iter().enumerate().all(|(k, step)| step.as_u64() == Some(k as u64));
    assert!(in_order, "{steps:?}");
    steps.len()
}
