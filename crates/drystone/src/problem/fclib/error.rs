//! What is wrong with a problem file, and where.

use std::fmt;
use std::path::Path;

/// What is wrong with a problem file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FclibError {
    /// The file.
    pub file: String,
    /// The group or dataset, from the root; empty for the file as a whole.
    pub dataset: String,
    /// What is wrong and what was expected.
    pub message: String,
}

impl fmt::Display for FclibError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.dataset.as_str() {
            "" => write!(f, "{}: {}", self.file, self.message),
            dataset => write!(f, "{}: {dataset}: {}", self.file, self.message),
        }
    }
}

impl std::error::Error for FclibError {}

/// An error of a part of the reader, which does not know the name of its file.
#[derive(Debug)]
pub(super) struct Wrong {
    dataset: String,
    message: String,
}

impl Wrong {
    /// An error in a group or dataset.
    pub fn at(dataset: impl Into<String>, message: impl Into<String>) -> Self {
        Self { dataset: dataset.into(), message: message.into() }
    }

    /// An error of the file as a whole.
    pub fn whole(message: impl Into<String>) -> Self {
        Self::at("", message)
    }

    /// The error with the name of the file.
    pub fn of(self, file: &Path) -> FclibError {
        let file = file.display().to_string();
        FclibError { file, dataset: self.dataset, message: self.message }
    }
}
