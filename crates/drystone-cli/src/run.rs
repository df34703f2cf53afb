//! `drystone run SCENE`: run a scene into a folder.

use crate::progress::Display;
use crate::words::say;
use crate::{Failure, print, view};
use clap::Args;
use drystone::results::{self, checkpoint::CHECKPOINT};
use drystone::run::{Ended, Options, Resume, RunError, Summary, resume, run};
use drystone::scene::{Overlaps, Scene};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Run a scene file
#[derive(Args)]
#[command(after_help = "Examples:\n  drystone run wall.toml\n  \
                        drystone run wall.toml --out out/fine --set time_step=1e-4\n  \
                        drystone run wall.toml --set bodies.0.position=[0,2] --json\n  \
                        drystone run --resume out-wall              go on after an interruption\n  \
                        drystone run --resume out-wall --extend 2   run on for 2 s more")]
pub struct Arguments {
    /// The scene file (TOML); with --resume the one of the run, if none is given
    #[arg(required_unless_present = "resume")]
    scene: Option<PathBuf>,
    /// Go on with the run in this folder, bit for bit as if it had never stopped
    #[arg(long, value_name = "DIR", conflicts_with_all = ["out", "overwrite"])]
    resume: Option<PathBuf>,
    /// With --resume: add this time to the duration (s)
    #[arg(
        long,
        value_name = "SECONDS",
        requires = "resume",
        default_value_t = 0.0,
        allow_hyphen_values = true
    )]
    extend: f64,
    /// With --resume: go on even if the scene given is not that of the run
    #[arg(long, requires = "resume")]
    force: bool,
    #[command(flatten)]
    options: RunOptions,
}

/// Options of everything that runs a scene.
#[derive(Args, Clone)]
pub struct RunOptions {
    /// Folder for the results [default: out-NAME]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Set a value of the scene, such as `solver.tolerance=1e-8` or `bodies.0.position=[0,1]`
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// Number of threads, 0 for one per core; results do not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    pub threads: u16,
    /// Say nothing but errors
    #[arg(long, conflicts_with = "json")]
    pub quiet: bool,
    /// Print the summary as one JSON object, and nothing else, on the standard output (its `wall_seconds` are by
    /// stage of the steps; `outside_steps` is writing files, taking measures and drawing the picture)
    #[arg(long)]
    pub json: bool,
    /// Replace results that are already in the folder
    #[arg(long)]
    pub overwrite: bool,
    /// End with 0 though steps did not converge; else more than 1 % of the steps, or one whose residual is more
    /// than 100 times the tolerance, end with 3 and a line on the standard error
    #[arg(long)]
    pub allow_unconverged: bool,
    /// Also write view.html, the run as a page for the browser
    #[arg(long)]
    pub view: bool,
}

pub fn main(arguments: &Arguments) -> Result<(), Failure> {
    let options = &arguments.options;
    let load = |file: &PathBuf| Scene::load(file, &options.set).map_err(Failure::input);
    let scene = arguments.scene.as_ref().map(load).transpose()?;
    match (&arguments.resume, scene) {
        (Some(folder), scene) => {
            if scene.is_none() && !options.set.is_empty() {
                let message = "--set changes a scene: give its file too, with --resume";
                return Err(Failure::input(message.to_string()));
            }
            if !(arguments.extend >= 0.0 && arguments.extend.is_finite()) {
                let message = format!("--extend must not be negative, found {}", arguments.extend);
                return Err(Failure::input(message));
            }
            let how = Resume { extend: arguments.extend, scene, force: arguments.force };
            simulate(folder.clone(), options, |options| resume(how, options))
        }
        (None, Some(scene)) => {
            let stem = arguments.scene.as_ref().and_then(|file| file.file_stem());
            let stem = stem.map(|s| s.to_string_lossy().into_owned());
            execute(scene, stem.as_deref().unwrap_or("scene"), options)
        }
        (None, None) => Err(Failure::input("a scene file is needed".to_string())),
    }
}

/// Runs a scene with progress on stderr and the summary on stdout.
pub fn execute(scene: Scene, name: &str, options: &RunOptions) -> Result<(), Failure> {
    let overlaps = Overlaps::of(&scene.world);
    not_crowded(&overlaps)?;
    let solver = scene.solver_warning(overlaps.touching);
    for warning in scene.warnings.iter().cloned().chain(overlaps.warnings()).chain(solver) {
        say!("warning: {warning}");
    }
    let out = options.out.clone().unwrap_or_else(|| PathBuf::from(format!("out-{name}")));
    simulate(out, options, |options| run(scene, options))
}

/// That the contacts of the initial state fit into memory.
pub fn not_crowded(overlaps: &Overlaps) -> Result<(), Failure> {
    let Some(crowd) = &overlaps.crowd else { return Ok(()) };
    Err(Failure::input(format!(
        "this scene has {crowd}\nhelp: put bodies apart, or have them not meet (`no_contact`)"
    )))
}

/// Simulates into a folder, with progress and summary.
fn simulate(
    out: PathBuf,
    options: &RunOptions,
    work: impl FnOnce(Options) -> Result<Summary, RunError>,
) -> Result<(), Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let handler = stop.clone();
    // Without a handler an interruption loses only the summary: not worth refusing to run.
    let interrupted = move || {
        // The first one waits for the end of the step, which may take long: the second does not.
        if handler.swap(true, Ordering::Relaxed) {
            std::process::exit(1);
        }
    };
    if let Err(e) = ctrlc::set_handler(interrupted) {
        say!("warning: Ctrl-C will end the run at once: {e}");
    }
    let mut display = Display::new(options.quiet || options.json);
    let result = work(Options {
        out: out.clone(),
        overwrite: options.overwrite,
        threads: usize::from(options.threads),
        stop: &stop,
        observer: &mut |progress| display.show(progress),
        tell: &mut |words| {
            if !options.quiet {
                say!("note: {words}");
            }
        },
    });
    display.finish();
    let summary = match result {
        Ok(summary) => summary,
        Err(RunError::BadInput(message)) => return Err(Failure::input(message)),
        Err(RunError::Failed(message)) => return Err(Failure::run(message)),
        // Nothing is left to do, and the exit code is that of the run.
        Err(RunError::Finished { message, summary, not_converged }) => {
            let printed = if options.json { print(&format!("{summary:#}\n")) } else { Ok(()) };
            if !options.json && !options.quiet {
                say!("note: {message}");
            }
            return relied_on(not_converged.as_deref(), options, &out).and(printed);
        }
    };
    if options.view {
        // The run is what was asked for: a page that cannot be made does not make it fail.
        if let Err(failure) = view::write_beside(&out) {
            say!("warning: no {}: {}", view::FILE, failure.message);
        }
    }
    if !options.quiet {
        warnings(&summary).iter().for_each(|warning| say!("warning: {warning}"));
    }
    let printed = match (options.json, options.quiet) {
        (true, _) => print(&summary.to_json()),
        (false, true) => Ok(()),
        (false, false) => {
            // The words are not what was asked for: that nobody takes them fails no run.
            if let Err(failure) = print(&words(&summary, &out)) {
                say!("warning: {}", failure.message);
            }
            Ok(())
        }
    };
    outcome(&summary, options, &out).and(printed)
}

/// How the run went: its exit code, and why it is not 0.
fn outcome(summary: &Summary, options: &RunOptions, out: &Path) -> Result<(), Failure> {
    match summary.ended {
        Ended::Done => relied_on(summary.not_converged.as_deref(), options, out),
        Ended::Interrupted => {
            let help = format!("\nhelp: `drystone run --resume {}` goes on", out.display());
            Err(Failure::run(format!(
                "interrupted after step {} of {}; what was computed is in {}{}",
                summary.steps,
                summary.steps_planned,
                out.display(),
                if out.join(CHECKPOINT).exists() { help.as_str() } else { "" }
            )))
        }
        Ended::Unbalanced => Err(Failure::run(unbalanced(summary, out))),
        Ended::OutOfTime | Ended::Crowded => Err(Failure::run(late(summary, out))),
        Ended::Diverged => Err(Failure::run(format!(
            "the state of body `{}` is not finite after step {} of {}: a load, a speed or a mass \
             is out of range, or the time step is far too long; what was computed is in {}",
            summary.diverged_body.as_deref().unwrap_or_default(),
            summary.steps,
            summary.steps_planned,
            out.display()
        ))),
    }
}

/// That a run is at its end, unless its steps did not converge.
fn relied_on(not_converged: Option<&str>, options: &RunOptions, out: &Path) -> Result<(), Failure> {
    match not_converged {
        Some(why) if !options.allow_unconverged => Err(Failure::unconverged(format!(
            "{why}: the motion is not to be relied on; what was computed is in {}\nhelp: a smaller \
             `time_step`, more `max_iterations` or another solver (`drystone solvers`); \
             --allow-unconverged takes it as it is",
            out.display()
        ))),
        _ => Ok(()),
    }
}

/// That the motion of a step was not found.
fn unbalanced(summary: &Summary, out: &Path) -> String {
    let Some(lost) = &summary.unbalanced else { return String::new() };
    if lost.loose {
        return format!(
            "nothing holds the deformable body `{}`, which has no inertia (`quasi_static`): its sides may move and \
             turn as a whole, no contact bears it and no joint, so that it has no equilibrium in step {} of {}; the \
             state before it (t = {:.6} s) is in {}\n\
             help: hold a side with `drives = [{{ dof = \"all\", on = \"left\", velocity = 0 }}]`, or take \
             `quasi_static` away",
            lost.body,
            lost.step,
            summary.steps_planned,
            summary.time,
            out.display()
        );
    }
    // Numbers beyond any that balances have stand for elements without a volume.
    let why = match lost.imbalance < 1e100 {
        true => format!("a share of {:.1e} of its impulses is not balanced", lost.imbalance),
        false => "its elements would be turned inside out".to_string(),
    };
    format!(
        "the motion of the deformable body `{}` was not found in step {} of {}: {why}, in the shortest part \
         of the step that `halvings` allows either; the state before it (t = {:.6} s) is in {}\n\
         help: a new run with a shorter `time_step`, a load that grows more slowly or a finer mesh; or go on from \
         there in smaller parts: `drystone run SCENE --resume {} --force --set halvings=12`",
        lost.body,
        lost.step,
        summary.steps_planned,
        summary.time,
        out.display(),
        out.display()
    )
}

/// That a step took too long.
fn late(summary: &Summary, out: &Path) -> String {
    let Some(late) = &summary.late else { return String::new() };
    if let Some(crowd) = &late.crowd {
        return format!(
            "step {} of {} (from t = {:.6} s) would have {crowd}; the state before it is in {}\n\
             help: bodies are far too fast for this `time_step`, or put into one place; `drystone render {}` \
             shows them",
            late.step,
            summary.steps_planned,
            summary.time,
            out.display(),
            out.display()
        );
    }
    format!(
        "step {} of {} (from t = {:.6} s) was not done within {} min (`step_minutes`): {} contacts, solver \"{}\", \
         residual {:.1e} after {} iterations; the state before it is in {}\n\
         help: go on from there with more time, or with another solver or fewer `max_iterations`: `drystone run \
         SCENE --resume {} --force --set step_minutes={}`",
        late.step,
        summary.steps_planned,
        summary.time,
        late.minutes,
        late.contacts,
        late.solver,
        late.residual,
        late.iterations,
        out.display(),
        out.display(),
        10.0 * late.minutes
    )
}

/// Most joints that a warning names.
const NAMED: usize = 5;

/// What did not go as it was asked for, though the run went on.
fn warnings(summary: &Summary) -> Vec<String> {
    let mut warnings = vec![];
    if let Some(apart) = &summary.joints_apart {
        let names: Vec<String> = apart.joints.iter().map(|name| format!("`{name}`")).collect();
        let more = names.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        warnings.push(format!(
            "joints could not hold: {}{more} were off by up to {:.2e} (m or rad) after step {}, and {} \
             of {} steps ended so; joints, their motors or what is driven contradict each other there",
            names[..names.len().min(NAMED)].join(", "),
            apart.error,
            apart.first_step,
            apart.steps,
            summary.steps
        ));
    }
    if summary.penetration.is_some() {
        let told = summary.remarks.last().map(String::as_str).unwrap_or_default();
        warnings.push(format!("{told}; a shorter `time_step` keeps fast bodies apart"));
    }
    if let Some(bent) = &summary.bent {
        warnings.push(format!(
            "`{}` is bent by {:.0}° beside its frame, which its `kinematics` takes for small: how \
             far it gives way is wrong; take `kinematics = \"corotational_elements\"` or \"finite\"",
            bent.body,
            bent.angle.to_degrees()
        ));
    }
    if let Some(gained) = summary.energy_gained {
        warnings.push(format!(
            "{gained:.1e} J came from nothing, more than half of all energy that there was: this is not the motion of \
             these bodies; take a shorter `time_step`, or `theta = 1`, which loses energy instead"
        ));
    }
    if let Some(gave) = &summary.dissipation_gave {
        warnings.push(format!(
            "{} gave {:.1e} J, most of it {:.1e} J in step {} (t = {:.6} s), though they can only take: impulses \
             that are wrong, where steps did not converge or the `tolerance` is coarse, `theta` above 1/2 with \
             dampers, or an impact law that may gain (\"moreau\" with friction; \"consistent\" cannot); column \
             `energy_gained` of history.csv says when",
            gave.names().join(", "),
            gave.energy,
            gave.greatest,
            gave.step,
            gave.time
        ));
    }
    if let Some(left) = &summary.problems_left_out {
        warnings.push(format!(
            "the contact problems of {} steps (first step {}) are not in `problems`: {}",
            left.steps, left.first_step, left.reason
        ));
    }
    warnings
}

fn words(summary: &Summary, out: &Path) -> String {
    let unconverged = match summary.unconverged_steps {
        0 => format!("every step converged (worst residual {:.1e})", summary.worst_residual),
        n => {
            let first = summary.first_unconverged.as_ref();
            let first = first.map(|f| format!(", first step {}: {}", f.step, f.status));
            format!(
                "{n} of {} steps did not converge (worst residual {:.1e}{})",
                summary.steps,
                summary.worst_residual,
                first.unwrap_or_default()
            )
        }
    };
    format!(
        "{} bodies, {} steps to t = {:.4} s in {:.1} s\n\
         {unconverged}, {:.0} iterations a step\n\
         at most {} contacts, worst penetration {:.1e} m\n\
         results in {}\n{}{}",
        summary.bodies,
        summary.steps,
        summary.time,
        summary.wall_seconds.total,
        summary.mean_iterations,
        summary.contacts_max,
        summary.worst_penetration,
        out.display(),
        picture(summary, out),
        what_to_open(out)
    )
}

/// Why there is no picture, and what draws it.
fn picture(summary: &Summary, out: &Path) -> String {
    let words = |why: &String| {
        format!("no picture of the end: {why}; `drystone render {}` draws it\n", out.display())
    };
    summary.picture_left_out.as_ref().map(words).unwrap_or_default()
}

/// What to open: the picture, and the viewer where there are frames to look at.
fn what_to_open(out: &Path) -> String {
    let folder = out.display();
    let picture = out.join("picture.png");
    let mut lines = String::new();
    let problems = out.join("problems");
    if problems.exists() {
        lines += &format!("contact problems for `drystone solve` in {}\n", problems.display());
    }
    if picture.exists() {
        lines += &format!("open {} for a picture of the end\n", picture.display());
    }
    let page = out.join(view::FILE);
    if page.exists() {
        let page = page.display();
        lines += &format!("open {page} in a browser to look around, or `drystone view {folder}`\n");
    } else if out.join(results::FILE).exists() {
        lines += &format!("`drystone view {folder}` shows the run in the browser\n");
    }
    lines
}
