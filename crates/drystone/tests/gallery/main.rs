//! The gallery: every scene converges and meets the values that its `expected.toml` promises.

mod confined;
mod expected;
mod recording;

use drystone::scene::Scene;
use drystone::world::AnyWorld;
use expected::Expected;
use recording::{Recording, record};
use std::path::{Path, PathBuf};

/// Largest picture (bytes).
const PICTURE_MOST: usize = 150_000;

/// Scenes that take long: how they are shortened unless `DRYSTONE_LONG=1`, and what is expected of the whole alone.
const SHORTENED: [(&str, &str, &str); 1] = [("membrane-triaxial", "duration=0.1", "stress_ratio")];

fn gallery() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../gallery")
}

fn read(folder: &Path, name: &str) -> Vec<u8> {
    let file = folder.join(name);
    std::fs::read(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()))
}

fn text(folder: &Path, name: &str) -> String {
    String::from_utf8(read(folder, name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// Runs a scene and compares it with what is expected of it.
fn check(name: &str) {
    let folder = gallery().join(name);
    let readme = text(&folder, "README.md");
    assert!(readme.contains(&format!("drystone demo {name}")), "README.md lacks the command");
    let picture = read(&folder, "picture.png");
    assert!(picture.starts_with(b"\x89PNG") && picture.len() < PICTURE_MOST, "picture.png");
    let mut expected = Expected::parse(&text(&folder, "expected.toml"));
    let mut overrides = vec![];
    if std::env::var_os("DRYSTONE_LONG").is_none() {
        for (_, shorter, late) in SHORTENED.iter().filter(|(scene, ..)| *scene == name) {
            overrides.push(shorter.to_string());
            expected.leave_out(late);
        }
    }

    let scene =
        Scene::load(&folder.join("scene.toml"), &overrides).unwrap_or_else(|e| panic!("{e}"));
    let steps = scene.steps();
    let found: Recording = match scene.world {
        AnyWorld::Plane(mut world) => record(&mut world, steps),
        AnyWorld::Space(mut world) => record(&mut world, steps),
    };
    let wrong = expected.compare(|key| found.value(key));
    assert!(wrong.is_empty(), "{name}:\n{}", wrong.join("\n"));
}

macro_rules! scenes {
    ($($test:ident $name:literal),* $(,)?) => {
        $(#[test]
        fn $test() {
            check($name);
        })*

        #[test]
        fn every_folder_has_its_test() {
            let mut tested = vec![$($name.to_string()),*];
            tested.sort();
            let entries = std::fs::read_dir(gallery()).expect("the gallery");
            let mut folders: Vec<String> = entries
                .map(|entry| entry.expect("an entry"))
                .filter(|entry| entry.path().is_dir())
                .map(|entry| entry.file_name().to_string_lossy().into_owned())
                .collect();
            folders.sort();
            assert_eq!(folders, tested);
        }
    };
}

scenes![
    incline "incline",
    bouncing_ball "bouncing-ball",
    rocking_block "rocking-block",
    rolling_disks "rolling-disks",
    stack "stack",
    arch "arch",
    arch_in_space "arch-3d",
    elastic_wall "elastic-wall",
    elastic_wall_in_space "elastic-wall-3d",
    elastic_arch "elastic-arch",
    arch_on_piers "arch-on-piers",
    column "column",
    wall "wall",
    disks_in_box "disks-in-box",
    spheres_in_box "spheres-in-box",
    shear_cell "shear-cell",
    membrane_biaxial "membrane-biaxial",
    membrane_triaxial "membrane-triaxial",
    rockfall "rockfall",
    tilting_block "tilting-block",
    mortar_wall "mortar-wall",
    peel "peel",
    chain "chain",
];
