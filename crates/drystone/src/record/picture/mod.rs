//! Pictures without a display: the plane as SVG and PNG, space as a shaded PNG.

pub(super) mod canvas;
pub(super) mod glyphs;
mod plane;
pub(super) mod raster;
mod shading;
mod space;
pub(super) mod svg;

use crate::world::World;
use std::io;
use std::path::{Path, PathBuf};

/// Draws the world into `folder/name.*`; gives the files written.
pub fn write<const D: usize>(
    folder: &Path,
    name: &str,
    world: &World<D>,
) -> io::Result<Vec<PathBuf>> {
    let png = folder.join(format!("{name}.png"));
    if D == 2 {
        let drawing = plane::draw(world);
        let svg = folder.join(format!("{name}.svg"));
        std::fs::write(&svg, svg::render(&drawing))?;
        std::fs::write(&png, raster::render(&drawing)?)?;
        return Ok(vec![png, svg]);
    }
    std::fs::write(&png, space::render(world)?)?;
    Ok(vec![png])
}

/// Draws the world with the contacts of its present configuration instead of forces: a dot at
/// each, its normal towards the candidate, blue where they are apart, red where they touch.
pub fn write_contacts<const D: usize>(file: &Path, world: &World<D>) -> io::Result<()> {
    let bytes = if D == 2 {
        raster::render(&plane::draw_contacts(world))?
    } else {
        space::render_contacts(world)?
    };
    std::fs::write(file, bytes)
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

/// Supports and walls.
const SUPPORT: Colour = [150, 156, 164];
/// What everything is drawn on.
const PAPER: Colour = [255, 255, 255];
/// Outlines.
const INK: Colour = [60, 56, 52];
/// Contacts with a gap.
const APART: Colour = [30, 90, 200];
/// Force chains, and contacts that overlap.
const FORCE: Colour = [176, 32, 40];
