//! A small software rasteriser: depth buffer, parallel projection, shadow map, edge lines.

use super::{Colour, INK};
use nalgebra::Vector3;
use std::io;

/// A parallel projection onto pixels.
pub struct Lens {
    right: Vector3<f64>,
    up: Vector3<f64>,
    /// Towards the viewer.
    towards: Vector3<f64>,
    low: [f64; 2],
    scale: f64,
    width: usize,
    height: usize,
}

impl Lens {
    /// Looks from the direction `from` so that all points are in the picture.
    pub fn framing(from: Vector3<f64>, points: &[Vector3<f64>], size: usize) -> Self {
        let towards = from.normalize();
        let right = Vector3::z().cross(&towards).normalize();
        let up = towards.cross(&right);
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for p in points {
            for (k, axis) in [&right, &up].into_iter().enumerate() {
                low[k] = low[k].min(axis.dot(p));
                high[k] = high[k].max(axis.dot(p));
            }
        }
        let margin = 0.05 * (high[0] - low[0]).max(high[1] - low[1]).max(1e-9);
        let span = [high[0] - low[0] + 2.0 * margin, high[1] - low[1] + 2.0 * margin];
        let scale = size as f64 / span[0].max(span[1]);
        Self {
            right,
            up,
            towards,
            low: [low[0] - margin, low[1] - margin],
            scale,
            width: ((span[0] * scale).ceil() as usize).max(16),
            height: ((span[1] * scale).ceil() as usize).max(16),
        }
    }

    /// Pixel coordinates (x right, y down) and height towards the viewer.
    fn project(&self, p: &Vector3<f64>) -> Vector3<f64> {
        Vector3::new(
            (self.right.dot(p) - self.low[0]) * self.scale,
            self.height as f64 - (self.up.dot(p) - self.low[1]) * self.scale,
            self.towards.dot(p),
        )
    }

    /// The point of space behind a pixel at a height.
    fn unproject(&self, x: f64, y: f64, height: f64) -> Vector3<f64> {
        self.right * (x / self.scale + self.low[0])
            + self.up * ((self.height as f64 - y) / self.scale + self.low[1])
            + self.towards * height
    }
}

#[derive(Clone, Copy)]
struct Sample {
    height: f64,
    normal: Vector3<f32>,
    colour: Colour,
    body: u32,
}

/// The body of marks, which are no body.
const MARK: usize = u32::MAX as usize - 1;

const NOTHING: Sample = Sample {
    height: f64::NEG_INFINITY,
    normal: Vector3::new(0.0, 0.0, 0.0),
    colour: [255; 3],
    body: u32::MAX,
};

/// Samples seen through a lens.
pub struct Canvas {
    lens: Lens,
    samples: Vec<Sample>,
}

impl Canvas {
    /// An empty canvas.
    pub fn new(lens: Lens) -> Self {
        let samples = vec![NOTHING; lens.width * lens.height];
        Self { lens, samples }
    }

    fn put(&mut self, x: usize, y: usize, sample: Sample) {
        let old = &mut self.samples[y * self.lens.width + x];
        if sample.height > old.height {
            *old = sample;
        }
    }

    /// Pixel range that meets an interval.
    fn span(from: f64, to: f64, end: usize) -> std::ops::Range<usize> {
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

    /// Whether the front of a polygon is seen.
    pub fn faces(&self, points: &[Vector3<f64>]) -> bool {
        let normal = (points[1] - points[0]).cross(&(points[2] - points[0]));
        normal.dot(&self.lens.towards) > 0.0
    }

    /// A plane convex polygon, seen from either side.
    pub fn polygon(&mut self, points: &[Vector3<f64>], body: usize, colour: Colour) {
        let mut normal = (points[1] - points[0]).cross(&(points[2] - points[0]));
        for k in 2..points.len() {
            let other = (points[k - 1] - points[0]).cross(&(points[k] - points[0]));
            if other.norm_squared() > normal.norm_squared() {
                normal = other;
            }
        }
        if normal.norm_squared() == 0.0 {
            return;
        }
        normal.normalize_mut();
        if normal.dot(&self.lens.towards) < 0.0 {
            normal = -normal;
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

    /// Colours with light, shadow and lines where one body or face ends.
    pub fn shaded(&self, light: &Canvas) -> Image {
        let (w, h) = (self.lens.width, self.lens.height);
        let mut pixels = vec![[255_u8; 3]; w * h];
        // A shadow must be cast from further away than a few texels of the light's view.
        let slack = 6.0 / light.lens.scale;
        for y in 0..h {
            for x in 0..w {
                let s = &self.samples[y * w + x];
                if s.body == u32::MAX {
                    continue;
                }
                let point = self.lens.unproject(x as f64 + 0.5, y as f64 + 0.5, s.height);
                let normal: Vector3<f64> = s.normal.cast();
                let facing = normal.dot(&light.lens.towards).max(0.0);
                let lit = light.visibility(&point, slack);
                let sky = 0.5 + 0.5 * normal.z;
                let brightness = 0.30 + 0.22 * sky + 0.55 * facing * lit;
                let ink = if self.edge(x, y) { 0.45 } else { 0.0 };
                pixels[y * w + x] = std::array::from_fn(|k| {
                    let value = f64::from(s.colour[k]) * brightness;
                    (value * (1.0 - ink) + f64::from(INK[k]) * ink).clamp(0.0, 255.0) as u8
                });
            }
        }
        Image { width: w, height: h, pixels }
    }

    /// Share of light that reaches a point, averaged over neighbouring texels.
    fn visibility(&self, point: &Vector3<f64>, slack: f64) -> f64 {
        let p = self.lens.project(point);
        let (mut seen, mut count) = (0.0, 0.0);
        for dy in -1..=1 {
            for dx in -1..=1 {
                let (x, y) = (p.x + f64::from(dx), p.y + f64::from(dy));
                if x < 0.0 || y < 0.0 {
                    continue;
                }
                let (x, y) = (x as usize, y as usize);
                if x < self.lens.width && y < self.lens.height {
                    count += 1.0;
                    let height = self.samples[y * self.lens.width + x].height;
                    seen += f64::from(u8::from(height <= p.z + slack));
                }
            }
        }
        if count > 0.0 { seen / count } else { 1.0 }
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

/// Pixels ready for a file.
pub struct Image {
    width: usize,
    height: usize,
    pixels: Vec<Colour>,
}

impl Image {
    /// Averages blocks of `samples` x `samples` pixels and encodes as PNG.
    pub fn encode(&self, samples: usize) -> io::Result<Vec<u8>> {
        let (w, h) = (self.width / samples, self.height / samples);
        let mut data = Vec::with_capacity(3 * w * h);
        for y in 0..h {
            for x in 0..w {
                for k in 0..3 {
                    let mut sum = 0_usize;
                    for j in 0..samples {
                        for i in 0..samples {
                            let at = (y * samples + j) * self.width + x * samples + i;
                            sum += usize::from(self.pixels[at][k]);
                        }
                    }
                    data.push((sum / (samples * samples)) as u8);
                }
            }
        }
        let mut bytes = vec![];
        let mut encoder = png::Encoder::new(&mut bytes, w as u32, h as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().map_err(io::Error::other)?;
        writer.write_image_data(&data).map_err(io::Error::other)?;
        writer.finish().map_err(io::Error::other)?;
        Ok(bytes)
    }
}
