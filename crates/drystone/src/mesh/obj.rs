//! Wavefront OBJ: the lines `v x y z` and `f a b c …`.
//!
//! A corner is `v`, `v/vt`, `v//vn` or `v/vt/vn`; numbers count from 1, negative ones back from
//! the last point so far. A backslash at the end continues a line. All other lines (normals,
//! textures, materials, groups, free-form curves) do not change the surface and are skipped.

use super::Mesh;
use super::error::{Wrong, quoted};
use super::lines::{Line, Lines};

/// Whether one of the first lines is a vertex.
pub(super) fn looks_like(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(4096)];
    start.split(|b| *b == b'\n').any(|line| line.starts_with(b"v ") || line.starts_with(b"v\t"))
}

pub(super) fn read(bytes: &[u8]) -> Result<Mesh, Wrong> {
    let text = String::from_utf8_lossy(bytes);
    let mut mesh = Mesh::default();
    let mut places = vec![];
    let mut lines = Lines::new(&text, 1);
    while let Some(line) = lines.next() {
        let line = whole(line, &mut lines)?;
        match line.words.first() {
            Some(&"v") => mesh.points.push(line.point(1)?),
            Some(&"f") => {
                mesh.faces.push(face(&line, mesh.points.len())?);
                places.push(line.number);
            }
            _ => {}
        }
    }
    // A face may come before its points, so the range is checked at the end.
    let count = mesh.points.len();
    for (face, place) in mesh.faces.iter().zip(places) {
        if let Some(v) = face.iter().find(|v| **v >= count) {
            let message = format!("vertex {} does not exist: there are {count}", v + 1);
            return Err(Wrong::line(place, message));
        }
    }
    Ok(mesh)
}

/// Joins continued lines and cuts off the comment.
fn whole<'a>(mut line: Line<'a>, lines: &mut Lines<'a>) -> Result<Line<'a>, Wrong> {
    loop {
        if let Some(k) = line.words.iter().position(|word| word.starts_with('#')) {
            line.words.truncate(k);
            return Ok(line);
        }
        let Some(start) = line.words.last().and_then(|word| word.strip_suffix('\\')) else {
            return Ok(line);
        };
        line.words.pop();
        if !start.is_empty() {
            line.words.push(start);
        }
        line.words.append(&mut lines.expect("the rest of a continued line")?.words);
    }
}

fn face(line: &Line<'_>, count: usize) -> Result<Vec<usize>, Wrong> {
    let corner = |word: &&str| {
        let number = word.split('/').next().unwrap_or_default();
        let wrong = || line.wrong(format!("expected a vertex number, found {}", quoted(word)));
        let number: i64 = number.parse().map_err(|_| wrong())?;
        match number {
            1.. => usize::try_from(number - 1).map_err(|_| wrong()),
            0 => Err(line.wrong("vertex 0 does not exist: vertices count from 1")),
            _ => {
                let back = usize::try_from(number.unsigned_abs()).ok();
                back.and_then(|back| count.checked_sub(back)).ok_or_else(|| {
                    line.wrong(format!("vertex {number} does not exist: {count} came before"))
                })
            }
        }
    };
    let corners = line.words[1..].iter().map(corner).collect::<Result<Vec<_>, _>>()?;
    if corners.len() < 3 {
        let found = corners.len();
        return Err(line.wrong(format!("a face needs at least 3 vertices, found {found}")));
    }
    Ok(corners)
}
