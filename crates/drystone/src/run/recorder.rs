//! What is written during a run, after each step: history, frames, problems, checkpoints.

use super::found::{Found, Onward, cannot_go_on};
use super::history::{COLUMNS, History};
use super::output::{Folder, RunError};
use super::problems::Problems;
use super::summary::Tally;
use crate::measures::{Recording, Wanted};
use crate::results::checkpoint::{self, CHECKPOINT, Checkpoint, Luggage};
use crate::results::replace::write_through;
use crate::results::{FILE, Frame, Head, Packing, ResultsError, ResultsWriter, Standing};
use crate::scene::Description;
use crate::scene::format::{Precision, RecordedMeasure};
use crate::step::{StepReport, Stepper};
use crate::world::World;
use serde::{Deserialize, Serialize};
use std::time::Instant;

/// Seconds after which the first checkpoint is written.
const FIRST_CHECKPOINT: f64 = 5.0;

/// What a run has added up, as checkpoints keep it.
#[derive(Serialize, Deserialize)]
struct Books {
    /// Their bits.
    totals: [u64; 14],
    /// The sums of what is measured, their bits.
    #[serde(default)]
    measured: Vec<u64>,
    tally: Tally,
    /// Steps between two frames, which stays what it was when a run is extended.
    frames_every: Option<u64>,
    /// Frames and rows until now; older checkpoints do not say.
    #[serde(default)]
    counts: Option<[u64; 2]>,
}

/// Writes what a run leaves behind.
pub(super) struct Recorder<'a, const D: usize> {
    description: &'a Description,
    folder: &'a Folder,
    scene: &'a str,
    steps: u64,
    history: History,
    results: ResultsWriter<D>,
    problems: Problems<'a>,
    measures: Recording<D>,
    frames_every: Option<u64>,
    pub tally: Tally,
    started: Instant,
    /// When the last checkpoint was written.
    checkpointed: Option<Instant>,
    /// Rows until now.
    rows: u64,
    /// Whether the file of results was written anew to go on with it.
    is_renewed: bool,
}

/// The measures that a scene records, and the names and units of their columns.
type Measured<const D: usize> = (Recording<D>, Vec<(String, &'static str)>);

fn measured<const D: usize>(
    world: &World<D>,
    description: &Description,
) -> Result<Measured<D>, RunError> {
    let wanted: Vec<Wanted> =
        description.record.measures.iter().map(RecordedMeasure::wanted).collect();
    let recording = Recording::new(world, &wanted).map_err(|(k, refused)| {
        RunError::BadInput(format!("record.measures.{k}: {}", refused.message))
    })?;
    let columns = recording.columns(world);
    let taken = columns.iter().find(|(name, _)| COLUMNS.iter().any(|own| own.0 == name));
    if let Some((name, _)) = taken {
        let message = format!("record.measures: the history has a column `{name}` already");
        return Err(RunError::BadInput(message));
    }
    Ok((recording, columns))
}

/// The names and units of the series in the file of results.
fn series<'s>(measured: &'s [(String, &'static str)]) -> Vec<(&'s str, &'static str)> {
    let own = COLUMNS.iter().map(|(name, unit, _)| (*name, *unit));
    own.chain(measured.iter().map(|(name, unit)| (name.as_str(), *unit))).collect()
}

/// What the file of results begins with.
fn head<'s, const D: usize>(
    world: &World<D>,
    description: &Description,
    scene: &'s str,
    series: &'s [(&'s str, &'s str)],
) -> Head<'s, D> {
    let mut head = Head::of(world, scene, series);
    head.extras.heat = description.record.heat;
    head
}

fn names(measured: &[(String, &'static str)]) -> Vec<String> {
    measured.iter().map(|column| column.0.clone()).collect()
}

impl<'a, const D: usize> Recorder<'a, D> {
    /// Begins with the initial state.
    pub fn begin(
        world: &World<D>,
        description: &'a Description,
        folder: &'a Folder,
        scene: &'a str,
        steps: u64,
    ) -> Result<Self, RunError> {
        let record = &description.record;
        let packing = Packing {
            compression: u32::from(record.compression),
            single: record.precision == Precision::Single,
        };
        let path = folder.file(FILE);
        let (measures, columns) = measured(world, description)?;
        let mut recorder = Self {
            description,
            folder,
            scene,
            steps,
            history: History::create(&folder.file("history.csv"), &names(&columns))
                .map_err(|e| folder.failed("history.csv", &e))?,
            results: ResultsWriter::create(
                &path,
                &head(world, description, scene, &series(&columns)),
                packing,
            )
            .map_err(RunError::from)?,
            problems: Problems::new(description, folder),
            measures,
            frames_every: frames_every(description, steps),
            tally: Tally::default(),
            started: Instant::now(),
            checkpointed: None,
            rows: 0,
            is_renewed: false,
        };
        if recorder.frames_every.is_some() {
            recorder.results.write(world)?;
        }
        Ok(recorder)
    }

    /// Goes on with what is in the folder, as it was at a checkpoint that the world is at.
    pub fn resume(
        world: &World<D>,
        description: &'a Description,
        folder: &'a Folder,
        onward: &Onward,
        (steps, scene): (u64, &'a str),
        tell: &mut dyn FnMut(&str),
    ) -> Result<Self, RunError> {
        let Onward { checkpoint, force } = *onward;
        let books: Books = serde_json::from_str(&checkpoint.books).map_err(|e| {
            let path = folder.file(CHECKPOINT);
            RunError::BadInput(format!("cannot go on: {}: books: {e}", path.display()))
        })?;
        let (mut measures, columns) = measured(world, description)?;
        let works: Vec<f64> = books.measured.iter().map(|bits| f64::from_bits(*bits)).collect();
        measures.restore(&works, world);
        let Checkpoint { step, time, .. } = *checkpoint;
        let found = Found {
            path: folder.file(FILE),
            history: folder.file("history.csv"),
            standing: Standing { step, time, counts: books.counts },
            measured: names(&columns),
        };
        let mended = found.sound::<D>(force)?;
        let series = series(&columns);
        let begin = || {
            let head = head(world, description, scene, &series);
            ResultsWriter::resume(&found.path, &head, checkpoint.step)
        };
        let results = match begin() {
            Err(e) => {
                found.or_mended::<D>(&e).and_then(|()| begin().map_err(|e| cannot_go_on(&e)))?
            }
            Ok(results) => results,
        };
        let rows = found.complete_history(tell)?;
        let history = History::resume(&found.history, books.totals.map(f64::from_bits))
            .map_err(|e| found.bad_history(&e))?;
        Ok(Self {
            description,
            folder,
            scene,
            steps,
            history,
            is_renewed: mended || results.is_renewed(),
            results,
            problems: Problems::new(description, folder),
            measures,
            frames_every: match description.record.frames_every {
                None => books.frames_every,
                Some(_) => frames_every(description, steps),
            },
            tally: books.tally,
            started: Instant::now(),
            checkpointed: Some(Instant::now()),
            rows,
        })
    }

    /// What the run added up, where nothing is left to be done: its files stay as they are.
    pub fn leave(self) -> Result<Tally, RunError> {
        if self.is_renewed {
            self.results.close()?;
        }
        Ok(self.tally)
    }

    /// A checkpoint of the beginning, where any are asked for: a run that is killed soon goes on too.
    pub fn first_checkpoint(
        &mut self,
        world: &World<D>,
        stepper: &Stepper<D>,
    ) -> Result<(), RunError> {
        let record = &self.description.record;
        if record.checkpoint_minutes > 0.0 || record.checkpoint_every.is_some() {
            self.checkpoint(world, stepper)?;
            // The next one comes as soon as if there were none.
            self.checkpointed = None;
        }
        Ok(())
    }

    /// Writes what is due after a step; `last` says that it is the last one.
    pub fn step(
        &mut self,
        world: &World<D>,
        stepper: &Stepper<D>,
        report: &StepReport,
        last: bool,
    ) -> Result<(), RunError> {
        let step = report.step;
        self.tally.add(report, report.solver.residual.value(world.solver.norm));
        self.tally.add_joints(step, stepper, &world.joints);
        self.tally.add_overlap(report, world);
        let sound = world.bodies.first_not_finite().is_none();
        if sound {
            self.problems.consider(step, world, &stepper.last_problem())?;
        }
        self.history.add(report);
        self.measures.add(world);
        // A run that is interrupted and gone on with has the rows and frames of one that is not.
        let end = step == self.steps || !sound;
        if step.is_multiple_of(self.description.record.history_every) || end {
            let mut row = self.history.row(self.tally.remarks());
            row.extend(self.measures.row(world));
            let written = self.history.write(&row, last);
            written.map_err(|e| self.folder.failed("history.csv", &e))?;
            self.results.add_row(&row)?;
            self.rows += 1;
        }
        let due = self.frames_every.is_some_and(|every| step.is_multiple_of(every) || end);
        if due && sound {
            self.results.write(world)?;
        }
        if sound && self.checkpoint_is_due(step, last) {
            self.checkpoint(world, stepper)?;
        }
        Ok(())
    }

    /// Ends at the state before a step whose motion was not found: a frame of it, where it has none, and a
    /// checkpoint, whatever else was asked for.
    pub fn stop(
        &mut self,
        world: &World<D>,
        stepper: &Stepper<D>,
        report: &StepReport,
        body: usize,
    ) -> Result<(), RunError> {
        let x = &world.bodies.q[world.bodies.q_range(body)];
        let is_loose = world.bodies.deformable(body).is_some_and(|soft| soft.is_loose(x));
        let touches = |bodies: &[usize; 2]| bodies.contains(&body);
        let is_borne = world.contacts.iter().any(|contact| touches(&contact.bodies))
            || world.joints.iter().any(|joint| touches(&joint.bodies));
        let name = &world.bodies.list[body].name;
        self.tally.stop(report, name, is_loose && !is_borne);
        self.save_before(world, stepper)
    }

    /// Ends at the state before a step that took too long.
    pub fn stop_late(
        &mut self,
        world: &World<D>,
        stepper: &Stepper<D>,
        report: &StepReport,
    ) -> Result<(), RunError> {
        self.tally.stop_late(report, self.description.step_minutes, &world.solver.name);
        self.save_before(world, stepper)
    }

    /// A frame of the state before a step, where it has none, and a checkpoint.
    fn save_before(&mut self, world: &World<D>, stepper: &Stepper<D>) -> Result<(), RunError> {
        let framed = |every: u64| world.steps.is_multiple_of(every);
        if self.frames_every.is_some_and(|every| !framed(every)) {
            self.results.write(world)?;
        }
        self.checkpoint(world, stepper)
    }

    fn checkpoint_is_due(&self, step: u64, last: bool) -> bool {
        let record = &self.description.record;
        let minutes = record.checkpoint_minutes;
        let by_steps = record.checkpoint_every.is_some_and(|every| step.is_multiple_of(every));
        // The first one soon: what is lost without any is the whole run.
        let (since, wait) = match self.checkpointed {
            None => (self.started, FIRST_CHECKPOINT.min(60.0 * minutes)),
            Some(last) => (last, 60.0 * minutes),
        };
        let by_time = minutes > 0.0 && since.elapsed().as_secs_f64() > wait;
        by_steps || by_time || (last && minutes > 0.0)
    }

    /// Everything that was written so far is in the files before the checkpoint is.
    pub fn checkpoint(&mut self, world: &World<D>, stepper: &Stepper<D>) -> Result<(), RunError> {
        self.history.write_to_disk().map_err(|e| self.folder.failed("history.csv", &e))?;
        self.results.flush()?;
        write_through(self.results.path()).map_err(|e| self.folder.failed(FILE, &e))?;
        let mut tally = self.tally.clone();
        tally.add_seconds(self.started.elapsed().as_secs_f64());
        tally.add_left_out(self.problems.left_out());
        let totals = self.history.totals().map(f64::to_bits);
        let measured = self.measures.works().into_iter().map(f64::to_bits).collect();
        let counts = Some([self.results.frames(), self.rows]);
        let books = Books { totals, measured, tally, frames_every: self.frames_every, counts };
        let books = serde_json::to_string(&books)
            .map_err(|e| RunError::Failed(format!("cannot write the checkpoint: {e}")))?;
        let luggage =
            Luggage { scene: self.scene, solver_memory: stepper.solver_memory(), books: &books };
        checkpoint::write(&self.folder.file(CHECKPOINT), &Frame::of(world), &luggage)?;
        self.checkpointed = Some(Instant::now());
        Ok(())
    }

    /// Seconds that the run has taken, with the parts before.
    pub fn seconds(&self) -> f64 {
        self.tally.seconds() + self.started.elapsed().as_secs_f64()
    }

    /// Ends the files; what the run added up.
    pub fn finish(mut self) -> Result<Tally, RunError> {
        self.tally.add_seconds(self.started.elapsed().as_secs_f64());
        self.tally.add_left_out(self.problems.left_out());
        self.results.close()?;
        Ok(self.tally)
    }
}

/// Steps between two frames; none when no frames are wanted.
fn frames_every(description: &Description, steps: u64) -> Option<u64> {
    let record = &description.record;
    match (record.frames_every, record.frame_count) {
        (Some(every), _) => Some(every.max(1)),
        (None, Some(0)) => None,
        (None, count) => Some(steps.div_ceil(count.unwrap_or(50))),
    }
}

impl From<ResultsError> for RunError {
    fn from(error: ResultsError) -> Self {
        Self::Failed(error.to_string())
    }
}
