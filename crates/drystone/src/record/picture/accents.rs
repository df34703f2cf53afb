//! Letters with marks: taken apart into the letter and the strokes of the mark.

/// A mark: its strokes over a small letter, and the letters with it above those without.
struct Mark {
    strokes: &'static [&'static str],
    /// Whether it is under the letter, so that capitals do not raise it.
    below: bool,
    with: &'static str,
    without: &'static str,
}

const fn above(
    strokes: &'static [&'static str],
    with: &'static str,
    without: &'static str,
) -> Mark {
    Mark { strokes, below: false, with, without }
}

const MARKS: [Mark; 12] = [
    above(&["25 37"], "áéíóúýćĺńŕśźÁÉÍÓÚÝĆĹŃŔŚŹ", "aeiouyclnrszAEIOUYCLNRSZ"),
    above(&["25 17"], "àèìòùǹÀÈÌÒÙǸ", "aeiounAEIOUN"),
    above(&["15 27 35"], "âêîôûĉĝĥĵŝŵŷÂÊÎÔÛĈĜĤĴŜŴŶ", "aeioucghjswyAEIOUCGHJSWY"),
    above(&["16 17", "36 37"], "äëïöüÿÄËÏÖÜŸ", "aeiouyAEIOUY"),
    above(&["05 16 35 46"], "ãñõĩũÃÑÕĨŨ", "anoiuANOIU"),
    above(&["25 36 27 16 25"], "åůÅŮ\u{212b}", "auAUA"),
    above(&["17 25 37"], "čďěňřšťžǎǐǒǔČĎĚŇŘŠŤŽ", "cdenrstzaiouCDENRSTZ"),
    above(&["16 36"], "āēīōūĀĒĪŌŪ", "aeiouAEIOU"),
    above(&["17 16 36 37"], "ăĕğĭŏŭĂĔĞĬŎŬ", "aegiouAEGIOU"),
    above(&["26 27"], "ċėġżĊĖĠİŻ", "cegzCEGIZ"),
    Mark { strokes: &["20 2a 1b"], below: true, with: "çşţÇŞŢ", without: "cstCST" },
    // Marks that are not drawn, and capitals of Greek that look like Latin ones.
    Mark {
        strokes: &[],
        below: true,
        with: "ąęįųłđħŧőűșțðıĄĘĮŲŁĐĦŦŐŰȘȚÆœŒþÞΑΒΕΖΗΙΚΜΝΟΡΤΥΧάέήίόύώ\u{a0}\u{2009}\u{202f}\u{2019}\u{2018}\u{201c}\u{201d}\u{201e}…",
        without: "aeiuldhtoustdiAEIULDHTOUSTAoOpPABEZHIKMNOPTYXαεηιουω   ''\"\"\".",
    },
];

/// The letter without its mark, the strokes of the mark, and how far up they are moved.
pub fn taken_apart(c: char) -> Option<(char, &'static [&'static str], f64)> {
    MARKS.iter().find_map(|mark| {
        let place = mark.with.chars().position(|letter| letter == c)?;
        let letter = mark.without.chars().nth(place)?;
        let raised = letter.is_uppercase() && !mark.below;
        Some((letter, mark.strokes, if raised { 2.0 } else { 0.0 }))
    })
}

/// Whether a mark stands alone, to be joined with the letter before it; it is not drawn.
pub fn is_joined(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_with_a_mark_has_one_without() {
        for mark in &MARKS {
            assert_eq!(mark.with.chars().count(), mark.without.chars().count(), "{}", mark.with);
        }
        assert_eq!(taken_apart('ö').map(|(letter, ..)| letter), Some('o'));
        assert_eq!(taken_apart('É').map(|(letter, _, up)| (letter, up)), Some(('E', 2.0)));
        assert_eq!(taken_apart('ł'), Some(('l', &[] as &[&str], 0.0)));
        assert_eq!(taken_apart('o'), None);
    }
}
