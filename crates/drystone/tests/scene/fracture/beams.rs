//! A notched beam on three points cracks.

use super::grid::Grid;
use crate::{good, parse, plane};
use drystone::solvers::Status;
use drystone::step::{StepReport, Stepper};
use drystone::world::World;

/// Runs a scene of the plane; every step converges, and nothing gives energy that can only take it.
#[track_caller]
pub fn run(text: &str, steps: usize, mut each: impl FnMut(&World<2>, &StepReport)) {
    let mut world = plane(good(parse(text)));
    let mut stepper = Stepper::new(&mut world);
    let mut lost = vec![];
    let mut spent = 0.0;
    for k in 0..steps {
        let report = stepper.step(&mut world);
        if report.solver.status != Status::Converged || report.unbalanced.is_some() {
            lost.push(k);
        }
        spent += report.ledger.bond_work;
        assert!(spent > -1e-9, "bonds have given {spent} J until step {k}");
        each(&world, &report);
    }
    assert!(lost.is_empty(), "steps {lost:?} did not converge");
}

/// A beam of half its span on each side of the joint, of unit width.
struct Notched {
    span: f64,
    depth: f64,
    notch: f64,
    young: f64,
    /// Cells along a half, and over the depth.
    cells: [usize; 2],
    strength: f64,
    energy: f64,
    stiffness: f64,
    /// Way of the middle at the end (m).
    way: f64,
    steps: usize,
}

impl Notched {
    fn text(&self) -> String {
        let Self { span, depth, notch, young, cells, strength, energy, stiffness, way, steps } =
            self;
        let half = |name: &str, sign: f64| {
            let [along, over] = *cells;
            // Cells grow away from the joint; below the top of the notch the faces stand apart.
            let place = |[x, y]: [f64; 2]| {
                let x = if sign < 0.0 { x } else { 1.0 - x };
                let away = 1.0 - x;
                let far = 0.5 * span * away * (0.3 + 0.7 * away);
                let y = y * depth;
                let slit = if y < notch - 1e-9 { 1e-3 * x } else { 0.0 };
                [sign * (far + slit), y]
            };
            let (end, joint) = if sign < 0.0 { (0, along) } else { (along, 0) };
            let named = [("support", [end, 0]), ("load", [joint, over])];
            let grid = Grid::<2> { cells: *cells, place: &place, named: &named };
            let slide =
                if sign < 0.0 { "{ dof = \"x\", on = \"support\", velocity = 0 }, " } else { "" };
            let speed = -way / (*steps as f64 * 0.01);
            format!(
                "[[bodies]]\nname = \"{name}\"\nmaterial = \"soft\"\n{}\ndrives = [{slide}\
                 {{ dof = \"y\", on = \"support\", velocity = 0 }}, \
                 {{ dof = \"y\", on = \"load\", velocity = {speed:e} }}]\n",
                grid.shape()
            )
        };
        format!(
            "dimension = 2\ntime_step = 0.01\nduration = 1.0\ntheta = 1.0\ngravity = [0, 0]\n\
             alert_distance = 2e-4\n\
             [solver]\ntolerance = 1e-8\n[materials.soft]\ndensity = 2000.0\n\
             [materials.soft.deformable]\nquasi_static = true\n\
             law.elastic = {{ young_modulus = {young:e}, poisson_ratio = 0.0 }}\n\
             [[contacts]]\ndefault = true\nfriction = 0.3\nbond.zone = {{ normal_stiffness = {stiffness:e}, \
             normal_strength = {strength:e}, normal_energy = {energy:e} }}\n{}{}",
            half("left", -1.0),
            half("right", 1.0)
        )
    }
}

/// The work of the load, for the area of the ligament, is the fracture energy; the peak lies
/// between the load at which stresses that are linear over the ligament reach the strength, σ W²/6,
/// and that of the plastic hinge, in which all of it has the strength, σ W²/2. (No stress in the
/// joint is greater, so that it cannot carry more; with E G / σ² = 33 cm the ligament of 7 cm is
/// far from brittle, and carries more than the first.)
#[test]
fn a_notched_beam_takes_its_fracture_energy_to_break() {
    for cells in [[8, 10], [10, 20]] {
        let beam = Notched {
            span: 0.4,
            depth: 0.1,
            notch: 0.03,
            young: 3e10,
            cells,
            strength: 3e6,
            energy: 100.0,
            stiffness: 1e13,
            way: 1.5e-3,
            steps: 150,
        };
        let (mut work, mut peak) = (0.0, 0.0_f64);
        run(&beam.text(), beam.steps, |_, report| {
            work += report.ledger.drive_work;
            peak = peak.max(report.ledger.drive_work * beam.steps as f64 / beam.way);
        });
        let ligament = beam.depth - beam.notch;
        let plastic = 2.0 * beam.strength * ligament * ligament / beam.span;
        assert!((work / ligament / beam.energy - 1.0).abs() < 0.01, "{cells:?}: {work}");
        assert!(plastic / 3.0 < peak && peak < plastic, "{cells:?}: {peak} of {plastic}");
    }
}
