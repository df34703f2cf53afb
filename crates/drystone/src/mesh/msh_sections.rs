//! The sections of Gmsh's MSH files one by one.

use super::error::{Wrong, quoted};
use super::lines::{Line, Lines};
use super::msh::{Content, Entry, Version, format};
use std::collections::HashMap;

/// Reads one section after the other.
pub struct Reader<'a, 'c, C> {
    /// The lines of the file.
    pub lines: Lines<'a>,
    /// Physical groups of an entity of a dimension.
    groups: HashMap<(usize, u64), Vec<u64>>,
    content: &'c mut C,
}

impl<'a, 'c, C: Content> Reader<'a, 'c, C> {
    /// At the first line.
    pub fn new(lines: Lines<'a>, content: &'c mut C) -> Self {
        Self { lines, groups: HashMap::new(), content }
    }

    /// Reads a section; false if that took its end too.
    pub(super) fn section(
        &mut self,
        section: &str,
        line: &Line<'_>,
        version: &mut Option<Version>,
    ) -> Result<bool, Wrong> {
        match (section, *version) {
            ("MeshFormat", None) => *version = Some(format(&mut self.lines)?),
            ("Nodes", Some(Version::Two)) => self.nodes_two()?,
            ("Nodes", Some(Version::Four)) => self.nodes_four()?,
            ("Elements", Some(Version::Two)) => self.elements_two()?,
            ("Elements", Some(Version::Four)) => self.elements_four()?,
            ("PhysicalNames", _) if C::GROUPS => self.names()?,
            ("Entities", Some(Version::Four)) if C::GROUPS => self.entities()?,
            ("Nodes" | "Elements", None) => return Err(line.wrong("expected `$MeshFormat` first")),
            _ => {
                let end = format!("$End{section}");
                while self.lines.expect(&quoted(&end))?.words[0] != end {}
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn names(&mut self) -> Result<(), Wrong> {
        let what = "the number of physical names";
        let count: u64 = self.lines.expect(what)?.count(0, what)?;
        for _ in 0..count {
            let line = self.lines.expect("a physical name")?;
            let dimension = line.count(0, "the dimension of a physical group")?;
            let tag = line.count(1, "the tag of a physical group")?;
            // A name may hold blanks: it goes from the first quotation mark to the last.
            let from = line.text.find('"').map(|k| k + 1);
            let name = from.and_then(|from| line.text.get(from..line.text.rfind('"')?));
            let name = name.ok_or_else(|| line.wrong("expected a name in quotation marks"))?;
            self.content.name(dimension, tag, name);
        }
        Ok(())
    }

    /// Which physical groups the entities of each dimension are in: points have a place before them,
    /// the others a box.
    fn entities(&mut self) -> Result<(), Wrong> {
        let head = self.lines.expect("the numbers of entities")?;
        for dimension in 0..4 {
            let count: u64 = head.count(dimension, "the number of entities")?;
            for _ in 0..count {
                let line = self.lines.expect("an entity")?;
                let tag = line.count(0, "the tag of an entity")?;
                let at = if dimension == 0 { 4 } else { 7 };
                let groups: u16 = line.count(at, "the number of physical groups")?;
                let group = |k| line.count::<i64>(k, "the tag of a physical group");
                // A minus sign turns the entity round; it is the same group.
                let groups = (at + 1..at + 1 + usize::from(groups))
                    .map(|k| group(k).map(i64::unsigned_abs))
                    .collect::<Result<Vec<_>, _>>()?;
                self.groups.insert((dimension, tag), groups);
            }
        }
        Ok(())
    }

    fn nodes_two(&mut self) -> Result<(), Wrong> {
        let what = "the number of nodes";
        let count: u64 = self.lines.expect(what)?.count(0, what)?;
        for _ in 0..count {
            let line = self.lines.expect("a node")?;
            self.content.node(line.count(0, "the tag of a node")?, line.point(1)?, &line)?;
        }
        Ok(())
    }

    fn nodes_four(&mut self) -> Result<(), Wrong> {
        let head = self.lines.expect("the number of node blocks")?;
        let blocks: u64 = head.count(0, "the number of node blocks")?;
        let total: u64 = head.count(1, "the number of nodes")?;
        let mut found = 0;
        for _ in 0..blocks {
            let block = self.lines.expect("a block of nodes")?;
            let count: u64 = block.count(3, "the number of nodes of a block")?;
            // All tags of a block come first, then all points.
            let mut tags = vec![];
            for _ in 0..count {
                let line = self.lines.expect("the tag of a node")?;
                tags.push((line.count(0, "the tag of a node")?, line));
            }
            for (tag, line) in tags {
                let place = self.lines.expect("the coordinates of a node")?.point(0)?;
                self.content.node(tag, place, &line)?;
                found += 1;
            }
        }
        if found != total {
            return Err(head.wrong(format!("{total} nodes are announced, {found} found")));
        }
        Ok(())
    }

    fn elements_two(&mut self) -> Result<(), Wrong> {
        let what = "the number of elements";
        let count: u64 = self.lines.expect(what)?.count(0, what)?;
        for _ in 0..count {
            let line = &self.lines.expect("an element")?;
            let number = line.count(0, "the number of an element")?;
            let kind = line.count(1, "the type of an element")?;
            let tags: u16 = line.count(2, "the number of tags")?;
            let tag = |k: u16| match tags > k {
                true => line.count::<i64>(3 + usize::from(k), "a tag").map(i64::unsigned_abs),
                false => Ok(0),
            };
            // The first tag is the physical group, the second the entity; none is 0.
            let (group, entity) = if C::GROUPS { (tag(0)?, tag(1)?) } else { (0, 0) };
            let groups: &[u64] = if group == 0 { &[] } else { &[group] };
            let first = 3 + usize::from(tags);
            self.content.element(Entry { line, number, kind, first, groups, entity })?;
        }
        Ok(())
    }

    fn elements_four(&mut self) -> Result<(), Wrong> {
        let head = self.lines.expect("the number of element blocks")?;
        let blocks: u64 = head.count(0, "the number of element blocks")?;
        let total: u64 = head.count(1, "the number of elements")?;
        let mut found = 0;
        for _ in 0..blocks {
            let block = self.lines.expect("a block of elements")?;
            let kind = block.count(2, "the type of the elements")?;
            let count: u64 = block.count(3, "the number of elements of a block")?;
            let (dimension, entity) = match C::GROUPS {
                true => {
                    let entity: i64 = block.count(1, "the tag of an entity")?;
                    (block.count(0, "the dimension of an entity")?, entity.unsigned_abs())
                }
                false => (0, 0),
            };
            let groups = self.groups.get(&(dimension, entity)).map_or(&[][..], Vec::as_slice);
            for _ in 0..count {
                let line = &self.lines.expect("an element")?;
                let number = line.count(0, "the number of an element")?;
                self.content.element(Entry { line, number, kind, first: 1, groups, entity })?;
                found += 1;
            }
        }
        if found != total {
            return Err(head.wrong(format!("{total} elements are announced, {found} found")));
        }
        Ok(())
    }
}
