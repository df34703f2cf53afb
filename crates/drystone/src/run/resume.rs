//! How a run is gone on with.

use super::output::RunError;
use crate::results::checkpoint::{CHECKPOINT, Checkpoint};
use crate::scene::Scene;
use std::path::Path;

/// Most lines of a difference that are shown.
const SHOWN: usize = 20;

/// How to go on.
#[derive(Default)]
pub struct Resume {
    /// Time to add to the scene's duration (s).
    pub extend: f64,
    /// The scene to go on with; that of the checkpoint if there is none.
    pub scene: Option<Scene>,
    /// Whether that scene may differ from the one of the checkpoint.
    pub force: bool,
}

impl Resume {
    /// The scene to go on with.
    pub(super) fn scene(self, checkpoint: &Checkpoint, out: &Path) -> Result<Scene, RunError> {
        let place = out.join(CHECKPOINT);
        let name = format!("{} (scene)", place.display());
        let parse = |overrides: &[String]| {
            let scene = Scene::parse(&name, &checkpoint.scene, overrides, out);
            scene.map_err(|e| RunError::BadInput(format!("cannot go on: {e}")))
        };
        let old = parse(&[])?;
        let duration = old.description.duration + self.extend;
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
            // How long a run lasts is no part of what it is.
            description.duration = 0.0;
            toml::to_string(&description).unwrap_or_default()
        });
        if texts[0] == texts[1] || self.force {
            return Ok(new);
        }
        Err(RunError::BadInput(format!(
            "the scene is not the one of the run in `{}`:\n{}help: --force goes on with it",
            out.display(),
            difference(&texts[0], &texts[1])
        )))
    }
}

/// The lines that two texts do not share, as many as are worth showing.
fn difference(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let common = |a: &mut dyn Iterator<Item = (&str, &str)>| a.take_while(|(a, b)| a == b).count();
    let first = common(&mut old.iter().copied().zip(new.iter().copied()));
    let rest = old.len().min(new.len()) - first;
    let backwards = old.iter().rev().copied().zip(new.iter().rev().copied());
    let last = common(&mut backwards.take(rest));
    let removed = old[first..old.len() - last].iter().map(|line| format!("  - {line}\n"));
    let added = new[first..new.len() - last].iter().map(|line| format!("  + {line}\n"));
    let lines: Vec<String> = removed.chain(added).collect();
    let mut text = lines[..lines.len().min(SHOWN)].concat();
    if lines.len() > SHOWN {
        text += &format!("  and {} lines more\n", lines.len() - SHOWN);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn what_differs_is_shown_and_nothing_else() {
        let text = difference("a\nb\nc\nd\n", "a\nx\nc\nd\n");
        assert_eq!(text, "  - b\n  + x\n");
        assert_eq!(difference("a\na\n", "a\n"), "  - a\n");
        let long: String = (0..100).map(|k| format!("{k}\n")).collect();
        assert!(difference(&long, "").ends_with("  and 80 lines more\n"));
    }
}
