//! A figure as a drawing: where its panels are, how curves look, the legend.

use super::Figure;
use super::dashes::dashes;
use super::frame::Frame;
use crate::record::picture::Colour;
use crate::record::picture::canvas::{Align, Drawing, Item};
use crate::record::picture::glyphs;
use crate::record::picture::raster::NARROW;

/// Pixels of a panel, its labels included: of one that is alone, and of one among others.
pub(super) const PANELS: [[f64; 2]; 2] = [[860.0, 500.0], [640.0, 440.0]];
/// Pixels above the panels, for the title, and for each further line of it.
const HEAD: f64 = 48.0;
const LINE: f64 = 20.0;
/// Height of capitals in the legend.
const LEGEND: f64 = 9.5;
/// Pixels of a row of the legend.
const ROW: f64 = 24.0;
/// Curves of the same colour are told apart by their dashes: lengths drawn and left out.
const DASHES: [&[f64]; 4] = [&[], &[9.0, 5.0], &[2.0, 5.0], &[12.0, 4.0, 2.0, 4.0]];
/// Width of curves, and of faint ones.
const WIDTHS: [f64; 2] = [2.2, 1.1];
/// How much of the colour a faint curve keeps.
const FAINT: f64 = 0.55;
/// Most panels in a row.
const ACROSS: usize = 3;

pub(super) const TEXT: Colour = [40, 40, 44];
/// Of what must be known beside the results.
const REMARK: Colour = [176, 32, 40];
/// Colours that are told apart by most eyes, and in print.
const PALETTE: [Colour; 8] = [
    [0, 104, 178],
    [213, 94, 0],
    [0, 148, 110],
    [190, 70, 140],
    [224, 158, 0],
    [70, 170, 230],
    [110, 80, 50],
    [90, 90, 96],
];

/// Curves in one figure that look different.
pub const STYLES: usize = PALETTE.len() * DASHES.len();

/// Draws the figure.
pub fn draw(figure: &Figure) -> Drawing {
    let mut names: Vec<&str> = vec![];
    let mut styles: Vec<Style> = vec![];
    for series in figure.panels.iter().flat_map(|panel| &panel.series) {
        if !names.contains(&series.name.as_str()) {
            styles.push(Style::new(names.len(), series.faint));
            names.push(&series.name);
        }
    }
    let panel_size = PANELS[usize::from(figure.panels.len() > 1)];
    let count = figure.panels.len().max(1);
    // As many rows as are needed, filled evenly.
    let lines = count.div_ceil(ACROSS);
    let across = count.div_ceil(lines);
    let width = panel_size[0] * across as f64;
    let longest = names.iter().map(|name| wide(name, LEGEND)).fold(0.0, f64::max);
    let entry = longest + 56.0;
    let columns = ((width - 24.0) / entry).max(1.0) as usize;
    let columns = columns.min(names.len().max(1));
    let rows = names.len().div_ceil(columns);
    // The first line is the title, what follows are remarks.
    let mut lines_of_title = figure.title.lines();
    let mut items =
        vec![words(lines_of_title.next().unwrap_or(""), [0.5 * width, 30.0], 13.0, Align::Middle)];
    let mut head = HEAD;
    for line in lines_of_title {
        let at = [0.5 * width, head + 2.0];
        let (words, align) = (line.to_string(), Align::Middle);
        items.push(Item::Text { words, at, size: 10.0, colour: REMARK, align, upright: false });
        head += LINE;
    }
    let bottom = head + panel_size[1] * lines as f64;
    let height = bottom + ROW * rows as f64 + 14.0;
    for (k, panel) in figure.panels.iter().enumerate() {
        let corner = [k % across, k / across];
        let corner = [0, 1].map(|axis| panel_size[axis] * corner[axis] as f64);
        Frame::new(panel, [corner[0], head + corner[1]], panel_size)
            .draw(panel, &names, &mut items);
    }
    let left = 0.5 * (width - entry * columns as f64) + 10.0;
    for (k, (name, style)) in names.iter().zip(&styles).enumerate() {
        let (x, y) = (left + entry * (k % columns) as f64, bottom + 6.0);
        let y = y + ROW * (k / columns) as f64;
        style.curve(&[[x, y], [x + 32.0, y]], &mut items);
        items.push(words(name, [x + 40.0, y + 4.5], LEGEND, Align::Start));
    }
    Drawing { width, height, items }
}

/// How a curve looks.
pub(super) struct Style {
    pub colour: Colour,
    pattern: &'static [f64],
    pub width: f64,
}

impl Style {
    /// That of a number.
    pub fn new(number: usize, faint: bool) -> Self {
        let full = PALETTE[number % PALETTE.len()];
        let pale = |c: u8| (FAINT * f64::from(c) + (1.0 - FAINT) * 255.0) as u8;
        Self {
            colour: if faint { full.map(pale) } else { full },
            pattern: DASHES[number / PALETTE.len() % DASHES.len()],
            width: WIDTHS[usize::from(faint)],
        }
    }

    /// Draws a curve that looks so.
    pub fn curve(&self, points: &[[f64; 2]], items: &mut Vec<Item>) {
        let Self { colour, width, .. } = *self;
        let pieces = dashes(points, self.pattern).into_iter().filter(|piece| piece.len() > 1);
        items.extend(pieces.map(|points| Item::Line { points, colour, width }));
    }
}

pub(super) fn words(words: &str, at: [f64; 2], size: f64, align: Align) -> Item {
    Item::Text { words: words.to_string(), at, size, colour: TEXT, align, upright: false }
}

pub(super) fn wide(words: &str, size: f64) -> f64 {
    NARROW * glyphs::width(words, size)
}

#[cfg(test)]
mod tests {
    use super::super::{Axis, Panel, Scale, Series};
    use super::*;

    #[test]
    fn many_panels_make_rows() {
        let axis = Axis::new("", Scale::Linear);
        let series = vec![Series::line("", vec![[0.0, 0.0], [1.0, 1.0]])];
        let panel = Panel { x: axis.clone(), y: axis, equal: false, series };
        let size = |count: usize| {
            let drawing =
                draw(&Figure { title: String::new(), panels: vec![panel.clone(); count] });
            [drawing.width, drawing.height - HEAD - ROW - 14.0]
        };
        let [width, height] = PANELS[1];
        assert_eq!(size(3), [3.0 * width, height]);
        assert_eq!(size(4), [2.0 * width, 2.0 * height]);
        assert_eq!(size(7), [3.0 * width, 3.0 * height]);
    }
}
