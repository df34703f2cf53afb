//! A run: a scene stepped to its end, with everything written to one folder.
//!
//! | file | what |
//! |---|---|
//! | `scene.toml` | the scene as resolved, every default written out |
//! | `history.csv` | one row per step, see `history.rs` |
//! | `summary.json` | the run in numbers, see `summary.rs` |
//! | `frames/`, `*.pvd` | bodies and contacts for ParaView, see [`crate::record`] |
//! | `picture.png` | the final state |
//! | `problems/` | contact problems of chosen steps, see `problems.rs` |
//!
//! Not converging is no failure: it is counted, and written in every row.

mod history;
mod output;
mod problems;
mod summary;

pub use output::RunError;
pub use summary::{Ended, Seconds, Summary};

use crate::record::frames::FrameWriter;
use crate::record::picture;
use crate::scene::{Description, Scene};
use crate::step::Stepper;
use crate::world::{AnyWorld, World};
use history::History;
use output::Folder;
use problems::Problems;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use summary::Tally;

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
    folder.write("scene.toml", resolved.as_bytes())?;
    let steps = scene.steps();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads)
        .build()
        .map_err(|e| RunError::Failed(format!("cannot start the threads: {e}")))?;
    let Scene { description, world, .. } = scene;
    let plan = Plan { description: &description, steps, folder: &folder };
    let summary = pool.install(|| match world {
        AnyWorld::Plane(mut world) => simulate(&mut world, &plan, options),
        AnyWorld::Space(mut world) => simulate(&mut world, &plan, options),
    })?;
    folder.write("summary.json", summary.to_json().as_bytes())?;
    Ok(summary)
}

struct Plan<'a> {
    description: &'a Description,
    steps: u64,
    folder: &'a Folder,
}

impl Plan<'_> {
    /// Steps between two frames; none when no frames are wanted.
    fn frames_every(&self) -> Option<u64> {
        let record = &self.description.record;
        match (record.frames_every, record.frame_count) {
            (Some(every), _) => Some(every.max(1)),
            (None, Some(0)) => None,
            (None, count) => Some(self.steps.div_ceil(count.unwrap_or(50))),
        }
    }
}

fn simulate<const D: usize>(
    world: &mut World<D>,
    plan: &Plan,
    options: Options,
) -> Result<Summary, RunError> {
    let started = Instant::now();
    let folder = plan.folder;
    let record = &plan.description.record;
    let failed = |name: &'static str| move |e| folder.failed(name, &e);
    let mut history =
        History::create(&folder.file("history.csv")).map_err(failed("history.csv"))?;
    let mut frames = match plan.frames_every() {
        Some(every) => {
            let mut writer = FrameWriter::new(folder.path(), world).map_err(failed("frames"))?;
            writer.write(world).map_err(failed("frames"))?;
            Some((every, writer))
        }
        None => None,
    };
    let mut tally = Tally::default();
    let mut problems = Problems::new(plan.description, folder);
    let mut stepper = Stepper::new(world);
    for step in 1..=plan.steps {
        let report = stepper.step(world);
        let residual = report.solver.residual.value(world.solver.norm);
        tally.add(&report, residual);
        let diverged = world.bodies.first_not_finite().is_some();
        let last = step == plan.steps || diverged || options.stop.load(Ordering::Relaxed);
        if !diverged {
            problems.consider(step, world, &stepper.last_problem())?;
        }
        history.add(&report);
        if step % record.history_every == 0 || last {
            history.write(last).map_err(failed("history.csv"))?;
        }
        if let Some((every, writer)) = &mut frames
            && (step % *every == 0 || last)
            && !diverged
        {
            writer.write(world).map_err(failed("frames"))?;
        }
        (options.observer)(&Progress {
            step,
            steps: plan.steps,
            time: world.time,
            contacts: report.contacts,
            iterations: report.solver.iterations,
            residual,
        });
        if last {
            break;
        }
    }
    if record.picture && world.bodies.first_not_finite().is_none() {
        picture::write(folder.path(), "picture", world).map_err(failed("picture"))?;
    }
    Ok(tally.finish(world, plan.steps, started.elapsed().as_secs_f64()))
}
