//! Shared by the integration tests.
#![allow(dead_code)] // each test binary uses its own part

pub mod conformity;

/// A small deterministic generator (splitmix64), so that failures repeat everywhere.
pub struct Random(pub u64);

impl Random {
    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Uniform in [a, b).
    pub fn range(&mut self, a: f64, b: f64) -> f64 {
        a + (b - a) * self.unit()
    }

    /// 10 to a uniform exponent.
    pub fn magnitude(&mut self, low: f64, high: f64) -> f64 {
        10_f64.powf(self.range(low, high))
    }
}

use drystone::bodies::Rigid;
use drystone::detection::Collider;
use drystone::laws::{ContactLaw, Law, Restitution, Unilateral};
use drystone::shapes::{Ball, Convex, HalfSpace, Shape};
use drystone::space::{Pose, Vector};
use drystone::step::{StepReport, Stepper};
use drystone::world::{LawTable, Scheme, TestConfiguration, World};

/// Gravity used by the tests (m/s²).
pub const G: f64 = 9.81;

/// A world with gravity down the last axis and a tight solver.
pub fn world<const D: usize>(time_step: f64, law: impl Law + 'static) -> World<D> {
    let mut world = World::new(Scheme {
        time_step,
        theta: 0.5,
        test_configuration: TestConfiguration::Theta,
        alert_distance: 0.05,
        time_of_impact: false,
        penetration_tolerance: 1e-4,
        halvings: 0,
        events: None,
        contact_reduction: None,
    });
    world.gravity[D - 1] = -G;
    world.laws = LawTable::single(law);
    world.solver.tolerance = 1e-10;
    world
}

/// Quasi-inelastic shock with friction.
pub fn dry(friction: f64) -> ContactLaw {
    ContactLaw { friction: friction.into(), ..ContactLaw::default() }
}

/// Velocity law with restitution.
pub fn bouncing(friction: f64, normal: f64, tangential: f64) -> ContactLaw {
    ContactLaw {
        unilateral: Unilateral::Velocity,
        friction: friction.into(),
        restitution: Restitution { normal, tangential, ..Restitution::default() },
        ..ContactLaw::default()
    }
}

/// Adds a free body of density 1000 with a shape centred on its centre of mass.
pub fn add<const D: usize>(
    world: &mut World<D>,
    shape: Shape<D>,
    at: Pose<D>,
    velocity: &[f64],
) -> usize {
    let properties = shape.mass_properties().expect("a shape with a volume");
    let mass = 1000.0 * properties.volume;
    let rigid = Rigid::new("body", mass, properties.inertia * 1000.0).expect("a sound body");
    let body = world.bodies.add(rigid, &at, velocity);
    attach(world, body, shape);
    body
}

/// Adds a fixed body.
pub fn add_fixed<const D: usize>(world: &mut World<D>, shape: Shape<D>, at: Pose<D>) -> usize {
    let body = world.bodies.add(Rigid::fixed("fixed"), &at, &[]);
    attach(world, body, shape);
    body
}

fn attach<const D: usize>(world: &mut World<D>, body: usize, shape: Shape<D>) {
    world.colliders.push(Collider::new(body, shape.into()));
}

/// A half-space below the last axis' zero, tilted by an angle in the plane of the first and
/// last axes so that "downhill" is towards positive first axis.
pub fn slope<const D: usize>(angle: f64) -> (Shape<D>, Vector<D>, Vector<D>) {
    let (mut normal, mut downhill) = (Vector::<D>::zeros(), Vector::<D>::zeros());
    normal[0] = angle.sin();
    normal[D - 1] = angle.cos();
    downhill[0] = angle.cos();
    downhill[D - 1] = -angle.sin();
    (half_space(normal), normal, downhill)
}

/// A half-space with this normal.
pub fn half_space<const D: usize>(normal: Vector<D>) -> Shape<D> {
    Shape::HalfSpace(HalfSpace::new(normal).expect("a direction"))
}

/// A pose at a position, with the body's last axis along `up` (rotated in the plane of the
/// first and last axes).
pub fn pose_at<const D: usize>(position: Vector<D>, angle: f64) -> Pose<D> {
    let mut pose = Pose::identity();
    pose.position = position;
    let (s, c) = angle.sin_cos();
    pose.rotation[(0, 0)] = c;
    pose.rotation[(0, D - 1)] = s;
    pose.rotation[(D - 1, 0)] = -s;
    pose.rotation[(D - 1, D - 1)] = c;
    pose
}

/// A vector with one non-zero entry.
pub fn axis<const D: usize>(i: usize, value: f64) -> Vector<D> {
    let mut v = Vector::zeros();
    v[i] = value;
    v
}

/// A box of the given half extents.
pub fn cuboid<const D: usize>(half: Vector<D>) -> Shape<D> {
    Shape::Convex(Convex::cuboid(half).expect("a box"))
}

/// A ball.
pub fn ball<const D: usize>(radius: f64) -> Shape<D> {
    Shape::Ball(Ball::new(radius).expect("a ball"))
}

/// Runs to a time and hands every report to `look`.
pub fn run<const D: usize>(
    world: &mut World<D>,
    until: f64,
    mut look: impl FnMut(&World<D>, &StepReport),
) {
    let mut stepper = Stepper::new(world);
    while world.time < until - 0.5 * world.scheme.time_step {
        let report = stepper.step(world);
        look(world, &report);
    }
}

/// Position of a body.
pub fn position<const D: usize>(world: &World<D>, body: usize) -> Vector<D> {
    world.bodies.pose(body).position
}

/// Velocity of a body's centre.
pub fn velocity<const D: usize>(world: &World<D>, body: usize) -> Vector<D> {
    Vector::from_fn(|i, _| world.bodies.velocity(body)[i])
}
