//! `drystone measure RESULTS [MEASURE…]`: numbers of a run, frame by frame.

use crate::{Failure, open_results, print};
use clap::Args;
use drystone::measures::{MEASURES, Measure, Value, find};
use drystone::results::Results;
use drystone::scene::did_you_mean;
use std::path::PathBuf;

/// Measure frames of a run: coordination, fabric, stress and more
#[derive(Args)]
#[command(after_help = "Examples:\n  drystone measure --list\n  \
                        drystone measure out-biaxial > measures.csv\n  \
                        drystone measure out-biaxial stress fabric --frame last\n  \
                        drystone measure out-biaxial stress -o stress.json")]
pub struct Arguments {
    /// The folder of a run, or its results.h5
    #[arg(required_unless_present = "list")]
    results: Option<PathBuf>,
    /// Names of measures; all if none is given
    #[arg(value_name = "MEASURE")]
    names: Vec<String>,
    /// Which frames: `all`, `last`, or a number counted from 0
    #[arg(long, default_value = "all")]
    frame: String,
    /// File to write, .csv or .json [default: CSV on the standard output]
    #[arg(short = 'o', long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// List the measures
    #[arg(long)]
    list: bool,
}

pub fn main(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.list {
        let row = |measure: &Measure| format!("  {:<14} {}\n", measure.name, measure.summary);
        return print(&MEASURES.iter().map(row).collect::<String>());
    }
    let Some(path) = &arguments.results else {
        return Err(Failure::input("a folder of results is needed"));
    };
    let measures = chosen(&arguments.names)?;
    let results = open_results(path)?;
    let constants = results.constants().map_err(Failure::input)?;
    let mut rows: Vec<(usize, Vec<Value>)> = vec![];
    for index in frames(&arguments.frame, results.frames())? {
        let frame = results.any_frame(index).map_err(Failure::input)?;
        let values = measures.iter().flat_map(|measure| measure.of(&frame, &constants));
        rows.push((index, values.collect()));
    }
    let is_json =
        arguments.out.as_ref().and_then(|file| file.extension()?.to_str()) == Some("json");
    let text = if is_json { json(&results, &rows) } else { csv(&results, &rows) };
    match &arguments.out {
        None => print(&text),
        Some(file) => std::fs::write(file, text)
            .map_err(|e| Failure::run(format!("cannot write `{}`: {e}", file.display()))),
    }
}

fn chosen(names: &[String]) -> Result<Vec<&'static Measure>, Failure> {
    if names.is_empty() {
        return Ok(MEASURES.iter().collect());
    }
    let found = names.iter().map(|name| {
        find(name).ok_or_else(|| {
            let help = did_you_mean(name, MEASURES.iter().map(|measure| measure.name))
                .unwrap_or("`drystone measure --list` lists them".to_string());
            Failure::input(format!("no measure `{name}`\nhelp: {help}"))
        })
    });
    found.collect()
}

fn frames(which: &str, count: usize) -> Result<Vec<usize>, Failure> {
    match (which, which.parse::<usize>()) {
        ("all", _) => Ok((0..count).collect()),
        ("last", _) if count > 0 => Ok(vec![count - 1]),
        (_, Ok(index)) if index < count => Ok(vec![index]),
        _ => Err(Failure::input(format!(
            "no frame `{which}`: there are {count}; give `all`, `last`, or a number from 0"
        ))),
    }
}

/// A row a frame; a number that is none is left empty.
fn csv(results: &Results, rows: &[(usize, Vec<Value>)]) -> String {
    let number = |x: f64| if x.is_finite() { format!("{x:e}") } else { String::new() };
    let head = |value: &Value| match value.unit {
        "" => value.name.clone(),
        unit => format!("{} ({unit})", value.name),
    };
    let names = rows.first().map_or(vec![], |row| row.1.iter().map(head).collect::<Vec<_>>());
    let mut text = format!("step,time (s),{}\n", names.join(","));
    for (index, values) in rows {
        let (step, time) = (results.steps()[*index], results.times()[*index]);
        let values: Vec<String> = values.iter().map(|value| number(value.value)).collect();
        text += &format!("{step},{time},{}\n", values.join(","));
    }
    text
}

/// An object a frame.
fn json(results: &Results, rows: &[(usize, Vec<Value>)]) -> String {
    let object = |(index, values): &(usize, Vec<Value>)| {
        let mut object = serde_json::Map::new();
        object.insert("step".into(), results.steps()[*index].into());
        object.insert("time".into(), results.times()[*index].into());
        for value in values {
            object.insert(value.name.clone(), value.value.into());
        }
        serde_json::Value::Object(object)
    };
    let all = serde_json::Value::Array(rows.iter().map(object).collect());
    format!("{all:#}\n")
}
