//! `drystone info FILE`: what a run has left behind.

use crate::{Failure, open_results, print};
use clap::Args;
use drystone::results::checkpoint::{CHECKPOINT, Checkpoint};
use drystone::results::{Extras, Results};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Say what is in a file of results, or in a folder of them
#[derive(Args)]
#[command(after_help = "Examples:\n  drystone info out-arch\n  \
                        drystone info out-arch/results.h5 --lists\n  \
                        drystone info out-arch --scene > scene.toml")]
pub struct Arguments {
    /// The file, or the folder of a run
    path: PathBuf,
    /// List every quantity with its length and unit
    #[arg(long)]
    lists: bool,
    /// Print the scene as it was run, and nothing else
    #[arg(long, conflicts_with_all = ["lists", "json"])]
    scene: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn main(arguments: &Arguments) -> Result<(), Failure> {
    let results = open_results(&arguments.path)?;
    let file = results.path();
    if arguments.scene {
        return print(results.scene());
    }
    let size = std::fs::metadata(file).map_or(0, |data| data.len());
    let text = if arguments.json { json(&results, size)? } else { words(&results, size)? };
    print(&text)?;
    if arguments.lists && !arguments.json {
        print(&lists(&results)?)?;
    }
    if !arguments.json
        && let Some(line) = checkpoint(file)
    {
        print(&line)?;
    }
    Ok(())
}

fn words(results: &Results, size: u64) -> Result<String, Failure> {
    let packing = results.packing();
    let contacts = (0..results.frames()).map(|k| results.contacts(k));
    let (least, most) = contacts.fold((usize::MAX, 0), |(a, b), n| (a.min(n), b.max(n)));
    let frames = match results.times() {
        [] => "no frames".to_string(),
        times => format!(
            "{} frames from t = {} to {} s (steps {} to {}), {least} to {most} contacts",
            times.len(),
            times[0],
            times[times.len() - 1],
            results.steps()[0],
            results.steps()[times.len() - 1],
        ),
    };
    let names = results.series_names().map_err(Failure::input)?;
    let rows = results.series("step").map_err(Failure::input)?.len();
    let Extras { memory, rolling, heat, .. } = results.extras();
    let extras = [(memory, "bonds and memory"), (rolling, "couples"), (heat, "heat")];
    let extras: Vec<&str> = extras.iter().filter(|extra| extra.0).map(|extra| extra.1).collect();
    let extras = match extras.as_slice() {
        [] => String::new(),
        some => format!("contacts with {}\n", some.join(", ")),
    };
    let joints = match results.joints().map_err(Failure::input)?.len() {
        0 => String::new(),
        1 => "1 joint with its force\n".to_string(),
        n => format!("{n} joints with their forces\n"),
    };
    let counts = results.meshes().counts(results.dimension());
    let meshes = match results.meshes().list.len() {
        0 => String::new(),
        n => format!(
            "{n} deformable {} with {} nodes, {} elements, {} facets\n",
            if n == 1 { "body" } else { "bodies" },
            counts.nodes,
            counts.elements,
            counts.facets
        ),
    };
    let remarks = results.remarks().map_err(Failure::input)?.sentences();
    let remarks: String = remarks.iter().map(|remark| format!("warning: {remark}\n")).collect();
    Ok(format!(
        "{}: {}, written by drystone {} (build {})\n{} dimensions, {} bodies, time step {} s\n{frames}\n\
         {extras}{joints}{meshes}{} series of {rows} rows\n{} precision, compression {}\n{remarks}",
        results.path().display(),
        bytes(size),
        results.version(),
        results.build(),
        results.dimension(),
        results.bodies(),
        results.time_step(),
        names.len(),
        if packing.single { "single" } else { "double" },
        packing.compression
    ))
}

fn json(results: &Results, size: u64) -> Result<String, Failure> {
    let names = results.series_names().map_err(Failure::input)?;
    let contacts: Vec<usize> = (0..results.frames()).map(|k| results.contacts(k)).collect();
    let object = serde_json::json!({
        "file": results.path().display().to_string(),
        "bytes": size,
        "drystone": results.version(),
        "build": results.build(),
        "dimension": results.dimension(),
        "bodies": results.bodies(),
        "time_step": results.time_step(),
        "frames": results.frames(),
        "times": results.times(),
        "steps": results.steps(),
        "contacts": contacts,
        "series": names,
        "remarks": results.remarks().map_err(Failure::input)?.sentences(),
    });
    Ok(format!("{object}\n"))
}

fn lists(results: &Results) -> Result<String, Failure> {
    let mut text = format!("{:<32} {:>12} {:>4}  unit\n", "list", "numbers", "of");
    for (path, numbers, components, unit) in results.lists().map_err(Failure::input)? {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{path:<32} {numbers:>12} {components:>4}  {unit}");
    }
    Ok(text)
}

/// The checkpoint beside a file of results, if there is one.
fn checkpoint(file: &Path) -> Option<String> {
    let folder = file.parent()?;
    let path = folder.join(CHECKPOINT);
    if !path.exists() {
        return None;
    }
    Some(match Checkpoint::read(&path) {
        Ok(at) => format!(
            "checkpoint at step {} (t = {} s), for `drystone run --resume {}`\n",
            at.step,
            at.time,
            folder.display()
        ),
        Err(error) => format!("checkpoint not usable: {error}\n"),
    })
}

fn bytes(size: u64) -> String {
    match size as f64 {
        x if x < 1e3 => format!("{size} bytes"),
        x if x < 1e6 => format!("{:.1} kB", x / 1e3),
        x if x < 1e9 => format!("{:.1} MB", x / 1e6),
        x => format!("{:.2} GB", x / 1e9),
    }
}
