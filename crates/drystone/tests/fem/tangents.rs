//! Forces are the derivatives of the energy, and stiffnesses those of the forces.

use crate::support::*;
use drystone::fem::material::{Elastic, NeoHookean, Orthotropic, SaintVenantKirchhoff, VonMises};
use drystone::fem::{Kinematics, Material, Plane, Solid};

/// Compares with central differences about a random place.
fn derivatives<const D: usize>(solid: &Solid<D>, size: f64, label: &str) {
    let mut random = Random::new(11);
    let x: Vec<f64> = solid.rest.as_flattened().iter().map(|x| x + size * random.next()).collect();
    let before = vec![0.0; solid.memory()];
    let (force, stiffness, _) = answer(solid, &x, &before);
    let scale = stiffness.amax();
    let exact = solid.kinematics != Kinematics::Corotational;
    for dof in 0..solid.len() {
        let step = 1e-6;
        let moved = |d: f64| {
            let mut x = x.clone();
            x[dof] += d;
            answer(solid, &x, &before)
        };
        let (after, back) = (moved(step), moved(-step));
        if solid.memory() == 0 {
            let slope = (after.2 - back.2) / (2.0 * step);
            let most = force.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
            assert!((slope - force[dof]).abs() < 1e-6 * most, "{label}: {slope} {}", force[dof]);
        }
        if exact {
            for row in 0..solid.len() {
                let slope = (after.0[row] - back.0[row]) / (2.0 * step);
                let off = (slope - stiffness[(row, dof)]).abs();
                assert!(
                    off < 1e-7 * scale,
                    "{label} {row} {dof}: {slope} {}",
                    stiffness[(row, dof)]
                );
            }
        }
    }
    let uneven = (&stiffness - stiffness.transpose()).amax();
    assert!(uneven < 1e-12 * scale, "{label}: {uneven:e} of {scale:e}");
}

fn materials() -> Vec<Material> {
    let (young_modulus, poisson_ratio) = (1e6, 0.3);
    vec![
        Material::Elastic(Elastic { young_modulus, poisson_ratio }),
        Material::Orthotropic(Orthotropic {
            young_moduli: [1e6, 5e5, 3e5],
            poisson_ratios: [0.2; 3],
            shear_moduli: [2e5; 3],
            axes: Some([[1.0, 0.5, 0.0], [0.0, 1.0, 0.0]]),
        }),
        Material::VonMises(VonMises {
            young_modulus,
            poisson_ratio,
            yield_stress: 2e4,
            isotropic_hardening: 1e5,
            kinematic_hardening: 1e5,
        }),
        Material::SaintVenantKirchhoff(SaintVenantKirchhoff { young_modulus, poisson_ratio }),
        Material::NeoHookean(NeoHookean { young_modulus, poisson_ratio }),
    ]
}

#[test]
fn stiffness_is_the_derivative_of_forces_and_these_of_the_energy() {
    let all = [
        Kinematics::Small,
        Kinematics::Corotational,
        Kinematics::CorotationalElements,
        Kinematics::Finite,
    ];
    for kinematics in all {
        for material in materials() {
            let label = format!("{kinematics:?} {material:?}");
            for name in PLANE {
                // What is turned about an axis cannot turn otherwise.
                let fixed = matches!(kinematics, Kinematics::Small | Kinematics::Finite);
                let planes = [Plane::Strain, Plane::Stress, Plane::Axisymmetric];
                for plane in planes.into_iter().filter(|p| fixed || *p != Plane::Axisymmetric) {
                    // Away from the axis.
                    let mesh = distorted(name, [1, 1], 13).map(|[x, y]| [x + 1.0, y]);
                    let label = format!("{name} {plane:?} {label}");
                    for stuff in forms(name, stuff(material.clone(), plane)) {
                        let label = format!("{label} enhanced {}", stuff.enhanced);
                        derivatives::<2>(&solid(&mesh, stuff, kinematics), 0.1, &label);
                    }
                }
            }
            for name in SPACE {
                let mesh = distorted(name, [1, 1, 1], 13);
                for stuff in forms(name, stuff(material.clone(), Plane::Strain)) {
                    let label = format!("{name} {label} enhanced {}", stuff.enhanced);
                    derivatives::<3>(&solid(&mesh, stuff, kinematics), 0.1, &label);
                }
            }
        }
    }
}
