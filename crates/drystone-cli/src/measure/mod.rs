//! `drystone measure RESULTS MEASURE…`: what can be read out of the frames of a run.

mod books;
mod figure;
mod options;
mod taking;
mod text;

use crate::plot::write;
use crate::{Failure, open_results, print};
use clap::Args;
use drystone::measures::{Kind, Measure, Refused, Scope, find, table};
use drystone::results::Results;
use drystone::scene::did_you_mean;
use options::Given;
use std::path::{Path, PathBuf};
use taking::{About, Taken, take};
use text::Sheet;

/// Measure the frames of a run: coordination, fabric, stress, force chains, fields, …
#[derive(Args)]
#[command(after_help = "Examples:\n  drystone measure out-arch\n  \
                        drystone measure out-arch stress coordination --plot stress.svg\n  \
                        drystone measure out-arch thrust_line joints -o tables\n  \
                        drystone measure out-disks-in-box resultant --bodies floor\n  \
                        drystone measure out-disks-in-box stress --region 0.1,0,0.7,0.2\n  \
                        drystone measure out-disks-in-box cut --cut y=0.1 --frame last\n  \
                        drystone measure out-disks-in-box distribution --plot forces.svg\n  \
                        drystone measure out-disks-in-box fields --grid 20,10 -o fields.csv\n  \
                        drystone measure out-disks-in-box displacement --from 10 --frame 40\n\n\
                        `energies` of a whole scene come with its works and dissipation since the start.")]
pub struct Arguments {
    /// The folder of a run, or its results.h5
    #[arg(required_unless_present = "list")]
    results: Option<PathBuf>,
    /// Names of measures; all that give numbers if none is given
    #[arg(value_name = "MEASURE")]
    names: Vec<String>,
    /// Which frames: `all`, `last`, a number counted from 0, or from the end if negative, or
    /// FIRST:LAST:EVERY [default: all for numbers, last for tables]
    #[arg(long, allow_hyphen_values = true)]
    frame: Option<String>,
    /// The frame to compare with, where two are compared: `last` or a number [default: the first]
    #[arg(long, value_name = "FRAME", allow_hyphen_values = true)]
    from: Option<String>,
    #[command(flatten)]
    given: Given,
    /// File to write, .csv or .json, or a folder for several [default: CSV on the standard output]
    #[arg(short = 'o', long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Plot to draw, .png or .svg: numbers against time, distributions, lines of thrust
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// List the measures
    #[arg(long)]
    list: bool,
}

pub fn main(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.list {
        let rows = |tables: bool| -> String {
            let kind = |m: &Measure<2>| matches!(m.kind, Kind::Table(_)) == tables;
            let row = |m: Measure<2>| format!("  {:<14} {}\n", m.name, m.summary);
            table::<2>().into_iter().filter(kind).map(row).collect()
        };
        let [numbers, tables] = [rows(false), rows(true)];
        return print(&format!(
            "Numbers of each frame, which [record] measures can record too:\n{numbers}\
             Tables:\n{tables}"
        ));
    }
    let Some(path) = &arguments.results else {
        return Err(Failure::input("a folder of results is needed"));
    };
    let results = open_results(path)?;
    if results.dimension() == 2 {
        go::<2>(arguments, &results)
    } else {
        go::<3>(arguments, &results)
    }
}

fn go<const D: usize>(arguments: &Arguments, results: &Results) -> Result<(), Failure> {
    let measures = chosen::<D>(&arguments.names)?;
    let constants = results.constants().map_err(Failure::input)?;
    let options = arguments.given.options(D)?;
    let scope = Scope::<D>::new(&options, &constants)
        .map_err(|refused| Failure::input(format!("{}: {}", flag(&refused), refused.message)))?;
    let needs = measures.iter().find(|m| m.needs == Some("cut") && scope.cut.is_none());
    if let Some(measure) = needs {
        let name = measure.name;
        let help = "help: give one, such as `--cut y=1.5`";
        return Err(Failure::input(format!("`{name}` needs a plane\n{help}")));
    }
    let needs = measures.iter().find(|m| m.needs == Some("at") && scope.at.is_none());
    if let Some(measure) = needs {
        let name = measure.name;
        let help = if D == 2 { "`--at 0,1.5`" } else { "`--at 0,0,1.5`" };
        return Err(Failure::input(format!(
            "`{name}` needs a point\nhelp: give one, such as {help}"
        )));
    }
    let geometry = results.geometry::<D>().map_err(Failure::input)?;
    let about = About { constants, geometry, scope };
    let taken = take(arguments, results, &measures, &about)?;
    if let Some(file) = &arguments.plot {
        let title = results.remarked_title().map_err(Failure::input)?;
        write(&figure::figure(title, &taken)?, file)?;
        print(&format!("{}\n", file.display()))?;
        if arguments.out.is_none() {
            return Ok(());
        }
    }
    let of_numbers = measures.iter().filter(|m| matches!(m.kind, Kind::Numbers(_)));
    deliver(&taken, &of_numbers.map(|m| m.name).collect::<Vec<_>>(), arguments.out.as_deref())
}

/// The option of the command line that was refused.
fn flag(refused: &Refused) -> String {
    // One cell a time.
    format!("--{}", if refused.option == "cells" { "cell" } else { refused.option })
}

fn chosen<const D: usize>(names: &[String]) -> Result<Vec<Measure<D>>, Failure> {
    if names.is_empty() {
        let plain = |m: &Measure<D>| matches!(m.kind, Kind::Numbers(_)) && m.needs.is_none();
        return Ok(table().into_iter().filter(plain).collect());
    }
    let mut found: Vec<Measure<D>> = vec![];
    for name in names {
        let name = name.replace('-', "_");
        if found.iter().any(|measure| measure.name == name) {
            continue;
        }
        found.push(find(&name).ok_or_else(|| {
            let help = did_you_mean(&name, table::<D>().iter().map(|measure| measure.name))
                .unwrap_or("`drystone measure --list` lists them".to_string());
            Failure::input(format!("no measure `{name}`\nhelp: {help}"))
        })?);
    }
    Ok(found)
}

/// Writes sheets: one to the standard output or a file, several into a folder. Measures of these names gave numbers.
fn deliver(taken: &Taken, of_numbers: &[&str], out: Option<&Path>) -> Result<(), Failure> {
    let numbers = taken.numbers.iter().map(|sheet| ("numbers", sheet));
    let tables = taken.tables.iter().map(|(name, sheet)| (*name, sheet));
    let sheets: Vec<(&str, &Sheet)> = numbers.chain(tables).collect();
    let save = |file: &Path, text: String| {
        std::fs::write(file, text)
            .map_err(|e| Failure::run(format!("cannot write `{}`: {e}", file.display())))
    };
    // A folder that is there already is one, whatever its name ends in.
    let file = out.filter(|out| !out.is_dir());
    let ending = file.and_then(|file| file.extension()?.to_str());
    match (out, ending, sheets.as_slice()) {
        (_, _, []) => Ok(()),
        (None, _, [(_, sheet)]) => print(&sheet.csv()),
        (Some(file), Some("csv"), [(_, sheet)]) => save(file, sheet.csv()),
        (Some(file), Some("json"), [(_, sheet)]) => save(file, sheet.json()),
        (Some(folder), None, _) => {
            std::fs::create_dir_all(folder).map_err(|e| {
                Failure::input(format!("cannot make the folder `{}`: {e}", folder.display()))
            })?;
            for (name, sheet) in &sheets {
                let file = folder.join(format!("{name}.csv"));
                save(&file, sheet.csv())?;
                save(&file.with_extension("json"), sheet.json())?;
                print(&format!("{}\n", file.display()))?;
            }
            Ok(())
        }
        (Some(file), Some(ending), _) if !matches!(ending, "csv" | "json") => {
            let shown = file.display();
            Err(Failure::input(format!("`{shown}` must end in .csv or .json, or be a folder")))
        }
        (_, _, sheets) => {
            let tables: Vec<&str> = taken.tables.iter().map(|(name, _)| *name).collect();
            let mut kinds: Vec<String> = match of_numbers {
                [] => vec![],
                [one] => vec![format!("`{one}` gives numbers, a row a frame")],
                some => vec![format!("`{}` give numbers, a row a frame", some.join("`, `"))],
            };
            kinds.extend(tables.iter().map(|name| format!("`{name}` a table of its own")));
            let example = of_numbers.first().or(tables.first()).unwrap_or(&"stress");
            Err(Failure::input(format!(
                "these measures do not fit into one table: {}\nhelp: `-o FOLDER` writes {} files into a \
                 folder, or ask for one at a time: `drystone measure RESULTS {example}`",
                kinds.join(", "),
                sheets.len()
            )))
        }
    }
}
