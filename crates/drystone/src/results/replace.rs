//! Files that take the place of others at once, and stay there when the power fails.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Where the contents wait until they are complete.
pub fn waiting(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".new");
    path.with_file_name(name)
}

/// Makes room for a file that is created: what is no file under its name, such as a pipe that would
/// never take it or a link that leads elsewhere, is nobody's results.
pub fn vacate(path: &Path) -> io::Result<()> {
    match path.symlink_metadata() {
        Ok(data) if !data.is_file() && !data.is_dir() => fs::remove_file(path),
        _ => Ok(()),
    }
}

/// Writes a file as a whole: whoever looks sees the one before, or this one.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = waiting(path);
    let written = vacate(&temporary)
        .and_then(|()| File::create(&temporary))
        .and_then(|mut file| file.write_all(bytes))
        .and_then(|()| settle(&temporary, path));
    if written.is_err() {
        // A disk that is full needs the room; that this fails too is no news.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Gives a file that is complete its name: first its bytes are on the disk, then its name is.
pub fn settle(temporary: &Path, path: &Path) -> io::Result<()> {
    write_through(temporary)?;
    fs::rename(temporary, path)?;
    match path.parent() {
        Some(folder) if folder.as_os_str().is_empty() => write_names_through(Path::new(".")),
        Some(folder) => write_names_through(folder),
        None => Ok(()),
    }
}

/// Puts what was written to a file on the disk.
pub fn write_through(path: &Path) -> io::Result<()> {
    File::options().append(true).open(path)?.sync_all()
}

/// Puts the names in a folder on the disk: a file that was renamed may else have its old one after the
/// power failed.
#[cfg(unix)]
fn write_names_through(folder: &Path) -> io::Result<()> {
    match File::open(folder)?.sync_all() {
        // Some file systems have nothing to put through.
        Err(e) if matches!(e.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => {
            Ok(())
        }
        done => done,
    }
}

/// Where folders cannot be opened as files, the file system does it by itself.
#[cfg(not(unix))]
fn write_names_through(_: &Path) -> io::Result<()> {
    Ok(())
}
