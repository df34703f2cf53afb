//! Every class of error: its line, what the caret marks, its message and its hint.

use crate::{BASE, bad, parse, replaced};
use drystone::scene::SceneError;

/// The text under the caret.
pub fn marked(error: &SceneError) -> String {
    let place = error.place.as_ref().expect("a place");
    place.text.chars().skip(place.column - 1).take(place.width).collect()
}

/// Replaces a part of the base scene and compares line, marked text, message and hint.
#[track_caller]
fn expect(from: &str, to: &str, line: usize, under: &str, message: &str, help: &str) {
    let error = bad(replaced(from, to));
    let shown = error.to_string();
    assert_eq!(error.line(), line, "{shown}");
    assert_eq!(marked(&error), under, "{shown}");
    assert!(error.message.contains(message), "{shown}");
    assert!(error.help.unwrap_or_default().contains(help), "{shown}");
    assert!(shown.contains(&format!("test.toml:{line}:")) && shown.contains('^'), "{shown}");
}

#[test]
fn misspelt_words_are_recognised() {
    expect("density", "densty", 6, "densty", "unknown key `densty`", "did you mean `density`?");
    expect("{ box", "{ bocks", 14, "bocks", "unknown name `bocks`", "");
    expect("{ box", "{ bx", 14, "bx", "unknown name", "did you mean `box`?");
    expect("time_step", "timestep", 2, "timestep", "unknown key", "did you mean `time_step`?");
    expect("size", "sizes", 14, "sizes", "unknown key", "`size`");
    let contact = "between = [\"stone\", \"ston\"]";
    expect("default = true", contact, 9, "\"ston\"", "unknown material `ston`", "`stone`");
    let material = "material = \"Stone\"\nposition = [0.0, 0.5]";
    expect("position = [0.0, 0.5]", material, 15, "\"Stone\"", "unknown material", "`stone`");
    let law = "friction = 0.5\nunilateral = \"quasi_inelestic\"";
    expect("friction = 0.5", law, 11, "\"quasi_inelestic\"", "unilateral", "`quasi_inelastic`");
    let solver = "duration = 1.0\nsolver = { norm = \"contact_min\" }";
    expect("duration = 1.0", solver, 4, "\"contact_min\"", "unknown norm", "`contact_max`");
    let dof = "drives = [{ dof = \"rotaton\", velocity = 1 }]";
    expect("position = [0.0, 0.5]", dof, 15, "\"rotaton\"", "degree of freedom", "`rotation`");
    let group = "group = \"a\"\n[[no_contact]]\nbetween = [\"a\", \"defolt\"]";
    expect("position = [0.0, 0.5]", group, 17, "\"defolt\"", "unknown group", "`default`");
}

#[test]
fn numbers_are_checked() {
    expect("= 2000.0", "= 0.0", 6, "0.0", "`density` must be greater than 0", "");
    expect("= 2000.0", "= -1", 6, "-1", "`density` must be greater than 0, found -1", "SI units");
    expect("= 2000.0", "= nan", 6, "nan", "finite", "leave the key out");
    expect("= 2000.0", "= inf", 6, "inf", "finite", "");
    expect("= 2000.0", "= 1e999", 6, "1e999", "finite", "");
    expect("= 2000.0", "= \"heavy\"", 6, "\"heavy\"", "expected a number", "without quotes");
    expect("= \"block\"", "= 3", 13, "3", "expected a string", "in quotes");
    expect("[1.0, 1.0]", "1.0", 14, "1.0", "expected a list", "in brackets");
    expect("= 0.01", "= 0", 2, "0", "`time_step` must be greater than 0", "");
    expect("= 0.01", "= 1e-300", 3, "1.0", "time steps", "");
    expect("= 0.01", "= 1.5", 2, "1.5", "longer than the duration", "");
    expect("= 2000.0", "= -1e31", 6, "-1e31", "numbers above 1e30", "");
    expect("duration = 1.0", "duration = -1.0", 3, "-1.0", "`duration`", "");
    expect("[1.0, 1.0]", "[1.0, -1.0]", 14, "-1.0", "`size` must be greater than 0", "");
    expect("= 0.5", "= -0.5", 10, "-0.5", "`friction` must not be negative", "");
    expect("duration = 1.0", "duration = 1.0\ntheta = 0.4", 4, "0.4", "between 0.5 and 1", "");
    expect("duration = 1.0", "duration = 1.0\nseed = -1", 4, "-1", "whole number", "");
    expect("dimension = 2", "dimension = 4", 1, "4", "must be 2 or 3", "");
    let damping = "damping = { linear = -1.0 }";
    expect("position = [0.0, 0.5]", damping, 15, "-1.0", "`linear`", "");
    expect("position = [0.0, 0.5]", "mass = 0.0", 15, "0.0", "`mass`", "");
    expect("position = [0.0, 0.5]", "inertia = -2", 15, "-2", "`inertia`", "");
}

#[test]
fn keys_of_the_solver_are_checked() {
    let expect = |key: &str, value: &str, message: &str, help: &str| {
        let text = format!("duration = 1.0\nsolver.{key} = {value}");
        expect("duration = 1.0", &text, 4, value, message, help);
    };
    expect("tolerance", "0", "`tolerance` must be greater than 0", "");
    expect("max_iterations", "0", "at least 1", "");
    expect("max_seconds", "0.0", "`max_seconds` must be greater than 0", "");
    expect("relaxation", "2.0", "between 0 and 2", "");
    expect("relaxation", "-0.1", "between 0 and 2", "");
    expect("name", "\"lemk\"", "unknown solver `lemk`", "`lemke`");
    expect("order", "\"natral\"", "unknown order `natral`", "`natural`");
    expect("order", "\"by hand\"", "unknown order", "known: `adaptive`, `natural`, `shuffled`");
    expect("local", "\"guess\"", "unknown one-contact method `guess`", "`quartic`");
    expect("line_search", "\"wolfe\"", "unknown line search `wolfe`", "`goldstein_price`");
    expect("freezing", "-1", "whole number", "");
    expect("freezing", "1.5", "whole number", "");
    expect("seed", "-1", "whole number", "");
    expect("newton_share", "0.0", "`newton_share` must be greater than 0", "");
    expect("newton_share", "1.5", "`newton_share` must be between 0 and 1", "");
    expect("facets", "2", "`facets` must be a whole number between 3 and 64, found 2", "");
    expect("facets", "65", "between 3 and 64", "");
    expect("acceleration", "1", "expected a boolean", "");
    let unknown = "duration = 1.0\nsolver.facet = 8";
    crate::errors::expect("duration = 1.0", unknown, 4, "facet", "unknown key `facet`", "`facets`");
}

#[test]
fn vectors_have_the_length_of_the_dimension() {
    expect("[1.0, 1.0]", "[1.0, 1.0, 1.0]", 14, "[1.0, 1.0, 1.0]", "dimension = 2, found 3", "");
    expect("[0.0, 0.5]", "[0.0]", 15, "[0.0]", "expected 2 numbers", "");
    expect("[0, 1]", "[0, 0, 1]", 19, "[0, 0, 1]", "expected 2 numbers", "");
    expect("[0, 1]", "[0, 0]", 19, "[0, 0]", "must not be zero", "");
    let gravity = "duration = 1.0\ngravity = [0.0, 0.0, -9.81]";
    expect("duration = 1.0", gravity, 4, "[0.0, 0.0, -9.81]", "expected 2 numbers", "");
    let spin = "angular_velocity = [0.0, 0.0, 1.0]";
    expect("position = [0.0, 0.5]", spin, 15, "[0.0, 0.0, 1.0]", "expected one number", "");
    let repeat = "repeat = { count = [2], spacing = [1.0, 1.0] }";
    expect("position = [0.0, 0.5]", repeat, 15, "[2]", "expected 2 counts", "");
    let many = "repeat = { count = [100000, 100000], spacing = [1.0, 1.0] }";
    expect("position = [0.0, 0.5]", many, 15, "[100000, 100000]", "more than", "");
}

#[test]
fn shapes_are_checked() {
    let shape = "{ box = { size = [1.0, 1.0] } }";
    let flat = "{ polygon = { vertices = [[0, 0], [1, 0], [2, 0]] } }";
    expect(shape, flat, 14, "[[0, 0], [1, 0], [2, 0]]", "the area is zero", "");
    let few = "{ polygon = { vertices = [[0, 0], [1, 0]] } }";
    expect(shape, few, 14, "[[0, 0], [1, 0]]", "at least 3 points", "");
    let hollow = "{ polygon = { vertices = [[0, 0], [2, 0], [0.5, 0.5], [0, 2]] } }";
    expect(shape, hollow, 14, "[0.5, 0.5]", "not convex", "decompose = true");
    expect(shape, "{ sphere = { radius = 1 } }", 14, "{ radius = 1 }", "dimension 3", "`disk`");
    expect(shape, "{ disk = { radius = 0 } }", 14, "0", "`radius`", "");
    expect(shape, "{ regular_polygon = { sides = 2, radius = 1 } }", 14, "2", "between 3", "");
    expect(
        shape,
        "{ segment = { from = [0, 0], to = [0, 0] } }",
        14,
        "{ from = [0, 0], to = [0, 0] }",
        "coincide",
        "",
    );
    expect(shape, "\"box\"", 14, "\"box\"", "a name alone", "");
    expect(shape, "{}", 14, "{}", "exactly one key", "");
    let two = "{ box = { size = [1, 1] }, disk = { radius = 1 } }";
    expect(shape, two, 14, two, "exactly one key", "");
    let free = "fixed = false\nshape = { half_space = { normal = [0, 1] } }";
    let plane = "shape = { half_space = { normal = [0, 1] } }";
    expect(plane, free, 20, "{ half_space = { normal = [0, 1] } }", "no mass", "fixed = true");
}

#[test]
fn missing_and_doubled_things_are_named() {
    expect("time_step = 0.01\n", "", 1, "dimension = 2", "`time_step` is missing", "");
    expect("friction = 0.5", "", 8, "[[contacts]]", "`friction` is missing", "");
    expect(
        "shape = { box = { size = [1.0, 1.0] } }",
        "",
        12,
        "[[bodies]]",
        "`shape` is missing",
        "",
    );
    expect("density = 2000.0", "", 12, "[[bodies]]", "density", "`density`");
    expect("\"floor\"", "\"block\"", 18, "\"block\"", "already a body named `block`", "");
    expect("default = true\n", "", 8, "[[contacts]]", "between", "");
    let law = "[[contacts]]\ndefault = true\nfriction = 0.5\n";
    expect(law, "", 14, "[[bodies]]", "two bodies of `stone` can touch", "[[contacts]]");
    expect(law, &law.repeat(2), 12, "true", "already a default", "");
    let two = "[materials.stone]\ndensity = 1.0\n[materials.wood]";
    expect("[materials.stone]", two, 14, "[[bodies]]", "material is missing", "material");
    expect("duration = 1.0", "duration = 1.0\nduration = 2.0", 4, "duration", "not valid TOML", "");
    expect("[0.0, 0.5]", "[0.0 0.5]", 15, "0.0 0.5", "not valid TOML", "");
    let both = "duration = 1.0\nrecord = { frames_every = 2, frame_count = 5 }";
    expect("duration = 1.0", both, 4, "5", "not both", "");
}

#[test]
fn restitution_needs_the_velocity_law() {
    let law = "friction = 0.5\nnormal_restitution = 0.5\nunilateral = \"quasi_inelastic\"";
    expect("friction = 0.5", law, 12, "\"quasi_inelastic\"", "no velocity left", "velocity");
    let above = "friction = 0.5\nnormal_restitution = 1.5";
    expect("friction = 0.5", above, 11, "1.5", "between 0 and 1", "");
}

#[test]
fn functions_of_time_are_checked() {
    let expect_drive = |function: &str, under: &str, message: &str| {
        let line = format!("drives = [{{ dof = \"x\", velocity = {function} }}]");
        expect("position = [0.0, 0.5]", &line, 15, under, message, "");
    };
    expect_drive("{ sine = { amplitude = 1 } }", "{ amplitude = 1 }", "`frequency` or `period`");
    expect_drive("{ sine = { amplitude = 1, period = 0 } }", "0", "`period`");
    expect_drive("{ ramp = { times = [1, 1], values = [0, 1] } }", "[1, 1]", "after the start");
    expect_drive("{ ramp = { times = [0], values = [0, 1] } }", "[0]", "length");
    expect_drive(
        "{ points = { times = [0, 0], values = [0, 1] } }",
        "{ times = [0, 0], values = [0, 1] }",
        "increase",
    );
    expect_drive(
        "{ table = { file = \"none.csv\", value = \"ax\" } }",
        "\"none.csv\"",
        "cannot read `none.csv`",
    );
    expect_drive("true", "true", "a number, or a table with one of ramp");
    let line = "drives = [{ dof = \"x\" }]";
    expect("position = [0.0, 0.5]", line, 15, "{ dof = \"x\" }", "exactly one of", "");
    let twice = "drives = [{ dof = \"x\", velocity = 1 }, { dof = \"x\", velocity = 1 }]";
    expect("position = [0.0, 0.5]", twice, 15, "\"x\"", "already driven", "");
    let torque = "loads = [{ torque = { value = 1.0, axis = [0, 0, 1] } }]";
    expect("position = [0.0, 0.5]", torque, 15, "[0, 0, 1]", "no axis", "");
    let face = "loads = [{ pressure = { value = 1.0, face = [1, 1] } }]";
    expect("position = [0.0, 0.5]", face, 15, "[1, 1]", "no face", "nearest face");
}

#[test]
fn generators_are_checked() {
    let expect_generator = |generator: &str, under: &str, message: &str| {
        let text = format!("{BASE}\n[[generators]]\n{generator}\n");
        let error = bad(parse(&text));
        assert_eq!((error.line(), marked(&error).as_str()), (22, under), "{error}");
        assert!(error.message.contains(message), "{error}");
    };
    let region = "region = { min = [0, 2], max = [1, 3] }";
    expect_generator(
        &format!("lattice = {{ {region}, radius = [0.2, 0.1] }}"),
        "[0.2, 0.1]",
        "below",
    );
    expect_generator(
        &format!("lattice = {{ {region}, radius = [0.1, 0.6] }}"),
        "[1, 3]",
        "one cell",
    );
    expect_generator(
        &format!("lattice = {{ {region}, radius = [0.1, 0.1], spacing = 0.1 }}"),
        "0.1",
        "overlap",
    );
    expect_generator("bricks = { block = [1, 1], courses = 0, length = 2 }", "0", "`courses`");
    expect_generator("arch = { mean_radius = 1, thickness = 3, voussoirs = 9 }", "3", "twice");
    expect_generator("stack = { size = [1, 1], count = 9000000 }", "9000000", "more than");
    expect_generator("stak = { size = [1, 1], count = 3 }", "stak", "unknown name");
}

#[test]
fn a_missing_file_is_named() {
    let error = bad(drystone::scene::Scene::load(std::path::Path::new("no/such.toml"), &[]));
    assert!(
        error.to_string().contains("cannot read the scene") && error.file.contains("such.toml")
    );
}
