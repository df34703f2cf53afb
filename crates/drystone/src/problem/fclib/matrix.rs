//! Sparse matrices in the three storages of the format.
//!
//! `nz` tells which: -1 compressed columns (`p` has n + 1 entries), -2 compressed rows (m + 1),
//! and from 0 the number of triplets, of which `p` holds the column and `i` the row: so write all
//! known producers, against the comment in the library's header. Arrays may be longer than what
//! is used of them, and entries at the same place add up.

use super::check::{finite, size};
use super::error::Wrong;
use super::hdf5::{Source, Tree};
use crate::linalg::Sparse;

/// How matrices are stored in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// Compressed columns.
    Columns,
    /// Compressed rows.
    Rows,
    /// Row, column and value of each entry.
    Triplets,
}

/// Reads a matrix that must have this shape. The shape is compared before any memory depends on it.
pub fn read(source: &Source, path: &str, rows: usize, cols: usize) -> Result<Sparse, Wrong> {
    if !source.has_group(path)? {
        return Err(Wrong::at(path, "is missing"));
    }
    let at = |name: &str| format!("{path}/{name}");
    let single = |name: &str| single(source, &at(name));
    let not_negative = |name: &str| {
        let value = single(name)?;
        let wrong = |_| Wrong::at(at(name), format!("{value} is negative"));
        usize::try_from(value).map_err(wrong)
    };
    size(&at("m"), not_negative("m")?, rows)?;
    size(&at("n"), not_negative("n")?, cols)?;
    let (room, nz) = (not_negative("nzmax")?, single("nz")?);
    let p = source.integers(&at("p"))?;
    let i = source.integers(&at("i"))?;
    let x = source.reals(&at("x"))?;
    let used = match nz {
        -2 => counted(&at("p"), &p, rows, "m + 1")?,
        -1 => counted(&at("p"), &p, cols, "n + 1")?,
        nz => usize::try_from(nz).map_err(|_| {
            let storages = "expected -1 (columns), -2 (rows) or the number of triplets";
            Wrong::at(at("nz"), format!("{nz} names no storage: {storages}"))
        })?,
    };
    let lengths = [("i", i.len()), ("x", x.len()), ("nzmax", room)];
    let triplets = (nz >= 0).then_some(("p", p.len()));
    for (name, length) in lengths.into_iter().chain(triplets) {
        if length < used {
            return Err(Wrong::at(at(name), format!("room for {length} of {used} entries")));
        }
    }
    finite(&at("x"), &x[..used])?;
    let inner = if nz == -2 { cols } else { rows };
    let inner = indices(&at("i"), &i[..used], inner)?;
    let outer = if nz >= 0 { indices(&at("p"), &p[..used], cols)? } else { expanded(&p) };
    let entry = |k: usize| match nz {
        -2 => (outer[k], inner[k], x[k]),
        _ => (inner[k], outer[k], x[k]),
    };
    let entries: Vec<_> = (0..used).map(entry).collect();
    Ok(Sparse::from_triplets(rows, cols, &entries))
}

/// A dataset of one integer.
pub fn single(source: &Source, path: &str) -> Result<i32, Wrong> {
    match source.integers(path)?[..] {
        [value] => Ok(value),
        ref values => Err(Wrong::at(path, format!("has {} entries, expected 1", values.len()))),
    }
}

/// Checks the starts of compressed rows or columns and gives the number of entries.
fn counted(path: &str, p: &[i32], outer: usize, formula: &str) -> Result<usize, Wrong> {
    if p.len() != outer + 1 {
        let message = format!("has {} entries, expected {} ({formula})", p.len(), outer + 1);
        return Err(Wrong::at(path, message));
    }
    if p[0] != 0 {
        return Err(Wrong::at(path, format!("begins with {}, expected 0", p[0])));
    }
    if let Some(k) = (0..outer).find(|&k| p[k + 1] < p[k]) {
        let message =
            format!("{} at position {} is less than the {} before it", p[k + 1], k + 1, p[k]);
        return Err(Wrong::at(path, message));
    }
    Ok(p[outer] as usize)
}

fn indices(path: &str, values: &[i32], count: usize) -> Result<Vec<u32>, Wrong> {
    let index = |(position, &value): (usize, &i32)| match u32::try_from(value) {
        Ok(index) if (index as usize) < count => Ok(index),
        _ => {
            let message = format!("index {value} at position {position} is outside 0..{count}");
            Err(Wrong::at(path, message))
        }
    };
    values.iter().enumerate().map(index).collect()
}

/// The row (or column) of each entry, from the rising starts.
fn expanded(p: &[i32]) -> Vec<u32> {
    let mut outer = Vec::with_capacity(p[p.len() - 1] as usize);
    for k in 1..p.len() {
        outer.resize(p[k] as usize, k as u32 - 1);
    }
    outer
}

/// The group of a matrix.
pub fn write(name: &str, a: &Sparse, storage: Storage) -> Result<Tree, Wrong> {
    let fits = |value: usize| {
        i32::try_from(value).map_err(|_| Wrong::at(name, "is too large for 32-bit indices"))
    };
    let (rows, cols, stored) = (fits(a.rows())?, fits(a.cols())?, fits(a.stored())?);
    let transposed = (storage == Storage::Columns).then(|| a.transpose());
    let a = transposed.as_ref().unwrap_or(a);
    // Every number below is at most `rows`, `cols` or `stored`, so the casts are exact.
    let columns: Vec<i32> = a.columns().iter().map(|&c| c as i32).collect();
    let start: Vec<i32> = a.start().iter().map(|&s| s as i32).collect();
    let (nz, p, i) = match storage {
        Storage::Columns => (-1, start, columns),
        Storage::Rows => (-2, start, columns),
        Storage::Triplets => {
            let rows = expanded(&start).into_iter().map(|r| r as i32).collect();
            (stored, columns, rows)
        }
    };
    let mut group = Tree::new(name);
    for (name, value) in [("nzmax", stored), ("m", rows), ("n", cols), ("nz", nz)] {
        group.integers(name, &[value]);
    }
    group.integers("p", &p);
    group.integers("i", &i);
    group.reals("x", a.values());
    Ok(group)
}
