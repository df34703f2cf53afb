//! Which frames of a run a command is about.

use crate::Failure;

/// Some of the frames of a run.
#[derive(Debug, PartialEq, Eq)]
pub struct Chosen {
    /// Their numbers, counted from 0.
    pub indices: Vec<usize>,
    /// Whether more than one was asked for, even if there is no more.
    pub several: bool,
}

impl Chosen {
    /// `last`, `all`, a number, from the end if negative, or `FIRST:LAST:EVERY` with any of them left
    /// out.
    pub fn parse(words: &str, count: usize) -> Result<Self, Failure> {
        if count == 0 && words != "all" {
            return Err(Failure::input("there are no frames: the run recorded none"));
        }
        let bad = || {
            Failure::input(format!(
                "no frame `{words}`: there are {count}, counted from 0\nhelp: `last`, `all`, a \
                 number, or FIRST:LAST:EVERY"
            ))
        };
        let at = |text: &str, otherwise: usize| match text.parse::<i64>() {
            _ if text.is_empty() => Some(otherwise),
            Ok(k) if k < 0 => count.checked_sub(k.unsigned_abs() as usize),
            Ok(k) => Some(k as usize),
            Err(_) => None,
        };
        if words == "all" {
            return Ok(Self { indices: (0..count).collect(), several: true });
        }
        if let Some((first, rest)) = words.split_once(':') {
            let (last, every) = rest.split_once(':').unwrap_or((rest, "1"));
            let first = at(first, 0).ok_or_else(bad)?;
            let last = at(last, count.saturating_sub(1)).ok_or_else(bad)?;
            let every = every.parse::<usize>().ok().filter(|n| *n > 0).ok_or_else(bad)?;
            if last >= count || first > last {
                return Err(bad());
            }
            return Ok(Self { indices: (first..=last).step_by(every).collect(), several: true });
        }
        let words = if words == "last" { "-1" } else { words };
        let index = at(words, count).filter(|index| *index < count).ok_or_else(bad)?;
        Ok(Self { indices: vec![index], several: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(words: &str, count: usize) -> Option<Vec<usize>> {
        Chosen::parse(words, count).ok().map(|chosen| chosen.indices)
    }

    #[test]
    fn frames_are_named_in_many_ways() {
        assert_eq!(chosen("last", 5), Some(vec![4]));
        assert_eq!(chosen("-2", 5), Some(vec![3]));
        assert_eq!(chosen("0", 5), Some(vec![0]));
        assert_eq!(chosen("all", 3), Some(vec![0, 1, 2]));
        assert_eq!(chosen("1:", 4), Some(vec![1, 2, 3]));
        assert_eq!(chosen("::2", 5), Some(vec![0, 2, 4]));
        assert_eq!(chosen("-3:-1", 5), Some(vec![2, 3, 4]));
        for bad in ["5", "-6", "frist", "3:1", "0:9", "1:2:0", "1:2:x", ""] {
            assert_eq!(chosen(bad, 5), None, "{bad}");
        }
        assert_eq!(chosen("last", 0), None);
        assert_eq!(chosen("all", 0), Some(vec![]));
    }
}
