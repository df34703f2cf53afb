//! Goes on from a file whose run was killed in the middle of a write.
//!
//! A write that crosses from one page of memory into the next may be done in part when the program
//! is killed: a block of an index then has what is new, and the checksum of before. Checksums are
//! made good (`mend.rs`), and what the file has up to the checkpoint is looked at number by number,
//! by the checksums of frames and rows: if all of it is what was written, it is copied.

use super::checkpoint::checked;
use super::compact::{Extent, head_of, named};
use super::mend::{mend, reseal};
use super::reader::Results;
use super::replace::{settle, waiting};
use super::standing::Standing;
use super::{ResultsError, ResultsWriter};
use std::path::Path;

/// Replaces such a file by what it had at a checkpoint; false where its checksums are as they must
/// be.
///
/// # Errors
///
/// It is damaged in another way; then it stays as it was.
pub fn mend_torn<const D: usize>(path: &Path, standing: &Standing) -> Result<bool, ResultsError> {
    let mut bytes = crate::intake::read(path).map_err(|e| ResultsError::whole(path, e))?;
    let before = checked(&bytes);
    reseal(&mut bytes);
    let whole = bytes.len();
    mend(&mut bytes, whole);
    if checked(&bytes) == before {
        return Ok(false);
    }
    let old = Results::of_bytes(path, bytes)?;
    old.reaches(standing)?;
    old.check_frames::<D>(standing)?;
    let frames = old.steps().iter().filter(|own| **own <= standing.step).count();
    let contacts = old.contacts_until(frames);
    let end = Extent { frames, contacts, rows: old.sound_rows(standing.step)? };
    let series = old.units_of_series()?;
    let series = named(&series);
    let head = head_of::<D>(&old, &series)?;
    let temporary = waiting(path);
    let copied = ResultsWriter::copy(&old, &temporary, &head, end, None).and_then(|()| {
        let failed = |e| ResultsError::whole(path, format!("cannot replace: {e}"));
        settle(&temporary, path).map_err(failed)
    });
    if copied.is_err() {
        // A disk that is full needs the room; that this fails too is no news.
        let _ = std::fs::remove_file(&temporary);
    }
    copied.map(|()| true)
}
