//! A problem of a simulation as a problem file, in global form and mass-normalised:
//!
//! ```text
//! M = 1,  H = Sᵀ Hᵃ,  f = 0,  w = b        so that v = z, and u and r are those of the simulation
//! ```
//!
//! This is exact: nothing is inverted or condensed. Of meshes that are seen node by node M is their inertia A. A component with a compliance C, a spring in series, has
//! a degree of freedom of mass 1 of its own with the entry √C in H, which adds C to its place in W.

use super::{Block, Equations, Info, ProblemFile, Solution};
use crate::linalg::Sparse;
use crate::problem::{Form, Global};
use nalgebra::SVector;

impl ProblemFile {
    /// The problem with the impulses that a solver began with and ended with, in the original
    /// units.
    ///
    /// # Errors
    ///
    /// Why files have no form for it: contacts without friction components, some that roll and some that do
    /// not, spinning, joints and bonds beside contacts.
    pub fn of_global<const B: usize>(
        problem: &Global<B>,
        guess: &[SVector<f64, B>],
        impulses: &[SVector<f64, B>],
        info: Info,
    ) -> Result<Self, &'static str> {
        if problem.has_free() {
            return Err("joints and bonds pull as well as push, which the format has no cone for");
        }
        let rolling = problem.cones.iter().filter(|cone| cone.mu_r().is_some()).count();
        let block = match (B, rolling) {
            (2, 0) => Block::Plane,
            (3, 0) => Block::Space,
            (3, n) if n == problem.len() => Block::RollingPlane,
            (5, n) if n == problem.len() => Block::RollingSpace,
            (6, _) => return Err("contacts resist spinning, which the format does not know"),
            (_, 0) => return Err("the contacts have no components for friction"),
            _ => return Err("some contacts resist rolling and some do not"),
        };
        // With u = V u', r = P r' in other units, u = V W' r / P + V b'.
        let (velocity, impulse) = (problem.units.velocity, problem.units.impulse);
        let scale = (velocity / impulse).sqrt();
        let mut entries = vec![];
        for c in 0..problem.len() {
            for side in problem.rows.blocks(c) {
                let rows = problem.rows.block(side).chunks_exact(side.size as usize);
                for (k, row) in rows.enumerate() {
                    let column = (c * B + k) as u32;
                    let place = |(j, x): (usize, &f64)| (side.dof + j as u32, column, scale * x);
                    entries.extend(row.iter().enumerate().map(place));
                }
            }
        }
        let mut dofs = problem.dofs;
        for (c, soft) in problem.compliance.iter().enumerate() {
            for (k, compliance) in soft.iter().enumerate().filter(|(_, x)| **x > 0.0) {
                entries.push((dofs as u32, (c * B + k) as u32, scale * compliance.sqrt()));
                dofs += 1;
            }
        }
        let kinematic = Sparse::from_triplets(dofs, B * problem.len(), &entries);
        let of_mesh = |i: usize| problem.meshes.iter().any(|mesh| mesh.range().contains(&i));
        let mut mass: Vec<_> = (0..dofs).filter(|i| !of_mesh(*i)).map(|i| (i, i, 1.0)).collect();
        for mesh in &problem.meshes {
            for (i, j, value) in mesh.inertia.entries() {
                let (i, j) = (mesh.first + i, mesh.first + j);
                mass.push((i, j, value));
                mass.extend((i != j).then_some((j, i, value)));
            }
        }
        let mass: Vec<_> = mass.into_iter().map(|(i, j, x)| (i as u32, j as u32, x)).collect();
        let mut file = Self {
            equations: Equations::Global {
                mass: Sparse::from_triplets(dofs, dofs, &mass),
                kinematic,
                f: vec![0.0; dofs],
                w: flat(&problem.b, velocity),
            },
            block,
            mu: problem.cones.iter().map(|cone| cone.mu()).collect(),
            mu_r: problem.cones.iter().filter_map(|cone| cone.mu_r()).collect(),
            info,
            solution: None,
            guesses: vec![],
        };
        file.solution = Some(file.state_of(flat(impulses, impulse)));
        file.guesses = vec![file.state_of(flat(guess, impulse))];
        Ok(file)
    }

    /// The velocities that impulses lead to where M = 1 and f = 0.
    fn state_of(&self, r: Vec<f64>) -> Solution {
        let mut v = vec![0.0; self.dofs()];
        if let Equations::Global { kinematic, .. } = &self.equations {
            kinematic.multiply(&r, &mut v);
        }
        Solution { u: self.relative_velocity(&v, &r), v, r }
    }
}

fn flat<const B: usize>(blocks: &[SVector<f64, B>], scale: f64) -> Vec<f64> {
    blocks.iter().flat_map(|block| block.iter().map(|x| scale * x)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::{ContactRows, Side};
    use crate::problem::{Cone, Residual, Units};

    /// Two bodies on each other and on the ground, in other units.
    fn pair(units: Units) -> Global<2> {
        let none = Side { dof: 0, size: 0, start: 0 };
        let mut problem = Global {
            rows: ContactRows::new(
                vec![
                    [Side { dof: 0, size: 3, start: 0 }, none],
                    [Side { dof: 3, size: 3, start: 6 }, Side { dof: 0, size: 3, start: 12 }],
                ],
                vec![
                    1.0, 0.0, 0.2, 0.0, 1.0, -0.5, 0.7, 0.0, 0.1, 0.0, 0.7, 0.3, -1.0, 0.0, 0.0,
                    0.0, -1.0, 0.4,
                ],
            ),
            b: vec![[-1.0, 0.3].into(), [-0.5, -0.2].into()],
            cones: vec![Cone::Coulomb { mu: 0.4 }; 2],
            dofs: 6,
            units,
            ..Global::default()
        };
        problem.complete();
        problem
    }

    #[test]
    fn joints_have_no_file_and_it_is_said_why() {
        let r = vec![SVector::<f64, 2>::zeros(); 2];
        let file = |problem: &Global<2>| ProblemFile::of_global(problem, &r, &r, Info::default());
        let contacts = pair(Units::default());
        assert!(file(&contacts).is_ok());
        let joined = Global { cones: vec![contacts.cones[0], Cone::Free], ..contacts };
        assert!(file(&joined).is_err_and(|why| why.contains("joints")));
    }

    #[test]
    fn the_file_measures_what_the_judge_does() {
        let r: Vec<SVector<f64, 2>> = vec![[0.9, -0.1].into(), [0.4, 0.1].into()];
        let others = Units { velocity: 3.0, impulse: 0.2 };
        let cases = [Units::default(), others].map(|units| [(units, false), (units, true)]);
        for (units, is_soft) in cases.into_iter().flatten() {
            let mut problem = pair(units);
            if is_soft {
                problem.compliance = vec![[0.0, 0.3].into(), [0.2, 0.1].into()];
                problem.complete();
            }
            let file = ProblemFile::of_global(&problem, &r, &r, Info::default()).unwrap();
            let found = file.solution.as_ref().unwrap();
            let measure = file.measure(&found.v, &found.r);
            let residual = Residual::of_impulses(&problem, &r);
            assert!(measure.balance < 1e-15);
            let (error, judged) = (measure.error, residual.natural_map_global);
            assert!((error - judged).abs() < 1e-12 * judged, "{error} {judged}");
            let (mut z, mut u) = (vec![], vec![]);
            problem.velocities(&r, &mut z, &mut u);
            for (a, b) in flat(&u, units.velocity).iter().zip(&found.u) {
                assert!((a - b).abs() < 1e-14);
            }
        }
    }
}
