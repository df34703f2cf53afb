//! The balance of impulses at closed contacts, and the programme that decides it.

use crate::linalg::BlockDiagonal;
use crate::problem::{Cone, Form, Global};
use crate::solvers::standstill::{Part, Support};
use crate::solvers::{Settings, Status, Watch};
use nalgebra::{DMatrix, DVector, SVector};

/// What may be left of z where it is balanced.
const LEFT: f64 = 1e-6;
/// The residual to which impulses are found.
const TOLERANCE: f64 = 1e-9;
/// Impulses that are none, relative to the greatest.
const NONE: f64 = 1e-5;
/// A contact is at its cone's rim from this share of its friction on.
const RIM: f64 = 1.0 - 1e-4;
/// Most columns that are looked through for redundancy.
const COLUMNS: usize = 800;
/// Singular values that are none, relative to the greatest.
const RANK: f64 = 1e-9;

/// Closed contacts, loads, and a push.
pub struct Statics<const B: usize> {
    closed: Part<B>,
    cones: Vec<Cone>,
    /// What the loads and the push would have to be balanced by.
    loads: Vec<f64>,
    push: Vec<f64>,
    support: Support<B>,
}

impl<const B: usize> Statics<B> {
    /// Takes the contacts of a problem whose gaps close no faster than `closing`, and the loads from the
    /// velocities that they give to bodies at rest.
    pub fn new(
        problem: &Global<B>,
        free: &[f64],
        factor: &BlockDiagonal,
        closing: f64,
    ) -> Result<Self, String> {
        if !problem.compliance.is_empty() || !problem.meshes.is_empty() || problem.is_rolling() {
            let message =
                "springs and resistance to rolling are not looked at: only dry contacts and joints";
            return Err(message.to_string());
        }
        let loads = balanced(free, factor)?;
        let mut closed = Part::default();
        closed.begin(problem);
        for (c, cone) in problem.cones.iter().enumerate() {
            // b = u of the free motion + the gap's shift.
            let shift = problem.b[c][0] + problem.body_change(c, &loads)[0];
            if cone.is_free() || shift <= closing {
                closed.push(problem, c, |_| true, SVector::zeros(), *cone);
            }
        }
        closed.complete();
        let (cones, push) = (closed.problem.cones.clone(), vec![0.0; loads.len()]);
        Ok(Self { closed, cones, loads, push, support: Support::default() })
    }

    /// How many contacts there are.
    pub fn contacts(&self) -> usize {
        self.cones.len()
    }

    /// Takes the velocities that a push gives to bodies at rest.
    pub fn push(&mut self, velocities: &[f64], factor: &BlockDiagonal) -> Result<(), String> {
        self.push = balanced(velocities, factor)?;
        Ok(())
    }

    /// Whether rest is admissible with friction times a factor, under the loads and so many times the push.
    pub fn may_rest(&mut self, friction: f64, pushes: f64) -> bool {
        let Self { closed, cones, loads, push, support } = self;
        let z: Vec<f64> = loads.iter().zip(push.iter()).map(|(z, p)| z + pushes * p).collect();
        let whole = &mut closed.problem;
        for (c, cone) in cones.iter().enumerate() {
            whole.b[c] = -whole.body_change(c, &z);
            whole.cones[c] = match cone {
                Cone::Coulomb { mu } => Cone::Coulomb { mu: mu * friction },
                cone => *cone,
            };
        }
        let length = |z: &[f64]| z.iter().map(|x| x * x).sum::<f64>().sqrt();
        let settings = Settings { tolerance: TOLERANCE, ..Settings::default() };
        let (mut watch, mut iterations, slow) = (Watch::default(), 0, f64::INFINITY);
        if whole.is_empty() {
            support.motion = z.iter().map(|z| -z).collect();
        } else {
            let end = support.find(whole, &z, slow, &settings, &mut watch, &mut iterations);
            if end == Some(Status::Converged) {
                whole.momentum(&support.r, &mut support.motion);
                support.motion.iter_mut().zip(&z).for_each(|(motion, z)| *motion -= z);
            }
        }
        length(&support.motion) <= LEFT * length(&z)
    }

    /// Velocities of the motion that nothing prevented when it was asked last.
    pub fn motion(&self, factor: &BlockDiagonal) -> Vec<f64> {
        let mut velocities = vec![0.0; self.support.motion.len()];
        factor.multiply_add(&self.support.motion, &mut velocities);
        velocities
    }

    /// In how many ways the impulses found last may change and still balance the loads: the impulses of an
    /// interior point are inside of all cones in which any are.
    pub fn redundancy(&self) -> Option<usize> {
        let (problem, r) = (&self.closed.problem, &self.support.r);
        let greatest = r.iter().map(SVector::norm).fold(0.0, f64::max);
        let mut columns: Vec<DVector<f64>> = vec![];
        let (mut unit, mut z) = (vec![SVector::zeros(); r.len()], vec![]);
        for (c, cone) in problem.cones.iter().enumerate() {
            let friction = r[c].rows(1, B - 1).norm();
            let ways: Vec<SVector<f64, B>> = if cone.is_free() {
                axes()
            } else if r[c][0] <= NONE * greatest {
                vec![]
            } else if friction >= RIM * cone.mu() * r[c][0] {
                vec![r[c].normalize()]
            } else {
                axes()
            };
            if columns.len() + ways.len() > COLUMNS {
                return None;
            }
            for way in ways {
                unit[c] = way;
                problem.momentum(&unit, &mut z);
                columns.push(DVector::from_column_slice(&z));
                unit[c] = SVector::zeros();
            }
        }
        if columns.is_empty() {
            return Some(0);
        }
        let values = DMatrix::from_columns(&columns).singular_values();
        let rank = values.iter().filter(|value| **value > RANK * values.max()).count();
        Some(columns.len() - rank)
    }
}

/// Unit impulses along every component.
fn axes<const B: usize>() -> Vec<SVector<f64, B>> {
    (0..B).map(|k| SVector::from_fn(|i, _| f64::from(u8::from(i == k)))).collect()
}

/// z = -S⁻¹ v: what impulses have to do where a step would give bodies at rest the velocities v. Degrees of
/// freedom that are driven have nothing in S.
fn balanced(v: &[f64], factor: &BlockDiagonal) -> Result<Vec<f64>, String> {
    let mut z = vec![0.0; v.len()];
    for i in 0..factor.len() {
        let (range, block) = (factor.range(i), factor.block(i));
        let n = range.len();
        if block.iter().all(|x| *x == 0.0) {
            continue;
        }
        let s = DMatrix::from_row_slice(n, n, block);
        let wanted = DVector::from_fn(n, |k, _| -v[range.start + k]);
        // What is driven has a velocity that no impulse changes.
        let driven: Vec<bool> = (0..n).map(|k| s.row(k).norm() == 0.0).collect();
        let wanted = DVector::from_fn(n, |k, _| if driven[k] { 0.0 } else { wanted[k] });
        let most = s.norm() * 1e-12;
        let found = s.svd(true, true).solve(&wanted, most).map_err(str::to_string)?;
        z[range].copy_from_slice(found.as_slice());
    }
    Ok(z)
}
