//! A wall in running bond: every other course begins and ends with half a block.

use super::{Family, cuboid, limit};
use crate::scene::check;
use crate::scene::error::Fault;
use crate::scene::format::{Body, Bricks};

/// The blocks, course by course from the bottom, along the first axis.
pub fn bodies<const D: usize>(bricks: &Bricks, path: &str) -> Result<Vec<Body>, Fault> {
    let key = |name: &str| format!("{path}.{name}");
    let block = check::components::<D>(key("block"), &bricks.block)?;
    for (i, length) in block.iter().enumerate() {
        check::positive(key(&format!("block.{i}")), *length)?;
    }
    check::at_least_one(key("courses"), bricks.courses)?;
    check::at_least_one(key("length"), bricks.length)?;
    limit(&key("courses"), &[bricks.courses, bricks.length.saturating_add(1)])?;
    let joint = check::not_negative(key("joint"), bricks.joint)?;
    if joint >= 0.5 * block[0] {
        return Err(Fault::new(key("joint"), "a joint must be thinner than half a block"));
    }
    let origin = check::vector_or_zero::<D>(key("origin"), bricks.origin.as_ref())?;
    let family = Family { name: &bricks.name, material: &bricks.material, group: &bricks.group };
    let wall = bricks.length as f64 * block[0];
    let mut bodies = vec![];
    for course in 0..bricks.courses {
        // Edges of the blocks of this course along the wall, joints in their middle.
        let first = if course % 2 == 0 { 1.0 } else { 0.5 };
        let mut edges = vec![0.0];
        let inner = bricks.length - u64::from(course % 2 == 0);
        edges.extend((0..inner).map(|k| (first + k as f64) * block[0]));
        edges.push(wall);
        for (k, pair) in edges.windows(2).enumerate() {
            let left = pair[0] + if k == 0 { 0.0 } else { 0.5 * joint };
            let right = pair[1] - if k + 2 == edges.len() { 0.0 } else { 0.5 * joint };
            let mut size = block;
            size[0] = right - left;
            let mut centre = origin;
            for i in 1..D {
                centre[i] += 0.5 * block[i];
            }
            centre[0] += 0.5 * (left + right);
            centre[D - 1] += course as f64 * block[D - 1];
            bodies.push(family.body(bodies.len() + 1, cuboid(&size), centre.as_slice()));
        }
    }
    Ok(bodies)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::format::Shape;

    fn wall<const D: usize>(block: Vec<f64>, joint: f64) -> Vec<(Vec<f64>, Vec<f64>)> {
        let bricks = Bricks {
            name: "brick".into(),
            material: None,
            group: None,
            block,
            courses: 3,
            length: 4,
            origin: None,
            joint,
        };
        bodies::<D>(&bricks, "g")
            .unwrap()
            .into_iter()
            .map(|b| match b.shape {
                Shape::Box(s) => (s.size, b.position.unwrap()),
                other => panic!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn courses_alternate_and_fill_the_wall() {
        let blocks = wall::<2>(vec![0.4, 0.2], 0.0);
        assert_eq!(blocks.len(), 4 + 5 + 4);
        let area: f64 = blocks.iter().map(|(s, _)| s[0] * s[1]).sum();
        assert!((area - 1.6 * 0.6).abs() < 1e-12);
        assert!((blocks[4].0[0] - 0.2).abs() < 1e-12 && (blocks[8].0[0] - 0.2).abs() < 1e-12);
        assert!((blocks[4].1[1] - 0.3).abs() < 1e-12);
    }

    #[test]
    fn joints_leave_room_between_blocks_only() {
        let blocks = wall::<3>(vec![0.4, 0.1, 0.2], 0.01);
        let (first, last) = (&blocks[0], &blocks[3]);
        assert!((first.1[0] - 0.5 * first.0[0]).abs() < 1e-12);
        assert!((last.1[0] + 0.5 * last.0[0] - 1.6).abs() < 1e-12);
        let gap = blocks[1].1[0] - 0.5 * blocks[1].0[0] - first.1[0] - 0.5 * first.0[0];
        assert!((gap - 0.01).abs() < 1e-12);
    }
}
