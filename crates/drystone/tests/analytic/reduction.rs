//! Contacts that others make superfluous: dropping them changes no motion.

use crate::common::*;
use drystone::bodies::Rigid;
use drystone::contact::Contact;
use drystone::detection::{Collider, Reduction};
use drystone::shapes::{Convex, Shape};
use drystone::space::{Pose, Vector};
use drystone::step::Stepper;
use drystone::world::World;
use std::sync::Arc;

/// A raft of 5 by 5 square tiles with gaps between them, one body, on a slope.
fn raft(angle: f64, friction: f64, reduction: Option<f64>) -> (World<3>, usize) {
    let mut world = world::<3>(1e-3, dry(friction));
    world.scheme.contact_reduction = reduction;
    let (floor, normal, _) = slope::<3>(angle);
    add_fixed(&mut world, floor, Pose::identity());
    let tile = Arc::new(Shape::Convex(Convex::cuboid(Vector::<3>::new(0.08, 0.08, 0.1)).unwrap()));
    let inertia = nalgebra::Matrix3::from_diagonal(&Vector::<3>::new(2.0, 2.0, 3.0));
    let rigid = Rigid::new("raft", 20.0, inertia).unwrap();
    let body = world.bodies.add(rigid, &pose_at(normal * 0.1, angle), &[0.0; 6]);
    for k in 0..25 {
        let mut offset = Pose::identity();
        offset.position =
            Vector::<3>::new(f64::from(k % 5 - 2) * 0.2, f64::from(k / 5 - 2) * 0.2, 0.0);
        world
            .colliders
            .push(Collider { offset: Some(offset), ..Collider::new(body, tile.clone()) });
    }
    (world, body)
}

#[test]
fn a_raft_on_four_corners_moves_as_on_a_hundred() {
    for (angle, friction) in [(0.2, 0.1), (0.2, 0.5), (0.9, 5.0)] {
        let (mut all, body) = raft(angle, friction, None);
        let (mut few, _) = raft(angle, friction, Some(0.0));
        let (mut a, mut b) = (Stepper::new(&mut all), Stepper::new(&mut few));
        for step in 0..200 {
            a.step(&mut all);
            b.step(&mut few);
            if step == 0 {
                assert_eq!((all.contacts.len(), few.contacts.len()), (100, 4));
            }
            let apart = all.bodies.pose(body).position - few.bodies.pose(body).position;
            assert!(apart.norm() < 1e-7, "{apart:?} at {step}, slope {angle}");
        }
    }
}

/// Points of a patch with one normal and gaps linear in the place.
fn patch(random: &mut Random, count: usize) -> Vec<Contact<3>> {
    let (world, _) = raft(0.0, 0.5, None);
    let template = world.contacts_now()[0].clone();
    let slope = [random.range(-0.1, 0.1), random.range(-0.1, 0.1)];
    (0..count)
        .map(|k| {
            let mut contact = template.clone();
            let at = [random.range(-1.0, 1.0), random.range(-1.0, 1.0)];
            let foot = contact.frame * Vector::<3>::new(0.3, at[0], at[1]);
            contact.gap = slope[0] * at[0] + slope[1] * at[1];
            contact.arms = [foot, foot - contact.frame.column(0) * contact.gap];
            contact.id.feature = k as u64;
            contact
        })
        .collect()
}

/// Greatest excess of a dropped point over the kept ones in any direction of the plane: how far
/// it is outside their hull.
fn outside(dropped: &Contact<3>, kept: &[Contact<3>]) -> f64 {
    let reach = |c: &Contact<3>, angle: f64| {
        let (s, cos) = angle.sin_cos();
        let arm = c.frame.tr_mul(&c.arms[0]);
        cos * arm[1] + s * arm[2]
    };
    (0..720)
        .map(|k| {
            let angle = f64::from(k) * std::f64::consts::PI / 360.0;
            let most = kept.iter().map(|c| reach(c, angle)).fold(f64::NEG_INFINITY, f64::max);
            reach(dropped, angle) - most
        })
        .fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn dropped_contacts_lie_in_the_hull_of_the_others() {
    let mut random = Random(11);
    for round in 0..300 {
        let share = [0.0, 0.02, 0.1][round % 3];
        let all = patch(&mut random, 3 + round % 40);
        let mut kept = all.clone();
        Reduction::default().run(&mut kept, share);
        assert!(kept.len() >= 3);
        assert!(kept.windows(2).all(|pair| pair[0].id < pair[1].id));
        // No patch here is wider than its box.
        let allowed = share * 8.0_f64.sqrt() + 1e-8;
        for contact in &all {
            if !kept.iter().any(|k| k.id == contact.id) {
                assert!(outside(contact, &kept) <= allowed);
            }
        }
        if all.len() > 30 {
            assert!(kept.len() < all.len() / 2, "{} of {}", kept.len(), all.len());
        }
        // The hull itself is left alone where nothing may change.
        if share == 0.0 {
            for (k, contact) in kept.iter().enumerate() {
                let mut others = kept.clone();
                others.remove(k);
                assert!(outside(contact, &others) > -1e-3, "an inner contact was kept");
            }
        }
    }
}

/// A bump in the middle of a patch carries: it is not dropped although it is inside.
#[test]
fn a_lower_gap_is_kept() {
    let mut random = Random(12);
    let mut all = patch(&mut random, 40);
    let inner =
        (0..40).min_by(|&j, &k| all[j].arms[0].norm().total_cmp(&all[k].arms[0].norm())).unwrap();
    all[inner].gap -= 1e-4;
    let name = all[inner].id;
    Reduction::default().run(&mut all, 0.0);
    assert!(all.iter().any(|c| c.id == name));
}
