//! Solids in VTK's XML files of unstructured grids (.vtu): text, base64 or an appended section, as they
//! come, but not compressed.
//!
//! Groups are the integers on cells called `group`, `PhysicalIds` or `gmsh:physical`; in the latter two 0
//! is no group. Pixels and voxels are quadrangles and hexahedra in another order; polygons, which are
//! convex, become triangles.

mod array;
mod base64;
mod grid;
mod xml;

use super::file::Raw;
use crate::mesh::error::{Wrong, quoted};
use array::{Array, Layout};
use grid::Piece;
use xml::{Role, Tag, Xml};

pub(super) fn read(bytes: &[u8], dimension: usize) -> Result<Raw, Wrong> {
    let (pieces, layout) = outline(bytes)?;
    let mut raw = Raw::new(dimension);
    for piece in &pieces {
        piece.add_to(&mut raw, &layout)?;
    }
    Ok(raw)
}

/// The arrays of each piece, and how bytes are read.
fn outline(bytes: &[u8]) -> Result<(Vec<Piece<'_>>, Layout<'_>), Wrong> {
    let mut xml = Xml::new(bytes);
    let mut layout = Layout { header: 4, ..Layout::default() };
    let (mut pieces, mut open): (Vec<Piece<'_>>, Vec<(String, usize)>) = (vec![], vec![]);
    while let Some(tag) = xml.next()? {
        let top = open.last().map(|(name, _)| name.as_str());
        if let (Some("DataArray"), Some(piece)) = (top, pieces.last_mut()) {
            piece.text(&tag);
        }
        if tag.role == Role::Closes {
            if top != Some(&tag.name) {
                let expected =
                    top.map_or("a tag that opens".into(), |name| quoted(&format!("</{name}>")));
                let found = quoted(&format!("</{}>", tag.name));
                return Err(Wrong::line(tag.line, format!("expected {expected}, found {found}")));
            }
            open.pop();
            continue;
        }
        match tag.name.as_str() {
            _ if open.is_empty() => head(&tag, &mut layout)?,
            "Piece" => pieces.push(Piece::new(&tag)?),
            "DataArray" => {
                // Arrays of the file as a whole stand before its pieces.
                if let (Some(section), Some(piece)) = (top, pieces.last_mut()) {
                    piece.arrays.push((section.to_string(), Array::new(&tag)));
                }
            }
            "AppendedData" => {
                let rest = xml.rest();
                let start = rest.iter().position(|byte| *byte == b'_').map(|k| k + 1);
                let missing = || Wrong::line(xml.line(), "expected `_` before the appended data");
                let section = &rest[start.ok_or_else(missing)?..];
                layout.letters = tag.get("encoding") == Some("base64");
                let end = layout.letters.then(|| xml::find(section, b"<")).flatten();
                layout.appended = Some(&section[..end.unwrap_or(section.len())]);
                // What follows is no text.
                return Ok((pieces, layout));
            }
            _ => (),
        }
        if tag.role == Role::Opens {
            open.push((tag.name, tag.line));
        }
    }
    match open.last() {
        None => Ok((pieces, layout)),
        Some((name, line)) => {
            let message =
                format!("the file ends before {}, which opens here, is closed", quoted(name));
            Err(Wrong::line(*line, message))
        }
    }
}

/// The first tag says what the file is.
fn head<'a>(tag: &Tag<'a>, layout: &mut Layout<'a>) -> Result<(), Wrong> {
    let wrong = |message: String| Err(Wrong::line(tag.line, message));
    if tag.name != "VTKFile" {
        return wrong(format!("expected `<VTKFile …>`, found {}", quoted(&tag.name)));
    }
    match tag.get("type") {
        Some("UnstructuredGrid") => (),
        kind => {
            let found = quoted(kind.unwrap_or_default());
            return wrong(format!("expected the type UnstructuredGrid, found {found}"));
        }
    }
    if tag.get("compressor").is_some_and(|name| !name.is_empty()) {
        return wrong(
            "the file is compressed: save it without (in ParaView: compressor none)".into(),
        );
    }
    layout.big_endian = tag.get("byte_order") == Some("BigEndian");
    layout.header = match tag.get("header_type") {
        None | Some("UInt32") => 4,
        Some("UInt64") => 8,
        Some(kind) => {
            return wrong(format!("expected header_type UInt32 or UInt64, found {}", quoted(kind)));
        }
    };
    Ok(())
}
