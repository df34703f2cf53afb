//! Codes of the features that meet.
//!
//! The high half names the candidate's feature, the low half the antagonist's: two bits of
//! kind, thirty of index. A face under a vertex carries no index: the vertex alone tells the
//! touch from its siblings, and its code then outlives the passage to the next face.

/// Kind of a feature, with what tells it from its siblings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feature {
    /// The face under a vertex, or a shape with a single touch.
    Face,
    /// A vertex.
    Vertex(usize),
    /// An edge of a polyhedron or of a terrain.
    Edge(usize),
    /// A facet of a terrain, of which one vertex may meet several.
    Facet(usize),
}

impl Feature {
    fn bits(self) -> u64 {
        match self {
            Feature::Face => 0,
            Feature::Vertex(i) => 1 << 30 | i as u64,
            Feature::Edge(i) => 2 << 30 | i as u64,
            Feature::Facet(i) => 3 << 30 | i as u64,
        }
    }
}

/// The code of a pair of features.
pub(super) fn code(candidate: Feature, antagonist: Feature) -> u64 {
    candidate.bits() << 32 | antagonist.bits()
}

/// The antagonist's feature of a code.
pub(super) fn antagonist(code: u64) -> Feature {
    let index = (code & 0x3fff_ffff) as usize;
    match code >> 30 & 3 {
        0 => Feature::Face,
        1 => Feature::Vertex(index),
        2 => Feature::Edge(index),
        _ => Feature::Facet(index),
    }
}

/// The code with another vertex for the candidate's feature.
pub(super) fn with_vertex(old: u64, vertex: usize) -> u64 {
    Feature::Vertex(vertex).bits() << 32 | old & 0xffff_ffff
}

/// The code seen from the other body.
pub(super) fn swapped(code: u64) -> u64 {
    code.rotate_left(32)
}
