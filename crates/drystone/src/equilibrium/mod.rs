//! Whether a state may rest.
//!
//! A state may rest if there are impulses in Coulomb's cones that balance the loads at the contacts that are
//! closed (the static theorem). With the weights and loads of the bodies as z, what a step of h makes of
//! them in units in which every mass is one:
//!
//! ```text
//! r_c ∈ K_c,   H r = z            rest is admissible
//! H r - z ∈ dual of H K           or else the least of ‖H r - z‖ is a motion that no impulses prevent
//! ```
//!
//! Both are the convex programme of `solvers/standstill/support.rs`. That rest is admissible is exact,
//! with any friction. That it is what happens is not: sliding is not associated with Coulomb's cones, and
//! a state may rest and may slide, both within the law (a wedge, a wall on a slope). So the multipliers are
//! upper bounds where sliding governs, and exact where bodies rock or part without sliding.

mod statics;

use crate::step::Stepper;
use crate::world::World;
use serde::Serialize;
use statics::Statics;

/// Multipliers and factors are found to this.
const FINE: f64 = 1e-6;
/// Multipliers beyond this are taken for none.
const MOST: f64 = 1e3;
/// Bodies move that are so fast in a mechanism, relative to the fastest.
const MOVES: f64 = 1e-3;
/// Speeds that are none, relative to those that the loads give in a step.
const RESTS: f64 = 1e-3;

/// A body that a mechanism moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Moving {
    /// Its name.
    pub body: String,
    /// Its velocity, angular velocity last, relative to the fastest body's.
    pub velocity: Vec<f64>,
}

/// What is known of a state.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Equilibrium {
    /// Bodies that may move.
    pub bodies: usize,
    /// Closed contacts, and blocks of rows of joints.
    pub contacts: usize,
    /// Whether rest is admissible.
    pub admissible: bool,
    /// Where it is not: the bodies that nothing keeps from moving, the fastest first.
    pub mechanism: Vec<Moving>,
    /// In how many ways forces may differ, where rest is admissible and there are not too many contacts to say:
    /// 0 where they are unique.
    pub redundancy: Option<usize>,
    /// Whether the scene's solver finds a motion though rest is admissible: then both are solutions.
    pub may_move_too: bool,
    /// The least factor on all coefficients of friction with which rest is admissible.
    pub friction_factor: Option<f64>,
    /// The greatest horizontal acceleration that may be added (in units of 9.81 m/s²) in the direction asked for;
    /// `None` where there is no end to it, or rest is not admissible.
    pub push: Option<f64>,
}

/// Looks at a world as it stands, all velocities taken for zero. `push` is the direction of an acceleration
/// that bodies feel beside their loads. The world does not stay as it was.
///
/// # Errors
///
/// Why nothing can be said: bonds, springs, deformable bodies, resistance to rolling.
pub fn equilibrium<const D: usize>(
    world: &mut World<D>,
    push: Option<[f64; D]>,
) -> Result<Equilibrium, String> {
    match D {
        2 => examine::<D, 2>(world, push),
        _ => examine::<D, 3>(world, push),
    }
}

fn examine<const D: usize, const B: usize>(
    world: &mut World<D>,
    push: Option<[f64; D]>,
) -> Result<Equilibrium, String> {
    if !world.bodies.deformables.is_empty() {
        return Err("bodies that deform are not looked at: make them rigid".to_string());
    }
    let mut stepper = Stepper::new(world);
    world.bodies.v.fill(0.0);
    for contact in &mut world.contacts {
        contact.impulse.fill(0.0);
    }
    let touch = world.scheme.touch();
    stepper.step(world);
    if world.contacts.iter().any(|c| c.has_bond() && c.damage < 1.0) {
        return Err("bonds are not looked at: only dry contacts and joints".to_string());
    }
    let posed = stepper.last_problem();
    let Some(problem) = posed.problem::<B>() else {
        return Err("resistance to rolling is not looked at".to_string());
    };
    let (free, factor) = stepper.free_motion();
    let mut statics = Statics::new(problem, free, factor, touch / world.scheme.time_step)?;
    let movable: Vec<usize> =
        (0..world.bodies.len()).filter(|i| world.bodies.movable(*i)).collect();
    let mut found = Equilibrium {
        bodies: movable.len(),
        contacts: statics.contacts(),
        admissible: statics.may_rest(1.0, 0.0),
        mechanism: vec![],
        redundancy: None,
        may_move_too: false,
        friction_factor: None,
        push: None,
    };
    let n = crate::space::velocity_size(D);
    if !found.admissible {
        let velocities = statics.motion(factor);
        let of = |body: usize| velocities[world.bodies.v_range(body)].to_vec();
        let speed = |v: &[f64]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
        let fastest = movable.iter().map(|i| speed(&of(*i))).fold(0.0, f64::max);
        let mut moving: Vec<_> = movable
            .iter()
            .map(|i| (world.bodies.list[*i].name.clone(), of(*i)))
            .filter(|(_, v)| v.len() == n && speed(v) > MOVES * fastest)
            .collect();
        moving.sort_by(|a, b| speed(&b.1).total_cmp(&speed(&a.1)));
        found.mechanism = moving
            .into_iter()
            .map(|(body, v)| Moving { body, velocity: v.iter().map(|x| x / fastest).collect() })
            .collect();
        return Ok(found);
    }
    found.redundancy = statics.redundancy();
    let loads = free.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
    let left = movable.iter().flat_map(|i| world.bodies.velocity(*i));
    found.may_move_too = left.fold(0.0_f64, |most, v| most.max(v.abs())) > RESTS * loads;
    found.friction_factor = Some(least(|factor| statics.may_rest(factor, 0.0)));
    if let Some(direction) = push {
        let mut acceleration = vec![0.0; free.len()];
        for body in movable {
            let start = world.bodies.v_range(body).start;
            for k in 0..D {
                acceleration[start + k] = 9.81 * world.scheme.time_step * direction[k];
            }
        }
        statics.push(&acceleration, factor)?;
        found.push = greatest(|multiplier| statics.may_rest(1.0, multiplier));
    }
    Ok(found)
}

/// The least number in [0, 1] that something holds for, which holds for 1 and all from the least on.
fn least(mut holds: impl FnMut(f64) -> bool) -> f64 {
    if holds(0.0) {
        return 0.0;
    }
    let (mut no, mut yes) = (0.0, 1.0);
    while yes - no > FINE {
        let middle = 0.5 * (no + yes);
        *(if holds(middle) { &mut yes } else { &mut no }) = middle;
    }
    yes
}

/// The greatest number that something holds for, which holds for 0 and all up to the greatest.
fn greatest(mut holds: impl FnMut(f64) -> bool) -> Option<f64> {
    let (mut yes, mut no) = (0.0, 1.0);
    while holds(no) {
        (yes, no) = (no, 4.0 * no);
        if no > MOST {
            return None;
        }
    }
    while no - yes > FINE * no.max(1e-3) {
        let middle = 0.5 * (no + yes);
        *(if holds(middle) { &mut yes } else { &mut no }) = middle;
    }
    Some(yes)
}
