//! A run that is at its end already: nothing is left to compute, and its files are looked after as
//! if it were gone on with. Its summary is that of the books in its checkpoint, whatever became of
//! the file.

use super::found::{Onward, cannot_go_on};
use super::output::{RunError, SCENE, SUMMARY};
use super::recorder::Recorder;
use super::{Plan, Summary};
use crate::intake;
use crate::world::{AnyWorld, World};
use serde_json::Value;

/// What the books do not know, or not exactly: wall times, whether there is a picture, who wrote.
const OF_THE_FILE: [&str; 4] = ["wall_seconds", "picture_left_out", "version", "build"];

/// Looks after the files of such a run, whose summary says this.
pub(super) fn look_after(
    world: AnyWorld,
    plan: &Plan,
    onward: &Onward,
    said: Value,
    tell: &mut dyn FnMut(&str),
) -> Result<(Value, Option<String>), RunError> {
    let summary = match world {
        AnyWorld::Plane(mut world) => mended(&mut world, plan, onward, tell),
        AnyWorld::Space(mut world) => mended(&mut world, plan, onward, tell),
    }?;
    let not_converged = summary.not_converged.clone();
    let known: Value = serde_json::from_str(&summary.to_json()).unwrap_or_default();
    // Another build may tell more or less.
    if said["build"] != known["build"] || agree(&said, &known) {
        return Ok((said, not_converged));
    }
    tell("`summary.json` is written anew: it was not that of the run");
    plan.folder.replace(SUMMARY, summary.to_json().as_bytes())?;
    Ok((known, not_converged))
}

fn mended<const D: usize>(
    world: &mut World<D>,
    plan: &Plan,
    onward: &Onward,
    tell: &mut dyn FnMut(&str),
) -> Result<Summary, RunError> {
    let Plan { description, scene, steps, folder } = *plan;
    onward.checkpoint.restore(world).map_err(|e| cannot_go_on(&e))?;
    let recorder = Recorder::resume(world, description, folder, onward, (steps, scene), tell)?;
    if !intake::read_text(&folder.file(SCENE)).is_ok_and(|text| text == scene) {
        folder.replace(SCENE, scene.as_bytes())?;
    }
    Ok(recorder.leave()?.finish(world, steps))
}

/// Whether two summaries say the same of the run.
fn agree(said: &Value, known: &Value) -> bool {
    let of_the_run = |summary: &Value| {
        let mut summary = summary.as_object().cloned().unwrap_or_default();
        summary.retain(|key, _| !OF_THE_FILE.contains(&key.as_str()));
        summary
    };
    of_the_run(said) == of_the_run(known)
}
