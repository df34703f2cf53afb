//! `drystone bench-solvers DIR…`: every solver on every problem, each in a process of its own, and
//! a report.

mod attempt;
mod fingerprint;
mod page;
mod profile;
mod queue;
mod report;
mod results;
mod system;

use crate::laboratory::outcome::About;
use crate::laboratory::{families, files, positive};
use crate::words::say;
use crate::{Failure, print};
use attempt::Attempt;
use clap::Args;
use drystone::problem::fclib::{Block, ProblemFile};
use drystone::solvers::Family;
use results::Results;
use std::path::PathBuf;

/// Compare solvers on collections of problems: tables, performance profiles, one page
#[derive(Args)]
#[command(after_help = "Examples:\n  \
        drystone bench-solvers problems/ --out report\n  \
        drystone bench-solvers problems/ --solvers auto,gauss-seidel --tolerances 1e-4,1e-8 \
        --max-seconds 30 --out report\n\n\
        Each solve runs in a process of its own; one that outlives its time by more than a quarter\n\
        and two seconds is killed, one that crashes is noted. Results are kept in\n\
        report/results.jsonl as they come: the same command goes on where it was stopped. Solves\n\
        that ran out of less time than now allowed are done again, and so are those of a problem\n\
        file or of a program that has changed since (each line holds fingerprints of both). Solves\n\
        shorter than 5 ms are repeated, and the least time counts.\n\n\
        report/index.html shows tables, performance profiles (Dolan and More) and courses of\n\
        convergence; table.csv holds the numbers.\n\n\
        Exit codes: 0 done, whatever the solvers did; 1 interrupted; 2 bad input (the files that\n\
        can be read are still used).")]
pub struct Arguments {
    /// Folders of problem files (FCLIB, HDF5), or files
    #[arg(required = true, value_name = "DIR")]
    problems: Vec<PathBuf>,
    /// Errors to reach, separated by commas
    #[arg(long, value_name = "LIST", default_value = "1e-4,1e-8", value_delimiter = ',', value_parser = positive)]
    tolerances: Vec<f64>,
    /// Solvers, separated by commas, or `all`
    #[arg(long, value_name = "LIST", default_value = "all")]
    solvers: String,
    /// Most seconds of one solve
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = positive)]
    max_seconds: f64,
    /// Solves at the same time; more than one disturbs the timing
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
    /// Folder for the report
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

impl Arguments {
    /// The tolerances, each once.
    fn distinct_tolerances(&self) -> Vec<f64> {
        let mut distinct: Vec<f64> = vec![];
        for tolerance in &self.tolerances {
            if !distinct.contains(tolerance) {
                distinct.push(*tolerance);
            }
        }
        distinct
    }
}

pub fn main(arguments: &Arguments) -> Result<(), Failure> {
    let families = families(&arguments.solvers)?;
    let files = files::expand(&arguments.problems)?;
    files::refuse_equal_names(&files)?;
    files::make(&arguments.out)?;
    let mut results = Results::open(&arguments.out.join("results.jsonl"))?;
    let (problems, bad) = readable(&files);
    let attempts = plan(arguments, &problems, &families)?;
    let stale = attempts.iter().filter(|a| results.is_stale(a)).count();
    if stale > 0 {
        say!(
            "{stale} earlier results are of other problems under the same names or of another \
             build of the program: done again"
        );
    }
    let left = attempts.iter().filter(|a| !results.has(a)).cloned().collect();
    let interrupted = queue::run(left, usize::from(arguments.jobs), &mut results)?;
    let asked: Vec<_> = attempts.iter().filter_map(|a| results.get(a)).cloned().collect();
    report::write(arguments, &asked)?;
    let page = arguments.out.join("index.html");
    print(&format!("{} of {} results in {}\n", asked.len(), attempts.len(), page.display()))?;
    if interrupted {
        return Err(Failure::run("interrupted; the same command goes on from here"));
    }
    match bad {
        0 => Ok(()),
        _ => Err(Failure::input(format!("{bad} of {} files could not be used", files.len()))),
    }
}

/// A problem to be solved.
struct Candidate {
    path: PathBuf,
    about: About,
    block: Block,
    fingerprint: u64,
}

/// The files that can be read, and how many cannot.
fn readable(files: &[PathBuf]) -> (Vec<Candidate>, usize) {
    let mut problems = vec![];
    for path in files {
        let shown = path.display();
        let print = fingerprint::of_file(path).map_err(|e| format!("{shown}: {e}"));
        match print
            .and_then(|print| Ok((print, ProblemFile::read(path).map_err(|e| e.to_string())?)))
        {
            Ok((fingerprint, problem)) => problems.push(Candidate {
                path: path.clone(),
                about: About::new(shown.to_string(), &problem),
                block: problem.block,
                fingerprint,
            }),
            Err(e) => say!("error: {e}"),
        }
    }
    let bad = files.len() - problems.len();
    (problems, bad)
}

/// Every solver on every problem it takes.
fn plan(
    arguments: &Arguments,
    problems: &[Candidate],
    families: &[&'static Family],
) -> Result<Vec<Attempt>, Failure> {
    let program = fingerprint::of_program()
        .map_err(|e| Failure::run(format!("cannot read the program itself: {e}")))?;
    let mut attempts = vec![];
    for tolerance in arguments.distinct_tolerances() {
        let histories = arguments.out.join("histories").join(format!("{tolerance:e}"));
        for Candidate { path, about, block, fingerprint } in problems {
            for family in families {
                let (rolling, n) = (block.is_rolling(), about.contacts);
                let taken = match block.size() {
                    2 => family.about.accepts::<2>(rolling, n),
                    3 => family.about.accepts::<3>(rolling, n),
                    _ => family.about.accepts::<5>(rolling, n),
                };
                if taken {
                    attempts.push(Attempt {
                        path: path.clone(),
                        about: about.clone(),
                        solver: family.about.name,
                        tolerance,
                        max_seconds: arguments.max_seconds,
                        histories: histories.clone(),
                        fingerprint: format!("{fingerprint:016x}-{program:016x}"),
                    });
                }
            }
        }
    }
    Ok(attempts)
}
