//! The title of a run's scene.

use super::Results;

impl Results {
    /// The title of the scene, on one line; empty where it has none.
    pub fn title(&self) -> String {
        title(self.scene()).unwrap_or_default()
    }
}

fn title(scene: &str) -> Option<String> {
    let scene: toml::Table = scene.parse().ok()?;
    let title = scene.get("title")?.as_str()?;
    let words: Vec<&str> = title.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::title;

    #[test]
    fn titles_are_read_as_toml_has_them() {
        let cases = [
            ("title = \"arch\"\n", Some("arch")),
            ("title = 'He said \"fall\"'\n", Some("He said \"fall\"")),
            ("title = \"\"\"\nTwo\n  lines\"\"\"\n", Some("Two lines")),
            ("title   =  \"20\\u00b0\" # so steep\n", Some("20°")),
            ("title = \"\"\n", None),
            ("time_step = 0.1\n[record]\ntitle = \"none of the scene\"\n", None),
            ("no toml at all", None),
        ];
        for (scene, expected) in cases {
            assert_eq!(title(scene).as_deref(), expected, "{scene}");
        }
    }
}
