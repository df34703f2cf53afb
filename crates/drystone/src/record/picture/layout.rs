//! Where the parts of a picture are, and the axes and the bar of colours around the scene.

use super::canvas::{Align, Drawing, Image, Item};
use super::colour_map::ColourMap;
use super::legend::Legend;
use super::quantities::Quantity;
use super::units::{prefix, round_length, rounded};
use super::{INK, PAPER};
use crate::record::plot::{Axis, Ruler, Scale, label};

/// Height of capitals.
pub const LETTERS: f64 = 14.0;
/// Room on every side, and between things.
pub const MARGIN: f64 = 18.0;
/// Room for the numbers of the axes.
const LEFT: f64 = 94.0;
const BELOW: f64 = 64.0;
/// Width of the bar of colours, and the room for it and its numbers.
const BAR: f64 = 20.0;
const BAR_ROOM: f64 = 132.0;
/// Height of a line of words.
pub const LINE: f64 = 30.0;
/// Where the parts of a picture are.
pub struct Layout {
    /// Of the whole picture.
    pub width: f64,
    /// Of the whole picture.
    pub height: f64,
    /// Words begin here.
    pub margin: f64,
    /// The scene begins here.
    pub left: f64,
    /// The scene begins here.
    pub top: f64,
    /// The scene ends here.
    pub right: f64,
    /// The scene ends here.
    pub bottom: f64,
}

impl Layout {
    /// For a scene of so many pixels.
    pub fn new([across, high]: [f64; 2], legend: &Legend) -> Self {
        let margin = if legend.axes { LEFT } else { MARGIN };
        let below = if legend.axes { BELOW } else { MARGIN + LINE };
        let bar = if legend.bar.is_some() { BAR_ROOM } else { 0.0 };
        // A narrow picture is as wide as its longest words.
        let inner = (across + bar).max(legend.longest() + MARGIN);
        let width = margin + inner + MARGIN;
        let (_, lines) = legend.places(width - margin - MARGIN);
        let top = MARGIN + LINE * lines as f64;
        let left = margin + 0.5 * (inner - across - bar);
        Self {
            width,
            height: top + high + below,
            margin,
            left,
            top,
            right: left + across,
            bottom: top + high,
        }
    }

    /// Paper over what reaches beyond the scene.
    pub fn margins(&self, items: &mut Vec<Item>) {
        let (w, h) = (self.width, self.height);
        let sides = [
            [-2.0, -2.0, w + 2.0, self.top],
            [-2.0, self.bottom, w + 2.0, h + 2.0],
            [-2.0, -2.0, self.left, h + 2.0],
            [self.right, -2.0, w + 2.0, h + 2.0],
        ];
        for [a, b, c, d] in sides {
            let points = vec![[a, b], [c, b], [c, d], [a, d]];
            items.push(Item::Polygon { points, fill: PAPER, line: PAPER, width: 0.1 });
        }
    }

    /// A frame with coordinates in metres.
    pub fn axes(&self, [low, high]: [[f64; 2]; 2], items: &mut Vec<Item>) {
        let (l, t, r, b) = (self.left, self.top, self.right, self.bottom);
        let points = vec![[l, t], [r, t], [r, b], [l, b], [l, t]];
        items.push(Item::Line { points, colour: INK, width: 1.2 });
        let most = |pixels: f64, each: f64| ((pixels / each) as usize).clamp(1, 10);
        for tick in ruler([low[0], high[0]]).ticks(most(r - l, 110.0)) {
            let x = l + tick.at * (r - l);
            items.push(Item::Line { points: vec![[x, b], [x, b + 6.0]], colour: INK, width: 1.2 });
            items.push(words(&tick.label, [x, b + 12.0 + LETTERS], Align::Middle, INK));
        }
        for tick in ruler([low[1], high[1]]).ticks(most(b - t, 60.0)) {
            let y = b - tick.at * (b - t);
            items.push(Item::Line { points: vec![[l - 6.0, y], [l, y]], colour: INK, width: 1.2 });
            let at = [l - 11.0, y + 0.5 * LETTERS];
            items.push(words(&tick.label, at, Align::End, INK));
        }
        let below = b + 24.0 + 2.0 * LETTERS;
        items.push(words("x (m)", [0.5 * (l + r), below], Align::Middle, INK));
        items.push(Item::Text {
            words: "y (m)".into(),
            at: [l - LEFT + 8.0 + LETTERS, 0.5 * (t + b)],
            size: LETTERS,
            colour: INK,
            align: Align::Middle,
            upright: true,
        });
    }

    /// A bar of a round length.
    pub fn scale_bar(&self, scale: f64, items: &mut Vec<Item>) {
        let bar = round_length(0.25 * (self.right - self.left) / scale);
        let right = self.right.max(self.width - MARGIN);
        let left = right - bar * scale;
        let y = self.bottom + 16.0;
        items.push(Item::Line { points: vec![[left, y], [right, y]], colour: INK, width: 3.0 });
        let at = [left - 10.0, y + 0.5 * LETTERS];
        items.push(words(&format!("{} m", rounded(bar)), at, Align::End, INK));
    }
}

/// An image of space with a legend around it; `more` is drawn over it.
pub fn around(
    image: Image,
    legend: &Legend,
    scale: f64,
    more: impl FnOnce(&Layout, &mut Vec<Item>),
) -> Drawing {
    let layout = Layout::new([image.width as f64, image.height as f64], legend);
    let mut items = vec![Item::Image { at: [layout.left, layout.top], image }];
    more(&layout, &mut items);
    layout.scale_bar(scale, &mut items);
    legend.draw(&layout, &mut items);
    Drawing { width: layout.width, height: layout.height, items }
}

/// A line of words.
pub fn words(words: &str, at: [f64; 2], align: Align, colour: [u8; 3]) -> Item {
    Item::Text { words: words.into(), at, size: LETTERS, colour, align, upright: false }
}

fn ruler(range: [f64; 2]) -> Ruler {
    let axis = Axis { label: String::new(), scale: Scale::Linear, range: Some(range) };
    Ruler::new(&axis, range.into_iter())
}

/// The colours with their numbers, to the right of the scene.
pub fn bar(
    quantity: Quantity,
    map: ColourMap,
    range: [f64; 2],
    layout: &Layout,
    items: &mut Vec<Item>,
) {
    let (left, right) = (layout.right + MARGIN, layout.right + MARGIN + BAR);
    let high = (layout.bottom - layout.top - 2.0 * LINE).clamp(60.0, 420.0);
    let top = layout.top + LINE;
    let steps = 128;
    for k in 0..steps {
        let share = |k: usize| top + high * k as f64 / f64::from(steps as u32);
        // Down to the end, so that no seam is seen between two of them.
        let (a, b) = (share(k), top + high);
        let at = 1.0 - (k as f64 + 0.5) / f64::from(steps as u32);
        let fill = map.colour(range[0] + at * (range[1] - range[0]), range);
        let points = vec![[left, a], [right, a], [right, b], [left, b]];
        items.push(Item::Polygon { points, fill, line: fill, width: 0.0 });
    }
    let points =
        vec![[left, top], [right, top], [right, top + high], [left, top + high], [left, top]];
    items.push(Item::Line { points, colour: INK, width: 1.0 });
    let (name, unit) = quantity.words();
    let (factor, prefix) = prefix(range[0].abs().max(range[1].abs()), unit);
    let title = match unit {
        "" => name.to_string(),
        unit => format!("{name} ({prefix}{unit})"),
    };
    items.push(Item::Text {
        words: title,
        at: [left + BAR_ROOM - MARGIN - 6.0, top + 0.5 * high],
        size: LETTERS,
        colour: INK,
        align: Align::Middle,
        upright: true,
    });
    if range[1] <= range[0] {
        let at = [right + 8.0, top + 0.5 * high + 0.5 * LETTERS];
        items.push(words(&label(range[0] / factor), at, Align::Start, INK));
        return;
    }
    let shown = [range[0] / factor, range[1] / factor];
    for tick in ruler(shown).ticks(((high / 50.0) as usize).clamp(2, 6)) {
        let y = top + high * (1.0 - tick.at);
        let points = vec![[right, y], [right + 5.0, y]];
        items.push(Item::Line { points, colour: INK, width: 1.0 });
        items.push(words(&tick.label, [right + 10.0, y + 0.5 * LETTERS], Align::Start, INK));
    }
}
