//! Values set on the command line.

use crate::{BASE, bad, good, plane};
use drystone::scene::{Scene, SceneError};
use std::path::Path;

fn set(arguments: &[&str]) -> Result<Scene, SceneError> {
    let arguments: Vec<String> = arguments.iter().map(|a| a.to_string()).collect();
    Scene::parse("test.toml", BASE, &arguments, Path::new(""))
}

#[test]
fn values_are_replaced_and_added() {
    let scene = good(set(&[
        "time_step=0.02",
        "solver.tolerance=1e-9",
        "solver.norm=natural_map",
        "bodies.0.position=[3, 4]",
        "bodies.0.shape={ disk = { radius = 0.5 } }",
        "contacts.0.friction=0.9",
        "title=two words",
    ]));
    assert_eq!((scene.steps(), scene.description.title.as_str()), (50, "two words"));
    let world = plane(scene);
    let block = crate::posed(&world, 0, 0.0, 0.0).expect("a block");
    assert_eq!((world.solver.tolerance, block.cone.mu()), (1e-9, 0.9));
    assert_eq!(world.bodies.pose(0).position.as_slice(), [3.0, 4.0]);
}

#[test]
fn the_last_one_wins() {
    assert_eq!(good(set(&["time_step=0.02", "time_step=0.5"])).steps(), 2);
}

#[track_caller]
fn expect(argument: &str, column: usize, message: &str) {
    let error = bad(set(&["duration=2.0", argument]));
    assert_eq!((error.file.as_str(), error.column()), ("--set", column), "{error}");
    assert!(error.to_string().contains(message), "{error}");
    assert!(error.to_string().contains(argument), "{error}");
}

#[test]
fn errors_say_that_they_come_from_set() {
    expect("solver.tolerance=-1", 18, "`tolerance` must be greater than 0");
    expect("solver.tolerence=1", 8, "did you mean `tolerance`?");
    expect("solver.norm=contact_maxx", 13, "did you mean `contact_max`?");
    expect("bodies.0.position=[1, 2, 3]", 19, "expected 2 numbers");
    expect("bodies.9.position=[1, 2]", 1, "`bodies` is a list of 2");
    expect("bodies.0.shape={ box = { size = [1, -1] } }", 37, "`size`");
    expect("time_step.x=1", 1, "`time_step` is a single value");
    expect("time_step", 1, "key.path=value");
    expect("time_step=[1", 13, "not valid TOML");
    expect("=1", 1, "empty key");
}
