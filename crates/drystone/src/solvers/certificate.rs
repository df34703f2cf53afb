//! When there is no solution.
//!
//! Every solution has u_N ≥ 0 at all contacts, friction or not. Normal impulses d, d_N ≥ 0 and
//! d_T = 0, that move nothing, W d = 0, and yet b·d < 0 exclude one for a symmetric W:
//! 0 ≤ u·d = (W r)·d + b·d = r·(W d) + b·d = b·d would follow. Such impulses are what the
//! frictionless problem runs off to when it has no solution, so that problem is solved, and its
//! impulses are examined.

use super::costs::Costs;
use super::{
    GaussSeidel, InteriorPoint, ProjectedGradient, Report, Settings, Solver, Status, Watch,
};
use crate::linalg::{ContactRows, Side};
use crate::problem::{Cone, Form, Global, Problem, Reduced};
use nalgebra::{SMatrix, SVector};

/// Velocities that impulses of the certificate may cause, relative to what each would cause alone.
const MOVES_NOTHING: f64 = 1e-8;

/// Velocities that impulses do alone, relative to the free ones, from which they have run off.
pub const RAN_OFF: f64 = 1e5;
/// Approach that convergence may leave without being doubted.
const APPROACH: f64 = 0.1;
/// Sweeps for impulses of a problem that has no solution.
const SWEEPS: usize = 30;

/// Takes a solver's answer with care. Impulses may run off until the judge, whose norms are relative
/// to what they do, sees nothing any more. Where that is likely and there is certainly no
/// solution, the report says `infeasible`; where impulses ran off and contacts go on closing
/// `diverged`; in both cases the impulses become those of a few sweeps from nothing, which bodies can
/// go on with.
pub fn doubted<const B: usize>(
    report: Report,
    problem: Problem<B>,
    settings: &Settings,
    max_seconds: f64,
    r: &mut [SVector<f64, B>],
) -> Report {
    let status = match report.status {
        Status::Converged => {
            let (closing, far) = (report.residual.approach > APPROACH, ran_off(&problem, r));
            match (closing || far) && is_infeasible(problem, max_seconds) {
                true => Status::Infeasible,
                false if closing && far => Status::Diverged,
                false => return report,
            }
        }
        Status::Infeasible => Status::Infeasible,
        _ => return report,
    };
    r.fill(SVector::zeros());
    let plain = Settings { max_iterations: SWEEPS, acceleration: false, ..settings.clone() };
    let mut solver: Box<dyn Solver<B>> = match problem.has_meshes() {
        true => Box::new(ProjectedGradient::default()),
        false => Box::new(GaussSeidel::default()),
    };
    let swept = solver.solve(problem, &plain, &mut Watch::default(), r);
    Report { status, residual: swept.residual, ..report }
}

/// Whether impulses are so large that the free velocities are nothing beside what each does alone,
/// or push where they move nothing.
fn ran_off<const B: usize>(problem: &Problem<B>, r: &[SVector<f64, B>]) -> bool {
    let (mut alone, mut free, mut in_vain) = (0.0, 0.0, false);
    let of_law = problem.diagonal().iter().zip(problem.cones());
    for (((w, cone), b), r) in of_law.zip(problem.b()).zip(r) {
        alone += (w * r).norm_squared();
        free += b.norm_squared();
        in_vain |= w[(0, 0)] <= 0.0 && r[0] > 0.0 && !cone.is_free();
    }
    in_vain || alone > RAN_OFF * RAN_OFF * free
}

/// Whether it is certain that there is no solution. It is not where the certificate would take more
/// memory than there is, or longer than so many seconds.
pub fn is_infeasible<const B: usize>(problem: Problem<B>, max_seconds: f64) -> bool {
    let normal = |d: f64| {
        let mut impulse = SVector::<f64, B>::zeros();
        impulse[0] = d.max(0.0);
        impulse
    };
    // Contacts that nothing can part.
    let of_law = problem.diagonal().iter().zip(problem.cones());
    let held = of_law
        .zip(problem.b())
        .map(|((w, cone), b)| normal(f64::from(w[(0, 0)] <= 0.0 && b[0] < 0.0 && !cone.is_free())));
    if is_certificate(&problem, &held.collect::<Vec<_>>()) {
        return true;
    }
    let d = match problem {
        Problem::Global(form) => run_off(Problem::Global(&normal_rows(form)), max_seconds),
        Problem::Reduced(form) => run_off(Problem::Reduced(&normal_blocks(form)), max_seconds),
    };
    let of_contacts = d.iter().zip(problem.cones());
    let d = of_contacts.map(|(d, cone)| normal(if cone.is_free() { 0.0 } else { d[0] }));
    is_certificate(&problem, &d.collect::<Vec<_>>())
}

/// Where the frictionless problem goes; nothing where its factors do not fit.
fn run_off(normal: Problem<1>, max_seconds: f64) -> Vec<SVector<f64, 1>> {
    let mut solver = InteriorPoint::default();
    solver.system.prepare(normal);
    if !Costs::of(normal, solver.system.cost(normal)).newton_fits() {
        return vec![];
    }
    let settings =
        Settings { max_iterations: 200, tolerance: 1e-10, max_seconds, ..Settings::default() };
    let mut r = vec![SVector::zeros(); normal.len()];
    solver.solve(normal, &settings, &mut Watch::default(), &mut r);
    solver.last_impulses().to_vec()
}

/// Whether d moves nothing and works against b.
fn is_certificate<const B: usize>(problem: &impl Form<B>, d: &[SVector<f64, B>]) -> bool {
    if d.len() != problem.len() {
        return false;
    }
    let mut z = vec![];
    problem.carry(d, &mut z);
    let (mut moved, mut alone, mut power, mut against) = (0.0, 0.0, 0.0, 0.0);
    for (c, w) in problem.diagonal().iter().enumerate() {
        let b = &problem.b()[c];
        moved += (problem.velocity(c, d, &z) - b).norm_squared();
        alone += (w * d[c]).norm_squared();
        power += b.dot(&d[c]);
        against += (b[0] * d[c][0]).abs();
    }
    moved.sqrt() <= MOVES_NOTHING * alone.sqrt() && power < -1e-6 * against
}

fn frictionless(count: usize) -> Vec<Cone> {
    vec![Cone::Coulomb { mu: 0.0 }; count]
}

/// Normal velocities; joints, which have no normal, part at once.
fn normal_parts<const B: usize>(b: &[SVector<f64, B>], cones: &[Cone]) -> Vec<SVector<f64, 1>> {
    let normal = |(b, cone): (&SVector<f64, B>, &Cone)| if cone.is_free() { 1.0 } else { b[0] };
    b.iter().zip(cones).map(|both| SVector::from([normal(both)])).collect()
}

fn normal_rows<const B: usize>(form: &Global<B>) -> Global<1> {
    let mut rows = ContactRows::<1>::default();
    for (c, (sides, cone)) in form.rows.sides.iter().zip(&form.cones).enumerate() {
        rows.sides.push(sides.map(|side| {
            let start = rows.data.len() as u32;
            let size = if cone.is_free() { 0 } else { side.size };
            rows.data.extend_from_slice(&form.rows.block(&side)[..size as usize]);
            Side { start, size, ..side }
        }));
        for node in form.rows.nodes(c).iter().filter(|_| !cone.is_free()) {
            let start = rows.data.len() as u32;
            rows.data.extend_from_slice(&form.rows.block(node)[..node.size as usize]);
            rows.push_node(c, Side { start, ..*node });
        }
    }
    let (b, cones) = (normal_parts(&form.b, &form.cones), frictionless(form.b.len()));
    let compliance = form.compliance.iter().map(|c| SVector::from([c[0]])).collect();
    let (meshes, dofs) = (form.meshes.clone(), form.dofs);
    let mut normal = Global { rows, b, cones, compliance, meshes, dofs, ..Global::default() };
    normal.complete();
    normal
}

fn normal_blocks<const B: usize>(form: &Reduced<B>) -> Reduced<1> {
    let blocks = form.blocks.iter().map(|w| SMatrix::<f64, 1, 1>::new(w[(0, 0)])).collect();
    let (b, cones) = (normal_parts(&form.b, &form.cones), frictionless(form.b.len()));
    Reduced::new(form.start.clone(), form.columns.clone(), blocks, b, cones)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Matrix2, Vector2};

    fn two_contacts(b: [f64; 2]) -> Reduced<2> {
        // A block between two walls: what opens one contact closes the other.
        let (one, cone) = (Matrix2::identity(), Cone::Coulomb { mu: 0.3 });
        let blocks = vec![one, -one, -one, one];
        let b = b.map(|b| Vector2::new(b, 0.1)).to_vec();
        Reduced::new(vec![0, 2, 4], vec![0, 1, 0, 1], blocks, b, vec![cone; 2])
    }

    #[test]
    fn walls_that_close_on_a_block_have_no_solution() {
        let none = |b, seconds| is_infeasible(Problem::Reduced(&two_contacts(b)), seconds);
        assert!(none([-1.0, 0.5], f64::INFINITY));
        assert!(!none([-1.0, 1.5], f64::INFINITY));
        assert!(!none([-1.0, 1.0], f64::INFINITY));
        // Without time nothing is certain.
        assert!(!none([-1.0, 0.5], -1.0));
    }

    #[test]
    fn impulses_that_ran_off_are_no_solution() {
        let converged = Report { status: Status::Converged, ..Report::default() };
        let doubted = |form: &Reduced<2>, r: f64| {
            let mut r = vec![Vector2::new(r, 0.0); form.b.len()];
            let (problem, settings) = (Problem::Reduced(form), Settings::default());
            let report = doubted(converged, problem, &settings, f64::INFINITY, &mut r);
            let bounded = report.status == Status::Converged || r.iter().all(|r| r.norm() < 100.0);
            assert!(bounded, "{r:?}");
            report.status
        };
        assert_eq!(doubted(&two_contacts([-1.0, 0.5]), 1e8), Status::Infeasible);
        assert_eq!(doubted(&two_contacts([-1.0, 1.5]), 1e8), Status::Converged);
        let held = |b| Reduced::single(Matrix2::zeros(), b, Cone::Coulomb { mu: 0.3 });
        assert_eq!(doubted(&held(Vector2::new(-1.0, 0.1)), 1e8), Status::Infeasible);
        assert_eq!(doubted(&held(Vector2::new(1.0, 0.1)), 1.0), Status::Converged);
    }
}
