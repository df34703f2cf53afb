//! `drystone measure`: files, plots, parts of the state, what is recorded, and bad input.

mod sandbox;
use sandbox::{Sandbox, err, exits, out};

/// A box of disks that settle.
const SCENE: &str = "dimension = 2\ntime_step = 0.002\nduration = 0.4\ntitle = 'Some \"disks\"'\n\
    [record]\nframe_count = 4\npicture = false\n\
    measures = [\"stress\", \"coordination\",\n\
      { measure = \"resultant\", label = \"floor\", bodies = [\"floor\"] },\n\
      { measure = \"cut\", cut = { point = [0.0, 0.2], normal = [0.0, 1.0] } }]\n\
    [materials.stone]\ndensity = 2000.0\n[[contacts]]\ndefault = true\nfriction = 0.4\n\
    [[bodies]]\nname = \"floor\"\nshape.half_space = { normal = [0.0, 1.0] }\n\
    [[bodies]]\nname = \"left\"\nshape.half_space = { normal = [1.0, 0.0] }\n\
    [[bodies]]\nname = \"right\"\nshape.half_space = { normal = [-1.0, 0.0] }\n\
    position = [0.6, 0.0]\n\
    [[generators]]\n[generators.lattice]\nname = \"disk\"\ncount = 25\n\
    region = { min = [0.0, 0.0], max = [0.6, 2.0] }\nradius = [0.05, 0.055]\n";

fn ran(name: &str) -> Sandbox {
    let sandbox = Sandbox::new(name);
    sandbox.write("scene.toml", SCENE);
    exits(&sandbox.run(&["run", "scene.toml", "--out", "o", "--quiet"]), 0);
    sandbox
}

/// The rows of a CSV text, by the names of its columns.
fn rows(text: &str) -> Vec<std::collections::HashMap<String, String>> {
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let row = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(fields.len(), names.len(), "{line}");
        names.iter().zip(fields).map(|(n, f)| (n.to_string(), f.to_string())).collect()
    };
    lines.map(row).collect()
}

fn read(sandbox: &Sandbox, file: &str) -> String {
    std::fs::read_to_string(sandbox.file(file)).unwrap()
}

#[test]
fn what_is_recorded_is_what_the_frames_measure() {
    let sandbox = ran("recorded");
    let history = rows(&read(&sandbox, "o/history.csv"));
    assert_eq!(history.len(), 200);
    let last = &history[199];
    let output = sandbox.run(&["measure", "o", "stress", "resultant", "--bodies", "floor"]);
    exits(&output, 0);
    let number = |row: &std::collections::HashMap<String, String>, name: &str| -> f64 {
        row[name].parse().unwrap()
    };
    let floor = rows(&out(&output));
    assert_eq!(floor.len(), 5);
    let found = number(&floor[4], "resultant_force_y (N)");
    assert_eq!(found, number(last, "floor_resultant_force_y"));
    assert!(found < 0.0);
    let output = sandbox.run(&["measure", "o", "stress", "cut", "--cut", "y=0.2"]);
    exits(&output, 0);
    let all = rows(&out(&output));
    assert_eq!(number(&all[4], "pressure (Pa)"), number(last, "pressure"));
    assert_eq!(number(&all[4], "cut_force_y (N)"), number(last, "cut_force_y"));
    assert_eq!(all[0]["pressure (Pa)"], "0e0");
    // Energies of the whole scene come with the books.
    let output = sandbox.run(&["measure", "o", "energies", "--frame", "last"]);
    exits(&output, 0);
    let books = &rows(&out(&output))[0];
    let lost = number(books, "friction_dissipation (J)");
    assert!(lost > 0.0 && lost == number(last, "friction_dissipation"));
    let kinetic = number(books, "energy_kinetic (J)");
    assert!((kinetic / number(last, "kinetic_energy") - 1.0).abs() < 1e-9);
    // Frames are named as elsewhere: the last two, from the one before.
    let output = sandbox.run(&["measure", "o", "stress", "--frame", "-2:"]);
    exits(&output, 0);
    assert_eq!(rows(&out(&output)).len(), 2);
    let output = sandbox.run(&["measure", "o", "displacement", "--from", "-2", "--frame", "-1"]);
    exits(&output, 0);
    assert_eq!(rows(&out(&output)).len(), 25);
    // They are series of the results, which can be plotted.
    exits(&sandbox.run(&["plot", "o", "pressure", "floor", "-o", "p.svg"]), 0);
    assert!(read(&sandbox, "p.svg").contains("floor resultant force y"));
}

/// A run that is stopped and gone on with records the same bits, and other measures are refused.
#[test]
fn recording_goes_on_bit_for_bit() {
    let sandbox = ran("recorded-on");
    let half = ["run", "scene.toml", "--out", "h", "--quiet", "--set", "duration=0.2"];
    exits(&sandbox.run(&half), 0);
    exits(&sandbox.run(&["run", "--resume", "h", "--extend", "0.2", "--quiet"]), 0);
    assert_eq!(read(&sandbox, "o/history.csv"), read(&sandbox, "h/history.csv"));
    sandbox.write("other.toml", &SCENE.replace("\"coordination\",", ""));
    let other = ["run", "other.toml", "--resume", "h", "--force", "--extend", "0.1", "--quiet"];
    let output = sandbox.run(&other);
    exits(&output, 2);
    assert!(err(&output).contains("has other columns"), "{}", err(&output));
}

#[test]
fn tables_go_into_a_folder() {
    let sandbox = ran("tables");
    let output = sandbox.run(&["measure", "--list"]);
    exits(&output, 0);
    let names: Vec<String> = out(&output)
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .map(|line| line.split_whitespace().next().unwrap().to_string())
        .collect();
    assert!(names.len() >= 18 && names.contains(&"thrust_line".to_string()), "{names:?}");
    let mut command = vec!["measure", "o", "-o", "t", "--cut", "y=0.2", "--at", "0,0"];
    command.extend(names.iter().map(String::as_str));
    exits(&sandbox.run(&command), 0);
    let stress = rows(&read(&sandbox, "t/body_stress.csv"));
    assert_eq!(stress.len(), 25);
    assert!(stress.iter().all(|row| row["body"].starts_with("disk-") && row["step"] == "200"));
    for table in ["numbers", "fields", "displacement", "cells", "joints", "distribution"] {
        assert!(!rows(&read(&sandbox, &format!("t/{table}.csv"))).is_empty(), "{table}");
        let json: serde_json::Value =
            serde_json::from_str(&read(&sandbox, &format!("t/{table}.json"))).unwrap();
        assert!(json[0]["step"].is_number() && json[0]["time (s)"].is_number(), "{table}");
    }
    // One table alone goes where it is told; two do not fit into one file.
    exits(&sandbox.run(&["measure", "o", "joints", "--frame", "all", "-o", "j.json"]), 0);
    let output = sandbox.run(&["measure", "o", "joints", "fields", "-o", "j.csv"]);
    exits(&output, 2);
    assert!(err(&output).contains("-o FOLDER"), "{}", err(&output));
    assert!(err(&output).contains("`joints` a table of its own, `fields` a table of its own"));
    let output = sandbox.run(&["measure", "o", "stress", "coordination", "joints"]);
    exits(&output, 2);
    let words = "`stress`, `coordination` give numbers, a row a frame, `joints` a table of its own";
    assert!(err(&output).contains(words), "{}", err(&output));
    assert!(err(&output).contains("writes 2 files"), "{}", err(&output));
    // A folder that is there may be called anything.
    std::fs::create_dir(sandbox.file("tables.d")).unwrap();
    exits(&sandbox.run(&["measure", "o", "joints", "fields", "-o", "tables.d"]), 0);
    assert!(!rows(&read(&sandbox, "tables.d/joints.csv")).is_empty());
    exits(&sandbox.run(&["measure", "o", "joints", "stress"]), 2);
    exits(&sandbox.run(&["measure", "o", "stress", "-o", "j.txt"]), 2);
    let output = sandbox.run(&["measure", "o", "fields", "--grid", "4,3", "--width", "0.1"]);
    exits(&output, 0);
    assert_eq!(rows(&out(&output)).len(), 12);
    let output = sandbox.run(&["measure", "o", "cells", "--cell", "disk-1,disk-2,disk-8"]);
    exits(&output, 0);
    assert_eq!(rows(&out(&output)).len(), 1);
}

#[test]
fn plots_are_drawn() {
    let sandbox = ran("figures");
    let output = sandbox.run(&["measure", "o", "stress", "coordination", "--plot", "s.svg"]);
    exits(&output, 0);
    assert_eq!(out(&output), "s.svg\n");
    let svg = read(&sandbox, "s.svg");
    let labels = [">stress (Pa)<", ">direction cosine<", ">number per grain<", ">loose share<"];
    for words in
        ["pressure", "coordination", "time (s)", "Some &quot;disks&quot;<"].iter().chain(&labels)
    {
        assert!(svg.contains(words), "{words}");
    }
    exits(&sandbox.run(&["measure", "o", "distribution", "--plot", "d.svg"]), 0);
    assert!(read(&sandbox, "d.svg").contains(">probability density<"));
    exits(&sandbox.run(&["measure", "o", "thrust_line", "--plot", "t.svg"]), 0);
    let svg = read(&sandbox, "t.svg");
    for words in [">line of thrust<", ">ends of the joints<", ">x (m)<", ">y (m)<"] {
        assert!(svg.contains(words), "{words}");
    }
    exits(&sandbox.run(&["measure", "o", "distribution", "--plot", "d.png", "-o", "d.csv"]), 0);
    assert!(std::fs::read(sandbox.file("d.png")).unwrap().starts_with(b"\x89PNG"));
    assert!(!rows(&read(&sandbox, "d.csv")).is_empty());
    for bad in [
        &["measure", "o", "fields", "--plot", "f.svg"][..],
        &["measure", "o", "stress", "--plot", "s.gif"],
        &["measure", "o", "distribution", "--frame", "all", "--plot", "d.svg"],
    ] {
        exits(&sandbox.run(bad), 2);
    }
}

#[test]
fn bad_input_is_told() {
    let sandbox = ran("refused");
    let cases: &[(&[&str], &str)] = &[
        (&["stres"], "did you mean `stress`?"),
        (&["stress", "--region", "0,0,1"], "two corners"),
        (&["stress", "--region", "0,0,one,1"], "two corners"),
        (&["stress", "--region", "0,0,0,1"], "beyond the first"),
        (&["stress", "--region", "5,5,6,6"], "no grain and no contact"),
        (&["stress", "--bodies", "brick-*"], "no body is called `brick-*`"),
        (&["cut"], "--cut y=1.5"),
        (&["cut", "--cut", "z=1"], "a plane such as"),
        (&["cut", "--cut", "0,0:0,0"], "must not be zero"),
        (&["fields", "--grid", "3"], "2 whole numbers"),
        (&["fields", "--grid", "0,4"], "points in all"),
        (&["fields", "--width", "-1"], "error"),
        (&["distribution", "--bins", "0"], "--bins"),
        (&["cells", "--cell", "disk-1,disk-2"], "--cell: a cell has three bodies or more"),
        (&["cells", "--cell", "disk-1,disk-2,brick"], "no body is called `brick`"),
        (&["displacement", "--from", "77"], "no frame `77`"),
        (&["displacement", "--from", "0:2"], "is not one frame"),
        (&["stress", "--frame", "77"], "no frame `77`"),
    ];
    for (arguments, words) in cases {
        let mut command = vec!["measure", "o"];
        command.extend(*arguments);
        let output = sandbox.run(&command);
        exits(&output, 2);
        assert!(err(&output).contains(words), "{arguments:?}: {}", err(&output));
    }
    let wrong: &[(&str, &str, &str)] = &[
        ("\"stress\"", "\"stres\"", "did you mean `stress`?"),
        ("\"stress\"", "\"fields\"", "gives tables"),
        ("\"stress\"", "\"cut\"", "needs a plane"),
        ("\"stress\"", "\"coordination\"", "recorded twice"),
        ("bodies = [\"floor\"]", "bodies = [\"flor\"]", "no body is called `flor`"),
        ("normal = [0.0, 1.0] } }", "normal = [0.0] } }", "points of 2 finite coordinates"),
        ("label = \"floor\"", "lable = \"floor\"", "did you mean `label`?"),
    ];
    for (from, to, words) in wrong {
        sandbox.write("wrong.toml", &SCENE.replacen(from, to, 1));
        let output = sandbox.run(&["check", "wrong.toml"]);
        exits(&output, 2);
        let text = err(&output);
        assert!(text.contains(words) && text.contains("wrong.toml:"), "{to}: {text}");
        assert!(text.contains("record"), "{text}");
    }
}

#[test]
fn frames_are_measured() {
    let sandbox = Sandbox::new("measured");
    exits(&sandbox.run(&["demo", "stack", "--out", "o", "--quiet"]), 0);
    let output = sandbox.run(&["measure", "o", "stress", "coordination"]);
    exits(&output, 0);
    let text = out(&output);
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    assert_eq!(names[..3], ["step", "time (s)", "pressure (Pa)"]);
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), frames_of(&sandbox, "o"));
    let at = |name: &str| names.iter().position(|known| *known == name).unwrap();
    let last = |name: &str| rows[rows.len() - 1][at(name)].parse::<f64>().unwrap();
    // Blocks at rest: their moment tensors are symmetric, and they are pressed.
    assert!(last("stress_asymmetry") < 1e-4, "{}", last("stress_asymmetry"));
    assert!(last("pressure (Pa)") > 0.0 && last("coordination") > 0.0);
    exits(&sandbox.run(&["measure", "o", "-o", "m.json", "--frame", "last"]), 0);
    let text = std::fs::read_to_string(sandbox.file("m.json")).unwrap();
    let all: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(all.as_array().unwrap().len(), 1);
    assert!(all[0]["a_c"].is_number());
    let output = sandbox.run(&["measure", "o", "stres"]);
    exits(&output, 2);
    assert!(err(&output).contains("did you mean `stress`?"), "{}", err(&output));
    exits(&sandbox.run(&["measure", "o", "--frame", "9999"]), 2);
    exits(&sandbox.run(&["measure", "--list"]), 0);
}

fn frames_of(sandbox: &Sandbox, folder: &str) -> usize {
    let object: serde_json::Value =
        serde_json::from_str(&out(&sandbox.run(&["info", folder, "--json"]))).unwrap();
    object["frames"].as_u64().unwrap() as usize
}
