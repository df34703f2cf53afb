//! Arrays of numbers of a VTK file: as text, as base64, or in the section that is appended.

use super::base64::decode;
use super::xml::Tag;
use crate::mesh::error::{Wrong, quoted};

/// How bytes are to be read in a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layout<'a> {
    /// Whether the first byte of a number is its largest.
    pub big_endian: bool,
    /// Bytes of the length before an array.
    pub header: usize,
    /// The appended section.
    pub appended: Option<&'a [u8]>,
    /// Whether that is base64.
    pub letters: bool,
}

/// An array before its numbers are read.
pub struct Array<'a> {
    /// Name.
    pub name: String,
    /// Its line.
    pub line: usize,
    /// What stands between its tags, and on which line that begins.
    pub text: &'a [u8],
    /// The line on which the text begins.
    pub text_line: usize,
    kind: String,
    format: String,
    offset: Option<String>,
}

impl<'a> Array<'a> {
    /// Of its tag.
    pub fn new(tag: &Tag<'_>) -> Self {
        let get = |name: &str| tag.get(name).unwrap_or_default().to_string();
        Self {
            name: get("Name"),
            line: tag.line,
            text: &[],
            text_line: tag.line,
            kind: get("type"),
            format: get("format"),
            offset: tag.get("offset").map(str::to_string),
        }
    }

    /// An error in this array.
    pub fn wrong(&self, message: impl std::fmt::Display) -> Wrong {
        Wrong::line(self.line, format!("array {}: {message}", quoted(&self.name)))
    }

    /// Its numbers; integers up to 2^53 are exact.
    pub fn numbers(&self, layout: &Layout<'a>) -> Result<Vec<f64>, Wrong> {
        match self.format.as_str() {
            "ascii" => self.words(),
            "binary" => self.binary(layout, self.text, true),
            "appended" => {
                let offset = self.offset.as_deref().and_then(|word| word.parse::<usize>().ok());
                let offset = offset.ok_or_else(|| self.wrong("expected a number as offset"))?;
                let section = layout.appended.and_then(|bytes| bytes.get(offset..));
                let section = section.ok_or_else(|| {
                    self.wrong(format!("offset {offset} is after the file's end"))
                })?;
                self.binary(layout, section, layout.letters)
            }
            format => Err(self.wrong(format!(
                "expected the format ascii, binary or appended, found {}",
                quoted(format)
            ))),
        }
    }

    fn words(&self) -> Result<Vec<f64>, Wrong> {
        let text = String::from_utf8_lossy(self.text);
        let mut numbers = vec![];
        for (k, line) in text.lines().enumerate() {
            for word in line.split_ascii_whitespace() {
                let number = word.parse().map_err(|_| {
                    let message = format!("expected a number, found {}", quoted(word));
                    Wrong::line(self.text_line + k, message)
                })?;
                numbers.push(number);
            }
        }
        Ok(numbers)
    }

    /// Its length in bytes, then its numbers.
    fn binary(
        &self,
        layout: &Layout<'_>,
        section: &[u8],
        letters: bool,
    ) -> Result<Vec<f64>, Wrong> {
        let bytes = |most: usize| -> Result<Vec<u8>, Wrong> {
            match letters {
                false => Ok(section[..section.len().min(most)].to_vec()),
                true => decode(section.trim_ascii(), most)
                    .map_err(|byte| self.wrong(format!("byte {byte} is no letter of base64"))),
            }
        };
        let header = layout.header;
        let start = bytes(header)?;
        if start.len() < header {
            return Err(self.wrong("the file ends before its length"));
        }
        let length = unsigned(&start, layout.big_endian);
        let all = usize::try_from(length).ok().and_then(|length| length.checked_add(header));
        let data = bytes(all.ok_or_else(|| self.wrong("its length is wrong"))?)?;
        let data = data.get(header..).unwrap_or_default();
        if (data.len() as u64) < length {
            let found = data.len();
            return Err(self.wrong(format!("{length} bytes are announced, {found} found")));
        }
        let (size, number) = self.kind()?;
        if data.len() % size != 0 {
            return Err(self.wrong(format!("{length} bytes are no multiple of {size}")));
        }
        Ok(data.chunks_exact(size).map(|b| number(unsigned(b, layout.big_endian))).collect())
    }

    /// Bytes of a number, and the number of these bits.
    fn kind(&self) -> Result<Kind, Wrong> {
        Ok(match self.kind.as_str() {
            "Int8" => (1, |bits| f64::from(bits as u8 as i8)),
            "UInt8" => (1, |bits| bits as f64),
            "Int16" => (2, |bits| f64::from(bits as u16 as i16)),
            "UInt16" => (2, |bits| bits as f64),
            "Int32" => (4, |bits| f64::from(bits as u32 as i32)),
            "UInt32" => (4, |bits| bits as f64),
            "Int64" => (8, |bits| bits as i64 as f64),
            "UInt64" => (8, |bits| bits as f64),
            "Float32" => (4, |bits| f64::from(f32::from_bits(bits as u32))),
            "Float64" => (8, f64::from_bits),
            kind => {
                let message = format!("expected a type such as Float64, found {}", quoted(kind));
                return Err(self.wrong(message));
            }
        })
    }
}

/// Bytes of a number, and the number of bits.
type Kind = (usize, fn(u64) -> f64);

/// Up to eight bytes as a number.
fn unsigned(bytes: &[u8], big_endian: bool) -> u64 {
    let add = |sum: u64, byte: &u8| sum << 8 | u64::from(*byte);
    if big_endian { bytes.iter().fold(0, add) } else { bytes.iter().rev().fold(0, add) }
}
