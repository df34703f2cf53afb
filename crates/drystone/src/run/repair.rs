//! `history.csv` beside `results.h5`: both have the same rows, and only the latter has checksums. So a
//! run that goes on takes the rows from there, and writes the table anew where it says otherwise.

use super::history::{header, write_line};
use crate::intake;
use crate::results::replace::{settle, vacate, waiting};
use crate::results::{Results, ResultsError};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;

/// Rows that are taken at a time.
const ROWS: usize = 1024;

/// What became of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repair {
    /// It had every row, and what came later was cut off.
    Whole,
    /// It was written anew: this row was missing or another one.
    Row(u64),
    /// It was written anew: there was none.
    Gone,
}

/// Makes the table end with the rows of a file of results that has these series.
pub(super) fn repair(
    path: &Path,
    results: &Results,
    series: &[String],
    measured: &[String],
) -> io::Result<Repair> {
    let mut file = match intake::ordinary(path) {
        Ok(()) => BufReader::new(File::open(path)?),
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            write(path, results, series, measured)?;
            return Ok(Repair::Gone);
        }
        Err(e) => return Err(e),
    };
    let mut length = 0;
    let differs = each_line(results, series, measured, |number, line| {
        let mut found = Vec::with_capacity(line.len());
        // A line that is longer is another one: no more of it is read.
        let wanted = line.len() as u64;
        io::Read::take(&mut file, wanted).read_until(b'\n', &mut found)?;
        length += wanted;
        Ok(if found == line { None } else { Some(number) })
    })?;
    let Some(row) = differs else {
        if file.get_ref().metadata()?.len() != length {
            File::options().write(true).open(path)?.set_len(length)?;
        }
        return Ok(Repair::Whole);
    };
    write(path, results, series, measured)?;
    Ok(Repair::Row(row))
}

/// Writes the table anew.
fn write(path: &Path, results: &Results, series: &[String], measured: &[String]) -> io::Result<()> {
    let temporary = waiting(path);
    vacate(&temporary)?;
    let mut new = BufWriter::new(File::create(&temporary)?);
    each_line(results, series, measured, |_, line| new.write_all(line).map(|()| None::<()>))?;
    new.flush()?;
    drop(new);
    settle(&temporary, path)
}

/// Goes through the lines that the table should have, the header first, until one gives something.
fn each_line<T>(
    results: &Results,
    series: &[String],
    measured: &[String],
    mut visit: impl FnMut(u64, &[u8]) -> io::Result<Option<T>>,
) -> io::Result<Option<T>> {
    let of = |e: ResultsError| io::Error::other(e.to_string());
    if let Some(found) = visit(0, format!("{}\n", header(measured)).as_bytes())? {
        return Ok(Some(found));
    }
    let rows = results.rows().map_err(of)?;
    let mut line = vec![];
    for start in (0..rows).step_by(ROWS) {
        let end = rows.min(start + ROWS);
        let columns = results.columns(series, start..end).map_err(of)?;
        for row in 0..end - start {
            let numbers: Vec<f64> = columns.iter().map(|column| column[row]).collect();
            line.clear();
            write_line(&mut line, &numbers)?;
            if let Some(found) = visit((start + row) as u64 + 1, &line)? {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}
