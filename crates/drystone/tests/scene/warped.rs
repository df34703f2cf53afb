//! Grains on membranes whose elements are warped or curved: gaps and velocities are of one surface.

use crate::thin::scene;
use crate::{good, parse, space};
use drystone::fem::mesh::Spot;
use drystone::space::Vector;
use drystone::step::Stepper;
use drystone::world::World;

const RADIUS: f64 = 0.1;

/// A ball that has come to rest on a membrane, off the middle of its cells.
fn rested(element: &str) -> World<3> {
    let sides: Vec<String> = ["left", "right"]
        .iter()
        .map(|side| format!("{{ dof = \"all\", on = \"{side}\", velocity = 0 }}"))
        .collect();
    let body = format!(
        "shape.sheet.corners = [[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]
drives = [{}]
[[bodies]]
name = \"ball\"
material = \"stone\"
position = [0.13, 0.07, {}]
shape.sphere.radius = {RADIUS}",
        sides.join(", "),
        1.2 * RADIUS
    );
    let material = format!(
        "thickness = 1e-3\ncells = [5, 3]\nelement = \"{element}\"\ndamping.mass = 2.0\n[materials.stone]\ndensity = 2000.0"
    );
    let text = scene(3, &body, &material)
        .replace("gravity = [0.0, 0.0, 0.0]", "gravity = [0, 0, -9.81]")
        .replace("time_step = 0.02", "time_step = 0.005");
    let mut world = space(good(parse(&text)));
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..800 {
        stepper.step(&mut world);
    }
    world
}

/// How far the ball is over the surface that the shape functions make, by trying many places of it.
fn gap(world: &World<3>) -> f64 {
    let centre = world.bodies.pose(1).position;
    let surface = &world.bodies.deformable(0).expect("a membrane").model.surface;
    let x = &world.bodies.q[world.bodies.q_range(0)];
    let mut least = f64::INFINITY;
    for (f, facet) in surface.facets.iter().enumerate() {
        let (first, is_triangle) =
            if facet.element.corners == 3 { (0.0, true) } else { (-1.0, false) };
        let at = |k: u32| first + (1.0 - first) * f64::from(k) / 200.0;
        for (i, j) in (0..=200).flat_map(|i| (0..=200).map(move |j| (i, j))) {
            if is_triangle && i + j > 200 {
                continue;
            }
            let spot = Spot { facet: f as u32, at: [at(i), at(j)] };
            let place: Vector<3> = surface.place(x, &spot);
            least = least.min((centre - place).norm());
        }
    }
    least - RADIUS
}

#[test]
fn balls_sink_into_warped_cells_no_deeper_than_into_flat_ones() {
    let [flat, warped, bent, curved] =
        ["T3", "Q4", "T6", "Q8"].map(|element| gap(&rested(element)));
    println!("T3 {flat:.2e}, Q4 {warped:.2e}, T6 {bent:.2e}, Q8 {curved:.2e} m");
    for (name, found) in [("Q4", warped), ("T6", bent), ("Q8", curved)] {
        assert!(found > flat.min(-1e-5), "{name}: {found} where flat cells have {flat}");
    }
}
