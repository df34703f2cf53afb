//! "Did you mean …?": the known word nearest to a misspelt one.

/// Damerau–Levenshtein distance (insert, delete, replace, swap neighbours), ignoring case.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let replace = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let mut best = replace.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    best = best.min(rows[i - 2][j - 2] + 1);
                }
                best
            };
        }
    }
    rows[a.len()][b.len()]
}

/// The nearest candidate, if it is near enough to be a likely intention: at most a third of the
/// letters differ, or one word begins with the other.
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let near = |candidate: &str| {
        let longest = word.chars().count().max(candidate.chars().count());
        let d = distance(word, candidate);
        let begins = word.len() > 2 && (candidate.starts_with(word) || word.starts_with(candidate));
        (d <= longest.div_ceil(3) || begins).then_some(d)
    };
    candidates
        .into_iter()
        .filter(|candidate| word.len() < 64 && candidate.len() < 64)
        .filter_map(|candidate| near(candidate).map(|d| (d, candidate)))
        .min_by_key(|(d, _)| *d)
        .map(|(_, candidate)| candidate)
}

/// The help line for a misspelt word.
pub fn did_you_mean<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    closest(word, candidates).map(|best| format!("did you mean `{best}`?"))
}

/// Words in backquotes, separated by commas.
pub fn quote_all(words: &[&str]) -> String {
    words.iter().map(|w| format!("`{w}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_intended_word() {
        let keys = ["density", "friction", "time_step", "theta"];
        assert_eq!(closest("densty", keys), Some("density"));
        assert_eq!(closest("frcition", keys), Some("friction"));
        assert_eq!(closest("timestep", keys), Some("time_step"));
        assert_eq!(closest("Theta", keys), Some("theta"));
        assert_eq!(closest("colour", keys), None);
    }

    #[test]
    fn a_swap_counts_once() {
        assert_eq!(distance("form", "from"), 1);
        assert_eq!(distance("", "abc"), 3);
    }
}
