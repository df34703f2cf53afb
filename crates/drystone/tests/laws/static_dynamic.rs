//! Static and dynamic friction: rest until μ_s N, μ_d N from that step on, μ_s after a stop.

use crate::slider::{N, Slider, friction, near};
use drystone::laws::Friction;
use drystone::laws::friction::StaticDynamic;

const H: f64 = 1e-2;
const STATIC: f64 = 0.6;
const DYNAMIC: f64 = 0.4;

/// The same by hand: a body of 1 kg.
#[derive(Default)]
struct Model {
    v: f64,
    slides: bool,
}

impl Model {
    fn step(&mut self, force: f64) -> f64 {
        let needed = -(self.v / H + force);
        if !self.slides {
            self.slides = needed.abs() > STATIC * N;
        } else {
            self.slides = needed.abs() > DYNAMIC * N;
        }
        let given = if self.slides { needed.signum() * DYNAMIC * N } else { needed };
        self.v += H * (force + given);
        given
    }
}

fn curve<const D: usize>() {
    let law = Friction::StaticDynamic(StaticDynamic { at_rest: STATIC, dynamic: DYNAMIC });
    let mut slider = Slider::<D>::pulled(H, friction(law));
    let mut model = Model::default();
    // Up to just below the threshold and beyond; less, so that it stops; what held while sliding
    // holds no more than before; round; and again.
    let forces = [1.0, 1.79, 1.81, 1.0, 0.0, 1.3, 1.79, 1.9, -1.0, -1.79, -2.0, 0.0, 1.5, 2.0];
    let mut stops = 0;
    for force in forces {
        slider.push(force);
        for _ in 0..40 {
            let was = model.slides;
            let given = model.step(force);
            stops += usize::from(was && !model.slides);
            let found = slider.step();
            near(found[0], given, 1e-10);
            near(slider.velocity()[0], model.v, 1e-11);
        }
    }
    assert!(stops >= 3, "{stops} stops");
}

#[test]
fn the_drop_comes_at_once_and_rest_restores_it() {
    curve::<2>();
    curve::<3>();
}

/// From the threshold on the acceleration is (F - μ_d N)/m, in the very step.
#[test]
fn the_first_step_of_sliding_has_the_dynamic_coefficient() {
    let law = Friction::StaticDynamic(StaticDynamic { at_rest: STATIC, dynamic: DYNAMIC });
    let mut slider = Slider::<3>::pulled(H, friction(law));
    slider.push(STATIC * N * (1.0 - 1e-9));
    slider.step();
    near(slider.velocity()[0], 0.0, 1e-13);
    slider.push(STATIC * N * (1.0 + 1e-9));
    slider.step();
    near(slider.velocity()[0], (STATIC - DYNAMIC) * N * H, 1e-9);
}
