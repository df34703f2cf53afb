//! Energies of the bodies that contacts can move: of translation ½ m V·V, of rotation ½ ω·J ω with J = R J₀ Rᵀ, and the
//! potential -m g·x of their weight, zero at the origin. Over all they are the
//! `kinetic_energy` and `potential_energy` of the history, which also has the works and what friction,
//! impacts and damping have dissipated; `drystone measure` puts those beside. Deformable bodies count as
//! the rigid ones that move with them; what they hold in strains and vibrations is in the history alone.

use super::{Value, View};
use crate::space::{Inertia, global_inertia, spins};

pub(super) fn measure<const D: usize>(view: &View<D>) -> Vec<Value> {
    let constants = view.constants;
    let (mut translation, mut rotation, mut potential) = (0.0, 0.0, 0.0);
    let movable = (0..view.bodies()).filter(|body| constants.movable[*body]);
    // Once for each image in the region; heights of the body itself, which has fallen so far.
    for body in movable.flat_map(|body| view.body_places(body).map(move |_| body)) {
        let (v, pose) = (view.velocity(body), view.pose(body));
        let mass = constants.mass[body];
        translation += 0.5 * mass * v[..D].iter().map(|x| x * x).sum::<f64>();
        let s = spins(D);
        let own = &constants.inertia[body * s * s..(body + 1) * s * s];
        let own = Inertia::from_fn(|i, j| if i < s && j < s { own[i * s + j] } else { 0.0 });
        let inertia = global_inertia(&pose.rotation, &own);
        for i in 0..s {
            rotation += 0.5 * (0..s).map(|j| v[D + i] * inertia[(i, j)] * v[D + j]).sum::<f64>();
        }
        potential -= mass * (0..D).map(|k| constants.gravity[k] * pose.position[k]).sum::<f64>();
    }
    vec![
        Value::new("energy_kinetic", "J", translation + rotation),
        Value::new("energy_translation", "J", translation),
        Value::new("energy_rotation", "J", rotation),
        Value::new("energy_potential", "J", potential),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Setting, value};
    use nalgebra::{Vector2, Vector3};

    /// Two balls of mass 1 under 10 m/s², at heights 3 and 4, one moving and turning.
    #[test]
    fn by_hand() {
        let mut setting = Setting::balls(&[Vector2::new(0.0, 3.0), Vector2::new(1.0, 4.0)]);
        setting.frame.v = vec![3.0, 4.0, 2.0, 0.0, 0.0, 0.0];
        let found = super::measure(&setting.view());
        let expected = [12.75, 12.5, 0.25, 70.0];
        let names = ["energy_kinetic", "energy_translation", "energy_rotation", "energy_potential"];
        for (name, x) in names.iter().zip(expected) {
            assert!((value(&found, name) - x).abs() < 1e-12, "{name}");
        }
    }

    /// The inertia turns with the body.
    #[test]
    fn a_turned_body_of_space() {
        let mut setting = Setting::balls(&[Vector3::zeros()]);
        setting.constants.inertia = vec![1.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 3.0];
        // A quarter turn about z brings the first axis to the second.
        let half = std::f64::consts::FRAC_PI_4;
        setting.frame.q[3..].copy_from_slice(&[half.cos(), 0.0, 0.0, half.sin()]);
        setting.frame.v = vec![0.0, 0.0, 0.0, 0.0, 2.0, 0.0];
        assert!((value(&super::measure(&setting.view()), "energy_rotation") - 2.0).abs() < 1e-12);
    }
}
