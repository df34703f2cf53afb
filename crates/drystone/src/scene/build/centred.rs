//! What a body is made of, with its frame at the centre of mass.

use super::decomposed::decomposed;
use super::rotation::rotation;
use super::shape::shape;
use crate::scene::check;
use crate::scene::error::Fault;
use crate::scene::format;
use crate::shapes::{MassProperties, Shape, union};
use crate::space::{Pose, Vector};

/// Shapes about their common centre of mass.
#[derive(Clone, Debug)]
pub struct Centred<const D: usize> {
    /// The shapes and where each sits in the body's frame; `None` for the frame itself.
    pub parts: Vec<(Shape<D>, Option<Pose<D>>)>,
    /// Where the centre of mass is in the coordinates of the file.
    pub centre: Vector<D>,
    /// Volume and inertia at unit density; none for half-spaces and segments.
    pub properties: Option<MassProperties<D>>,
    /// Smallest extent of a part (m); none for a half-space.
    pub breadth: Option<f64>,
    /// Whether some parts overlap, and so much error the mass properties then have.
    pub error: Option<f64>,
    /// Whether the parts lie flush, as pieces of one shape.
    pub cut: bool,
}

/// The body of the shape at `path` (the key of the shape).
pub fn centred<const D: usize>(given: &format::Shape, path: &str) -> Result<Centred<D>, Fault> {
    let path = format!("{path}.{}", given.key());
    if let format::Shape::Cluster(cluster) = given {
        return assembled(cluster, &path);
    }
    if let Some(cut) = decomposed(given, &path)? {
        return Ok(cut);
    }
    let shape = shape::<D>(given, &path)?;
    let properties = shape.mass_properties();
    let centre = properties.as_ref().map_or(Vector::zeros(), |p| p.centroid);
    let breadth = breadth(&shape);
    let parts = vec![(about(shape, &centre), None)];
    Ok(Centred { parts, centre, properties, breadth, error: None, cut: false })
}

fn assembled<const D: usize>(
    cluster: &format::ClusterShape,
    path: &str,
) -> Result<Centred<D>, Fault> {
    let mut parts = vec![];
    for (i, part) in cluster.parts.iter().enumerate() {
        let path = format!("{path}.parts.{i}");
        let key = |name: &str| format!("{path}.{name}");
        if !part.shape.has_volume() {
            let message = format!("a {} cannot be a part of a cluster", part.shape.key());
            return Err(Fault::new(key("shape"), message));
        }
        let pose = Pose {
            position: check::vector_or_zero(key("position"), part.position.as_ref())?,
            rotation: rotation::<D>(part.angle_degrees, part.rotation.as_ref(), &path)?,
        };
        let shape_path = format!("{}.{}", key("shape"), part.shape.key());
        parts.push((shape::<D>(&part.shape, &shape_path)?, pose));
    }
    let Some(whole) = union(&parts) else {
        let message = "a cluster needs at least one part with a volume";
        return Err(Fault::new(format!("{path}.parts"), message));
    };
    let centre = whole.properties.centroid;
    let widths = parts.iter().filter_map(|(shape, _)| breadth(shape));
    let breadth = widths.reduce(f64::min);
    let place = |(shape, pose): (Shape<D>, Pose<D>)| {
        // Each part about its own centre: the ball around it is then small.
        let own = shape.mass_properties().map_or(Vector::zeros(), |p| p.centroid);
        let at = Pose { position: pose.point(&own) - centre, rotation: pose.rotation };
        (about(shape, &own), Some(at))
    };
    let parts = parts.into_iter().map(place).collect();
    let properties = Some(whole.properties);
    Ok(Centred { parts, centre, properties, breadth, error: whole.error, cut: false })
}

/// A shape in the frame whose origin is at `centre`.
pub(super) fn about<const D: usize>(shape: Shape<D>, centre: &Vector<D>) -> Shape<D> {
    match shape {
        Shape::Convex(convex) => Shape::Convex(convex.translated(&-centre)),
        Shape::Rounded(rounded) => Shape::Rounded(rounded.translated(&-centre)),
        Shape::Ball(_)
        | Shape::HalfSpace(_)
        | Shape::Drum(_)
        | Shape::Cylinder(_)
        | Shape::Terrain(_)
        | Shape::Skin(_) => shape,
    }
}

fn breadth<const D: usize>(shape: &Shape<D>) -> Option<f64> {
    match shape {
        Shape::Convex(convex) => Some(convex.breadth()),
        Shape::Rounded(rounded) => Some(rounded.breadth()),
        Shape::Ball(ball) => Some(2.0 * ball.radius()),
        Shape::Cylinder(cylinder) => Some(cylinder.breadth()),
        Shape::HalfSpace(_) | Shape::Drum(_) | Shape::Terrain(_) | Shape::Skin(_) => None,
    }
}
