//! Copies lists to a new file without what appends leave behind.
//!
//! An append that fills no chunk writes its last chunk anew, somewhere else, and the old one is
//! waste: a file that has grown frame by frame is up to twice its numbers. So it is copied at the
//! end of a run, with what must be known beside it,
//! chunk by chunk in the order of time, so that a copy that is cut off still has its first frames
//! (`rescue.rs`). The copy takes the place of the file when it is complete.

use super::ResultsError;
use super::constants::Constants;
use super::geometry::Geometry;
use super::reader::Results;
use super::replace::{settle, waiting};
use super::store::{Growing, Kind, List};
use super::writer::{Head, ResultsWriter};
use std::path::Path;

/// Bytes that are copied at a time, at least and at most, but a frame in any case: few, so that
/// frames lie together.
const BATCH: [u64; 2] = [1 << 18, 1 << 25];
/// Batches of a file, where their bytes allow it.
const BATCHES: u64 = 64;

/// How much of a file there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    /// Frames.
    pub frames: usize,
    /// Contacts of all of them.
    pub contacts: u64,
    /// Rows of the series.
    pub rows: usize,
}

/// Copies what a file has up to somewhere, list by list.
pub(super) fn copy_lists(
    old: &Results,
    new: &mut Growing,
    lists: &[List],
    end: Extent,
) -> Result<(), ResultsError> {
    let steps = old.raw_series("step")?;
    let width = |list: &List| if list.kind == Kind::Short { 4 } else { 8 };
    let counts = |list: &List, upto: Extent| old.numbers_until(&list.path, list.components, upto);
    let bytes: u64 = lists.iter().map(|list| counts(list, end) * width(list)).sum();
    let [least, most] = BATCH;
    let batch = ((bytes / BATCHES).clamp(least, most) / (bytes / end.frames.max(1) as u64).max(1))
        .max(1) as usize;
    let mut done = vec![0; lists.len()];
    let mut frames = 0;
    while frames < end.frames {
        frames = (frames + batch).min(end.frames);
        let step = old.steps()[frames - 1] as f64;
        let rows = steps[..end.rows].partition_point(|own| *own <= step);
        let upto = Extent { frames, contacts: old.contacts_until(frames), rows };
        // The last ones wait for their chunk to be full.
        for (list, done) in lists.iter().zip(&mut done) {
            let chunk = list.chunk as u64;
            copy(old, new, list, done, counts(list, upto) / chunk * chunk)?;
        }
    }
    for (list, done) in lists.iter().zip(&mut done) {
        copy(old, new, list, done, counts(list, end))?;
    }
    Ok(())
}

/// Copies the numbers of a list from where that was left off, as their bits are.
fn copy(
    old: &Results,
    new: &mut Growing,
    list: &List,
    done: &mut u64,
    end: u64,
) -> Result<(), ResultsError> {
    let range = *done as usize..end.max(*done) as usize;
    *done = end.max(*done);
    match list.kind {
        Kind::Exact | Kind::Real => new.reals(&list.path, &old.numbers(&list.path, range)?),
        Kind::Whole | Kind::Short => new.wholes(&list.path, &old.whole_numbers(&list.path, range)?),
    }
}

/// Series by name and unit.
pub(super) fn named(series: &[(String, String)]) -> Vec<(&str, &str)> {
    series.iter().map(|(name, unit)| (name.as_str(), unit.as_str())).collect()
}

/// What a copy of a file begins with, its series by name and unit.
pub(super) fn head_of<'a, const D: usize>(
    old: &'a Results,
    series: &'a [(&'a str, &'a str)],
) -> Result<Head<'a, D>, ResultsError> {
    let (constants, geometry): (Constants, Geometry<D>) = (old.constants()?, old.geometry()?);
    Ok(Head { scene: old.scene(), constants, geometry, series, extras: old.extras() })
}

/// Writes a file of results anew at the end of its run, without waste and with its remarks.
///
/// # Errors
///
/// The file is damaged, or the new one cannot be written; the old one is as it was.
pub(super) fn compact<const D: usize>(path: &Path) -> Result<(), ResultsError> {
    let old = Results::open(path)?;
    let series = old.units_of_series()?;
    let series = named(&series);
    let head = head_of::<D>(&old, &series)?;
    let (temporary, remarks) = (waiting(path), old.remarks()?);
    let rows = old.rows()?;
    let end = Extent { frames: old.frames(), contacts: old.contact_count(), rows };
    let written =
        ResultsWriter::copy(&old, &temporary, &head, end, Some(&remarks)).and_then(|()| {
            let failed = |e| ResultsError::whole(path, format!("cannot replace: {e}"));
            settle(&temporary, path).map_err(failed)
        });
    if written.is_err() {
        // A disk that is full needs the room; that this fails too is no news.
        let _ = std::fs::remove_file(&temporary);
    }
    written
}
