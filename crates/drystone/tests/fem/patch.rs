//! Patch tests: a linear displacement of the surface is answered by the same one inside, with one stress
//! everywhere; and rigid motions take no force.

use crate::support::*;
use drystone::fem::{Kinematics, Plane, Solid};
use nalgebra::{DVector, Rotation2, Rotation3, Vector3};

const KINEMATICS: [Kinematics; 4] = [
    Kinematics::Small,
    Kinematics::Corotational,
    Kinematics::CorotationalElements,
    Kinematics::Finite,
];

fn on_surface<const D: usize>(place: &[f64; D]) -> bool {
    place.iter().any(|x| x.abs() < 1e-9 || (x - 1.0).abs() < 1e-9)
}

/// With the surface displaced by G x, forces inside vanish where the inner nodes are displaced so too.
fn patch<const D: usize>(solid: &Solid<D>, slope: f64) {
    let mut random = Random::new(7);
    let gradient: Vec<f64> = (0..D * D).map(|_| slope * random.next()).collect();
    let moved: Vec<f64> = solid
        .rest
        .iter()
        .flat_map(|x| {
            let gradient = &gradient;
            (0..D).map(move |i| x[i] + (0..D).map(|k| gradient[i * D + k] * x[k]).sum::<f64>())
        })
        .collect();
    let (force, stiffness, _) = answer(solid, &moved, &[]);
    let size = force.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
    for (i, place) in solid.rest.iter().enumerate().filter(|(_, x)| !on_surface(x)) {
        for k in 0..D {
            assert!(
                force[i * D + k].abs() < 1e-12 * size.max(1.0),
                "{place:?} {:e}",
                force[i * D + k] / size
            );
        }
    }
    // Solved for: from inner nodes somewhere else, a Newton step brings them back.
    if solid.kinematics == Kinematics::Small {
        let inner: Vec<usize> =
            (0..solid.len()).filter(|dof| !on_surface(&solid.rest[dof / D])).collect();
        let mut off = moved.clone();
        inner.iter().for_each(|dof| off[*dof] += 1e-3 * random.next());
        let (force, _, _) = answer(solid, &off, &[]);
        let k = stiffness.select_rows(&inner).select_columns(&inner);
        let residual = DVector::from_iterator(inner.len(), inner.iter().map(|dof| force[*dof]));
        let step = k.cholesky().expect("held").solve(&residual);
        for (dof, step) in inner.iter().zip(step.iter()) {
            assert!((off[*dof] - step - moved[*dof]).abs() < 1e-12);
        }
    }
}

#[test]
fn a_patch_of_every_element_passes() {
    for kinematics in KINEMATICS {
        for plane in [Plane::Strain, Plane::Stress] {
            for name in PLANE {
                let mesh = distorted(name, [3, 3], 5);
                for stuff in forms(name, stuff(rubber(), plane)) {
                    patch::<2>(&solid(&mesh, stuff, kinematics), 0.3);
                }
            }
        }
        for name in SPACE {
            let mesh = distorted(name, [2, 2, 2], 5);
            for stuff in forms(name, stuff(rubber(), Plane::Strain)) {
                patch::<3>(&solid(&mesh, stuff, kinematics), 0.3);
            }
        }
    }
}

/// A body turned by any angle and carried away is without stress.
fn turns<const D: usize>(solid: &Solid<D>, turn: impl Fn(f64) -> Vec<f64>) {
    for k in 0..=12 {
        let angle = std::f64::consts::TAU * f64::from(k) / 12.0;
        let matrix = turn(angle);
        let x: Vec<f64> = solid
            .rest
            .iter()
            .flat_map(|x| {
                let matrix = &matrix;
                (0..D).map(move |i| 3.0 + (0..D).map(|k| matrix[i * D + k] * x[k]).sum::<f64>())
            })
            .collect();
        let (force, _, energy) = answer(solid, &x, &[]);
        let most = force.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
        // Of the modulus of 1e6 Pa.
        assert!(most < 1e6 * 1e-13 && energy < 1e6 * 1e-13, "{angle}: {most:e} {energy:e}");
    }
}

#[test]
fn rotations_take_no_force() {
    for kinematics in &KINEMATICS[1..] {
        for name in PLANE {
            for stuff in forms(name, stuff(rubber(), Plane::Strain)) {
                let solid = solid::<2>(&distorted(name, [2, 2], 9), stuff, *kinematics);
                turns(&solid, |angle| {
                    let r = Rotation2::new(angle);
                    vec![r[(0, 0)], r[(0, 1)], r[(1, 0)], r[(1, 1)]]
                });
            }
        }
        for name in SPACE {
            for stuff in forms(name, stuff(rubber(), Plane::Strain)) {
                let solid = solid::<3>(&distorted(name, [1, 2, 1], 9), stuff, *kinematics);
                turns(&solid, |angle| {
                    let r = Rotation3::new(Vector3::new(0.6, 0.0, 0.8) * angle);
                    r.matrix().transpose().iter().copied().collect()
                });
            }
        }
    }
}
