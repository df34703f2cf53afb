//! Pictures without a display: vector drawings of the plane, shaded images of space, as SVG and PNG.

mod accents;
pub mod animation;
mod bonds;
pub(super) mod canvas;
mod colour_map;
pub(super) mod glyphs;
mod joints;
mod layout;
mod legend;
mod lens;
mod meshes;
mod occlusion;
mod overlay;
mod plane;
pub mod quantities;
pub(super) mod raster;
mod scales;
mod shading;
mod shadow;
mod signs;
mod space;
mod stresses;
mod style;
pub(super) mod svg;
mod tube;
mod units;

pub use canvas::Drawing;
pub use quantities::{QUANTITIES, Quantity};
pub use scales::Scales;
pub use style::{Camera, Style};

use super::sight::Sight;
use crate::results::{Constants, Frame, Geometry};
use crate::world::World;
use std::io;
use std::path::{Path, PathBuf};

/// Draws a frame.
pub fn draw<const D: usize>(sight: &Sight<D>, style: &Style, scales: &Scales) -> Drawing {
    if D == 2 { plane::draw(sight, style, scales) } else { space::draw(sight, style, scales) }
}

impl Drawing {
    /// As the text of an SVG file.
    pub fn svg(&self) -> String {
        svg::render(self)
    }

    /// As the bytes of a PNG file.
    ///
    /// # Errors
    ///
    /// The picture is too large for memory.
    pub fn png(&self) -> io::Result<Vec<u8>> {
        raster::render(self)
    }
}

/// Draws the world into `folder/name.*`, with what must be known beside it; gives the files
/// written.
pub fn write<const D: usize>(
    folder: &Path,
    name: &str,
    world: &World<D>,
    remarks: &[String],
) -> io::Result<Vec<PathBuf>> {
    // Tubes would hide the bodies of space.
    let style = Style { forces: D == 2, ..Style::default() };
    let drawing = of_world(world, &Frame::of(world), &style, remarks);
    let png = folder.join(format!("{name}.png"));
    std::fs::write(&png, drawing.png()?)?;
    if D == 3 {
        return Ok(vec![png]);
    }
    let svg = folder.join(format!("{name}.svg"));
    std::fs::write(&svg, drawing.svg())?;
    Ok(vec![png, svg])
}

/// Draws the world with the contacts of its present configuration instead of forces: a dot at
/// each, its normal towards the candidate, blue where they are apart, red where they touch.
pub fn write_contacts<const D: usize>(file: &Path, world: &World<D>) -> io::Result<()> {
    let frame = Frame { contacts: world.contacts_now(), ..Frame::of(world) };
    let style = Style { forces: false, contacts: true, ..Style::default() };
    std::fs::write(file, of_world(world, &frame, &style, &[]).png()?)
}

fn of_world<const D: usize>(
    world: &World<D>,
    frame: &Frame<D>,
    style: &Style,
    remarks: &[String],
) -> Drawing {
    let (constants, geometry) = (Constants::of(world), Geometry::of(world));
    let sight = Sight { remarks, ..Sight::new(frame, &constants, &geometry, &frame.q) };
    draw(&sight, style, &Scales::of(&sight, style))
}

/// Blue for a contact that is apart by more than round-off of the scene's size, else red.
fn gap_colour(gap: f64, reach: f64) -> Colour {
    if gap > 1e-9 * reach { APART } else { FORCE }
}

/// A colour, red, green, blue in 0..=255.
pub(super) type Colour = [u8; 3];

/// Warm stone greys; a body keeps its tone from picture to picture.
fn stone(body: usize) -> Colour {
    let mut x = (body as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x ^= x >> 31;
    let shade = 200 + (x % 33) as u8;
    [shade, shade - 10, shade - 28]
}

/// The colour of every body.
fn colours<const D: usize>(sight: &Sight<D>, style: &Style, scales: &Scales) -> Vec<Colour> {
    let is_stone =
        |body| sight.is_free(body) || (sight.is_movable(body) && sight.mesh(body).is_some());
    let plain = |body: usize| if is_stone(body) { stone(body) } else { SUPPORT };
    let Some(quantity) = style.colour else { return (0..sight.bodies()).map(plain).collect() };
    let (values, map) = (quantity.of(sight), quantity.map(D));
    let painted = |(body, value): (usize, &f64)| {
        if value.is_finite() { map.colour(*value, scales.colour) } else { plain(body) }
    };
    values.iter().enumerate().map(painted).collect()
}

/// Supports and walls.
const SUPPORT: Colour = [150, 156, 164];
/// What everything is drawn on.
const PAPER: Colour = [255, 255, 255];
/// Outlines.
const INK: Colour = [60, 56, 52];
/// Contacts with a gap, compression.
const APART: Colour = [30, 90, 200];
/// Force chains, contacts that overlap.
const FORCE: Colour = [176, 32, 40];
/// Tension: far from the red of forces, and from the blue of compression for every eye.
const TENSION: Colour = [240, 140, 0];
/// Velocities.
const MOTION: Colour = [20, 110, 70];
