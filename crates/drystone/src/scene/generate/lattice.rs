//! Disks or spheres of random sizes on a cubic lattice.
//!
//! Each body stays inside its own cell, so that none overlaps another whatever the jitter.

use super::random::Random;
use super::{Family, limit};
use crate::scene::check;
use crate::scene::error::Fault;
use crate::scene::format::{Body, Lattice, RoundShape, Shape};

/// The bodies, row by row from the bottom of the region.
pub fn bodies<const D: usize>(
    lattice: &Lattice,
    seed: u64,
    path: &str,
) -> Result<Vec<Body>, Fault> {
    let key = |name: &str| format!("{path}.{name}");
    let [smallest, largest] = lattice.radius;
    check::positive(key("radius"), smallest)?;
    if largest < smallest {
        let message = format!("the largest radius {largest} is below the smallest {smallest}");
        return Err(Fault::new(key("radius"), message));
    }
    check::between(key("jitter"), lattice.jitter, 0.0, 1.0)?;
    check::vector_or_zero::<D>(key("velocity"), lattice.velocity.as_ref())?;
    let cell = lattice.spacing.unwrap_or(2.04 * largest);
    if cell < 2.0 * largest {
        let message = format!("bodies of diameter {} would overlap", 2.0 * largest);
        return Err(Fault::new(key("spacing"), message));
    }
    let min = check::vector::<D>(key("region.min"), &lattice.region.min)?;
    let max = check::vector::<D>(key("region.max"), &lattice.region.max)?;
    let mut counts = [0u64; D];
    let mut start = min;
    for i in 0..D {
        let room = max[i] - min[i];
        // A region of exactly n cells holds n of them in spite of rounding.
        let fit = (room / cell + 1e-9).floor();
        if fit < 1.0 {
            let message = format!(
                "the region is {room} wide along axis {}: it must hold at least one cell of {cell}",
                i + 1
            );
            return Err(Fault::new(key("region.max"), message));
        }
        // A number that is too large for u64 becomes its greatest, and is refused below.
        counts[i] = fit as u64;
        // Margins are shared between the two sides, but the lowest row lies at the bottom.
        if i + 1 < D {
            start[i] += 0.5 * (room - fit * cell);
        }
    }
    let cells: u64 = match lattice.count {
        Some(most) => counts.iter().fold(1u64, |n, c| n.saturating_mul(*c)).min(most),
        None => {
            limit(&key("region"), &counts)?;
            counts.iter().product()
        }
    };
    limit(&key("count"), &[cells])?;
    let family = Family { name: &lattice.name, material: &lattice.material, group: &lattice.group };
    let mut random = Random::new(seed);
    let mut bodies = Vec::with_capacity(cells as usize);
    for k in 0..cells {
        let radius = random.uniform(smallest, largest);
        let room = lattice.jitter * (0.5 * cell - radius);
        let mut rest = k;
        let mut position = [0.0; D];
        for i in 0..D {
            let index = (rest % counts[i]) as f64;
            rest /= counts[i];
            position[i] = start[i] + (index + 0.5) * cell + random.uniform(-room, room);
        }
        let round = RoundShape { radius };
        let shape = if D == 2 { Shape::Disk(round) } else { Shape::Sphere(round) };
        let mut body = family.body(k as usize + 1, shape, &position);
        body.velocity.clone_from(&lattice.velocity);
        bodies.push(body);
    }
    Ok(bodies)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::format::Region;

    fn grains<const D: usize>(jitter: f64, seed: u64) -> Vec<([f64; D], f64)> {
        let lattice = Lattice {
            name: "grain".into(),
            material: None,
            group: None,
            region: Region { min: vec![-1.0; D], max: vec![1.0; D] },
            radius: [0.05, 0.1],
            spacing: None,
            jitter,
            count: None,
            velocity: None,
            seed: None,
        };
        let radius = |body: &Body| match &body.shape {
            Shape::Disk(round) | Shape::Sphere(round) => round.radius,
            other => panic!("{other:?}"),
        };
        bodies::<D>(&lattice, seed, "g")
            .unwrap()
            .iter()
            .map(|b| (b.position.clone().unwrap().try_into().unwrap(), radius(b)))
            .collect()
    }

    fn nothing_overlaps_nor_leaves<const D: usize>() {
        let all = grains::<D>(1.0, 3);
        assert_eq!(all.len(), 9usize.pow(D as u32));
        for (i, (p, r)) in all.iter().enumerate() {
            assert!(p.iter().all(|x| x.abs() + r <= 1.0 + 1e-12));
            for (q, s) in &all[..i] {
                let squared: f64 = p.iter().zip(q).map(|(a, b)| (a - b).powi(2)).sum();
                assert!(squared.sqrt() >= r + s - 1e-12);
            }
        }
    }

    #[test]
    fn bodies_never_overlap_nor_leave_the_region() {
        nothing_overlaps_nor_leaves::<2>();
        nothing_overlaps_nor_leaves::<3>();
    }

    #[test]
    fn the_seed_decides() {
        assert_eq!(grains::<2>(0.5, 1), grains::<2>(0.5, 1));
        assert_ne!(grains::<2>(0.5, 1), grains::<2>(0.5, 2));
    }
}
