//! A closed surface cut into convex parts, exactly.
//!
//! The hull of the surface is cut by planes of facets that have some of the surface in front of
//! them, piece by piece, until every piece sees the surface inside it as convex: what is behind
//! all of it is then a part, or nothing. Parts whose union is convex are joined again.
//! The parts fill the surface: their volumes must add up, or the surface is refused.

mod fragment;
mod inside;
mod join;

use super::moments::Moments;
use super::{Aabb, Convex, InvalidShape, MassProperties, limits};
use crate::space::Vector;
use fragment::Fragment;
use inside::is_inside;
use join::join;

/// Most pieces on the way, and most parts in the end.
const MOST_PIECES: usize = 4000;
const MOST_PARTS: usize = 256;

/// Distances from a plane, relative to the size, that count as on it, one after the other: points
/// of a file may have been rounded to few digits, and cuts finer than that leave slivers.
const ON: [f64; 3] = [1e-9, 1e-7, 1e-6];

/// Difference of volume, relative to that of the hull and to such a distance, that is rounding.
const ROUNDING: f64 = 1.0;

/// Breadth of a part, relative to the size, below which it is a sliver that a coarser cut may
/// avoid; and relative to such a distance, below which it is nothing.
const SLIVER: f64 = 1e-4;
const NOTHING: f64 = 30.0;

/// A solid cut into parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Decomposition<const D: usize> {
    /// Convex parts, side by side.
    pub parts: Vec<Convex<D>>,
    /// Mass properties of the whole, from its surface.
    pub properties: MassProperties<D>,
}

/// Cuts what a closed surface encloses. Facets are triangles that turn anticlockwise seen from
/// outside, in the plane sides with the inside to their left.
pub fn decompose<const D: usize>(
    vertices: &[Vector<D>],
    facets: &[[usize; D]],
) -> Result<Decomposition<D>, InvalidShape> {
    limits::points(vertices)?;
    let hull = Convex::from_vertices(vertices)?;
    let origin = hull.vertices().iter().sum::<Vector<D>>() / hull.vertices().len() as f64;
    let mut moments = Moments::zero();
    for facet in facets {
        moments.add_simplex(&facet.map(|v| vertices[v] - origin));
    }
    let whole = hull.mass_properties().map_or(0.0, |m| m.volume);
    if moments.volume < 1e-9 * whole {
        return Err(InvalidShape("the surface encloses no volume".into()));
    }
    let corners: Vec<[Vector<D>; D]> = facets.iter().map(|f| f.map(|v| vertices[v])).collect();
    let size = Aabb::around(hull.vertices()).extent();
    let mut wrong = InvalidShape(String::new());
    let mut with_slivers = None;
    for share in ON {
        let on = share * size;
        let fragments = corners.iter().filter_map(Fragment::new).collect();
        let mut parts = join(pieces(hull.clone(), fragments, &corners, on)?, 0.1 * share);
        parts.retain(|p| p.breadth() > NOTHING * on);
        let sum: f64 = parts.iter().filter_map(|p| p.mass_properties()).map(|m| m.volume).sum();
        if parts.len() > MOST_PARTS {
            let count = parts.len();
            wrong.0 = format!("the solid falls into {count} convex parts, more than {MOST_PARTS}");
        } else if (sum - moments.volume).abs() > ROUNDING * share * whole {
            wrong.0 = format!(
                "the surface crosses itself, or is finer than can be cut: it encloses {} m{D}, \
                 its parts {sum}",
                moments.volume
            );
        } else if parts.iter().all(|p| p.breadth() > SLIVER * size) {
            return Ok(Decomposition { parts, properties: moments.properties(&origin) });
        } else if with_slivers.is_none() {
            with_slivers = Some(parts);
        }
    }
    let parts = with_slivers.ok_or(wrong)?;
    Ok(Decomposition { parts, properties: moments.properties(&origin) })
}

/// The convex pieces of the solid.
fn pieces<const D: usize>(
    hull: Convex<D>,
    fragments: Vec<Fragment<D>>,
    surface: &[[Vector<D>; D]],
    on: f64,
) -> Result<Vec<Convex<D>>, InvalidShape> {
    let mut parts = vec![];
    let mut open = vec![(hull, fragments)];
    let mut count = 1;
    while let Some((cell, mut fragments)) = open.pop() {
        fragments.retain(|f| !f.is_on_boundary(&cell, on));
        let Some(best) = best_plane(&fragments, on) else {
            // Nothing is in front of anything: what is behind all of it is solid, or nothing is.
            let behind = |cell: Convex<D>, f: &Fragment<D>| cell.below(&f.normal, f.offset);
            if let Some(part) = fragments.iter().try_fold(cell, behind)
                && is_inside(surface, &middle(&part))
            {
                parts.push(part);
            }
            continue;
        };
        count += 1;
        if count > MOST_PIECES {
            return Err(InvalidShape(format!(
                "cutting the solid into convex parts takes more than {MOST_PIECES} cuts"
            )));
        }
        let (normal, offset) = (fragments[best].normal, fragments[best].offset);
        for side in [1.0, -1.0] {
            let plane = (normal * side, offset * side);
            if let Some(half) = cell.clone().below(&plane.0, plane.1) {
                let kept = fragments.iter().filter_map(|f| f.below(&plane.0, plane.1, on));
                open.push((half, kept.collect()));
            }
        }
    }
    Ok(parts)
}

/// The plane that cuts the fewest fragments, of those with something in front of them.
fn best_plane<const D: usize>(fragments: &[Fragment<D>], on: f64) -> Option<usize> {
    let mut best: Option<(usize, usize)> = None;
    for (k, plane) in fragments.iter().enumerate() {
        let (mut cut, mut front) = (0, 0);
        for other in fragments {
            let [low, high] = other.heights(&plane.normal, plane.offset);
            cut += usize::from(low < -on && high > on);
            front += usize::from(high > on);
        }
        if front > 0 && best.is_none_or(|b| cut < b.0) {
            best = Some((cut, k));
        }
    }
    best.map(|b| b.1)
}

/// A point inside a convex shape.
fn middle<const D: usize>(part: &Convex<D>) -> Vector<D> {
    part.mass_properties().map_or(part.vertices()[0], |m| m.centroid)
}
