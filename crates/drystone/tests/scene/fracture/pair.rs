//! Two blocks one over the other with a joint between them, the upper one moved at its head.

use super::grid::Grid;
use crate::{good, parse, plane, space};
use drystone::contact::Contact;
use drystone::solvers::Status;
use drystone::space::Vector;
use drystone::step::{Ledger, Stepper};
use drystone::world::World;

/// Two blocks of one metre along each edge (m, Pa).
#[derive(Clone, Copy)]
pub struct Pair<'a> {
    pub dimension: usize,
    /// Cells of the lower and of the upper block: along the joint and across it; none of a rigid
    /// block.
    pub cells: [Option<[usize; 2]>; 2],
    /// Slope of the joint along the first axis.
    pub slope: f64,
    pub young: f64,
    /// The keys of the bond and of friction.
    pub law: &'a str,
    /// Ways of the head along the first and the last axis (m), from point to point.
    pub path: &'a [[f64; 2]],
    /// Steps from point to point.
    pub steps: usize,
    pub theta: f64,
    /// Which axes the head leaves free.
    pub free: &'a [usize],
    /// Whether all nodes are held across the first axis.
    pub is_sheared: bool,
    /// Further keys of the material that deforms.
    pub further: &'a str,
}

/// Two blocks of the plane, pulled apart, with steps whose forces are those at their ends.
pub const PULLED: Pair = Pair {
    dimension: 2,
    cells: [Some([2, 2]); 2],
    slope: 0.0,
    young: 1e8,
    law: "",
    path: &[],
    steps: 100,
    theta: 1.0,
    free: &[],
    is_sheared: false,
    further: "quasi_static = true",
};

const STEP: f64 = 0.01;

/// What a step came to.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// Way of the head at the end of the step, along the first and the last axis (m).
    pub way: [f64; 2],
    /// What the lower block is pulled with along the same axes (N).
    pub force: [f64; 2],
    pub ledger: Ledger,
    pub converged: bool,
}

impl Pair<'_> {
    fn block(&self, k: usize) -> String {
        let (d, slope) = (self.dimension, self.slope);
        // Heights from the joint, which goes through the middle of the faces, to foot and head.
        let height = |x: f64, z: f64| {
            let joint = slope * (x - 0.5);
            if k == 0 { joint * z - (1.0 - z) } else { joint * (1.0 - z) + z }
        };
        match self.cells[k] {
            Some([along, across]) if d == 2 => {
                Grid::<2> { cells: [along, across], place: &|[x, z]| [x, height(x, z)], named: &[] }
                    .shape()
            }
            Some([along, across]) => Grid::<3> {
                cells: [along, along, across],
                place: &|[x, y, z]| [x, y, height(x, z)],
                named: &[],
            }
            .shape(),
            None => {
                assert!(slope == 0.0, "rigid blocks are boxes");
                let mut at = vec![0.5; d];
                at[d - 1] = if k == 0 { -0.5 } else { 0.5 };
                format!("shape.box.size = {:?}\nposition = {at:?}\n", vec![1.0; d])
            }
        }
    }

    fn function(&self, axis: usize) -> String {
        let mut points = vec![([0.0; 2], 0.0)];
        let ends = self.path.iter().enumerate();
        points.extend(ends.map(|(k, p)| (*p, ((k + 1) * self.steps) as f64 * STEP)));
        let times: Vec<f64> = points.iter().map(|p| p.1).collect();
        let values: Vec<f64> = points.iter().map(|p| p.0[axis]).collect();
        format!("displacement = {{ points = {{ times = {times:?}, values = {values:?} }} }}")
    }

    fn drives(&self, k: usize) -> String {
        let d = self.dimension;
        let axes = &["x", "y", "z"][..d];
        let soft = self.cells[k].is_some();
        let mut drives = vec![];
        let mut add = |dof: &str, on: &str, what: &str| {
            let on = if soft { format!(", on = \"{on}\"") } else { String::new() };
            drives.push(format!("{{ dof = \"{dof}\"{on}, {what} }}"));
        };
        if k == 0 && !soft {
            return "fixed = true\n".to_string();
        }
        if k == 0 {
            add("all", "foot", "velocity = 0");
        } else {
            for (axis, name) in axes.iter().enumerate() {
                let function = match axis {
                    0 => self.function(0),
                    _ if axis == d - 1 => self.function(1),
                    _ => "velocity = 0".to_string(),
                };
                if !self.free.contains(&axis) {
                    add(name, "head", &function);
                }
            }
        }
        if !soft {
            let turns: &[&str] = if d == 2 { &["rotation"] } else { &["rx", "ry", "rz"] };
            turns.iter().for_each(|turn| add(turn, "", "velocity = 0"));
        } else if self.is_sheared {
            // All of a block of one cell along the joint.
            let function = if k == 0 { "velocity = 0".to_string() } else { self.function(1) };
            let sides: &[&str] =
                if d == 2 { &["west", "east"] } else { &["west", "east", "south", "north"] };
            sides.iter().for_each(|side| add(axes[d - 1], side, &function));
        }
        format!("drives = [{}]\n", drives.join(", "))
    }

    pub fn text(&self) -> String {
        let Self { dimension, young, law, theta, further, .. } = self;
        let mut bodies = String::new();
        for (k, name) in ["lower", "upper"].into_iter().enumerate() {
            let material = if self.cells[k].is_some() { "soft" } else { "rigid" };
            bodies += &format!(
                "[[bodies]]\nname = \"{name}\"\nmaterial = \"{material}\"\n{}{}",
                self.block(k),
                self.drives(k)
            );
        }
        format!(
            "dimension = {dimension}\ntime_step = {STEP}\nduration = 1.0\ntheta = {theta}\n\
             gravity = {:?}\n[solver]\ntolerance = 1e-9\n[materials.rigid]\ndensity = 1000.0\n\
             [materials.soft]\ndensity = 1000.0\n[materials.soft.deformable]\n\
             law.elastic = {{ young_modulus = {young:e}, poisson_ratio = 0.0 }}\n{further}\n\
             [[contacts]]\ndefault = true\n{law}\n{bodies}",
            vec![0.0; *dimension],
        )
    }

    /// The course of the motion, whether or not its steps converge.
    pub fn course(&self) -> Vec<Moment> {
        let scene = good(parse(&self.text()));
        if self.dimension == 2 {
            course(&mut plane(scene), self)
        } else {
            course(&mut space(scene), self)
        }
    }

    /// The course of a motion every step of which converges.
    #[track_caller]
    pub fn follow(&self) -> Vec<Moment> {
        let course = self.course();
        let lost = course.iter().position(|m| !m.converged);
        assert!(lost.is_none(), "step {lost:?} of {} did not converge", course.len());
        course
    }
}

fn course<const D: usize>(world: &mut World<D>, pair: &Pair) -> Vec<Moment> {
    let mut stepper = Stepper::new(world);
    let h = world.scheme.time_step;
    let mut from = [0.0; 2];
    let mut moments = vec![];
    for to in pair.path {
        for k in 0..pair.steps {
            let report = stepper.step(world);
            let share = (k + 1) as f64 / pair.steps as f64;
            let way = std::array::from_fn(|k| from[k] + share * (to[k] - from[k]));
            let force = on_lower(world) / h;
            moments.push(Moment {
                way,
                force: [force[0], force[D - 1]],
                ledger: report.ledger,
                converged: report.solver.status == Status::Converged && report.unbalanced.is_none(),
            });
        }
        from = *to;
    }
    moments
}

/// The impulse on the lower block.
fn on_lower<const D: usize>(world: &World<D>) -> Vector<D> {
    let on = |c: &Contact<D>| {
        let sign = if world.bodies.list[c.bodies[0]].name == "lower" { 1.0 } else { -1.0 };
        c.frame * c.impulse * sign
    };
    world.contacts.iter().map(on).sum()
}

/// The greatest difference between forces and what they should be, relative to the greatest force.
pub fn difference(moments: &[Moment], axis: usize, exact: &[f64]) -> f64 {
    let greatest = exact.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    let off = moments.iter().zip(exact).map(|(m, e)| (m.force[axis] - e).abs());
    off.fold(0.0, f64::max) / greatest
}
