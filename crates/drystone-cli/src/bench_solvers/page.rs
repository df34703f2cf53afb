//! `index.html`: one page that needs nothing else.

use super::Arguments;
use super::report::{Entry, distinct};
use super::system::{machine, now};
use drystone::record::plot::escaped;
use std::fmt::Write;

/// What the page shows at one tolerance.
pub struct Section<'a> {
    /// The error asked for.
    pub tolerance: f64,
    /// Performance profiles, as SVG.
    pub profile: Option<String>,
    /// Courses of convergence, as SVG.
    pub courses: Vec<String>,
    /// Results.
    pub entries: Vec<&'a Entry>,
}

/// The page.
pub struct Page<'a> {
    /// What was asked for.
    pub arguments: &'a Arguments,
    /// Tolerance by tolerance.
    pub sections: &'a [Section<'a>],
}

const STYLE: &str = "
body { font: 15px/1.5 system-ui, sans-serif; color: #28282c; margin: 2rem auto; max-width: 84rem;
  padding: 0 1.5rem; }
h1 { font-size: 1.6rem; } h2 { margin-top: 2.6rem; border-bottom: 1px solid #ccc; }
table { border-collapse: collapse; font-size: 13px; margin: 1rem 0; }
th, td { padding: .28rem .7rem; text-align: right; border-bottom: 1px solid #e6e6ea;
  white-space: nowrap; }
th { background: #f4f4f6; position: sticky; top: 0; }
th:first-child, td:first-child { text-align: left; position: sticky; left: 0; }
td:first-child { background: #fff; } th:first-child { z-index: 1; }
td.best { background: #d8f0e0; font-weight: 600; }
td.failed { background: #fbe6e2; color: #8c2a16; }
td.none { color: #aaa; }
.wide { overflow-x: auto; } svg { max-width: 100%; height: auto; }
dl { display: grid; grid-template-columns: max-content auto; gap: .1rem 1.2rem; }
dt { color: #77777e; } dd { margin: 0; } code { font-size: 13px; }
";

impl Page<'_> {
    /// The text of the page.
    pub fn html(&self) -> String {
        let command: Vec<String> = std::env::args().skip(1).collect();
        let facts = [
            ("machine", machine()),
            ("date", now()),
            ("version", format!("drystone {}", drystone::VERSION)),
            ("command", format!("drystone {}", command.join(" "))),
            (
                "limit",
                format!(
                    "{} s a solve, {} at a time",
                    self.arguments.max_seconds, self.arguments.jobs
                ),
            ),
        ];
        let mut page = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <title>Solvers of contact problems</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
             <h1>Solvers of contact problems</h1>\n<dl>\n"
        );
        for (name, fact) in facts {
            let _ = writeln!(page, "<dt>{name}</dt><dd>{}</dd>", escaped(&fact));
        }
        page += "</dl>\n<p>Times are wall seconds of the solve, the conversion of the problem \
                 included, reading the file not; solves shorter than 5 ms are repeated in \
                 their process, up to 20 times or 0.05 s, and the least time counts. Green is the fastest solver of a problem, red did \
                 not reach the tolerance: the error it reached, and why it ended. The error is \
                 measured on the numbers of the file, whatever the solver reports. In the profiles a \
                 problem that a solver does not take counts as not solved.</p>\n";
        for section in self.sections {
            section.add_to(&mut page);
        }
        page + "</body>\n</html>\n"
    }
}

impl Section<'_> {
    fn add_to(&self, page: &mut String) {
        let _ = writeln!(page, "<h2>Tolerance {:e}</h2>", self.tolerance);
        let solvers = distinct(self.entries.iter().map(|e| &e.solver));
        let files = distinct(self.entries.iter().map(|e| &e.file));
        let best: Vec<f64> = files.iter().map(|file| self.best(file)).collect();
        self.summary(page, &solvers, &files, &best);
        if let Some(profile) = &self.profile {
            *page += profile;
        }
        *page += "<h3>Every problem</h3>\n<div class=\"wide\"><table>\n<tr><th>problem</th>\
                  <th>kind</th><th>contacts</th>";
        for solver in &solvers {
            let _ = write!(page, "<th>{}</th>", escaped(solver));
        }
        *page += "</tr>\n";
        for (file, best) in files.iter().zip(&best) {
            let mine: Vec<_> = self.entries.iter().filter(|e| e.file == *file).collect();
            let Some(first) = mine.first() else { continue };
            let kind = first.kind.replace('_', " ");
            let _ = write!(
                page,
                "<tr><td>{}</td><td>{kind} {}D</td><td>{}</td>",
                escaped(file),
                first.dimension,
                first.contacts
            );
            for solver in &solvers {
                *page += &cell(mine.iter().find(|e| e.solver == *solver).copied(), *best);
            }
            *page += "</tr>\n";
        }
        *page += "</table></div>\n";
        if !self.courses.is_empty() {
            *page += "<h3>Courses on the problems that took longest</h3>\n";
        }
        for course in &self.courses {
            let _ = writeln!(page, "<div>{course}</div>");
        }
    }

    /// The least time in which a problem was solved.
    fn best(&self, file: &str) -> f64 {
        let solved = self.entries.iter().filter(|e| e.file == file && e.converged());
        solved.map(|e| e.seconds).fold(f64::INFINITY, f64::min)
    }

    fn summary(&self, page: &mut String, solvers: &[String], files: &[String], best: &[f64]) {
        *page += "<table>\n<tr><th>solver</th><th>tried</th><th>solved</th><th>fastest</th>\
                  <th>seconds in all</th></tr>\n";
        let least = |file: &String| files.iter().position(|f| f == file).map(|k| best[k]);
        for solver in solvers {
            let mine: Vec<_> = self.entries.iter().filter(|e| e.solver == *solver).collect();
            let solved: Vec<_> = mine.iter().filter(|e| e.converged()).collect();
            let fastest = solved.iter().filter(|e| Some(e.seconds) == least(&e.file)).count();
            let seconds: f64 = mine.iter().map(|e| e.seconds).sum();
            let _ = writeln!(
                page,
                "<tr><td>{}</td><td>{}</td><td>{}</td><td>{fastest}</td><td>{seconds:.3}</td></tr>",
                escaped(solver),
                mine.len(),
                solved.len()
            );
        }
        *page += "</table>\n";
    }
}

fn cell(entry: Option<&&Entry>, best: f64) -> String {
    let Some(entry) = entry.filter(|e| e.status != "not_accepted") else {
        return "<td class=\"none\">&ndash;</td>".to_string();
    };
    if entry.converged() {
        let class = if entry.seconds <= best { " class=\"best\"" } else { "" };
        let title = format!("{} iterations, error {:.1e}", entry.iterations, entry.residual);
        return format!("<td{class} title=\"{title}\">{}</td>", seconds(entry.seconds));
    }
    let status = entry.status.replace('_', " ");
    let reached =
        if entry.residual.is_nan() { String::new() } else { format!("{:.0e}, ", entry.residual) };
    let title = format!("{} iterations, {:.3} s", entry.iterations, entry.seconds);
    format!("<td class=\"failed\" title=\"{title}\">{reached}{}</td>", escaped(&status))
}

/// Seconds with three digits.
fn seconds(x: f64) -> String {
    let digits = (2.0 - x.max(1e-9).log10().floor()).clamp(0.0, 9.0) as usize;
    format!("{x:.digits$}")
}
