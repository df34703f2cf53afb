//! `drystone export FORMAT RESULTS`: frames as files that ParaView reads.

use crate::frames::Chosen;
use crate::{Failure, open_results, print};
use clap::{Args, ValueEnum};
use drystone::record::frames::{FrameWriter, grids};
use drystone::record::sight::{Sight, Surroundings};
use drystone::record::vtkhdf::Transient;
use drystone::results::Results;
use std::io;
use std::path::{Path, PathBuf};

/// Write frames of a run as files for ParaView
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    drystone export vtu out-arch\n  \
    drystone export vtkhdf out-arch --frame ::10 -o paraview\n\n\
    Open bodies.pvd (surfaces with velocity and displacement) and contacts.pvd (a point each\n\
    with gap, force and status) in ParaView, or bodies.vtkhdf and contacts.vtkhdf in ParaView\n\
    5.12 and later; they hold the times of the frames. With joints there are joints.pvd and\n\
    joints.vtkhdf too: force, moment, coordinate, velocity and status of each. With deformable\n\
    bodies there are meshes (elements with stress, strain, von Mises and principal stresses, nodes\n\
    with displacement and velocity) and skins (facets with the pressure of contacts).")]
pub struct Arguments {
    /// The kind of files
    format: Format,
    /// The folder of a run, or its results.h5
    results: PathBuf,
    /// Which frames: `all`, `last`, a number counted from 0 (from the end if negative), or
    /// `FIRST:LAST:EVERY`
    #[arg(long, default_value = "all", allow_hyphen_values = true)]
    frame: String,
    /// Folder to write to [default: the folder of the run]
    #[arg(short = 'o', long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// A file a frame, and a collection with the times
    Vtu,
    /// All frames in one file
    Vtkhdf,
}

pub fn main(arguments: &Arguments) -> Result<(), Failure> {
    let results = open_results(&arguments.results)?;
    let frames = Chosen::parse(&arguments.frame, results.frames())?;
    let folder = match &arguments.out {
        Some(folder) => folder.clone(),
        None => results.path().parent().map_or(PathBuf::new(), PathBuf::from),
    };
    if results.dimension() == 2 {
        export::<2>(&results, &frames, arguments.format, &folder)?;
    } else {
        export::<3>(&results, &frames, arguments.format, &folder)?;
    }
    let extension = match arguments.format {
        Format::Vtu => "pvd",
        Format::Vtkhdf => "vtkhdf",
    };
    let line = |name: &str| format!("{}\n", folder.join(name).with_extension(extension).display());
    let has_joints = !results.joints().map_err(Failure::input)?.is_empty();
    let mut lines = line("bodies") + &line("contacts");
    if has_joints {
        lines += &line("joints");
    }
    if !results.meshes().is_empty() {
        lines += &(line("meshes") + &line("skins"));
    }
    print(&lines)
}

fn export<const D: usize>(
    results: &Results,
    frames: &Chosen,
    format: Format,
    folder: &Path,
) -> Result<(), Failure> {
    let failed =
        |e: io::Error| Failure::run(format!("cannot write to `{}`: {e}", folder.display()));
    std::fs::create_dir_all(folder).map_err(failed)?;
    match format {
        Format::Vtu => {
            let mut writer = FrameWriter::new(folder).map_err(failed)?;
            look::<D>(results, frames, |sight| writer.write(sight).map_err(failed))?;
            writer.finish().map_err(failed)
        }
        Format::Vtkhdf => {
            let mut files: Vec<(&str, Transient)> = vec![];
            look::<D>(results, frames, |sight| {
                for (name, fixed, grid) in grids(sight) {
                    let known = files.iter().position(|(known, _)| *known == name);
                    let place = known.unwrap_or_else(|| {
                        files.push((name, Transient::new(fixed)));
                        files.len() - 1
                    });
                    files[place].1.add(sight.frame.time, grid).map_err(failed)?;
                }
                Ok(())
            })?;
            for (name, file) in files {
                file.write(&folder.join(name).with_extension("vtkhdf")).map_err(failed)?;
            }
            Ok(())
        }
    }
}

/// Looks at frames one after the other.
fn look<const D: usize>(
    results: &Results,
    frames: &Chosen,
    mut see: impl FnMut(&Sight<D>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let surroundings = Surroundings::of(results).map_err(Failure::input)?;
    for index in &frames.indices {
        let frame = results.frame::<D>(*index).map_err(Failure::input)?;
        see(&surroundings.around(&frame))?;
    }
    Ok(())
}
