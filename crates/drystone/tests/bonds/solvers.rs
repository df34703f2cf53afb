//! Bonds and solvers: every family that takes a bond's problems comes to the same motion and damage.
//!
//! Three balls on top of each other on the ground, one contact each, so that forces follow from the
//! motion. The uppermost is pulled up and aside until bonds have softened and broken, or pressed down
//! and pushed aside until they are sheared off and rub.

use crate::common::conformity::Scene;
use crate::common::*;
use drystone::bodies::{Function, Load, LoadKind};
use drystone::laws::bonds::{
    Adhesive, Brittle, Capillary, Elastic, MohrCoulomb, Mortar, Permanent, Tabulated, Zone,
};
use drystone::laws::{Bond, ContactLaw, Rolling};
use drystone::space::Pose;
use drystone::world::World;

const H: f64 = 1e-3;
const STEPS: usize = 50;
const RADIUS: f64 = 0.1;
/// Area of a contact.
const AREA: f64 = 0.01;
/// Strength of a contact, and its stiffness, for a kilogram of a ball (N, N/m).
const STRENGTH: f64 = 12.0;
const STIFFNESS: f64 = 2.4e4;

/// Families that must solve every bond.
const RELIABLE: [&str; 3] = ["auto", "gauss-seidel", "coloured"];

/// Every bond, for balls of this mass.
fn bonds(mass: f64) -> Vec<Bond> {
    let force = STRENGTH * mass;
    let (strength, stiffness, area) = (force / AREA, STIFFNESS * mass / AREA, Some(AREA));
    // The opening at the strength, and one at which nothing is left.
    let (first, last) = (STRENGTH / STIFFNESS, 5.0 * STRENGTH / STIFFNESS);
    let springs = |bilateral: bool| Elastic {
        normal_stiffness: Some(stiffness),
        tangential_stiffness: Some(0.5 * stiffness),
        layer: None,
        normal_damping: 1e-3 * stiffness,
        tangential_damping: 0.0,
        bilateral,
        reach: None,
        area,
    };
    let zone = Zone {
        normal_stiffness: stiffness,
        tangential_stiffness: Some(0.5 * stiffness),
        normal_strength: strength,
        tangential_strength: Some(0.8 * strength),
        normal_energy: 0.5 * strength * last,
        tangential_energy: Some(0.8 * strength * last),
        power: 1.5,
        plateau: 0.3,
        plasticity: 0.4,
        healing_time: None,
        area,
    };
    vec![
        Bond::Permanent(Permanent { force }),
        Bond::Brittle(Brittle { force }),
        Bond::Capillary(Capillary { force, length: 1e-3, rupture: 3e-3 }),
        Bond::MohrCoulomb(MohrCoulomb {
            tension: strength,
            cohesion: 1.2 * strength,
            internal_friction: 0.5,
            area,
        }),
        Bond::Elastic(springs(false)),
        Bond::Elastic(springs(true)),
        Bond::Mortar(Mortar {
            normal_stiffness: Some(stiffness),
            tangential_stiffness: Some(0.5 * stiffness),
            layer: None,
            tension: strength,
            cohesion: 1.2 * strength,
            internal_friction: 0.5,
            normal_damping: 1e-3 * stiffness,
            tangential_damping: 0.0,
            area,
        }),
        Bond::Adhesive(Adhesive {
            // Soft: from its strength on it falls so steeply that errors would grow, whoever solves.
            normal_stiffness: 0.1 * stiffness,
            tangential_stiffness: 0.05 * stiffness,
            energy: 0.1 * stiffness * (3.0 * first).powi(2),
            viscosity: 1e-3 * stiffness * first * first,
            healing: false,
            area,
        }),
        Bond::Zone(zone),
        Bond::Tabulated(Tabulated {
            normal: vec![[0.0, 0.0], [first, strength], [2.0 * first, strength], [last, 0.0]],
            tangential: None,
            area,
        }),
    ]
}

fn mass<const D: usize>() -> f64 {
    1000.0 * ball::<D>(RADIUS).mass_properties().expect("a ball has some").volume
}

/// Three balls, the uppermost under a force that grows to `up` and `aside` times its mass (m/s²).
fn tower<const D: usize>(law: ContactLaw, [up, aside]: [f64; 2]) -> World<D> {
    let mut world = world::<D>(H, law);
    // A little weight: without it all contacts would reach their strength at once, and which of them
    // breaks would have no answer.
    world.gravity = axis(D - 1, -1.0);
    world.scheme.alert_distance = 0.01;
    add_fixed(&mut world, slope::<D>(0.0).0, Pose::identity());
    let balls: Vec<usize> = (0..3)
        .map(|k| {
            let height = RADIUS * f64::from(2 * k + 1);
            add(&mut world, ball(RADIUS), pose_at(axis(D - 1, height), 0.0), &[])
        })
        .collect();
    let mut direction = axis::<D>(D - 1, up);
    direction[0] = aside;
    if D == 3 {
        direction[1] = 0.3 * aside;
    }
    // Not in the middle: in space it spins the ball as well.
    let mut point = axis::<D>(D - 1, 0.5 * RADIUS);
    point[0] = 0.2 * RADIUS;
    let kind = LoadKind::Force { direction: direction * mass::<D>(), point };
    let times = [0.0, 0.6 * STEPS as f64 * H];
    let function = Function::Ramp { times, values: [0.0, 1.0] };
    world.bodies.list[balls[2]].loads.push(Load { kind, function });
    world
}

/// Accelerations of the uppermost ball that pull it off and that shear it off.
const PULLED: [f64; 2] = [50.0, 10.0];
const SHEARED: [f64; 2] = [-10.0, 40.0];

fn complaints<const D: usize>(law: &ContactLaw, least: usize) -> Vec<String> {
    let mut all = vec![];
    for push in [PULLED, SHEARED] {
        let build = || tower::<D>(law.clone(), push);
        let bond = law.bond.as_ref().expect("a bond");
        let title = format!("{} in {D}, {push:?}, {:?}", bond.name(), law.rolling);
        let scene = Scene { title, build: &build, steps: STEPS, reliable: &RELIABLE, least };
        all.extend(scene.complaints());
    }
    all
}

/// The scenes are about what they say: bonds that can break do so, some at least.
fn break_something<const D: usize>() {
    for bond in bonds(mass::<D>()) {
        let mut most = f64::NEG_INFINITY;
        for push in [PULLED, SHEARED] {
            let mut world = tower::<D>(crate::driver::bonded(bond.clone(), 0.3), push);
            run(&mut world, STEPS as f64 * H, |_, _| ());
            let all = world.contacts.iter().chain(&world.dormant);
            most = all.map(|contact| contact.damage).fold(most, f64::max);
        }
        let breaks = !matches!(bond, Bond::Permanent(_) | Bond::Capillary(_) | Bond::Elastic(_));
        assert_eq!(most > 0.5, breaks, "{bond:?}: {most}");
    }
}

#[test]
fn bonds_break_in_these_scenes() {
    break_something::<2>();
    break_something::<3>();
}

fn agree<const D: usize>() {
    let all = bonds(mass::<D>()).into_iter().map(|bond| crate::driver::bonded(bond, 0.3));
    let all: Vec<String> = all.flat_map(|law| complaints::<D>(&law, 10)).collect();
    assert!(all.is_empty(), "\n{}", all.join("\n"));
}

#[test]
fn families_agree_in_the_plane() {
    agree::<2>();
}

#[test]
fn families_agree_in_space() {
    agree::<3>();
}

/// Blocks of three, five and six components: couples beside the bond.
#[test]
fn families_agree_with_resistance_to_rolling() {
    let with = |bond: Bond, spinning: f64| ContactLaw {
        rolling: Rolling { rolling: 0.002, spinning },
        ..crate::driver::bonded(bond, 0.3)
    };
    let mut all = vec![];
    for bond in bonds(mass::<2>()) {
        all.extend(complaints::<2>(&with(bond, 0.0), 7));
    }
    for bond in bonds(mass::<3>()) {
        all.extend(complaints::<3>(&with(bond.clone(), 0.0), 7));
        all.extend(complaints::<3>(&with(bond, 0.001), 7));
    }
    assert!(all.is_empty(), "\n{}", all.join("\n"));
}
