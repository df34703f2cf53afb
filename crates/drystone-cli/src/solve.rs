//! `drystone solve FILE…`: solve problem files and grade the answers.

use crate::laboratory::answer::Answer;
use crate::laboratory::history::{Course, figure, write_csv, write_figure};
use crate::laboratory::outcome::{About, Line};
use crate::laboratory::worker::{Desk, Event, Task};
use crate::laboratory::{asks_for_all, at_least_one, families, files, positive};
use crate::words::say;
use crate::{Failure, print};
use clap::{Args, ValueEnum};
use drystone::problem::fclib::{ProblemFile, Storage};
use drystone::scene::solver_settings;
use drystone::solvers::{Family, Settings, Status, keys_ignored};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Solve contact problems in FCLIB files, and grade the answers on the files' own numbers
#[derive(Args)]
#[command(after_help = "Examples:\n  drystone solve problem.hdf5\n  \
        drystone solve problems/ --solver all --tolerance 1e-6\n  \
        drystone solve problem.hdf5 --solver gauss-seidel --history course/\n  \
        drystone solve problem.hdf5 --solver gauss-seidel --set order=symmetric\n  \
        drystone solve problems/ --json --out solved/\n\n\
        The residual is the error by which the literature grades answers, measured on the numbers\n\
        of the file, independently of the solver. With --json each line is an object with the keys\n\
        file, kind, dimension, contacts, solver, tolerance, status, residual, iterations, seconds.\n\n\
        Values of --set (drystone schema says what they mean):\n  \
        order        natural, shuffled, symmetric, distance, adaptive\n  \
        local        exact, hybrid, quartic, newton_alart_curnier, newton_jean_moreau, projection\n  \
        line_search  armijo, nonmonotone_armijo, goldstein_price\n  \
        acceleration true, false\n  \
        relaxation   between 0 and 2; facets 3 to 64; seed, freezing: whole numbers\n\n\
        Exit codes: 0 every solve converged, 1 one did not, or the command was interrupted,\n\
        2 bad input (the files that can be read are still solved).")]
pub struct Arguments {
    /// Problem files (FCLIB, HDF5), or folders: then every *.hdf5 and *.h5 in them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Name of a solver, several separated by commas, or `all` that take the problem
    #[arg(long, value_name = "NAME", default_value = "auto")]
    solver: String,
    /// Error to reach
    #[arg(long, value_name = "ERROR", default_value = "1e-8", value_parser = positive)]
    tolerance: f64,
    /// Most seconds of one solve
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = positive)]
    max_seconds: f64,
    /// Most iterations of one solve
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = at_least_one)]
    max_iterations: usize,
    /// Set how the solvers iterate, by the keys of a scene's `[solver]`: relaxation, acceleration,
    /// order, seed, freezing, local, line_search, facets; the values are listed below
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Impulses to begin with: zero, or the file's first guess (zero where it has none)
    #[arg(long, value_enum, default_value = "zero")]
    guess: Guess,
    /// Folder for the course of each solve: CSV, and a picture of each problem as PNG and SVG
    #[arg(long, value_name = "DIR")]
    history: Option<PathBuf>,
    /// No pictures beside the CSV files
    #[arg(long, hide = true)]
    no_pictures: bool,
    /// Repeat short solves and report the least time
    #[arg(long, hide = true)]
    repeat_short: bool,
    /// Folder for the problems with their solutions, as FCLIB files of the same names; with
    /// several solvers, the best solution; one that did not converge is marked in info/description,
    /// and where there is no solution no file is written
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Let --out write the solution into the problem file itself
    #[arg(long)]
    force: bool,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// Where a solve begins.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Guess {
    /// Without impulses.
    Zero,
    /// At the first guess in the file.
    File,
}

pub fn main(arguments: &Arguments) -> Result<(), Failure> {
    let families = families(&arguments.solver)?;
    let settings = settings(arguments)?;
    warn_of_ignored(&families, &settings, asks_for_all(&arguments.solver));
    let files = files::expand(&arguments.files)?;
    prepare_folders(arguments, &files)?;
    let letters = |text: String| text.chars().count();
    let file = files.iter().map(|f| letters(f.display().to_string())).max().unwrap_or(0);
    let solver = families.iter().map(|f| f.about.name.len()).max().unwrap_or(0).max(16);
    let (desk, widths) = (Desk::new(), [file, solver]);
    let mut session = Session { arguments, settings, desk, widths, solves: 0, failed: 0 };
    let mut bad = 0;
    for file in &files {
        match session.file(file, &families) {
            Ok(()) => {}
            Err(Stop::BadFile(message)) => {
                say!("error: {message}");
                bad += 1;
            }
            Err(Stop::Whole(failure)) => return Err(failure),
        }
    }
    let Session { solves, failed, .. } = session;
    match (bad, failed) {
        (0, 0) => Ok(()),
        (0, _) => Err(Failure::run(format!("{failed} of {solves} solves did not converge"))),
        _ => Err(Failure::input(format!("{bad} of {} files could not be used", files.len()))),
    }
}

/// What the options and `--set` ask for. Keys that something else decides are refused rather than
/// left without effect.
fn settings(arguments: &Arguments) -> Result<Settings, Failure> {
    for argument in &arguments.set {
        let key = argument.split('=').next().unwrap_or_default().trim();
        let instead = match key {
            "name" => "use --solver",
            "tolerance" => "use --tolerance",
            "max_seconds" => "use --max-seconds",
            "max_iterations" => "use --max-iterations",
            "norm" => "the error of the literature is what files are graded by",
            "newton_share" => "files are solved to the tolerance itself",
            _ => continue,
        };
        return Err(Failure::input(format!("--set {argument}: not here\nhelp: {instead}")));
    }
    let Arguments { tolerance, max_seconds, max_iterations, .. } = *arguments;
    let set = solver_settings(&arguments.set).map_err(Failure::input)?;
    Ok(Settings { tolerance, max_seconds, max_iterations, ..set })
}

/// Names the settings that solvers do not read; of all of them some always do.
fn warn_of_ignored(families: &[&'static Family], settings: &Settings, all: bool) {
    for about in families.iter().filter(|_| !all).map(|family| &family.about) {
        let keys = keys_ignored(about, settings);
        if !keys.is_empty() {
            let name = about.name;
            say!("warning: --set: `{name}` does not read `{}`", keys.join("`, `"));
        }
    }
}

/// Makes the folders, unless results would replace what they were made of.
fn prepare_folders(arguments: &Arguments, files: &[PathBuf]) -> Result<(), Failure> {
    for folder in arguments.history.iter().chain(&arguments.out) {
        files::refuse_equal_names(files)?;
        files::make(folder)?;
    }
    let Some(out) = arguments.out.as_ref().filter(|_| !arguments.force) else { return Ok(()) };
    for file in files {
        let target = out.join(file.file_name().unwrap_or_default());
        let same = |a: &Path, b: &Path| Some(a.canonicalize().ok()? == b.canonicalize().ok()?);
        if same(file, &target) == Some(true) {
            return Err(Failure::input(format!(
                "--out would write into the problem file `{}` itself\n\
                 help: choose another folder, or allow it with --force",
                file.display()
            )));
        }
    }
    Ok(())
}

/// Why a file's solves end early.
enum Stop {
    /// The file is bad; others may be good.
    BadFile(String),
    /// Nothing more can be done.
    Whole(Failure),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Whole(failure)
    }
}

struct Session<'a> {
    arguments: &'a Arguments,
    settings: Settings,
    desk: Desk,
    widths: [usize; 2],
    solves: usize,
    failed: usize,
}

impl Session<'_> {
    fn file(&mut self, file: &Path, families: &[&'static Family]) -> Result<(), Stop> {
        let read = ProblemFile::read(file).map_err(|e| Stop::BadFile(e.to_string()))?;
        let about = About::new(file.display().to_string(), &read);
        let problem = Arc::new(read);
        let mut courses: Vec<Course> = vec![];
        let mut best: Option<Answer> = None;
        for family in families {
            let (name, tolerance) = (family.about.name, self.arguments.tolerance);
            let line = match self.desk.solve(self.task(&problem, family)) {
                Event::Interrupted => {
                    let message = format!("interrupted after {} solves", self.solves);
                    return Err(Failure::run(message).into());
                }
                Event::Crashed => Line::lost(about.clone(), name, tolerance, "crashed", 0.0),
                Event::Solved(result) => {
                    let whole = |message| Stop::BadFile(format!("{}: {message}", about.file));
                    let mut outcome = result.map_err(whole)?;
                    let refused = outcome.report.status == Status::NotAccepted;
                    // Who asks for all solvers does not ask what each of them refuses.
                    if refused && asks_for_all(&self.arguments.solver) {
                        continue;
                    }
                    let line = Line::new(about.clone(), name, tolerance, &outcome);
                    let moments = std::mem::take(&mut outcome.history);
                    courses.push(Course { solver: name.to_string(), moments });
                    if let Some(answer) = Answer::new(name, tolerance, outcome)
                        && best.as_ref().is_none_or(|best| answer.is_better_than(best))
                    {
                        best = Some(answer);
                    }
                    line
                }
            };
            self.report(&line)?;
        }
        self.write_courses(file, &courses)?;
        let Some(folder) = &self.arguments.out else { return Ok(()) };
        if let Some(best) = best {
            let solved = best.written_into(Arc::unwrap_or_clone(problem));
            let target = folder.join(file.file_name().unwrap_or_default());
            solved.write(&target, Storage::Columns).map_err(|e| Failure::run(e.to_string()))?;
        } else {
            say!("warning: no solution of `{}`, so no file in --out", file.display());
        }
        Ok(())
    }

    fn task(&self, problem: &Arc<ProblemFile>, family: &'static Family) -> Task {
        let guess = problem.guesses.first().filter(|_| self.arguments.guess == Guess::File);
        Task {
            problem: problem.clone(),
            family,
            settings: self.settings.clone(),
            guess: guess.map(|guess| guess.r.clone()),
            keep_history: self.arguments.history.is_some(),
            repeat_short: self.arguments.repeat_short,
        }
    }

    fn report(&mut self, line: &Line) -> Result<(), Failure> {
        if self.solves == 0 && !self.arguments.json {
            print(&Line::head(self.widths))?;
        }
        self.solves += 1;
        self.failed += usize::from(!line.converged());
        if self.arguments.json {
            print(&format!("{}\n", line.object()))
        } else {
            print(&line.row(self.widths))
        }
    }

    fn write_courses(&self, file: &Path, courses: &[Course]) -> Result<(), Failure> {
        let Some(folder) = &self.arguments.history else { return Ok(()) };
        let stem = files::stem(file);
        for course in courses {
            let name = format!("{stem}.{}.csv", course.solver);
            write_csv(&folder.join(name), &course.moments)?;
        }
        if self.arguments.no_pictures || courses.is_empty() {
            return Ok(());
        }
        write_figure(folder, &stem, &figure(&stem, courses))
    }
}
