//! The sections of Gmsh's MSH files, versions 2.2 and 4.1, as text: nodes, elements, physical groups.
//!
//! What becomes of them is up to a [`Content`]. Counts are compared with what is there, the other sections
//! are read over.

use super::error::{Wrong, quoted};
use super::lines::{Line, Lines};
use super::msh_sections::Reader;
use crate::space::Vector;
use std::collections::HashMap;

/// Takes what a file holds, in the order of the file.
pub trait Content {
    /// Whether physical groups matter; if not their sections are read over.
    const GROUPS: bool;

    /// The name of a physical group.
    fn name(&mut self, _dimension: usize, _tag: u64, _name: &str) {}

    /// A node.
    fn node(&mut self, tag: u64, place: Vector<3>, line: &Line<'_>) -> Result<(), Wrong>;

    /// An element.
    fn element(&mut self, entry: Entry<'_>) -> Result<(), Wrong>;
}

/// An element of a file.
pub struct Entry<'a> {
    /// Where it is.
    pub line: &'a Line<'a>,
    /// Its number.
    pub number: u64,
    /// Gmsh's number of its kind.
    pub kind: u64,
    /// The word of the line with which its nodes begin.
    pub first: usize,
    /// The physical groups it is in.
    pub groups: &'a [u64],
    /// The geometrical entity it is part of.
    pub entity: u64,
}

impl Entry<'_> {
    /// The nodes, of which there must be so many, by the numbers of their tags.
    pub fn nodes<T: Copy>(&self, count: usize, numbers: &HashMap<u64, T>) -> Result<Vec<T>, Wrong> {
        let found = self.line.words.len().saturating_sub(self.first);
        if found != count {
            return Err(self.line.wrong(format!("expected {count} nodes, found {found}")));
        }
        let node = |k| {
            let tag: u64 = self.line.count(k, "the tag of a node")?;
            let unknown = || self.line.wrong(format!("node {tag} does not exist"));
            numbers.get(&tag).copied().ok_or_else(unknown)
        };
        (self.first..self.first + count).map(node).collect()
    }
}

/// Remembers the number of a node's tag.
pub fn number<T>(
    numbers: &mut HashMap<u64, T>,
    tag: u64,
    number: T,
    line: &Line<'_>,
) -> Result<(), Wrong> {
    match numbers.insert(tag, number) {
        Some(_) => Err(line.wrong(format!("node {tag} is defined twice"))),
        None => Ok(()),
    }
}

/// Reads a file.
pub fn read(bytes: &[u8], content: &mut impl Content) -> Result<(), Wrong> {
    let text = String::from_utf8_lossy(bytes);
    let mut reader = Reader::new(Lines::new(&text, 1), content);
    let mut version = None;
    while let Some(line) = reader.lines.next() {
        let Some(section) = line.words[0].strip_prefix('$') else {
            let message =
                format!("expected a section such as `$Nodes`, found {}", quoted(line.words[0]));
            return Err(line.wrong(message));
        };
        if !reader.section(section, &line, &mut version)? {
            continue;
        }
        let end = format!("$End{section}");
        let line = reader.lines.expect(&quoted(&end))?;
        if line.words != [end.as_str()] {
            let found = quoted(&line.words.join(" "));
            return Err(line.wrong(format!("expected {}, found {found}", quoted(&end))));
        }
    }
    Ok(())
}

/// Versions of the format.
#[derive(Clone, Copy)]
pub(super) enum Version {
    /// 2.2.
    Two,
    /// 4.1.
    Four,
}

/// Reads which version a file has.
pub(super) fn format(lines: &mut Lines<'_>) -> Result<Version, Wrong> {
    let line = lines.expect("the version of the format")?;
    let version = match line.word(0, "the version of the format")? {
        "2.2" | "2" | "2.1" => Version::Two,
        "4.1" => Version::Four,
        word => {
            let message = format!("expected format 2.2 or 4.1, found {}", quoted(word));
            return Err(line.wrong(message));
        }
    };
    match line.word(1, "0 for a text file")? {
        "0" => Ok(version),
        _ => {
            Err(line.wrong("this is a binary file: save it as text (`gmsh -format msh41 -bin 0`)"))
        }
    }
}
