//! Seeded random shapes and poses.

use drystone::shapes::{Ball, Convex, Cylinder, Drum, HalfSpace, Rounded, Shape};
use drystone::space::{Matrix, Pose, Vector, pose};

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in [low, high).
    pub fn real(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    pub fn vector<const D: usize>(&mut self, size: f64) -> Vector<D> {
        Vector::from_fn(|_, _| self.real(-size, size))
    }

    pub fn unit<const D: usize>(&mut self) -> Vector<D> {
        loop {
            let v = self.vector::<D>(1.0);
            if v.norm() < 1.0 && v.norm() > 0.1 {
                return v.normalize();
            }
        }
    }

    pub fn rotation<const D: usize>(&mut self) -> Matrix<D> {
        let q = nalgebra::Vector4::from_fn(|_, _| self.real(-1.0, 1.0)).normalize();
        let q = [0.0, 0.0, if D == 2 { self.real(-4.0, 4.0) } else { 0.0 }, q[0], q[1], q[2], q[3]];
        pose::<D>(&q).rotation
    }

    pub fn pose<const D: usize>(&mut self, size: f64) -> Pose<D> {
        Pose { position: self.vector(size), rotation: self.rotation() }
    }

    pub fn ball<const D: usize>(&mut self) -> Shape<D> {
        Shape::Ball(Ball::new(self.real(0.2, 1.0)).unwrap())
    }

    pub fn half_space<const D: usize>(&mut self) -> Shape<D> {
        Shape::HalfSpace(HalfSpace::new(self.unit()).unwrap())
    }

    pub fn rounded<const D: usize>(&mut self) -> Shape<D> {
        let Shape::Convex(core) = self.convex() else { unreachable!() };
        Shape::Rounded(Rounded::new(core, self.real(0.02, 0.3)).unwrap())
    }

    pub fn capsule<const D: usize>(&mut self) -> Shape<D> {
        let (length, radius) = (self.real(0.2, 1.5), self.real(0.05, 0.5));
        Shape::Rounded(Rounded::capsule(length, radius).unwrap())
    }

    pub fn cylinder(&mut self) -> Shape<3> {
        let (radius, length) = (self.real(0.1, 0.9), self.real(0.1, 2.0));
        Shape::Cylinder(Cylinder::new(radius, length, self.unit()).unwrap())
    }

    /// Endless or capped.
    pub fn drum<const D: usize>(&mut self) -> Shape<D> {
        let length = if self.below(2) == 0 { None } else { Some(self.real(2.0, 5.0)) };
        Shape::Drum(Drum::new(self.real(1.5, 3.0), self.unit(), length).unwrap())
    }

    /// A box, a prism (a regular polygon in the plane), a simplex or the hull of a few points.
    pub fn convex<const D: usize>(&mut self) -> Shape<D> {
        let found = match self.below(4) {
            0 => Convex::cuboid(Vector::from_fn(|_, _| self.real(0.3, 1.0))),
            1 => {
                let (sides, height) = (3 + self.below(4), self.real(0.3, 1.0));
                Convex::from_vertices(&prism(sides, 0.8, height))
            }
            k => {
                let count = if k == 2 { D + 1 } else { 8 };
                let points: Vec<_> = (0..count).map(|_| self.unit() * 0.9).collect();
                Convex::from_vertices(&points)
            }
        };
        found.map_or_else(|_| self.convex(), Shape::Convex)
    }
}

/// Corners of a regular polygon, in space those of a prism over it of the given half height.
pub fn prism<const D: usize>(sides: usize, radius: f64, height: f64) -> Vec<Vector<D>> {
    let mut out = Vec::new();
    for level in if D == 2 { &[0.0][..] } else { &[-1.0, 1.0][..] } {
        for k in 0..sides {
            let angle = std::f64::consts::TAU * k as f64 / sides as f64;
            let corner = [radius * angle.cos(), radius * angle.sin(), level * height];
            out.push(Vector::from_fn(|i, _| corner[i]));
        }
    }
    out
}
