//! Two arms are peeled from each other: a double cantilever.

use super::beams::run;
use super::grid::Grid;

/// Two arms, one over the other.
struct Cantilevers {
    length: f64,
    crack: f64,
    height: f64,
    young: f64,
    cells: [usize; 2],
    strength: f64,
    energy: f64,
    stiffness: f64,
    /// Opening of the ends at the end (m).
    opening: f64,
    steps: usize,
}

impl Cantilevers {
    fn text(&self) -> String {
        let Self {
            length,
            crack,
            height,
            young,
            cells,
            strength,
            energy,
            stiffness,
            opening,
            steps,
        } = self;
        let arm = |name: &str, sign: f64| {
            let [_, over] = *cells;
            let place = |[x, y]: [f64; 2]| {
                // The foot of the upper arm, the head of the lower one.
                let near = if sign > 0.0 { y } else { 1.0 - y };
                let x = x * length;
                let apart = if x < crack - 1e-9 { 1e-4 } else { 0.0 };
                [x, sign * (near * height + apart * (1.0 - near))]
            };
            let middle = over / 2;
            let named = [("end", [0, middle])];
            let grid = Grid::<2> { cells: *cells, place: &place, named: &named };
            let speed = sign * 0.5 * opening / (*steps as f64 * 0.01);
            format!(
                "[[bodies]]\nname = \"{name}\"\nmaterial = \"soft\"\n{}\ndrives = [\
                 {{ dof = \"all\", on = \"east\", velocity = 0 }}, \
                 {{ dof = \"y\", on = \"end\", velocity = {speed:e} }}]\n",
                grid.shape()
            )
        };
        format!(
            "dimension = 2\ntime_step = 0.01\nduration = 1.0\ntheta = 1.0\ngravity = [0, 0]\n\
             alert_distance = 1e-5\n\
             [solver]\ntolerance = 1e-8\n[materials.soft]\ndensity = 2000.0\n\
             [materials.soft.deformable]\nquasi_static = true\nkinematics = \"small\"\n\
             law.elastic = {{ young_modulus = {young:e}, poisson_ratio = 0.0 }}\n\
             [[contacts]]\ndefault = true\nfriction = 0.0\nbond.zone = {{ normal_stiffness = {stiffness:e}, \
             normal_strength = {strength:e}, normal_energy = {energy:e} }}\n{}{}",
            arm("lower", -1.0),
            arm("upper", 1.0)
        )
    }
}

/// G = F² a²/(B E I) and δ = 2 F a³/(3 E I) together: F² δ = 2/3 (B G)^(3/2) √(E I) while the crack
/// grows, wherever it is, also where the arms turn before its tip, which makes a longer.
#[test]
fn a_double_cantilever_is_peeled_with_the_force_of_its_fracture_energy() {
    let beam = Cantilevers {
        length: 0.12,
        crack: 0.03,
        height: 0.01,
        young: 7e10,
        cells: [60, 2],
        strength: 2e7,
        energy: 200.0,
        stiffness: 1e13,
        opening: 1.2e-3,
        steps: 60,
    };
    let inertia = beam.height.powi(3) / 12.0;
    let exact = 2.0 / 3.0 * beam.energy.powf(1.5) * (beam.young * inertia).sqrt();
    let mut growing = 0;
    run(&beam.text(), beam.steps, |_, report| {
        let opening = beam.opening * report.step as f64 / beam.steps as f64;
        let force = report.ledger.drive_work * beam.steps as f64 / beam.opening;
        if opening > 3e-4 {
            growing += 1;
            let ratio = force * force * opening / exact;
            assert!((ratio - 1.0).abs() < 0.04, "{ratio} at {opening}");
        }
    });
    assert!(growing > 40);
}
