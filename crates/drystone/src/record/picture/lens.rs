//! A parallel projection of space onto pixels.

use nalgebra::Vector3;

/// A parallel projection onto pixels.
#[derive(Clone, Debug)]
pub struct Lens {
    /// To the right in the picture.
    pub right: Vector3<f64>,
    /// Upwards in the picture.
    pub up: Vector3<f64>,
    /// Towards the viewer.
    pub towards: Vector3<f64>,
    low: [f64; 2],
    /// Pixels a metre.
    pub scale: f64,
    /// Pixels.
    pub width: usize,
    /// Pixels.
    pub height: usize,
}

/// To the right, upwards, towards the viewer.
fn axes(towards: Vector3<f64>) -> [Vector3<f64>; 3] {
    let towards = towards.normalize();
    // Seen from straight above, y is up.
    let side = Vector3::z().cross(&towards);
    let right = if side.norm() > 1e-6 { side.normalize() } else { Vector3::x() };
    [right, towards.cross(&right), towards]
}

impl Lens {
    /// Shows a part of the plane across the direction to the viewer, its longer side so many pixels.
    pub fn new(towards: Vector3<f64>, [low, high]: [[f64; 2]; 2], size: f64) -> Self {
        let [right, up, towards] = axes(towards);
        let span = [high[0] - low[0], high[1] - low[1]];
        let scale = size / span[0].max(span[1]);
        let pixels = |k: usize| ((span[k] * scale).ceil() as usize).max(16);
        Self { right, up, towards, low, scale, width: pixels(0), height: pixels(1) }
    }

    /// Shows all points.
    pub fn framing(towards: Vector3<f64>, points: &[Vector3<f64>], size: f64) -> Self {
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for point in points {
            let at = Self::across(towards, point);
            for k in 0..2 {
                low[k] = low[k].min(at[k]);
                high[k] = high[k].max(at[k]);
            }
        }
        Self::new(towards, [low, high], size)
    }

    /// A point in the plane across the direction to the viewer (m).
    pub fn across(towards: Vector3<f64>, point: &Vector3<f64>) -> [f64; 2] {
        let [right, up, _] = axes(towards);
        [right.dot(point), up.dot(point)]
    }

    /// Pixel coordinates (x right, y down) and height towards the viewer (m).
    pub fn project(&self, p: &Vector3<f64>) -> Vector3<f64> {
        Vector3::new(
            (self.right.dot(p) - self.low[0]) * self.scale,
            self.height as f64 - (self.up.dot(p) - self.low[1]) * self.scale,
            self.towards.dot(p),
        )
    }

    /// The point of space behind a pixel at a height.
    pub fn unproject(&self, x: f64, y: f64, height: f64) -> Vector3<f64> {
        self.right * (x / self.scale + self.low[0])
            + self.up * ((self.height as f64 - y) / self.scale + self.low[1])
            + self.towards * height
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_lead_back_to_their_points() {
        for towards in [Vector3::new(0.3, -1.0, 0.4), Vector3::z(), Vector3::new(-1.0, 0.0, 0.0)] {
            let lens = Lens::new(towards, [[-1.0, -2.0], [3.0, 1.0]], 800.0);
            assert_eq!((lens.width, lens.height), (800, 600));
            let point = Vector3::new(0.4, -0.2, 0.7);
            let pixel = lens.project(&point);
            assert!((lens.unproject(pixel.x, pixel.y, pixel.z) - point).norm() < 1e-12);
            let above = lens.project(&(point + lens.up));
            assert!(above.y < pixel.y && (above.x - pixel.x).abs() < 1e-9);
        }
    }
}
