//! A bar of many parts with a joint between each two: one of them breaks, the others are unloaded.

use super::beams::run;
use super::grid::Grid;
use super::laws::*;

/// A bar of unit section along the second axis.
pub struct Bar<'a> {
    pub parts: usize,
    /// Length of each part (m).
    pub part: f64,
    /// Cells along each part.
    pub cells: usize,
    pub young: f64,
    pub density: f64,
    /// Strength of the joint in the middle and of the others (Pa); how many others.
    pub strengths: [f64; 2],
    pub stiffness: f64,
    pub energy: f64,
    pub time_step: f64,
    pub theta: f64,
    pub further: &'a str,
    /// What holds the foot, and what pulls at the head.
    pub ends: [&'a str; 2],
}

impl Bar<'_> {
    pub fn text(&self) -> String {
        let Self { parts, part, cells, young, density, stiffness, energy, .. } = self;
        let mut bodies = String::new();
        for k in 0..*parts {
            let grid = Grid::<2> {
                cells: [1, *cells],
                place: &|[x, y]| [x, (k as f64 + y) * part],
                named: &[],
            };
            let material = if k < parts / 2 { "below" } else { "above" };
            let ends = if k == 0 {
                self.ends[0]
            } else if k + 1 == *parts {
                self.ends[1]
            } else {
                ""
            };
            bodies += &format!(
                "[[bodies]]\nname = \"part-{k}\"\nmaterial = \"{material}\"\n{}{ends}\n",
                grid.shape()
            );
        }
        let material = |name: &str| {
            format!(
                "[materials.{name}]\ndensity = {density:?}\n[materials.{name}.deformable]\n{}\n\
                 law.elastic = {{ young_modulus = {young:e}, poisson_ratio = 0.0 }}\n",
                self.further
            )
        };
        let bond = |strength: f64| {
            format!(
                "bond.zone = {{ normal_stiffness = {stiffness:e}, normal_strength = {strength:e}, \
                 normal_energy = {energy:e} }}\n"
            )
        };
        format!(
            "dimension = 2\ntime_step = {:e}\nduration = 1.0\ntheta = {}\ngravity = [0, 0]\n\
             [solver]\ntolerance = 1e-10\n{}{}[[contacts]]\ndefault = true\nfriction = 0.0\n{}[[contacts]]\n\
             between = [\"below\", \"above\"]\nfriction = 0.0\n{}{bodies}",
            self.time_step,
            self.theta,
            material("below"),
            material("above"),
            bond(self.strengths[1]),
            bond(self.strengths[0]),
        )
    }
}

/// One joint is weaker by a per cent: it opens along its curve, and all else is unloaded on its way
/// back.
#[test]
fn of_many_joints_the_weakest_alone_opens() {
    for parts in [2, 6] {
        let (steps, way, weak, others) = (250, 2e-6, 9.9e3, (parts - 2) as f64);
        let pull = format!(
            "drives = [{{ dof = \"y\", on = \"head\", velocity = {} }}, \
             {{ dof = \"x\", on = \"head\", velocity = 0 }}]",
            way / 0.01
        );
        let bar = Bar {
            parts,
            part: 1.0 / parts as f64,
            cells: 2,
            young: 1e8,
            density: 1.0,
            strengths: [weak, 1e4],
            stiffness: 1e9,
            energy: 2.0,
            time_step: 0.01,
            theta: 1.0,
            further: "quasi_static = true\nkinematics = \"small\"",
            ends: ["drives = [{ dof = \"all\", on = \"foot\", velocity = 0 }]", &pull],
        };
        let mut joint = Softening {
            envelope: zone(1e9, weak, 2.0, 0.0),
            stiffness: 1e9,
            plasticity: 0.0,
            most: 0.0,
        };
        let bars = 1.0 / (1.0 / 1e8 + others / 1e9);
        let exact = in_series(&mut joint, bars, (1..=steps).map(|k| k as f64 * way));
        let (mut broken, mut spent) = (0, 0.0);
        run(&bar.text(), steps, |world, report| {
            let force = report.ledger.drive_work / way;
            let expected = exact[report.step as usize - 1];
            let share = (force - expected).abs() / weak;
            assert!(share < 1e-4, "{parts} step {}: {force} {expected}", report.step);
            spent += report.ledger.bond_work;
            broken = world.contacts.iter().filter(|c| c.damage >= 1.0).count();
            let damaged = world.contacts.iter().filter(|c| c.damage > 0.0).count();
            assert!(damaged <= 2, "step {}: {damaged} points are damaged", report.step);
        });
        assert_eq!(broken, 2, "{parts}");
        assert!((spent / 2.0 - 1.0).abs() < 0.02, "{parts}: {spent}");
    }
}
