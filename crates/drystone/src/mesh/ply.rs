//! PLY: a header that declares elements and their properties, then the data, as text or binary
//! of either byte order.
//!
//! Of the element `vertex` the properties x, y, z are taken, of `face` the list `vertex_indices`
//! (or `vertex_index`); all else is read over, whatever its order.

use super::Mesh;
use super::error::{MeshPlace, Wrong, quoted};
use super::lines::{bounded, real};
use super::ply_header::{self, Element, Form, Header, Kind, Property};
use crate::space::Vector;

pub(super) fn read(bytes: &[u8]) -> Result<Mesh, Wrong> {
    let header = ply_header::read(bytes)?;
    let text = match header.form {
        Form::Ascii => String::from_utf8_lossy(&bytes[header.data..]),
        _ => "".into(),
    };
    let mut data = Data::new(&header, &text, bytes);
    let mut mesh = Mesh::default();
    let mut places = vec![];
    for element in header.elements.iter().filter(|e| !e.properties.is_empty()) {
        match element.name.as_str() {
            "vertex" => vertices(element, &mut data, &mut mesh)?,
            "face" => faces(element, &mut data, &mut mesh, &mut places)?,
            _ => {
                for _ in 0..element.count {
                    element.properties.iter().try_for_each(|p| data.skip(p))?;
                }
            }
        }
    }
    data.finish()?;
    let count = mesh.points.len();
    for (face, place) in mesh.faces.iter().zip(places) {
        if let Some(v) = face.iter().find(|v| **v >= count) {
            let message = format!("vertex {v} does not exist: there are {count}, from 0");
            return Err(Wrong::at(place, message));
        }
    }
    Ok(mesh)
}

fn vertices(element: &Element, data: &mut Data<'_>, mesh: &mut Mesh) -> Result<(), Wrong> {
    let axis = |p: &Property| match (p.name.as_str(), p.length) {
        ("x", None) => Some(0),
        ("y", None) => Some(1),
        ("z", None) => Some(2),
        _ => None,
    };
    let axes: Vec<Option<usize>> = element.properties.iter().map(axis).collect();
    for (k, name) in ["x", "y", "z"].iter().enumerate() {
        if !axes.contains(&Some(k)) {
            let message = format!("the vertices have no property `{name}`");
            return Err(Wrong::line(element.line, message));
        }
    }
    for _ in 0..element.count {
        let mut point = Vector::zeros();
        for (property, axis) in element.properties.iter().zip(&axes) {
            match axis {
                Some(k) => point[*k] = data.number(property.kind, "a coordinate")?,
                None => data.skip(property)?,
            }
        }
        mesh.points.push(point);
    }
    Ok(())
}

fn faces(
    element: &Element,
    data: &mut Data<'_>,
    mesh: &mut Mesh,
    places: &mut Vec<MeshPlace>,
) -> Result<(), Wrong> {
    let named = |p: &Property| matches!(p.name.as_str(), "vertex_indices" | "vertex_index");
    let Some(wanted) = element.properties.iter().position(|p| named(p) && p.length.is_some())
    else {
        let message = "the faces have no list `vertex_indices`";
        return Err(Wrong::line(element.line, message));
    };
    for _ in 0..element.count {
        for (k, property) in element.properties.iter().enumerate() {
            let Some(length) = property.length.filter(|_| k == wanted) else {
                data.skip(property)?;
                continue;
            };
            let place = data.place();
            let count = data.whole(length, "the number of vertices of a face")?;
            if count < 3 {
                let message = format!("a face needs at least 3 vertices, found {count}");
                return Err(Wrong::at(place, message));
            }
            let mut ring = vec![];
            for _ in 0..count {
                ring.push(data.whole(property.kind, "a vertex number")?);
            }
            mesh.faces.push(ring);
            places.push(place);
        }
    }
    Ok(())
}

/// The numbers after the header, one after the other.
enum Data<'a> {
    Text { lines: std::iter::Peekable<Words<'a>>, last: usize },
    Binary { bytes: &'a [u8], at: usize, big: bool },
}

type Words<'a> = Box<dyn Iterator<Item = (usize, &'a str)> + 'a>;

impl<'a> Data<'a> {
    fn new(header: &Header, text: &'a str, bytes: &'a [u8]) -> Self {
        if header.form != Form::Ascii {
            return Self::Binary { bytes, at: header.data, big: header.form == Form::Big };
        }
        let first = header.line;
        let on = move |(k, line): (usize, &'a str)| {
            line.split_ascii_whitespace().map(move |word| (first + k, word))
        };
        let words: Words<'a> = Box::new(text.lines().enumerate().flat_map(on));
        Self::Text { lines: words.peekable(), last: first }
    }

    /// Where the next number is.
    fn place(&mut self) -> MeshPlace {
        match self {
            Self::Text { lines, last } => MeshPlace::Line(lines.peek().map_or(*last, |w| w.0)),
            Self::Binary { at, .. } => MeshPlace::Byte(*at),
        }
    }

    fn number(&mut self, kind: Kind, what: &str) -> Result<f64, Wrong> {
        let place = self.place();
        let end = || Wrong::at(place, format!("the file ends here, expected {what}"));
        match self {
            Self::Text { lines, last } => {
                let (line, word) = lines.next().ok_or_else(end)?;
                *last = line;
                real(word, what, place)
            }
            Self::Binary { bytes, at, big } => {
                let size = match kind {
                    Kind::Whole { bytes, .. } | Kind::Real { bytes } => bytes,
                };
                let taken = bytes.get(*at..*at + size).ok_or_else(end)?;
                *at += size;
                bounded(decoded(taken, kind, *big), what, place)
            }
        }
    }

    fn whole(&mut self, kind: Kind, what: &str) -> Result<usize, Wrong> {
        let place = self.place();
        let number = self.number(kind, what)?;
        if number >= 0.0 && number.fract() == 0.0 && number <= f64::from(u32::MAX) {
            return Ok(number as usize);
        }
        Err(Wrong::at(place, format!("expected {what}, found {number}")))
    }

    /// Reads over a property.
    fn skip(&mut self, property: &Property) -> Result<(), Wrong> {
        let what = format!("the property {}", quoted(&property.name));
        let count = match property.length {
            Some(kind) => self.whole(kind, &what)?,
            None => 1,
        };
        for _ in 0..count {
            self.any(property.kind, &what)?;
        }
        Ok(())
    }

    /// Reads over one value, of which nothing is asked: not even to be finite.
    fn any(&mut self, kind: Kind, what: &str) -> Result<(), Wrong> {
        let Self::Text { lines, last } = self else {
            let whole = match kind {
                Kind::Whole { bytes, .. } | Kind::Real { bytes } => bytes,
            };
            return self.number(Kind::Whole { signed: false, bytes: whole }, what).map(|_| ());
        };
        let end = Wrong::line(*last, format!("the file ends here, expected {what}"));
        *last = lines.next().ok_or(end)?.0;
        Ok(())
    }

    /// Fails if anything is left.
    fn finish(&mut self) -> Result<(), Wrong> {
        let place = self.place();
        let left = match self {
            Self::Text { lines, .. } => lines.peek().is_some(),
            Self::Binary { bytes, at, .. } => *at < bytes.len(),
        };
        match left {
            true => Err(Wrong::at(place, "the file goes on after the last declared element")),
            false => Ok(()),
        }
    }
}

/// The number in some bytes; of 1, 2, 4 or 8, all but the last exact.
fn decoded(bytes: &[u8], kind: Kind, big: bool) -> f64 {
    let mut word = [0; 8];
    for (to, from) in word.iter_mut().zip(0..bytes.len()) {
        *to = bytes[if big { bytes.len() - 1 - from } else { from }];
    }
    let bits = u64::from_le_bytes(word);
    match kind {
        Kind::Real { bytes: 4 } => f32::from_bits(bits as u32).into(),
        Kind::Real { .. } => f64::from_bits(bits),
        Kind::Whole { signed: true, bytes: 1 } => f64::from(bits as u8 as i8),
        Kind::Whole { signed: true, bytes: 2 } => f64::from(bits as u16 as i16),
        Kind::Whole { signed: true, .. } => f64::from(bits as u32 as i32),
        Kind::Whole { signed: false, .. } => bits as f64,
    }
}
