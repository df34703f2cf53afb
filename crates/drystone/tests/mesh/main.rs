//! Mesh files: one cube in every format, what malformed files are answered, and that no bytes
//! whatever end in a panic.

mod any_bytes;
mod cube;
mod malformed;
mod mending;

/// The corners of the unit cube: x in bit 0, y in bit 1, z in bit 2.
fn corners() -> Vec<[f64; 3]> {
    (0..8).map(|k| [k & 1, k >> 1 & 1, k >> 2 & 1].map(f64::from)).collect()
}

/// The faces of the cube, outward.
const QUADS: [[usize; 4]; 6] =
    [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];

fn triangles() -> Vec<[usize; 3]> {
    QUADS.iter().flat_map(|q| [[q[0], q[1], q[2]], [q[0], q[2], q[3]]]).collect()
}

fn stl_text() -> Vec<u8> {
    let mut text = "solid unit cube\n".to_string();
    for triangle in triangles() {
        text += "  facet normal 0 0 0\n    outer loop\n";
        for v in triangle {
            let [x, y, z] = corners()[v];
            text += &format!("      vertex {x:e} {y:.3} {z}\n");
        }
        text += "    endloop\n  endfacet\n";
    }
    (text + "endsolid unit cube\n").into_bytes()
}

fn stl_binary() -> Vec<u8> {
    // A comment that begins like a text file.
    let mut bytes = b"solid but binary".to_vec();
    bytes.resize(80, b' ');
    bytes.extend(12u32.to_le_bytes());
    for triangle in triangles() {
        bytes.extend([0; 12]);
        for x in triangle.iter().flat_map(|v| corners()[*v]) {
            bytes.extend((x as f32).to_le_bytes());
        }
        bytes.extend([0; 2]);
    }
    bytes
}

fn obj() -> Vec<u8> {
    let mut text = "# cube\nmtllib a.mtl\no cube\n".to_string();
    for [x, y, z] in corners() {
        text += &format!("v {x} {y} {z} 1.0\nvn 0 0 1\n");
    }
    let forms = |k: usize, v: usize| match k % 5 {
        0 => format!("{}", v + 1),
        1 => format!("{}/1", v + 1),
        2 => format!("{}//2", v + 1),
        3 => format!("{}/1/2", v + 1),
        _ => format!("{}", v as i64 - 8),
    };
    for (k, quad) in QUADS.iter().enumerate() {
        let words: Vec<String> = quad.iter().map(|v| forms(k, *v)).collect();
        text += &format!("f {} {} \\\n  {} {} # a face\n", words[0], words[1], words[2], words[3]);
    }
    text.into_bytes()
}

fn ply_header(form: &str) -> Vec<u8> {
    format!(
        "ply\nformat {form} 1.0\ncomment a cube\nelement vertex 8\nproperty uchar red\n\
         property double z\nproperty float x\nproperty list uchar short extra\nproperty float y\n\
         element face 6\nproperty float quality\nproperty list uchar int vertex_indices\n\
         element edge 1\nproperty short a\nend_header\n"
    )
    .into_bytes()
}

fn ply_text() -> Vec<u8> {
    let mut text = String::new();
    for [x, y, z] in corners() {
        text += &format!("200 {z} {x} 2 7 -7 {y}\n");
    }
    for q in QUADS {
        text += &format!("nan 4 {} {} {} {}\n", q[0], q[1], q[2], q[3]);
    }
    [ply_header("ascii"), (text + "-1\n").into_bytes()].concat()
}

fn ply_binary(big: bool) -> Vec<u8> {
    let form = if big { "binary_big_endian" } else { "binary_little_endian" };
    let mut bytes = ply_header(form);
    let mut put = |little: &[u8]| match big {
        true => bytes.extend(little.iter().rev()),
        false => bytes.extend(little),
    };
    for [x, y, z] in corners() {
        put(&[200]);
        put(&z.to_le_bytes());
        put(&(x as f32).to_le_bytes());
        put(&[2]);
        put(&7i16.to_le_bytes());
        put(&(-7i16).to_le_bytes());
        put(&(y as f32).to_le_bytes());
    }
    for quad in QUADS {
        put(&f32::NAN.to_le_bytes());
        put(&[4]);
        for v in quad {
            put(&(v as i32).to_le_bytes());
        }
    }
    put(&(-1i16).to_le_bytes());
    bytes
}

fn gmsh_two() -> Vec<u8> {
    let mut text = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n2 1 \"skin\"\n\
                    $EndPhysicalNames\n$Nodes\n8\n"
        .to_string();
    for (k, [x, y, z]) in corners().iter().enumerate() {
        text += &format!("{} {x} {y} {z}\n", 10 * k + 3);
    }
    text += "$EndNodes\n$Elements\n8\n1 15 2 0 1 3\n";
    let tag = |v: usize| 10 * v + 3;
    for (k, q) in QUADS.iter().enumerate() {
        let [a, b, c, d] = q.map(tag);
        match k {
            0 => text += &format!("2 2 2 0 1 {a} {b} {c}\n3 2 2 0 1 {a} {c} {d}\n"),
            _ => text += &format!("{} 3 2 0 1 {a} {b} {c} {d}\n", k + 3),
        }
    }
    (text + "$EndElements\n").into_bytes()
}

fn gmsh_four() -> Vec<u8> {
    let mut text = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n2 8 1 8\n".to_string();
    for block in [0..3, 3..8] {
        text += &format!("2 1 0 {}\n", block.len());
        block.clone().for_each(|v| text += &format!("{}\n", v + 1));
        for [x, y, z] in &corners()[block] {
            text += &format!("{x} {y} {z}\n");
        }
    }
    text += "$EndNodes\n$Elements\n2 7 1 7\n0 1 15 1\n1 1\n2 1 3 6\n";
    for (k, q) in QUADS.iter().enumerate() {
        let [a, b, c, d] = q.map(|v| v + 1);
        text += &format!("{} {a} {b} {c} {d}\n", k + 2);
    }
    (text + "$EndElements\n").into_bytes()
}

/// The cube in every format, under the name of its file.
fn all() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("text.stl", stl_text()),
        ("binary.stl", stl_binary()),
        ("cube.obj", obj()),
        ("text.ply", ply_text()),
        ("little.ply", ply_binary(false)),
        ("big.ply", ply_binary(true)),
        ("two.msh", gmsh_two()),
        ("four.msh", gmsh_four()),
    ]
}
