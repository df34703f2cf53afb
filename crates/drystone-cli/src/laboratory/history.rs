//! The course of a solve as a CSV file, and as curves.

use crate::Failure;
use drystone::record::plot::{Axis, Figure, Panel, Scale, Series};
use drystone::solvers::Moment;
use std::fmt::Write;
use std::path::Path;

/// The course of one solver.
pub struct Course {
    /// Name of the solver.
    pub solver: String,
    /// Verdicts along the way.
    pub moments: Vec<Moment>,
}

/// Writes the course as CSV.
pub fn write_csv(file: &Path, moments: &[Moment]) -> Result<(), Failure> {
    let mut text = "iteration,seconds,residual\n".to_string();
    for moment in moments {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{},{:e},{:e}", moment.iteration, moment.seconds, moment.residual);
    }
    std::fs::write(file, text).map_err(|e| cannot_write(file, &e))
}

/// Reads what [`write_csv`] wrote; `None` if it cannot be read.
pub fn read_csv(file: &Path) -> Option<Vec<Moment>> {
    let text = std::fs::read_to_string(file).ok()?;
    let moment = |line: &str| {
        let mut fields = line.split(',');
        let iteration = fields.next()?.parse().ok()?;
        let seconds = fields.next()?.parse().ok()?;
        Some(Moment { iteration, seconds, residual: fields.next()?.parse().ok()? })
    };
    text.lines().skip(1).map(moment).collect()
}

/// The residual against iterations and against time, a curve for each solver.
pub fn figure(title: &str, courses: &[Course]) -> Figure {
    let panel = |label: &str, x: fn(&Moment) -> f64| {
        let curve = |course: &Course| Series {
            name: course.solver.clone(),
            points: course.moments.iter().map(|m| [x(m), m.residual]).collect(),
            steps: false,
            marks: true,
        };
        Panel {
            x: Axis { label: label.to_string(), scale: Scale::Log, range: None },
            y: Axis { label: "residual".to_string(), scale: Scale::Log, range: None },
            series: courses.iter().map(curve).collect(),
        }
    };
    Figure {
        title: title.to_string(),
        panels: vec![
            panel("iterations", |m| m.iteration.max(1) as f64),
            panel("seconds", |m| m.seconds),
        ],
    }
}

/// Writes a figure as PNG and SVG.
pub fn write_figure(folder: &Path, name: &str, figure: &Figure) -> Result<(), Failure> {
    figure.write(folder, name).map_err(|e| cannot_write(&folder.join(name), &e))
}

/// The failure of a file that could not be written.
pub fn cannot_write(file: &Path, error: &std::io::Error) -> Failure {
    Failure::run(format!("cannot write `{}`: {error}", file.display()))
}
