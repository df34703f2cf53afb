//! `drystone render RESULTS`: pictures and films of a run.

mod style;

use crate::frames::Chosen;
use crate::words::tell;
use crate::{Failure, open_results, print};
use clap::Args;
use drystone::record::picture::animation::Film;
use drystone::record::picture::{Drawing, Scales, Style, draw};
use drystone::record::sight::{Sight, Surroundings};
use drystone::results::Results;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use style::{numbers, style};

/// Draw frames of a run: .png, .svg, .gif, or .mp4 where ffmpeg is installed
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    drystone render out-arch\n  \
    drystone render out-arch --color pressure -o pressure.svg\n  \
    drystone render out-arch --deformed 500 --crosses --no-forces\n  \
    drystone render out-dam --color mises --magnify 1000 --crosses\n  \
    drystone render out-column --color speed -o column.gif\n  \
    drystone render out-rockfall --camera 60,35 --forces -o chains.png\n\n\
    Colours: speed, spin, displacement, rotation, pressure, stress, shear, coordination,\n\
    layer (by height at the beginning), none. Of elements of deformable bodies: mises, tension and\n\
    compression (greatest and least principal stress), stress_xx, stress_yy, stress_zz, stress_xy,\n\
    stress_yz, stress_zx, plastic; of their skins: contact_pressure.\n\
    With --frame all, pictures are numbered: wall.png becomes wall_0000.png and so on, and\n\
    colours and forces mean the same in all of them.")]
pub struct Arguments {
    /// The folder of a run, or its results.h5
    results: PathBuf,
    /// Which frame: `last`, `all`, a number counted from 0 (from the end if negative), or
    /// `FIRST:LAST:EVERY` [default: last, all for a film]
    #[arg(long, allow_hyphen_values = true)]
    frame: Option<String>,
    /// What bodies are coloured by
    #[arg(long, alias = "colour", value_name = "QUANTITY", default_value = "none")]
    color: String,
    /// First and last value of the colours [default: from the frames]
    #[arg(
        long,
        value_name = "LOW,HIGH",
        value_delimiter = ',',
        num_args = 1,
        allow_hyphen_values = true
    )]
    range: Option<Vec<f64>>,
    /// Show contact forces [default: in the plane]
    #[arg(long, overrides_with = "no_forces")]
    forces: bool,
    /// Show no contact forces
    #[arg(long)]
    no_forces: bool,
    /// Show no bonds: teal where they are whole, yellow damaged, purple broken
    #[arg(long)]
    no_bonds: bool,
    /// No marks of joints
    #[arg(long)]
    no_joints: bool,
    /// The force of the thickest line (N) [default: the greatest]
    #[arg(long, value_name = "FORCE")]
    force_scale: Option<f64>,
    /// Magnify displacements and rotations from the first frame by this factor
    #[arg(long, value_name = "FACTOR", allow_hyphen_values = true)]
    deformed: Option<f64>,
    /// Magnify deformations beside the motion of each body as a whole by this factor
    #[arg(long, value_name = "FACTOR", allow_hyphen_values = true, conflicts_with = "deformed")]
    magnify: Option<f64>,
    /// Show principal stresses as crosses: compression blue, tension orange (plane)
    #[arg(long)]
    crosses: bool,
    /// Show velocities as arrows (plane)
    #[arg(long)]
    arrows: bool,
    /// Show no axes
    #[arg(long)]
    no_axes: bool,
    /// From where space is looked at: iso, front, back, left, right, top, or AZIMUTH,ELEVATION in
    /// degrees (space) [default: iso]
    #[arg(long, allow_hyphen_values = true)]
    camera: Option<String>,
    /// How many times larger than to fill the picture (space) [default: 1]
    #[arg(long)]
    zoom: Option<f64>,
    /// What is in the middle of the picture (space)
    #[arg(
        long,
        value_name = "X,Y,Z",
        value_delimiter = ',',
        num_args = 1,
        allow_hyphen_values = true
    )]
    target: Option<Vec<f64>>,
    /// The part that is shown (plane)
    #[arg(
        long,
        value_name = "X0,Y0,X1,Y1",
        value_delimiter = ',',
        num_args = 1,
        allow_hyphen_values = true
    )]
    window: Option<Vec<f64>>,
    /// Pixels of the scene's longer side
    #[arg(long, default_value_t = 1300)]
    size: u32,
    /// Pictures a second of a film
    #[arg(long, default_value_t = 20.0)]
    fps: f64,
    /// File to write, .png, .svg, .gif or .mp4 [default: render.png in the folder of the run]
    #[arg(short = 'o', long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Arguments {
    /// Whether a film is asked for.
    fn is_film(&self) -> bool {
        self.out.as_ref().is_some_and(|file| is_film(file))
    }
}

fn is_film(file: &Path) -> bool {
    matches!(file.extension().and_then(|e| e.to_str()), Some("gif" | "mp4"))
}

pub fn main(arguments: &Arguments) -> Result<(), Failure> {
    let results = open_results(&arguments.results)?;
    let style = style(arguments, results.dimension())?;
    let otherwise = if arguments.is_film() { "all" } else { "last" };
    let frames = arguments.frame.as_deref().unwrap_or(otherwise);
    let frames = Chosen::parse(frames, results.frames())?;
    if results.dimension() == 2 {
        Artist::<2>::new(arguments, &results, style)?.work(&frames)
    } else {
        Artist::<3>::new(arguments, &results, style)?.work(&frames)
    }
}

/// Draws frames of one run.
struct Artist<'a, const D: usize> {
    arguments: &'a Arguments,
    results: &'a Results,
    style: Style,
    surroundings: Surroundings<D>,
}

impl<'a, const D: usize> Artist<'a, D> {
    fn new(arguments: &'a Arguments, results: &'a Results, style: Style) -> Result<Self, Failure> {
        let surroundings = Surroundings::of(results).map_err(Failure::input)?;
        Ok(Self { arguments, results, style, surroundings })
    }

    /// Looks at a frame.
    fn look<T>(&self, index: usize, see: impl FnOnce(&Sight<D>) -> T) -> Result<T, Failure> {
        let frame = self.results.frame::<D>(index).map_err(Failure::input)?;
        let magnification = self.arguments.deformed.unwrap_or(1.0);
        let stretch = self.arguments.magnify.unwrap_or(1.0);
        Ok(see(&Sight { magnification, stretch, ..self.surroundings.around(&frame) }))
    }

    /// What lengths and colours stand for in all of these frames.
    fn scales(&self, frames: &[usize]) -> Result<Scales, Failure> {
        let mut all: Option<Scales> = None;
        for index in frames {
            let own = self.look(*index, |sight| Scales::of(sight, &self.style))?;
            all = Some(all.map_or(own, |all| all.join(&own)));
        }
        let mut scales = all.ok_or_else(|| Failure::input("there is no frame to draw"))?;
        match numbers::<2>(self.arguments.range.as_deref(), "--range LOW,HIGH")? {
            Some([low, high]) if low < high => scales.colour = [low, high],
            Some(_) => return Err(Failure::input("--range: the first number must be the lower")),
            None => {}
        }
        match self.arguments.force_scale {
            Some(force) if force > 0.0 && force.is_finite() => scales.force = force,
            Some(force) => {
                return Err(Failure::input(format!("--force-scale must be positive, not {force}")));
            }
            None => {}
        }
        Ok(scales)
    }

    fn work(&self, frames: &Chosen) -> Result<(), Failure> {
        let file = match &self.arguments.out {
            Some(file) => file.clone(),
            None => self.results.path().with_file_name("render.png"),
        };
        let kind = file.extension().and_then(|e| e.to_str()).unwrap_or_default().to_string();
        if !matches!(kind.as_str(), "png" | "svg" | "gif" | "mp4") {
            let message = format!("`{}` must end in .png, .svg, .gif or .mp4", file.display());
            return Err(Failure::input(message));
        }
        let scales = self.scales(&frames.indices)?;
        let drawing = |index: usize| self.look(index, |sight| draw(sight, &self.style, &scales));
        if is_film(&file) {
            return self.film(&file, &frames.indices, drawing);
        }
        for index in &frames.indices {
            let file = if frames.several { numbered(&file, *index) } else { file.clone() };
            write(&drawing(*index)?, &file)?;
            print(&format!("{}\n", file.display()))?;
        }
        Ok(())
    }

    fn film(
        &self,
        file: &Path,
        frames: &[usize],
        drawing: impl Fn(usize) -> Result<Drawing, Failure>,
    ) -> Result<(), Failure> {
        let failed = |e| Failure::run(format!("cannot write `{}`: {e}", file.display()));
        let mut film: Option<Film> = None;
        let shows_progress = std::io::stderr().is_terminal();
        for (done, index) in frames.iter().enumerate() {
            let picture = drawing(*index)?;
            let growing = match &mut film {
                Some(film) => film,
                None => {
                    let new = Film::create(file, &picture, self.arguments.fps).map_err(failed)?;
                    film.insert(new)
                }
            };
            growing.add(&picture).map_err(failed)?;
            if shows_progress {
                tell(&format!("\r{} of {} pictures", done + 1, frames.len()));
            }
        }
        if shows_progress {
            tell("\n");
        }
        match film {
            Some(film) => film.finish().map_err(failed)?,
            None => return Err(Failure::input("there is no frame to draw")),
        }
        print(&format!("{}\n", file.display()))
    }
}

/// The file of one of several pictures.
fn numbered(file: &Path, index: usize) -> PathBuf {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let extension = file.extension().unwrap_or_default().to_string_lossy();
    file.with_file_name(format!("{stem}_{index:04}.{extension}"))
}

fn write(drawing: &Drawing, file: &Path) -> Result<(), Failure> {
    let failed = |e| Failure::run(format!("cannot write `{}`: {e}", file.display()));
    let bytes = match file.extension().and_then(|e| e.to_str()) {
        Some("svg") => drawing.svg().into_bytes(),
        _ => drawing.png().map_err(failed)?,
    };
    std::fs::write(file, bytes).map_err(failed)
}
