//! From numbers to places on an axis, and where its ticks are.

use super::{Axis, Scale};

/// The least of the numbers on a logarithmic axis, as a share of the greatest.
const SMALLEST: f64 = 1e-17;

/// An axis whose range is known.
pub struct Ruler {
    scale: Scale,
    low: f64,
    high: f64,
}

/// A tick.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// Place between 0 and 1.
    pub at: f64,
    /// What it says; empty for one without words.
    pub label: String,
}

impl Ruler {
    /// The ruler of an axis with these numbers on it.
    pub fn new(axis: &Axis, numbers: impl Iterator<Item = f64>) -> Self {
        let numbers: Vec<f64> = numbers.filter(|x| x.is_finite()).collect();
        let log = axis.scale == Scale::Log
            && (numbers.is_empty() || axis.range.is_some() || numbers.iter().any(|x| *x > 0.0));
        let scale = if log { Scale::Log } else { Scale::Linear };
        let usable = |x: f64| x.is_finite() && (!log || x > 0.0);
        let given = axis.range.filter(|[low, high]| usable(*low) && usable(*high) && low < high);
        if let Some([low, high]) = given {
            return Self { scale, low, high };
        }
        let span = |(low, high): (f64, f64), x: f64| (low.min(x), high.max(x));
        let (mut low, mut high) = numbers
            .into_iter()
            .filter(|x| usable(*x))
            .fold((f64::INFINITY, f64::NEG_INFINITY), span);
        if low > high {
            (low, high) = if log { (0.1, 1.0) } else { (0.0, 1.0) };
        }
        if scale != axis.scale && low == 0.0 {
            // Nothing but zeros where magnitudes were expected: they lie at the bottom.
            high = 1.0;
        }
        if log {
            // Some room around the curves, and never less than a factor of two.
            let room = (high / low).powf(0.04).max(1.2);
            (low, high) = (low / room, high * room);
            (low, high) = (low.max(f64::MIN_POSITIVE), high.min(f64::MAX));
            // What is smaller by more than double precision tells is no news.
            low = low.max(high * SMALLEST);
        } else {
            let room = 0.04 * (high - low);
            let room = if room > 0.0 { room } else { 0.5 * high.abs().max(1.0) };
            (low, high) = (low - room, high + room);
        }
        Self { scale, low, high }
    }

    /// Makes a linear axis longer, about its middle, to a number of units a pixel.
    pub fn stretch(&mut self, units: f64, pixels: f64) {
        let room = 0.5 * (units * pixels - (self.high - self.low));
        if room > 0.0 {
            (self.low, self.high) = (self.low - room, self.high + room);
        }
    }

    /// How much of the axis a pixel is, of so many.
    pub fn units(&self, pixels: f64) -> f64 {
        (self.high - self.low) / pixels
    }

    /// Where a number is: 0 at the beginning of the axis, 1 at its end; nowhere beyond them.
    pub fn place(&self, x: f64) -> f64 {
        let at = match self.scale {
            Scale::Linear => (x - self.low) / (self.high - self.low),
            Scale::Log => (x.max(self.low) / self.low).ln() / (self.high / self.low).ln(),
        };
        at.clamp(0.0, 1.0)
    }

    /// Round numbers on the axis, about `most` of them with words.
    pub fn ticks(&self, most: usize) -> Vec<Tick> {
        let labelled = match self.scale {
            Scale::Linear => self.linear(most),
            Scale::Log => self.logarithmic(most),
        };
        let inside = |(x, _): &(f64, bool)| {
            let slack = 1e-9 * (self.high - self.low);
            *x >= self.low - slack && *x <= self.high + slack
        };
        let tick = |(x, words): (f64, bool)| {
            let label = if words { label(x) } else { String::new() };
            Tick { at: self.place(x), label }
        };
        labelled.into_iter().filter(inside).map(tick).collect()
    }

    fn linear(&self, most: usize) -> Vec<(f64, bool)> {
        let rough = (self.high - self.low) / most as f64;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].iter().map(|m| m * power).find(|s| *s >= rough);
        let step = step.unwrap_or(power);
        let (first, last) = ((self.low / step).floor(), (self.high / step).ceil());
        (0..=(last - first) as usize).map(|k| ((first + k as f64) * step, true)).collect()
    }

    fn logarithmic(&self, most: usize) -> Vec<(f64, bool)> {
        let decades = (self.high / self.low).log10();
        let (first, last) = (self.low.log10().floor() as i32, self.high.log10().ceil() as i32);
        let mut ticks = vec![];
        for k in first..=last {
            if decades > most as f64 {
                let every = (decades / most as f64).ceil() as i32;
                ticks.push((power(k), k.rem_euclid(every) == 0));
                continue;
            }
            for m in 1..10 {
                let words = m == 1 || (decades * 3.0 <= most as f64 && (m == 2 || m == 5));
                ticks.push((f64::from(m) * power(k), words));
            }
        }
        ticks
    }
}

/// 10ᵏ as it is written: a product of powers would not be.
fn power(k: i32) -> f64 {
    format!("1e{k}").parse().unwrap_or(f64::NAN)
}

/// A number as a tick says it.
pub fn label(x: f64) -> String {
    // What is left of a zero after adding up steps.
    let x = if x.abs() < 1e-300 { 0.0 } else { x };
    if x == 0.0 || (1e-2..1e4).contains(&x.abs()) {
        let text = format!("{x:.6}");
        return text.trim_end_matches('0').trim_end_matches('.').to_string();
    }
    let text = format!("{x:.3e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    format!("{}e{exponent}", digits.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: Scale, range: [f64; 2]) -> Vec<String> {
        let axis = Axis { label: String::new(), scale, range: Some(range) };
        let ticks = Ruler::new(&axis, std::iter::empty()).ticks(8);
        ticks.into_iter().map(|t| t.label).filter(|l| !l.is_empty()).collect()
    }

    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(labels(Scale::Linear, [0.0, 1.0]), ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
        assert_eq!(labels(Scale::Log, [1.0, 100.0]), ["1", "2", "5", "10", "20", "50", "100"]);
        let decades = labels(Scale::Log, [1e-12, 1.0]);
        assert_eq!(decades, ["1e-12", "1e-10", "1e-8", "1e-6", "1e-4", "0.01", "1"]);
    }

    /// A residual that is exactly zero has no logarithm: it is drawn at the bottom of a linear axis.
    #[test]
    fn zeros_have_a_linear_axis() {
        let ruler = Ruler::new(&Axis::new("", Scale::Log), [0.0, 0.0].into_iter());
        let labels: Vec<String> = ruler.ticks(6).into_iter().map(|tick| tick.label).collect();
        assert_eq!(labels, ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
        assert!(ruler.place(0.0) < 0.05);
    }

    #[test]
    fn nothing_to_show_and_one_number_have_an_axis() {
        for scale in [Scale::Linear, Scale::Log] {
            let axis = Axis::new("", scale);
            for numbers in [vec![], vec![3.0], vec![f64::NAN, 1e300], vec![1e-300]] {
                let ruler = Ruler::new(&axis, numbers.iter().copied());
                assert!(ruler.low < ruler.high && !ruler.ticks(6).is_empty(), "{numbers:?}");
            }
        }
    }
}
