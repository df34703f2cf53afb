//! `drystone plot RESULTS SERIES…`: quantities of a run against time.

use crate::{Failure, open_results, print};
use clap::Args;
use drystone::measures::quantity;
use drystone::record::plot::{Axis, Figure, Panel, Scale, Series};
use drystone::results::Results;
use drystone::scene::did_you_mean;
use std::path::{Path, PathBuf};

/// Plot quantities of a run against time; without a name, list them
#[derive(Args)]
#[command(after_help = "Examples:\n  drystone plot out-arch\n  \
                        drystone plot out-arch kinetic-energy residual\n  \
                        drystone plot out-arch penetration-max --with out-fine -o penetration.svg\n\n\
                        A name that several begin with stands for all of them: `residual` for\n\
                        residual_natural_map, residual_contact_max and residual_quadratic_mean.\n\
                        Quantities of one kind share a panel.")]
pub struct Arguments {
    /// The folder of a run, or its results.h5
    results: PathBuf,
    /// Names of series
    #[arg(value_name = "SERIES")]
    names: Vec<String>,
    /// Another run to compare with; may be given several times
    #[arg(long, value_name = "RESULTS")]
    with: Vec<PathBuf>,
    /// Logarithmic values; residuals are always drawn so
    #[arg(long)]
    log: bool,
    /// File to write, .png or .svg [default: plot.png and plot.svg in the folder of the run]
    #[arg(short = 'o', long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub fn main(arguments: &Arguments) -> Result<(), Failure> {
    let first = open_results(&arguments.results)?;
    let units = units(&first)?;
    if arguments.names.is_empty() {
        let rows = units.iter().map(|(name, unit)| match unit.as_str() {
            "" => format!("  {name}\n"),
            unit => format!("  {name} ({unit})\n"),
        });
        return print(&format!(
            "Series of {}:\n{}",
            first.path().display(),
            rows.collect::<String>()
        ));
    }
    let chosen = chosen(&arguments.names, &units)?;
    let others =
        arguments.with.iter().map(|path| open_results(path)).collect::<Result<Vec<_>, _>>()?;
    let runs: Vec<&Results> = std::iter::once(&first).chain(&others).collect();
    let panels = panels(&chosen, &runs, arguments.log)?;
    let figure = Figure { title: title(&runs)?, panels };
    let files = match &arguments.out {
        Some(file) => vec![file.clone()],
        None => {
            let folder = first.path().parent().unwrap_or(Path::new("")).to_path_buf();
            vec![folder.join("plot.png"), folder.join("plot.svg")]
        }
    };
    for file in &files {
        write(&figure, file)?;
        print(&format!("{}\n", file.display()))?;
    }
    Ok(())
}

/// The title of the first run, and below it what must be known beside the results of each.
fn title(runs: &[&Results]) -> Result<String, Failure> {
    let mut title = vec![runs[0].title()];
    for run in runs {
        let remarks = run.remarks().map_err(Failure::input)?.short();
        let whose = if runs.len() > 1 { format!("{}: ", folder_of(run)) } else { String::new() };
        title.extend(remarks.iter().map(|remark| format!("{whose}{remark}")));
    }
    Ok(title.join("\n"))
}

/// Every series with its unit.
fn units(results: &Results) -> Result<Vec<(String, String)>, Failure> {
    let lists = results.lists().map_err(Failure::input)?;
    let of_series = |(path, _, _, unit): (String, u64, u64, String)| {
        path.strip_prefix("series/").map(|name| (name.to_string(), unit))
    };
    let is_asked_for = |entry: &(String, String)| !matches!(entry.0.as_str(), "step" | "time");
    Ok(lists.into_iter().filter_map(of_series).filter(is_asked_for).collect())
}

/// The series that names stand for, each once.
fn chosen(names: &[String], units: &[(String, String)]) -> Result<Vec<(String, String)>, Failure> {
    let mut chosen: Vec<(String, String)> = vec![];
    for name in names {
        let name = name.replace('-', "_");
        let exact: Vec<_> = units.iter().filter(|(known, _)| *known == name).collect();
        let beginning = format!("{name}_");
        let found = if exact.is_empty() {
            units.iter().filter(|(known, _)| known.starts_with(&beginning)).collect()
        } else {
            exact
        };
        if found.is_empty() {
            let help = did_you_mean(&name, units.iter().map(|(known, _)| known.as_str()))
                .unwrap_or("`drystone plot RESULTS` lists them".to_string());
            return Err(Failure::input(format!("no series `{name}`\nhelp: {help}")));
        }
        for entry in found {
            if !chosen.contains(entry) {
                chosen.push(entry.clone());
            }
        }
    }
    Ok(chosen)
}

/// A panel for each kind of quantity.
fn panels(
    chosen: &[(String, String)],
    runs: &[&Results],
    log: bool,
) -> Result<Vec<Panel>, Failure> {
    let mut panels = vec![];
    for (label, mine) in by_kind(chosen, |(name, unit)| (name.as_str(), unit.as_str())) {
        let residual = mine.iter().any(|(name, _)| name.starts_with("residual"));
        let mut series = vec![];
        for run in runs {
            let times = run.series("time").map_err(Failure::input)?;
            for (name, _) in &mine {
                let values = run.series(name).map_err(Failure::input)?;
                let points = times.iter().zip(values).map(|(t, x)| [*t, x]).collect();
                series.push(Series::line(&legend(name, run, runs.len()), points));
            }
        }
        let scale = if log || residual { Scale::Log } else { Scale::Linear };
        panels.push(Panel {
            x: Axis::new("time (s)", Scale::Linear),
            y: Axis::new(&label, scale),
            equal: false,
            series,
        });
    }
    Ok(panels)
}

/// Numbers, given by names and units, that can share an axis, each group with the words for it.
pub fn by_kind<T>(all: &[T], name_and_unit: impl Fn(&T) -> (&str, &str)) -> Vec<(String, Vec<&T>)> {
    let kind = |one: &T| {
        let (name, unit) = name_and_unit(one);
        (quantity(name, unit).unwrap_or(name).to_string(), unit.to_string())
    };
    let mut groups: Vec<((String, String), Vec<&T>)> = vec![];
    for one in all {
        let kind = kind(one);
        match groups.iter_mut().find(|group| group.0 == kind) {
            Some((_, members)) => members.push(one),
            None => groups.push((kind, vec![one])),
        }
    }
    let mut labelled = vec![];
    for ((words, unit), members) in groups {
        // One alone is called by its own name.
        let words = if let [one] = members.as_slice() { name_and_unit(one).0 } else { &words };
        labelled.push((axis_label(words, &unit), members));
    }
    labelled
}

/// What an axis shows, with its unit.
pub fn axis_label(name: &str, unit: &str) -> String {
    let words = name.replace('_', " ");
    if unit.is_empty() { words } else { format!("{words} ({unit})") }
}

fn legend(name: &str, run: &Results, runs: usize) -> String {
    let words = name.replace('_', " ");
    if runs == 1 {
        return words;
    }
    format!("{words}, {}", folder_of(run))
}

/// The folder that a run is known by.
fn folder_of(run: &Results) -> String {
    let folder = run.path().parent().and_then(Path::file_name);
    folder.map_or("results".into(), |name| name.to_string_lossy().into_owned())
}

/// Writes a figure as its file's ending says.
pub fn write(figure: &Figure, file: &Path) -> Result<(), Failure> {
    let failed = |e| Failure::run(format!("cannot write `{}`: {e}", file.display()));
    let bytes = match file.extension().and_then(|e| e.to_str()) {
        Some("svg") => figure.svg().into_bytes(),
        Some("png") => figure.png().map_err(failed)?,
        _ => {
            let message = format!("`{}` must end in .png or .svg", file.display());
            return Err(Failure::input(message));
        }
    };
    std::fs::write(file, bytes).map_err(failed)
}
