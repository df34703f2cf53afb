//! What must be in a file of results for a run to go on with it: everything up to its checkpoint, as it
//! was written.

use super::columns::Check;
use super::reader::Results;
use super::{FILE, ResultsError};
use std::ops::Range;

/// Rows that are checked together.
const ROWS: usize = 4096;

/// What a checkpoint knows of the results up to its step.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// Steps done.
    pub step: u64,
    /// Time (s).
    pub time: f64,
    /// Frames and rows up to then; older checkpoints do not say.
    pub counts: Option<[u64; 2]>,
}

/// The checksum of a frame's place: its number, step, time and where its contacts end.
pub fn clock(index: u64, step: u64, time: f64, contact_end: u64) -> u64 {
    let mut check = Check::default();
    check.wholes(&[index, step, time.to_bits(), contact_end]);
    check.value()
}

impl Results {
    /// That every frame and row up to a checkpoint is there and is what was written.
    ///
    /// # Errors
    ///
    /// Something is missing, which is named, or damaged.
    pub fn reaches(&self, standing: &Standing) -> Result<(), ResultsError> {
        let whole = |message: String| Err(ResultsError::whole(self.path(), message));
        let Standing { step, time, counts } = *standing;
        if !self.steps().is_sorted_by(|a, b| a < b) {
            return whole("is damaged: the steps of its frames do not grow".into());
        }
        let frames = self.steps().iter().filter(|own| **own <= step).count();
        let last = self.times()[..frames].last().copied().unwrap_or(0.0);
        let agrees = match self.steps()[..frames].last() {
            Some(own) if *own == step => last.to_bits() == time.to_bits(),
            _ => last <= time,
        };
        if !agrees {
            return whole(format!("its last frame is of t = {last} s, the checkpoint of {time} s"));
        }
        let rows = self.rows_up_to(step)?;
        let Some(expected) = counts else { return Ok(()) };
        for (found, expected, what) in
            [(frames, expected[0], "frames"), (rows, expected[1], "rows")]
        {
            if found as u64 != expected {
                return whole(format!(
                    "has {found} {what} up to step {step} where the checkpoint counted {expected}: \
                     {FILE} and the checkpoint are not of one moment\nhelp: put the {FILE} of then \
                     back, or start the run anew with --overwrite"
                ));
            }
        }
        Ok(())
    }

    /// How many rows there are up to a step, each of which is what was written.
    fn rows_up_to(&self, step: u64) -> Result<usize, ResultsError> {
        let steps = self.raw_series("step")?;
        let rows = steps.iter().take_while(|own| **own <= step as f64).count();
        self.check_rows(0..rows)?;
        let grow = steps[..rows].is_sorted_by(|a, b| a < b);
        let whole = steps[rows..].iter().all(|own| *own > step as f64);
        match grow && whole {
            true => Ok(rows),
            false => {
                let message = "is damaged: the steps of its rows do not grow";
                Err(ResultsError::at(self.path(), "series/step", message))
            }
        }
    }

    /// That rows are what was written.
    pub(super) fn check_rows(&self, rows: Range<usize>) -> Result<(), ResultsError> {
        // In the order of the checksums.
        let mut names = self.series_names()?;
        names.sort();
        for start in rows.clone().step_by(ROWS) {
            let part = start..rows.end.min(start + ROWS);
            let said = self.row_checks_of(part.clone())?;
            let columns = names.iter().map(|name| self.series_part(name, part.clone()));
            let columns = columns.collect::<Result<Vec<_>, _>>()?;
            for (row, said) in said.iter().enumerate() {
                let mut check = Check::default();
                columns.iter().for_each(|column| check.reals(&column[row..=row], false));
                if check.value() != *said {
                    let message = format!(
                        "row {} is damaged: its numbers are not those written",
                        start + row
                    );
                    return Err(ResultsError::at(self.path(), "series", message));
                }
            }
        }
        Ok(())
    }
}
