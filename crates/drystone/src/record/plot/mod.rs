//! Plots of numbers without a display: curves in panels, with axes, as SVG and PNG.
//!
//! ```
//! use drystone::record::plot::{Axis, Figure, Panel, Scale, Series};
//!
//! let curve = Series::line("halves", (0..9).map(|k| [f64::from(k), 0.5_f64.powi(k)]).collect());
//! let panel = Panel {
//!     x: Axis::new("steps", Scale::Linear),
//!     y: Axis::new("residual", Scale::Log),
//!     equal: false,
//!     series: vec![curve],
//! };
//! let svg = Figure { title: "convergence".into(), panels: vec![panel] }.svg();
//! assert!(svg.contains("convergence") && svg.contains("halves"));
//! ```

mod dashes;
mod frame;
mod layout;
mod thin;
mod ticks;

pub use super::picture::svg::{base64, escaped};
pub use layout::STYLES;
pub(super) use ticks::{Ruler, label};

use super::picture::{raster, svg};
use std::io;
use std::path::Path;

/// How numbers become lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences are equally long.
    Linear,
    /// Equal ratios are equally long. Numbers that are not positive are drawn where the least
    /// positive one is; where none is positive the axis is linear.
    Log,
}

/// An axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What it shows, with its unit.
    pub label: String,
    /// How numbers become lengths.
    pub scale: Scale,
    /// First and last number; from the curves if not given.
    pub range: Option<[f64; 2]>,
}

impl Axis {
    /// An axis whose range comes from the curves.
    pub fn new(label: &str, scale: Scale) -> Self {
        Self { label: label.to_string(), scale, range: None }
    }
}

/// A curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name in the legend; curves of the same name look alike in all panels.
    pub name: String,
    /// Its points; those that are not finite are left out, and the curve has a gap there.
    pub points: Vec<[f64; 2]>,
    /// Whether it keeps its height until the next point, as a distribution does.
    pub steps: bool,
    /// Whether points are marked: all of them, or none where they are too many to be told apart.
    pub marks: bool,
    /// Whether it is drawn thin and pale, under the others.
    pub faint: bool,
}

impl Series {
    /// A plain line.
    pub fn line(name: &str, points: Vec<[f64; 2]>) -> Self {
        Self { name: name.to_string(), points, steps: false, marks: false, faint: false }
    }
}

/// Curves with common axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// Along the bottom.
    pub x: Axis,
    /// Along the left.
    pub y: Axis,
    /// Whether lengths along both axes are to the same scale, as in a map; both are linear then.
    pub equal: bool,
    /// The curves.
    pub series: Vec<Series>,
}

/// Panels side by side, in rows of at most three, with one legend below them.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Above the panels; lines behind the first are remarks.
    pub title: String,
    /// From left to right, row by row.
    pub panels: Vec<Panel>,
}

impl Figure {
    /// The figure as the text of an SVG file.
    pub fn svg(&self) -> String {
        svg::render(&layout::draw(self))
    }

    /// The figure as the bytes of a PNG file.
    ///
    /// # Errors
    ///
    /// The picture is too large for memory.
    pub fn png(&self) -> io::Result<Vec<u8>> {
        raster::render(&layout::draw(self))
    }

    /// Writes `folder/name.png` and `folder/name.svg`.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    pub fn write(&self, folder: &Path, name: &str) -> io::Result<()> {
        std::fs::write(folder.join(format!("{name}.png")), self.png()?)?;
        std::fs::write(folder.join(format!("{name}.svg")), self.svg())
    }
}
