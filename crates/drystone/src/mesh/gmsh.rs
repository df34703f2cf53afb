//! Gmsh's MSH files, versions 2.2 and 4.1, as text: the triangles and quadrangles.
//!
//! Points, lines and volumes are read over; elements of higher order are refused, because their
//! surfaces are curved. Sections other than nodes and elements are skipped.

use super::Mesh;
use super::error::{Wrong, quoted};
use super::lines::{Line, Lines};
use std::collections::HashMap;

pub(super) fn read(bytes: &[u8]) -> Result<Mesh, Wrong> {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = Lines::new(&text, 1);
    let mut reader = Reader::default();
    let mut version = None;
    while let Some(line) = lines.next() {
        let Some(section) = line.words[0].strip_prefix('$') else {
            let message =
                format!("expected a section such as `$Nodes`, found {}", quoted(line.words[0]));
            return Err(line.wrong(message));
        };
        match (section, version) {
            ("MeshFormat", None) => version = Some(format(&mut lines)?),
            ("Nodes", Some(Version::Two)) => reader.nodes_two(&mut lines)?,
            ("Nodes", Some(Version::Four)) => reader.nodes_four(&mut lines)?,
            ("Elements", Some(Version::Two)) => reader.elements_two(&mut lines)?,
            ("Elements", Some(Version::Four)) => reader.elements_four(&mut lines)?,
            ("Nodes" | "Elements", None) => return Err(line.wrong("expected `$MeshFormat` first")),
            _ => {
                let end = format!("$End{section}");
                while lines.expect(&quoted(&end))?.words[0] != end {}
                continue;
            }
        }
        let end = format!("$End{section}");
        let line = lines.expect(&quoted(&end))?;
        if line.words != [end.as_str()] {
            let found = quoted(&line.words.join(" "));
            return Err(line.wrong(format!("expected {}, found {found}", quoted(&end))));
        }
    }
    if reader.mesh.faces.is_empty() {
        return Err(Wrong::whole("the file has no triangles or quadrangles"));
    }
    Ok(reader.mesh)
}

#[derive(Clone, Copy)]
enum Version {
    Two,
    Four,
}

fn format(lines: &mut Lines<'_>) -> Result<Version, Wrong> {
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

#[derive(Default)]
struct Reader {
    mesh: Mesh,
    /// The number of the point with a tag.
    numbers: HashMap<u64, usize>,
}

impl Reader {
    fn nodes_two(&mut self, lines: &mut Lines<'_>) -> Result<(), Wrong> {
        let count: u64 = lines.expect("the number of nodes")?.count(0, "the number of nodes")?;
        for _ in 0..count {
            let line = lines.expect("a node")?;
            self.tag(line.count(0, "the tag of a node")?, &line)?;
            self.mesh.points.push(line.point(1)?);
        }
        Ok(())
    }

    fn nodes_four(&mut self, lines: &mut Lines<'_>) -> Result<(), Wrong> {
        let head = lines.expect("the number of node blocks")?;
        let blocks: u64 = head.count(0, "the number of node blocks")?;
        let total: usize = head.count(1, "the number of nodes")?;
        let before = self.mesh.points.len();
        for _ in 0..blocks {
            let block = lines.expect("a block of nodes")?;
            let count: u64 = block.count(3, "the number of nodes of a block")?;
            // All tags of a block come first, then all points.
            let mut tags = vec![];
            for _ in 0..count {
                let line = lines.expect("the tag of a node")?;
                tags.push((line.count(0, "the tag of a node")?, line));
            }
            for (tag, line) in tags {
                self.tag(tag, &line)?;
                self.mesh.points.push(lines.expect("the coordinates of a node")?.point(0)?);
            }
        }
        let found = self.mesh.points.len() - before;
        if found != total {
            return Err(head.wrong(format!("{total} nodes are announced, {found} found")));
        }
        Ok(())
    }

    fn tag(&mut self, tag: u64, line: &Line<'_>) -> Result<(), Wrong> {
        match self.numbers.insert(tag, self.mesh.points.len()) {
            Some(_) => Err(line.wrong(format!("node {tag} is defined twice"))),
            None => Ok(()),
        }
    }

    fn elements_two(&mut self, lines: &mut Lines<'_>) -> Result<(), Wrong> {
        let what = "the number of elements";
        let count: u64 = lines.expect(what)?.count(0, what)?;
        for _ in 0..count {
            let line = lines.expect("an element")?;
            let _: u64 = line.count(0, "the number of an element")?;
            let kind: u64 = line.count(1, "the type of an element")?;
            let tags: u16 = line.count(2, "the number of tags")?;
            self.element(&line, kind, 3 + usize::from(tags))?;
        }
        Ok(())
    }

    fn elements_four(&mut self, lines: &mut Lines<'_>) -> Result<(), Wrong> {
        let head = lines.expect("the number of element blocks")?;
        let blocks: u64 = head.count(0, "the number of element blocks")?;
        let total: u64 = head.count(1, "the number of elements")?;
        let mut found = 0;
        for _ in 0..blocks {
            let block = lines.expect("a block of elements")?;
            let kind: u64 = block.count(2, "the type of the elements")?;
            let count: u64 = block.count(3, "the number of elements of a block")?;
            for _ in 0..count {
                let line = lines.expect("an element")?;
                let _: u64 = line.count(0, "the number of an element")?;
                self.element(&line, kind, 1)?;
                found += 1;
            }
        }
        if found != total {
            return Err(head.wrong(format!("{total} elements are announced, {found} found")));
        }
        Ok(())
    }

    /// Takes the element of a line, whose nodes begin at `first`, if it is a face.
    fn element(&mut self, line: &Line<'_>, kind: u64, first: usize) -> Result<(), Wrong> {
        let corners = match kind {
            2 => 3,
            3 => 4,
            9 | 10 | 16 | 20..=25 => {
                let message = "faces of higher order are curved: save the mesh with order 1";
                return Err(line.wrong(message));
            }
            _ => return Ok(()),
        };
        let found = line.words.len().saturating_sub(first);
        if found != corners {
            return Err(line.wrong(format!("expected {corners} nodes, found {found}")));
        }
        let mut ring = Vec::with_capacity(corners);
        for k in first..first + corners {
            let tag: u64 = line.count(k, "the tag of a node")?;
            let number = self.numbers.get(&tag);
            let unknown = || line.wrong(format!("node {tag} does not exist"));
            ring.push(*number.ok_or_else(unknown)?);
        }
        self.mesh.faces.push(ring);
        Ok(())
    }
}
