//! The look of bodies as lists of numbers, and back; the lists are those of `geometry.rs`.

use super::ResultsError;
use super::geometry::{Geometry, Outline, Piece};
use super::reader::Results;
use crate::detection::Periodic;
use crate::shapes::surface::Surface;
use crate::space::{Matrix, Pose, Vector};
use std::ops::Range;

/// Lists of whole and of real numbers with their paths.
pub type Lists = (Vec<(&'static str, Vec<u64>)>, Vec<(&'static str, Vec<f64>)>);

/// What a file is to hold.
pub fn lists<const D: usize>(geometry: &Geometry<D>) -> Lists {
    let pieces = &geometry.pieces;
    let of_pieces = |get: fn(&Piece<D>) -> u64| pieces.iter().map(get).collect();
    let poses = pieces.iter().flat_map(|p| p.pose.position.iter().chain(p.pose.rotation.iter()));
    let mut wholes = vec![
        ("geometry/piece_body", of_pieces(|piece| piece.body as u64)),
        ("geometry/piece_outline", of_pieces(|piece| piece.outline as u64)),
        ("geometry/piece_of_wall", of_pieces(|piece| u64::from(piece.of_wall))),
    ];
    let [mut kinds, mut point_ends, mut polygon_ends, mut ends, mut corners] =
        [const { Vec::new() }; 5];
    let [mut sizes, mut normals, mut points] = [const { Vec::new() }; 3];
    for outline in &geometry.outlines {
        let (kind, size, normal) = match outline {
            Outline::Ball { radius } => (0, *radius, Vector::zeros()),
            Outline::HalfSpace { normal } => (1, 0.0, *normal),
            Outline::Mesh(_) => (2, 0.0, Vector::zeros()),
        };
        kinds.push(kind);
        sizes.push(size);
        normals.extend(normal.iter());
        if let Outline::Mesh(surface) = outline {
            points.extend(surface.points.iter().flat_map(|point| point.iter()));
            for polygon in &surface.polygons {
                corners.extend(polygon.iter().map(|corner| *corner as u64));
                ends.push(corners.len() as u64);
            }
        }
        point_ends.push((points.len() / D) as u64);
        polygon_ends.push(ends.len() as u64);
    }
    wholes.extend([
        ("geometry/outline_kind", kinds),
        ("geometry/outline_point_end", point_ends),
        ("geometry/outline_polygon_end", polygon_ends),
        ("geometry/polygon_end", ends),
        ("geometry/corners", corners),
    ]);
    let periodic = &geometry.periodic;
    let cell = (0..D).map(|k| periodic.origin()[k]).chain((0..D).map(|k| periodic.period(k)));
    let reals = vec![
        ("geometry/piece_pose", poses.copied().collect()),
        ("geometry/outline_size", sizes),
        ("geometry/outline_normal", normals),
        ("geometry/points", points),
        ("geometry/cell", cell.collect()),
    ];
    (wholes, reals)
}

impl Results {
    /// What the bodies look like.
    ///
    /// # Errors
    ///
    /// The file is damaged, or of another dimension.
    pub fn geometry<const D: usize>(&self) -> Result<Geometry<D>, ResultsError> {
        if self.dimension() != D {
            let message = format!("has {} dimensions, not {D}", self.dimension());
            return Err(ResultsError::whole(self.path(), message));
        }
        Ok(Geometry {
            outlines: self.outlines()?,
            pieces: self.pieces()?,
            periodic: self.periodic()?,
        })
    }

    fn pieces<const D: usize>(&self) -> Result<Vec<Piece<D>>, ResultsError> {
        let bodies = self.source().every_whole("geometry/piece_body", self.bodies() as u64)?;
        let count = self.source().length("geometry/outline_kind")? as u64;
        let outlines = self.source().every_whole("geometry/piece_outline", count)?;
        let walls = self.source().every_whole("geometry/piece_of_wall", 2)?;
        let poses = self.source().every_real("geometry/piece_pose")?;
        let size = D + D * D;
        let n = bodies.len();
        if outlines.len() != n || walls.len() != n || poses.len() != n * size {
            let message = "the lists of the pieces are not of one length";
            return Err(ResultsError::at(self.path(), "geometry/piece_pose", message));
        }
        let piece = |k: usize| {
            let (position, rotation) = poses[k * size..(k + 1) * size].split_at(D);
            let (position, rotation) =
                (Vector::from_column_slice(position), Matrix::from_column_slice(rotation));
            Piece {
                body: bodies[k] as usize,
                outline: outlines[k] as usize,
                pose: Pose { position, rotation },
                of_wall: walls[k] == 1,
            }
        };
        Ok((0..n).map(piece).collect())
    }

    fn outlines<const D: usize>(&self) -> Result<Vec<Outline<D>>, ResultsError> {
        let kinds = self.source().every_whole("geometry/outline_kind", 3)?;
        let sizes = self.source().every_real("geometry/outline_size")?;
        let normals = self.source().every_real("geometry/outline_normal")?;
        let points = self.source().every_real("geometry/points")?;
        let corners = self.source().every_whole("geometry/corners", u64::MAX)?;
        let ends = self.source().ends("geometry/polygon_end", corners.len())?;
        let point_ends = self.source().ends("geometry/outline_point_end", points.len() / D)?;
        let polygon_ends = self.source().ends("geometry/outline_polygon_end", ends.len())?;
        let n = kinds.len();
        let lengths = [sizes.len(), normals.len() / D, point_ends.len(), polygon_ends.len()];
        if lengths.iter().any(|length| *length != n) {
            let message = "the lists of the outlines are not of one length";
            return Err(ResultsError::at(self.path(), "geometry/outline_kind", message));
        }
        let vector = |k: usize| Vector::from_column_slice(&points[k * D..(k + 1) * D]);
        let mut outlines = Vec::with_capacity(n);
        for k in 0..n {
            outlines.push(match kinds[k] {
                0 => Outline::Ball { radius: sizes[k] },
                1 => Outline::HalfSpace {
                    normal: Vector::from_column_slice(&normals[k * D..(k + 1) * D]),
                },
                _ => {
                    let points: Vec<Vector<D>> = range(&point_ends, k).map(vector).collect();
                    let corner = |i: usize| corners[i] as usize;
                    let polygon = |p: usize| range(&ends, p).map(corner).collect::<Vec<_>>();
                    let polygons: Vec<_> = range(&polygon_ends, k).map(polygon).collect();
                    if polygons.iter().flatten().any(|corner| *corner >= points.len())
                        || polygons.iter().any(|polygon| polygon.len() < D)
                    {
                        let message = "a polygon has too few corners, or one that is no point";
                        return Err(ResultsError::at(self.path(), "geometry/corners", message));
                    }
                    Outline::Mesh(Surface { points, polygons })
                }
            });
        }
        Ok(outlines)
    }

    fn periodic<const D: usize>(&self) -> Result<Periodic<D>, ResultsError> {
        let cell = self.source().every_real("geometry/cell")?;
        if cell.len() != 2 * D {
            let message = format!("has {} numbers, expected {}", cell.len(), 2 * D);
            return Err(ResultsError::at(self.path(), "geometry/cell", message));
        }
        let mut periodic = Periodic::default();
        for axis in (0..D).filter(|axis| cell[D + axis].is_finite()) {
            periodic.repeat(axis, cell[axis], cell[axis] + cell[D + axis]);
        }
        Ok(periodic)
    }
}

/// Part k of a list cut at these ends.
pub(super) fn range(ends: &[u64], k: usize) -> Range<usize> {
    let start = k.checked_sub(1).map_or(0, |before| ends[before] as usize);
    start..ends[k] as usize
}
