//! A drawing as PNG bytes.

use super::Colour;
use super::canvas::{Drawing, Item};
use std::io;
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

/// Encodes the drawing.
pub fn render(drawing: &Drawing) -> io::Result<Vec<u8>> {
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
        }
    }
    pixels.encode_png().map_err(io::Error::other)
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
