//! The detector against examination of every pair.

use crate::random::Random;
use drystone::contact::Contact;
use drystone::detection::{
    Collider, Configuration, Detector, Motion, Periodic, Visibility, collide,
};
use drystone::shapes::{Ball, Convex, Drum, Shape};
use drystone::space::{Pose, Vector, configuration_size, pose, set_pose};
use std::sync::Arc;

#[derive(Clone)]
struct Scene<const D: usize> {
    colliders: Vec<Collider<D>>,
    poses: Vec<Pose<D>>,
    movable: Vec<bool>,
    visibility: Visibility,
}

/// Shapes of sizes from 0.02 to 20, some on the same body, some immovable, some invisible.
fn scene<const D: usize>(random: &mut Random, count: usize) -> Scene<D> {
    let mut colliders = Vec::new();
    for k in 0..count {
        let size = 10f64.powf(random.real(-1.7, if k % 50 == 0 { 1.3 } else { -0.7 }));
        let shape = match random.below(20) {
            0 if k % 50 == 0 => random.half_space(),
            n if n < 10 => Shape::Ball(Ball::new(size).unwrap()),
            _ => Shape::Convex(
                Convex::cuboid(Vector::from_fn(|_, _| size * random.real(0.3, 1.0))).unwrap(),
            ),
        };
        colliders.push(Collider {
            body: if k % 7 == 6 { k - 1 } else { k },
            shape: Arc::new(shape),
            offset: (k % 3 == 0).then(|| random.pose(0.1)),
            material: 0,
            group: (k % 5) as u8,
            cut: false,
        });
    }
    let mut visibility = Visibility::default();
    visibility.set(3, 4, false);
    let width = (count as f64).powf(1.0 / D as f64) * 0.12;
    let mut poses: Vec<_> = (0..count).map(|_| random.pose(width)).collect();
    poses[1].position *= 1e9;
    Scene { colliders, poses, movable: (0..count).map(|k| k % 4 != 1).collect(), visibility }
}

impl<const D: usize> Scene<D> {
    fn brute_force(&self, alert: f64) -> Vec<(u32, u32, u64, f64)> {
        let (mut out, mut touches) = (Vec::new(), Vec::new());
        for (i, a) in self.colliders.iter().enumerate() {
            for (j, b) in self.colliders.iter().enumerate().skip(i + 1) {
                if a.body == b.body
                    || !(self.movable[a.body] || self.movable[b.body])
                    || !self.visibility.allows(a.group, b.group)
                {
                    continue;
                }
                let (p, q) = (a.pose(&self.poses[a.body]), b.pose(&self.poses[b.body]));
                touches.clear();
                collide(&a.shape, &p, &b.shape, &q, alert, &mut touches);
                out.extend(touches.iter().map(|t| (i as u32, j as u32, t.feature, t.gap)));
            }
        }
        out.sort_by_key(|t| (t.0, t.1, t.2));
        out
    }

    fn detect(&self, detector: &mut Detector<D>, previous: &[Contact<D>]) -> Vec<Contact<D>> {
        let mut out = Vec::new();
        let now = Configuration {
            colliders: &self.colliders,
            poses: &self.poses,
            movable: &self.movable,
            visibility: &self.visibility,
            periodic: &Periodic::default(),
            alert: 0.02,
            motions: &[],
        };
        detector.detect(&now, previous, &mut out);
        out
    }
}

fn summary<const D: usize>(contacts: &[Contact<D>]) -> Vec<(u32, u32, u64, f64)> {
    contacts.iter().map(|c| (c.id.candidate, c.id.antagonist, c.id.feature, c.gap)).collect()
}

fn finds_every_pair<const D: usize>() {
    for seed in 0..4 {
        let scene = scene::<D>(&mut Random(seed), 400);
        let found = scene.detect(&mut Detector::new(), &[]);
        assert!(found.len() > 100);
        assert_eq!(summary(&found), scene.brute_force(0.02));
        for c in &found {
            // Each arm reaches its own body's point; the contact's point is midway.
            let [a, b] = [0, 1].map(|k| c.arms[k] + scene.poses[c.bodies[k]].position);
            let close = 1e-12 * (1.0 + c.arms[0].norm() + c.arms[1].norm());
            assert!(((a + b) * 0.5 - c.point).norm() < close);
            assert!((c.frame.column(0).dot(&(a - b)) - c.gap).abs() < close);
        }
    }
}

#[test]
fn finds_every_pair_of_any_sizes() {
    finds_every_pair::<2>();
    finds_every_pair::<3>();
}

fn keeps_its_list<const D: usize>() {
    let mut random = Random(5);
    let mut scene = scene::<D>(&mut random, 300);
    scene.colliders.retain(|c| !matches!(*c.shape, Shape::HalfSpace(_)));
    let mut detector = Detector::new();
    let mut previous = Vec::new();
    let drift: Vec<Vector<D>> = scene.poses.iter().map(|_| random.vector(5e-4)).collect();
    for _ in 0..60 {
        for (p, v) in scene.poses.iter_mut().zip(&drift) {
            p.position += v;
            let mut q = vec![0.0; configuration_size(D)];
            set_pose(&mut q, p);
            if D == 2 {
                q[2] += 1e-3;
            }
            *p = pose(&q);
        }
        let found = scene.detect(&mut detector, &previous);
        let fresh = scene.detect(&mut Detector::new(), &previous);
        assert_eq!(format!("{found:?}"), format!("{fresh:?}"));
        previous = found;
    }
    assert!(detector.builds() > 1 && detector.builds() < 40, "{}", detector.builds());
}

#[test]
fn the_neighbour_list_changes_nothing() {
    keeps_its_list::<2>();
    keeps_its_list::<3>();
}

fn the_same_for_any_threads<const D: usize>() {
    let scene = scene::<D>(&mut Random(6), 2500);
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut detector = Detector::new();
            let first = scene.detect(&mut detector, &[]);
            assert!(detector.neighbour_pairs() > 2048, "{}", detector.neighbour_pairs());
            format!("{:?}", scene.detect(&mut detector, &first))
        })
    };
    let one = run(1);
    assert!(one == run(2) && one == run(5));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    the_same_for_any_threads::<2>();
    the_same_for_any_threads::<3>();
}

#[test]
fn contacts_inherit_frames_and_impulses() {
    let cube = Arc::new(Shape::Convex(Convex::cuboid(Vector::<3>::repeat(0.5)).unwrap()));
    let collider = |body| Collider {
        body,
        shape: cube.clone(),
        offset: None,
        material: 0,
        group: 0,
        cut: false,
    };
    let mut scene = Scene {
        colliders: vec![collider(0), collider(1)],
        poses: vec![Pose::identity(); 2],
        movable: vec![false, true],
        visibility: Visibility::default(),
    };
    scene.poses[1].position[2] = 1.0;
    let mut detector = Detector::new();
    let mut first = scene.detect(&mut detector, &[]);
    assert_eq!(first.len(), 4);
    for (k, c) in first.iter_mut().enumerate() {
        assert_eq!(c.impulse, Vector::<3>::zeros());
        c.impulse[0] = 1.0 + k as f64;
        let spun = Vector::<3>::new(0.6, 0.8, 0.0);
        c.frame = drystone::space::frame(&c.frame.column(0).into_owned(), Some(&spun));
    }
    // A shift beyond rounding turns corner over corner into crossings: the past must survive.
    scene.poses[1].position = Vector::<3>::new(1e-5, 2e-5, 1.0);
    let second = scene.detect(&mut detector, &first);
    assert_eq!(second.len(), 4);
    let mut impulses: Vec<f64> = second.iter().map(|c| c.impulse[0]).collect();
    impulses.sort_by(f64::total_cmp);
    assert_eq!(impulses, [1.0, 2.0, 3.0, 4.0]);
    for c in &second {
        assert!((c.frame.column(1) - first[0].frame.column(1)).norm() < 1e-12);
        let old = first.iter().find(|o| o.impulse[0] == c.impulse[0]).unwrap();
        assert!((old.point - c.point).norm() < 1e-4);
    }
}

/// A drum that turns about its axis goes nowhere.
#[test]
fn a_turning_drum_keeps_the_neighbour_list() {
    let drum = Arc::new(Shape::Drum(Drum::new(2.0, Vector::<3>::y(), Some(3.0)).unwrap()));
    let ball = Arc::new(Shape::Ball(Ball::new(0.3).unwrap()));
    let colliders = [Collider::new(0, drum), Collider::new(1, ball)];
    let mut detector = Detector::<3>::new();
    let mut contacts = vec![];
    for step in 0..200 {
        let (s, c) = (0.01 * f64::from(step)).sin_cos();
        let turned = drystone::space::pose::<3>(&[0.0, 0.0, 0.0, c, 0.0, s, 0.0]);
        let at = drystone::space::pose::<3>(&[0.0, 0.0, -1.695, 1.0, 0.0, 0.0, 0.0]);
        let now = Configuration {
            colliders: &colliders,
            poses: &[turned, at],
            movable: &[false, true],
            visibility: &Visibility::default(),
            periodic: &Periodic::default(),
            alert: 0.01,
            motions: &[],
        };
        detector.detect(&now, &[], &mut contacts);
        assert_eq!(contacts.len(), 1);
        assert!((contacts[0].gap - 0.005).abs() < 1e-12);
    }
    assert_eq!(detector.builds(), 1);
}

/// With images the contacts are those of every pair of copies, each once.
fn finds_every_image<const D: usize>() {
    for seed in 10..14 {
        let mut random = Random(seed);
        let mut scene = scene::<D>(&mut random, 120);
        scene.colliders.retain(|c| c.shape.bounding_radius().is_some_and(|r| r < 0.4));
        let mut periodic = Periodic::default();
        for axis in 0..2 {
            periodic.repeat(axis, -0.3, 0.9);
        }
        // Some bodies went far: only their images are here.
        for (k, pose) in scene.poses.iter_mut().enumerate() {
            pose.position[0] += 1.2 * (k % 5) as f64;
        }
        scene.poses[1].position = Vector::repeat(0.1);
        let now = Configuration {
            colliders: &scene.colliders,
            poses: &scene.poses,
            movable: &scene.movable,
            visibility: &scene.visibility,
            periodic: &periodic,
            alert: 0.02,
            motions: &[],
        };
        let mut found = vec![];
        Detector::new().detect(&now, &[], &mut found);
        let mut expected = vec![];
        for (i, a) in scene.colliders.iter().enumerate() {
            for (j, b) in scene.colliders.iter().enumerate().skip(i + 1) {
                if a.body == b.body
                    || !(scene.movable[a.body] || scene.movable[b.body])
                    || !scene.visibility.allows(a.group, b.group)
                {
                    continue;
                }
                let p = a.pose(&scene.poses[a.body]);
                for k in -9..=9 {
                    for l in -9..=9 {
                        let mut q = b.pose(&scene.poses[b.body]);
                        q.position[0] += 1.2 * f64::from(k);
                        q.position[1] += 1.2 * f64::from(l);
                        let mut touches = vec![];
                        collide(&a.shape, &p, &b.shape, &q, 0.02, &mut touches);
                        touches.sort_by_key(|t| t.feature);
                        expected
                            .extend(touches.iter().map(|t| (i as u32, j as u32, [k, l], t.gap)));
                    }
                }
            }
        }
        let mut found: Vec<_> = found
            .iter()
            .map(|c| {
                let [k, l, _] = c.id.image.periods::<3>();
                (c.id.candidate, c.id.antagonist, [k, l], c.gap)
            })
            .collect();
        let order = |x: &(u32, u32, [i32; 2], f64)| (x.0, x.1, x.2);
        found.sort_by_key(order);
        assert!(found.iter().filter(|c| c.2 != [0, 0]).count() > 50);
        assert_eq!(found.len(), expected.len());
        for (f, e) in found.iter().zip(&expected) {
            assert_eq!(order(f), order(e));
            assert!((f.3 - e.3).abs() < 1e-12);
        }
    }
}

#[test]
fn finds_every_image_of_every_pair() {
    finds_every_image::<2>();
    finds_every_image::<3>();
}

/// Bodies go as expected, or stray within what is allowed: whatever overlaps then, or on the
/// way, was among the candidates.
fn misses_nothing<const D: usize>() {
    let mut seen = 0;
    for seed in 20..40 {
        let mut random = Random(seed);
        let scene = scene::<D>(&mut random, 150);
        let alert = 0.01;
        let dt = 0.1;
        let spins = D * (D - 1) / 2;
        let mut velocity = |width: f64| -> Vec<f64> {
            (0..D + spins).map(|_| random.real(-width, width)).collect()
        };
        let expected: Vec<Vec<f64>> =
            scene.movable.iter().map(|&moves| velocity(if moves { 2.0 } else { 0.0 })).collect();
        let motions: Vec<Motion<D>> = scene
            .colliders
            .iter()
            .map(|c| Motion::expected(c, &scene.poses[c.body], &expected[c.body], dt))
            .collect();
        let now = Configuration {
            colliders: &scene.colliders,
            poses: &scene.poses,
            movable: &scene.movable,
            visibility: &scene.visibility,
            periodic: &Periodic::default(),
            alert,
            motions: &motions,
        };
        let mut found = vec![];
        Detector::new().detect(&now, &[], &mut found);
        // Each body strays by less than half the alert distance.
        let actual: Vec<Vec<f64>> = expected
            .iter()
            .zip(&scene.movable)
            .map(|(v, &moves)| {
                let mut v = v.clone();
                let stray = random.vector::<D>(0.49 * alert / dt / (D as f64).sqrt());
                for k in 0..D {
                    v[k] += if moves { stray[k] } else { 0.0 };
                }
                v
            })
            .collect();
        for part in [0.25, 0.5, 0.75, 1.0] {
            let poses: Vec<Pose<D>> = (0..scene.poses.len())
                .map(|i| {
                    let mut q = vec![0.0; configuration_size(D)];
                    set_pose(&mut q, &scene.poses[i]);
                    drystone::space::advance::<D>(&mut q, &actual[i], part * dt);
                    pose(&q)
                })
                .collect();
            let later = Scene { poses, ..scene.clone() };
            for (i, j, _, gap) in later.brute_force(0.0) {
                if gap < -1e-9 {
                    seen += 1;
                    let known = found.iter().any(|c| (c.id.candidate, c.id.antagonist) == (i, j));
                    assert!(known, "seed {seed}: {i} and {j} overlap by {gap}, unforeseen");
                }
            }
        }
    }
    assert!(seen > 1000);
}

#[test]
fn no_contact_is_missed() {
    misses_nothing::<2>();
    misses_nothing::<3>();
}
