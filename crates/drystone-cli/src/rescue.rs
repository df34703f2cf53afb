//! `drystone rescue FILE`: saves the frames of a file of results that was cut off.

use crate::{Failure, print};
use clap::Args;
use drystone::results::{FILE, rescue};
use std::path::PathBuf;

/// Save what is whole in a file of results that was cut off
#[derive(Args)]
#[command(after_help = "Examples:\n  drystone rescue out-arch\n  \
                        drystone rescue half-copied.h5 -o arch.h5\n\n\
                        The new file has all frames up to the first that is not whole any more,\n\
                        and the old one stays as it is.")]
pub struct Arguments {
    /// The folder of a run, or its results.h5
    results: PathBuf,
    /// File to write [default: rescued.h5 beside the old one]
    #[arg(short = 'o', long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub fn main(arguments: &Arguments) -> Result<(), Failure> {
    let path = &arguments.results;
    let file = if path.is_dir() { path.join(FILE) } else { path.clone() };
    let out = arguments.out.clone().unwrap_or_else(|| file.with_file_name("rescued.h5"));
    if out.exists() {
        let message = format!("`{}` exists; choose another file with -o", out.display());
        return Err(Failure::input(message));
    }
    let saved = rescue(&file, &out).map_err(Failure::input)?;
    print(&format!("{}: {} of {} frames\n", out.display(), saved.frames, saved.of))
}
