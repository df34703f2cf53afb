//! `drystone new TEMPLATE [FILE]`: a commented scene to start from.

use crate::gallery::{GALLERY, list};
use crate::{Failure, print};
use clap::Args;
use drystone::scene::did_you_mean;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

/// Write a commented scene to start from; without a name, list them
#[derive(Args)]
#[command(
    after_help = "Examples:\n  drystone new\n  drystone new blocks my-scene.toml\n  drystone new arch"
)]
pub struct Arguments {
    /// Name of the template
    template: Option<String>,
    /// File to write [default: TEMPLATE.toml]
    file: Option<PathBuf>,
}

/// Scenes that show the format rather than a result: name, one line, text.
const TEMPLATES: &[(&str, &str, &str)] = &[
    ("blocks", "a few blocks on a floor (2D)", include_str!("templates/blocks.toml")),
    ("grains", "disks poured into a box (2D)", include_str!("templates/grains.toml")),
    ("masonry", "a wall of blocks on a shaking table (2D)", include_str!("templates/masonry.toml")),
    ("space", "spheres and boxes with drives and loads (3D)", include_str!("templates/space.toml")),
];

/// Templates, then the gallery: name, one line, text.
fn scenes() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    TEMPLATES.iter().copied().chain(GALLERY.iter().map(|e| (e.name, e.title(), e.scene)))
}

pub fn main(arguments: &Arguments) -> Result<(), Failure> {
    let Some(name) = &arguments.template else {
        let rows = list(scenes().map(|(name, about, _)| (name, about)));
        return print(&format!("Written with `drystone new TEMPLATE [FILE]`:\n{rows}"));
    };
    let Some((_, _, text)) = scenes().find(|entry| entry.0 == name) else {
        let help = did_you_mean(name, scenes().map(|entry| entry.0))
            .unwrap_or("`drystone new` lists them".to_string());
        return Err(Failure::input(format!("no template `{name}`\nhelp: {help}")));
    };
    let file = arguments.file.clone().unwrap_or_else(|| PathBuf::from(format!("{name}.toml")));
    let shown = file.display();
    let written = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&file)
        .and_then(|mut open| open.write_all(text.as_bytes()));
    match written {
        Ok(()) => print(&format!("wrote {shown}; next: drystone run {shown}\n")),
        Err(e) if e.kind() == ErrorKind::AlreadyExists => {
            Err(Failure::input(format!("`{shown}` exists already; give another file name")))
        }
        Err(e) => Err(Failure::input(format!("cannot write `{shown}`: {e}"))),
    }
}
