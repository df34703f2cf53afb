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

/// Triangles of a block.
const TRIANGLES: usize = 8;

/// The greatest and the least principal stress of the means over whole blocks, eight triangles each, below a
/// height (Pa).
fn extremes(world: &World<2>, below: f64) -> [f64; 2] {
    let (mut most, mut least) = (f64::NEG_INFINITY, f64::INFINITY);
    for body in 0..world.bodies.len() {
        let Some(soft) = world.bodies.deformable(body) else { continue };
        let x = &world.bodies.q[world.bodies.q_range(body)];
        if world.bodies.pose(body).position[1] > below {
            continue;
        }
        for block in soft.fields(x).chunks_exact(TRIANGLES) {
            let volume: f64 = block.iter().map(|field| field.volume).sum();
            // Half blocks are pressed at one point from above and one from below.
            if volume < 0.9 * 0.1 * HEIGHT {
                continue;
            }
            let mean = |k: usize| {
                block.iter().map(|field| field.stress[k] * field.volume).sum::<f64>() / volume
            };
            let (xx, yy, xy) = (mean(0), mean(1), mean(3));
            let (mean, radius) = (0.5 * (xx + yy), (0.5 * (xx - yy)).hypot(xy));
            (most, least) = (most.max(mean + radius), least.min(mean - radius));
        }
    }
    [most, least]
}

/// As the wall, in one piece.
const ONE_PIECE: [&str; 3] = [
    "generators=[]",
    "bodies=[{ name = \"foundation\", material = \"foundation\", shape = { half_space = { normal = [0, 1] } } }, \
     { name = \"wall\", material = \"block\", shape = { box = { size = [1.2, 0.6] } }, position = [0.6, 0.3] }]",
    "materials.block.deformable.cells=[24, 12]",
];

fn at_rest(sets: &[&str]) -> World<2> {
    let mut world = wall(sets);
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..1000 {
        stepper.step(&mut world);
    }
    world
}

#[test]
fn blocks_at_rest_press_their_neighbours() {
    let world = at_rest(&[]);
    let carried = carried(&world);
    assert!((carried.base / weight(&world) - 1.0).abs() < 1e-3, "{carried:?}");
    // The blocks widen under what lies on them: the more the lower they are.
    for course in 0..8 {
        assert!(carried.head[course] > 1.0, "{carried:?}");
        assert!(course == 0 || carried.head[course] < carried.head[course - 1], "{carried:?}");
    }
    // Head joints know no tension, and friction in the bed joints carries little; a wall of one piece is held
    // together where it would part.
    let ([blocks, compression], [solid, _]) =
        (extremes(&world, 0.55), extremes(&at_rest(&ONE_PIECE), 0.6));
    println!("tension: {blocks:.1} Pa in blocks, {solid:.1} Pa in one piece");
    assert!(compression < -2000.0 && solid > 300.0, "{compression} {solid}");
    assert!(blocks < 0.1 * -compression && blocks < 0.6 * solid, "{blocks} {solid}");
}

const UNDAMPED: [&str; 2] =
    ["materials.block.deformable.damping.mass=0", "materials.block.deformable.damping.stiffness=0"];

/// Gravity all at once, until the foundation carries the weight for the first time.
fn until_carried(world: &mut World<2>, stepper: &mut Stepper<2>) {
    let all = weight(world);
    let mut steps = 0;
    while carried(world).base < all && steps < 200 {
        stepper.step(world);
        steps += 1;
    }
    // A wave goes up at c = √(E / ρ) or somewhat more and needs H / c.
    assert!((0.5..1.5).contains(&(world.time / (0.6 / 2000.0_f64.sqrt()))), "{}", world.time);
}

/// Where the foundation carries the weight everything is stopped; then oscillations, a dozen in long runs.
#[test]
fn head_joints_open_in_oscillations() {
    let mut world = wall(&UNDAMPED);
    let mut stepper = Stepper::new(&mut world);
    until_carried(&mut world, &mut stepper);
    let then = carried(&world);
    assert!(then.head.iter().all(|force| *force > 0.0), "{then:?}");
    world.bodies.v.fill(0.0);
    let mut least = then.head;
    let dozen = if std::env::var_os("DRYSTONE_LONG").is_some() { 600 } else { 150 };
    for _ in 0..dozen {
        for _ in 0..FEW {
            stepper.step(&mut world);
        }
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
