//! What was measured, as curves.

use super::Taken;
use super::text::Sheet;
use crate::Failure;
use crate::plot::{axis_label, by_kind};
use drystone::measures::Curves;
use drystone::record::plot::{Axis, Figure, Panel, Scale, Series};

/// Where a curve has a gap.
const GAP: [f64; 2] = [f64::NAN; 2];

/// Numbers against time, a panel for each kind, and tables that can be drawn.
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
        panels.push(match curves {
            Curves::Classes { x, y } => classes(sheet, *x, y),
            Curves::Line { number, at, ends } => from_the_side(sheet, *number, *at, *ends),
        });
    }
    Ok(Figure { title, panels })
}

fn over_time(sheet: &Sheet) -> Vec<Panel> {
    let columns: Vec<(usize, &str, &str)> = sheet
        .columns
        .iter()
        .enumerate()
        .map(|(k, (name, unit))| (k, name.as_str(), *unit))
        .collect();
    let panel = |(label, mine): (String, Vec<&(usize, &str, &str)>)| {
        let curve = |(k, name, _): &&(usize, &str, &str)| {
            let points = sheet.rows.iter().map(|(_, time, items)| [*time, items[*k].number()]);
            Series::line(&name.replace('_', " "), points.collect())
        };
        let x = Axis::new("time (s)", Scale::Linear);
        let y = Axis::new(&label, Scale::Linear);
        Panel { x, y, equal: false, series: mine.iter().map(curve).collect() }
    };
    by_kind(&columns, |(_, name, unit)| (name, unit)).into_iter().map(panel).collect()
}

/// Densities as steps over their classes; a class with nothing in it has no logarithm and is a gap.
fn classes(sheet: &Sheet, x: usize, y: &[usize]) -> Panel {
    let middle = |row: usize| sheet.rows[row].2[x].number();
    // Classes are equal, and the first begins at zero.
    let half = if sheet.rows.is_empty() { 0.0 } else { middle(0) };
    let curve = |k: &usize| {
        let mut points = vec![];
        for (row, (_, _, items)) in sheet.rows.iter().enumerate() {
            let density = items[*k].number();
            if density > 0.0 {
                points.extend([[middle(row) - half, density], [middle(row) + half, density]]);
            } else {
                points.push(GAP);
            }
        }
        Series::line(&sheet.columns[*k].0.replace('_', " "), points)
    };
    Panel {
        x: Axis::new(&axis_label(&sheet.columns[x].0, sheet.columns[x].1), Scale::Linear),
        y: Axis::new("probability density", Scale::Log),
        equal: false,
        series: y.iter().map(curve).collect(),
    }
}

/// Lines, the joints that they cross, and the outlines through the joints' ends, all to one scale.
fn from_the_side(sheet: &Sheet, number: usize, at: [usize; 2], ends: [[usize; 2]; 2]) -> Panel {
    let point = |row: usize, columns: [usize; 2]| columns.map(|k| sheet.rows[row].2[k].number());
    let line_of = |row: usize| sheet.rows[row].2[number].number();
    let along = |columns: [usize; 2]| {
        let mut points = vec![];
        for row in 0..sheet.rows.len() {
            if row > 0 && line_of(row) != line_of(row - 1) {
                points.push(GAP);
            }
            points.push(point(row, columns));
        }
        points
    };
    let joint = |row: usize| [point(row, ends[0]), point(row, ends[1]), GAP];
    let joints = (0..sheet.rows.len()).flat_map(joint).collect();
    let outline = [along(ends[0]), vec![GAP], along(ends[1])].concat();
    let [x, y] = at.map(|k| {
        let (name, unit) = &sheet.columns[k];
        Axis::new(&axis_label(name, unit), Scale::Linear)
    });
    let faint = |name: &str, points| Series { faint: true, ..Series::line(name, points) };
    let series = vec![
        Series { marks: true, ..Series::line("line of thrust", along(at)) },
        faint("ends of the joints", outline),
        faint("joints", joints),
    ];
    Panel { x, y, equal: true, series }
}
