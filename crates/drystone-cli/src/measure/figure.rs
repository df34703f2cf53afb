//! What was measured, as curves.

use super::Taken;
use super::text::Sheet;
use crate::Failure;
use drystone::measures::Curves;
use drystone::record::plot::{Axis, Figure, Panel, Scale, Series};

/// Numbers against time, a panel for each unit, and tables that can be drawn.
pub fn figure(title: String, taken: &Taken) -> Result<Figure, Failure> {
    let mut panels = taken.numbers.as_ref().map_or(vec![], over_time);
    for (name, sheet) in &taken.tables {
        let Some(curves) = &sheet.curves else {
            let help = "help: --plot draws numbers against time, `distribution` and `thrust_line`";
            return Err(Failure::input(format!("`{name}` is no curve\n{help}")));
        };
        let frames = sheet.rows.windows(2).filter(|rows| rows[0].0 != rows[1].0).count();
        if frames > 0 {
            let message = "a table is drawn of one frame: give its number by --frame";
            return Err(Failure::input(message));
        }
        panels.push(panel(sheet, curves));
    }
    Ok(Figure { title, panels })
}

fn over_time(sheet: &Sheet) -> Vec<Panel> {
    let mut units: Vec<&str> = vec![];
    for (_, unit) in &sheet.columns {
        if !units.contains(unit) {
            units.push(unit);
        }
    }
    let panel = |unit: &&str| {
        let mine = sheet.columns.iter().enumerate().filter(|(_, column)| column.1 == *unit);
        let curve = |(k, (name, _)): (usize, &(String, &str))| {
            let points = sheet.rows.iter().map(|(_, time, items)| [*time, items[k].number()]);
            Series::line(&name.replace('_', " "), points.collect())
        };
        let series: Vec<Series> = mine.map(curve).collect();
        let label = match (series.as_slice(), *unit) {
            ([one], "") => one.name.clone(),
            ([one], unit) => format!("{} ({unit})", one.name),
            (_, "") => String::new(),
            (_, unit) => format!("({unit})"),
        };
        let x = Axis::new("time (s)", Scale::Linear);
        Panel { x, y: Axis::new(&label, Scale::Linear), series }
    };
    units.iter().map(panel).collect()
}

fn panel(sheet: &Sheet, curves: &Curves) -> Panel {
    let words = |k: usize| sheet.columns[k].0.replace('_', " ");
    let curve = |k: &usize| {
        let rows = sheet.rows.iter().map(|row| &row.2);
        let points = rows.map(|items| [items[curves.x].number(), items[*k].number()]);
        // Where nothing is, a logarithm has no place.
        let there = |point: &[f64; 2]| !curves.log || point[1] > 0.0;
        Series { marks: true, ..Series::line(&words(*k), points.filter(there).collect()) }
    };
    let label = |k: usize| match sheet.columns[k].1 {
        "" => words(k),
        unit => format!("{} ({unit})", words(k)),
    };
    let up = if let [one] = curves.y.as_slice() { label(*one) } else { String::new() };
    let scale = if curves.log { Scale::Log } else { Scale::Linear };
    Panel {
        x: Axis::new(&label(curves.x), Scale::Linear),
        y: Axis::new(&up, scale),
        series: curves.y.iter().map(curve).collect(),
    }
}
