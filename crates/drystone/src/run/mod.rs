//! A run: a scene stepped to its end, with everything written to one folder.
//!
//! | file | what |
//! |---|---|
//! | `scene.toml` | the scene as resolved, every default written out |
//! | `results.h5` | frames and series, see [`crate::results`] |
//! | `checkpoint.h5` | the whole state, to go on from, see [`crate::results::checkpoint`] |
//! | `history.csv` | one row per step, see `history.rs` |
//! | `summary.json` | the run in numbers, see `summary.rs` |
//! | `picture.png` | the final state |
//! | `problems/` | contact problems of chosen steps, see `problems.rs` |
//!
//! Not converging is counted and written in every row; too much of it is told in the summary.

mod bent;
mod finished;
mod found;
mod given;
mod history;
mod output;
mod portrait;
mod problems;
mod recorder;
mod repair;
mod resume;
mod summary;

pub use bent::Bent;
pub use given::Given;
pub use output::RunError;
pub use problems::LeftOut;
pub use resume::Resume;
pub use summary::{
    Apart, Ended, Late, RESIDUAL_RATIO, Seconds, Summary, UNCONVERGED_SHARE, Unbalanced,
};

use crate::results::checkpoint::{CHECKPOINT, Checkpoint};
use crate::scene::{Description, Scene};
use crate::step::Stepper;
use crate::world::{AnyWorld, World};
use finished::look_after;
use found::{Onward, cannot_go_on};
use output::{Folder, SCENE, SUMMARY};
use recorder::Recorder;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How to run a scene.
pub struct Options<'a> {
    /// Folder for the results.
    pub out: PathBuf,
    /// Whether results that are already in the folder may be replaced.
    pub overwrite: bool,
    /// Number of threads; 0 for one per core. Results do not depend on it.
    pub threads: usize,
    /// Set to true from elsewhere to end after the current step.
    pub stop: &'a AtomicBool,
    /// Called after every step.
    pub observer: &'a mut (dyn FnMut(&Progress) + Send),
    /// Called with what the user should know at once: that something was mended, or begun anew.
    pub tell: &'a mut (dyn FnMut(&str) + Send),
}

/// Where a run stands.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// Steps done.
    pub step: u64,
    /// Steps in all.
    pub steps: u64,
    /// Simulated time (s).
    pub time: f64,
    /// Contacts of the last step.
    pub contacts: usize,
    /// Iterations of the last step.
    pub iterations: usize,
    /// Residual of the last step, in the norm of the tolerance.
    pub residual: f64,
}

/// Runs a scene to its end, or until it is told to stop.
pub fn run(scene: Scene, options: Options) -> Result<Summary, RunError> {
    let folder = Folder::prepare(&options.out, options.overwrite)?;
    let resolved = scene.resolved_toml().map_err(|e| RunError::Failed(e.message))?;
    let steps = scene.steps();
    let Scene { description, world, .. } = scene;
    let plan = Plan { description: &description, scene: &resolved, steps, folder: &folder };
    go(world, &plan, None, options)
}

/// Goes on with a run from its checkpoint, bit for bit as if it had never stopped.
pub fn resume(how: Resume, options: Options) -> Result<Summary, RunError> {
    let folder = Folder::existing(&options.out)?;
    let place = folder.file(CHECKPOINT);
    if !place.exists() {
        return begin_anew(how, &folder, options);
    }
    let checkpoint = Checkpoint::read(&place).map_err(|e| cannot_go_on(&e))?;
    let onward = Onward { checkpoint: &checkpoint, force: how.force };
    let name = format!("{} (scene)", place.display());
    let scene = how.scene((&name, &checkpoint.scene), &options.out)?;
    let resolved = scene.resolved_toml().map_err(|e| RunError::Failed(e.message))?;
    let steps = scene.steps();
    let mut said = None;
    if checkpoint.step >= steps {
        let message = format!(
            "the run in `{}` is at its end (step {} of {steps})\nhelp: --extend SECONDS runs on",
            options.out.display(),
            checkpoint.step
        );
        if checkpoint.step > steps {
            return Err(RunError::BadInput(message));
        }
        // A run that was killed behind its last step still owes its picture and its summary.
        let is_same = same(&resolved, &checkpoint.scene);
        said = folder.summary_at(steps).filter(|_| is_same).map(|summary| (message, summary));
    }
    let Scene { description, world, .. } = scene;
    let mut plan = Plan { description: &description, scene: &resolved, steps, folder: &folder };
    let Some((message, said)) = said else {
        return go(world, &plan, Some(&onward), options);
    };
    plan.scene = &checkpoint.scene;
    let (summary, not_converged) = look_after(world, &plan, &onward, said, options.tell)?;
    Err(RunError::Finished { message, summary, not_converged })
}

/// Starts a run again that was killed before it had a checkpoint.
fn begin_anew(how: Resume, folder: &Folder, options: Options) -> Result<Summary, RunError> {
    let text = folder.begun()?;
    let name = folder.file(SCENE).display().to_string();
    let scene = how.scene((&name, &text), &options.out)?;
    let resolved = scene.resolved_toml().map_err(|e| RunError::Failed(e.message))?;
    let steps = scene.steps();
    (options.tell)(&format!(
        "there is no checkpoint in `{}`: the run starts again from its beginning",
        options.out.display()
    ));
    // Killed from here on, it has the scene to start from.
    folder.replace(SCENE, resolved.as_bytes())?;
    folder.clear_but(SCENE)?;
    let Scene { description, world, .. } = scene;
    let plan = Plan { description: &description, scene: &resolved, steps, folder };
    go(world, &plan, None, options)
}

/// Whether two scenes as resolved are the same, whatever version wrote them in its first line.
fn same(one: &str, other: &str) -> bool {
    one.lines().skip(1).eq(other.lines().skip(1))
}

#[derive(Clone, Copy)]
struct Plan<'a> {
    description: &'a Description,
    /// The same as text.
    scene: &'a str,
    steps: u64,
    folder: &'a Folder,
}

fn go(
    world: AnyWorld,
    plan: &Plan,
    from: Option<&Onward>,
    options: Options,
) -> Result<Summary, RunError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads)
        .build()
        .map_err(|e| RunError::Failed(format!("cannot start the threads: {e}")))?;
    let summary = pool.install(|| match world {
        AnyWorld::Plane(mut world) => simulate(&mut world, plan, from, options),
        AnyWorld::Space(mut world) => simulate(&mut world, plan, from, options),
    })?;
    plan.folder.replace(SUMMARY, summary.to_json().as_bytes())?;
    Ok(summary)
}

/// How long a step may take, where that is limited.
fn limit_of(description: &Description) -> Option<Duration> {
    let seconds = 60.0 * description.step_minutes;
    Duration::try_from_secs_f64(seconds).ok().filter(|limit| !limit.is_zero())
}

fn simulate<const D: usize>(
    world: &mut World<D>,
    plan: &Plan,
    from: Option<&Onward>,
    options: Options,
) -> Result<Summary, RunError> {
    let Plan { description, scene, steps, folder } = *plan;
    if let Some(onward) = from {
        onward.checkpoint.restore(world).map_err(|e| cannot_go_on(&e))?;
    }
    let mut recorder = match from {
        Some(onward) => {
            let tell = &mut *options.tell;
            Recorder::resume(world, description, folder, onward, (steps, scene), tell)?
        }
        None => {
            // First of all: from it a run that is killed at once starts again.
            folder.replace(SCENE, scene.as_bytes())?;
            let begun = Recorder::begin(world, description, folder, scene, steps);
            if matches!(begun, Err(RunError::BadInput(_))) {
                folder.forget(SCENE)?;
            }
            begun?
        }
    };
    let mut stepper = Stepper::new(world);
    stepper.limit(limit_of(description));
    if let Some(Onward { checkpoint, .. }) = from {
        stepper.restore_solver(checkpoint.solver_memory);
        // Its scene is what a run that is killed goes on with: another one is in it before anything
        // else says so, whatever checkpoints are asked for.
        if !same(scene, &checkpoint.scene) {
            recorder.checkpoint(world, &stepper)?;
        }
        folder.replace(SCENE, scene.as_bytes())?;
    }
    // Neither is true from here on, and who looks on knows the end by the summary.
    folder.forget("view.html")?;
    folder.forget(SUMMARY)?;
    if from.is_none() {
        recorder.first_checkpoint(world, &stepper)?;
    }
    while world.steps < steps {
        let report = stepper.step(world);
        if report.is_late {
            recorder.stop_late(world, &stepper, &report)?;
            break;
        }
        if let Some(body) = report.unbalanced {
            recorder.stop(world, &stepper, &report, body)?;
            break;
        }
        let diverged = world.bodies.first_not_finite().is_some();
        let last = world.steps == steps || diverged || options.stop.load(Ordering::Relaxed);
        recorder.step(world, &stepper, &report, last)?;
        (options.observer)(&Progress {
            step: report.step,
            steps,
            time: world.time,
            contacts: report.contacts,
            iterations: report.solver.iterations,
            residual: report.solver.residual.value(world.solver.norm),
        });
        if last {
            break;
        }
    }
    let mut left_out = None;
    if description.record.picture && world.bodies.first_not_finite().is_none() {
        left_out = portrait::draw(world, folder, recorder.seconds(), recorder.tally.remarks())?;
    }
    let summary = recorder.finish()?.finish(world, steps);
    Ok(Summary { picture_left_out: left_out, ..summary })
}
