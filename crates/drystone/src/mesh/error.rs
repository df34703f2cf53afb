//! What is wrong with a mesh file, and where.

use std::fmt;

/// Where an error is in a mesh file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshPlace {
    /// The file as a whole.
    Whole,
    /// A line, from 1.
    Line(usize),
    /// A byte, from 0.
    Byte(usize),
}

/// What is wrong with a mesh file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeshError {
    /// The file.
    pub file: String,
    /// The place in it.
    pub place: MeshPlace,
    /// What is wrong and what was expected.
    pub message: String,
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            MeshPlace::Whole => write!(f, "`{}`: {}", self.file, self.message),
            MeshPlace::Line(line) => write!(f, "`{}`, line {line}: {}", self.file, self.message),
            MeshPlace::Byte(byte) => write!(f, "`{}`, byte {byte}: {}", self.file, self.message),
        }
    }
}

impl std::error::Error for MeshError {}

/// An error of a reader, which does not know the name of its file.
#[derive(Debug)]
pub struct Wrong {
    place: MeshPlace,
    message: String,
}

impl Wrong {
    /// An error at a place.
    pub fn at(place: MeshPlace, message: impl Into<String>) -> Self {
        Self { place, message: message.into() }
    }

    /// An error of the file as a whole.
    pub fn whole(message: impl Into<String>) -> Self {
        Self::at(MeshPlace::Whole, message)
    }

    /// An error on a line, from 1.
    pub fn line(line: usize, message: impl Into<String>) -> Self {
        Self::at(MeshPlace::Line(line), message)
    }

    /// An error at a byte, from 0.
    pub fn byte(byte: usize, message: impl Into<String>) -> Self {
        Self::at(MeshPlace::Byte(byte), message)
    }

    /// The error with the name of the file.
    pub fn of(self, file: &str) -> MeshError {
        MeshError { file: file.to_string(), place: self.place, message: self.message }
    }
}

/// A word of a file for a message: short, and without control characters.
pub fn quoted(word: &str) -> String {
    let mut short: String = word.chars().take(24).flat_map(char::escape_debug).collect();
    if word.chars().nth(24).is_some() {
        short.push('…');
    }
    format!("`{short}`")
}
