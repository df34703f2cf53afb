//! Tubes for contact forces, and how they shine through the bodies before them.

use super::Colour;
use super::canvas::Image;
use super::shading::{Canvas, MARK, Sample};
use nalgebra::{Vector2, Vector3};

/// How much of a tube behind a body is seen.
const THROUGH: f64 = 0.7;
/// How pale bodies are made where tubes are shown.
const PALE: f64 = 0.45;

impl Canvas {
    /// A tube between two points, exact in every pixel, open at its ends.
    ///
    /// A ray through pixel (x, y) meets it where |w - (w·d) d| = r for w = (x, y, z) - p and the tube's
    /// direction d: a quadratic equation for the height z.
    pub fn tube(&mut self, [p, q]: &[Vector3<f64>; 2], radius: f64, colour: Colour) {
        // In pixels, heights too.
        let scale = self.lens.scale;
        let place = |point: &Vector3<f64>| {
            let projected = self.lens.project(point);
            Vector3::new(projected.x, projected.y, projected.z * scale)
        };
        let (p, q, r) = (place(p), place(q), radius * scale);
        let length = (q - p).norm();
        let Some(d) = (q - p).try_normalize(1e-9) else { return };
        let across = Vector2::new(d.x, d.y).norm_squared();
        let (low, high) = (p.inf(&q), p.sup(&q));
        for y in Self::span(low.y - r, high.y + r, self.lens.height) {
            for x in Self::span(low.x - r, high.x + r, self.lens.width) {
                let (u, v) = (x as f64 + 0.5 - p.x, y as f64 + 0.5 - p.y);
                let along = u * d.x + v * d.y;
                // (1 - d_z²) z² - 2 d_z (along) z + u² + v² - along² - r² = 0
                let (a, b, c) = (across, -d.z * along, u * u + v * v - along * along - r * r);
                let discriminant = b * b - a * c;
                if a < 1e-12 || discriminant < 0.0 {
                    continue;
                }
                let z = (-b + discriminant.sqrt()) / a;
                let at = along + z * d.z;
                if at < 0.0 || at > length {
                    continue;
                }
                let out = (Vector3::new(u, v, z) - d * at) / r;
                let lens = &self.lens;
                // Pixels count downwards.
                let normal = lens.right * out.x - lens.up * out.y + lens.towards * out.z;
                let height = (p.z + z) / scale;
                self.put(x, y, Sample { height, normal: normal.cast(), colour, body: MARK as u32 });
            }
        }
    }
}

/// Bodies made pale, and tubes over them, those behind bodies weaker.
pub fn shine_through(image: &mut Image, bodies: &Canvas, tubes: &Canvas) {
    let towards = bodies.lens.towards;
    for (k, pixel) in image.pixels.iter_mut().enumerate() {
        let (body, tube) = (&bodies.samples[k], &tubes.samples[k]);
        if body.is_something() {
            *pixel = pixel.map(|c| (f64::from(c) * (1.0 - PALE) + 255.0 * PALE) as u8);
        }
        if tube.is_something() {
            let normal: Vector3<f64> = tube.normal.cast();
            let brightness = 0.45 + 0.6 * normal.dot(&towards).max(0.0);
            let share = if tube.height < body.height { THROUGH } else { 1.0 };
            *pixel = std::array::from_fn(|c| {
                let own = (f64::from(tube.colour[c]) * brightness).min(255.0);
                (own * share + f64::from(pixel[c]) * (1.0 - share)) as u8
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lens::Lens;
    use super::*;

    #[test]
    fn a_tube_covers_its_shadow_and_is_nearest_on_its_crest() {
        let lens = Lens::new(-Vector3::y(), [[-1.0; 2], [1.0; 2]], 400.0);
        let mut canvas = Canvas::new(lens);
        let ends = [Vector3::new(-0.5, 0.2, 0.0), Vector3::new(0.5, 0.2, 0.0)];
        canvas.tube(&ends, 0.1, [200, 0, 0]);
        let seen = canvas.samples.iter().filter(|sample| sample.is_something()).count();
        // 1 m by 0.2 m at 200 pixels a metre.
        assert!((seen as f64 - 8000.0).abs() < 450.0, "{seen}");
        let crest = canvas.samples.iter().map(|s| s.height).fold(f64::NEG_INFINITY, f64::max);
        assert!((crest - (-0.2 + 0.1)).abs() < 1e-3, "{crest}");
    }
}
