//! Impulses for velocities that are known.
//!
//! With the velocities given, z = H r, Coulomb's law leaves each contact a convex set of impulses: none where it
//! opens, a ray (1, -μ u_T/‖u_T‖) where it slides, all of the cone where it sticks. The impulses of jammed bodies are
//! not unique, and need not be: any that add up to z will do. They are those of the convex programme
//!
//! ```text
//! min ½ ‖H r - z‖²    over the sets
//! ```
//!
//! whose interior point comes from the middle of the sets. Its multipliers say H r - z ∈ K* there: where
//! the least is not zero, H r - z is a motion that no impulses prevent.

use super::part::Part;
use crate::problem::{Cone, Global, Problem};
use crate::solvers::convex_fixed_point::programme::Work;
use crate::solvers::systems::System;
use crate::solvers::{Settings, Status, Watch};
use nalgebra::{SMatrix, SVector};

/// Iterations, at most.
const MOST: usize = 60;
/// The sum of products relative to the objective, from which it is certain that this is not zero.
const CERTAIN: f64 = 1e-4;

/// The programme with its buffers.
#[derive(Default)]
pub struct Support<const B: usize> {
    system: System<B>,
    work: Work<B>,
    part: Part<B>,
    /// A of the contacts of the part: r = Aᵀ times the programme's impulses.
    turns: Vec<Option<SMatrix<f64, B, B>>>,
    /// Impulses of the whole.
    pub r: Vec<SVector<f64, B>>,
    /// H r - z: nothing, or a motion that no impulses prevent.
    pub motion: Vec<f64>,
}

impl<const B: usize> Support<B> {
    /// Looks for impulses that belong to z; contacts whose speed is not above `slow` stick. Counts iterations, gives
    /// the status that ends the solve, if any.
    pub fn find(
        &mut self,
        whole: &Global<B>,
        z: &[f64],
        slow: f64,
        settings: &Settings,
        watch: &mut Watch<B>,
        iterations: &mut usize,
    ) -> Option<Status> {
        self.pose(whole, z, slow);
        self.motion.clear();
        self.motion.resize(z.len(), 0.0);
        let problem = Problem::Global(&self.part.problem);
        let work = &mut self.work;
        self.system.prepare(problem);
        work.no_speeds(problem);
        work.start(problem);
        for _ in 0..MOST {
            let least = |missing: f64, affine: f64| missing * (1.0 - affine);
            if !work.iterate(problem, &mut self.system, least) {
                break;
            }
            *iterations += 1;
            self.r.clear();
            self.r.resize(whole.len(), SVector::zeros());
            let turned = self.part.contacts.iter().zip(&self.turns).zip(&work.impulses);
            for ((c, turn), r) in turned {
                self.r[*c] = turn.map_or(*r, |turn| turn.tr_mul(r));
            }
            match watch.judge(whole, settings, *iterations, &self.r) {
                Some(Status::Diverged) => break,
                Some(status) => return Some(status),
                None => {}
            }
            whole.momentum(&self.r, &mut self.motion);
            self.motion.iter_mut().zip(z).for_each(|(motion, z)| *motion -= z);
            // The least is at most the sum of products below what it is now.
            let least = 0.5 * self.motion.iter().map(|x| x * x).sum::<f64>();
            if work.gap() <= CERTAIN * least {
                break;
            }
        }
        None
    }

    /// Contacts that can have impulses, on their rays and in their cones.
    fn pose(&mut self, whole: &Global<B>, z: &[f64], slow: f64) {
        self.part.begin(whole);
        self.turns.clear();
        for c in 0..whole.len() {
            let (moved, cone) = (whole.body_change(c, z), whole.cones[c]);
            let u = moved + whole.b[c];
            let speed = u.rows(1, B - 1).norm();
            if !cone.is_free() && u[0] > slow {
                continue;
            }
            if cone.is_free() || speed <= slow {
                self.part.push(whole, c, |_| true, -moved, cone);
                self.turns.push(None);
                continue;
            }
            // The ray becomes a normal without friction.
            let mut ray = SMatrix::<f64, B, B>::zeros();
            ray[(0, 0)] = 1.0;
            for k in 1..B {
                ray[(0, k)] = -cone.mu() * u[k] / speed;
            }
            self.part.push(whole, c, |_| true, -(ray * moved), Cone::Coulomb { mu: 0.0 });
            self.part.turn_last(&ray);
            self.turns.push(Some(ray));
        }
        self.part.complete();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::{ContactRows, Side};

    /// A point of unit mass that falls between walls on its left and right, or on its left alone.
    fn falling(walls: usize) -> Global<2> {
        let sides = (0..walls as u32)
            .map(|c| [Side { dof: 0, size: 2, start: 4 * c }, Side { dof: 0, size: 0, start: 0 }])
            .collect();
        let data = [[1.0, 0.0, 0.0, 1.0], [-1.0, 0.0, 0.0, -1.0]][..walls].concat();
        let b = [SVector::from([0.0, -1.0]), SVector::from([0.0, 1.0])][..walls].to_vec();
        let cones = vec![Cone::Coulomb { mu: 0.5 }; walls];
        let rows = ContactRows::new(sides, data);
        let mut problem = Global { rows, b, cones, dofs: 2, ..Global::default() };
        problem.complete();
        problem
    }

    fn find(problem: &Global<2>) -> (Option<Status>, Vec<SVector<f64, 2>>, Vec<f64>) {
        let settings = Settings { tolerance: 1e-10, ..Settings::default() };
        let (mut support, mut watch, mut iterations) = (Support::default(), Watch::default(), 0);
        // At rest: z takes the fall away.
        let rest = [0.0, 1.0];
        let status = support.find(problem, &rest, 1e-9, &settings, &mut watch, &mut iterations);
        (status, support.r, support.motion)
    }

    #[test]
    fn a_wedge_holds_by_pressing_enough() {
        let (status, r, _) = find(&falling(2));
        assert_eq!(status, Some(Status::Converged));
        assert!((r[0][1] - r[1][1] - 1.0).abs() < 1e-9, "the weight, shared: {r:?}");
        assert!((r[0][0] - r[1][0]).abs() < 1e-9, "walls press alike: {r:?}");
        assert!(r.iter().all(|r| r[1].abs() < 0.5 * r[0]), "inside the cones: {r:?}");
    }

    /// One wall cannot be pressed. The least of ½‖(r_N, r_T - 1)‖² over the cone is at its rim: r = 0.4 (1, 0.5),
    /// and the motion left is the best that the wall can do about the fall, (0.4, -0.8).
    #[test]
    fn what_nothing_prevents_is_the_motion() {
        let (status, _, motion) = find(&falling(1));
        assert_eq!(status, None);
        assert!((motion[0] - 0.4).abs() < 1e-3 && (motion[1] + 0.8).abs() < 1e-3, "{motion:?}");
    }

    #[test]
    fn a_contact_that_slides_pushes_along_its_ray() {
        let problem = falling(1);
        // It moves down at a speed of 0.5 and presses the wall by 1: friction is -μ of that against it.
        let z = [1.0, 0.5];
        let mut shifted = problem.clone();
        shifted.b[0][0] = -1.0;
        let settings = Settings { tolerance: 1e-10, ..Settings::default() };
        let (mut support, mut watch, mut iterations) = (Support::default(), Watch::default(), 0);
        let status = support.find(&shifted, &z, 1e-9, &settings, &mut watch, &mut iterations);
        assert_eq!(status, Some(Status::Converged));
        assert!((support.r[0] - SVector::from([1.0, 0.5])).norm() < 1e-9, "{:?}", support.r);
    }
}
