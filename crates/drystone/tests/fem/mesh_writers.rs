//! Writers of mesh files, to be read again.

use drystone::fem::Mesh;
use std::fmt::Write as _;

/// Our nodes in the order of Gmsh.
fn gmsh_nodes(name: &str, nodes: &[u32]) -> Vec<u32> {
    let order: Vec<usize> = match name {
        "TE10" => vec![0, 1, 2, 3, 4, 5, 6, 7, 9, 8],
        "H20" => vec![0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 16, 9, 17, 10, 18, 19, 12, 15, 13, 14],
        _ => (0..nodes.len()).collect(),
    };
    order.iter().map(|k| nodes[*k] + 1).collect()
}

fn coordinates<const D: usize>(place: &[f64; D]) -> String {
    let x: Vec<String> = (0..3).map(|k| place.get(k).unwrap_or(&0.0).to_string()).collect();
    x.join(" ")
}

fn names<const D: usize>(mesh: &Mesh<D>) -> String {
    let mut text = format!("$PhysicalNames\n{}\n", mesh.names.len());
    for (k, name) in mesh.names.iter().enumerate() {
        let cell = mesh.cells.iter().find(|cell| cell.group as usize == k).expect("a cell");
        let _ = writeln!(text, "{} {} \"{name}\"", cell.element.dimension, k + 1);
    }
    text + "$EndPhysicalNames\n"
}

pub fn msh_two<const D: usize>(mesh: &Mesh<D>) -> String {
    let mut text = format!("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n{}", names(mesh));
    let _ = writeln!(text, "$Nodes\n{}", mesh.places.len());
    for (k, place) in mesh.places.iter().enumerate() {
        let _ = writeln!(text, "{} {}", k + 1, coordinates(place));
    }
    let _ = writeln!(text, "$EndNodes\n$Elements\n{}", mesh.cells.len());
    for (k, cell) in mesh.cells.iter().enumerate() {
        let group = cell.group + 1;
        let _ = write!(text, "{} {} 2 {group} {group}", k + 1, cell.element.gmsh);
        for node in gmsh_nodes(cell.element.name, &cell.nodes) {
            let _ = write!(text, " {node}");
        }
        text.push('\n');
    }
    text + "$EndElements\n"
}

/// An entity and a block a group.
pub fn msh_four<const D: usize>(mesh: &Mesh<D>) -> String {
    let mut text = format!("$MeshFormat\n4.1 0 8\n$EndMeshFormat\n{}$Entities\n", names(mesh));
    let dimension = |group: usize| {
        mesh.cells.iter().find(|c| c.group as usize == group).expect("a cell").element.dimension
    };
    let of = |d: usize| (0..mesh.names.len()).filter(move |group| dimension(*group) == d);
    let counts: Vec<String> = (0..4).map(|d| of(d).count().to_string()).collect();
    let _ = writeln!(text, "{}", counts.join(" "));
    for d in 0..4 {
        for group in of(d) {
            let place = if d == 0 { "0 0 0" } else { "0 0 0 1 1 1" };
            let bounds = if d == 0 { "" } else { " 0" };
            let _ = writeln!(text, "{} {place} 1 {}{bounds}", group + 1, group + 1);
        }
    }
    let n = mesh.places.len();
    let _ = writeln!(text, "$EndEntities\n$Nodes\n1 {n} 1 {n}\n{D} 1 0 {n}");
    (1..=n).for_each(|k| text += &format!("{k}\n"));
    for place in &mesh.places {
        let _ = writeln!(text, "{}", coordinates(place));
    }
    let count = mesh.cells.len();
    let _ = writeln!(text, "$EndNodes\n$Elements\n{} {count} 1 {count}", mesh.names.len());
    for group in 0..mesh.names.len() {
        let cells = || mesh.cells.iter().enumerate().filter(|(_, c)| c.group as usize == group);
        let kind = cells().next().expect("a cell").1.element.gmsh;
        let _ = writeln!(text, "{} {} {kind} {}", dimension(group), group + 1, cells().count());
        for (k, cell) in cells() {
            let _ = write!(text, "{}", k + 1);
            for node in gmsh_nodes(cell.element.name, &cell.nodes) {
                let _ = write!(text, " {node}");
            }
            text.push('\n');
        }
    }
    text + "$EndElements\n"
}

/// How numbers stand in a VTK file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Text,
    Letters,
    /// Of the other byte order, with long headers.
    LettersBig,
    Raw,
    AppendedLetters,
}

pub const FORMS: [Form; 5] =
    [Form::Text, Form::Letters, Form::LettersBig, Form::Raw, Form::AppendedLetters];

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits = (0..3).fold(0_u32, |sum, k| sum << 8 | u32::from(*three.get(k).unwrap_or(&0)));
        for k in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * k) & 63) as usize];
            text.push(if k <= three.len() { letter as char } else { '=' });
        }
    }
    text
}

pub fn vtu<const D: usize>(mesh: &Mesh<D>, form: Form) -> Vec<u8> {
    let big = form == Form::LettersBig;
    let (order, header) = if big { ("BigEndian", "UInt64") } else { ("LittleEndian", "UInt32") };
    let mut xml = format!(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"{order}\" \
         header_type=\"{header}\">\n<UnstructuredGrid>\n<Piece NumberOfPoints=\"{}\" \
         NumberOfCells=\"{}\">\n<Points>\n",
        mesh.places.len(),
        mesh.cells.len()
    );
    let mut appended: Vec<u8> = vec![];
    let mut array = |name: &str, kind: &str, numbers: &[f64]| {
        let mut bytes: Vec<u8> = vec![];
        for x in numbers {
            match (kind, big) {
                ("Float64", true) => bytes.extend(x.to_be_bytes()),
                ("Float64", false) => bytes.extend(x.to_le_bytes()),
                ("UInt8", _) => bytes.push(*x as u8),
                (_, true) => bytes.extend((*x as i32).to_be_bytes()),
                (_, false) => bytes.extend((*x as i32).to_le_bytes()),
            }
        }
        let size = bytes.len();
        let head = if big {
            (size as u64).to_be_bytes().to_vec()
        } else {
            (size as u32).to_le_bytes().to_vec()
        };
        let bytes = [head, bytes].concat();
        let (format, text) = match form {
            Form::Text => {
                let lines: Vec<String> = numbers
                    .chunks(3)
                    .map(|row| row.iter().map(f64::to_string).collect::<Vec<_>>().join(" "))
                    .collect();
                ("ascii".to_string(), lines.join("\n"))
            }
            Form::Letters | Form::LettersBig => ("binary".to_string(), base64(&bytes)),
            Form::Raw | Form::AppendedLetters => {
                let at = appended.len();
                match form {
                    Form::Raw => appended.extend(&bytes),
                    _ => appended.extend(base64(&bytes).as_bytes()),
                }
                (format!("appended\" offset=\"{at}"), String::new())
            }
        };
        format!(
            "<DataArray type=\"{kind}\" Name=\"{name}\" format=\"{format}\">{text}</DataArray>\n"
        )
    };
    let places: Vec<f64> = mesh
        .places
        .iter()
        .flat_map(|place| (0..3).map(|k| place.get(k).copied().unwrap_or(0.0)))
        .collect();
    xml += &array("Points", "Float64", &places);
    let nodes: Vec<f64> =
        mesh.cells.iter().flat_map(|cell| &cell.nodes).map(|node| f64::from(*node)).collect();
    let ends = mesh.cells.iter().scan(0, |end, cell| {
        *end += cell.nodes.len();
        Some(*end as f64)
    });
    xml += "</Points>\n<Cells>\n";
    xml += &array("connectivity", "Int32", &nodes);
    xml += &array("offsets", "Int32", &ends.collect::<Vec<_>>());
    let kinds: Vec<f64> = mesh.cells.iter().map(|cell| f64::from(cell.element.vtk)).collect();
    xml += &array("types", "UInt8", &kinds);
    let groups: Vec<f64> = mesh.cells.iter().map(|cell| f64::from(cell.group)).collect();
    xml += "</Cells>\n<CellData>\n";
    xml += &array("group", "Int32", &groups);
    xml += "</CellData>\n</Piece>\n</UnstructuredGrid>\n";
    let mut file = xml.into_bytes();
    if !appended.is_empty() {
        let encoding = if form == Form::Raw { "raw" } else { "base64" };
        file.extend(format!("<AppendedData encoding=\"{encoding}\">\n_").as_bytes());
        file.extend(appended);
        file.extend(b"\n</AppendedData>\n");
    }
    file.extend(b"</VTKFile>\n");
    file
}

/// A mesh in every format.
pub fn files<const D: usize>(mesh: &Mesh<D>) -> Vec<Vec<u8>> {
    let mut files = vec![msh_two(mesh).into_bytes(), msh_four(mesh).into_bytes()];
    files.extend(FORMS.iter().map(|form| vtu(mesh, *form)));
    files
}
