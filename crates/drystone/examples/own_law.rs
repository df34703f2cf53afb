//! A contact law from outside the crate: restitution that falls with the speed of the shock.
//!
//! ```sh
//! cargo run --release --example own_law
//! ```
//!
//! Metal balls rebound less the faster they hit, for contacts that yield about as
//!
//! ```text
//! e(v) = (v₀ / v)^(1/4) for v > v₀, else 1
//! ```
//!
//! A law turns what it sees of a contact into a block of the contact problem: here Coulomb's cone and
//! a shift of the normal velocity by e(v) u_N⁻, so that the solver's 0 ≤ u_N⁺ + e u_N⁻ ⊥ r_N ≥ 0 is
//! Newton's law. The ball is dropped and must rise each time as high as the formula says.

use drystone::bodies::Rigid;
use drystone::cone::Cone;
use drystone::detection::Collider;
use drystone::laws::{Block, Blocks, Law, Seen};
use drystone::shapes::{Ball, HalfSpace, Shape};
use drystone::space::{Pose, Vector};
use drystone::step::Stepper;
use drystone::world::{LawTable, Scheme, TestConfiguration, World};
use std::error::Error;

/// Gravity (m/s²).
const G: f64 = 9.81;

/// The law.
#[derive(Debug)]
struct YieldingContact {
    friction: f64,
    /// The speed v₀ above which bodies yield (m/s).
    speed: f64,
}

impl YieldingContact {
    fn restitution(&self, approach: f64) -> f64 {
        if approach > self.speed { (self.speed / approach).powf(0.25) } else { 1.0 }
    }
}

impl Law for YieldingContact {
    fn pose(&self, seen: &Seen) -> Blocks {
        // Restitution is for shocks: no contact before the bodies touch.
        if seen.gap > 0.0 {
            return Blocks::default();
        }
        let approach = seen.before[0].min(0.0);
        let mut block = Block::new(Cone::Coulomb { mu: self.friction });
        block.shift[0] = self.restitution(-approach) * approach;
        Blocks { contact: Some(block), bond: None }
    }

    fn waits_for_contact(&self) -> bool {
        true
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let law = YieldingContact { friction: 0.3, speed: 0.5 };
    let (radius, height) = (0.05, 1.0);
    let mut world = World::<3>::new(Scheme {
        time_step: 1e-5,
        theta: 0.5,
        test_configuration: TestConfiguration::Theta,
        alert_distance: 0.01,
        contact_reduction: None,
        time_of_impact: false,
        penetration_tolerance: 1e-4,
        halvings: 0,
        events: None,
    });
    world.gravity = Vector::<3>::new(0.0, 0.0, -G);

    let ball: Shape<3> = Shape::Ball(Ball::new(radius)?);
    let properties = ball.mass_properties().ok_or("a ball has a volume")?;
    let density = 7800.0;
    let rigid = Rigid::new("ball", density * properties.volume, properties.inertia * density)?;
    let mut start = Pose::identity();
    start.position[2] = radius + height;
    let body = world.bodies.add(rigid, &start, &[]);
    world.colliders.push(Collider::new(body, ball.into()));
    let floor = world.bodies.add(Rigid::fixed("floor"), &Pose::identity(), &[]);
    let plane: Shape<3> = Shape::HalfSpace(HalfSpace::new(Vector::<3>::z())?);
    world.colliders.push(Collider::new(floor, plane.into()));

    // After a shock at v the next one comes at e(v) v, having risen (e v)²/2g.
    let mut speed = (2.0 * G * height).sqrt();
    let mut expected = vec![];
    for _ in 0..4 {
        speed *= law.restitution(speed);
        expected.push(speed * speed / (2.0 * G));
    }

    world.laws = LawTable::single(law);
    let mut stepper = Stepper::new(&mut world);
    let mut found: Vec<f64> = vec![];
    let mut rising = false;
    while found.len() < expected.len() {
        stepper.step(&mut world);
        let up = world.bodies.velocity(body)[2] > 0.0;
        if rising && !up {
            found.push(world.bodies.pose(body).position[2] - radius);
        }
        rising = up;
    }
    println!("bounce  height (m)  formula (m)");
    for (k, (found, expected)) in found.iter().zip(&expected).enumerate() {
        println!("{:6}  {found:10.6}  {expected:11.6}", k + 1);
        if (found / expected - 1.0).abs() > 1e-3 {
            return Err(format!("bounce {} is not what the formula says", k + 1).into());
        }
    }
    Ok(())
}
