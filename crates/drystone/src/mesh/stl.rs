//! STL: triangles without connections, as text or binary.
//!
//! Binary: 80 bytes of comment, the number of triangles (u32), then 50 bytes each (normal, three
//! corners as f32, two bytes of attributes), little endian. The comment may begin with the word
//! `solid` of the text form, so the length decides: a file of exactly 84 + 50 n bytes is binary.
//! Normals are ignored: they follow from the order of the corners. Equal corners become one point.

use super::Mesh;
use super::error::{MeshPlace, Wrong, quoted};
use super::lines::{Lines, bounded};
use crate::space::Vector;
use std::collections::HashMap;

const HEADER: usize = 84;
const TRIANGLE: usize = 50;

/// Whether the content is that of an STL file, whatever its name.
pub(super) fn looks_like(bytes: &[u8]) -> bool {
    is_binary(bytes) || bytes.trim_ascii_start().starts_with(b"solid")
}

pub(super) fn read(bytes: &[u8]) -> Result<Mesh, Wrong> {
    let text = bytes.trim_ascii_start().starts_with(b"solid") && !bytes.contains(&0);
    if is_binary(bytes) || !text { binary(bytes) } else { ascii(bytes) }
}

fn declared(bytes: &[u8]) -> Option<u64> {
    let four = bytes.get(80..HEADER)?;
    Some(u64::from(u32::from_le_bytes([four[0], four[1], four[2], four[3]])))
}

fn length(triangles: u64) -> u64 {
    HEADER as u64 + TRIANGLE as u64 * triangles
}

fn is_binary(bytes: &[u8]) -> bool {
    declared(bytes).is_some_and(|n| length(n) == bytes.len() as u64)
}

fn binary(bytes: &[u8]) -> Result<Mesh, Wrong> {
    let size = bytes.len();
    let Some(count) = declared(bytes) else {
        let message = format!("expected the 84 bytes of a binary STL header, found {size}");
        return Err(Wrong::byte(size, message));
    };
    if length(count) != size as u64 {
        let wanted = length(count);
        let message = format!("{count} triangles need {wanted} bytes, the file has {size}");
        return Err(Wrong::byte(80, message));
    }
    let mut corners = Corners::default();
    for (t, triangle) in bytes[HEADER..].chunks_exact(TRIANGLE).enumerate() {
        let mut ring = Vec::with_capacity(3);
        for corner in 0..3 {
            let mut point = Vector::zeros();
            for axis in 0..3 {
                let at = 12 + 12 * corner + 4 * axis;
                let four = [triangle[at], triangle[at + 1], triangle[at + 2], triangle[at + 3]];
                let place = MeshPlace::Byte(HEADER + TRIANGLE * t + at);
                point[axis] = bounded(f32::from_le_bytes(four).into(), "a coordinate", place)?;
            }
            ring.push(corners.number(point));
        }
        corners.mesh.faces.push(ring);
    }
    Ok(corners.mesh)
}

fn ascii(bytes: &[u8]) -> Result<Mesh, Wrong> {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = Lines::new(&text, 1);
    let mut corners = Corners::default();
    let expected = |line: &super::lines::Line<'_>, what: &str| {
        line.wrong(format!("expected `{what}`, found {}", quoted(&line.words.join(" "))))
    };
    // A file may hold several solids; each is closed by its `endsolid`.
    while let Some(line) = lines.next() {
        if line.words[0] != "solid" {
            return Err(expected(&line, "solid"));
        }
        loop {
            let line = lines.expect("`facet` or `endsolid`")?;
            match line.words[0] {
                "endsolid" => break,
                "facet" => {}
                _ => return Err(expected(&line, "facet")),
            }
            let line = lines.expect("`outer loop`")?;
            if line.words != ["outer", "loop"] {
                return Err(expected(&line, "outer loop"));
            }
            let mut ring = Vec::with_capacity(3);
            for _ in 0..3 {
                let line = lines.expect("`vertex`")?;
                if line.words[0] != "vertex" {
                    return Err(expected(&line, "vertex"));
                }
                ring.push(corners.number(line.point(1)?));
            }
            for word in ["endloop", "endfacet"] {
                let line = lines.expect(&format!("`{word}`"))?;
                if line.words != [word] {
                    return Err(expected(&line, word));
                }
            }
            corners.mesh.faces.push(ring);
        }
    }
    Ok(corners.mesh)
}

/// Gives equal points one number.
#[derive(Default)]
struct Corners {
    mesh: Mesh,
    known: HashMap<[u64; 3], usize>,
}

impl Corners {
    fn number(&mut self, point: Vector<3>) -> usize {
        // Adding zero makes -0 and 0 the same bits.
        let key = [0, 1, 2].map(|i| (point[i] + 0.0).to_bits());
        *self.known.entry(key).or_insert_with(|| {
            self.mesh.points.push(point);
            self.mesh.points.len() - 1
        })
    }
}
