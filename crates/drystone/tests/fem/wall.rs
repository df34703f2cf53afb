//! Walls of elastic blocks (000 §9.3): what presses what, at rest and after oscillations, and what a wall
//! of one piece does instead.

use drystone::contact::Status;
use drystone::scene::Scene;
use drystone::step::Stepper;
use drystone::world::{AnyWorld, World};
use std::path::Path;

/// Courses of the wall, and the height of one (m).
const COURSES: usize = 12;
const HEIGHT: f64 = 0.05;

/// Steps between two records of an oscillation.
const FEW: usize = 4;

fn wall(sets: &[&str]) -> World<2> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../gallery/elastic-wall/scene.toml");
    let sets: Vec<String> = sets.iter().map(|set| (*set).to_string()).collect();
    let scene = Scene::load(&file, &sets).unwrap_or_else(|e| panic!("{e}"));
    match scene.world {
        AnyWorld::Plane(world) => *world,
        AnyWorld::Space(_) => panic!("a scene of the plane"),
    }
}

/// What the contacts of the last step carry (N).
#[derive(Debug, Default)]
struct Carried {
    /// By the foundation.
    base: f64,
    /// Across the head joints of each course.
    head: [f64; COURSES],
    /// Head joints of each course that carry nothing, and all.
    open: [usize; COURSES],
    all: [usize; COURSES],
}

fn carried(world: &World<2>) -> Carried {
    let h = world.scheme.time_step;
    let course = |body: usize| (world.bodies.pose(body).position[1] / HEIGHT).floor();
    let mut sum = Carried::default();
    for contact in &world.contacts {
        let force = contact.impulse[0] / h;
        match contact.bodies.map(|body| (world.bodies.movable(body), course(body))) {
            [(true, a), (true, b)] if a == b && (0.0..COURSES as f64).contains(&a) => {
                sum.head[a as usize] += force;
                sum.all[a as usize] += 1;
                sum.open[a as usize] += usize::from(contact.status == Status::Open);
            }
            [(true, _), (true, _)] => {}
            _ => sum.base += force,
        }
    }
    sum
}

fn weight(world: &World<2>) -> f64 {
    let movable = (0..world.bodies.len()).filter(|body| world.bodies.movable(*body));
    movable.map(|body| world.bodies.list[body].mass()).sum::<f64>() * 9.81
}

/// The greatest and the least principal stress of all elements below a height (Pa).
fn extremes(world: &World<2>, below: f64) -> [f64; 2] {
    let (mut most, mut least) = (f64::NEG_INFINITY, f64::INFINITY);
    for body in 0..world.bodies.len() {
        let Some(soft) = world.bodies.deformable(body) else { continue };
        let x = &world.bodies.q[world.bodies.q_range(body)];
        if world.bodies.pose(body).position[1] > below {
            continue;
        }
        for field in soft.fields(x) {
            // In the plane: the third one is across it.
            let (xx, yy, xy) = (field.stress[0], field.stress[1], field.stress[3]);
            let (mean, radius) = (0.5 * (xx + yy), (0.5 * (xx - yy)).hypot(xy));
            (most, least) = (most.max(mean + radius), least.min(mean - radius));
        }
    }
    [most, least]
}

#[test]
fn blocks_at_rest_press_their_neighbours() {
    let mut world = wall(&[]);
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..1000 {
        stepper.step(&mut world);
    }
    let carried = carried(&world);
    assert!((carried.base / weight(&world) - 1.0).abs() < 1e-3, "{carried:?}");
    // The blocks widen under what lies on them: the more the lower they are.
    for course in 0..9 {
        assert!(carried.head[course] > 1.0, "{carried:?}");
        assert!(course == 0 || carried.head[course] < carried.head[course - 1], "{carried:?}");
    }
    // Blocks that only press each other know no tension worth speaking of, but at the ends of courses; a
    // wall of one piece does: it is held together where it would part.
    let [tension, compression] = extremes(&world, 0.55);
    assert!(compression < -2000.0, "{compression}");
    let mut solid = wall(&[
        "generators=[]",
        "bodies=[{ name = \"foundation\", material = \"foundation\", shape = { half_space = { normal = [0, 1] } } }, \
         { name = \"wall\", material = \"block\", shape = { box = { size = [1.2, 0.6] } }, position = [0.6, 0.3] }]",
        "materials.block.deformable.cells=[24, 12]",
    ]);
    let mut stepper = Stepper::new(&mut solid);
    for _ in 0..500 {
        stepper.step(&mut solid);
    }
    let [of_one_piece, _] = extremes(&solid, 0.6);
    println!("tension: {tension:.1} Pa in blocks, {of_one_piece:.1} Pa in one piece");
    assert!(
        of_one_piece > 20.0 && of_one_piece > 2.0 * tension.max(0.0),
        "{of_one_piece} {tension}"
    );
}

/// Gravity all at once; where the foundation carries the weight for the first time, everything is stopped;
/// then a dozen oscillations.
#[test]
fn head_joints_open_in_oscillations() {
    let mut world = wall(&[
        "materials.block.deformable.damping.mass=0",
        "materials.block.deformable.damping.stiffness=0",
    ]);
    let (mut stepper, all) = (Stepper::new(&mut world), weight(&world));
    let mut first = 0;
    while carried(&world).base < all && first < 200 {
        stepper.step(&mut world);
        first += 1;
    }
    // A wave goes up at c = √(E / ρ) or somewhat more and needs H / c.
    assert!((0.5..1.5).contains(&(world.time / (0.6 / 2000.0_f64.sqrt()))), "{}", world.time);
    let then = carried(&world);
    assert!(then.head.iter().all(|force| *force > 0.0), "{then:?}");
    world.bodies.v.fill(0.0);
    let mut least = then.head;
    let dozen = if std::env::var_os("DRYSTONE_LONG").is_some() { 600 } else { 150 };
    for _ in 0..dozen {
        (0..FEW).for_each(|_| drop(stepper.step(&mut world)));
        let now = carried(&world);
        least.iter_mut().zip(now.head).for_each(|(least, now)| *least = least.min(now));
    }
    let now = carried(&world);
    println!("open {:?} of {:?} after {:?}; least {least:?}", now.open, now.all, then.open);
    let open = |carried: &Carried| carried.open.iter().sum::<usize>();
    assert!(open(&now) > 2 * open(&then), "{now:?} {then:?}");
    // Everywhere the joints were relieved.
    assert!(least.iter().zip(then.head).all(|(least, then)| *least < 0.95 * then), "{least:?}");
}
