//! Boxes on top of each other.

use super::{Family, cuboid, limit};
use crate::scene::check;
use crate::scene::error::Fault;
use crate::scene::format::{Body, Stack};

/// The boxes from the bottom to the top, along the last axis.
pub fn bodies<const D: usize>(stack: &Stack, path: &str) -> Result<Vec<Body>, Fault> {
    let key = |name: &str| format!("{path}.{name}");
    let size = check::components::<D>(key("size"), &stack.size)?;
    for (i, length) in size.iter().enumerate() {
        check::positive(key(&format!("size.{i}")), *length)?;
    }
    check::at_least_one(key("count"), stack.count)?;
    limit(&key("count"), &[stack.count])?;
    check::not_negative(key("gap"), stack.gap)?;
    let base = check::vector_or_zero::<D>(key("base"), stack.base.as_ref())?;
    let family = Family { name: &stack.name, material: &stack.material, group: &stack.group };
    let place = |k: u64| {
        let mut centre = base;
        centre[0] += k as f64 * stack.shift;
        centre[D - 1] += 0.5 * size[D - 1] + k as f64 * (size[D - 1] + stack.gap);
        family.body(k as usize + 1, cuboid(&size), centre.as_slice())
    };
    Ok((0..stack.count).map(place).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_box_stands_on_the_one_below() {
        let stack = Stack {
            name: "block".into(),
            material: None,
            group: None,
            size: vec![1.0, 0.5],
            count: 3,
            base: Some(vec![2.0, 1.0]),
            gap: 0.0,
            shift: 0.1,
        };
        let bodies = bodies::<2>(&stack, "g").unwrap();
        let positions: Vec<_> = bodies.iter().map(|b| b.position.clone().unwrap()).collect();
        assert_eq!(positions, [[2.0, 1.25], [2.1, 1.75], [2.2, 2.25]]);
        assert_eq!(bodies[2].name.as_deref(), Some("block-3"));
    }
}
