//! What a file says about itself: the attributes of its root.

use super::ResultsError;
use hdf5_pure::{AttrValue, File};
use std::collections::HashMap;
use std::path::Path;

/// The attributes, and the file for messages.
pub struct Facts<'a> {
    path: &'a Path,
    attributes: HashMap<String, AttrValue>,
}

impl<'a> Facts<'a> {
    /// Of a file that must call itself this, in this version or an earlier one; `what` is that in
    /// words.
    pub fn of(
        path: &'a Path,
        file: &File,
        (format, what): (&str, &str),
        version: u64,
    ) -> Result<Self, ResultsError> {
        let attributes = file.root().attrs();
        let attributes =
            attributes.map_err(|e| ResultsError::whole(path, format!("cannot be read: {e}")))?;
        let facts = Self { path, attributes };
        if facts.text("format").ok().as_deref() != Some(format) {
            let said = facts
                .text("format")
                .map_or(String::new(), |said| format!(": it calls itself `{said}`"));
            return Err(ResultsError::whole(path, format!("not {what}{said}")));
        }
        let found = facts.number("format_version")?;
        if found > version {
            let message = format!(
                "has version {found} of the format, which is newer than this program (version \
                 {version}); a newer drystone reads it"
            );
            return Err(ResultsError::whole(path, message));
        }
        Ok(facts)
    }

    /// A text.
    pub fn text(&self, name: &str) -> Result<String, ResultsError> {
        match self.attributes.get(name) {
            Some(AttrValue::String(text) | AttrValue::AsciiString(text)) => Ok(text.clone()),
            _ => Err(self.missing(name)),
        }
    }

    /// A whole number.
    pub fn number(&self, name: &str) -> Result<u64, ResultsError> {
        match self.attributes.get(name) {
            Some(AttrValue::U64(number)) => Ok(*number),
            Some(AttrValue::I64(number)) => u64::try_from(*number).map_err(|_| self.missing(name)),
            _ => Err(self.missing(name)),
        }
    }

    /// A number.
    pub fn real(&self, name: &str) -> Result<f64, ResultsError> {
        match self.attributes.get(name) {
            Some(AttrValue::F64(number)) => Ok(*number),
            _ => Err(self.missing(name)),
        }
    }

    fn missing(&self, name: &str) -> ResultsError {
        ResultsError::whole(self.path, format!("is damaged: its attribute `{name}` is missing"))
    }
}
