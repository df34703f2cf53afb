//! Words for the terminal: what others have written may carry characters that would command it.

use std::borrow::Cow;
use std::io::Write;

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

/// Controls, what turns the direction of writing round, and ends of lines that are not seen so.
fn commands(c: char) -> bool {
    let turns = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    let ends = matches!(c, '\u{2028}' | '\u{2029}');
    turns || ends || (c.is_control() && !matches!(c, '\n' | '\t'))
}

/// Says something on the standard error, a line of its own.
macro_rules! say {
    ($($words:tt)*) => {
        $crate::words::tell(&format!("{}\n", $crate::words::visible(&format!($($words)*))))
    };
}
pub(crate) use say;

/// Writes to the standard error. That nobody takes it, since a pipe is closed or a disk full, is no
/// reason to end what is being done, and there is nowhere to say so.
pub fn tell(words: &str) {
    let _ = std::io::stderr().write_all(words.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn words_do_not_command_a_terminal() {
        assert_eq!(visible("\u{1b}[2Jgone\r\u{7}"), "\\u{1b}[2Jgone\\u{d}\\u{7}");
        assert_eq!(visible("\u{9b}31m \u{202e}abc"), "\\u{9b}31m \\u{202e}abc");
        let marks = "\u{200e}\u{200f}\u{61c}\u{2028}\u{2029}";
        let shown = "\\u{200e}\\u{200f}\\u{61c}\\u{2028}\\u{2029}";
        assert_eq!(visible(marks), shown);
        assert_eq!(visible("Härte μ\n\tof stone"), "Härte μ\n\tof stone");
    }
}
