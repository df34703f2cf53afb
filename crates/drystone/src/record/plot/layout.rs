//! A figure as a drawing: frames, ticks, curves, legend.

use super::dashes::dashes;
use super::thin::thinned;
use super::ticks::Ruler;
use super::{Figure, Panel, Series};
use crate::record::picture::Colour;
use crate::record::picture::canvas::{Align, Drawing, Item};
use crate::record::picture::glyphs;
use crate::record::picture::raster::NARROW;

/// Pixels of a panel, its labels included: of one that is alone, and of one among others.
const PANELS: [[f64; 2]; 2] = [[860.0, 500.0], [640.0, 440.0]];
/// Pixels left of, right of, above and below a panel's frame.
const MARGIN: [f64; 4] = [86.0, 26.0, 14.0, 62.0];
/// Pixels above the panels, for the title.
const HEAD: f64 = 48.0;
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
/// Most marks on a curve.
const MARKS: usize = 40;

const TEXT: Colour = [40, 40, 44];
const FRAME: Colour = [120, 120, 126];
const GRID: Colour = [226, 227, 231];
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
    let width = panel_size[0] * figure.panels.len().max(1) as f64;
    let longest = names.iter().map(|name| wide(name, LEGEND)).fold(0.0, f64::max);
    let entry = longest + 56.0;
    let columns = ((width - 24.0) / entry).max(1.0) as usize;
    let columns = columns.min(names.len().max(1));
    let rows = names.len().div_ceil(columns);
    let height = HEAD + panel_size[1] + ROW * rows as f64 + 14.0;
    let mut items = vec![words(&figure.title, [0.5 * width, 30.0], 13.0, Align::Middle)];
    for (k, panel) in figure.panels.iter().enumerate() {
        let left = panel_size[0] * k as f64 + MARGIN[0];
        let frame = Frame {
            left,
            top: HEAD + MARGIN[2],
            width: panel_size[0] - MARGIN[0] - MARGIN[1],
            height: panel_size[1] - MARGIN[2] - MARGIN[3],
        };
        frame.draw(panel, &names, &mut items);
    }
    let left = 0.5 * (width - entry * columns as f64) + 10.0;
    for (k, (name, style)) in names.iter().zip(&styles).enumerate() {
        let (x, y) = (left + entry * (k % columns) as f64, HEAD + panel_size[1] + 6.0);
        let y = y + ROW * (k / columns) as f64;
        style.curve(&[[x, y], [x + 32.0, y]], &mut items);
        items.push(words(name, [x + 40.0, y + 4.5], LEGEND, Align::Start));
    }
    Drawing { width, height, items }
}

/// The frame of a panel in pixels.
struct Frame {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl Frame {
    fn draw(&self, panel: &Panel, names: &[&str], items: &mut Vec<Item>) {
        let numbers = |k: usize| {
            let points = panel.series.iter().flat_map(|series| &series.points);
            points.filter(|p| p[0].is_finite() && p[1].is_finite()).map(move |p| p[k])
        };
        let (x, y) = (Ruler::new(&panel.x, numbers(0)), Ruler::new(&panel.y, numbers(1)));
        self.axes(panel, &x, &y, items);
        let at = |p: [f64; 2]| {
            let (right, up) = (x.place(p[0]), y.place(p[1]));
            [self.left + right * self.width, self.top + (1.0 - up) * self.height]
        };
        // Faint curves first, so that they are under the others.
        let (faint, strong): (Vec<_>, Vec<_>) = panel.series.iter().partition(|s| s.faint);
        for series in faint.into_iter().chain(strong) {
            let number = names.iter().position(|name| *name == series.name).unwrap_or(0);
            let style = Style::new(number, series.faint);
            let points: Vec<[f64; 2]> = corners(series).into_iter().map(at).collect();
            style.curve(&thinned(&points), items);
            if series.marks || points.len() == 1 {
                let (fill, line, radius) = (style.colour, style.colour, 0.2 + 1.1 * style.width);
                let every = points.len().div_ceil(MARKS).max(1);
                for &centre in points.iter().step_by(every) {
                    items.push(Item::Circle { centre, radius, fill, line, width: 0.5 });
                }
            }
        }
    }

    fn axes(&self, panel: &Panel, x: &Ruler, y: &Ruler, items: &mut Vec<Item>) {
        let Self { left, top, width, height } = *self;
        let (right, bottom) = (left + width, top + height);
        for tick in x.ticks(8) {
            let place = left + tick.at * width;
            if !tick.label.is_empty() {
                items.push(line([[place, top], [place, bottom]], GRID, 1.0));
                items.push(words(&tick.label, [place, bottom + 22.0], 9.5, Align::Middle));
            }
            let long = if tick.label.is_empty() { 3.0 } else { 6.0 };
            items.push(line([[place, bottom], [place, bottom + long]], FRAME, 1.0));
        }
        for tick in y.ticks(9) {
            let place = bottom - tick.at * height;
            if !tick.label.is_empty() {
                items.push(line([[left, place], [right, place]], GRID, 1.0));
                items.push(words(&tick.label, [left - 11.0, place + 4.5], 9.5, Align::End));
            }
            let long = if tick.label.is_empty() { 3.0 } else { 6.0 };
            items.push(line([[left - long, place], [left, place]], FRAME, 1.0));
        }
        let border = [[left, top], [right, top], [right, bottom], [left, bottom], [left, top]];
        items.push(Item::Line { points: border.to_vec(), colour: FRAME, width: 1.2 });
        let middle = [left + 0.5 * width, bottom + 47.0];
        items.push(words(&panel.x.label, middle, 10.5, Align::Middle));
        items.push(Item::Text {
            words: panel.y.label.clone(),
            at: [left - 64.0, top + 0.5 * height],
            size: 10.5,
            colour: TEXT,
            align: Align::Middle,
            upright: true,
        });
    }
}

/// The corners of a curve; a step has one more between two points.
fn corners(series: &Series) -> Vec<[f64; 2]> {
    let finite = series.points.iter().filter(|p| p[0].is_finite() && p[1].is_finite());
    let mut corners: Vec<[f64; 2]> = vec![];
    for &point in finite {
        if let Some(last) = corners.last().copied().filter(|_| series.steps) {
            corners.push([point[0], last[1]]);
        }
        corners.push(point);
    }
    corners
}

/// How a curve looks.
struct Style {
    colour: Colour,
    pattern: &'static [f64],
    width: f64,
}

impl Style {
    /// That of a number.
    fn new(number: usize, faint: bool) -> Self {
        let full = PALETTE[number % PALETTE.len()];
        let pale = |c: u8| (FAINT * f64::from(c) + (1.0 - FAINT) * 255.0) as u8;
        Self {
            colour: if faint { full.map(pale) } else { full },
            pattern: DASHES[number / PALETTE.len() % DASHES.len()],
            width: WIDTHS[usize::from(faint)],
        }
    }

    fn curve(&self, points: &[[f64; 2]], items: &mut Vec<Item>) {
        let Self { colour, width, .. } = *self;
        let pieces = dashes(points, self.pattern).into_iter().filter(|piece| piece.len() > 1);
        items.extend(pieces.map(|points| Item::Line { points, colour, width }));
    }
}

fn line(points: [[f64; 2]; 2], colour: Colour, width: f64) -> Item {
    Item::Line { points: points.to_vec(), colour, width }
}

fn words(words: &str, at: [f64; 2], size: f64, align: Align) -> Item {
    Item::Text { words: words.to_string(), at, size, colour: TEXT, align, upright: false }
}

fn wide(words: &str, size: f64) -> f64 {
    NARROW * glyphs::width(words, size)
}
