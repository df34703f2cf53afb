//! A drawing as PNG bytes.

use super::Colour;
use super::canvas::{Align, Drawing, Image, Item};
use super::glyphs;
use std::io;
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, PixmapPaint, Stroke, Transform,
};

/// Width of letters, as a share of those on force pictures.
pub const NARROW: f64 = 0.82;

/// Width of words in a picture.
pub fn width(words: &str, size: f64) -> f64 {
    NARROW * glyphs::width(words, size)
}

/// Encodes the drawing.
pub fn render(drawing: &Drawing) -> io::Result<Vec<u8>> {
    pixels(drawing)?.encode_png().map_err(io::Error::other)
}

/// Paints the drawing.
pub fn pixels(drawing: &Drawing) -> io::Result<Pixmap> {
    let (width, height) = (drawing.width.ceil() as u32, drawing.height.ceil() as u32);
    let mut pixels = Pixmap::new(width.max(1), height.max(1))
        .ok_or_else(|| io::Error::other(format!("a picture of {width} x {height} pixels")))?;
    pixels.fill(tiny_skia::Color::WHITE);
    for item in &drawing.items {
        match item {
            Item::Polygon { points, fill, line, width } => {
                if let Some(path) = polyline(points, true) {
                    filled(&mut pixels, &path, fill);
                    stroked(&mut pixels, &path, line, *width);
                }
            }
            Item::Circle { centre, radius, fill, line, width } => {
                let [x, y] = centre.map(|c| c as f32);
                if let Some(path) = PathBuilder::from_circle(x, y, *radius as f32) {
                    filled(&mut pixels, &path, fill);
                    stroked(&mut pixels, &path, line, *width);
                }
            }
            Item::Line { points, colour, width } => {
                if let Some(path) = polyline(points, false) {
                    stroked(&mut pixels, &path, colour, *width);
                }
            }
            Item::Image { at, image } => {
                let (x, y) = (at[0].round() as i32, at[1].round() as i32);
                let whole = opaque(image)?;
                let as_it_is = (PixmapPaint::default(), Transform::identity());
                pixels.draw_pixmap(x, y, whole.as_ref(), &as_it_is.0, as_it_is.1, None);
            }
            Item::Text { words, at, size, colour, align, upright } => {
                for line in lettering(words, *at, *size, *align, *upright) {
                    if let Some(path) = polyline(&line, false) {
                        stroked(&mut pixels, &path, colour, 0.13 * size);
                    }
                }
            }
        }
    }
    Ok(pixels)
}

fn opaque(image: &Image) -> io::Result<Pixmap> {
    let (width, height) = (image.width as u32, image.height as u32);
    let mut pixels = Pixmap::new(width, height)
        .ok_or_else(|| io::Error::other(format!("an image of {width} x {height} pixels")))?;
    for (to, from) in pixels.data_mut().chunks_exact_mut(4).zip(&image.pixels) {
        to.copy_from_slice(&[from[0], from[1], from[2], 255]);
    }
    Ok(pixels)
}

/// An image as the bytes of a PNG file.
pub fn encode(image: &Image) -> io::Result<Vec<u8>> {
    opaque(image)?.encode_png().map_err(io::Error::other)
}

/// The strokes of words, narrower than on force pictures.
fn lettering(
    words: &str,
    at: [f64; 2],
    size: f64,
    align: Align,
    upright: bool,
) -> Vec<Vec<[f64; 2]>> {
    let shift = match align {
        Align::Start => 0.0,
        Align::Middle => 0.5,
        Align::End => 1.0,
    };
    let left = -shift * glyphs::width(words, size);
    let place = |[x, y]: [f64; 2]| {
        let x = NARROW * x;
        if upright { [at[0] + y, at[1] - x] } else { [at[0] + x, at[1] + y] }
    };
    let lines = glyphs::text(words, left, 0.0, size);
    lines.into_iter().map(|line| line.into_iter().map(place).collect()).collect()
}

fn polyline(points: &[[f64; 2]], closed: bool) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for (i, p) in points.iter().enumerate() {
        let [x, y] = p.map(|c| c as f32);
        if i == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
    }
    if closed {
        builder.close();
    }
    builder.finish()
}

fn paint(colour: &Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(colour[0], colour[1], colour[2], 255);
    paint.anti_alias = true;
    paint
}

fn filled(pixels: &mut Pixmap, path: &Path, colour: &Colour) {
    pixels.fill_path(path, &paint(colour), FillRule::Winding, Transform::identity(), None);
}

fn stroked(pixels: &mut Pixmap, path: &Path, colour: &Colour, width: f64) {
    let stroke = Stroke {
        width: width as f32,
        line_cap: LineCap::Round,
        line_join: LineJoin::Round,
        ..Stroke::default()
    };
    pixels.stroke_path(path, &paint(colour), &stroke, Transform::identity(), None);
}
