//! The same cube comes out of every format.

use crate::{all, corners};
use drystone::mesh::Mesh;
use drystone::shapes::Convex;

#[test]
fn every_format_gives_the_unit_cube() {
    for (name, bytes) in all() {
        let mesh = Mesh::parse(name, &bytes).unwrap_or_else(|e| panic!("{e}"));
        let mut points: Vec<[f64; 3]> = mesh.points.iter().map(|p| [p[0], p[1], p[2]]).collect();
        points.sort_by(|a, b| (a[2], a[1], a[0]).partial_cmp(&(b[2], b[1], b[0])).unwrap());
        assert_eq!(points, corners(), "{name}");
        assert!((mesh.volume() - 1.0).abs() < 1e-15, "{name}");
        let (mended, report) = mesh.mended();
        assert_eq!(mended, mesh, "{name}: nothing was wrong");
        assert_eq!((report.mended(), report.faults()), (None, None), "{name}");
        assert!(report.is_watertight() && (report.volume - 1.0).abs() < 1e-15, "{name}");
        let convex = Convex::from_faces(&mended.points, &mended.faces).unwrap();
        assert_eq!((convex.faces().len(), convex.vertices().len()), (6, 8), "{name}");
    }
}

#[test]
fn line_ends_of_other_systems_are_understood() {
    for (name, bytes) in all() {
        let Ok(text) = String::from_utf8(bytes) else { continue };
        if name == "binary.stl" || name == "little.ply" || name == "big.ply" {
            continue;
        }
        let mesh = Mesh::parse(name, text.as_bytes()).unwrap();
        let other = Mesh::parse(name, text.replace('\n', "\r\n").as_bytes());
        assert_eq!(other.unwrap_or_else(|e| panic!("{e}")), mesh, "{name}");
    }
}

#[test]
fn a_file_is_read_from_its_path() {
    let path = std::env::temp_dir().join(format!("drystone-cube-{}.stl", std::process::id()));
    std::fs::write(&path, crate::stl_binary()).unwrap();
    let mesh = Mesh::read(&path);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(mesh.unwrap().faces.len(), 12);
}
