//! Which points of two elastic blocks look for contact, and which faces they find.

use drystone::contact::Contact;
use drystone::scene::Scene;
use drystone::step::Stepper;
use drystone::world::AnyWorld;
use std::path::Path;

/// The contacts between a block of 1 m by 0.5 m and one of a width that lies on it, moved aside and down by so much,
/// after a step without weight.
fn met(width: f64, aside: f64, down: f64, candidates: &str) -> Vec<Contact<2>> {
    let text = format!(
        "dimension = 2\ntime_step = 1e-6\nduration = 1.0\ngravity = [0, 0]\n[materials.rubber]\ndensity = 1000.0\n\
         [materials.rubber.deformable]\nlaw.elastic = {{ young_modulus = 1e6, poisson_ratio = 0.3 }}\n\
         cells = [2, 2]\ncandidates = \"{candidates}\"\n[[contacts]]\ndefault = true\nfriction = 0.5\n\
         [[bodies]]\nmaterial = \"rubber\"\nshape.box.size = [1.0, 0.5]\n\
         [[bodies]]\nmaterial = \"rubber\"\nshape.box.size = [{width}, 0.5]\nposition = [{aside}, {}]\n",
        0.5 - down
    );
    let scene = Scene::parse("test", &text, &[], Path::new("")).unwrap_or_else(|e| panic!("{e}"));
    let AnyWorld::Plane(mut world) = scene.world else { panic!("a scene of the plane") };
    Stepper::new(&mut world).step(&mut world);
    world.contacts.clone()
}

/// A corner that has come in by the edge of its neighbour, deeper than it is beside it, goes back up and not out
/// sideways; and one beyond the edge is met by the neighbour's.
#[test]
fn corners_that_match_meet_face_to_face() {
    for aside in [0.0, 1e-9, 1e-6, -1e-6, 1e-4] {
        for down in [0.0, 1e-8, 1e-5] {
            let contacts = met(1.0, aside, down, "nodes");
            assert_eq!(contacts.len(), 3, "{aside} {down}");
            let mut areas = 0.0;
            for contact in &contacts {
                assert!(contact.frame[(1, 0)].abs() > 0.999, "{aside} {down} {contact:?}");
                assert!((contact.gap + down).abs() < 1e-12, "{aside} {down} {contact:?}");
                areas += contact.area;
            }
            // A node in the middle stands for half of the face, one at a corner for a quarter.
            let whole = if aside.abs() < 1e-6 { 1.0 } else { 0.75 };
            assert!((areas - whole).abs() < 1e-3, "{aside} {down} {areas}");
        }
    }
}

/// Of two blocks with as many points the one whose points are nearer together looks.
#[test]
fn the_finer_skin_looks() {
    let contacts = met(0.5, 0.25, 0.0, "middles");
    let mut places: Vec<f64> = contacts.iter().map(|contact| contact.point[0]).collect();
    places.sort_by(f64::total_cmp);
    assert_eq!(places.len(), 2, "{places:?}");
    assert!((places[0] - 0.125).abs() < 1e-9 && (places[1] - 0.375).abs() < 1e-9, "{places:?}");
    assert!(contacts.iter().all(|contact| (contact.area - 0.25).abs() < 1e-9));
}
