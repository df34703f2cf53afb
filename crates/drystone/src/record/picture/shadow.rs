//! What the light sees, and how much of it reaches a point.
//!
//! A texel of the light's view belongs to its middle, not to the point in question. On a surface with
//! normal n, going by (u, v) across the light raises it by -(n_u u + n_v v) / n_l towards the light: every
//! texel is compared with that height, so that no plane casts a shadow on itself, whatever its slope.

use super::lens::Lens;
use super::shading::Canvas;
use nalgebra::Vector3;

/// Reach of the filter (texels): what the edges of shadows are softened over.
const REACH: f64 = 2.5;
/// A shadow must be cast from further away than this (texels): for surfaces that are curved.
const SLACK: f64 = 2.0;
/// The steepest rise that counts, where light only grazes.
const STEEPEST: f64 = 8.0;

/// What the light sees.
pub struct Shadow {
    lens: Lens,
    /// Heights towards the light (m), line by line from the top.
    heights: Vec<f64>,
}

impl Shadow {
    /// Of what was drawn as the light sees it.
    pub fn new(canvas: Canvas) -> Self {
        let heights = canvas.samples.iter().map(|sample| sample.height).collect();
        Self { lens: canvas.lens, heights }
    }

    /// Towards the light.
    pub fn towards(&self) -> &Vector3<f64> {
        &self.lens.towards
    }

    /// Share of light that reaches a point of a surface that faces the light: texels around it, the
    /// nearer the more. What the light's view does not hold is not in the shadow of anything.
    pub fn visibility(&self, point: &Vector3<f64>, normal: &Vector3<f64>) -> f64 {
        let p = self.lens.project(point);
        let facing = normal.dot(&self.lens.towards).max(1e-9);
        let rise = |axis: &Vector3<f64>| {
            let slope = -normal.dot(axis) / facing;
            slope.clamp(-STEEPEST, STEEPEST) / self.lens.scale
        };
        let (right, down) = (rise(&self.lens.right), -rise(&self.lens.up));
        let highest = p.z + SLACK / self.lens.scale;
        let first = [p.x, p.y].map(|x| (x - REACH - 0.5).ceil() as i64);
        let last = [p.x, p.y].map(|x| (x + REACH - 0.5).floor() as i64);
        let (mut lit, mut all) = (0.0, 0.0);
        for y in first[1]..=last[1] {
            let dy = y as f64 + 0.5 - p.y;
            for x in first[0]..=last[0] {
                let dx = x as f64 + 0.5 - p.x;
                let weight = (REACH - dx.abs()) * (REACH - dy.abs());
                all += weight;
                if self.height(x, y) <= highest + right * dx + down * dy {
                    lit += weight;
                }
            }
        }
        if all > 0.0 { lit / all } else { 1.0 }
    }

    fn height(&self, x: i64, y: i64) -> f64 {
        let inside = |k: i64, end: usize| usize::try_from(k).ok().filter(|k| *k < end);
        match (inside(x, self.lens.width), inside(y, self.lens.height)) {
            (Some(x), Some(y)) => self.heights[y * self.lens.width + x],
            _ => f64::NEG_INFINITY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A floor of 2 m by 2 m and a plate of 0.4 m by 0.4 m, 0.5 m above its middle.
    fn shadow(light: Vector3<f64>) -> Shadow {
        let square = |half: f64, z: f64| {
            [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
                .map(|[x, y]| Vector3::new(half * x, half * y, z))
        };
        let mut canvas = Canvas::new(Lens::new(light, [[-1.5; 2], [1.5; 2]], 300.0));
        canvas.polygon(&square(1.0, 0.0), 0, [0; 3]);
        canvas.polygon(&square(0.2, 0.5), 1, [0; 3]);
        Shadow::new(canvas)
    }

    #[test]
    fn a_plane_casts_no_shadow_on_itself_however_the_light_grazes_it() {
        for light in [[0.0, 0.0, 1.0], [0.4, -0.7, 0.5], [0.9, 0.3, 0.2]] {
            let shadow = shadow(Vector3::from(light));
            let [x, y, z] = light;
            for k in 0..400 {
                let place = Vector3::new(-0.9 + 0.0045 * f64::from(k), -0.31, 0.0);
                // The plate's shadow: the plate moved away from the light.
                let moved = [place.x + 0.5 * x / z, place.y + 0.5 * y / z];
                if moved.iter().all(|x| x.abs() < 0.35) {
                    continue;
                }
                assert_eq!(shadow.visibility(&place, &Vector3::z()), 1.0, "{light:?} {place}");
            }
        }
    }

    #[test]
    fn shadows_are_where_they_are_with_an_edge_that_falls_evenly() {
        let shadow = shadow(Vector3::z());
        let at = |x: f64| shadow.visibility(&Vector3::new(x, 0.0, 0.0), &Vector3::z());
        assert_eq!((at(0.0), at(0.15), at(0.25)), (0.0, 0.0, 1.0));
        // Half of the light at the edge, to half a texel of 0.01 m.
        assert!((at(0.2) - 0.5).abs() < 0.2, "{}", at(0.2));
        let edge: Vec<f64> = (0..60).map(|k| at(0.17 + 0.001 * f64::from(k))).collect();
        for pair in edge.windows(2) {
            assert!((-1e-12..0.08).contains(&(pair[1] - pair[0])), "{edge:?}");
        }
        // Beyond the light's view it is light.
        assert_eq!(shadow.visibility(&Vector3::new(9.0, 0.0, 0.0), &Vector3::z()), 1.0);
    }
}
