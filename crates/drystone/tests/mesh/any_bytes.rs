//! No bytes make a reader or the mending panic.

use crate::all;
use drystone::mesh::Mesh;
use proptest::prelude::*;

fn survives(name: &str, bytes: &[u8]) {
    let Ok(mesh) = Mesh::parse(name, bytes) else { return };
    assert!(mesh.faces.iter().flatten().all(|v| *v < mesh.points.len()));
    assert!(mesh.points.iter().all(|p| p.iter().all(|x| x.is_finite())));
    let (mended, report) = mesh.mended();
    assert!(mended.points.len() <= mesh.points.len());
    assert!(!report.to_string().is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn damaged_files(
        flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..5),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        for (name, mut bytes) in all() {
            for (at, value) in &flips {
                let at = at.index(bytes.len());
                bytes[at] = *value;
            }
            if let Some(cut) = cut {
                bytes.truncate(cut.index(bytes.len()));
            }
            survives(name, &bytes);
        }
    }

    #[test]
    fn lines_left_out_and_doubled(
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 1..4),
    ) {
        for (name, bytes) in all() {
            let mut lines: Vec<&[u8]> = bytes.split_inclusive(|b| *b == b'\n').collect();
            for (at, twice) in edits.iter().filter(|_| !name.starts_with("binary")) {
                let at = at.index(lines.len());
                let line = lines[at];
                if *twice { lines.insert(at, line) } else if lines.len() > 1 { lines.remove(at); }
            }
            survives(name, &lines.concat());
        }
    }

    #[test]
    fn noise(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        for name in ["a.stl", "a.obj", "a.ply", "a.msh", "a"] {
            survives(name, &bytes);
        }
    }
}
