//! `drystone render` and `drystone export`: pictures, films, and files for ParaView.

mod sandbox;

use sandbox::{Sandbox, err, exits, out};

/// A disk of 0.5 m at rest on the floor, and a smaller one 3 m beside it that falls.
const PLANE: &str = r#"
    dimension = 2
    time_step = 0.01
    duration = 0.1
    materials.stone.density = 2000.0
    contacts = [{ default = true, friction = 0.5 }]
    bodies = [
        { shape.half_space.normal = [0, 1] },
        { shape.disk.radius = 0.5, position = [0.0, 0.5] },
        { shape.disk.radius = 0.25, position = [3.0, 2.0] },
    ]
    record = { frames_every = 2, picture = false }
"#;

const SPACE: &str = r#"
    dimension = 3
    time_step = 0.01
    duration = 0.1
    materials.stone.density = 2000.0
    contacts = [{ default = true, friction = 0.5 }]
    bodies = [
        { shape.half_space.normal = [0, 0, 1] },
        { shape.box.size = [1, 1, 1], position = [0, 0, 0.5] },
        { shape.sphere.radius = 0.3, position = [0, 0, 1.3] },
    ]
    record = { frames_every = 5, picture = false }
"#;

fn prepared(name: &str) -> Sandbox {
    let sandbox = Sandbox::new(name);
    for (scene, text) in [("plane", PLANE), ("space", SPACE)] {
        sandbox.write(&format!("{scene}.toml"), text);
        exits(&sandbox.run(&["run", &format!("{scene}.toml"), "--out", scene, "--quiet"]), 0);
    }
    sandbox
}

/// Width and height of a PNG file.
fn size(bytes: &[u8]) -> [u32; 2] {
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"), "no PNG");
    [16, 20].map(|at| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()))
}

/// The numbers of an attribute of all elements of a kind.
fn attributes(svg: &str, element: &str, name: &str) -> Vec<f64> {
    let lines = svg.lines().filter(|line| line.starts_with(&format!("<{element} ")));
    let value = |line: &str| {
        line.split(&format!(" {name}=\"")).nth(1)?.split('"').next()?.parse::<f64>().ok()
    };
    lines.filter_map(value).collect()
}

#[test]
fn pictures_show_what_is_there() {
    let sandbox = prepared("render");
    exits(&sandbox.run(&["render", "plane"]), 0);
    let [width, height] = size(&std::fs::read(sandbox.file("plane/render.png")).unwrap());
    assert!((1300..1700).contains(&width) && height > 500, "{width} x {height}");
    let first = ["render", "plane", "--frame", "0", "--color", "speed", "-o", "first.svg"];
    exits(&sandbox.run(&first), 0);
    let svg = std::fs::read_to_string(sandbox.file("first.svg")).unwrap();
    assert!(svg.contains("speed (m/s)") && svg.contains(">x (m)<") && svg.contains("t = 0 s"));
    // The disks to scale: 3 m and 1.5 m between the centres of disks of 0.5 m and 0.25 m.
    let [x, y, r] = ["cx", "cy", "r"].map(|name| attributes(&svg, "circle", name));
    assert_eq!(r.len(), 2);
    assert!((r[0] / r[1] - 2.0).abs() < 1e-3, "{r:?}");
    assert!(((x[1] - x[0]) / r[0] - 6.0).abs() < 1e-3, "{x:?}");
    assert!(((y[0] - y[1]) / r[0] - 3.0).abs() < 1e-3, "{y:?}");
}

#[test]
fn displacements_are_magnified_and_windows_are_looked_through() {
    let sandbox = prepared("deformed");
    let window = "--window=-1,-1,4,3";
    for (factor, file) in [("1", "true.svg"), ("3", "large.svg")] {
        let arguments =
            ["render", "plane", "--deformed", factor, window, "-o", file, "--no-forces"];
        exits(&sandbox.run(&arguments), 0);
    }
    let middle = |file: &str| {
        let svg = std::fs::read_to_string(sandbox.file(file)).unwrap();
        (attributes(&svg, "circle", "cy")[1], attributes(&svg, "circle", "r")[1], svg)
    };
    let ((y, r, _), (far, _, words)) = (middle("true.svg"), middle("large.svg"));
    assert!(words.contains("displacements × 3"));
    // Falling from rest for t = 0.1 s in steps of h with theta = 1/2: g t²/2.
    let fall = 0.5 * 9.81 * 0.01;
    assert!(((far - y) / r * 0.25 - 2.0 * fall).abs() < 2e-3, "{y} {far} {r}");
}

/// A disk that turns backwards more than once; a plate that is driven sideways but may
/// fall.
const TURNING: &str = r#"
    dimension = 2
    time_step = 0.01
    duration = 1.0
    gravity = [0, 0]
    materials.stone.density = 2000.0
    contacts = [{ default = true, friction = 0.5 }]
    bodies = [
        { shape.disk.radius = 0.5, position = [0.0, 0.5], angular_velocity = -8.0 },
        { shape.disk.radius = 0.5, position = [3.0, 0.5], angular_velocity = 2.0 },
        { shape.box.size = [1, 1], position = [0.0, 3.0], drives = [{ dof = "x", velocity = 4.0 }] },
    ]
    record = { frames_every = 100, picture = false }
"#;

#[test]
fn rotations_have_signs_and_turns_and_driven_bodies_no_colour() {
    let sandbox = Sandbox::new("turning");
    sandbox.write("turning.toml", TURNING);
    exits(&sandbox.run(&["run", "turning.toml", "--out", "turning", "--quiet"]), 0);
    let drawn = |colour: &str| {
        let file = format!("{colour}.svg");
        exits(&sandbox.run(&["render", "turning", "--color", colour, "-o", &file]), 0);
        std::fs::read_to_string(sandbox.file(&file)).unwrap()
    };
    let svg = drawn("rotation");
    // -8 rad is the first blue of the map, 2 rad a quarter of the way from white to red; the bar is
    // from -8 to 8.
    let circles: Vec<&str> = svg.lines().filter(|line| line.starts_with("<circle ")).collect();
    assert!(circles[0].contains("#1c48a0"), "{}", circles[0]);
    assert!(circles[1].contains("#e8bcac"), "{}", circles[1]);
    assert!(svg.contains(">-5<") && svg.contains(">5<"));
    // The speed of the driven plate sets no scale, as the disks are at rest, nor has it a colour.
    let svg = drawn("speed");
    let bar = svg.split("speed (m/s)").nth(1).unwrap();
    assert!(bar.contains(">0<") && !bar.contains(">4<") && !bar.contains(">3<"), "{bar}");
    let plates =
        svg.lines().filter(|line| line.starts_with("<polygon ") && line.contains("#969ca4"));
    assert_eq!(plates.count(), 1);
}

#[test]
fn space_is_shaded_and_has_tubes() {
    let sandbox = prepared("space");
    for (options, file) in [
        (&["--size", "300"][..], "plain.png"),
        (&["--size", "300", "--forces"], "tubes.png"),
        (&["--size", "300", "--camera", "top", "--color", "pressure"], "top.svg"),
    ] {
        exits(&sandbox.run(&[&["render", "space", "-o", file][..], options].concat()), 0);
    }
    let read = |file: &str| std::fs::read(sandbox.file(file)).unwrap();
    assert_ne!(read("plain.png"), read("tubes.png"));
    assert!(size(&read("plain.png"))[1] >= 300 && size(&read("tubes.png"))[1] >= 300);
    let svg = String::from_utf8(read("top.svg")).unwrap();
    assert!(svg.contains("data:image/png;base64,") && svg.contains("pressure"));
}

#[test]
fn sequences_are_numbered_or_films() {
    let sandbox = prepared("film");
    let listed =
        sandbox.run(&["render", "plane", "--frame", "all", "--size", "200", "-o", "p.png"]);
    exits(&listed, 0);
    assert_eq!(out(&listed).lines().count(), 6);
    assert!(sandbox.file("p_0000.png").is_file() && sandbox.file("p_0005.png").is_file());
    let film = ["render", "plane", "--frame", "all", "--size", "200", "-o", "film.gif"];
    exits(&sandbox.run(&film), 0);
    let gif = std::fs::read(sandbox.file("film.gif")).unwrap();
    assert!(gif.starts_with(b"GIF89a"));
    // The control block of each picture: a delay of 5 hundredths of a second.
    let pictures = gif.windows(6).filter(|w| w[..3] == [0x21, 0xf9, 4] && w[4..] == [5, 0]).count();
    assert_eq!(pictures, 6);
    // A film takes all frames unless told otherwise.
    let film = ["render", "plane", "--size", "200", "-o", "whole.gif"];
    exits(&sandbox.run(&film), 0);
    assert_eq!(std::fs::read(sandbox.file("whole.gif")).unwrap(), gif);
    exits(&sandbox.run(&[&film[..], &["--frame", "last"]].concat()), 0);
    assert!(std::fs::read(sandbox.file("whole.gif")).unwrap().len() < gif.len());
    let without = sandbox
        .command(&["render", "plane", "--frame", "all", "-o", "film.mp4"])
        .env("PATH", "")
        .output()
        .unwrap();
    exits(&without, 1);
    assert!(err(&without).contains("ffmpeg"), "{}", err(&without));
}

#[test]
fn what_cannot_be_drawn_is_told() {
    let sandbox = prepared("told");
    let cases: &[(&[&str], &str)] = &[
        (&["render", "plane", "--color", "sped"], "did you mean `speed`?"),
        (&["render", "plane", "--frame", "17"], "no frame `17`: there are 6"),
        (&["render", "plane", "-o", "a.bmp"], "must end in .png, .svg, .gif or .mp4"),
        (&["render", "plane", "--target", "1,2,3"], "--target is for space"),
        (&["render", "plane", "--camera", "iso"], "--camera is for space"),
        (&["render", "plane", "--zoom", "1"], "--zoom is for space"),
        (&["render", "plane", "--deformed", "nan"], "--deformed must be a factor"),
        (&["render", "plane", "--deformed=-inf"], "--deformed must be a factor"),
        (&["render", "space", "--deformed", "1e300"], "--deformed must be a factor"),
        (&["render", "space", "--crosses"], "--crosses is for the plane"),
        (&["render", "space", "--camera", "above"], "no camera `above`"),
        (&["render", "plane", "--window", "1,2,3"], "4 numbers"),
        (&["render", "plane", "--window", "1,2,0,3"], "lower left"),
        (&["render", "plane", "--range", "3,1", "--color", "speed"], "must be the lower"),
        (&["render", "plane", "--size", "0"], "--size"),
        (&["render", "space", "--zoom", "0"], "--zoom must be positive"),
        (&["render", "nowhere"], "nowhere"),
        (&["export", "vtu", "plane", "--frame", "first"], "no frame `first`"),
        (&["export", "stl", "plane"], "vtkhdf"),
    ];
    for (arguments, words) in cases {
        let output = sandbox.run(arguments);
        exits(&output, 2);
        assert!(err(&output).contains(words), "{arguments:?}: {}", err(&output));
    }
}

#[test]
fn frames_are_exported() {
    let sandbox = prepared("export");
    let output = sandbox.run(&["export", "vtu", "space"]);
    exits(&output, 0);
    assert_eq!(out(&output).lines().count(), 2);
    let times = std::fs::read_to_string(sandbox.file("space/bodies.pvd")).unwrap();
    assert_eq!(times.matches("timestep=").count(), 3);
    assert!(sandbox.file("space/frames/contacts_000002.vtu").is_file());
    exits(&sandbox.run(&["export", "vtkhdf", "plane", "--frame", "1:", "-o", "pv"]), 0);
    let bytes = std::fs::read(sandbox.file("pv/bodies.vtkhdf")).unwrap();
    assert!(bytes.starts_with(b"\x89HDF"));
}
