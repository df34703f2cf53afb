//! Opens files, and says what is wrong with those that cannot be.

use super::ResultsError;
use crate::problem::fclib::length_said;
use hdf5_pure::File;
use std::io::Read;
use std::path::Path;

/// Opens a file.
pub fn opened(path: &Path) -> Result<File, ResultsError> {
    File::open_streaming(path).map_err(|e| {
        let otherwise = || ResultsError::whole(path, format!("not a sound HDF5 file: {e}"));
        cut_off(path).unwrap_or_else(otherwise)
    })
}

/// That a file was cut off, if it was.
pub fn cut_off(path: &Path) -> Option<ResultsError> {
    let bytes = std::fs::metadata(path).ok()?.len();
    let said = std::fs::File::open(path).ok().and_then(said_length)?;
    let message = format!(
        "is cut off: {bytes} of {said} bytes are there\nhelp: `drystone rescue` saves the frames \
         that are whole"
    );
    (said > bytes).then(|| ResultsError::whole(path, message))
}

/// The length that an HDF5 file says it has.
pub fn said_length(file: std::fs::File) -> Option<u64> {
    let mut start = vec![];
    file.take(64).read_to_end(&mut start).ok()?;
    length_said(&start)
}
