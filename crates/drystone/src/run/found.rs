//! What a run that is gone on with finds in its folder: looked at before anything is changed, and
//! mended where that loses nothing.

use super::history::COLUMNS;
use super::output::RunError;
use super::repair::{Repair, repair};
use crate::results::checkpoint::Checkpoint;
use crate::results::{FILE, Results, ResultsError, Standing, mend_torn};
use std::fmt::Display;
use std::io;
use std::path::PathBuf;

/// From where a run is gone on with.
#[derive(Clone, Copy)]
pub(super) struct Onward<'a> {
    /// The state and the books.
    pub checkpoint: &'a Checkpoint,
    /// Whether frames that are damaged do not matter.
    pub force: bool,
}

/// The files of a run beside its checkpoint.
pub(super) struct Found {
    /// The results.
    pub path: PathBuf,
    /// The table.
    pub history: PathBuf,
    /// What they must have.
    pub standing: Standing,
    /// Columns of what is measured.
    pub measured: Vec<String>,
}

/// The error of a run that nothing was changed of.
pub(super) fn cannot_go_on(why: &dyn Display) -> RunError {
    RunError::BadInput(format!("cannot go on: {why}"))
}

impl Found {
    /// That the results have every frame and row, as they were written, and the columns that are
    /// wanted now; whether they had to be mended for that.
    pub fn sound<const D: usize>(&self, force: bool) -> Result<bool, RunError> {
        let reached = Results::open(&self.path).and_then(|old| old.reaches(&self.standing));
        let mended = reached.is_err();
        reached.or_else(|e| self.or_mended::<D>(&e))?;
        let old = Results::open(&self.path).map_err(|e| cannot_go_on(&e))?;
        let mut wanted = self.series();
        let mut there = old.series_names().map_err(|e| cannot_go_on(&e))?;
        wanted.sort();
        there.sort();
        if wanted != there {
            let path = self.path.display();
            let message = "has other columns than `[record] measures` asks for now";
            return Err(cannot_go_on(&format!("{path}: {message}")));
        }
        let checked = if force { Ok(()) } else { old.check_frames::<D>(&self.standing) };
        let Err(wrong) = checked else { return Ok(mended) };
        drop(old);
        let help = "help: --force goes on all the same; what reads that frame will refuse it";
        let refuse = |_| cannot_go_on(&format!("{wrong}\n{help}"));
        self.or_mended::<D>(&wrong).map(|()| true).map_err(refuse)
    }

    /// Mends results whose run was killed in the middle of a write, or says what was wrong.
    pub fn or_mended<const D: usize>(&self, wrong: &ResultsError) -> Result<(), RunError> {
        match mend_torn::<D>(&self.path, &self.standing) {
            Ok(true) => Ok(()),
            _ => Err(cannot_go_on(wrong)),
        }
    }

    /// Makes the table that of the results; how many rows it has.
    pub fn complete_history(&self, tell: &mut dyn FnMut(&str)) -> Result<u64, RunError> {
        let old = Results::open(&self.path).map_err(|e| cannot_go_on(&e))?;
        let repaired = repair(&self.history, &old, &self.series(), &self.measured);
        let why = match repaired.map_err(|e| self.bad_history(&e))? {
            Repair::Whole => None,
            Repair::Row(row) => {
                Some(format!("line {} of it was missing or another one", row.saturating_add(1)))
            }
            Repair::Gone => Some("it was not there".to_string()),
        };
        if let Some(why) = why {
            let path = self.history.display();
            tell(&format!(
                "`{path}` is written anew from {FILE}, which has all of its rows: {why}"
            ));
        }
        Ok(old.rows().map_err(|e| cannot_go_on(&e))? as u64)
    }

    /// The error of a table that cannot be read or written.
    pub fn bad_history(&self, error: &io::Error) -> RunError {
        cannot_go_on(&format!("{}: {error}", self.history.display()))
    }

    /// Names of all series.
    fn series(&self) -> Vec<String> {
        let own = COLUMNS.iter().map(|column| column.0.to_string());
        own.chain(self.measured.iter().cloned()).collect()
    }
}
