//! What is wrong with a file of results.

use std::fmt;
use std::path::Path;

/// What is wrong with a file of results, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultsError {
    /// The file.
    pub file: String,
    /// The group or dataset, from the root; empty for the file as a whole.
    pub dataset: String,
    /// What is wrong.
    pub message: String,
}

impl ResultsError {
    pub(crate) fn whole(file: &Path, message: impl fmt::Display) -> Self {
        Self::at(file, "", message)
    }

    pub(crate) fn at(file: &Path, dataset: &str, message: impl fmt::Display) -> Self {
        let file = file.display().to_string();
        Self { file, dataset: dataset.to_string(), message: message.to_string() }
    }
}

impl fmt::Display for ResultsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.dataset.as_str() {
            "" => write!(f, "{}: {}", self.file, self.message),
            dataset => write!(f, "{}: {dataset}: {}", self.file, self.message),
        }
    }
}

impl std::error::Error for ResultsError {}
