//! The scenes of the gallery, part of the program.

/// A scene of the gallery.
pub struct Entry {
    /// Its name: the folder in `gallery/`.
    pub name: &'static str,
    /// The text of its scene file.
    pub scene: &'static str,
}

impl Entry {
    /// The title in the scene file, for lists.
    pub fn title(&self) -> &'static str {
        let line = self.scene.lines().find(|line| line.starts_with("title"));
        line.and_then(|line| line.split('"').nth(1)).unwrap_or_default()
    }
}

macro_rules! entries {
    ($($name:literal),* $(,)?) => {
        &[$(Entry {
            name: $name,
            scene: include_str!(concat!("../../../gallery/", $name, "/scene.toml")),
        }),*]
    };
}

/// Every scene, in the order it is listed.
pub const GALLERY: &[Entry] = entries![
    "incline",
    "bouncing-ball",
    "rocking-block",
    "rolling-disks",
    "stack",
    "arch",
    "arch-3d",
    "elastic-wall",
    "elastic-wall-3d",
    "elastic-arch",
    "arch-on-piers",
    "column",
    "wall",
    "disks-in-box",
    "spheres-in-box",
    "shear-cell",
    "membrane-biaxial",
    "membrane-triaxial",
    "rockfall",
    "tilting-block",
    "mortar-wall",
    "peel",
    "chain",
];

/// A name and a line about it, one a row.
pub fn list<'a>(rows: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    rows.map(|(name, about)| format!("  {name:<16} {about}\n")).collect()
}
