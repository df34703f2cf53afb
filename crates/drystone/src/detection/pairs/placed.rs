//! A convex shape put into the frame in which a pair is examined: the candidate's own, where
//! coordinates are small whatever the distance of the pair from the global origin.

use crate::shapes::Convex;
use crate::space::{Matrix, Pose, Vector};

/// Corners and face planes of a convex in the pair's frame.
#[derive(Clone, Debug)]
pub(super) struct Placed<const D: usize> {
    pub vertices: Vec<Vector<D>>,
    pub normals: Vec<Vector<D>>,
    pub offsets: Vec<f64>,
    pub rotation: Matrix<D>,
}

impl<const D: usize> Default for Placed<D> {
    fn default() -> Self {
        Self {
            vertices: Vec::new(),
            normals: Vec::new(),
            offsets: Vec::new(),
            rotation: Matrix::identity(),
        }
    }
}

impl<const D: usize> Placed<D> {
    /// The corners of the shape in its own frame.
    pub fn at_home(&mut self, convex: &Convex<D>) {
        self.vertices.clear();
        self.vertices.extend_from_slice(convex.vertices());
    }

    /// The planes of the faces in the shape's own frame.
    pub fn planes_at_home(&mut self, convex: &Convex<D>) {
        self.normals.clear();
        self.normals.extend(convex.faces().iter().map(|f| f.normal));
        self.offsets.clear();
        self.offsets.extend(convex.faces().iter().map(|f| f.offset));
        self.rotation = Matrix::identity();
    }

    /// The corners of the shape at a pose relative to the pair's frame.
    pub fn at(&mut self, convex: &Convex<D>, pose: &Pose<D>) {
        self.vertices.clear();
        self.vertices.extend(convex.vertices().iter().map(|v| pose.point(v)));
    }

    /// The corner farthest against a direction.
    pub fn lowest(&self, up: &Vector<D>) -> Vector<D> {
        let lower = |a: Vector<D>, b: &Vector<D>| if up.dot(b) < up.dot(&a) { *b } else { a };
        self.vertices.iter().fold(self.vertices[0], lower)
    }

    /// The planes of the faces at that pose.
    pub fn planes_at(&mut self, convex: &Convex<D>, pose: &Pose<D>) {
        self.normals.clear();
        self.offsets.clear();
        for face in convex.faces() {
            let normal = pose.direction(&face.normal);
            self.offsets.push(face.offset + normal.dot(&pose.position));
            self.normals.push(normal);
        }
        self.rotation = pose.rotation;
    }
}
