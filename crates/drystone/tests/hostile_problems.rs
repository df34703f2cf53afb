//! Every family of the table on problems nobody would pose: redundant, asymmetric, in absurd units,
//! with huge friction, without contacts, without solution. What is asked of all of them: no panic,
//! finite impulses, a status that the judge confirms, the time limit kept. `DRYSTONE_CASES` sets how
//! many problems.

mod common;

use common::Random;
use drystone::linalg::{ContactRows, Side};
use drystone::problem::{Cone, Form, Global, Norm, Problem, Reduced, Residual};
use drystone::solvers::{Family, SOLVERS, Settings, Status, solve};
use nalgebra::SVector;
use std::time::Instant;

const TOLERANCE: f64 = 1e-8;
const SECONDS: f64 = 0.2;

/// What is wrong with a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Ordinary,
    Duplicated,
    Crowded,
    Scaled,
    Asymmetric,
    Rough,
    Lonely,
    Closing,
    Extreme,
    Immovable,
}

const KINDS: [Kind; 10] = [
    Kind::Ordinary,
    Kind::Duplicated,
    Kind::Crowded,
    Kind::Scaled,
    Kind::Asymmetric,
    Kind::Rough,
    Kind::Lonely,
    Kind::Closing,
    Kind::Extreme,
    Kind::Immovable,
];

impl Kind {
    /// Whether `auto` must solve it: a solution exists and is no accident.
    fn must_be_solved(self) -> bool {
        matches!(self, Kind::Ordinary | Kind::Duplicated | Kind::Crowded | Kind::Scaled)
    }
}

/// Rows of H, contact after contact, and b = Hᵀ v: bodies at rest violate nothing.
struct Draft<const B: usize> {
    rows: ContactRows<B>,
    b: Vec<SVector<f64, B>>,
    cones: Vec<Cone>,
    velocity: Vec<f64>,
    size: usize,
}

impl<const B: usize> Draft<B> {
    fn contact(&mut self, random: &mut Random, bodies: [Option<usize>; 2], cone: Cone, scale: f64) {
        let size = self.size;
        let mut b = SVector::zeros();
        let sides = bodies.map(|body| {
            let start = self.rows.data.len() as u32;
            let Some(body) = body else { return Side { dof: 0, size: 0, start } };
            for k in 0..B {
                for i in 0..size {
                    let x = scale * random.range(-1.0, 1.0);
                    self.rows.data.push(x);
                    b[k] += x * self.velocity[body * size + i];
                }
            }
            Side { dof: (body * size) as u32, size: size as u32, start }
        });
        self.rows.sides.push(sides);
        self.b.push(b);
        self.cones.push(cone);
    }

    /// Repeats a contact, with the same rows or turned round.
    fn repeat(&mut self, c: usize, factor: f64) {
        let sides = self.rows.sides[c].map(|side| {
            let start = self.rows.data.len() as u32;
            let block: Vec<f64> = self.rows.block(&side).iter().map(|x| x * factor).collect();
            self.rows.data.extend(block);
            Side { start, ..side }
        });
        self.rows.sides.push(sides);
        self.b.push(self.b[c] * factor);
        self.cones.push(self.cones[c]);
    }

    fn finish(self) -> Global<B> {
        let dofs = self.velocity.len();
        let (rows, b, cones) = (self.rows, self.b, self.cones);
        let mut problem = Global { rows, b, cones, dofs, ..Global::default() };
        problem.complete();
        problem
    }
}

fn cone(random: &mut Random, rolling: bool, most: f64) -> Cone {
    let mu = if random.unit() < 0.1 { 0.0 } else { random.range(0.0, most) };
    if rolling {
        Cone::Rolling { mu, mu_r: random.range(0.0, 0.3 * most) }
    } else {
        Cone::Coulomb { mu }
    }
}

/// A problem in velocity space.
fn draft<const B: usize>(kind: Kind, rolling: bool, random: &mut Random) -> Global<B> {
    let size = if random.unit() < 0.5 { 3 } else { 6 };
    let bodies = 1 + (4.0 * random.unit()) as usize;
    let (impulse, speed) = match kind {
        Kind::Scaled => (random.magnitude(-12.0, 12.0), random.magnitude(-12.0, 12.0)),
        Kind::Extreme => (random.magnitude(-150.0, 150.0), random.magnitude(-150.0, 150.0)),
        _ => (1.0, 1.0),
    };
    // Rows of size s make W = s²: impulses of size speed / s.
    let scale = impulse.sqrt();
    let velocity = (0..bodies * size).map(|_| speed / scale * random.range(-1.0, 1.0)).collect();
    let mut draft: Draft<B> =
        Draft { rows: ContactRows::default(), b: vec![], cones: vec![], velocity, size };
    let contacts = match kind {
        Kind::Lonely => (2.0 * random.unit()) as usize,
        Kind::Crowded => 3 * bodies,
        _ => 1 + (1.5 * bodies as f64 * random.unit()) as usize,
    };
    let most = if kind == Kind::Rough { 10.0 } else { 0.7 };
    for c in 0..contacts {
        let first = c % bodies;
        let second = (2.0 * bodies as f64 * random.unit()) as usize;
        let second = Some(second).filter(|s| *s < bodies && *s != first);
        let mut sides = [Some(first), second];
        if kind == Kind::Immovable && random.unit() < 0.3 {
            sides = [None, None];
        }
        let cone = cone(random, rolling, most);
        draft.contact(random, sides, cone, scale);
    }
    match kind {
        Kind::Duplicated => (0..contacts).for_each(|c| draft.repeat(c, 1.0)),
        Kind::Closing => {
            // Two walls close on a body from both sides.
            for b in &mut draft.b {
                b[0] = -1.0;
            }
            draft.repeat(0, -1.0);
            draft.b[contacts][0] = 0.5;
        }
        _ => {}
    }
    draft.finish()
}

/// W with blocks off by a thousandth of the contact's own response.
fn skewed<const B: usize>(problem: &Global<B>, random: &mut Random) -> Reduced<B> {
    let mut reduced = problem.reduce();
    for block in &mut reduced.blocks {
        let size = 1e-3 * block.norm();
        block.iter_mut().for_each(|x| *x += size * random.range(-1.0, 1.0));
    }
    let Reduced { start, columns, blocks, b, cones, .. } = reduced;
    Reduced::new(start, columns, blocks, b, cones)
}

/// How a problem went.
#[derive(Default)]
struct Tally {
    solved: [usize; KINDS.len()],
    posed: [usize; KINDS.len()],
    complaints: Vec<String>,
}

impl Tally {
    fn try_all<const B: usize>(&mut self, case: usize, rolling: bool) {
        let mut random = Random(1_000_003 * B as u64 + case as u64 + u64::from(rolling) * 77);
        let kind = KINDS[case % KINDS.len()];
        let global = draft::<B>(kind, rolling, &mut random);
        let reduced;
        let problem = match (kind, case / KINDS.len() % 2) {
            (Kind::Asymmetric, _) => {
                reduced = skewed(&global, &mut random);
                Problem::Reduced(&reduced)
            }
            (_, 1) => {
                reduced = global.reduce();
                Problem::Reduced(&reduced)
            }
            _ => Problem::Global(&global),
        };
        for (k, family) in SOLVERS.iter().enumerate() {
            let name = family.about.name;
            // The cheap ones always, the others in turn.
            let always = matches!(name, "auto" | "gauss-seidel");
            if !always && !(case / KINDS.len() + k).is_multiple_of(8) {
                continue;
            }
            let symmetric = kind != Kind::Asymmetric || !family.about.symmetric;
            if family.about.accepts::<B>(rolling, problem.len()) && symmetric {
                self.try_one(case, kind, rolling, family, problem);
            }
        }
    }

    fn try_one<const B: usize>(
        &mut self,
        case: usize,
        kind: Kind,
        rolling: bool,
        family: &Family,
        problem: Problem<B>,
    ) {
        let settings = Settings {
            tolerance: TOLERANCE,
            max_seconds: SECONDS,
            max_iterations: 2000,
            ..Settings::default()
        };
        let name = family.about.name;
        let run = || {
            let mut solver = family.make::<B>().expect("a family");
            let mut r = vec![SVector::<f64, B>::zeros(); problem.len()];
            let start = Instant::now();
            let report = solve(solver.as_mut(), problem, &settings, &mut r);
            (report, r, start.elapsed().as_secs_f64())
        };
        let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
        let mut complain = |what: String| {
            let form = if matches!(problem, Problem::Global(_)) { "global" } else { "reduced" };
            self.complaints.push(format!(
                "{name}, case {case} ({kind:?}, B = {B}, rolling {rolling}, {form}): {what}"
            ));
        };
        let Ok((report, r, seconds)) = caught else { return complain("panics".into()) };
        if r.iter().flatten().any(|x| !x.is_finite()) {
            complain(format!("impulses are not finite ({:?})", report.status));
        }
        let residual = Residual::of_impulses(&problem, &r).value(Norm::QuadraticMean);
        let converged = report.status == Status::Converged;
        let other =
            matches!(report.status, Status::NotAccepted | Status::Infeasible | Status::Diverged);
        if converged != (residual <= TOLERANCE) && !other {
            complain(format!("says {:?} with a residual of {residual:e}", report.status));
        }
        if kind != Kind::Closing && report.status == Status::Infeasible {
            complain("denies that there is a solution".into());
        }
        // The judge's norm is relative to what the impulses would do alone, and where there is no
        // solution they may run off until that hides everything; it must be noticed.
        if kind == Kind::Closing && converged {
            complain(format!("solves what has no solution, residual {residual:e}"));
        }
        // A busy machine may stop a process for a while; twice is no accident.
        let late = |seconds: f64| seconds > 1.1 * SECONDS + 0.02;
        if late(seconds) && late(run().2) {
            complain(format!("takes {seconds:.3} s ({:?})", report.status));
        }
        if name == "auto" {
            let k = KINDS.iter().position(|x| *x == kind).expect("a kind");
            self.posed[k] += 1;
            self.solved[k] += usize::from(converged);
            if kind.must_be_solved() && !converged {
                complain(format!("leaves {residual:e} ({:?})", report.status));
            }
        }
    }
}

#[test]
fn hostile_problems_are_answered_honestly() {
    let cases = std::env::var("DRYSTONE_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(1500);
    let mut tally = Tally::default();
    for case in 0..cases {
        match case / 20 % 5 {
            0 => tally.try_all::<1>(case, false),
            1 => tally.try_all::<2>(case, false),
            2 => tally.try_all::<3>(case, false),
            3 => tally.try_all::<3>(case, true),
            _ => tally.try_all::<5>(case, true),
        }
    }
    for (kind, (solved, posed)) in KINDS.iter().zip(tally.solved.iter().zip(&tally.posed)) {
        println!("auto solves {solved} of {posed}: {kind:?}");
    }
    let count = tally.complaints.len();
    tally.complaints.truncate(40);
    assert!(count == 0, "{count} complaints\n{}", tally.complaints.join("\n"));
}
