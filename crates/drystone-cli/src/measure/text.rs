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

    /// Names with their units.
    fn heads(&self) -> Vec<String> {
        let head = |(name, unit): &(String, &str)| match *unit {
            "" => name.clone(),
            unit => format!("{name} ({unit})"),
        };
        self.columns.iter().map(head).collect()
    }

    /// A line a row; a number that is none is left empty.
    pub fn csv(&self) -> String {
        let heads: Vec<String> = self.heads().iter().map(|head| quoted(head)).collect();
        let mut text = format!("step,time (s),{}\n", heads.join(","));
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

    /// An object a row, with the heads of the columns of CSV as keys, in their order; a number that is
    /// none is null.
    pub fn json(&self) -> String {
        let heads: Vec<String> = self
            .heads()
            .into_iter()
            .map(|head| serde_json::Value::from(head).to_string())
            .collect();
        let object = |(step, time, items): &(u64, f64, Vec<Item>)| {
            let time = serde_json::Value::from(*time);
            let mut text = format!("  {{\n    \"step\": {step},\n    \"time (s)\": {time}");
            for (head, item) in heads.iter().zip(items) {
                let value: serde_json::Value = match item {
                    Item::Name(name) => name.clone().into(),
                    Item::Whole(number) => (*number).into(),
                    Item::Number(x) => (*x).into(),
                };
                text += &format!(",\n    {head}: {value}");
            }
            text + "\n  }"
        };
        let rows: Vec<String> = self.rows.iter().map(object).collect();
        format!("[\n{}\n]\n", rows.join(",\n"))
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
    use super::{Item, Sheet, quoted};

    #[test]
    fn names_with_commas_stay_one_field() {
        assert_eq!(quoted("stone-1"), "stone-1");
        assert_eq!(quoted("a, \"b\""), "\"a, \"\"b\"\"\"");
    }

    /// Keys say units and come as columns do; what is no number is null; names may hold anything.
    #[test]
    fn rows_are_objects_in_order() {
        let columns = vec![("zeta".to_string(), "Pa"), ("alpha".to_string(), "")];
        let row = |x: f64| (3, 0.5, vec![Item::Number(x), Item::Name("a\"b".into())]);
        let sheet = Sheet { columns, rows: vec![row(2.5), row(f64::NAN)], curves: None };
        let text = sheet.json();
        let places = ["step", "time (s)", "zeta (Pa)", "alpha"].map(|key| text.find(key));
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{text}");
        let read: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read[0]["zeta (Pa)"], 2.5);
        assert_eq!(read[0]["alpha"], "a\"b");
        assert!(read[1]["zeta (Pa)"].is_null());
        let none = Sheet { rows: vec![], ..sheet };
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&none.json()).unwrap(),
            serde_json::json!([])
        );
    }
}
