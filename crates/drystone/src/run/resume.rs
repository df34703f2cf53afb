//! How a run is gone on with.

use super::found::cannot_go_on;
use super::output::RunError;
use crate::scene::Scene;
use std::path::Path;

/// Most lines of a difference that are shown.
const SHOWN: usize = 20;
/// Most time steps, as of any scene.
const MOST_STEPS: f64 = 1e12;
/// How far lines that two texts share are looked for.
const AHEAD: usize = 400;

/// How to go on.
#[derive(Default)]
pub struct Resume {
    /// Time to add to the scene's duration (s).
    pub extend: f64,
    /// The scene to go on with; that of the run if there is none.
    pub scene: Option<Scene>,
    /// Whether that scene may differ from the one of the run.
    pub force: bool,
}

impl Resume {
    /// The scene to go on with, where this is that of the run, called so in messages.
    pub(super) fn scene(self, (name, text): (&str, &str), out: &Path) -> Result<Scene, RunError> {
        let parse = |overrides: &[String]| {
            let scene = Scene::parse(name, text, overrides, out);
            scene.map_err(|e| cannot_go_on(&e))
        };
        let old = parse(&[])?;
        let duration = old.description.duration + self.extend;
        let is_endless = duration / old.description.time_step > MOST_STEPS;
        if self.extend > 0.0 && is_endless {
            let message = format!("--extend {:?}: this is more than 10¹² time steps", self.extend);
            return Err(cannot_go_on(&message));
        }
        let Some(mut new) = self.scene else {
            return if self.extend > 0.0 {
                parse(&[format!("duration={duration:?}")])
            } else {
                Ok(old)
            };
        };
        new.description.duration += self.extend;
        let texts = [&old, &new].map(|scene| {
            let mut description = scene.description.clone();
            // How long a run lasts, or may take, is no part of what it is.
            description.duration = old.description.duration;
            description.step_minutes = old.description.step_minutes;
            toml::to_string(&description).unwrap_or_default()
        });
        if texts[0] == texts[1] || self.force {
            return Ok(new);
        }
        let help = match old.description.time_step == new.description.time_step {
            true => "--force goes on with it",
            false => "results keep one time step: start a new run",
        };
        Err(RunError::BadInput(format!(
            "the scene is not the one of the run in `{}`:\n{}help: {help}",
            out.display(),
            difference(&texts[0], &texts[1])
        )))
    }
}

/// The lines that two texts do not share, as many as are worth showing, each under the heading of its
/// table.
fn difference(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let mut lines: Vec<String> = vec![];
    let (mut i, mut j, mut shown, mut heading) = (0, 0, "", "");
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            if old[i].starts_with('[') {
                heading = old[i];
            }
            (i, j) = (i + 1, j + 1);
            continue;
        }
        if heading != shown {
            lines.push(format!("    {heading}\n"));
            shown = heading;
        }
        // Until the nearest line that both have.
        let (di, dj) = next_common(&old[i..], &new[j..]);
        lines.extend(old[i..i + di].iter().map(|line| format!("  - {line}\n")));
        lines.extend(new[j..j + dj].iter().map(|line| format!("  + {line}\n")));
        (i, j) = (i + di, j + dj);
    }
    let mut text = lines[..lines.len().min(SHOWN)].concat();
    if lines.len() > SHOWN {
        text += &format!("  and {} lines more\n", lines.len() - SHOWN);
    }
    text
}

/// How far two texts have to be gone on in until they share a line: the least sum of both ways.
fn next_common(old: &[&str], new: &[&str]) -> (usize, usize) {
    for sum in 1..(old.len() + new.len()).min(AHEAD) {
        for di in 0..=sum {
            let same = old.get(di).is_some_and(|line| new.get(sum - di) == Some(line));
            if same && !old[di].is_empty() {
                return (di, sum - di);
            }
        }
    }
    (old.len(), new.len())
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn what_differs_is_shown_and_nothing_else() {
        let text = difference("a\nb\nc\nd\n", "a\nx\nc\nd\n");
        assert_eq!(text, "  - b\n  + x\n");
        assert_eq!(difference("a\na\n", "a\n"), "  - a\n");
        let scattered = difference("a\nb\n[t]\nc\nd\n", "a\nx\n[t]\nc\ne\nf\n");
        assert_eq!(scattered, "  - b\n  + x\n    [t]\n  - d\n  + e\n  + f\n");
        let long: String = (0..100).map(|k| format!("{k}\n")).collect();
        assert!(difference(&long, "").ends_with("  and 80 lines more\n"));
    }
}
