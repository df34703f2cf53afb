//! Unstructured grids for ParaView: one file a frame, and a collection with the times.
//!
//! Arrays stand after the XML in one raw binary section, little endian, each behind its length
//! in bytes as a 64-bit integer (`header_type="UInt64"`).

use crate::fem::Element;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

/// Kinds of cells that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// A single point.
    Vertex = 1,
    /// A line between two points.
    Line = 3,
    /// A triangle.
    Triangle = 5,
    /// A polygon.
    Polygon = 7,
    /// A quadrangle.
    Quadrangle = 9,
    /// A tetrahedron.
    Tetrahedron = 10,
    /// A hexahedron.
    Hexahedron = 12,
    /// A line with its middle.
    CurvedLine = 21,
    /// A triangle with the middles of its edges.
    CurvedTriangle = 22,
    /// A quadrangle with the middles of its edges.
    CurvedQuadrangle = 23,
    /// A tetrahedron with the middles of its edges.
    CurvedTetrahedron = 24,
    /// A hexahedron with the middles of its edges.
    CurvedHexahedron = 25,
}

impl Cell {
    /// The kind of a finite element, whose nodes stand in VTK's order.
    pub fn of(element: &Element) -> Self {
        let kinds = [
            Self::Line,
            Self::Triangle,
            Self::Quadrangle,
            Self::Tetrahedron,
            Self::Hexahedron,
            Self::CurvedLine,
            Self::CurvedTriangle,
            Self::CurvedQuadrangle,
            Self::CurvedTetrahedron,
            Self::CurvedHexahedron,
        ];
        kinds.into_iter().find(|kind| *kind as u8 == element.vtk).unwrap_or(Self::Vertex)
    }
}

/// A named array of numbers with a number of components.
pub struct Array {
    /// Name shown by the viewer.
    pub name: &'static str,
    /// Numbers a tuple.
    pub components: usize,
    /// All numbers.
    pub values: Vec<f64>,
}

/// A grid: points, cells, arrays on both.
#[derive(Default)]
pub struct Grid {
    /// Coordinates, three a point.
    pub points: Vec<f64>,
    /// Point indices of all cells, one after another.
    pub connectivity: Vec<i64>,
    /// End of each cell in `connectivity`.
    pub offsets: Vec<i64>,
    /// Kind of each cell.
    pub kinds: Vec<Cell>,
    /// Arrays with one tuple a cell.
    pub cell_arrays: Vec<Array>,
    /// Arrays with one tuple a point.
    pub point_arrays: Vec<Array>,
}

impl Grid {
    /// Adds a point of D coordinates; missing ones are zero.
    pub fn point(&mut self, coordinates: &[f64]) -> i64 {
        self.points.extend((0..3).map(|i| coordinates.get(i).copied().unwrap_or(0.0)));
        (self.points.len() / 3 - 1) as i64
    }

    /// Adds a cell.
    pub fn cell(&mut self, kind: Cell, points: impl IntoIterator<Item = i64>) {
        self.connectivity.extend(points);
        self.offsets.push(self.connectivity.len() as i64);
        self.kinds.push(kind);
    }

    /// The grid as the bytes of a .vtu file.
    pub fn to_vtu(&self) -> Vec<u8> {
        let mut data = Vec::new();
        let mut append = |bytes: &mut dyn Iterator<Item = u8>| {
            let start = data.len();
            data.extend([0; 8]);
            data.extend(bytes);
            let length = (data.len() - start - 8) as u64;
            data[start..start + 8].copy_from_slice(&length.to_le_bytes());
            start
        };
        let floats =
            |values: &[f64]| -> Vec<u8> { values.iter().flat_map(|x| x.to_le_bytes()).collect() };
        let integers =
            |values: &[i64]| -> Vec<u8> { values.iter().flat_map(|x| x.to_le_bytes()).collect() };
        let mut xml = String::from(
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" \
             byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<UnstructuredGrid>\n",
        );
        let array = |kind: &str, name: &str, components: usize, offset: usize| {
            format!(
                "<DataArray type=\"{kind}\" Name=\"{name}\" NumberOfComponents=\"{components}\" \
                 format=\"appended\" offset=\"{offset}\"/>\n"
            )
        };
        let _ = writeln!(
            xml,
            "<Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">",
            self.points.len() / 3,
            self.kinds.len()
        );
        let at = append(&mut floats(&self.points).into_iter());
        let _ = write!(xml, "<Points>\n{}</Points>\n<Cells>\n", array("Float64", "Points", 3, at));
        let at = append(&mut integers(&self.connectivity).into_iter());
        xml += &array("Int64", "connectivity", 1, at);
        let at = append(&mut integers(&self.offsets).into_iter());
        xml += &array("Int64", "offsets", 1, at);
        let at = append(&mut self.kinds.iter().map(|k| *k as u8));
        xml += &array("UInt8", "types", 1, at);
        xml += "</Cells>\n";
        if !self.point_arrays.is_empty() {
            xml += "<PointData>\n";
            for a in &self.point_arrays {
                let at = append(&mut floats(&a.values).into_iter());
                xml += &array("Float64", a.name, a.components, at);
            }
            xml += "</PointData>\n";
        }
        xml += "<CellData>\n";
        for a in &self.cell_arrays {
            let at = append(&mut floats(&a.values).into_iter());
            xml += &array("Float64", a.name, a.components, at);
        }
        xml += "</CellData>\n</Piece>\n</UnstructuredGrid>\n<AppendedData encoding=\"raw\">\n_";
        let mut bytes = xml.into_bytes();
        bytes.extend(data);
        bytes.extend(b"\n</AppendedData>\n</VTKFile>\n");
        bytes
    }
}

/// Writes a collection: files with their times.
pub fn write_collection(path: &Path, frames: &[(f64, String)]) -> io::Result<()> {
    let mut xml = String::from(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" \
         byte_order=\"LittleEndian\">\n<Collection>\n",
    );
    for (time, file) in frames {
        let _ = writeln!(xml, "<DataSet timestep=\"{time}\" file=\"{file}\"/>");
    }
    xml += "</Collection>\n</VTKFile>\n";
    let mut file = std::fs::File::create(path)?;
    file.write_all(xml.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_binary_section_is_laid_out_as_the_header_says() {
        let mut grid = Grid::default();
        let p = grid.point(&[1.0, 2.0]);
        grid.cell(Cell::Vertex, [p]);
        grid.cell_arrays.push(Array { name: "gap", components: 1, values: vec![0.5] });
        let bytes = grid.to_vtu();
        let start = bytes.windows(2).position(|w| w == b"\n_").unwrap() + 2;
        let data = &bytes[start..];
        let length = |at: usize| u64::from_le_bytes(data[at..at + 8].try_into().unwrap());
        assert_eq!(length(0), 24);
        assert_eq!(f64::from_le_bytes(data[16..24].try_into().unwrap()), 2.0);
        let text = String::from_utf8_lossy(&bytes[..start]);
        let offset: usize =
            text.split("Name=\"gap\"").nth(1).unwrap().split('"').nth(5).unwrap().parse().unwrap();
        assert_eq!(length(offset), 8);
        assert_eq!(f64::from_le_bytes(data[offset + 8..offset + 16].try_into().unwrap()), 0.5);
    }
}
