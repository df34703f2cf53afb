//! Bonds that break, and all that tells of them, go on.

use crate::sandbox::{Sandbox, exits, out};
use crate::{SHOT_AT_WALL, hash, history};

/// A wall that cracks under a shot: bonds, slip that weakens joints, balls that resist rolling, sums of
/// heat.
const CRACKING: &str = r#"
    dimension = 2
    time_step = 1e-3
    duration = 0.06
    materials.brick.density = 1800.0
    [[contacts]]
    default = true
    friction = 0.5
    rolling = 0.002
    bond.zone = { normal_stiffness = 1e9, normal_strength = 2e4, normal_energy = 2.0 }
    [record]
    frames_every = 3
    picture = false
    heat = true
    measures = ["damage", "heat", { measure = "heat", label = "shot", bodies = ["shot"] }]
    [[bodies]]
    shape.half_space.normal = [0, 1]
"#;

/// Interrupted while bonds break, a run ends as one that was not; its heat is what the ledger books.
#[test]
fn a_wall_goes_on_cracking() {
    let sandbox = Sandbox::new("cracking");
    sandbox.write("scene.toml", &format!("{CRACKING}{SHOT_AT_WALL}"));
    let long = ["run", "scene.toml", "--out", "long", "--quiet", "--set", "duration=0.1"];
    exits(&sandbox.run(&long), 0);
    // One of sixty steps ends a little over the tolerance, which of a hundred is no more than one
    // in a hundred.
    let short = ["run", "scene.toml", "--out", "o", "--quiet", "--allow-unconverged"];
    exits(&sandbox.run(&short), 0);
    exits(&sandbox.run(&["run", "--resume", "o", "--extend", "0.04", "--quiet"]), 0);
    assert_eq!(hash(&sandbox, "o"), hash(&sandbox, "long"));
    let rows = history(&sandbox, "long");
    assert!(history(&sandbox, "o") == rows, "another history");
    let column = |name: &str| {
        let k = rows.lines().next().unwrap().split(',').position(|own| own == name).unwrap();
        let last = rows.lines().last().unwrap().split(',').nth(k).unwrap();
        last.parse::<f64>().unwrap()
    };
    let (work, booked) = (column("friction_work"), column("friction_dissipation"));
    assert!(work > 0.0 && (work / booked - 1.0).abs() < 1e-12, "{work} and {booked}");
    assert!((0.0..work).contains(&column("shot_friction_work")));
    assert!(column("bond_work") > 0.0 && column("bonds_broken") > 10.0);
    let output = sandbox.run(&["info", "o"]);
    assert!(out(&output).contains("contacts with bonds and memory, couples, heat"));
    // What the frames tell is what was recorded.
    let output = sandbox.run(&["measure", "o", "damage", "--frame", "last"]);
    exits(&output, 0);
    let line = out(&output).lines().last().unwrap().to_string();
    let bonds: Vec<f64> = line.split(',').skip(2).take(3).map(|x| x.parse().unwrap()).collect();
    assert_eq!(bonds, ["bonds", "bonds_damaged", "bonds_broken"].map(column));
    for measure in ["bonds", "wear"] {
        exits(&sandbox.run(&["measure", "o", measure]), 0);
    }
    exits(&sandbox.run(&["render", "o", "-o", "with.svg"]), 0);
    exits(&sandbox.run(&["render", "o", "--no-bonds", "-o", "without.svg"]), 0);
    let picture = |name: &str| std::fs::read_to_string(sandbox.file(name)).unwrap();
    assert!(picture("with.svg").contains("broken") && !picture("without.svg").contains("broken"));
    exits(&sandbox.run(&["export", "vtu", "o", "--out", "vtu"]), 0);
    let last = std::fs::read(sandbox.file("vtu/frames/contacts_000034.vtu")).unwrap();
    let text = String::from_utf8_lossy(&last);
    let arrays = ["damage", "bond_force", "couple", "friction_work"];
    assert!(arrays.iter().all(|name| text.contains(name)), "arrays");
    // In one file too, though the first frame has no contacts.
    exits(&sandbox.run(&["export", "vtkhdf", "o", "--out", "vtkhdf"]), 0);
    let all = std::fs::read(sandbox.file("vtkhdf/contacts.vtkhdf")).unwrap();
    let text = String::from_utf8_lossy(&all);
    assert!(arrays.iter().all(|name| text.contains(name)), "arrays of all frames");
}
