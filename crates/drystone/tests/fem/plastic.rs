//! Plastic bars against the closed form.

use crate::statics::*;
use crate::support::*;
use drystone::fem::material::VonMises;
use drystone::fem::mesh::{Cut, Grid};
use drystone::fem::{Kinematics, Material, Mesh};

/// A bar is pulled, pushed and pulled again past yield: stresses are those of the closed form in one
/// dimension.
fn plastic<const D: usize>(name: &str, law: VonMises) {
    let mesh: Mesh<D> =
        Grid { counts: [1; D], element: element(name), cut: Cut::Turning }.mesh().expect("a mesh");
    let stuff = stuff(Material::VonMises(law), sheet_in_plane::<D>());
    let solid = solid(&mesh, stuff, Kinematics::Small);
    let (mut memory, mut from) = (vec![0.0; solid.memory()], solid.rest.as_flattened().to_vec());
    let moduli = [law.young_modulus, law.isotropic_hardening, law.kinematic_hardening];
    let [e, isotropic, kinematic] = moduli;
    let (mut plastic, mut total) = (0.0, 0.0);
    for strain in [0.001, 0.004, 0.003, -0.005, 0.006] {
        let mut held = vec![];
        for (node, place) in solid.rest.iter().enumerate() {
            // From an even stretch, so that the ends alone do not yield at first.
            from[node * D] = place[0] * (1.0 + strain);
            // Both ends along the first axis; the sides through the origin across it.
            for k in 0..D {
                if k == 0 && (place[0] == 0.0 || place[0] == 1.0) {
                    held.push((node * D, place[0] * (1.0 + strain)));
                } else if k > 0 && place[k] == 0.0 {
                    held.push((node * D + k, 0.0));
                }
            }
        }
        let load = vec![0.0; solid.len()];
        let (x, force, after) = Held { solid: &solid, held, load }.solve(&memory, &from);
        let right = mesh.nodes_of(mesh.group("right").expect("a side"));
        let stress: f64 = right.iter().map(|node| force[*node as usize * D]).sum();
        // The return in one dimension.
        let trial: f64 = e * (strain - plastic) - kinematic * plastic;
        let beyond = trial.abs() - law.yield_stress - isotropic * total;
        let more = (beyond / (e + isotropic + kinematic)).max(0.0);
        plastic += more * trial.signum();
        total += more;
        let exact = e * (strain - plastic);
        let off = (stress - exact).abs() / law.yield_stress;
        assert!(off < 1e-10, "{name} {strain}: {stress} {exact}");
        (memory, from) = (after, x);
    }
    assert!(total > 0.01);
}

#[test]
fn plastic_bars_follow_the_closed_form() {
    for (isotropic_hardening, kinematic_hardening) in
        [(2e10, 0.0), (0.0, 2e10), (1e10, 1.5e10), (1e7, 0.0)]
    {
        let law = VonMises {
            young_modulus: 2e11,
            poisson_ratio: 0.3,
            yield_stress: 4e8,
            isotropic_hardening,
            kinematic_hardening,
        };
        PLANE.iter().for_each(|name| plastic::<2>(name, law));
        SPACE.iter().for_each(|name| plastic::<3>(name, law));
    }
}
