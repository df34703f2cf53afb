//! Chains, cables, sheets and tubes: shapes, sides, pressures and cables against closed forms.

use crate::errors::marked;
use crate::{bad, good, parse, plane, space};
use drystone::solvers::Status;
use drystone::step::Stepper;
use drystone::world::World;
use std::f64::consts::PI;

/// A scene of one thin body.
pub fn scene(dimension: usize, body: &str, material: &str) -> String {
    format!(
        "dimension = {dimension}
time_step = 0.02
duration = 1.0
theta = 1.0
gravity = {gravity:?}
[materials.cloth]
density = 1000.0
[materials.cloth.deformable]
law.elastic = {{ young_modulus = 1e9, poisson_ratio = 0.0 }}
{material}
[[contacts]]
default = true
friction = 0.5
[[bodies]]
name = \"thin\"
material = \"cloth\"
{body}
",
        gravity = vec![0.0; dimension]
    )
}

pub fn run<const D: usize>(world: &mut World<D>, steps: usize) {
    let mut stepper = Stepper::new(world);
    for _ in 0..steps {
        let report = stepper.step(world);
        assert_eq!(report.solver.status, Status::Converged, "{:?}", stepper.imbalances());
    }
}

/// Mass over density, nodes, and elements of the only body.
fn counts<const D: usize>(world: &World<D>) -> (f64, usize, usize) {
    let model = &world.bodies.deformable(0).expect("a body that deforms").model;
    let elements = model.solid.regions.iter().map(|region| region.len()).sum();
    assert!((world.bodies.list[0].volume * 1000.0 / model.mass - 1.0).abs() < 1e-12);
    (model.mass / 1000.0, model.solid.rest.len(), elements)
}

#[test]
fn thin_shapes_are_meshed() {
    let flat = |body: &str, material: &str| counts(&plane(good(parse(&scene(2, body, material)))));
    let full = |body: &str, material: &str| counts(&space(good(parse(&scene(3, body, material)))));
    let near = |found: (f64, usize, usize), expected: (f64, usize, usize)| {
        assert!((found.0 / expected.0 - 1.0).abs() < 1e-9, "{found:?} {expected:?}");
        assert_eq!((found.1, found.2), (expected.1, expected.2));
    };
    let line = "shape.chain.points = [[0, 0], [1, 0], [1, 2]]\nposition = [3, 4]";
    near(flat(line, "thickness = 0.1"), (0.3, 3, 2));
    near(flat(line, "thickness = 0.1\ncells = [4]"), (0.3, 9, 8));
    near(flat(line, "thickness = 0.1\nsize = 0.5\nelement = \"L3\""), (0.3, 13, 6));
    near(flat(&format!("{line}\nshape.chain.closed = true"), "thickness = 0.1\nsize = 0.5"), {
        ((3.0 + 5.0_f64.sqrt()) * 0.1, 10, 10)
    });
    let circle = "shape.chain.radius = 2.0";
    let edge = 4.0 * (PI / 12.0).sin();
    near(flat(circle, "thickness = 0.1\ncells = [12]"), (12.0 * edge * 0.1, 12, 12));
    let line = "shape.chain.points = [[0, 0, 0], [1, 0, 0], [1, 2, 0]]";
    near(full(line, "section = 0.1\ncable = true"), (0.3, 3, 2));
    for (element, nodes, elements) in [("T3", 12, 12), ("Q4", 12, 6), ("T6", 35, 12), ("Q8", 29, 6)]
    {
        let material = format!("thickness = 0.1\ncells = [3, 2]\nelement = \"{element}\"");
        near(full("shape.sheet.size = [3, 2]", &material), (0.6, nodes, elements));
        let corners = "shape.sheet.corners = [[0, 0, 0], [3, 0, 0], [3, 0, 2], [0, 0, 2]]";
        near(full(corners, &material), (0.6, nodes, elements));
    }
    let tube = "shape.tube = { radius = 2.0, length = 3.0 }";
    near(full(tube, "thickness = 0.1\ncells = [12, 2]"), (12.0 * edge * 3.0 * 0.1, 36, 24));
    // A membrane of triangles that is written out, and one of lines with a point that has a name.
    let mesh = "shape.mesh.nodes = [[0,0,0],[1,0,0],[1,1,0]]
shape.mesh.cells = [{ element = \"T3\", nodes = [[0,1,2]] }, { element = \"L2\", group = \"rim\", nodes = [[0,1]] }]
drives = [{ dof = \"all\", on = \"rim\", velocity = 0 }]";
    near(full(mesh, "thickness = 0.1"), (0.05, 3, 1));
    let mesh = "shape.mesh.nodes = [[0,0],[1,0],[1,1]]
shape.mesh.cells = [{ element = \"L2\", nodes = [[0,1],[1,2]] }, { element = \"P1\", group = \"foot\", nodes = [[0]] }]
drives = [{ dof = \"all\", on = \"foot\", velocity = 0 }]";
    near(flat(mesh, "thickness = 0.1"), (0.2, 3, 2));
}

/// The mean distance of nodes from the axis, and the greatest stress of the elements.
fn widened<const D: usize>(world: &World<D>) -> (f64, f64) {
    let nodes = world.bodies.q.chunks_exact(D).map(|x| x[0].hypot(x[1]));
    let count = nodes.len() as f64;
    let fields = world.bodies.deformables[0].fields(&world.bodies.q);
    let most = fields.iter().map(|field| field.principal().0[0]).fold(f64::MIN, f64::max);
    (nodes.sum::<f64>() / count, most)
}

/// A closed chain under pressure from inside carries p r at its present radius (the apothem of the polygon),
/// whichever way round its points go: what is inside is its inner side if they turn anticlockwise.
#[test]
fn a_closed_chain_has_the_hoop_force_p_r() {
    let (count, pressure, thickness) = (60, 2e5, 1e-3);
    let points = |turn: f64| {
        let point = |k: usize| {
            let angle = turn * 2.0 * PI * k as f64 / count as f64;
            format!("[{}, {}]", angle.cos(), angle.sin())
        };
        let list: Vec<String> = (0..count).map(point).collect();
        format!("shape.chain = {{ points = [{}], closed = true }}", list.join(", "))
    };
    for (body, side, value) in [
        ("shape.chain.radius = 1.0".to_string(), "inner", pressure),
        ("shape.chain.radius = 1.0".to_string(), "outer", -pressure),
        (points(1.0), "inner", pressure),
        (points(-1.0), "outer", pressure),
    ] {
        let load = format!(
            "loads = [{{ pressure = {{ on = \"{side}\", value = {{ ramp = {{ times = [0, 0.2], values = [0, {value}] }} }} }} }}]"
        );
        let material = format!("thickness = {thickness}\ncells = [{count}]")
            .replace(&format!("[{count}]"), if body.contains("points") { "[1]" } else { "[60]" });
        let mut world = plane(good(parse(&scene(2, &format!("{body}\n{load}"), &material))));
        run(&mut world, 40);
        let (radius, stress) = widened(&world);
        let exact = pressure * radius * (PI / count as f64).cos();
        assert!((stress * thickness / exact - 1.0).abs() < 1e-6, "{side}: {stress} {exact}");
        assert!(radius > 1.1, "{side}: {radius}");
    }
}

/// A tube under a small pressure, free to slide on its ends: hoop stress p r / t, wider by p r² / E t.
#[test]
fn a_tube_has_the_hoop_stress_p_r_over_t() {
    let (round, thickness) = (48, 1e-3);
    let pressure = 1e-4 * 1e9 * thickness;
    for element in ["Q4", "Q8"] {
        let body = format!(
            "shape.tube = {{ radius = 1.0, length = 0.5 }}
drives = [{{ dof = \"z\", on = \"bottom\", velocity = 0 }}, {{ dof = \"z\", on = \"top\", velocity = 0 }}]
loads = [{{ pressure = {{ on = \"inner\", value = {pressure} }} }}]"
        );
        let material =
            format!("thickness = {thickness}\ncells = [{round}, 2]\nelement = \"{element}\"");
        let mut world = space(good(parse(&scene(3, &body, &material))));
        run(&mut world, 60);
        let (radius, stress) = widened(&world);
        // Of a flat element the apothem counts; the mean of the stress over an arc of angle a has (1 + sin a / a) / 2
        // of it along its middle.
        let arc = 2.0 * PI / f64::from(round);
        let share = if element == "Q4" { (0.5 * arc).cos() } else { 0.5 + 0.5 * arc.sin() / arc };
        let exact = pressure * radius / thickness * share;
        assert!((stress / exact - 1.0).abs() < 1e-5, "{element}: {stress} {exact}");
        let wider = pressure / (1e9 * thickness);
        assert!(((radius - 1.0) / wider - 1.0).abs() < 5e-3, "{element}: {radius} {wider}");
    }
}

/// A sheet that is held along two sides bulges away from the side that is pressed, by either name of it.
#[test]
fn a_sheet_gives_way_to_the_side_that_is_pressed() {
    for (pressed, up) in [
        ("on = \"outer\"", false),
        ("on = \"inner\"", true),
        ("face = [0, 0, 1]", false),
        ("face = [0, 0, -1]", true),
        ("on = \"body\"", false),
    ] {
        let body = format!(
            "shape.sheet.size = [1, 1]
drives = [{{ dof = \"all\", on = \"left\", velocity = 0 }}, {{ dof = \"all\", on = \"right\", velocity = 0 }}]
loads = [{{ pressure = {{ {pressed}, value = 1e3 }} }}]"
        );
        let material = "thickness = 1e-3\ncells = [8, 1]\ndamping.mass = 5.0";
        let mut world = space(good(parse(&scene(3, &body, material))));
        run(&mut world, 100);
        let bulge = world
            .bodies
            .q
            .chunks_exact(3)
            .map(|x| x[2])
            .fold(0.0, |a: f64, z| if z.abs() > a.abs() { z } else { a });
        assert_eq!(bulge > 0.0, up, "{pressed}: {bulge}");
        // A flat arc of height f over a chord of 1 m: R = 1 / 8f, ε = 8 f² / 3 and p R = E t ε.
        let exact = (3.0 * 1e3 / 64e6_f64).cbrt();
        assert!((bulge.abs() / exact - 1.0).abs() < 0.02, "{bulge} {exact}");
    }
}

/// A cable of 1.2 m between points a metre apart, at first along an arc, hangs as a catenary.
fn hangs(dimension: usize, cells: usize) -> f64 {
    let (span, length) = (1.0, 1.2_f64);
    // length = 2 r φ, span = 2 r sin φ.
    let (mut low, mut high) = (0.01, PI);
    for _ in 0..200 {
        let half: f64 = 0.5 * (low + high);
        if half.sin() / half > span / length { low = half } else { high = half }
    }
    let radius = length / (2.0 * low);
    let point = |k: usize| {
        let angle = low * (2.0 * k as f64 / cells as f64 - 1.0);
        let (x, z) = (radius * angle.sin(), radius * (low.cos() - angle.cos()));
        if dimension == 2 { format!("[{x}, {z}]") } else { format!("[{x}, 0, {z}]") }
    };
    let points: Vec<String> = (0..=cells).map(point).collect();
    let body = format!("shape.chain.points = [{}]", points.join(", "));
    let thick = if dimension == 2 { "thickness" } else { "section" };
    let held = "drives = [{ dof = \"all\", on = \"start\", velocity = 0 }, { dof = \"all\", on = \"end\", velocity = 0 }]";
    let material = format!("{thick} = 1e-4\ncable = true\ndamping.mass = 4.0");
    let text = scene(dimension, &format!("{body}\n{held}"), &material)
        .replace("time_step = 0.02", "time_step = 0.05")
        .replace("0.0]\n[materials", "-9.81]\n[materials");
    let q = if dimension == 2 {
        let mut world = plane(good(parse(&text)));
        run(&mut world, 400);
        world.bodies.q
    } else {
        let mut world = space(good(parse(&text)));
        run(&mut world, 400);
        world.bodies.q
    };
    // 2 a sinh(span / 2a) = length.
    let (mut low, mut high) = (0.1, 10.0);
    for _ in 0..200 {
        let a: f64 = 0.5 * (low + high);
        if 2.0 * a * (0.5 * span / a).sinh() > length { low = a } else { high = a }
    }
    let off = |x: &[f64]| {
        let exact = low * ((x[0] / low).cosh() - (0.5 * span / low).cosh());
        (x[dimension - 1] - exact).abs()
    };
    q.chunks_exact(dimension).map(off).fold(0.0, f64::max)
}

#[test]
fn a_cable_hangs_as_a_catenary() {
    let [coarse, fine] = [20, 40].map(|cells| hangs(2, cells));
    assert!(coarse < 5e-4 && fine < coarse / 3.0, "{coarse:e} {fine:e}");
    let space = hangs(3, 20);
    assert!((space / coarse - 1.0).abs() < 1e-2, "{space:e} {coarse:e}");
}

#[test]
fn a_scene_of_thin_bodies_reads_back() {
    for (dimension, body, material) in [
        (2, "shape.chain.radius = 1.0", "thickness = 0.1\ncable = true"),
        (2, "shape.chain = { points = [[0, 0], [1, 0], [0, 1]], closed = true }", "thickness = 1"),
        (3, "shape.chain.points = [[0, 0, 0], [1, 0, 0]]", "section = 0.1"),
        (3, "shape.sheet.size = [1, 2]", "thickness = 0.1"),
        (3, "shape.tube = { radius = 1, length = 2 }", "thickness = 0.1"),
    ] {
        let first = good(parse(&scene(dimension, body, material)));
        let text = first.resolved_toml().expect("a text");
        assert_eq!(good(parse(&text)).description, first.description);
    }
}

#[test]
fn wrong_thin_bodies_are_named() {
    let of = |dimension: usize, body: &str, material: &str, under: &str, message: &str| {
        let error = bad(parse(&scene(dimension, body, material)));
        assert_eq!(marked(&error), under, "{error}");
        assert!(error.message.contains(message), "{error}");
    };
    let line = "shape.chain.points = [[0, 0], [1, 0]]";
    let rope = "shape.chain.points = [[0, 0, 0], [1, 0, 0]]";
    let sheet = "shape.sheet.size = [1, 1]";
    of(2, line, "thickness = -1.0", "-1.0", "greater than 0");
    of(2, line, "section = 1.0", "1.0", "in the plane give the `thickness`");
    of(3, rope, "section = 1.0\nthickness = 2.0", "1.0", "not both");
    of(2, line, "cable = true", "true", "needs its `section`");
    of(3, sheet, "thickness = 1.0\ncable = true", "true", "has a `section`");
    of(2, line, "thickness = 1.0\nmodes = 3", "3", "no modes");
    of(2, line, "thickness = 1.0\nplane = \"stress\"", "\"stress\"", "does not apply");
    of(2, line, "thickness = 1.0\nelement = \"Q4\"", "\"Q4\"", "is of dimension 2");
    of(3, sheet, "thickness = 1.0\nelement = \"H8\"", "\"H8\"", "is of dimension 3");
    of(2, line, "", "[materials.cloth.deformable]", "needs a `thickness`");
    of(3, rope, "thickness = 1.0", "[materials.cloth.deformable]", "needs a `section`");
    of(3, sheet, "section = 1.0", "[materials.cloth.deformable]", "needs a `thickness`");
    of(2, sheet, "thickness = 1.0", "sheet", "needs dimension = 3");
    of(2, "shape.box.size = [1, 1]", "thickness = 1.0", "box", "is thin");
    of(2, "shape.chain.points = [[0, 0]]", "thickness = 1.0", "[[0, 0]]", "2 points or more");
    let same = "shape.chain.points = [[0, 0], [1, 0], [1, 0]]";
    of(2, same, "thickness = 1.0", "[1, 0]", "where the one before");
    of(2, line, "thickness = 1.0\ncells = [2, 2]", "[2, 2]", "takes 1 number");
    let both = "shape.chain = { radius = 1.0, closed = true }";
    of(2, both, "thickness = 1.0", "true", "is a circle");
    of(2, "shape.chain.radius = 1.0", "thickness = 1.0\ncells = [2]", "[2]", "three cells");
    of(3, "shape.sheet.corners = [[0, 0, 0]]", "thickness = 1.0", "[[0, 0, 0]]", "four corners");
    let tube = "shape.tube = { radius = 1, length = 2 }";
    of(3, tube, "thickness = 1.0\ncells = [2, 2]", "[2, 2]", "three cells");
    let on = |what: &str, name: &str| {
        format!("{what}\nloads = [{{ pressure = {{ on = \"{name}\", value = 1 }} }}]")
    };
    of(2, &on(line, "uter"), "thickness = 1.0", "\"uter\"", "unknown side");
    of(2, &on(line, "start"), "thickness = 1.0", "\"start\"", "no facet");
    of(3, &on(rope, "outer"), "section = 1.0", "\"outer\"", "no surface");
    let held = format!("{line}\ndrives = [{{ dof = \"x\", on = \"left\", velocity = 0 }}]");
    of(2, &held, "thickness = 1.0", "\"left\"", "unknown side");
    let waves = format!("{line}\nabsorbing = [{{ on = \"body\" }}]");
    of(2, &waves, "thickness = 1.0", "{ on = \"body\" }", "this body is thin");
    let fixed = format!("{line}\nfixed = true");
    of(2, &fixed, "thickness = 1.0", "chain", "cannot be fixed");
    let mesh = |cells: &str| {
        format!("shape.mesh.nodes = [[0,0,0],[1,0,0],[1,1,0]]\nshape.mesh.cells = [{cells}]")
    };
    let triangle = mesh("{ element = \"T3\", nodes = [[0,1,2]] }");
    of(3, &triangle, "", "mesh", "no tetrahedra or hexahedra");
    of(3, &triangle, "section = 1.0", "mesh", "for lines only");
    let points = mesh("{ element = \"P1\", nodes = [[0]] }");
    of(3, &points, "thickness = 1.0", "mesh", "no elements but points");
    let against = mesh("{ element = \"L2\", nodes = [[0,1],[2,1]] }").replace(",0]", "]");
    of(2, &on(&against, "outer"), "thickness = 1.0", "\"outer\"", "has no outer side");
}
