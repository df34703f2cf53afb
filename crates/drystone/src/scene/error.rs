//! The one error of scenes: which file, line and key, what is wrong, and what was meant.

use super::suggest::{did_you_mean, quote_all};
use std::fmt;

/// Where an error is in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Number of characters to underline.
    pub width: usize,
    /// The text of the line.
    pub text: String,
}

impl Place {
    /// The place of a byte range of `text`; a range over several lines is cut at its first.
    pub fn of(text: &str, start: usize, end: usize) -> Self {
        let mut start = start.min(text.len());
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let line_start = text[..start].rfind('\n').map_or(0, |i| i + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |i| start + i);
        let content = text[line_start..line_end].trim_end_matches('\r');
        let before = text[line_start..start].chars().count();
        let mut stop = end.clamp(start, line_end);
        while !text.is_char_boundary(stop) {
            stop -= 1;
        }
        Self {
            line: text[..line_start].matches('\n').count() + 1,
            column: before + 1,
            width: text[start..stop].trim_end().chars().count().max(1),
            text: content.to_string(),
        }
    }
}

/// What is wrong with a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneError {
    /// The file, or `--set` for a value given on the command line.
    pub file: String,
    /// The place in it, if the error has one.
    pub place: Option<Box<Place>>,
    /// The key, such as `bodies.2.shape.box.size`; empty for the file as a whole.
    pub key: String,
    /// What is wrong and what was expected.
    pub message: String,
    /// A hint, such as a likely spelling.
    pub help: Option<String>,
}

impl SceneError {
    /// An error about a file as a whole.
    pub fn about_file(file: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            file: file.into(),
            place: None,
            key: String::new(),
            message: message.into(),
            help: None,
        }
    }

    /// Line, from 1; 0 when the error has no place.
    pub fn line(&self) -> usize {
        self.place.as_ref().map_or(0, |p| p.line)
    }

    /// Column, from 1; 0 when the error has no place.
    pub fn column(&self) -> usize {
        self.place.as_ref().map_or(0, |p| p.column)
    }
}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)?;
        match &self.place {
            None => write!(f, "\n  --> {}", self.file)?,
            Some(place) => {
                let gutter = " ".repeat(place.line.to_string().len());
                let key =
                    if self.key.is_empty() { String::new() } else { format!(" ({})", self.key) };
                write!(f, "\n{gutter}--> {}:{}:{}{key}", self.file, place.line, place.column)?;
                // Tabs stay tabs under themselves, so that the caret lines up in any terminal.
                let indent: String = place
                    .text
                    .chars()
                    .take(place.column - 1)
                    .map(|c| if c == '\t' { '\t' } else { ' ' })
                    .collect();
                write!(f, "\n{gutter} |\n{} | {}", place.line, place.text)?;
                write!(f, "\n{gutter} | {indent}{}", "^".repeat(place.width))?;
            }
        }
        if let Some(help) = &self.help {
            write!(f, "\nhelp: {help}")?;
        }
        Ok(())
    }
}

impl std::error::Error for SceneError {}

/// A fault found while checking or building, before its key is looked up in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// Path of the key, segments joined by dots.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// A hint.
    pub help: Option<String>,
    /// Whether it is the key that is wrong, and not its value.
    pub of_key: bool,
}

impl Fault {
    /// A fault of the value at a path.
    pub fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into(), help: None, of_key: false }
    }

    /// The same fault of the key.
    pub fn of_key(mut self) -> Self {
        self.of_key = true;
        self
    }

    /// The fault of a name that is not among the known ones.
    pub fn unknown<'a>(
        path: impl Into<String>,
        kind: &str,
        word: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        let list = match known.len() {
            0 => format!("no {kind} is defined"),
            n => format!("known: {}", quote_all(&known[..n.min(12)])),
        };
        let help = did_you_mean(word, known.iter().copied()).unwrap_or(list);
        Self::new(path, format!("unknown {kind} `{word}`")).help(help)
    }

    /// The same fault of a table that is the value of a key.
    pub fn below(mut self, key: &str) -> Self {
        self.path = format!("{key}.{}", self.path);
        self
    }

    /// Adds a hint.
    pub fn help(mut self, help: impl Into<Option<String>>) -> Self {
        self.help = help.into();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_under_the_value() {
        let text = "a = 1\n\tné = -2 # no\nb = 3\n";
        let start = text.find("-2").unwrap();
        let error = SceneError {
            file: "x.toml".into(),
            place: Some(Box::new(Place::of(text, start, start + 2))),
            key: "né".into(),
            message: "must be positive".into(),
            help: Some("did you mean 2?".into()),
        };
        let expected = "must be positive\n --> x.toml:2:7 (né)\n  |\n2 | \tné = -2 # no\n  | \t     \
                        ^^\nhelp: did you mean 2?";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn any_range_has_a_place() {
        let text = "é\nab";
        for start in 0..8 {
            for end in 0..8 {
                assert!(Place::of(text, start, end).width >= 1);
            }
        }
        assert_eq!(Place::of("", 0, 5).line, 1);
    }
}
