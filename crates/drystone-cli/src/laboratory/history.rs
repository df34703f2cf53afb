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

/// Where there are more curves than this, only so many of the best are drawn strongly, and `auto`.
const STRONG: usize = 8;

/// Which curves are drawn faintly, by what each solver lost: the less, the better.
pub fn faint(solvers: &[String], lost: &[f64]) -> Vec<bool> {
    let mut sorted = lost.to_vec();
    sorted.sort_by(f64::total_cmp);
    let bound = sorted.get(STRONG).copied().unwrap_or(f64::INFINITY);
    let many = solvers.len() > STRONG;
    solvers.iter().zip(lost).map(|(name, lost)| many && *lost >= bound && name != "auto").collect()
}

/// The residual against iterations and against time, a curve for each solver.
pub fn figure(title: &str, courses: &[Course]) -> Figure {
    // Best is who comes near the least residual of all first.
    let end = |course: &Course| course.moments.last().map_or(f64::INFINITY, |m| m.residual);
    let near = 100.0 * courses.iter().map(end).fold(f64::INFINITY, f64::min);
    let arrival = |course: &Course| {
        let first = course.moments.iter().find(|m| m.residual <= near);
        first.map_or(f64::INFINITY, |m| m.seconds)
    };
    let names: Vec<String> = courses.iter().map(|course| course.solver.clone()).collect();
    let faint = faint(&names, &courses.iter().map(arrival).collect::<Vec<_>>());
    let panel = |label: &str, x: fn(&Moment) -> f64| {
        let curve = |(course, faint): (&Course, &bool)| Series {
            name: course.solver.clone(),
            points: course.moments.iter().map(|m| [x(m), m.residual]).collect(),
            steps: false,
            marks: true,
            faint: *faint,
        };
        Panel {
            x: Axis { label: label.to_string(), scale: Scale::Log, range: None },
            y: Axis { label: "residual".to_string(), scale: Scale::Log, range: None },
            equal: false,
            series: courses.iter().zip(&faint).map(curve).collect(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use drystone::record::plot::STYLES;
    use drystone::solvers::SOLVERS;

    #[test]
    fn no_two_solvers_look_alike() {
        const { assert!(STYLES >= SOLVERS.len()) };
    }

    #[test]
    fn of_many_curves_auto_and_the_best_are_strong() {
        let names: Vec<String> = SOLVERS.iter().map(|f| f.about.name.to_string()).collect();
        let place = names.iter().position(|name| name == "auto").unwrap();
        // Auto lost most of all.
        let lost: Vec<f64> =
            (0..names.len()).map(|k| if k == place { 1e9 } else { k as f64 }).collect();
        let faint = faint(&names, &lost);
        assert_eq!(faint.iter().filter(|f| !**f).count(), STRONG + 1);
        assert!(!faint[place] && faint[names.len() - 1]);
        assert!(!super::faint(&names[..STRONG], &lost[..STRONG]).contains(&true));
    }
}
