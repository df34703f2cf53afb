//! How much of the sky a point sees past its neighbours in the picture: what makes a heap of
//! stones look like one.
//!
//! For samples p + v around a point p with normal n, the sky that they hide grows with the sine of their
//! height above the point's horizon, n·v/|v|, and fades with |v| (ambient obscurance in screen space).

use super::shading::Canvas;
use nalgebra::Vector3;
use std::f64::consts::TAU;

/// Samples around a point, on a spiral.
const SAMPLES: usize = 14;
/// Turns of the spiral that take turns.
const TURNS: usize = 16;
/// How far samples reach, as a share of the picture's longer side.
const REACH: f64 = 0.022;
/// How dark it gets.
const STRENGTH: f64 = 1.5;

/// Where samples are taken, for each of the turns of the spiral: pixels to the right and down, and
/// the square of their distance.
pub struct Spirals {
    reach: f64,
    ways: [[[f64; 3]; SAMPLES]; TURNS],
}

impl Spirals {
    /// For a canvas.
    pub fn new(canvas: &Canvas) -> Self {
        let reach = REACH * canvas.lens.width.max(canvas.lens.height) as f64;
        let way = |turn: usize, k: usize| {
            let share = (k as f64 + 0.5) / SAMPLES as f64;
            let (sin, cos) = (TAU * turn as f64 / TURNS as f64 + 2.4 * k as f64).sin_cos();
            let (x, y) = ((cos * share * reach).round(), (sin * share * reach).round());
            [x, y, x * x + y * y]
        };
        let ways = std::array::from_fn(|turn| std::array::from_fn(|k| way(turn, k)));
        Self { reach, ways }
    }
}

/// The share of the sky that is seen from a pixel's point, 0 to 1.
pub fn open_sky(canvas: &Canvas, spirals: &Spirals, x: usize, y: usize) -> f64 {
    let (width, height) = (canvas.lens.width, canvas.lens.height);
    let own = &canvas.samples[y * width + x];
    let lens = &canvas.lens;
    let normal: Vector3<f64> = own.normal.cast();
    // In the picture's axes: right, up, towards the viewer.
    let normal = [normal.dot(&lens.right), normal.dot(&lens.up), normal.dot(&lens.towards)];
    // The spiral turns from pixel to pixel, so that no pattern is seen.
    let mut hidden = 0.0;
    for [dx, dy, square] in &spirals.ways[(x * 7 + y * 13) % TURNS] {
        let (sx, sy) = (x as f64 + dx, y as f64 + dy);
        if sx < 0.0 || sy < 0.0 || sx >= width as f64 || sy >= height as f64 {
            continue;
        }
        let other = &canvas.samples[sy as usize * width + sx as usize];
        if !other.is_something() {
            continue;
        }
        // Lengths in pixels.
        let rise = (other.height - own.height) * lens.scale;
        let above = normal[0] * dx - normal[1] * dy + normal[2] * rise;
        if above <= 0.0 {
            continue;
        }
        let length = (square + rise * rise).sqrt();
        let near = (1.0 - length / (2.0 * spirals.reach)).max(0.0);
        let above = above / length;
        hidden += (above - 0.08).max(0.0) * near;
    }
    (1.0 - STRENGTH * hidden / SAMPLES as f64).clamp(0.0, 1.0)
}
