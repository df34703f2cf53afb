//! `drystone demo [NAME]`: list the gallery, or run a scene of it.

use crate::gallery::{GALLERY, list};
use crate::run::{RunOptions, execute};
use crate::{Failure, print};
use clap::Args;
use drystone::scene::{Scene, did_you_mean};
use std::path::Path;

/// Run a scene of the gallery; without a name, list them
#[derive(Args)]
#[command(after_help = "Examples:\n  drystone demo\n  drystone demo arch --out out/arch\n  \
                        drystone demo stack --set duration=2")]
pub struct Arguments {
    /// Name of the scene
    name: Option<String>,
    #[command(flatten)]
    options: RunOptions,
}

pub fn main(arguments: &Arguments) -> Result<(), Failure> {
    let Some(name) = &arguments.name else {
        let rows = list(GALLERY.iter().map(|entry| (entry.name, entry.title())));
        return print(&format!("Scenes of the gallery, run with `drystone demo NAME`:\n{rows}"));
    };
    let Some(entry) = GALLERY.iter().find(|entry| entry.name == name) else {
        let help = did_you_mean(name, GALLERY.iter().map(|entry| entry.name))
            .unwrap_or("`drystone demo` lists them".to_string());
        return Err(Failure::input(format!("no scene `{name}` in the gallery\nhelp: {help}")));
    };
    let file = format!("gallery/{name}/scene.toml");
    let scene = Scene::parse(&file, entry.scene, &arguments.options.set, Path::new(""))
        .map_err(Failure::input)?;
    // A demo is there to be looked at.
    execute(scene, name, &RunOptions { view: true, ..arguments.options.clone() })
}
