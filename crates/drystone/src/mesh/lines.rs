//! The lines of a text format, and the numbers on them.

use super::error::{MeshPlace, Wrong, quoted};
use crate::space::Vector;
use std::str::FromStr;

/// The largest coordinate: products of coordinates stay far from the largest number.
const LARGEST: f64 = 1e30;

/// Lines that are not blank, with their numbers.
pub struct Lines<'a> {
    inner: std::str::Lines<'a>,
    last: usize,
}

/// One line as words.
pub struct Line<'a> {
    /// Number, from 1.
    pub number: usize,
    /// The words; at least one.
    pub words: Vec<&'a str>,
    /// The line as it is.
    pub text: &'a str,
}

impl<'a> Lines<'a> {
    /// The lines of a text, the first of which has the number `first`.
    pub fn new(text: &'a str, first: usize) -> Self {
        Self { inner: text.lines(), last: first.saturating_sub(1) }
    }

    /// The next line, or an error that says what should have come.
    pub fn expect(&mut self, what: &str) -> Result<Line<'a>, Wrong> {
        let end = |last| Wrong::line(last, format!("the file ends here, expected {what}"));
        self.next().ok_or_else(|| end(self.last.max(1)))
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        for text in self.inner.by_ref() {
            self.last += 1;
            let words: Vec<&str> = text.split_ascii_whitespace().collect();
            if !words.is_empty() {
                return Some(Line { number: self.last, words, text });
            }
        }
        None
    }
}

impl<'a> Line<'a> {
    /// An error on this line.
    pub fn wrong(&self, message: impl Into<String>) -> Wrong {
        Wrong::line(self.number, message)
    }

    /// The word at an index.
    pub fn word(&self, index: usize, what: &str) -> Result<&'a str, Wrong> {
        let end = || self.wrong(format!("the line ends early, expected {what}"));
        self.words.get(index).copied().ok_or_else(end)
    }

    /// The whole number at an index.
    pub fn count<T: FromStr>(&self, index: usize, what: &str) -> Result<T, Wrong> {
        let word = self.word(index, what)?;
        word.parse().map_err(|_| self.wrong(format!("expected {what}, found {}", quoted(word))))
    }

    /// The three coordinates from an index on.
    pub fn point(&self, index: usize) -> Result<Vector<3>, Wrong> {
        let mut point = Vector::zeros();
        for (k, name) in ["x", "y", "z"].iter().enumerate() {
            let what = format!("the coordinate {name}");
            let word = self.word(index + k, &what)?;
            point[k] = real(word, &what, MeshPlace::Line(self.number))?;
        }
        Ok(point)
    }
}

/// A word as a coordinate.
pub fn real(word: &str, what: &str, place: MeshPlace) -> Result<f64, Wrong> {
    let number = word.parse::<f64>();
    let number =
        number.map_err(|_| Wrong::at(place, format!("expected {what}, found {}", quoted(word))))?;
    bounded(number, what, place)
}

/// A coordinate that is finite and of a size to reckon with.
pub fn bounded(number: f64, what: &str, place: MeshPlace) -> Result<f64, Wrong> {
    if number.abs() <= LARGEST {
        return Ok(number);
    }
    let message = format!("{what} must be finite and at most {LARGEST:e}, found {number:e}");
    Err(Wrong::at(place, message))
}
