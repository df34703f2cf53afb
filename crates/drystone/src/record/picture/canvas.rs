//! A drawing in the plane: shapes in pixels, y downwards, back to front.

use super::Colour;

/// Something drawn.
pub enum Item {
    /// A filled and outlined polygon.
    Polygon {
        /// Corners.
        points: Vec<[f64; 2]>,
        /// Fill.
        fill: Colour,
        /// Outline.
        line: Colour,
        /// Width of the outline.
        width: f64,
    },
    /// A filled and outlined circle.
    Circle {
        /// Centre.
        centre: [f64; 2],
        /// Radius.
        radius: f64,
        /// Fill.
        fill: Colour,
        /// Outline.
        line: Colour,
        /// Width of the outline.
        width: f64,
    },
    /// A stroke with round ends.
    Line {
        /// Corners.
        points: Vec<[f64; 2]>,
        /// Colour.
        colour: Colour,
        /// Width.
        width: f64,
    },
    /// Pixels.
    Image {
        /// Upper left corner.
        at: [f64; 2],
        /// The pixels.
        image: Image,
    },
    /// Words.
    Text {
        /// What they say.
        words: String,
        /// A point of the baseline: where `align` says.
        at: [f64; 2],
        /// Height of capitals.
        size: f64,
        /// Colour.
        colour: Colour,
        /// Which point of the words is at `at`.
        align: Align,
        /// Whether they are turned to read from below to above.
        upright: bool,
    },
}

/// A point of a line of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// Pixels, line by line from the top.
pub struct Image {
    /// Pixels in a line.
    pub width: usize,
    /// Lines.
    pub height: usize,
    /// Colours.
    pub pixels: Vec<Colour>,
}

/// A drawing of a given size.
pub struct Drawing {
    /// Width in pixels.
    pub width: f64,
    /// Height in pixels.
    pub height: f64,
    /// Items, back to front.
    pub items: Vec<Item>,
}
