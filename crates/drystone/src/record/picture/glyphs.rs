//! A stroke font for the few words on a picture, so that no font file is needed.

/// Strokes of a character on a grid 4 wide and 6 high, baseline at y = 0, as digit pairs.
fn strokes(c: char) -> &'static [&'static str] {
    match c {
        '0' => &["01 05 16 36 45 41 30 10 01"],
        '1' => &["05 26 20", "00 40"],
        '2' => &["05 16 36 45 44 00 40"],
        '3' => &["05 16 36 45 44 33 13", "33 42 41 30 10 01"],
        '4' => &["30 36 02 42"],
        '5' => &["46 06 03 33 42 41 30 00"],
        '6' => &["46 16 05 01 10 30 41 42 33 03"],
        '7' => &["06 46 10"],
        '8' => &["13 04 05 16 36 45 44 33 13 02 01 10 30 41 42 33"],
        '9' => &["00 30 41 45 36 16 05 04 13 43"],
        '.' => &["20 21"],
        '-' => &["03 43"],
        '=' => &["02 42", "04 44"],
        '/' => &["00 46"],
        'a' => &["04 34 43 40 10 01 12 42"],
        'c' => &["44 14 03 01 10 40"],
        'e' => &["02 42 43 34 14 03 01 10 40"],
        'f' => &["46 36 25 20", "04 44"],
        'k' => &["06 00", "44 02 40"],
        'm' => &["00 04", "03 14 23 20", "23 34 43 40"],
        'o' => &["14 34 43 41 30 10 01 03 14"],
        'r' => &["00 04", "02 14 34"],
        's' => &["44 14 03 12 32 41 30 00"],
        't' => &["16 11 20 40", "04 34"],
        'x' => &["00 44", "04 40"],
        'G' => &["45 36 16 05 01 10 30 41 43 23"],
        'M' => &["00 06 23 46 40"],
        'N' => &["00 06 40 46"],
        _ => &[],
    }
}

/// Polylines of a text starting at (x, y) on the baseline, y downwards, `size` pixels high.
pub fn text(words: &str, x: f64, y: f64, size: f64) -> Vec<Vec<[f64; 2]>> {
    let unit = size / 6.0;
    let mut lines = vec![];
    for (i, c) in words.chars().enumerate() {
        let left = x + i as f64 * 6.0 * unit;
        for stroke in strokes(c) {
            let corner = |pair: &str| {
                let digit = |k: usize| f64::from(pair.as_bytes()[k] - b'0');
                [left + digit(0) * unit, y - digit(1) * unit]
            };
            lines.push(stroke.split(' ').map(corner).collect());
        }
    }
    lines
}

/// Width of a text.
pub fn width(words: &str, size: f64) -> f64 {
    (words.chars().count() as f64 * 6.0 - 2.0) * size / 6.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_used_has_strokes() {
        for c in "0123456789.-=/ t max force kN MN GN m s e".chars().filter(|c| *c != ' ') {
            assert!(!strokes(c).is_empty(), "no glyph for {c}");
        }
    }
}
