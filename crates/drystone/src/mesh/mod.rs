//! Surface meshes from files: points and faces, read with care and mended where that is safe.
//!
//! One file a format: STL (text and binary), OBJ, PLY (text and
//! binary of either byte order), Gmsh 2.2 and 4.1 (text). Whatever the bytes are, the
//! answer is a mesh or a [`MeshError`] that names the file and the line or byte. Counts in headers
//! are compared with the data and never trusted: memory grows with the bytes that are there.
//! [`Mesh::mended`] joins, drops and turns what it can, and says what it could not.

mod check;
pub(crate) mod error;
mod gmsh;
pub(crate) mod lines;
pub(crate) mod msh;
mod msh_sections;
mod obj;
mod ply;
mod ply_header;
mod report;
mod stl;

pub use error::{MeshError, MeshPlace};
pub use report::MeshReport;

use crate::space::Vector;
use error::Wrong;
use std::path::Path;

/// A surface: points, and faces as loops of point numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Corners, in the unit of the file.
    pub points: Vec<Vector<3>>,
    /// Faces as lists of point numbers from 0, three or more each.
    pub faces: Vec<Vec<usize>>,
}

impl Mesh {
    /// Reads a file. The format is that of its first bytes, or else of its extension.
    pub fn read(path: &Path) -> Result<Self, MeshError> {
        let name = path.display().to_string();
        let bytes = crate::intake::read(path)
            .map_err(|e| Wrong::whole(format!("cannot read the mesh: {e}")).of(&name))?;
        Self::parse(&name, &bytes)
    }

    /// Reads the bytes of a file; `name` stands for the file in messages and gives the extension.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<Self, MeshError> {
        let reader = reader(name, bytes).ok_or_else(|| {
            Wrong::whole("the format is not known: expected STL, OBJ, PLY or Gmsh (.msh)").of(name)
        })?;
        let mesh = reader(bytes).map_err(|wrong| wrong.of(name))?;
        if mesh.faces.is_empty() {
            return Err(Wrong::whole("the file has no faces").of(name));
        }
        Ok(mesh)
    }

    /// Volume enclosed by the faces, positive when they turn anticlockwise seen from outside;
    /// of a meaning only for a closed surface.
    pub fn volume(&self) -> f64 {
        let Some(&origin) = self.points.first() else { return 0.0 };
        self.faces.iter().map(|ring| self.cone(ring, &origin)).sum()
    }

    /// Newell's sum: the area of a face times its normal.
    fn area(&self, ring: &[usize]) -> Vector<3> {
        let first = self.points[ring[0]];
        let arm = |k: usize| self.points[ring[k]] - first;
        (1..ring.len().saturating_sub(1)).map(|k| arm(k).cross(&arm(k + 1)) * 0.5).sum()
    }

    /// Volume of the cone over a face.
    fn cone(&self, ring: &[usize], apex: &Vector<3>) -> f64 {
        self.area(ring).dot(&(self.points[ring[0]] - apex)) / 3.0
    }
}

type Reader = fn(&[u8]) -> Result<Mesh, Wrong>;

/// The reader for a file: two formats begin with a word of their own, the others go by the
/// extension, and only then by the look of the content.
fn reader(name: &str, bytes: &[u8]) -> Option<Reader> {
    let start = bytes.trim_ascii_start();
    if start.starts_with(b"ply\n") || start.starts_with(b"ply\r") {
        return Some(ply::read);
    }
    if start.starts_with(b"$MeshFormat") {
        return Some(gmsh::read);
    }
    let extension = Path::new(name).extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
    match extension.as_deref() {
        Some("stl") => Some(stl::read),
        Some("obj") => Some(obj::read),
        Some("ply") => Some(ply::read),
        Some("msh") => Some(gmsh::read),
        _ if stl::looks_like(bytes) => Some(stl::read),
        _ if obj::looks_like(bytes) => Some(obj::read),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_content_goes_before_the_extension() {
        let ply = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n\
                   property float z\nelement face 1\nproperty list uchar int vertex_indices\n\
                   end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
        let mesh = Mesh::parse("wrong.stl", ply.as_bytes()).unwrap();
        assert_eq!(mesh.faces, [[0, 1, 2]]);
        let obj = b"# no extension\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
        assert_eq!(Mesh::parse("block", obj).unwrap(), mesh);
    }

    #[test]
    fn what_is_no_mesh_is_refused() {
        let error = |name, bytes: &[u8]| Mesh::parse(name, bytes).unwrap_err().to_string();
        assert!(error("a.txt", b"hello").contains("`a.txt`: the format is not known"));
        assert!(error("a.obj", b"").contains("`a.obj`: the file has no faces"));
        let error = Mesh::read("no/such.stl".as_ref()).unwrap_err().to_string();
        assert!(error.contains("no/such.stl") && error.contains("cannot read"), "{error}");
    }
}
