//! The report: `table.csv`, profiles and courses as pictures, and the page that shows them.

use super::Arguments;
use super::page::{Page, Section};
use super::profile;
use crate::Failure;
use crate::laboratory::files::{make, stem};
use crate::laboratory::history::{Course, cannot_write, figure, read_csv, write_figure};
use serde_json::Value;
use std::fmt::Write;
use std::path::Path;

/// Most problems at each tolerance whose courses are drawn.
const COURSES: usize = 6;

/// A result as the report needs it.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The problem file.
    pub file: String,
    /// Local or global form, rolling or not.
    pub kind: String,
    /// 2 or 3.
    pub dimension: u64,
    /// Number of contacts.
    pub contacts: u64,
    /// Name of the solver.
    pub solver: String,
    /// The error asked for.
    pub tolerance: f64,
    /// How it ended.
    pub status: String,
    /// The error reached; NaN if there is no answer.
    pub residual: f64,
    /// In the solver's own counting.
    pub iterations: u64,
    /// Wall time (s).
    pub seconds: f64,
}

impl Entry {
    /// From a line of the results.
    pub fn new(result: &Value) -> Option<Self> {
        let text = |name: &str| Some(result[name].as_str()?.to_string());
        Some(Self {
            file: text("file")?,
            kind: text("kind")?,
            dimension: result["dimension"].as_u64()?,
            contacts: result["contacts"].as_u64()?,
            solver: text("solver")?,
            tolerance: result["tolerance"].as_f64()?,
            status: text("status")?,
            residual: result["residual"].as_f64().unwrap_or(f64::NAN),
            iterations: result["iterations"].as_u64()?,
            seconds: result["seconds"].as_f64()?,
        })
    }

    /// Whether the tolerance was reached.
    pub fn converged(&self) -> bool {
        self.status == "converged"
    }
}

/// Writes everything.
pub fn write(arguments: &Arguments, results: &[Value]) -> Result<(), Failure> {
    let out = &arguments.out;
    let entries: Vec<Entry> = results.iter().filter_map(Entry::new).collect();
    let table = out.join("table.csv");
    std::fs::write(&table, csv(&entries)).map_err(|e| cannot_write(&table, &e))?;
    let mut sections = vec![];
    for tolerance in arguments.distinct_tolerances() {
        let of_it: Vec<&Entry> = entries.iter().filter(|e| e.tolerance == tolerance).collect();
        let solvers = distinct(of_it.iter().map(|e| &e.solver));
        let mut section = Section { tolerance, profile: None, courses: vec![], entries: of_it };
        if let Some(figure) = profile::figure(&section.entries, &solvers, tolerance) {
            write_figure(out, &format!("profile-{tolerance:e}"), &figure)?;
            section.profile = Some(figure.svg());
        }
        section.courses = courses(out, &section.entries, &solvers, tolerance)?;
        sections.push(section);
    }
    let page = out.join("index.html");
    let text = Page { arguments, sections: &sections }.html();
    std::fs::write(&page, text).map_err(|e| cannot_write(&page, &e))
}

/// Different texts in the order of their first appearance.
pub fn distinct<'a>(texts: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut seen: Vec<String> = vec![];
    for text in texts {
        if !seen.contains(text) {
            seen.push(text.clone());
        }
    }
    seen
}

fn csv(entries: &[Entry]) -> String {
    let mut text = "file,kind,dimension,contacts,solver,tolerance,status,residual,iterations,\
                    seconds\n"
        .to_string();
    for e in entries {
        let file = if e.file.contains([',', '"', '\n']) {
            format!("\"{}\"", e.file.replace('"', "\"\""))
        } else {
            e.file.clone()
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{file},{},{},{},{},{:e},{},{:e},{},{:e}",
            e.kind,
            e.dimension,
            e.contacts,
            e.solver,
            e.tolerance,
            e.status,
            e.residual,
            e.iterations,
            e.seconds
        );
    }
    text
}

/// Courses on the problems that took longest, where solvers differ most to see; SVG texts.
fn courses(
    out: &Path,
    entries: &[&Entry],
    solvers: &[String],
    tolerance: f64,
) -> Result<Vec<String>, Failure> {
    let mut problems: Vec<(f64, String)> = vec![];
    for file in distinct(entries.iter().map(|e| &e.file)) {
        let all = entries.iter().filter(|e| e.file == file);
        problems.push((all.map(|e| e.seconds).sum(), file));
    }
    problems.sort_by(|a, b| b.0.total_cmp(&a.0));
    let histories = out.join("histories").join(format!("{tolerance:e}"));
    let folder = out.join("courses").join(format!("{tolerance:e}"));
    make(&folder)?;
    let mut drawn = vec![];
    for (_, file) in problems.iter().take(COURSES) {
        let name = stem(Path::new(file));
        let course = |solver: &String| {
            let moments = read_csv(&histories.join(format!("{name}.{solver}.csv")))?;
            Some(Course { solver: solver.clone(), moments })
        };
        let courses: Vec<Course> = solvers.iter().filter_map(course).collect();
        if courses.is_empty() {
            continue;
        }
        let figure = figure(&name, &courses);
        write_figure(&folder, &name, &figure)?;
        drawn.push(figure.svg());
    }
    Ok(drawn)
}
