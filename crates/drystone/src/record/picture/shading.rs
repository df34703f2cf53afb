//! A small software rasteriser: depth buffer, parallel projection, light and shadow, edge lines.

use super::canvas::Image;
use super::lens::Lens;
use super::shadow::Shadow;
use super::{Colour, occlusion};
use nalgebra::Vector3;
use rayon::prelude::*;

/// What is seen in a pixel.
#[derive(Clone, Copy)]
pub struct Sample {
    /// Towards the viewer (m).
    pub height: f64,
    /// Of the surface.
    pub normal: Vector3<f32>,
    /// Of the surface.
    pub colour: Colour,
    /// Whose surface it is.
    pub body: u32,
}

impl Sample {
    /// Whether something is seen.
    pub fn is_something(&self) -> bool {
        self.body != u32::MAX
    }
}

/// The body of marks, which are no body.
pub const MARK: usize = u32::MAX as usize - 1;

/// Where a body or a face ends: darker than the darkest colour of a map.
const EDGE: Colour = [22, 20, 18];

const NOTHING: Sample = Sample {
    height: f64::NEG_INFINITY,
    normal: Vector3::new(0.0, 0.0, 0.0),
    colour: [255; 3],
    body: u32::MAX,
};

/// Samples seen through a lens.
pub struct Canvas {
    /// What it is seen through.
    pub lens: Lens,
    /// Line by line from the top.
    pub samples: Vec<Sample>,
}

impl Canvas {
    /// An empty canvas.
    pub fn new(lens: Lens) -> Self {
        let samples = vec![NOTHING; lens.width * lens.height];
        Self { lens, samples }
    }

    /// Shows a sample where nothing before it hides it.
    pub fn put(&mut self, x: usize, y: usize, sample: Sample) {
        let old = &mut self.samples[y * self.lens.width + x];
        if sample.height > old.height {
            *old = sample;
        }
    }

    /// Pixel range that meets an interval.
    pub fn span(from: f64, to: f64, end: usize) -> std::ops::Range<usize> {
        let clamp = |x: f64| x.clamp(0.0, end as f64) as usize;
        clamp(from.floor())..clamp(to.ceil())
    }

    /// Small spheres that nothing drawn before hides: centre, radius, colour.
    pub fn marks(&mut self, marks: &[(Vector3<f64>, f64, Colour)]) {
        let highest = self.samples.iter().map(|s| s.height).fold(f64::NEG_INFINITY, f64::max);
        let lowest = self.samples.iter().map(|s| s.height).filter(|h| h.is_finite());
        let rise = (highest - lowest.fold(f64::INFINITY, f64::min)).max(0.0);
        for (centre, radius, colour) in marks {
            let raised = centre + self.lens.towards * rise;
            self.ball(&raised, *radius, MARK, *colour);
        }
    }

    /// A sphere, exact in every pixel.
    pub fn ball(&mut self, centre: &Vector3<f64>, radius: f64, body: usize, colour: Colour) {
        let p = self.lens.project(centre);
        let r = radius * self.lens.scale;
        for y in Self::span(p.y - r, p.y + r, self.lens.height) {
            for x in Self::span(p.x - r, p.x + r, self.lens.width) {
                let (dx, dy) = ((x as f64 + 0.5 - p.x) / r, (y as f64 + 0.5 - p.y) / r);
                let rest = 1.0 - dx * dx - dy * dy;
                if rest > 0.0 {
                    let dz = rest.sqrt();
                    let lens = &self.lens;
                    let normal = lens.right * dx - lens.up * dy + lens.towards * dz;
                    let height = p.z + dz * radius;
                    self.put(
                        x,
                        y,
                        Sample { height, normal: normal.cast(), colour, body: body as u32 },
                    );
                }
            }
        }
    }

    /// A plane convex polygon, where its front is seen.
    pub fn polygon(&mut self, points: &[Vector3<f64>], body: usize, colour: Colour) {
        // The sum of the triangles' areas (Newell): sound also where corners are in line.
        let area = |k: usize| (points[k - 1] - points[0]).cross(&(points[k] - points[0]));
        let sum: Vector3<f64> = (2..points.len()).map(area).sum();
        let Some(normal) = sum.try_normalize(0.0) else { return };
        if normal.dot(&self.lens.towards) <= 0.0 {
            return;
        }
        let projected: Vec<_> = points.iter().map(|p| self.lens.project(p)).collect();
        for k in 2..projected.len() {
            let corners = [projected[0], projected[k - 1], projected[k]];
            self.triangle(
                &corners,
                Sample { height: 0.0, normal: normal.cast(), colour, body: body as u32 },
            );
        }
    }

    fn triangle(&mut self, [a, b, c]: &[Vector3<f64>; 3], sample: Sample) {
        let area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        if area.abs() < 1e-12 {
            return;
        }
        let (low_x, high_x) = (a.x.min(b.x).min(c.x), a.x.max(b.x).max(c.x));
        let (low_y, high_y) = (a.y.min(b.y).min(c.y), a.y.max(b.y).max(c.y));
        for y in Self::span(low_y, high_y, self.lens.height) {
            for x in Self::span(low_x, high_x, self.lens.width) {
                let (px, py) = (x as f64 + 0.5, y as f64 + 0.5);
                let u = ((px - a.x) * (c.y - a.y) - (py - a.y) * (c.x - a.x)) / area;
                let v = ((b.x - a.x) * (py - a.y) - (b.y - a.y) * (px - a.x)) / area;
                if u >= 0.0 && v >= 0.0 && u + v <= 1.0 {
                    let height = a.z + u * (b.z - a.z) + v * (c.z - a.z);
                    self.put(x, y, Sample { height, ..sample });
                }
            }
        }
    }

    /// Colours with light, shadow and lines where one body or face ends. Of the darkness a body
    /// has a share, so that colours that mean something stay near to those of the legend.
    pub fn shaded(&self, light: &Shadow, darkness: impl Fn(u32) -> f64 + Sync) -> Image {
        let (width, height) = (self.lens.width, self.lens.height);
        let spirals = occlusion::Spirals::new(self);
        let pixel = |k: usize| {
            let (x, y, s) = (k % width, k / width, &self.samples[k]);
            if !s.is_something() {
                return [255; 3];
            }
            let point = self.lens.unproject(x as f64 + 0.5, y as f64 + 0.5, s.height);
            let normal: Vector3<f64> = s.normal.cast();
            let facing = normal.dot(light.towards()).max(0.0);
            let lit = if facing > 0.0 { light.visibility(&point, &normal) } else { 0.0 };
            let sky = 0.5 + 0.5 * normal.z;
            let open = occlusion::open_sky(self, &spirals, x, y);
            let brightness = (0.34 + 0.26 * sky) * open + 0.50 * facing * lit * (0.4 + 0.6 * open);
            let brightness = 1.0 - darkness(s.body) * (1.0 - brightness);
            let ink = if self.edge(x, y) { 0.45 } else { 0.0 };
            std::array::from_fn(|k| {
                let value = f64::from(s.colour[k]) * brightness;
                (value * (1.0 - ink) + f64::from(EDGE[k]) * ink).clamp(0.0, 255.0) as u8
            })
        };
        let pixels = (0..width * height).into_par_iter().with_min_len(4096).map(pixel).collect();
        Image { width, height, pixels }
    }

    /// Whether a pixel borders another body or another face.
    fn edge(&self, x: usize, y: usize) -> bool {
        let w = self.lens.width;
        let own = &self.samples[y * w + x];
        [(1_usize, 0_usize), (0, 1), (1, 1)].iter().any(|&(dx, dy)| {
            if x + dx >= w || y + dy >= self.lens.height {
                return false;
            }
            let other = &self.samples[(y + dy) * w + x + dx];
            other.body != own.body || own.normal.dot(&other.normal) < 0.75
        })
    }
}

impl Image {
    /// Blocks of `samples` x `samples` pixels, averaged.
    pub fn reduced(&self, samples: usize) -> Self {
        let (width, height) = (self.width / samples, self.height / samples);
        let average = |k: usize| {
            let (x, y) = (k % width * samples, k / width * samples);
            std::array::from_fn(|c| {
                let row = |j: usize| {
                    let first = (y + j) * self.width + x;
                    let row = &self.pixels[first..first + samples];
                    row.iter().map(|pixel| usize::from(pixel[c])).sum::<usize>()
                };
                ((0..samples).map(row).sum::<usize>() / (samples * samples)) as u8
            })
        };
        Self { width, height, pixels: (0..width * height).map(average).collect() }
    }
}
