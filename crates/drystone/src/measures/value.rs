//! What measures give: named numbers, or a table of rows.

use crate::space::Vector;

/// Names of the axes.
pub(super) const AXES: [&str; 3] = ["x", "y", "z"];

/// A number that was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// What it is.
    pub name: String,
    /// Its unit.
    pub unit: &'static str,
    /// The number; not a number where there is nothing to measure.
    pub value: f64,
}

impl Value {
    pub(super) fn new(name: impl Into<String>, unit: &'static str, value: f64) -> Self {
        Self { name: name.into(), unit, value }
    }
}

/// A table: some numbers of each body, joint, place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Names and units of the columns.
    pub columns: Vec<(String, &'static str)>,
    /// The rows, an item a column.
    pub rows: Vec<Vec<Item>>,
    /// How it is drawn, if it can be.
    pub curves: Option<Curves>,
}

/// What stands in a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A name.
    Name(String),
    /// A whole number.
    Whole(usize),
    /// A number.
    Number(f64),
}

impl Item {
    /// The number that it is, if it is one.
    pub fn number(&self) -> f64 {
        match self {
            Self::Name(_) => f64::NAN,
            Self::Whole(number) => *number as f64,
            Self::Number(number) => *number,
        }
    }
}

/// Columns of a table as curves.
#[derive(Clone, Debug, PartialEq)]
pub enum Curves {
    /// Densities over equal classes, drawn logarithmically.
    Classes {
        /// The column of the classes' middles.
        x: usize,
        /// The columns of densities.
        y: Vec<usize>,
    },
    /// Lines in space seen from the side, horizontal and vertical column of each point.
    Line {
        /// The column with the number of the line.
        number: usize,
        /// The line itself.
        at: [usize; 2],
        /// What it should be between.
        ends: [[usize; 2]; 2],
    },
}

impl Table {
    /// A table without rows.
    pub(super) fn new(columns: &[(&str, &'static str)]) -> Self {
        let columns = columns.iter().map(|(name, unit)| ((*name).to_string(), *unit)).collect();
        Self { columns, ..Self::default() }
    }

    /// Adds a column.
    pub(super) fn column(mut self, name: impl Into<String>, unit: &'static str) -> Self {
        self.columns.push((name.into(), unit));
        self
    }

    /// Adds columns for the components of a vector: `name_x`, or `x` where the name is empty.
    pub(super) fn vector<const D: usize>(mut self, name: &str, unit: &'static str) -> Self {
        for axis in &AXES[..D] {
            self.columns.push((joined(name, axis), unit));
        }
        self
    }

    /// Adds columns for the components of a tensor, row by row: `name_xy`.
    pub(super) fn tensor<const D: usize>(mut self, name: &str, unit: &'static str) -> Self {
        for i in &AXES[..D] {
            for j in &AXES[..D] {
                self.columns.push((format!("{name}_{i}{j}"), unit));
            }
        }
        self
    }

    /// The numbers of a column.
    pub fn numbers(&self, name: &str) -> Vec<f64> {
        let Some(k) = self.columns.iter().position(|column| column.0 == name) else {
            return vec![];
        };
        self.rows.iter().map(|row| row[k].number()).collect()
    }
}

/// A name and a word about it.
pub(super) fn joined(name: &str, word: &str) -> String {
    if name.is_empty() { word.to_string() } else { format!("{name}_{word}") }
}

/// The components of a vector as values.
pub(super) fn components<const D: usize>(
    name: &str,
    unit: &'static str,
    vector: &Vector<D>,
) -> Vec<Value> {
    (0..D).map(|k| Value::new(joined(name, AXES[k]), unit, vector[k])).collect()
}

/// Appends numbers to a row.
pub(super) fn extend<'a>(row: &mut Vec<Item>, numbers: impl IntoIterator<Item = &'a f64>) {
    row.extend(numbers.into_iter().map(|x| Item::Number(*x)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_named_and_found() {
        let mut table = Table::new(&[("body", "")]).vector::<2>("", "m").tensor::<2>("s", "Pa");
        let names: Vec<&str> = table.columns.iter().map(|column| column.0.as_str()).collect();
        assert_eq!(names, ["body", "x", "y", "s_xx", "s_xy", "s_yx", "s_yy"]);
        let mut row = vec![Item::Name("stone".into())];
        extend(&mut row, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        table.rows.push(row);
        assert_eq!(table.numbers("s_xx"), [3.0]);
        assert!(table.numbers("body")[0].is_nan());
        assert!(table.numbers("z").is_empty());
    }
}
