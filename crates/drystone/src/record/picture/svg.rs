//! A drawing as SVG text.

use super::Colour;
use super::canvas::{Drawing, Item};
use std::fmt::Write;

/// The text of the file.
pub fn render(drawing: &Drawing) -> String {
    let (w, h) = (drawing.width, drawing.height);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w:.0}\" height=\"{h:.0}\" \
         viewBox=\"0 0 {w:.0} {h:.0}\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for item in &drawing.items {
        // Writing to a String cannot fail.
        let _ = match item {
            Item::Polygon { points, fill, line, width } => writeln!(
                out,
                "<polygon points=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{width:.2}\" \
                 stroke-linejoin=\"round\"/>",
                list(points),
                hex(fill),
                hex(line)
            ),
            Item::Circle { centre, radius, fill, line, width } => writeln!(
                out,
                "<circle cx=\"{:.2}\" cy=\"{:.2}\" r=\"{radius:.2}\" fill=\"{}\" stroke=\"{}\" \
                 stroke-width=\"{width:.2}\"/>",
                centre[0],
                centre[1],
                hex(fill),
                hex(line)
            ),
            Item::Line { points, colour, width } => writeln!(
                out,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width:.2}\" \
                 stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
                list(points),
                hex(colour)
            ),
        };
    }
    out += "</svg>\n";
    out
}

fn list(points: &[[f64; 2]]) -> String {
    let pairs: Vec<String> = points.iter().map(|p| format!("{:.2},{:.2}", p[0], p[1])).collect();
    pairs.join(" ")
}

fn hex(colour: &Colour) -> String {
    format!("#{:02x}{:02x}{:02x}", colour[0], colour[1], colour[2])
}
