//! The header of a PLY file: the form of the data, and what each element consists of.

use super::error::{Wrong, quoted};
use super::lines::{Line, Lines};

/// How the data are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As text.
    Ascii,
    /// Binary, least significant byte first.
    Little,
    /// Binary, most significant byte first.
    Big,
}

/// A kind of number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A signed or unsigned whole number of so many bytes.
    Whole { signed: bool, bytes: usize },
    /// A floating-point number of 4 or 8 bytes.
    Real { bytes: usize },
}

/// One property of an element.
#[derive(Debug)]
pub struct Property {
    pub name: String,
    pub kind: Kind,
    /// The kind of the length in front, for a list.
    pub length: Option<Kind>,
}

/// So many things of one sort.
#[derive(Debug)]
pub struct Element {
    pub name: String,
    pub count: u64,
    pub properties: Vec<Property>,
    /// The line that declares it.
    pub line: usize,
}

/// What the header says.
#[derive(Debug)]
pub struct Header {
    pub form: Form,
    pub elements: Vec<Element>,
    /// Where the data begin, in bytes.
    pub data: usize,
    /// The line on which the data begin.
    pub line: usize,
}

/// Reads the header.
pub fn read(bytes: &[u8]) -> Result<Header, Wrong> {
    let (head, data) = split(bytes)?;
    let text = String::from_utf8_lossy(head);
    let mut lines = Lines::new(&text, 1);
    let first = lines.expect("`ply`")?;
    if first.words != ["ply"] {
        return Err(first.wrong(format!("expected `ply`, found {}", quoted(first.words[0]))));
    }
    let mut form = None;
    let mut elements: Vec<Element> = vec![];
    let mut last = first.number;
    for line in lines {
        last = line.number;
        match line.words[0] {
            "comment" | "obj_info" => {}
            "format" => form = Some(form_of(&line)?),
            "element" => elements.push(Element {
                name: line.word(1, "the name of the element")?.to_string(),
                count: line.count(2, "the number of elements")?,
                properties: vec![],
                line: line.number,
            }),
            "property" => {
                let Some(element) = elements.last_mut() else {
                    return Err(line.wrong("a property must come after an element"));
                };
                element.properties.push(property(&line)?);
            }
            "end_header" => break,
            word => {
                let message = "expected `format`, `element`, `property`, `comment` or `end_header`";
                return Err(line.wrong(format!("{message}, found {}", quoted(word))));
            }
        }
    }
    let form = form.ok_or_else(|| Wrong::line(last, "the header has no line `format`"))?;
    Ok(Header { form, elements, data, line: last + 1 })
}

/// The header, and where the data begin: after the line `end_header`.
fn split(bytes: &[u8]) -> Result<(&[u8], usize), Wrong> {
    let mut start = 0;
    let mut line = 0;
    while start < bytes.len() {
        line += 1;
        let rest = &bytes[start..];
        let end = rest.iter().position(|b| *b == b'\n').map_or(rest.len(), |k| k + 1);
        if rest[..end].trim_ascii() == b"end_header" {
            return Ok((&bytes[..start + end], start + end));
        }
        start += end;
    }
    Err(Wrong::line(line.max(1), "the file ends here, expected `end_header`"))
}

fn form_of(line: &Line<'_>) -> Result<Form, Wrong> {
    match line.word(1, "`ascii`, `binary_little_endian` or `binary_big_endian`")? {
        "ascii" => Ok(Form::Ascii),
        "binary_little_endian" => Ok(Form::Little),
        "binary_big_endian" => Ok(Form::Big),
        word => Err(line.wrong(format!(
            "expected `ascii`, `binary_little_endian` or `binary_big_endian`, found {}",
            quoted(word)
        ))),
    }
}

fn property(line: &Line<'_>) -> Result<Property, Wrong> {
    let name = |index| line.word(index, "the name of the property").map(str::to_string);
    if line.word(1, "a type")? != "list" {
        return Ok(Property { name: name(2)?, kind: kind(line, 1)?, length: None });
    }
    let length = kind(line, 2)?;
    if let Kind::Real { .. } = length {
        return Err(line.wrong("the length of a list must be of a whole type"));
    }
    Ok(Property { name: name(4)?, kind: kind(line, 3)?, length: Some(length) })
}

fn kind(line: &Line<'_>, index: usize) -> Result<Kind, Wrong> {
    let whole = |signed, bytes| Ok(Kind::Whole { signed, bytes });
    match line.word(index, "a type")? {
        "char" | "int8" => whole(true, 1),
        "uchar" | "uint8" => whole(false, 1),
        "short" | "int16" => whole(true, 2),
        "ushort" | "uint16" => whole(false, 2),
        "int" | "int32" => whole(true, 4),
        "uint" | "uint32" => whole(false, 4),
        "float" | "float32" => Ok(Kind::Real { bytes: 4 }),
        "double" | "float64" => Ok(Kind::Real { bytes: 8 }),
        word => {
            let message =
                format!("expected a type such as `float` or `int`, found {}", quoted(word));
            Err(line.wrong(message))
        }
    }
}
