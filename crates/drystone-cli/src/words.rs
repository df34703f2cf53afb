//! Words for the terminal: what others have written may carry characters that would command it.

use std::borrow::Cow;

/// Words with every character that a terminal would obey instead of showing written as its number; lines
/// and tabs stay. Names of bodies, materials and files are such words.
pub fn visible(words: &str) -> Cow<'_, str> {
    if !words.contains(commands) {
        return Cow::Borrowed(words);
    }
    let mut shown = String::with_capacity(words.len());
    for c in words.chars() {
        match commands(c) {
            true => shown.extend(c.escape_unicode()),
            false => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

/// Controls, and what turns the direction of writing round.
fn commands(c: char) -> bool {
    let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || (c.is_control() && !matches!(c, '\n' | '\t'))
}

/// Says something on the standard error, a line of its own.
macro_rules! say {
    ($($words:tt)*) => {
        eprintln!("{}", $crate::words::visible(&format!($($words)*)))
    };
}
pub(crate) use say;

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn words_do_not_command_a_terminal() {
        assert_eq!(visible("\u{1b}[2Jgone\r\u{7}"), "\\u{1b}[2Jgone\\u{d}\\u{7}");
        assert_eq!(visible("\u{9b}31m \u{202e}abc"), "\\u{9b}31m \\u{202e}abc");
        assert_eq!(visible("Härte μ\n\tof stone"), "Härte μ\n\tof stone");
    }
}
