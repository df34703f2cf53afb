//! HDF5 for problem files; with `results/`, the only place that knows the crate which speaks it.
//!
//! Files are read from and written to memory as a whole: the crate never sees a path, and a file
//! on disk is complete or absent.

use super::error::Wrong;
use hdf5_pure::{
    CharacterSet, DType, Datatype, Error, File, FileBuilder, FinishedGroup, FormatError,
    GroupBuilder, LibVer, StringPadding, VlenStringReadOptions,
};

/// Deflate makes nothing more than 1032 times smaller, so a dataset that claims to be larger than
/// that many times its file is damaged, and no memory is set aside for it.
const LARGEST_RATIO: u64 = 1032;

/// An HDF5 file in memory, to be read.
pub struct Source {
    file: File,
    bytes: u64,
}

impl Source {
    /// The file with these bytes.
    pub fn new(bytes: Vec<u8>) -> Result<Self, Wrong> {
        if let Some(whole) = length_said(&bytes).filter(|whole| *whole > bytes.len() as u64) {
            let message = format!("is cut off: {} of {whole} bytes are there", bytes.len());
            return Err(Wrong::whole(message));
        }
        let size = bytes.len() as u64;
        let file = File::from_bytes(bytes)
            .map_err(|error| Wrong::whole(format!("not a sound HDF5 file: {error}")))?;
        Ok(Self { file, bytes: size })
    }

    /// Whether there is a group at this path.
    pub fn has_group(&self, path: &str) -> Result<bool, Wrong> {
        found(path, self.file.group(path)).map(|group| group.is_some())
    }

    /// Whether there is a dataset at this path.
    pub fn has_dataset(&self, path: &str) -> Result<bool, Wrong> {
        found(path, self.file.dataset(path)).map(|dataset| dataset.is_some())
    }

    /// The integers of a dataset of any integer type that fit in 32 bits.
    pub fn integers(&self, path: &str) -> Result<Vec<i32>, Wrong> {
        let dataset = self.dataset(path)?;
        let kind = dataset.dtype().map_err(|error| damaged(path, &error))?;
        use DType::{I8, I16, I32, I64, U8, U16, U32};
        if !matches!(kind, I8 | I16 | I32 | I64 | U8 | U16 | U32) {
            return Err(Wrong::at(path, format!("expected integers, found {kind}")));
        }
        let wide = dataset.read_i64().map_err(|error| damaged(path, &error))?;
        let narrow = |(position, value): (usize, i64)| {
            i32::try_from(value).map_err(|_| {
                Wrong::at(path, format!("{value} at position {position} does not fit in 32 bits"))
            })
        };
        wide.into_iter().enumerate().map(narrow).collect()
    }

    /// The numbers of a dataset of floating point numbers.
    pub fn reals(&self, path: &str) -> Result<Vec<f64>, Wrong> {
        let dataset = self.dataset(path)?;
        let kind = dataset.dtype().map_err(|error| damaged(path, &error))?;
        if !matches!(kind, DType::F32 | DType::F64) {
            return Err(Wrong::at(path, format!("expected real numbers, found {kind}")));
        }
        dataset.read_f64().map_err(|error| damaged(path, &error))
    }

    /// A string, up to its first zero byte; bytes that are not UTF-8 are replaced.
    pub fn text(&self, path: &str) -> Result<String, Wrong> {
        let dataset = self.dataset(path)?;
        let bytes = match dataset.dtype().map_err(|error| damaged(path, &error))? {
            DType::String => dataset.read_raw().map_err(|error| damaged(path, &error))?,
            DType::VariableLengthString => {
                let largest = LARGEST_RATIO.saturating_mul(self.bytes);
                let limit = usize::try_from(largest).unwrap_or(usize::MAX);
                let options = VlenStringReadOptions::new().with_max_payload_bytes(limit);
                let strings = dataset.read_vlen_strings(options);
                strings.map_err(|error| damaged(path, &error))?.concat().into_bytes()
            }
            kind => return Err(Wrong::at(path, format!("expected a string, found {kind}"))),
        };
        let text = bytes.split(|b| *b == 0).next().unwrap_or_default();
        Ok(String::from_utf8_lossy(text).into_owned())
    }

    /// The dataset at this path, if its size is one the file can hold.
    fn dataset(&self, path: &str) -> Result<hdf5_pure::Dataset, Wrong> {
        let dataset =
            found(path, self.file.dataset(path))?.ok_or_else(|| Wrong::at(path, "is missing"))?;
        length(&dataset, self.bytes).map_err(|message| Wrong::at(path, message))?;
        Ok(dataset)
    }
}

/// The length of a dataset (along its first axis), if its size is one that a file of so many bytes can
/// hold.
pub(crate) fn length(dataset: &hdf5_pure::Dataset, bytes: u64) -> Result<u64, String> {
    let said = |error: Error| format!("cannot be read: {error}");
    let shape = dataset.shape().map_err(said)?;
    let chunk = dataset.chunk_shape().map_err(said)?;
    let element = dataset.element_size().map_err(said)?;
    let largest = LARGEST_RATIO.saturating_mul(bytes);
    for shape in [Some(&shape), chunk.as_ref()].into_iter().flatten() {
        let size = shape.iter().try_fold(element, |size, n| size.checked_mul(*n));
        if size.is_none_or(|size| size > largest) {
            return Err("claims to be larger than the file can hold".to_string());
        }
    }
    Ok(shape.first().copied().unwrap_or(1))
}

/// The length that a file says it has, in its first block: eight bytes at a place that the version
/// of the block decides. `None` for what is no such block.
pub(crate) fn length_said(bytes: &[u8]) -> Option<u64> {
    if !bytes.starts_with(b"\x89HDF\r\n\x1a\n") {
        return None;
    }
    let (width, at) = match bytes.get(8)? {
        0 => (13, 40),
        1 => (13, 44),
        _ => (9, 28),
    };
    if *bytes.get(width)? != 8 {
        return None;
    }
    Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?))
}

/// An object that may be absent.
fn found<T>(path: &str, object: Result<T, Error>) -> Result<Option<T>, Wrong> {
    match object {
        Ok(object) => Ok(Some(object)),
        Err(Error::Format(FormatError::PathNotFound(_))) => Ok(None),
        Err(error) => Err(damaged(path, &error)),
    }
}

fn damaged(path: &str, error: &Error) -> Wrong {
    Wrong::at(path, format!("cannot be read: {error}"))
}

/// A group to be written.
pub struct Tree(GroupBuilder);

impl Tree {
    /// An empty group.
    pub fn new(name: &str) -> Self {
        Self(FileBuilder::new().create_group(name))
    }

    /// Adds a list of integers.
    pub fn integers(&mut self, name: &str, values: &[i32]) {
        self.0.create_dataset(name).with_i32_data(values);
    }

    /// Adds a list of numbers.
    pub fn reals(&mut self, name: &str, values: &[f64]) {
        self.0.create_dataset(name).with_f64_data(values);
    }

    /// Adds a string as the C interface writes one: one scalar of fixed length with a zero at the
    /// end.
    pub fn text(&mut self, name: &str, text: &str) {
        let mut bytes = text.as_bytes().to_vec();
        bytes.push(0);
        let kind = Datatype::String {
            size: u32::try_from(bytes.len()).unwrap_or(u32::MAX),
            padding: StringPadding::NullTerminate,
            charset: if text.is_ascii() { CharacterSet::Ascii } else { CharacterSet::Utf8 },
        };
        self.0.create_dataset(name).with_shape(&[]).with_raw_data(kind, bytes, 1);
    }

    /// Adds a group.
    pub fn group(&mut self, group: Tree) {
        self.0.add_group(group.finish());
    }

    fn finish(self) -> FinishedGroup {
        self.0.finish()
    }
}

/// The bytes of a file with these groups at its root, readable by HDF5 1.8 and later.
pub fn bytes(groups: Vec<Tree>) -> Result<Vec<u8>, Wrong> {
    let mut file = FileBuilder::new();
    file.with_libver_bounds(LibVer::Earliest, LibVer::V18);
    groups.into_iter().for_each(|group| file.add_group(group.finish()));
    file.finish().map_err(|error| Wrong::whole(format!("cannot be written as HDF5: {error}")))
}
