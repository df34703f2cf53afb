//! Saves what is whole in a file of results that was cut off: by a copy that was interrupted, or a
//! file system that failed.
//!
//! The bytes that are gone are taken for zeros and the index is mended (`mend.rs`), so that every list
//! can be read again; checksums then tell which frames and rows are what they were. All
//! frames that were in the file when it had the length that is left are saved, but for the last ones that
//! share a chunk of contacts with later frames: usually one.

use super::ResultsError;
use super::compact::{Extent, head_of, named};
use super::mend::{mend, reseal};
use super::opening::said_length;
use super::reader::Results;
use super::writer::ResultsWriter;
use std::path::Path;

/// How much longer than what is left of it a file may say that it was.
const LONGEST_RATIO: u64 = 1000;

/// What was saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rescued {
    /// Frames in the new file.
    pub frames: usize,
    /// Frames that the old one says it has.
    pub of: usize,
}

/// Writes the frames of a file that are whole, from the first on, into a new file.
///
/// # Errors
///
/// Nothing can be read of the file, or the new one cannot be written.
pub fn rescue(from: &Path, to: &Path) -> Result<Rescued, ResultsError> {
    let whole = |message: String| ResultsError::whole(from, message);
    let mut bytes = crate::intake::read(from).map_err(|e| whole(e.to_string()))?;
    let there = bytes.len();
    let said = std::fs::File::open(from).ok().and_then(said_length);
    let said = said.ok_or_else(|| whole("is no HDF5 file".into()))?.max(there as u64);
    if said > LONGEST_RATIO.saturating_mul(there as u64) {
        return Err(whole(format!("{there} of {said} bytes are too few to save anything")));
    }
    bytes.resize(said as usize, 0);
    reseal(&mut bytes[..there]);
    mend(&mut bytes, there);
    let old = Results::of_bytes(from, bytes)?;
    if old.dimension() == 2 { copy::<2>(&old, to) } else { copy::<3>(&old, to) }
}

fn copy<const D: usize>(old: &Results, to: &Path) -> Result<Rescued, ResultsError> {
    let of = old.frames();
    let frames = (0..of).take_while(|index| old.frame::<D>(*index).is_ok()).count();
    if frames == 0 && of > 0 {
        return Err(ResultsError::whole(old.path(), "no frame is whole"));
    }
    let series = old.units_of_series()?;
    let series = named(&series);
    let head = head_of::<D>(old, &series)?;
    let (contacts, rows) = (old.contacts_until(frames), old.sound_rows(u64::MAX)?);
    let remarks = old.remarks_until(rows)?;
    ResultsWriter::copy(old, to, &head, Extent { frames, contacts, rows }, Some(&remarks))?;
    Ok(Rescued { frames, of })
}
