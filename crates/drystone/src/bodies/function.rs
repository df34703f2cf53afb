//! Functions of time for driven motions and loads, with exact first and second integrals.
//!
//! A motion may be prescribed as a displacement, a velocity or an acceleration; the step needs
//! displacements, so every function knows its integrals from 0 to t in closed form.

use std::f64::consts::TAU;

/// A scalar function of time.
#[derive(Clone, Debug, PartialEq)]
pub enum Function {
    /// The same value at all times.
    Constant(f64),
    /// Linear from `values[0]` at `times[0]` to `values[1]` at `times[1]`, constant outside.
    Ramp {
        /// Start and end, in seconds.
        times: [f64; 2],
        /// Values at start and end.
        values: [f64; 2],
    },
    /// `offset + amplitude sin(2π frequency t + phase)`.
    Sine {
        /// Amplitude, in the unit of the function.
        amplitude: f64,
        /// Frequency, in hertz.
        frequency: f64,
        /// Phase, in radians.
        phase: f64,
        /// Mean value.
        offset: f64,
    },
    /// Piecewise linear through the rows of a table, constant outside.
    Table(Table),
}

/// A piecewise linear function with its integrals at the nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    times: Vec<f64>,
    values: Vec<f64>,
    /// First and second integral from the first node to each node.
    integrals: Vec<[f64; 2]>,
}

impl Table {
    fn negated(&self) -> Self {
        Self {
            times: self.times.clone(),
            values: self.values.iter().map(|x| -x).collect(),
            integrals: self.integrals.iter().map(|own| own.map(|x| -x)).collect(),
        }
    }

    /// Builds a table; times must be finite and strictly increasing, values finite.
    pub fn new(times: Vec<f64>, values: Vec<f64>) -> Result<Self, String> {
        if times.is_empty() || times.len() != values.len() {
            return Err(format!(
                "a table needs as many times ({}) as values ({}), at least one",
                times.len(),
                values.len()
            ));
        }
        if let Some(i) = (0..times.len()).find(|&i| !times[i].is_finite() || !values[i].is_finite())
        {
            return Err(format!("row {} of the table is not finite", i + 1));
        }
        if let Some(i) = (1..times.len()).find(|&i| times[i] <= times[i - 1]) {
            return Err(format!("times must increase: row {} does not", i + 1));
        }
        let mut integrals = vec![[0.0; 2]; times.len()];
        for i in 1..times.len() {
            let (first, second) = linear_integrals(
                values[i - 1],
                (values[i] - values[i - 1]) / (times[i] - times[i - 1]),
                times[i] - times[i - 1],
            );
            let before = integrals[i - 1];
            integrals[i][0] = before[0] + first;
            integrals[i][1] = before[1] + before[0] * (times[i] - times[i - 1]) + second;
        }
        Ok(Self { times, values, integrals })
    }

    /// Value, first and second integral from the first node to t.
    fn jet(&self, t: f64) -> [f64; 3] {
        let last = self.times.len() - 1;
        let next = self.times.partition_point(|&node| node <= t);
        if next == 0 {
            let dt = t - self.times[0];
            return [self.values[0], self.values[0] * dt, 0.5 * self.values[0] * dt * dt];
        }
        let i = next - 1;
        let dt = t - self.times[i];
        let slope = if i == last {
            0.0
        } else {
            (self.values[i + 1] - self.values[i]) / (self.times[i + 1] - self.times[i])
        };
        let (first, second) = linear_integrals(self.values[i], slope, dt);
        let [i1, i2] = self.integrals[i];
        [self.values[i] + slope * dt, i1 + first, i2 + i1 * dt + second]
    }
}

/// ∫ and ∫∫ over [0, dt] of a + slope s.
fn linear_integrals(a: f64, slope: f64, dt: f64) -> (f64, f64) {
    (dt * (a + 0.5 * slope * dt), dt * dt * (0.5 * a + slope * dt / 6.0))
}

impl Function {
    /// The function with the other sign.
    pub fn negated(&self) -> Self {
        match self {
            Self::Constant(x) => Self::Constant(-x),
            Self::Ramp { times, values } => {
                Self::Ramp { times: *times, values: values.map(|x| -x) }
            }
            Self::Sine { amplitude, frequency, phase, offset } => Self::Sine {
                amplitude: -amplitude,
                frequency: *frequency,
                phase: *phase,
                offset: -offset,
            },
            Self::Table(table) => Self::Table(table.negated()),
        }
    }

    /// f(t).
    pub fn value(&self, t: f64) -> f64 {
        self.jet(t)[0]
    }

    /// ∫₀ᵗ f.
    pub fn integral(&self, t: f64) -> f64 {
        self.jet(t)[1] - self.jet(0.0)[1]
    }

    /// ∫₀ᵗ ∫₀ˢ f.
    pub fn double_integral(&self, t: f64) -> f64 {
        let origin = self.jet(0.0);
        self.jet(t)[2] - origin[2] - origin[1] * t
    }

    /// Value and two successive antiderivatives at t (with any constants of integration).
    fn jet(&self, t: f64) -> [f64; 3] {
        match self {
            Self::Constant(c) => [*c, c * t, 0.5 * c * t * t],
            Self::Ramp { times, values } => {
                let [t0, t1] = *times;
                let [a, b] = *values;
                let slope = (b - a) / (t1 - t0);
                let dt = t - t0;
                if dt <= 0.0 {
                    return [a, a * dt, 0.5 * a * dt * dt];
                }
                let inside = dt.min(t1 - t0);
                let (first, second) = linear_integrals(a, slope, inside);
                let after = dt - inside;
                let value = if after > 0.0 { b } else { a + slope * inside };
                [value, first + b * after, second + first * after + 0.5 * b * after * after]
            }
            Self::Sine { amplitude, frequency, phase, offset } => {
                let omega = TAU * frequency;
                let (s, c) = (omega * t + phase).sin_cos();
                if omega == 0.0 {
                    let constant = offset + amplitude * s;
                    return [constant, constant * t, 0.5 * constant * t * t];
                }
                [
                    offset + amplitude * s,
                    offset * t - amplitude / omega * c,
                    0.5 * offset * t * t - amplitude / (omega * omega) * s,
                ]
            }
            Self::Table(table) => table.jet(t),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Composite Simpson rule: the independent oracle for the integrals.
    fn simpson(f: impl Fn(f64) -> f64, t: f64) -> f64 {
        let n = 4000;
        let h = t / n as f64;
        let inner: f64 = (1..n).map(|i| f(i as f64 * h) * if i % 2 == 1 { 4.0 } else { 2.0 }).sum();
        h / 3.0 * (f(0.0) + inner + f(t))
    }

    #[test]
    fn integrals_agree_with_quadrature() {
        let table = Table::new(vec![0.5, 1.0, 2.5], vec![1.0, -2.0, 0.5]).unwrap();
        let cases = [
            Function::Constant(1.7),
            Function::Ramp { times: [0.5, 1.5], values: [0.2, 3.0] },
            Function::Sine { amplitude: 2.0, frequency: 0.7, phase: 0.4, offset: -0.3 },
            Function::Table(table),
        ];
        for f in &cases {
            for t in [0.25, 0.75, 1.25, 2.0, 4.0] {
                let first = simpson(|s| f.value(s), t);
                assert!((f.integral(t) - first).abs() < 1e-5, "{f:?} at {t}");
                let second = simpson(|s| f.integral(s), t);
                assert!((f.double_integral(t) - second).abs() < 1e-5, "{f:?} at {t}");
            }
        }
    }

    #[test]
    fn tables_refuse_disorder() {
        assert!(Table::new(vec![0.0, 0.0], vec![1.0, 2.0]).is_err());
        assert!(Table::new(vec![0.0, 1.0], vec![1.0, f64::NAN]).is_err());
        assert!(Table::new(vec![], vec![]).is_err());
    }
}
