//! Files that are read as a whole.

use std::io::{Error, ErrorKind, Result};
use std::path::Path;

/// The bytes of a file. Pipes and devices are refused: they may give nothing, or more than there is
/// room for, for ever.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    ordinary(path)?;
    std::fs::read(path)
}

/// The text of a file.
pub fn read_text(path: &Path) -> Result<String> {
    ordinary(path)?;
    std::fs::read_to_string(path)
}

/// That a file, where it is there, is neither a pipe nor a device.
pub fn ordinary(path: &Path) -> Result<()> {
    let kind = std::fs::metadata(path)?.file_type();
    match kind.is_file() || kind.is_dir() {
        true => Ok(()),
        false => Err(Error::new(
            ErrorKind::InvalidInput,
            "it is a pipe or a device, not a file that has an end",
        )),
    }
}
