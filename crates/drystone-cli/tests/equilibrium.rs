//! `drystone equilibrium`: what it says of scenes and frames, and its exit codes.

mod sandbox;

use sandbox::{Sandbox, err, exits, out};

/// A block of 1 m on a floor.
const BLOCK: &str = r#"
    dimension = 2
    time_step = 1e-3
    duration = 0.01
    materials.stone.density = 2000.0
    contacts = [{ default = true, friction = 0.5 }]
    record = { frame_count = 1, picture = false }
    [[bodies]]
    name = "floor"
    shape.half_space.normal = [0.0, 1.0]
    [[bodies]]
    name = "block"
    shape.box.size = [1.0, 1.0]
    position = [0.0, 0.5]
"#;

#[test]
fn a_block_rests_up_to_its_friction() {
    let sandbox = Sandbox::new("equilibrium");
    sandbox.write("block.toml", BLOCK);
    let said = sandbox.run(&["equilibrium", "block.toml", "--push", "-x"]);
    exits(&said, 0);
    assert!(out(&said).contains("rest is admissible\n"), "{}", out(&said));
    assert!(out(&said).contains("along -x: 0.50000"), "{}", out(&said));
    exits(&sandbox.run(&["run", "block.toml", "--out", "results"]), 0);
    let said = sandbox.run(&["equilibrium", "results:last", "--json"]);
    exits(&said, 0);
    let json: serde_json::Value = serde_json::from_str(&out(&said)).expect("JSON");
    assert_eq!(json["equilibrium"]["admissible"], true);
    assert_eq!(json["equilibrium"]["redundancy"], 1);
}

#[test]
fn what_cannot_rest_is_named_and_exits_with_1() {
    let sandbox = Sandbox::new("equilibrium_slides");
    sandbox.write("block.toml", BLOCK);
    let tilted = ["equilibrium", "block.toml", "--set", "gravity=[6.0, -9.0]"];
    let said = sandbox.run(&tilted);
    exits(&said, 1);
    assert!(out(&said).contains("rest is not admissible"), "{}", out(&said));
    assert!(out(&said).contains("  block: "), "{}", out(&said));
}

#[test]
fn bad_states_exit_with_2() {
    let sandbox = Sandbox::new("equilibrium_bad");
    sandbox.write("block.toml", BLOCK);
    for (arguments, word) in [
        (&["equilibrium", "none.toml"][..], "none.toml"),
        (&["equilibrium", "block.toml", "--push", "z"], "no direction `z`"),
        (&["equilibrium", "block.toml", "--frame", "1"], "--frame is for results"),
    ] {
        let said = sandbox.run(arguments);
        exits(&said, 2);
        assert!(err(&said).contains(word), "{}", err(&said));
    }
}
