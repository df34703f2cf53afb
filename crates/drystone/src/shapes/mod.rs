//! Shapes: what a body's surface is, in the body's own frame.
//!
//! Shapes are written once for the plane and for space. A shape knows its bounds and its mass
//! properties; how two shapes meet is the business of `detection`.

mod aabb;
mod ball;
mod convex;
mod cut;
mod cylinder;
mod decompose;
mod drum;
mod ears;
mod half_space;
mod hull;
mod limits;
mod mass;
mod moments;
mod polygon;
mod polyhedron;
mod quadrature;
mod rounded;
mod section;
mod separate;
mod skin;
pub mod surface;
pub mod terrain;
mod union;

pub use aabb::Aabb;
pub use ball::Ball;
pub use convex::{Convex, Edge, Face, Side};
pub use cylinder::Cylinder;
pub use decompose::{Decomposition, decompose};
pub use drum::Drum;
pub use ears::triangles;
pub use half_space::HalfSpace;
pub use mass::MassProperties;
pub use rounded::Rounded;
pub use skin::{Curved, Foot, Piece, Point, Share, Skin};
pub use terrain::Terrain;
pub use union::{Union, union};

use crate::space::Pose;

/// Why a shape could not be made, in words for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidShape(pub String);

impl std::fmt::Display for InvalidShape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for InvalidShape {}

/// Any shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape<const D: usize> {
    /// A disk in the plane, a sphere in space, centred on the origin.
    Ball(Ball),
    /// Everything below a plane (a line) through the origin.
    HalfSpace(HalfSpace<D>),
    /// A convex polygon or polyhedron.
    Convex(Convex<D>),
    /// Everything within a radius of a convex core; with a segment as core a capsule.
    Rounded(Rounded<D>),
    /// Everything outside a circle or a cylinder.
    Drum(Drum<D>),
    /// A surface of facets, solid behind.
    Terrain(Terrain<D>),
    /// A solid cylinder (space only).
    Cylinder(Cylinder<D>),
    /// The skin of a deformable body, as it is now.
    Skin(Skin<D>),
}

impl<const D: usize> Shape<D> {
    /// Volume, centroid and inertia at unit density; `None` where there is no finite, positive
    /// volume (a half-space, a drum, a terrain, a wall segment).
    pub fn mass_properties(&self) -> Option<MassProperties<D>> {
        match self {
            Shape::Ball(ball) => Some(ball.mass_properties()),
            Shape::HalfSpace(_) | Shape::Drum(_) | Shape::Terrain(_) | Shape::Skin(_) => None,
            Shape::Convex(convex) => convex.mass_properties(),
            Shape::Rounded(rounded) => Some(rounded.mass_properties()),
            Shape::Cylinder(cylinder) => Some(cylinder.mass_properties()),
        }
    }

    /// The smallest axis-aligned box around the shape at a pose; infinite for a half-space.
    /// Of a drum it is the box around the hole, of a terrain the box around its own box.
    pub fn bounds(&self, pose: &Pose<D>) -> Aabb<D> {
        match self {
            Shape::Ball(ball) => Aabb {
                min: pose.position.add_scalar(-ball.radius()),
                max: pose.position.add_scalar(ball.radius()),
            },
            Shape::HalfSpace(_) => Aabb::everything(),
            Shape::Convex(convex) => convex.bounds(pose),
            Shape::Rounded(rounded) => rounded.bounds(pose),
            Shape::Drum(drum) => drum.bounds(pose),
            Shape::Terrain(terrain) => terrain.bounds(pose),
            Shape::Cylinder(cylinder) => cylinder.bounds(pose),
            Shape::Skin(skin) => skin.bounds(pose),
        }
    }

    /// Smallest width, zero for a wall and for a terrain, whose ridges may be as thin as one;
    /// `None` where there is no other side.
    pub fn thickness(&self) -> Option<f64> {
        match self {
            Shape::Ball(ball) => Some(2.0 * ball.radius()),
            Shape::HalfSpace(_) | Shape::Drum(_) => None,
            Shape::Terrain(_) | Shape::Skin(_) => Some(0.0),
            Shape::Convex(convex) if convex.is_flat() => Some(0.0),
            Shape::Convex(convex) => Some(convex.breadth()),
            Shape::Rounded(rounded) => Some(rounded.breadth()),
            Shape::Cylinder(cylinder) => Some(cylinder.breadth()),
        }
    }

    /// Whether the matter is convex.
    pub fn is_convex(&self) -> bool {
        !matches!(self, Shape::Drum(_) | Shape::Terrain(_) | Shape::Skin(_))
    }

    /// Radius of the smallest ball centred on the origin that holds the shape.
    pub fn bounding_radius(&self) -> Option<f64> {
        match self {
            Shape::Ball(ball) => Some(ball.radius()),
            Shape::HalfSpace(_) | Shape::Drum(_) => None,
            Shape::Convex(convex) => Some(convex.radius()),
            Shape::Rounded(rounded) => Some(rounded.core().radius() + rounded.radius()),
            Shape::Terrain(terrain) => Some(terrain.radius()),
            Shape::Cylinder(cylinder) => Some(cylinder.reach()),
            Shape::Skin(skin) => Some(skin.radius()),
        }
    }
}
