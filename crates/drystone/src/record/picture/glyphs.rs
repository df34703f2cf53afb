//! A stroke font for the words on a picture, so that no font file is needed.

use super::{accents, signs};

/// Strokes of a character on a grid 4 wide and 6 high, baseline at y = 0, as pairs of digits; `a`
/// and `b` stand for -1 and -2, below the baseline. A box for what is not known.
fn strokes(c: char) -> &'static [&'static str] {
    match c {
        ' ' => &[],
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
        '!' => &["26 22", "20 21"],
        '"' => &["16 14", "36 34"],
        '#' => &["10 16", "30 36", "02 42", "04 44"],
        '$' => &["45 36 16 05 04 13 33 42 41 30 10 01", "27 2a"],
        '%' => &["00 46", "06 16 15 05 06", "41 40 30 31 41"],
        '&' => &["40 04 05 16 25 24 02 01 10 20 42"],
        '\'' => &["26 24"],
        '(' => &["36 25 21 30"],
        ')' => &["16 25 21 10"],
        '*' => &["21 25", "12 34", "32 14"],
        '+' => &["21 25", "03 43"],
        ',' => &["21 20 1a"],
        '-' => &["03 43"],
        '.' => &["20 21"],
        '/' => &["00 46"],
        ':' => &["20 21", "23 24"],
        ';' => &["23 24", "21 20 1a"],
        '<' => &["45 03 41"],
        '=' => &["02 42", "04 44"],
        '>' => &["05 43 01"],
        '?' => &["05 16 36 45 44 23 22", "20 21"],
        '@' => &["31 33 23 22 32 41 45 36 16 05 01 10 40"],
        '[' => &["36 16 10 30"],
        '\\' => &["06 40"],
        ']' => &["16 36 30 10"],
        '^' => &["04 26 44"],
        '_' => &["0a 4a"],
        '`' => &["16 25"],
        '{' => &["36 26 24 13 22 20 30"],
        '|' => &["26 2a"],
        '}' => &["16 26 24 33 22 20 10"],
        '~' => &["03 14 32 43"],
        'a'..='z' => small(c),
        'A'..='Z' => capital(c),
        _ => signs::small_greek(c)
            .or_else(|| signs::capital_greek(c))
            .or_else(|| signs::sign(c))
            .unwrap_or(&UNKNOWN),
    }
}

const UNKNOWN: [&str; 1] = ["00 06 46 40 00"];

fn small(c: char) -> &'static [&'static str] {
    match c {
        'a' => &["04 34 43 40 10 01 12 42"],
        'b' => &["06 00 30 41 43 34 04"],
        'c' => &["44 14 03 01 10 40"],
        'd' => &["46 40 10 01 03 14 44"],
        'e' => &["02 42 43 34 14 03 01 10 40"],
        'f' => &["46 36 25 20", "04 44"],
        'g' => &["40 10 01 03 14 44 4a 3b 0b"],
        'h' => &["06 00", "03 14 34 43 40"],
        'i' => &["14 24 20", "10 30", "26 27"],
        'j' => &["14 24 2a 1b 0b", "26 27"],
        'k' => &["06 00", "44 02 40"],
        'l' => &["16 26 20", "10 30"],
        'm' => &["00 04", "03 14 23 20", "23 34 43 40"],
        'n' => &["00 04", "03 14 34 43 40"],
        'o' => &["14 34 43 41 30 10 01 03 14"],
        'p' => &["0b 04 34 43 41 30 00"],
        'q' => &["4b 44 14 03 01 10 40"],
        'r' => &["00 04", "02 14 34"],
        's' => &["44 14 03 12 32 41 30 00"],
        't' => &["16 11 20 40", "04 34"],
        'u' => &["04 01 10 40 44"],
        'v' => &["04 20 44"],
        'w' => &["04 10 23 30 44"],
        'x' => &["00 44", "04 40"],
        'y' => &["04 20", "44 1b 0b"],
        _ => &["04 44 00 40"],
    }
}

fn capital(c: char) -> &'static [&'static str] {
    match c {
        'A' => &["00 26 40", "12 32"],
        'B' => &["00 06 36 45 44 33 03", "33 42 41 30 00"],
        'C' => &["45 36 16 05 01 10 30 41"],
        'D' => &["00 06 26 44 42 20 00"],
        'E' => &["46 06 00 40", "03 33"],
        'F' => &["46 06 00", "03 33"],
        'G' => &["45 36 16 05 01 10 30 41 43 23"],
        'H' => &["00 06", "40 46", "03 43"],
        'I' => &["16 36", "26 20", "10 30"],
        'J' => &["46 41 30 10 01"],
        'K' => &["06 00", "46 02", "24 40"],
        'L' => &["06 00 40"],
        'M' => &["00 06 23 46 40"],
        'N' => &["00 06 40 46"],
        'O' => &["16 36 45 41 30 10 01 05 16"],
        'P' => &["00 06 36 45 44 33 03"],
        'Q' => &["16 36 45 41 30 10 01 05 16", "22 40"],
        'R' => &["00 06 36 45 44 33 03", "23 40"],
        'S' => &["45 36 16 05 04 13 33 42 41 30 10 01"],
        'T' => &["06 46", "26 20"],
        'U' => &["06 01 10 30 41 46"],
        'V' => &["06 20 46"],
        'W' => &["06 10 23 30 46"],
        'X' => &["00 46", "06 40"],
        'Y' => &["06 23 46", "23 20"],
        _ => &["06 46 00 40"],
    }
}

/// Polylines of a text starting at (x, y) on the baseline, y downwards, `size` pixels high.
pub fn text(words: &str, x: f64, y: f64, size: f64) -> Vec<Vec<[f64; 2]>> {
    let unit = size / 6.0;
    let mut lines = vec![];
    for (i, c) in words.chars().filter(|c| !accents::is_joined(*c)).enumerate() {
        let left = x + i as f64 * 6.0 * unit;
        let mut draw = |strokes: &[&str], y: f64| {
            let corner = |pair: &str| {
                let digit = |k: usize| match pair.as_bytes()[k] {
                    below @ b'a'..=b'b' => -1.0 - f64::from(below - b'a'),
                    digit => f64::from(digit - b'0'),
                };
                [left + digit(0) * unit, y - digit(1) * unit]
            };
            lines.extend(strokes.iter().map(|stroke| stroke.split(' ').map(corner).collect()));
        };
        match accents::taken_apart(c) {
            Some((letter, mark, up)) => {
                let drawn = strokes(letter);
                // The dot of an i or a j makes room for the mark.
                let dotted = matches!(letter, 'i' | 'j') && !mark.is_empty();
                draw(&drawn[..drawn.len() - usize::from(dotted)], y);
                draw(mark, y - up * unit);
            }
            None => draw(strokes(c), y),
        }
    }
    lines
}

/// Width of a text.
pub fn width(words: &str, size: f64) -> f64 {
    let letters = words.chars().filter(|c| !accents::is_joined(*c)).count();
    (letters as f64 * 6.0 - 2.0) * size / 6.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_character_has_strokes_on_the_grid() {
        let more = "°µ²³·×±–äöüßéèàçαβγδεζηθικλμνξοπρστυφχψωΓΔΘΛΞΠΣΦΨΩÄÉÇíłŐ≤≥≈√→æø中";
        for c in (b'!'..=b'~').map(char::from).chain(more.chars()) {
            let lines = text(&c.to_string(), 0.0, 0.0, 6.0);
            assert!(!lines.is_empty(), "no glyph for {c}");
            for p in lines.iter().flatten() {
                assert!((0.0..=4.0).contains(&p[0]) && (-9.0..=2.0).contains(&p[1]), "{c}");
            }
            assert!(lines.iter().all(|line| line.len() > 1), "{c}");
            let boxed = lines == text("中", 0.0, 0.0, 6.0);
            assert_eq!(boxed, c == '中', "{c} is a box, or is not");
        }
        assert!(text(" \u{a0}", 0.0, 0.0, 6.0).is_empty());
    }

    #[test]
    fn letters_with_marks_are_the_letter_and_more_or_the_letter_alone() {
        let drawn = |words: &str| text(words, 0.0, 0.0, 6.0);
        for (with, without) in [("ö", "o"), ("É", "E"), ("ç", "c"), ("ñ", "n")] {
            assert!(drawn(with).starts_with(&drawn(without)), "{with}");
            assert!(drawn(with).len() > drawn(without).len(), "{with}");
        }
        assert_eq!(drawn("ł"), drawn("l"));
        // A mark for itself takes no room.
        assert_eq!(drawn("e\u{301}x"), drawn("ex"));
        assert_eq!(width("e\u{301}x", 6.0), width("ex", 6.0));
        assert_eq!(drawn("í").len(), 3, "no dot beside the mark");
    }
}
