//! Joints in one direction as they are defined, and bars in series with them: what the engine is
//! compared with.

/// A law of stress and opening under a history.
pub trait Joint {
    /// The stress at an opening, after what it has gone through (Pa).
    fn stress(&self, opening: f64) -> f64;
    /// Takes note of an opening.
    fn remember(&mut self, opening: f64);
}

/// An envelope; unloading leaves a share of what is not elastic.
pub struct Softening<E: Fn(f64) -> f64> {
    pub envelope: E,
    pub stiffness: f64,
    pub plasticity: f64,
    pub most: f64,
}

impl<E: Fn(f64) -> f64> Joint for Softening<E> {
    fn stress(&self, opening: f64) -> f64 {
        let at = opening.abs();
        if at >= self.most {
            return (self.envelope)(at) * opening.signum();
        }
        let most = (self.envelope)(self.most);
        let stays = self.plasticity * (self.most - most / self.stiffness);
        if most == 0.0 { 0.0 } else { most * (opening - stays) / (self.most - stays) }
    }

    fn remember(&mut self, opening: f64) {
        self.most = self.most.max(opening.abs());
    }
}

/// Stress of a bilinear or trapezoidal zone under growing opening, by G = σ (δ_f + plateau length)
/// / 2.
pub fn zone(stiffness: f64, strength: f64, energy: f64, plateau: f64) -> impl Fn(f64) -> f64 {
    let first = strength / stiffness;
    let last = (2.0 * energy / strength + plateau * first) / (1.0 + plateau);
    let end = first + plateau * (last - first);
    move |at| match at {
        at if at <= first => stiffness * at,
        at if at <= end => strength,
        at if at <= last => strength * (last - at) / (last - end),
        _ => 0.0,
    }
}

/// Stress of adhesion without viscosity: β = w / (C δ²) from δ₀ on.
pub fn adhesive(stiffness: f64, energy: f64) -> impl Fn(f64) -> f64 {
    move |at| stiffness * at * (energy / (stiffness * at * at)).min(1.0).powi(2)
}

/// Stress of a table, linear between its points.
pub fn table(points: &[[f64; 2]]) -> impl Fn(f64) -> f64 {
    let points = points.to_vec();
    move |at| {
        points
            .windows(2)
            .find(|pair| pair[0][0] <= at && at < pair[1][0])
            .map_or(0.0, |p| p[0][1] + (p[1][1] - p[0][1]) * (at - p[0][0]) / (p[1][0] - p[0][0]))
    }
}

/// The stress of a joint between bars of a stiffness (Pa/m), for ways of their ends one after the
/// other.
pub fn in_series(joint: &mut dyn Joint, bars: f64, ways: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut stress = |way: f64| {
        // How much more the bars are pulled than the joint is: falls with the opening.
        let excess = |opening: f64| bars * (way - opening) - joint.stress(opening);
        // Pressed together it is rigid.
        let (mut low, mut high) = if excess(0.0) < 0.0 { (0.0, 0.0) } else { (0.0, way.abs()) };
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            *(if excess(middle) > 0.0 { &mut low } else { &mut high }) = middle;
        }
        let opening = 0.5 * (low + high);
        joint.remember(opening);
        bars * (way - opening)
    };
    ways.map(&mut stress).collect()
}
