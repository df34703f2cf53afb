//! Masses and volumes of meshes.

use crate::support::*;
use drystone::fem::{Kinematics, Masses, Plane};

fn weighs<const D: usize>(name: &str) {
    let counts = [2; D];
    let solid =
        solid::<D>(&distorted(name, counts, 3), stuff(rubber(), Plane::Strain), Kinematics::Small);
    let volume: f64 =
        solid.regions.iter().map(|r| (0..r.len()).map(|e| r.volume(e)).sum::<f64>()).sum();
    assert!((volume - 1.0).abs() < 1e-12, "{name} {volume}");
    for kind in [Masses::Consistent, Masses::Lumped, Masses::Nodal] {
        let (mut sum, mut least) = (0.0, f64::INFINITY);
        solid.masses(kind, |_, m| {
            sum += m.sum();
            least = least.min(m.diagonal().min());
        });
        assert!((sum - 1000.0).abs() < 1e-9, "{name} {kind:?} {sum}");
        assert!(least > 0.0, "{name} {kind:?}");
    }
}

#[test]
fn meshes_fill_their_volume_and_weigh_what_they_should() {
    PLANE.iter().for_each(|name| weighs::<2>(name));
    SPACE.iter().for_each(|name| weighs::<3>(name));
}
