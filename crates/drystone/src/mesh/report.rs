//! What was mended in a surface, and what was not.

use crate::space::Vector;
use std::fmt;

/// What [`Mesh::mended`](super::Mesh::mended) did and found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshReport {
    /// Points left out because an earlier one is at the same place.
    pub merged_points: usize,
    /// Points left out because no face uses them.
    pub unused_points: usize,
    /// Faces left out because they have no area.
    pub degenerate_faces: usize,
    /// Faces left out because an earlier one has the same corners.
    pub duplicate_faces: usize,
    /// Faces turned, to agree with their neighbours or to point outward.
    pub turned_faces: usize,
    /// Edges of one face only, by their ends: the borders of holes.
    pub open_edges: Vec<[Vector<3>; 2]>,
    /// Edges of more than two faces, by their ends.
    pub crowded_edges: Vec<[Vector<3>; 2]>,
    /// Whether the faces cannot be turned to agree, as on a Möbius strip.
    pub twisted: bool,
    /// Number of pieces, connected across edges of two faces.
    pub shells: usize,
    /// Volume enclosed after mending; of a meaning only for a closed surface.
    pub volume: f64,
}

impl MeshReport {
    /// Whether every edge joins two faces that agree about the outside.
    pub fn is_watertight(&self) -> bool {
        self.shells > 0
            && self.open_edges.is_empty()
            && self.crowded_edges.is_empty()
            && !self.twisted
    }

    /// What was mended, in words; none if nothing was. Unused points do not count: they are not
    /// part of the surface.
    pub fn mended(&self) -> Option<String> {
        let parts = [
            (self.merged_points, "point", "merged into another at the same place"),
            (self.degenerate_faces, "face", "without area dropped"),
            (self.duplicate_faces, "face", "given twice dropped"),
            (self.turned_faces, "face", "turned"),
        ];
        let words = parts.iter().filter(|part| part.0 > 0);
        let words: Vec<String> =
            words.map(|(n, noun, what)| format!("{} {what}", counted(*n, noun))).collect();
        (!words.is_empty()).then(|| words.join(", "))
    }

    /// What keeps the surface from being closed, in words; none if it is watertight.
    pub fn faults(&self) -> Option<String> {
        let mut words = vec![];
        if self.shells == 0 {
            words.push("no face has an area".to_string());
        }
        let kinds =
            [(&self.open_edges, "of one face only"), (&self.crowded_edges, "of more than 2 faces")];
        for (edges, what) in kinds {
            if !edges.is_empty() {
                words.push(format!("{} {what}: {}", counted(edges.len(), "edge"), some(edges)));
            }
        }
        if self.twisted {
            words.push("the faces cannot be turned to agree about the outside".to_string());
        }
        (!words.is_empty()).then(|| words.join("; "))
    }
}

impl fmt::Display for MeshReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.faults() {
            None => write!(f, "closed surface of volume {}", self.volume)?,
            Some(faults) => write!(f, "not closed: {faults}")?,
        }
        match self.mended() {
            None => Ok(()),
            Some(mended) => write!(f, "; mended: {mended}"),
        }
    }
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// The first few edges.
fn some(edges: &[[Vector<3>; 2]]) -> String {
    let point = |p: &Vector<3>| format!("({}, {}, {})", p[0], p[1], p[2]);
    let shown = edges.iter().take(4).map(|[a, b]| format!("{} to {}", point(a), point(b)));
    let mut words = shown.collect::<Vec<_>>().join(", ");
    if edges.len() > 4 {
        words.push_str(", …");
    }
    words
}
