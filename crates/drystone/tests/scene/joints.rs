//! Keys of joints: what is wrong with them is said where it stands.

use crate::parse;

const SCENE: &str = "dimension = 2\ntime_step = 0.01\nduration = 1.0\n\
    [materials.stone]\ndensity = 2000.0\n\
    [[contacts]]\ndefault = true\nfriction = 0.5\n\
    [[bodies]]\nname = \"arm\"\nshape = { disk = { radius = 0.1 } }\n\
    [[bodies]]\nname = \"leg\"\nshape = { disk = { radius = 0.1 } }\nposition = [0.0, 1.0]\n\
    [[bodies]]\nname = \"floor\"\nshape = { half_space = { normal = [0, 1] } }\nposition = [0.0, -1.0]\n\
    [[joints]]\n";

/// The message and hint of a joint's error, and the text that is marked.
#[track_caller]
fn expect(joint: &str, under: &str, message: &str) {
    let error = parse(&format!("{SCENE}{joint}\n")).err().expect("an error");
    let shown = error.to_string();
    let place = error.place.as_ref().expect("a place");
    let marked: String = place.text.chars().skip(place.column - 1).take(place.width).collect();
    assert_eq!(marked, under, "{shown}");
    let all = format!("{} {}", error.message, error.help.unwrap_or_default());
    assert!(all.contains(message), "{shown}");
}

#[test]
fn words_are_recognised() {
    let rest = "at = [0, 0]";
    expect(&format!("bodies = [\"arn\"]\n{rest}\nkind.hinge = {{}}"), "\"arn\"", "`arm`");
    expect(&format!("bodies = [\"arm\"]\n{rest}\nkind.hing = {{}}"), "hing", "`hinge`");
    expect("bodies = [\"arm\"]\nkind.rod.lenght = 1.0", "lenght", "`length`");
}

#[test]
fn what_does_not_fit_together_is_said() {
    expect(
        "bodies = [\"arm\", \"arm\"]\nat = [0, 0]\nkind.weld = {}",
        "[\"arm\", \"arm\"]",
        "itself",
    );
    expect("bodies = [\"floor\"]\nat = [0, 0]\nkind.weld = {}", "[\"floor\"]", "can be moved");
    expect("bodies = [\"arm\"]\nat = [0, 0]\nkind.slider = {}", "kind", "needs an `axis`");
    expect("bodies = [\"arm\"]\nat = [0, 0]\naxis = [1, 0]\nkind.hinge = {}", "[1, 0]", "no axis");
    expect("bodies = [\"arm\"]\nat = [0, 0]\nkind.rope = {}", "[0, 0]", "two `points`");
    expect(
        "bodies = [\"arm\"]\nat = [0, 0]\nlimits = [0.5, 1]\nkind.hinge = {}",
        "[0.5, 1]",
        "0, between",
    );
    expect(
        "bodies = [\"arm\"]\nat = [0, 0]\nfriction = 2.0\nkind.weld = {}",
        "2.0",
        "hinges and sliders",
    );
    expect("bodies = [\"arm\"]\nat = [0, 0]\nfriction = -2.0\nkind.hinge = {}", "-2.0", "negative");
    expect("bodies = [\"arm\"]\nat = [0]\nkind.hinge = {}", "[0]", "expected 2 numbers");
}

#[test]
fn a_joint_is_read_and_written_again() {
    let joint =
        "bodies = [\"arm\", \"leg\"]\npoints = [[0, 0], [0, 1]]\nkind.rod = { stiffness = 10.0 }";
    let scene = parse(&format!("{SCENE}{joint}\n")).expect("a good scene");
    let text = scene.resolved_toml().expect("a text");
    assert!(text.contains("[joints.kind.rod]") && text.contains("stiffness = 10.0"), "{text}");
    parse(&text).expect("the same scene again");
}

#[test]
fn joints_that_hold_twice_are_mentioned() {
    let weld = "bodies = [\"arm\"]\nat = [0, 0]\nkind.weld = {}\n";
    let scene = parse(&format!("{SCENE}{weld}[[joints]]\n{weld}")).expect("a good scene");
    let warned = scene.warnings.iter().any(|w| w.contains("3 directions more than once"));
    assert!(warned, "{:?}", scene.warnings);
}

/// A slider along the floor that a box stands on holds what the floor holds.
#[test]
fn a_support_beside_a_joint_is_mentioned() {
    let scene = |joint: &str| {
        let text = format!(
            "dimension = 2\ntime_step = 0.01\nduration = 1.0\n[materials.stone]\ndensity = 2000.0\n\
             [[contacts]]\ndefault = true\nfriction = 0.5\n\
             [[bodies]]\nname = \"crate\"\nshape.box = {{ size = [1.0, 1.0] }}\nposition = [0.0, 0.5]\n\
             [[bodies]]\nname = \"floor\"\nshape = {{ half_space = {{ normal = [0, 1] }} }}\n\
             [[joints]]\nbodies = [\"crate\"]\n{joint}\n"
        );
        let warnings = parse(&text).expect("a good scene").warnings;
        warnings.into_iter().filter(|w| w.contains("of contact by themselves")).collect::<Vec<_>>()
    };
    let along = scene("at = [0, 0.5]\naxis = [1, 0]\nkind.slider = {}");
    assert!(along.len() == 1 && along[0].contains("2 points"), "{along:?}");
    assert!(along[0].contains("crate") && along[0].contains("floor"), "{along:?}");
    // A hinge above one corner leaves the other to the floor; upwards a slider holds nothing the floor does.
    let hinge = scene("at = [-0.5, 0.5]\nkind.hinge = {}");
    assert!(hinge.len() == 1 && hinge[0].contains("1 point "), "{hinge:?}");
    assert_eq!(scene("at = [0, 0.5]\naxis = [0, 1]\nkind.slider = {}"), Vec::<String>::new());
    assert_eq!(scene("points = [[0, 0.5], [2, 0.5]]\nkind.rod = {}"), Vec::<String>::new());
}

/// The length of a spring without one is the distance at the beginning.
#[test]
fn a_spring_begins_without_force() {
    let spring = "bodies = [\"arm\", \"leg\"]\npoints = [[0, 0], [0, 1]]\nkind.spring = { stiffness = 10.0 }";
    let scene = parse(&format!("{SCENE}{spring}\n")).expect("a good scene");
    let drystone::world::AnyWorld::Plane(world) = &scene.world else { panic!("of the plane") };
    let drystone::joints::JointKind::Spring(found) = &world.joints[0].kind else {
        panic!("a spring")
    };
    assert_eq!((found.stiffness, found.damping, found.length), (10.0, None, Some(1.0)));
    let wrong = |kind: &str, under: &str, message: &str| {
        let head = "bodies = [\"arm\", \"leg\"]\npoints = [[0, 0], [0, 1]]\nkind.spring = ";
        expect(&format!("{head}{kind}"), under, message);
    };
    wrong("{ stiffness = 0.0 }", "0.0", "greater than 0");
    wrong("{ stiffness = 1.0, damping = -1.0 }", "-1.0", "negative");
    wrong("{ stiffness = 1.0, length = -1.0 }", "-1.0", "negative");
    wrong("{ damping = 1.0 }", "{ damping = 1.0 }", "`stiffness` is missing");
    expect(
        "bodies = [\"arm\", \"leg\"]\npoints = [[0, 0], [0, 0]]\nkind.spring = { stiffness = 1.0 }",
        "[[0, 0], [0, 0]]",
        "spring must not coincide",
    );
}
