//! From numbers between 0 and 1 to colours.

use super::Colour;

/// From dark to light, evenly: for quantities that begin somewhere.
const SEQUENTIAL: [Colour; 6] =
    [[66, 44, 130], [46, 90, 160], [28, 124, 145], [62, 170, 116], [158, 204, 72], [250, 230, 80]];

/// From blue to red over white: for quantities with a sign.
const DIVERGING: [Colour; 5] =
    [[28, 72, 160], [120, 166, 214], [240, 238, 232], [224, 138, 112], [166, 26, 42]];

/// Layers one on the other, easy to tell from their neighbours.
const LAYERS: [Colour; 4] = [[203, 140, 72], [236, 214, 164], [96, 132, 152], [178, 200, 206]];

/// A way to colour numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColourMap {
    /// From dark to light.
    Sequential,
    /// Two colours about zero.
    Diverging,
    /// A few colours by turns, by whole numbers.
    Layers,
}

impl ColourMap {
    /// The colour of a value in a range.
    pub fn colour(self, value: f64, [low, high]: [f64; 2]) -> Colour {
        let share = if high > low { ((value - low) / (high - low)).clamp(0.0, 1.0) } else { 0.5 };
        match self {
            Self::Sequential => between(&SEQUENTIAL, share),
            Self::Diverging => between(&DIVERGING, share),
            Self::Layers => LAYERS[value.max(0.0) as usize % LAYERS.len()],
        }
    }

    /// The range for numbers from `low` to `high`: about zero where a sign counts.
    pub fn range(self, low: f64, high: f64) -> [f64; 2] {
        match self {
            Self::Diverging => {
                let most = low.abs().max(high.abs());
                [-most, most]
            }
            Self::Sequential => [low.min(0.0), high],
            Self::Layers => [low, high],
        }
    }
}

pub(super) fn between(colours: &[Colour], share: f64) -> Colour {
    let place = share * (colours.len() - 1) as f64;
    let below = (place as usize).min(colours.len() - 2);
    let rest = place - below as f64;
    std::array::from_fn(|k| {
        let (a, b) = (f64::from(colours[below][k]), f64::from(colours[below + 1][k]));
        (a + rest * (b - a)).round() as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequential_map_grows_lighter_evenly() {
        // Lightness L* of sRGB (CIE 1976).
        let lightness = |colour: Colour| {
            let linear = colour.map(|c| {
                let c = f64::from(c) / 255.0;
                if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055_f64).powf(2.4) }
            });
            let y = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
            116.0 * y.cbrt() - 16.0
        };
        let values: Vec<f64> = (0..=20)
            .map(|k| lightness(ColourMap::Sequential.colour(f64::from(k), [0.0, 20.0])))
            .collect();
        for pair in values.windows(2) {
            let step = pair[1] - pair[0];
            assert!((1.5..7.0).contains(&step), "{values:?}");
        }
    }

    #[test]
    fn signs_are_about_zero_and_ends_are_the_ends() {
        assert_eq!(ColourMap::Diverging.range(-1.0, 3.0), [-3.0, 3.0]);
        assert_eq!(ColourMap::Diverging.colour(0.0, [-3.0, 3.0]), DIVERGING[2]);
        assert_eq!(ColourMap::Sequential.colour(9.0, [0.0, 5.0]), SEQUENTIAL[5]);
        assert_eq!(ColourMap::Layers.colour(5.0, [0.0, 7.0]), LAYERS[1]);
    }
}
