//! Shocks one after the other.
//!
//! The contacts that are closed at the beginning of a step collide in turn, the fastest approach
//! first, each as if the two bodies were alone (Newton's coefficient, Coulomb's friction), until none
//! approaches. What this gives to the bodies enters the step as a known impulse, so that positions and
//! test configurations are those of the scheme and the books stay closed.
//!
//! A shock passes through a row of touching balls like this, and the last one flies off. Sequences
//! that never end (a ball between two heavy ones that come together) are cut, and the contact
//! problem of the step stops what is left without a rebound.

use crate::bodies::Rounds;
use crate::cone::Cone;
use crate::contact::Contact;
use crate::laws::Components;
use crate::linalg::BlockDiagonal;
use crate::problem::{Assembly, AssemblyInput, Form, Owner};
use crate::solvers::local::Local;
use crate::space::Vector;
use crate::wrench::contact_wrench;
use nalgebra::SVector;
use std::time::Instant;

/// Shocks a contact, on average, before the sequence is cut.
const MOST: usize = 200;
/// Shocks after which it is looked whether time is over.
const LOOK: usize = 256;

/// Approach, relative to the fastest at the beginning, that is no shock any more.
const SMALL: f64 = 1e-12;

/// Way in a step, relative to what counts as touching, below which an approach is no shock.
const REST: f64 = 1e-6;

/// The shocks of a step.
#[derive(Default)]
pub(super) struct Shocks<const D: usize> {
    assembly: Assembly<D>,
    z: Vec<f64>,
    /// Normal velocity of every block; of those without shocks zero.
    approach: Vec<f64>,
    restitution: Vec<Option<[f64; 2]>>,
    impulses: Vec<SVector<f64, D>>,
    /// Normal velocity with which contacts were parted, contact by contact (m/s); empty where nothing happened.
    pub parting: Vec<f64>,
    /// The generalized impulse on every body.
    on_bodies: Vec<f64>,
}

impl<const D: usize> Shocks<D> {
    /// Nothing happened.
    pub fn clear(&mut self) {
        self.on_bodies.clear();
        self.impulses.clear();
        self.parting.clear();
    }

    /// Lets the contacts collide, from the velocities of the input, those at the beginning of the
    /// step, until time is over.
    pub fn run(&mut self, input: &AssemblyInput<D>, rounds: &Rounds<D>, deadline: Option<Instant>) {
        self.assembly.build(input, rounds);
        let Self { assembly, z, approach, restitution, impulses, .. } = self;
        let problem = &assembly.problem;
        z.clear();
        z.resize(problem.dofs, 0.0);
        impulses.clear();
        impulses.resize(problem.len(), SVector::zeros());
        restitution.clear();
        restitution.extend(assembly.owners.iter().map(|owner| match owner {
            Owner::Contact(c) => input.laws[input.contacts[*c].law].shocks(),
            Owner::Bond(_) | Owner::Joint { .. } => None,
        }));
        let of_body =
            |k: usize| problem.rows.sides[k].map(|side| (side.size > 0).then_some(side.dof));
        approach.clear();
        approach
            .extend((0..problem.len()).map(|k| restitution[k].map_or(0.0, |_| problem.b[k][0])));
        let fastest = approach.iter().fold(0.0_f64, |a, u| a.max(-u));
        let least = (SMALL * fastest).max(REST * input.touch / input.h);
        for shock in 0..MOST * approach.len() {
            if shock % LOOK == LOOK - 1 && deadline.is_some_and(|end| Instant::now() > end) {
                break;
            }
            let Some((k, u)) = approach.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1)) else {
                break;
            };
            let Some([normal, tangential]) = restitution[k].filter(|_| *u < -least) else { break };
            let mut q = problem.body_velocity(k, z) * (1.0 + tangential);
            q[0] *= (1.0 + normal) / (1.0 + tangential);
            let cone = Cone::Coulomb { mu: problem.cones[k].mu() };
            let r = Local::new(problem.diagonal[k], cone).solve(&q, &SVector::zeros());
            problem.change(k, &r, z);
            impulses[k] += r;
            let met = of_body(k);
            for other in 0..approach.len() {
                let touched = of_body(other).iter().any(|b| b.is_some() && met.contains(b));
                if touched && restitution[other].is_some() {
                    approach[other] = problem.body_velocity(other, z)[0];
                }
            }
            // What does not move, as drives hold it, cannot rebound.
            if r[0] == 0.0 {
                (approach[k], restitution[k]) = (0.0, None);
            }
        }
        self.sum(input);
    }

    fn sum(&mut self, input: &AssemblyInput<D>) {
        self.on_bodies.clear();
        self.on_bodies.resize(input.bodies.v.len(), 0.0);
        self.parting.clear();
        self.parting.resize(input.contacts.len(), 0.0);
        for (k, c) in self.struck() {
            self.parting[c] = self.approach[k].max(0.0);
            let impulse = self.assembly.components::<D>(k, &self.impulses[k]);
            for side in 0..2 {
                let range = input.bodies.v_range(input.contacts[c].bodies[side]);
                for (component, r) in impulse.iter().enumerate().take(D) {
                    let wrench = contact_wrench(&input.contacts[c], side, component);
                    for (target, unit) in self.on_bodies[range.clone()].iter_mut().zip(wrench) {
                        *target += unit * r;
                    }
                }
            }
        }
    }

    /// Blocks that had a shock, with their contacts.
    fn struck(&self) -> Vec<(usize, usize)> {
        let owner = |k: usize| match self.assembly.owners[k] {
            Owner::Contact(c) if self.impulses[k][0] != 0.0 => Some((k, c)),
            _ => None,
        };
        (0..self.impulses.len()).filter_map(owner).collect()
    }

    /// Adds w P to velocities, P being what the bodies got.
    pub fn add_velocities(&self, factor: &BlockDiagonal, v: &mut [f64]) {
        if self.on_bodies.is_empty() {
            return;
        }
        let mut z = vec![0.0; v.len()];
        for i in 0..factor.len() {
            let (range, block) = (factor.range(i), factor.block(i));
            let n = range.len();
            for j in 0..n {
                z[range.start + j] =
                    (0..n).map(|k| block[k * n + j] * self.on_bodies[range.start + k]).sum();
            }
        }
        factor.multiply_add(&z, v);
    }

    /// Adds P.
    pub fn add_impulses(&self, on_bodies: &mut [f64]) {
        for (sum, own) in on_bodies.iter_mut().zip(&self.on_bodies) {
            *sum += own;
        }
    }

    /// Adds what each contact gave.
    pub fn store(&self, contacts: &mut [Contact<D>]) {
        for (k, c) in self.struck() {
            let own: Components = self.assembly.components::<D>(k, &self.impulses[k]);
            contacts[c].impulse += Vector::<D>::from_fn(|i, _| own[i]);
        }
    }
}
