//! Whole curves of force and opening: bars of a known stiffness in series with a joint.

use super::laws::*;
use super::pair::*;

const STRENGTH: f64 = 1e4;
const STIFFNESS: f64 = 1e9;
const ENERGY: f64 = 2.0;

const ZONE: &str = "friction = 0.3\nbond.zone = { normal_stiffness = 1e9, normal_strength = 1e4, \
                    normal_energy = 2.0 }";

/// Loaded, unloaded, loaded beyond, pressed together, pulled again, and apart.
const PATH: [[f64; 2]; 6] =
    [[0.0, 2.5e-4], [0.0, 5e-5], [0.0, 3.5e-4], [0.0, -1e-4], [0.0, 1e-4], [0.0, 7e-4]];

fn softening<E: Fn(f64) -> f64>(envelope: E, stiffness: f64) -> Softening<E> {
    Softening { envelope, stiffness, plasticity: 0.0, most: 0.0 }
}

/// By how much the force in the joint differs from that of springs in series.
#[track_caller]
fn off(pair: &Pair, joint: &mut dyn Joint) -> f64 {
    let course = pair.follow();
    let blocks = pair.cells.iter().flatten().count() as f64;
    let ways = course.iter().map(|m| m.way[1]);
    difference(&course, 1, &in_series(joint, pair.young / blocks, ways))
}

#[test]
fn zones_between_meshes_follow_their_whole_curve() {
    for (dimension, cells) in [
        (2, [Some([1, 1]); 2]),
        (2, [Some([3, 2]); 2]),
        (2, [None, Some([2, 2])]),
        (2, [Some([2, 2]), None]),
        (3, [Some([2, 1]); 2]),
        (3, [None, Some([2, 1])]),
    ] {
        // Softer blocks would snap back: 1e4 Pa / 3.9e-4 m of softening against young / 2.
        let pair = Pair { dimension, cells, young: 2e8, law: ZONE, path: &PATH, ..PULLED };
        let off = off(&pair, &mut softening(zone(STIFFNESS, STRENGTH, ENERGY, 0.0), STIFFNESS));
        assert!(off < 1e-7, "{dimension} {cells:?}: {off:e}");
    }
}

/// Where points of one side meet the inside of facets of the other, an even stress comes as uneven
/// forces.
#[test]
fn meshes_that_do_not_match_lose_little_of_the_strength() {
    let cells = [Some([3, 2]), Some([2, 2])];
    let pair = Pair { cells, young: 2e8, law: ZONE, path: &PATH, ..PULLED };
    let off = off(&pair, &mut softening(zone(STIFFNESS, STRENGTH, ENERGY, 0.0), STIFFNESS));
    assert!(off < 0.05, "{off:e}");
}

#[test]
fn other_envelopes_are_followed_too() {
    let keys = |bond: &str| format!("friction = 0.3\nbond.{bond}");
    let zone_keys = "normal_stiffness = 1e9, normal_strength = 1e4, normal_energy = 2.0";
    let trapezium = keys(&format!("zone = {{ {zone_keys}, plateau = 0.3 }}"));
    let points = [[0.0, 0.0], [1e-5, 1e4], [2e-4, 2e3], [4e-4, 0.0]];
    let listed = keys(&format!("table = {{ normal = {points:?} }}"));
    let glue =
        keys("adhesive = { normal_stiffness = 1e8, tangential_stiffness = 1e8, energy = 2.0 }");
    for cells in [[Some([2, 2]); 2], [None, Some([2, 2])]] {
        let pair = |law| Pair { cells, young: 1e9, law, path: &PATH, ..PULLED };
        let trapezium_off = off(
            &pair(&trapezium),
            &mut softening(zone(STIFFNESS, STRENGTH, ENERGY, 0.3), STIFFNESS),
        );
        assert!(trapezium_off < 1e-6, "{cells:?}: {trapezium_off:e}");
        let listed_off = off(&pair(&listed), &mut softening(table(&points), STIFFNESS));
        assert!(listed_off < 1e-6, "{cells:?}: {listed_off:e}");
        let glue_off = off(&pair(&glue), &mut softening(adhesive(1e8, ENERGY), 1e8));
        assert!(glue_off < 1e-6, "{cells:?}: {glue_off:e}");
    }
}

/// What is not elastic stays in part.
#[test]
fn plastic_zones_between_meshes_rest_where_they_should() {
    let path = [[0.0, 2e-4], [0.0, 1.5e-4], [0.0, 3e-4], [0.0, 2.8e-4], [0.0, 5e-4]];
    let plasticity = 0.5;
    let law = format!("{}, plasticity = {plasticity} }}", ZONE.trim_end_matches(" }"));
    let pair = Pair { young: 1e9, law: &law, path: &path, ..PULLED };
    let envelope = zone(STIFFNESS, STRENGTH, ENERGY, 0.0);
    let off = off(&pair, &mut Softening { plasticity, ..softening(envelope, STIFFNESS) });
    assert!(off < 1e-6, "{plasticity}: {off:e}");
}

/// The energy to part blocks is G_c; forces at the end of steps miss it by an error of first order.
#[test]
fn parting_meshes_costs_the_fracture_energy() {
    let missed = |steps: usize, theta: f64| {
        let path = [[0.0, 5e-4]];
        let pair = Pair { young: 2e8, law: ZONE, path: &path, steps, theta, ..PULLED };
        let course = pair.follow();
        assert!(course.iter().all(|m| m.ledger.friction_dissipation.abs() < 1e-9));
        let sum = |f: &dyn Fn(&Moment) -> f64| course.iter().map(f).sum::<f64>();
        // What the head gives is spent in the joint but for the scheme's loss: there is no other
        // place.
        let lost = sum(&|m| m.ledger.energy_error);
        let [given, taken] = [
            sum(&|m| m.ledger.drive_work),
            sum(&|m| m.ledger.bond_work + m.ledger.impact_dissipation),
        ];
        assert!((given - taken + lost).abs() < 1e-9, "{given} {taken} {lost}");
        assert!(lost < 0.0 && lost > -0.05 * ENERGY, "{lost}");
        (taken / ENERGY - 1.0).abs()
    };
    for theta in [0.5, 1.0] {
        let [coarse, fine] = [missed(125, theta), missed(500, theta)];
        assert!(fine < 0.01 && coarse / fine > 3.0, "theta {theta}: {coarse} {fine}");
    }
}
