//! A drawing as SVG text.

use super::Colour;
use super::canvas::{Align, Drawing, Item};
use super::raster;
use std::fmt::Write;

/// Height of capitals in usual fonts, as a share of the font's size.
const CAPITAL: f64 = 0.72;

/// The text of the file.
pub fn render(drawing: &Drawing) -> String {
    let (w, h) = (drawing.width, drawing.height);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w:.0}\" height=\"{h:.0}\" \
         viewBox=\"0 0 {w:.0} {h:.0}\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for run in drawing.items.chunk_by(alike) {
        // Writing to a String cannot fail.
        let _ = match &run[0] {
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
            Item::Line { colour, width, .. } => writeln!(
                out,
                "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width:.2}\" \
                 stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
                run.iter().map(strokes).collect::<String>(),
                hex(colour)
            ),
            // An image that is too large for memory could not have been painted.
            Item::Image { at: [x, y], image } => writeln!(
                out,
                "<image x=\"{x:.0}\" y=\"{y:.0}\" width=\"{}\" height=\"{}\" \
                 href=\"data:image/png;base64,{}\"/>",
                image.width,
                image.height,
                base64(&raster::encode(image).unwrap_or_default())
            ),
            Item::Text { words, at: [x, y], size, colour, align, upright } => {
                let anchor = match align {
                    Align::Start => "start",
                    Align::Middle => "middle",
                    Align::End => "end",
                };
                let turn = if *upright {
                    format!(" transform=\"rotate(-90 {x:.2} {y:.2})\"")
                } else {
                    String::new()
                };
                writeln!(
                    out,
                    "<text x=\"{x:.2}\" y=\"{y:.2}\" font-family=\"sans-serif\" font-size=\"{:.1}\" \
                     fill=\"{}\" text-anchor=\"{anchor}\"{turn}>{}</text>",
                    size / CAPITAL,
                    hex(colour),
                    escaped(words)
                )
            }
        };
    }
    out += "</svg>\n";
    out
}

/// Lines that differ in their points only: dashes are many, and one element serves all.
fn alike(one: &Item, two: &Item) -> bool {
    match (one, two) {
        (Item::Line { colour: a, width: v, .. }, Item::Line { colour: b, width: w, .. }) => {
            a == b && v == w
        }
        _ => false,
    }
}

/// A line as a piece of a path.
fn strokes(item: &Item) -> String {
    let Item::Line { points, .. } = item else { return String::new() };
    format!("M{}", list(points))
}

fn list(points: &[[f64; 2]]) -> String {
    let pairs: Vec<String> = points.iter().map(|p| format!("{:.2},{:.2}", p[0], p[1])).collect();
    pairs.join(" ")
}

fn hex(colour: &Colour) -> String {
    format!("#{:02x}{:02x}{:02x}", colour[0], colour[1], colour[2])
}

/// Bytes as letters (RFC 4648).
pub fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let at = |k: usize| u32::from(group.get(k).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for k in 0..4 {
            let letter = char::from(LETTERS[(bits >> (18 - 6 * k) & 63) as usize]);
            out.push(if k <= group.len() { letter } else { '=' });
        }
    }
    out
}

/// Text in which nothing is markup.
pub fn escaped(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for c in words.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_bytes_are_those_of_the_standard() {
        let expected =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")];
        for (bytes, letters) in expected {
            assert_eq!(base64(bytes.as_bytes()), letters);
        }
    }
}
