//! Puts joints right after the bodies have moved: the least motion, in the norm of the masses, that
//! brings their errors to nothing. It changes positions alone.

use super::{Stepper, ledger};
use crate::problem::{Assembly, Problem};
use crate::solvers::{InteriorPoint, Settings, Solver, Watch};
use crate::space::{Pose, advance};
use crate::world::World;
use nalgebra::SVector;

/// Errors that are left alone (m, rad).
const NOTHING: f64 = 1e-13;
/// Most rounds; each squares the error.
const ROUNDS: usize = 6;

/// The buffers.
#[derive(Default)]
pub(super) struct Straightening<const D: usize> {
    assembly: Assembly<3>,
    solver: InteriorPoint<3>,
    watch: Watch<3>,
    impulses: Vec<SVector<f64, 3>>,
    momentum: Vec<f64>,
    motion: Vec<f64>,
    poses: Vec<Pose<D>>,
}

impl<const D: usize> Stepper<D> {
    /// Joints that were farther from holding than this after the last step, and how far (m, rad), the
    /// farthest first.
    pub fn joints_apart(&self, least: f64) -> Vec<(usize, f64)> {
        let rows = &self.straightening.assembly.rows;
        let mut apart: Vec<(usize, f64)> = vec![];
        for own in rows.chunk_by(|a, b| a.0 == b.0) {
            let worst = own.iter().map(|(_, _, row)| row.error.abs()).fold(0.0, f64::max);
            if worst > least {
                apart.push((own[0].0, worst));
            }
        }
        apart.sort_by(|a, b| b.1.total_cmp(&a.1));
        apart
    }

    /// Puts the joints of a world right at the end of a step; gives the energy that this gave to the bodies:
    /// they are lifted a little, or let down (J).
    pub(super) fn straighten(&mut self, world: &mut World<D>, time: f64) -> f64 {
        if world.joints.is_empty() {
            return 0.0;
        }
        let total =
            |world: &World<D>| ledger::energy(&world.bodies, &world.gravity).iter().sum::<f64>();
        let energy_before = total(world);
        let Self { straightening: own, factor, .. } = self;
        let settings = Settings { tolerance: 1e-12, max_iterations: 60, ..Settings::default() };
        let mut worst = f64::INFINITY;
        for _ in 0..ROUNDS {
            own.poses.clear();
            own.poses.extend((0..world.bodies.len()).map(|i| world.bodies.pose(i)));
            let before = worst;
            let World { joints, bodies, .. } = &mut *world;
            worst = own.assembly.build_corrections(joints, bodies, (&own.poses, time), factor);
            if worst <= NOTHING || worst >= 0.5 * before {
                break;
            }
            // Relative to the greatest, for tolerances are.
            own.assembly.problem.b.iter_mut().for_each(|b| *b /= worst);
            own.impulses.clear();
            own.impulses.resize(own.assembly.owners.len(), SVector::zeros());
            own.watch.restart();
            let problem = Problem::Global(&own.assembly.problem);
            own.solver.solve(problem, &settings, &mut own.watch, &mut own.impulses);
            own.assembly.problem.momentum(&own.impulses, &mut own.momentum);
            own.motion.clear();
            own.motion.resize(bodies.v.len(), 0.0);
            factor.multiply_add(&own.momentum, &mut own.motion);
            for i in 0..bodies.len() {
                let (q, v) = (bodies.q_range(i), &own.motion[bodies.v_range(i)]);
                if v.iter().any(|v| *v != 0.0) {
                    advance::<D>(&mut bodies.q[q], v, worst);
                }
            }
        }
        for joint in &mut world.joints {
            let poses = joint.bodies.map(|body| crate::joints::embed(&world.bodies.pose(body)));
            if let Some(at) = joint.coordinate_at(poses) {
                joint.state.coordinate = at;
            }
        }
        total(world) - energy_before
    }
}
