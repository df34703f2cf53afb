//! Files that are read as a whole.

use std::fs::File;
use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Result};
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

/// The text of a file that has no more than so many bytes.
pub fn read_text_of(path: &Path, most: u64) -> Result<String> {
    ordinary(path)?;
    let mut text = String::new();
    File::open(path)?.take(most + 1).read_to_string(&mut text)?;
    match text.len() as u64 > most {
        true => Err(Error::new(ErrorKind::InvalidData, format!("it has more than {most} bytes"))),
        false => Ok(text),
    }
}

/// Whether a file begins with these words; no more of it is read.
pub fn begins_with(path: &Path, words: &str) -> Result<bool> {
    ordinary(path)?;
    let mut start = vec![];
    File::open(path)?.take(words.len() as u64).read_to_end(&mut start)?;
    Ok(start == words.as_bytes())
}

/// How many lines a file has, however long they are.
pub fn lines(path: &Path) -> Result<usize> {
    ordinary(path)?;
    let mut file = BufReader::new(File::open(path)?);
    let (mut lines, mut last) = (0, b'\n');
    loop {
        let bytes = file.fill_buf()?;
        let Some(end) = bytes.last() else { return Ok(lines + usize::from(last != b'\n')) };
        last = *end;
        lines += bytes.iter().filter(|byte| **byte == b'\n').count();
        let read = bytes.len();
        file.consume(read);
    }
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

/// That a name is free or that of a file that may be written: to open another might take for ever.
pub fn writable(path: &Path) -> Result<()> {
    match ordinary(path) {
        Err(e) if e.kind() != ErrorKind::NotFound => Err(e),
        _ => Ok(()),
    }
}
