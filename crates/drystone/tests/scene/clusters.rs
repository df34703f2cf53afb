//! Bodies of several parts, from the file to their rest.

use crate::{bad, good, parse, plane, replaced, space};
use drystone::step::Stepper;
use drystone::world::World;
use nalgebra::Vector2;

const BOX: &str = "{ box = { size = [1.0, 1.0] } }";
const L: &str = "{ cluster = { parts = [{ shape = { box = { size = [2.0, 0.5] } }, position = \
                 [1.0, 0.25] }, { shape = { box = { size = [2.0, 0.5] } }, position = [0.25, 1.0], \
                 angle_degrees = 90 }] } }\nposition = [0.0, 0.0]\nangle_degrees = 0.0";

fn settle<const D: usize>(world: &mut World<D>, steps: usize) {
    let mut stepper = Stepper::new(world);
    for _ in 0..steps {
        stepper.step(world);
    }
}

#[test]
fn an_l_rests_where_it_stands() {
    let text = crate::BASE.replace("position = [0.0, 0.5]", "").replace(BOX, L);
    let scene = good(parse(&text));
    assert!(scene.warnings.is_empty(), "{:?}", scene.warnings);
    let mut world = plane(scene);
    let centre = Vector2::repeat((4.0 - 2.25 * 1.25) / 1.75);
    assert!((world.bodies.pose(0).position - centre).norm() < 1e-13);
    assert!((world.bodies.list[0].mass() - 2000.0 * 1.75).abs() < 1e-9);
    assert_eq!(world.colliders.len(), 3);
    settle(&mut world, 100);
    assert!((world.bodies.pose(0).position - centre).norm() < 1e-9);
    assert!(world.bodies.v.iter().all(|v| v.abs() < 1e-9));
    let ids: Vec<_> = world.contacts.iter().map(|c| c.id).collect();
    assert!(ids.iter().any(|id| id.candidate == 0) && ids.iter().any(|id| id.candidate == 1));
    assert!(ids.windows(2).all(|pair| pair[0] < pair[1]));
}

#[test]
fn a_dumbbell_rests_on_two_contacts() {
    let text = r#"
        dimension = 3
        time_step = 0.01
        duration = 1.0
        materials.m = { density = 1000.0 }
        contacts = [{ default = true, friction = 0.3 }]
        [[bodies]]
        position = [0.0, 0.0, 0.5]
        [bodies.shape.cluster]
        parts = [
            { shape = { sphere = { radius = 0.5 } }, position = [-1.0, 0.0, 0.0] },
            { shape = { sphere = { radius = 0.5 } }, position = [1.0, 0.0, 0.0] },
            { shape = { box = { size = [1.5, 0.2, 0.2] } }, rotation = { axis = [1, 0, 0], angle_degrees = 45 } },
        ]
        [[bodies]]
        shape = { half_space = { normal = [0, 0, 1] } }
    "#;
    let scene = good(parse(text));
    assert_eq!(scene.warnings.len(), 1);
    assert!(scene.warnings[0].contains("numerically"), "{:?}", scene.warnings);
    let mut world = space(scene);
    settle(&mut world, 50);
    let carrying = world.contacts.iter().filter(|c| c.impulse[0] > 0.0).count();
    assert_eq!((world.contacts.len(), carrying), (2, 2));
    assert!((world.bodies.pose(0).position.z - 0.5).abs() < 1e-9);
    let weight = world.bodies.list[0].mass() * 9.81 * 0.01;
    let carried: f64 = world.contacts.iter().map(|c| c.impulse[0]).sum();
    assert!((carried / weight - 1.0).abs() < 1e-6);
}

#[test]
fn parts_of_a_body_never_touch() {
    let text = crate::BASE.replace("position = [0.0, 0.5]", "").replace(BOX, L);
    let mut world = plane(good(parse(&text)));
    world.colliders.truncate(2);
    world.scheme.alert_distance = 0.1;
    assert!(world.contacts_now().is_empty());
}

#[test]
fn wrong_parts_are_refused() {
    let wall = "{ cluster = { parts = [{ shape = { half_space = { normal = [0, 1] } } }] } }";
    let error = bad(replaced(BOX, wall));
    assert!(error.to_string().contains("a half_space cannot be a part"), "{error}");
    assert!(error.key.ends_with("parts.0.shape"), "{}", error.key);
    let nested = "{ cluster = { parts = [{ shape = { cluster = { parts = [] } } }] } }";
    assert!(bad(replaced(BOX, nested)).to_string().contains("not a part of another cluster"));
    let empty = "{ cluster = { parts = [] } }";
    assert!(bad(replaced(BOX, empty)).to_string().contains("at least one part"));
    let wrong = L.replace("[1.0, 0.25]", "[1.0]").replace("\nposition = [0.0, 0.0]", "");
    assert!(bad(replaced(BOX, &wrong)).key.ends_with("parts.0.position"));
}

#[test]
fn clusters_read_back() {
    let text = crate::BASE.replace("position = [0.0, 0.5]", "").replace(BOX, L);
    crate::round_trip::round_trip(parse(&text));
}
