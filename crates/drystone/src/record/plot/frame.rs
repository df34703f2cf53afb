//! A panel of a figure: its frame, ticks and curves.

use super::layout::{Style, TEXT, wide, words};
use super::thin::thinned;
use super::ticks::Ruler;
use super::{Panel, Series};
use crate::record::picture::Colour;
use crate::record::picture::canvas::{Align, Item};

/// Pixels left of, right of, above and below a panel's frame; left the words of ticks come besides.
const MARGIN: [f64; 4] = [46.0, 26.0, 14.0, 62.0];
/// Least pixels for the words of ticks on the left.
const TICKS: f64 = 40.0;
/// Height of the words of ticks.
const SMALL: f64 = 9.5;
/// Most points that are marked.
const MARKS: usize = 60;
/// Words of ticks upwards, about so many.
const UPWARDS: usize = 9;
const FRAME: Colour = [120, 120, 126];
const GRID: Colour = [226, 227, 231];

/// The frame of a panel in pixels, and its axes.
pub struct Frame {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    /// For the words of the ticks on the left.
    ticks: f64,
    x: Ruler,
    y: Ruler,
}

impl Frame {
    /// That of a panel whose upper left corner, labels included, and size are these.
    pub fn new(panel: &Panel, corner: [f64; 2], size: [f64; 2]) -> Self {
        let numbers = |k: usize| {
            let points = panel.series.iter().flat_map(|series| &series.points);
            points.filter(|p| p[0].is_finite() && p[1].is_finite()).map(move |p| p[k])
        };
        let (mut x, mut y) = (Ruler::new(&panel.x, numbers(0)), Ruler::new(&panel.y, numbers(1)));
        let height = size[1] - MARGIN[2] - MARGIN[3];
        let widest = |y: &Ruler| {
            let widths = y.ticks(UPWARDS).into_iter().map(|tick| wide(&tick.label, SMALL));
            widths.fold(TICKS, f64::max)
        };
        let mut ticks = widest(&y);
        let width = |ticks: f64| size[0] - MARGIN[0] - ticks - MARGIN[1];
        if panel.equal {
            let units = x.units(width(ticks)).max(y.units(height));
            y.stretch(units, height);
            // Other ticks may be wider; the axis below fills what they leave.
            ticks = widest(&y);
            let units = x.units(width(ticks)).max(units);
            x.stretch(units, width(ticks));
            y.stretch(units, height);
        }
        let [left, top] = [corner[0] + MARGIN[0] + ticks, corner[1] + MARGIN[2]];
        Self { left, top, width: width(ticks), height, ticks, x, y }
    }

    /// Draws all of it; curves of the same name among all look alike.
    pub fn draw(&self, panel: &Panel, names: &[&str], items: &mut Vec<Item>) {
        self.axes(panel, items);
        let at = |p: &[f64; 2]| {
            let (right, up) = (self.x.place(p[0]), self.y.place(p[1]));
            [self.left + right * self.width, self.top + (1.0 - up) * self.height]
        };
        // Faint curves first, so that they are under the others.
        let (faint, strong): (Vec<_>, Vec<_>) = panel.series.iter().partition(|s| s.faint);
        for series in faint.into_iter().chain(strong) {
            let number = names.iter().position(|name| *name == series.name).unwrap_or(0);
            let style = Style::new(number, series.faint);
            let marked = series.marks && series.points.len() <= MARKS;
            for piece in pieces(series) {
                let points: Vec<[f64; 2]> = corners(piece, series.steps).iter().map(at).collect();
                style.curve(&thinned(&points), items);
                // One point alone has no line.
                for centre in piece.iter().filter(|_| marked || piece.len() == 1).map(at) {
                    let (fill, line) = (style.colour, style.colour);
                    let radius = 0.2 + 1.1 * style.width;
                    items.push(Item::Circle { centre, radius, fill, line, width: 0.5 });
                }
            }
        }
    }

    fn axes(&self, panel: &Panel, items: &mut Vec<Item>) {
        let Self { left, top, width, height, ticks, .. } = *self;
        let (right, bottom) = (left + width, top + height);
        for tick in self.x.ticks(8) {
            let place = left + tick.at * width;
            if !tick.label.is_empty() {
                items.push(line([[place, top], [place, bottom]], GRID, 1.0));
                items.push(words(&tick.label, [place, bottom + 22.0], SMALL, Align::Middle));
            }
            let long = if tick.label.is_empty() { 3.0 } else { 6.0 };
            items.push(line([[place, bottom], [place, bottom + long]], FRAME, 1.0));
        }
        for tick in self.y.ticks(UPWARDS) {
            let place = bottom - tick.at * height;
            if !tick.label.is_empty() {
                items.push(line([[left, place], [right, place]], GRID, 1.0));
                items.push(words(&tick.label, [left - 11.0, place + 4.5], SMALL, Align::End));
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
            at: [left - ticks - 24.0, top + 0.5 * height],
            size: 10.5,
            colour: TEXT,
            align: Align::Middle,
            upright: true,
        });
    }
}

/// The pieces of a curve between points that are not finite.
fn pieces(series: &Series) -> impl Iterator<Item = &[[f64; 2]]> {
    let whole = series.points.split(|p| !(p[0].is_finite() && p[1].is_finite()));
    whole.filter(|piece| !piece.is_empty())
}

/// The corners of a piece; a step has one more between two points.
fn corners(piece: &[[f64; 2]], steps: bool) -> Vec<[f64; 2]> {
    let mut corners: Vec<[f64; 2]> = vec![];
    for &point in piece {
        if let Some(last) = corners.last().copied().filter(|_| steps) {
            corners.push([point[0], last[1]]);
        }
        corners.push(point);
    }
    corners
}

fn line(points: [[f64; 2]; 2], colour: Colour, width: f64) -> Item {
    Item::Line { points: points.to_vec(), colour, width }
}

#[cfg(test)]
mod tests {
    use super::super::layout::{PANELS, draw};
    use super::super::{Axis, Figure, Scale};
    use super::*;
    use crate::record::picture::canvas::Drawing;

    fn panel(points: Vec<[f64; 2]>, equal: bool) -> Panel {
        let series = vec![Series { marks: true, ..Series::line("curve", points) }];
        let [x, y] = ["x", "y"].map(|label| Axis::new(label, Scale::Linear));
        Panel { x, y, equal, series }
    }

    fn drawn(panels: Vec<Panel>) -> Drawing {
        draw(&Figure { title: String::new(), panels })
    }

    /// Where the marks are.
    fn marks(drawing: &Drawing) -> Vec<[f64; 2]> {
        let centre = |item: &Item| match item {
            Item::Circle { centre, .. } => Some(*centre),
            _ => None,
        };
        drawing.items.iter().filter_map(centre).collect()
    }

    #[test]
    fn equal_scales_are_equal() {
        for far in [[3.0, 1.0], [1.0, 30.0], [2e-7, 1e-7]] {
            let marks = marks(&drawn(vec![panel(vec![[0.0, 0.0], far], true)]));
            let [right, up] = [marks[1][0] - marks[0][0], marks[0][1] - marks[1][1]];
            assert!((right / up - far[0] / far[1]).abs() < 1e-9 * right / up);
        }
    }

    /// Curves have gaps, points between two of them a mark, and points all have marks or none.
    #[test]
    fn gaps_are_not_bridged() {
        let mut points: Vec<[f64; 2]> = (0..9).map(|k| [f64::from(k), f64::from(k % 3)]).collect();
        (points[3][1], points[5][1]) = (f64::NAN, f64::INFINITY);
        assert_eq!(marks(&drawn(vec![panel(points.clone(), false)])).len(), 7);
        let mut bare = panel(points, false);
        bare.series[0].marks = false;
        assert_eq!(marks(&drawn(vec![bare.clone()])).len(), 1);
        assert_eq!(pieces(&bare.series[0]).map(<[_]>::len).collect::<Vec<_>>(), [3, 1, 3]);
        let many = (0..100).map(|k| [f64::from(k), 0.0]).collect();
        assert!(marks(&drawn(vec![panel(many, false)])).is_empty());
    }

    /// The words of ticks end left of the frame and begin right of the axis' own words.
    #[test]
    fn wide_ticks_have_room() {
        let wide_panel = panel(vec![[0.0, -1.5e-108], [1.0, 1.5e-108]], false);
        let frame = Frame::new(&wide_panel, [0.0, 0.0], PANELS[1]);
        let widest =
            frame.y.ticks(UPWARDS).iter().map(|t| wide(&t.label, SMALL)).fold(0.0, f64::max);
        assert!(widest > TICKS && frame.left >= widest + MARGIN[0]);
        let plain = Frame::new(&panel(vec![[0.0, 0.0], [1.0, 1.0]], false), [0.0, 0.0], PANELS[1]);
        assert!(plain.left < frame.left);
        assert_eq!(plain.left + plain.width, frame.left + frame.width);
    }
}
