//! Terrains, from the file's form to the engine's.

use super::shape::{face_indices, invalid, points};
use crate::scene::check;
use crate::scene::error::Fault;
use crate::scene::format::TerrainShape;
use crate::scene::terrain_file::spacings;
use crate::shapes::terrain::grid;
use crate::shapes::{Shape, Terrain};
use crate::space::Vector;

/// The engine's terrain for the one at `path`; its files are read already.
pub fn terrain<const D: usize>(given: &TerrainShape, path: &str) -> Result<Shape<D>, Fault> {
    let key = |name: &str| format!("{path}.{name}");
    let plane = given.points.is_some();
    if plane != (D == 2) {
        let name = if plane { "points" } else { "heights" };
        let message =
            format!("a terrain of this kind is for dimension {}", if plane { 2 } else { 3 });
        let help = match D {
            2 => "use `points` or `profile` in dimension 2",
            _ => "use `mesh`, `heights`, `grid` or `vertices` in dimension 3",
        };
        let place = if given.heights.is_none() && !plane { "vertices" } else { name };
        return Err(Fault::new(key(place), message).help(help.to_string()));
    }
    let (vertices, facets, place) = if let Some(profile) = &given.points {
        let vertices = points::<D>(profile, &key("points"))?;
        if vertices.len() < 2 {
            return Err(Fault::new(key("points"), "a profile needs at least 2 points"));
        }
        let facets = (1..vertices.len()).map(|k| std::array::from_fn(|i| k - 1 + i)).collect();
        (vertices, facets, key("points"))
    } else if let Some(rows) = &given.heights {
        let (vertices, facets) = over_grid(rows, given, path)?;
        (vertices, facets, key("heights"))
    } else {
        let vertices = points::<D>(&given.vertices, &key("vertices"))?;
        let Some(facets) = &given.facets else {
            return Err(Fault::new(path, "the key `facets` is missing here"));
        };
        if let Some(k) = facets.iter().position(|f| f.len() != D) {
            let message = format!("a facet has {D} vertices, found {}", facets[k].len());
            return Err(Fault::new(key(&format!("facets.{k}")), message));
        }
        let facets = face_indices(facets, vertices.len(), &key("facets"))?;
        let facets = facets.iter().map(|f| std::array::from_fn(|i| f[i])).collect();
        (vertices, facets, key("facets"))
    };
    let facets: Vec<[usize; D]> = facets;
    Terrain::new(vertices, &facets).map(Shape::Terrain).map_err(|e| invalid(e, &place))
}

type Facets<const D: usize> = (Vec<Vector<D>>, Vec<[usize; D]>);

fn over_grid<const D: usize>(
    rows: &[Vec<f64>],
    given: &TerrainShape,
    path: &str,
) -> Result<Facets<D>, Fault> {
    let key = |name: &str| format!("{path}.{name}");
    let width = rows.first().map_or(0, Vec::len);
    if rows.len() < 2 || width < 2 {
        return Err(Fault::new(key("heights"), "at least 2 rows of 2 heights are needed"));
    }
    if let Some(j) = rows.iter().position(|row| row.len() != width) {
        let message =
            format!("expected {width} heights as in the first row, found {}", rows[j].len());
        return Err(Fault::new(key(&format!("heights.{j}")), message));
    }
    let origin = match &given.origin {
        Some(origin) if origin.len() == 2 => [origin[0], origin[1]],
        Some(origin) => {
            let message = format!("expected 2 numbers, found {}", origin.len());
            return Err(Fault::new(key("origin"), message));
        }
        None => [0.0; 2],
    };
    let (vertices, facets) = grid(rows, spacings(&given.spacing, path)?, origin);
    let same = |v: &Vector<3>| check::vector::<D>(key("heights"), v.as_slice());
    let vertices = vertices.iter().map(same).collect::<Result<_, _>>()?;
    Ok((vertices, facets.iter().map(|f| std::array::from_fn(|i| f[i])).collect()))
}
