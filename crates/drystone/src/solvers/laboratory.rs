//! Solves the problem in a file with a solver of the table, and grades the answer on the file's
//! own numbers.

use super::certificate::doubted;
use super::{Family, Moment, Report, Settings, Status, Watch};
use crate::problem::fclib::{Equations, Measure, ProblemFile, Solution, Visitor, grouped};
use crate::problem::{Norm, Problem};
use nalgebra::SVector;
use std::time::Instant;

/// Sweeps before the first verdict: one is enough for most problems of few contacts.
const FIRST_VERDICT: usize = 1;

/// What came of it.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The solver's report.
    pub report: Report,
    /// The error of the answer, measured on the file's numbers.
    pub measure: Measure,
    /// The answer.
    pub solution: Solution,
    /// The time it took (s): from W in blocks to r in local files, from M and H to r and v in global
    /// ones; without reading the file and without the last measure.
    pub seconds: f64,
    /// Verdicts along the way, if asked for.
    pub history: Vec<Moment>,
}

/// Solves from zero impulses, or from a guess. The tolerance is on the error that the collections
/// of problems are judged by, whatever norm the settings name.
///
/// # Errors
///
/// The problem cannot be converted: M is singular.
pub fn solve_file(
    file: &ProblemFile,
    family: &Family,
    settings: &Settings,
    guess: Option<&[f64]>,
    keep_history: bool,
) -> Result<Outcome, String> {
    let global = matches!(file.equations, Equations::Global { .. });
    let norm = if global { Norm::NaturalMapGlobal } else { Norm::NaturalMap };
    let settings = Settings { norm, newton_share: 1.0, ..settings.clone() };
    let start = Instant::now();
    let since = global.then_some(start);
    let attempt = Attempt { family, settings: &settings, guess, keep_history, since };
    let mut inertia = file.inertia()?;
    let (mut report, r, watched) = file.visit_with(&mut inertia, attempt);
    let v = file.velocities_with(&mut inertia, &r);
    let seconds = if global { start.elapsed().as_secs_f64() } else { watched.seconds };
    let measure = file.measure(&v, &r);
    let u = file.relative_velocity(&v, &r);
    // The judge's natural map and the measure agree but for round-off; the measure decides.
    let refused = measure.error.is_nan() || measure.error > 1.01 * settings.tolerance;
    if report.status == Status::Converged && refused {
        report.status = Status::Stagnated;
    }
    Ok(Outcome {
        report,
        measure,
        solution: Solution { v, u, r },
        seconds,
        history: watched.history,
    })
}

struct Attempt<'a> {
    family: &'a Family,
    settings: &'a Settings,
    guess: Option<&'a [f64]>,
    keep_history: bool,
    /// When the clock started; with the solver if there is nothing.
    since: Option<Instant>,
}

struct Watched {
    seconds: f64,
    history: Vec<Moment>,
}

impl Visitor for Attempt<'_> {
    type Output = (Report, Vec<f64>, Watched);

    fn visit<const B: usize>(self, problem: Problem<B>) -> Self::Output {
        use crate::problem::Form;
        let n = problem.len();
        let mut r = match self.guess {
            Some(guess) if guess.len() == n * B => grouped(guess),
            _ => vec![SVector::zeros(); n],
        };
        let solver = self.family.make::<B>().filter(|_| self.family.about.takes(&problem));
        let Some(mut solver) = solver else {
            let report = Report { status: Status::NotAccepted, ..Report::default() };
            return (report, vec![0.0; n * B], Watched { seconds: 0.0, history: vec![] });
        };
        let mut watch = Watch::since(self.since.unwrap_or_else(Instant::now));
        watch.first_verdict = FIRST_VERDICT;
        watch.history = self.keep_history.then(Vec::new);
        let report = solver.solve(problem, self.settings, &mut watch, &mut r);
        let seconds = watch.seconds();
        let left = watch.left(self.settings);
        let report = doubted(report, problem, self.settings, left, &mut r);
        let r = r.iter().flat_map(|r| r.iter().copied()).collect();
        (report, r, Watched { seconds, history: watch.history.unwrap_or_default() })
    }
}
