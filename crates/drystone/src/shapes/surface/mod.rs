//! Surfaces of shapes as polygons, for files and pictures.

mod cylinder;
mod drum;
mod rounded;
mod terrain;

use crate::shapes::{Shape, Skin};
use crate::space::{Pose, Vector};
use std::f64::consts::{PI, TAU};

/// Polygons with shared points. In the plane one polygon is the body itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surface<const D: usize> {
    /// Points in the global frame.
    pub points: Vec<Vector<D>>,
    /// Loops of indices, counter-clockwise seen from outside.
    pub polygons: Vec<Vec<usize>>,
}

/// How finely balls are cut: sides of a disk; meridians of a sphere (half as many parallels).
#[derive(Clone, Copy, Debug)]
pub struct Fineness(pub usize);

impl<const D: usize> Surface<D> {
    /// Appends the surface of a shape at a pose; a half-space is cut to `reach` around the foot
    /// of `centre` on its plane.
    pub fn add(
        &mut self,
        shape: &Shape<D>,
        pose: &Pose<D>,
        fineness: Fineness,
        centre: &Vector<D>,
        reach: f64,
    ) {
        match shape {
            Shape::Ball(ball) => self.add_ball(pose, ball.radius(), fineness),
            Shape::HalfSpace(half_space) => {
                self.add_half_space(half_space.normal(), pose, centre, reach);
            }
            Shape::Convex(convex) => {
                let first = self.points.len();
                self.points.extend(convex.vertices().iter().map(|p| pose.point(p)));
                if D == 2 {
                    self.polygons.push((first..self.points.len()).collect());
                } else {
                    let moved = |loop_: &Vec<usize>| loop_.iter().map(|i| first + i).collect();
                    self.polygons.extend(convex.faces().iter().map(|f| moved(&f.vertices)));
                }
            }
            Shape::Terrain(terrain) => self.add_terrain(terrain, pose, reach),
            Shape::Drum(drum) => self.add_drum(drum, pose, 2 * fineness.0, reach),
            Shape::Rounded(rounded) => self.add_rounded(rounded, pose, fineness.0),
            Shape::Cylinder(cylinder) => self.add_cylinder(cylinder, pose, 2 * fineness.0),
            Shape::Skin(skin) => self.add_skin(skin, pose),
        }
    }

    /// Appends the pieces of a skin.
    fn add_skin(&mut self, skin: &Skin<D>, pose: &Pose<D>) {
        for piece in skin.pieces() {
            let first = self.points.len();
            self.points.extend(piece.corners.iter().map(|p| pose.point(p)));
            self.polygons.push((first..self.points.len()).collect());
        }
    }

    /// Appends a disk or a sphere.
    pub(crate) fn add_ball(&mut self, pose: &Pose<D>, radius: f64, fineness: Fineness) {
        if D == 2 {
            self.add_disk(pose, radius, fineness.0);
        } else {
            self.add_sphere(pose, radius, fineness.0);
        }
    }

    /// Appends a half-space, cut to `reach` around the foot of `centre`.
    pub(crate) fn add_half_space(
        &mut self,
        normal: &Vector<D>,
        pose: &Pose<D>,
        centre: &Vector<D>,
        reach: f64,
    ) {
        let normal = pose.direction(normal);
        let height = normal.dot(&(centre - pose.position));
        self.add_plane(&normal, &(centre - normal * height), reach);
    }

    fn add_disk(&mut self, pose: &Pose<D>, radius: f64, sides: usize) {
        let first = self.points.len();
        for i in 0..sides {
            let (s, c) = (TAU * i as f64 / sides as f64).sin_cos();
            let mut local = Vector::zeros();
            local[0] = radius * c;
            local[1] = radius * s;
            self.points.push(pose.point(&local));
        }
        self.polygons.push((first..first + sides).collect());
    }

    /// Meridians and parallels turning with the body, so that rolling is visible.
    fn add_sphere(&mut self, pose: &Pose<D>, radius: f64, meridians: usize) {
        self.add_poles(pose, radius, 0.0, meridians, (meridians / 2).max(2));
    }

    /// A sphere whose northern and southern halves are each moved away by `half`.
    pub(super) fn add_poles(
        &mut self,
        pose: &Pose<D>,
        radius: f64,
        half: f64,
        meridians: usize,
        parallels: usize,
    ) {
        let first = self.points.len();
        let at = |latitude: f64, longitude: f64| {
            let mut local = Vector::<D>::zeros();
            local[0] = radius * latitude.cos() * longitude.cos();
            local[1] = radius * latitude.cos() * longitude.sin();
            local[2] = radius * latitude.sin() + half * latitude.signum();
            pose.point(&local)
        };
        self.points.push(at(-0.5 * PI, 0.0));
        for i in 1..parallels {
            let latitude = PI * (i as f64 / parallels as f64 - 0.5);
            for j in 0..meridians {
                self.points.push(at(latitude, TAU * j as f64 / meridians as f64));
            }
        }
        self.points.push(at(0.5 * PI, 0.0));
        let last = self.points.len() - 1;
        let ring = |i: usize, j: usize| first + 1 + (i - 1) * meridians + j % meridians;
        for j in 0..meridians {
            self.polygons.push(vec![first, ring(1, j + 1), ring(1, j)]);
            for i in 1..parallels - 1 {
                let quad = [ring(i, j), ring(i, j + 1), ring(i + 1, j + 1), ring(i + 1, j)];
                self.polygons.push(quad.to_vec());
            }
            self.polygons.push(vec![ring(parallels - 1, j), ring(parallels - 1, j + 1), last]);
        }
    }

    fn add_plane(&mut self, normal: &Vector<D>, foot: &Vector<D>, reach: f64) {
        let frame = crate::space::frame(normal, None);
        let first = self.points.len();
        let corner = |i: usize, a: f64| frame.column(i) * (a * reach);
        if D == 2 {
            // A thin slab below the line.
            let below = normal * (-0.02 * reach);
            let ends = [foot + corner(1, -1.0), foot + corner(1, 1.0)];
            self.points.extend([ends[0], ends[0] + below, ends[1] + below, ends[1]]);
        } else {
            for (a, b) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
                self.points.push(foot + corner(1, a) + corner(2, b));
            }
        }
        self.polygons.push((first..first + 4).collect());
    }
}
