//! The picture at the end of a run: where it would cost much beside the run, it is left to `drystone
//! render`.

use super::output::{Folder, RunError};
use crate::record::picture;
use crate::results::Remarks;
use crate::world::World;

/// The share of a run that its picture may take.
const SHARE: f64 = 0.05;
/// What is always spent on it (s): nobody waits for less.
const ALWAYS: f64 = 2.0;
/// What a picture of space takes at least, and more for each shape in it (s): counted generously.
const COST: [f64; 2] = [1.0, 1e-3];

/// Draws the final state of a run that has taken so many seconds; why not, where it does not.
pub fn draw<const D: usize>(
    world: &World<D>,
    folder: &Folder,
    seconds: f64,
    remarks: &Remarks,
) -> Result<Option<String>, RunError> {
    let shapes = world.colliders.len();
    let cost = expected(D, shapes);
    if cost > ALWAYS.max(SHARE * seconds) {
        return Ok(Some(format!(
            "a picture of {shapes} shapes would take some {cost:.0} s, more than 5 % of the run"
        )));
    }
    let drawn = picture::write(folder.path(), "picture", world, &remarks.short());
    drawn.map(|_| None).map_err(|e| folder.failed("picture", &e))
}

/// The time that a picture of so many shapes may take (s). Lines of the plane cost next to nothing.
fn expected(dimension: usize, shapes: usize) -> f64 {
    let [least, each] = COST;
    if dimension == 2 { 0.0 } else { least + each * shapes as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Small scenes always have their picture, large ones where it is nothing beside the run.
    #[test]
    fn large_scenes_of_space_leave_their_picture_out() {
        assert!(expected(2, 1_000_000) < ALWAYS);
        assert!(expected(3, 500) < ALWAYS);
        assert!(expected(3, 12_600) > SHARE * 60.0 && expected(3, 12_600) < SHARE * 600.0);
    }
}
