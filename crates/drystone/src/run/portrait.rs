//! The picture at the end of a run: where it would cost much beside the run, it is left to `drystone
//! render`.

use super::output::{Folder, RunError};
use crate::record::picture;
use crate::results::{Geometry, Outline, Piece, Remarks};
use crate::world::World;

/// The share of a run that its picture may take.
const SHARE: f64 = 0.05;
/// What is always spent on it (s): nobody waits for less.
const ALWAYS: f64 = 2.0;
/// What a picture of space takes at least, and more for each shape in it (s): counted generously.
const COST: [f64; 2] = [1.0, 5e-4];
/// What each polygon takes (s).
const FLAT: f64 = 2e-5;

/// Draws the final state of a run that has taken so many seconds; why not, where it does not.
pub fn draw<const D: usize>(
    world: &World<D>,
    folder: &Folder,
    seconds: f64,
    remarks: &Remarks,
) -> Result<Option<String>, RunError> {
    let shapes = world.colliders.len();
    let cost = expected(D, shapes, polygons(world));
    if cost > ALWAYS.max(SHARE * seconds) {
        return Ok(Some(format!(
            "a picture of {shapes} shapes would take some {cost:.0} s, more than 5 % of the run"
        )));
    }
    folder.vacate("picture.png")?;
    folder.vacate("picture.svg")?;
    let drawn = picture::write(folder.path(), "picture", world, &remarks.short());
    drawn.map(|_| None).map_err(|e| folder.failed("picture", &e))
}

/// Polygons of all meshes that would be drawn.
fn polygons<const D: usize>(world: &World<D>) -> usize {
    let Geometry { pieces, outlines, .. } = Geometry::of(world);
    let of = |piece: &Piece<D>| match &outlines[piece.outline] {
        Outline::Mesh(mesh) => mesh.polygons.len(),
        _ => 0,
    };
    pieces.iter().map(of).sum()
}

/// The time that a picture of so many shapes and polygons may take (s). In the plane all of them
/// are polygons.
fn expected(dimension: usize, shapes: usize, polygons: usize) -> f64 {
    let [least, each] = COST;
    let flat = FLAT * (shapes + polygons) as f64;
    if dimension == 2 { flat } else { least + each * shapes as f64 + flat }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Small scenes always have their picture, large ones where it is nothing beside the run.
    #[test]
    fn large_scenes_leave_their_picture_out() {
        assert!(expected(2, 50_000, 0) < ALWAYS && expected(2, 1_000_000, 0) > ALWAYS);
        assert!(expected(3, 1_010, 0) < ALWAYS && expected(3, 1, 500_000) > ALWAYS);
        let many = expected(3, 12_600, 0);
        assert!(many > SHARE * 60.0 && many < SHARE * 600.0);
    }
}
