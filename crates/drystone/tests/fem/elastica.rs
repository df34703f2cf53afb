//! The elastica: a thin beam that is held at one end and pulled down at the other.

/// With θ'' = -P/(EI) cos θ, θ(0) = 0, θ'(L) = 0 along its length.
pub struct Elastica;

impl Elastica {
    /// How far its end goes down and back under P = factor · E I / L², as parts of its length: by shooting.
    pub fn tip(factor: f64) -> [f64; 2] {
        // The slope at the end, by halves.
        let (mut low, mut high) = (0.0, std::f64::consts::FRAC_PI_2);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if Self::from_tip(factor, middle).0 > 0.0 { low = middle } else { high = middle }
        }
        Self::from_tip(factor, low).1.map_or([f64::NAN; 2], |[down, along]| [down, 1.0 - along])
    }

    /// From the end with its slope to the other one: the slope there without sign changes, and the way down and
    /// along.
    fn from_tip(factor: f64, slope: f64) -> (f64, Option<[f64; 2]>) {
        let count = 4000;
        let h = 1.0 / f64::from(count);
        let rate =
            |[angle, bend, ..]: [f64; 4]| [bend, -factor * angle.cos(), angle.sin(), angle.cos()];
        let add = |y: [f64; 4], k: [f64; 4], h: f64| std::array::from_fn(|i| y[i] + h * k[i]);
        let mut y = [slope, 0.0, 0.0, 0.0];
        for _ in 0..count {
            let a = rate(y);
            let b = rate(add(y, a, 0.5 * h));
            let c = rate(add(y, b, 0.5 * h));
            let d = rate(add(y, c, h));
            y = std::array::from_fn(|i| y[i] + h / 6.0 * (a[i] + 2.0 * (b[i] + c[i]) + d[i]));
        }
        (-y[0], Some([y[2], y[3]]))
    }
}

/// Known values (Bisshopp and Drucker 1945).
#[test]
fn the_elastica_is_that_of_bisshopp_and_drucker() {
    for (factor, exact) in
        [(1.0, [0.30172, 0.05643]), (5.0, [0.71379, 0.38763]), (10.0, [0.81061, 0.55500])]
    {
        let found = Elastica::tip(factor);
        for (found, exact) in found.iter().zip(exact) {
            assert!((found - exact).abs() < 2e-5, "{factor}: {found} {exact}");
        }
    }
}
