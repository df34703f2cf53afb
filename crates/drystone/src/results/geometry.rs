//! What bodies look like: enough to draw any frame without the scene it came from.
//!
//! | path | what |
//! |---|---|
//! | `/geometry/piece_body`, `piece_outline`, `piece_of_wall` | of each piece: its body, its outline, whether a periodic cell may tear it from the others of its body |
//! | `/geometry/piece_pose` | where it sits in its body's frame: position, then the rotation column by column |
//! | `/geometry/outline_kind` | 0 ball, 1 half-space, 2 polygons |
//! | `/geometry/outline_size`, `outline_normal` | the radius of a ball, the direction out of a half-space, else zero |
//! | `/geometry/outline_point_end`, `points` | all points up to those of an outline; their coordinates in the piece's frame (m) |
//! | `/geometry/outline_polygon_end`, `polygon_end`, `corners` | all polygons up to those of an outline, all corners up to those of a polygon, and the corners: which points of the outline |
//! | `/geometry/cell` | origin and period of the periodic cell, infinite where space does not repeat |
//!
//! Deformable bodies have theirs at rest, and their points are the nodes of their meshes: whoever shows a frame
//! puts them where the nodes are. In the plane their polygons are their elements.
//!
//! A polygon is counter-clockwise seen from outside; in the plane it is the body itself. Equal outlines
//! stand there once.

use super::meshes::MeshAbout;
use crate::bodies::Deformable;
use crate::detection::{Collider, Periodic};
use crate::shapes::surface::{Fineness, Surface};
use crate::shapes::{Aabb, Shape};
use crate::space::{Pose, Vector};
use crate::world::World;
use std::collections::HashMap;

/// How finely round shapes other than balls are cut.
const FINENESS: Fineness = Fineness(32);

/// The look of all bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct Geometry<const D: usize> {
    /// What bodies are made of.
    pub pieces: Vec<Piece<D>>,
    /// Forms, each shared by the pieces that look alike.
    pub outlines: Vec<Outline<D>>,
    /// Where space repeats.
    pub periodic: Periodic<D>,
}

/// A part of a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece<const D: usize> {
    /// The body.
    pub body: usize,
    /// Its form: an index of [`Geometry::outlines`].
    pub outline: usize,
    /// Where it sits in the body's frame.
    pub pose: Pose<D>,
    /// Whether it belongs to a wall: it may be as wide as the periodic cell, so that each piece is
    /// shown within the cell rather than the body as a whole.
    pub of_wall: bool,
}

/// A form.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline<const D: usize> {
    /// A disk or a sphere about the origin.
    Ball {
        /// Its radius (m).
        radius: f64,
    },
    /// Everything below a line or a plane through the origin.
    HalfSpace {
        /// Out of it.
        normal: Vector<D>,
    },
    /// Polygons.
    Mesh(Surface<D>),
}

impl<const D: usize> Geometry<D> {
    /// The look of a world.
    pub fn of(world: &World<D>) -> Self {
        let reach = reach(world);
        let mut known = HashMap::new();
        let mut outlines = vec![];
        let piece = |collider: &Collider<D>| {
            let soft = world.bodies.deformable(collider.body);
            let outline = match soft {
                Some(soft) => Outline::Mesh(at_rest(&MeshAbout::of(collider.body, soft), soft)),
                None => Outline::of(&collider.shape, reach),
            };
            let index = *known.entry(outline.bits()).or_insert_with(|| {
                outlines.push(outline);
                outlines.len() - 1
            });
            let body = &world.bodies.list[collider.body];
            let movable = world.bodies.movable(collider.body);
            Piece {
                body: collider.body,
                outline: index,
                pose: collider.offset.unwrap_or(Pose::identity()),
                of_wall: !(body.drives.is_empty() && movable),
            }
        };
        let pieces = world.colliders.iter().map(piece).collect();
        Self { pieces, outlines, periodic: world.periodic }
    }

    /// The form of a piece.
    pub fn outline(&self, piece: &Piece<D>) -> &Outline<D> {
        &self.outlines[piece.outline]
    }

    /// The pose of a piece of a body, or of its image in the periodic cell. Bodies are not torn
    /// apart, but for walls.
    pub fn shown_pose(&self, piece: &Piece<D>, body: &Pose<D>) -> Pose<D> {
        if piece.of_wall {
            self.periodic.wrap_pose(&body.then(&piece.pose))
        } else {
            self.periodic.wrap_pose(body).then(&piece.pose)
        }
    }
}

impl<const D: usize> Outline<D> {
    fn of(shape: &Shape<D>, reach: f64) -> Self {
        match shape {
            Shape::Ball(ball) => Self::Ball { radius: ball.radius() },
            Shape::HalfSpace(half_space) => Self::HalfSpace { normal: *half_space.normal() },
            shape => {
                let mut surface = Surface::default();
                let (here, origin) = (Pose::identity(), Vector::zeros());
                surface.add(shape, &here, FINENESS, &origin, reach);
                Self::Mesh(surface)
            }
        }
    }

    /// The box around it at a pose; none around a half-space.
    pub fn bounds(&self, pose: &Pose<D>) -> Option<Aabb<D>> {
        match self {
            Self::Ball { radius } => Some(Aabb {
                min: pose.position.add_scalar(-radius),
                max: pose.position.add_scalar(*radius),
            }),
            Self::HalfSpace { .. } => None,
            Self::Mesh(surface) => {
                let points = surface.points.iter().map(|point| pose.point(point));
                points.map(|p| Aabb { min: p, max: p }).reduce(|a, b| a.join(&b))
            }
        }
    }

    /// What makes two outlines equal.
    fn bits(&self) -> Vec<u64> {
        let bits = |kind: u64, numbers: &[f64]| {
            std::iter::once(kind).chain(numbers.iter().map(|x| x.to_bits())).collect()
        };
        match self {
            Self::Ball { radius } => bits(0, &[*radius]),
            Self::HalfSpace { normal } => bits(1, normal.as_slice()),
            Self::Mesh(Surface { points, polygons }) => {
                let mut key: Vec<u64> = vec![2, points.len() as u64];
                key.extend(points.iter().flat_map(|point| point.iter().map(|x| x.to_bits())));
                for polygon in polygons {
                    key.push(polygon.len() as u64);
                    key.extend(polygon.iter().map(|corner| *corner as u64));
                }
                key
            }
        }
    }
}

/// A deformable body at rest, in its own frame.
fn at_rest<const D: usize>(mesh: &MeshAbout, soft: &Deformable<D>) -> Surface<D> {
    let rest = &soft.model.solid.rest;
    Surface {
        points: rest.iter().map(|place| Vector::from_column_slice(place)).collect(),
        polygons: mesh.polygons(D).into_iter().map(|polygon| polygon.corners).collect(),
    }
}

/// Half the diagonal of the box around everything finite: how far endless shapes are shown.
fn reach<const D: usize>(world: &World<D>) -> f64 {
    let place = |collider: &Collider<D>| {
        collider.shape.bounds(&collider.pose(&world.bodies.pose(collider.body)))
    };
    let finite = |b: &Aabb<D>| b.min.iter().chain(b.max.iter()).all(|x| x.is_finite());
    let all = world.colliders.iter().map(place).filter(finite).reduce(|a, b| a.join(&b));
    all.map_or(1.0, |all| (0.5 * (all.max - all.min).norm()).max(1e-9))
}
