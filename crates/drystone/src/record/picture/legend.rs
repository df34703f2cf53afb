//! What a picture says about itself: what is shown, what lengths and colours stand for, and what
//! must be known beside the results.

use super::canvas::{Align, Item};
use super::colour_map::ColourMap;
use super::layout::{LETTERS, LINE, Layout, MARGIN, bar, words};
use super::quantities::Quantity;
use super::raster::width;
use super::units::{rounded, with_unit};
use super::{APART, Colour, FORCE, INK, Scales, Sight, Style, TENSION, bonds, joints, overlay};
use crate::contact::Contact;

/// Width of a sample beside its words.
const SAMPLE: f64 = 40.0;

/// A sample and what it stands for.
struct Key {
    sample: Sample,
    words: String,
    colour: Colour,
}

#[derive(Clone, Copy)]
enum Sample {
    None,
    Line([u8; 3]),
    Arrow,
}

/// What a picture says about itself.
pub struct Legend {
    keys: Vec<Key>,
    /// What colours mean, if there is a bar of them.
    pub bar: Option<(Quantity, ColourMap, [f64; 2])>,
    /// Whether there are axes.
    pub axes: bool,
}

impl Legend {
    /// Of a frame.
    pub fn of<const D: usize>(sight: &Sight<D>, style: &Style, scales: &Scales) -> Self {
        let key = |sample: Sample, words: String| Key { sample, words, colour: INK };
        let mut keys = vec![key(Sample::None, format!("t = {} s", rounded(sight.frame.time)))];
        if sight.magnification != 1.0 {
            let words = format!("displacements × {}", rounded(sight.magnification));
            keys.push(key(Sample::None, words));
        } else if sight.stretch != 1.0 {
            let words = format!("deformation × {}", rounded(sight.stretch));
            keys.push(key(Sample::None, words));
        }
        if style.forces && scales.force > 0.0 {
            let words = format!("force, thickest {}", with_unit(scales.force, "N"));
            keys.push(key(Sample::Line(FORCE), words));
        }
        let pulls = |c: &Contact<D>| -sight.normal_force(c) > 1e-3 * scales.force;
        if style.forces && scales.force > 0.0 && sight.frame.contacts.iter().any(pulls) {
            keys.push(key(Sample::Line(TENSION), "tension".into()));
        }
        if style.bonds && bonds::are_there(sight) {
            for (damage, words) in [(0.0, "bond"), (0.5, "damaged"), (1.0, "broken")] {
                keys.push(key(Sample::Line(bonds::colour(damage)), words.into()));
            }
        }
        if style.joints && joints::are_there(sight) {
            keys.push(key(Sample::Line(joints::JOINT), "joint".into()));
        }
        if style.arrows && scales.speed > 0.0 {
            let words = format!("velocity, longest {}", with_unit(scales.speed, "m/s"));
            keys.push(key(Sample::Arrow, words));
        }
        if style.crosses && scales.stress > 0.0 {
            let words = format!("compression, longest {}", with_unit(scales.stress, "Pa"));
            keys.push(key(Sample::Line(APART), words));
            keys.push(key(Sample::Line(TENSION), "tension".into()));
        }
        if let Some(quantity) = style.colour.filter(|quantity| !quantity.is_measured()) {
            keys.push(key(Sample::None, format!("colour: {}", quantity.words().0)));
        }
        let remarks = sight.remarks.iter();
        keys.extend(remarks.map(|words| Key { colour: FORCE, ..key(Sample::None, words.clone()) }));
        let bar = style.colour.filter(|quantity| quantity.is_measured());
        Self {
            keys,
            bar: bar.map(|quantity| (quantity, quantity.map(D), scales.colour)),
            axes: style.axes && D == 2,
        }
    }

    /// Where each key begins in so much room: line and place in it; and the number of lines.
    pub fn places(&self, room: f64) -> (Vec<(usize, f64)>, usize) {
        let (mut line, mut x) = (0, 0.0);
        let mut places = vec![];
        for key in &self.keys {
            let needed = key.width();
            if x > 0.0 && x + needed > room {
                (line, x) = (line + 1, 0.0);
            }
            places.push((line, x));
            x += needed + 2.0 * MARGIN;
        }
        (places, line + 1)
    }

    /// The width of the longest words.
    pub fn longest(&self) -> f64 {
        self.keys.iter().map(Key::width).fold(160.0, f64::max)
    }

    /// Draws the line of words and the bar.
    pub fn draw(&self, layout: &Layout, items: &mut Vec<Item>) {
        let (places, _) = self.places(layout.width - layout.margin - MARGIN);
        for (key, (line, x)) in self.keys.iter().zip(places) {
            let y = MARGIN + LETTERS + LINE * line as f64;
            let mut x = layout.margin + x;
            let middle = y - 0.5 * LETTERS;
            match key.sample {
                Sample::None => {}
                Sample::Line(colour) => {
                    let points = vec![[x + 4.0, middle], [x + SAMPLE - 12.0, middle]];
                    items.push(Item::Line { points, colour, width: 5.0 });
                }
                Sample::Arrow => items.extend(overlay::arrow([x, middle], [SAMPLE - 10.0, 0.0])),
            }
            x += key.sample.room();
            items.push(words(&key.words, [x, y], Align::Start, key.colour));
        }
        if let Some((quantity, map, range)) = self.bar {
            bar(quantity, map, range, layout, items);
        }
    }
}

impl Key {
    fn width(&self) -> f64 {
        self.sample.room() + width(&self.words, LETTERS)
    }
}

impl Sample {
    fn room(self) -> f64 {
        if matches!(self, Self::None) { 0.0 } else { SAMPLE }
    }
}
