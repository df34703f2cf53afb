//! What was measured, as CSV and JSON.

use drystone::measures::{Curves, Item, Table, Value};
use drystone::results::Frame;

/// Rows of one or several frames, with the step and time of each.
#[derive(Default)]
pub struct Sheet {
    /// Names and units.
    pub columns: Vec<(String, &'static str)>,
    /// Step, time and items.
    pub rows: Vec<(u64, f64, Vec<Item>)>,
    /// How it is drawn.
    pub curves: Option<Curves>,
}

impl Sheet {
    /// Adds a row.
    pub fn add_values<const D: usize>(&mut self, frame: &Frame<D>, values: &[Value]) {
        self.columns = values.iter().map(|value| (value.name.clone(), value.unit)).collect();
        let items = values.iter().map(|value| Item::Number(value.value)).collect();
        self.rows.push((frame.step, frame.time, items));
    }

    /// Adds the rows of a table.
    pub fn add_table<const D: usize>(&mut self, frame: &Frame<D>, table: Table) {
        (self.columns, self.curves) = (table.columns, table.curves);
        let rows = table.rows.into_iter();
        self.rows.extend(rows.map(|row| (frame.step, frame.time, row)));
    }

    /// A line a row; a number that is none is left empty.
    pub fn csv(&self) -> String {
        let heads = self.columns.iter().map(|(name, unit)| match *unit {
            "" => name.clone(),
            unit => format!("{name} ({unit})"),
        });
        let mut text = format!("step,time (s),{}\n", heads.collect::<Vec<_>>().join(","));
        for (step, time, items) in &self.rows {
            text += &format!("{step},{time}");
            for item in items {
                text.push(',');
                match item {
                    Item::Name(name) => text += &quoted(name),
                    Item::Whole(number) => text += &number.to_string(),
                    Item::Number(x) if x.is_finite() => text += &format!("{x:e}"),
                    Item::Number(_) => {}
                }
            }
            text.push('\n');
        }
        text
    }

    /// An object a row; a number that is none is null.
    pub fn json(&self) -> String {
        let object = |(step, time, items): &(u64, f64, Vec<Item>)| {
            let mut object = serde_json::Map::new();
            object.insert("step".into(), (*step).into());
            object.insert("time".into(), (*time).into());
            for ((name, _), item) in self.columns.iter().zip(items) {
                let value = match item {
                    Item::Name(name) => name.clone().into(),
                    Item::Whole(number) => (*number).into(),
                    Item::Number(x) => (*x).into(),
                };
                object.insert(name.clone(), value);
            }
            serde_json::Value::Object(object)
        };
        let all = serde_json::Value::Array(self.rows.iter().map(object).collect());
        format!("{all:#}\n")
    }
}

/// A name as a field of CSV.
fn quoted(name: &str) -> String {
    if name.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", name.replace('"', "\"\""))
    } else {
        name.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn names_with_commas_stay_one_field() {
        assert_eq!(quoted("stone-1"), "stone-1");
        assert_eq!(quoted("a, \"b\""), "\"a, \"\"b\"\"\"");
    }
}
