//! As much of XML as VTK's files have: tags with attributes, and the text between them.

use crate::mesh::error::{Wrong, quoted};

/// What a tag does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// `<name …>`
    Opens,
    /// `</name>`
    Closes,
    /// `<name …/>`
    Stands,
}

/// A tag and the text before it.
pub struct Tag<'a> {
    /// Name.
    pub name: String,
    /// What it does.
    pub role: Role,
    /// Its line, from 1.
    pub line: usize,
    /// Text since the last tag.
    pub text: &'a [u8],
    /// The line on which that text begins.
    pub text_line: usize,
    attributes: Vec<(String, String)>,
}

impl Tag<'_> {
    /// An attribute.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// A whole number.
    pub fn count(&self, name: &str) -> Result<usize, Wrong> {
        let value = self.get(name).unwrap_or_default();
        value.parse().map_err(|_| {
            let found = quoted(value);
            Wrong::line(
                self.line,
                format!("expected a number as {name} of {}, found {found}", self.name),
            )
        })
    }
}

/// The tags of a file, one after the other.
pub struct Xml<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

/// What comes next: a tag, a comment or declaration, or nothing.
enum Step<'a> {
    Tag(Tag<'a>),
    Other,
    End,
}

impl<'a> Xml<'a> {
    /// From the first byte.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, line: 1 }
    }

    /// What has not been read.
    pub fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    /// The line that comes next.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The next tag; none at the end of the file.
    pub fn next(&mut self) -> Result<Option<Tag<'a>>, Wrong> {
        loop {
            match self.step()? {
                Step::Tag(tag) => return Ok(Some(tag)),
                Step::Other => (),
                Step::End => return Ok(None),
            }
        }
    }

    fn step(&mut self) -> Result<Step<'a>, Wrong> {
        let text_line = self.line;
        let Some(length) = self.rest().iter().position(|byte| *byte == b'<') else {
            return Ok(Step::End);
        };
        let text = self.take(length);
        let line = self.line;
        let cut = |what: &str| Wrong::line(line, format!("the file ends here, expected {what}"));
        if self.rest().starts_with(b"<!--") {
            let length = find(self.rest(), b"-->").ok_or_else(|| cut("the end of a comment"))?;
            self.take(length + 3);
            return Ok(Step::Other);
        }
        let length = self.inside().ok_or_else(|| cut("the end of a tag"))?;
        let inside = String::from_utf8_lossy(&self.take(length + 1)[1..length]);
        if inside.starts_with(['?', '!']) {
            return Ok(Step::Other);
        }
        let (role, inside) = match (inside.strip_prefix('/'), inside.strip_suffix('/')) {
            (Some(name), _) => (Role::Closes, name),
            (_, Some(inside)) => (Role::Stands, inside),
            _ => (Role::Opens, &*inside),
        };
        let inside = inside.trim();
        let (name, rest) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
        let attributes = attributes(rest).ok_or_else(|| {
            let message = format!("expected attributes such as a=\"b\", found {}", quoted(rest));
            Wrong::line(line, message)
        })?;
        let name = name.to_string();
        Ok(Step::Tag(Tag { name, role, line, text, text_line, attributes }))
    }

    /// How far the tag that begins here goes: to the first `>` outside of quotation marks.
    fn inside(&self) -> Option<usize> {
        let mut quote = None;
        for (k, byte) in self.rest().iter().enumerate() {
            match (quote, byte) {
                (None, b'>') => return Some(k),
                (None, b'"' | b'\'') => quote = Some(*byte),
                (Some(open), _) if open == *byte => quote = None,
                _ => (),
            }
        }
        None
    }

    fn take(&mut self, length: usize) -> &'a [u8] {
        let taken = &self.rest()[..length];
        self.line += taken.iter().filter(|byte| **byte == b'\n').count();
        self.at += length;
        taken
    }
}

/// Where a word begins.
pub fn find(bytes: &[u8], word: &[u8]) -> Option<usize> {
    bytes.windows(word.len()).position(|window| window == word)
}

fn attributes(mut text: &str) -> Option<Vec<(String, String)>> {
    let mut found = vec![];
    loop {
        text = text.trim_start();
        if text.is_empty() {
            return Some(found);
        }
        let (name, rest) = text.split_once('=')?;
        let rest = rest.trim_start();
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let (value, rest) = rest[1..].split_once(quote)?;
        found.push((name.trim().to_string(), value.to_string()));
        text = rest;
    }
}
