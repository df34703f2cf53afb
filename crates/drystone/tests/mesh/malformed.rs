//! A malformed file is answered with the place and what was expected there.

use crate::{all, gmsh_four, gmsh_two, obj, ply_binary, ply_text, stl_binary, stl_text};
use drystone::mesh::{Mesh, MeshPlace};

#[track_caller]
fn refused(name: &str, bytes: &[u8], place: MeshPlace, words: &str) {
    let error = Mesh::parse(name, bytes).expect_err("an error");
    assert_eq!(error.place, place, "{error}");
    assert!(error.to_string().starts_with(&format!("`{name}`")), "{error}");
    assert!(error.message.contains(words), "{error}");
}

/// One replacement in a text file and the line and words of the answer.
#[track_caller]
fn line(name: &str, bytes: &[u8], from: &str, to: &str, line: usize, words: &str) {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    assert!(text.contains(from), "no `{from}` in {name}");
    let text = text.replacen(from, to, 1);
    refused(name, text.as_bytes(), MeshPlace::Line(line), words);
}

#[test]
fn stl() {
    let good = stl_text();
    line("a.stl", &good, "vertex 0e0", "vertex one", 4, "expected the coordinate x, found `one`");
    line("a.stl", &good, "vertex 0e0", "vertex nan", 4, "must be finite");
    line("a.stl", &good, "vertex 0e0", "vertex 1e400", 4, "must be finite");
    line(
        "a.stl",
        &good,
        "0.000 0\n",
        "0.000\n",
        4,
        "the line ends early, expected the coordinate z",
    );
    line("a.stl", &good, "outer loop", "inner loop", 3, "expected `outer loop`");
    line("a.stl", &good, "    endloop\n", "", 7, "expected `endloop`, found `endfacet`");
    line("a.stl", &good, "endsolid unit cube\n", "", 85, "expected `facet` or `endsolid`");
    let good = stl_binary();
    let words = "12 triangles need 684 bytes, the file has 683";
    refused("a.stl", &good[..683], MeshPlace::Byte(80), words);
    refused("a.stl", &[7; 50], MeshPlace::Byte(50), "expected the 84 bytes");
    let mut many = good.clone();
    many[80..84].fill(255);
    refused("a.stl", &many, MeshPlace::Byte(80), "4294967295 triangles need");
    let mut nan = good;
    nan[84 + 50 + 12..84 + 50 + 16].copy_from_slice(&f32::NAN.to_le_bytes());
    refused("a.stl", &nan, MeshPlace::Byte(146), "a coordinate must be finite");
}

#[test]
fn wavefront() {
    let good = obj();
    line("a.obj", &good, "v 0 0 0", "v 0 x 0", 4, "expected the coordinate y, found `x`");
    line("a.obj", &good, "f 1 3", "f 9 3", 20, "vertex 9 does not exist: there are 8");
    line("a.obj", &good, "f 1 3", "f -9 3", 20, "vertex -9 does not exist: 8 came before");
    line("a.obj", &good, "f 1 3", "f 0 3", 20, "vertices count from 1");
    line("a.obj", &good, "f 1 3", "f 1.5 3", 20, "expected a vertex number, found `1.5`");
    refused("a.obj", b"v 0 0 0\nf 1 1\n", MeshPlace::Line(2), "at least 3 vertices, found 2");
}

#[test]
fn polygon_file() {
    let good = ply_text();
    line("a.ply", &good, "ascii", "text", 2, "expected `ascii`, `binary_little_endian`");
    line("a.ply", &good, "vertex 8", "vertex many", 4, "expected the number of elements");
    line("a.ply", &good, "double z", "double w", 4, "the vertices have no property `z`");
    line("a.ply", &good, "double z", "long z", 6, "expected a type such as `float`");
    line("a.ply", &good, "uchar int vertex_indices", "uchar int other", 10, "no list");
    line("a.ply", &good, "end_header", "end", 30, "expected `end_header`");
    line("a.ply", &good, "200 0 0 2", "200 0 x 2", 16, "expected a coordinate, found `x`");
    line("a.ply", &good, "nan 4 0 2", "nan 4 0 8", 24, "vertex 8 does not exist: there are 8");
    line("a.ply", &good, "nan 4 0 2", "nan 4 0 -2", 24, "expected a vertex number, found -2");
    line("a.ply", &good, "edge 1", "edge 2", 30, "the file ends here, expected the property `a`");
    line("a.ply", &good, "edge 1", "edge 0", 30, "the file goes on");
    for big in [false, true] {
        let good = ply_binary(big);
        let cut = &good[..good.len() - 5];
        let words = "the file ends here, expected a vertex number";
        refused("a.ply", cut, MeshPlace::Byte(good.len() - 6), words);
        let longer = [&good[..], &[0]].concat();
        refused("a.ply", &longer, MeshPlace::Byte(good.len()), "the file goes on");
    }
    let text = String::from_utf8(good).unwrap();
    let huge = text.replacen("vertex 8", "vertex 18446744073709551615", 1);
    assert!(Mesh::parse("a.ply", huge.as_bytes()).is_err());
    let empty = "element void 18446744073709551615\nend_header";
    assert!(Mesh::parse("a.ply", text.replacen("end_header", empty, 1).as_bytes()).is_ok());
}

#[test]
fn gmsh() {
    let good = gmsh_two();
    line("a.msh", &good, "2.2 0", "3.0 0", 2, "expected format 2.2 or 4.1, found `3.0`");
    line("a.msh", &good, "2.2 0", "2.2 1", 2, "this is a binary file");
    line("a.msh", &good, "13 1 0 0", "3 1 0 0", 11, "node 3 is defined twice");
    line("a.msh", &good, "13 1 0 0", "13 1 inf 0", 11, "the coordinate y must be finite");
    line("a.msh", &good, "1 3 23 33", "1 3 24 33", 22, "node 24 does not exist");
    line("a.msh", &good, "1 3 23 33", "1 3 23", 22, "expected 3 nodes, found 2");
    line("a.msh", &good, "2 2 2 0", "2 9 2 0", 22, "save the mesh with order 1");
    line("a.msh", &good, "$Nodes\n8", "$Nodes\n9", 18, "expected the tag of a node");
    line("a.msh", &good, "$Elements\n8", "$Elements\n7", 28, "expected `$EndElements`");
    let good = gmsh_four();
    line("a.msh", &good, "2 8 1 8", "2 9 1 8", 5, "9 nodes are announced, 8 found");
    line("a.msh", &good, "2 7 1 7", "2 8 1 7", 26, "8 elements are announced, 7 found");
    line("a.msh", &good, "2 7 1 7", "18446744073709551615 7 1 7", 36, "the type of the elements");
}

/// A file cut short is an error, unless only the last word, which carries nothing, is cut.
#[test]
fn files_cut_short() {
    for (name, bytes) in all().into_iter().filter(|(name, _)| *name != "cube.obj") {
        let whole = Mesh::parse(name, &bytes).unwrap();
        for end in 0..bytes.len() {
            if let Ok(mesh) = Mesh::parse(name, &bytes[..end]) {
                assert!(mesh == whole && end + 16 > bytes.len(), "{name} cut at {end}");
            }
        }
    }
}
