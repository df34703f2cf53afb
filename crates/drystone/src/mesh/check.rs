//! Mends a surface and says what is left.
//!
//! 1. Points closer than [`SAME`] of the size become one.
//! 2. Faces that have lost their area go, and so do faces with the corners of an earlier one.
//! 3. Faces are turned to agree with their neighbours across every edge that joins two faces;
//!    then each closed shell is turned outward (positive volume) where asked for, and each other
//!    one the way most of its faces had.
//!
//! Nothing is invented: holes stay open and are reported. A shell inside another is turned
//! outward too, as a body of its own.

use super::{Mesh, MeshReport};
use crate::space::Vector;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Distance of points that are the same, relative to the diagonal of the box around the surface:
/// the rounding of single precision.
const SAME: f64 = 1e-7;

/// The faces at each edge, by its points in rising order, and whether they run along it upwards.
type Edges = BTreeMap<(usize, usize), Vec<(usize, bool)>>;

impl Mesh {
    /// The surface with what can be mended mended, and a report. Faces that name points that do
    /// not exist are dropped as degenerate.
    pub fn mended(&self) -> (Self, MeshReport) {
        self.mend(true)
    }

    /// The same, but every shell, closed or open, keeps the way most of its faces had: the free
    /// side of ground may be the inside.
    pub fn mended_as_given(&self) -> (Self, MeshReport) {
        self.mend(false)
    }

    fn mend(&self, outward: bool) -> (Self, MeshReport) {
        let mut report = MeshReport::default();
        let valid = |ring: &&Vec<usize>| ring.iter().all(|v| *v < self.points.len());
        let used: HashSet<usize> = self.faces.iter().filter(valid).flatten().copied().collect();
        let size = diagonal(used.iter().map(|v| &self.points[*v]));
        let same = SAME * size;
        let (mut mesh, number) = joined(self, &used, same);
        report.unused_points = self.points.len() - used.len();
        report.merged_points = used.len() - mesh.points.len();
        let mut seen = HashSet::new();
        for face in &self.faces {
            let ring: Option<Vec<usize>> = face.iter().map(|v| number.get(v).copied()).collect();
            let Some(ring) = ring.map(simplified).filter(|ring| mesh.has_area(ring, same)) else {
                report.degenerate_faces += 1;
                continue;
            };
            let mut key = ring.clone();
            key.sort_unstable();
            if seen.insert(key) {
                mesh.faces.push(ring);
            } else {
                report.duplicate_faces += 1;
            }
        }
        mesh.turn(outward, &mut report);
        report.volume = mesh.volume();
        (mesh, report)
    }

    /// Whether a loop without repeated corners is wider than a distance.
    fn has_area(&self, ring: &[usize], same: f64) -> bool {
        let mut corners = ring.to_vec();
        corners.sort_unstable();
        corners.dedup();
        if ring.len() < 3 || corners.len() < ring.len() {
            return false;
        }
        let longest = sides(ring).map(|(i, j)| (self.points[j] - self.points[i]).norm());
        self.area(ring).norm() > same * longest.fold(0.0, f64::max)
    }

    /// Turns the faces and takes stock of the edges.
    fn turn(&mut self, outward: bool, report: &mut MeshReport) {
        let mut edges = Edges::new();
        for (f, ring) in self.faces.iter().enumerate() {
            for (i, j) in sides(ring) {
                edges.entry((i.min(j), i.max(j))).or_default().push((f, i < j));
            }
        }
        for (&(i, j), faces) in &edges {
            let ends = [self.points[i], self.points[j]];
            match faces.len() {
                1 => report.open_edges.push(ends),
                2 => {}
                _ => report.crowded_edges.push(ends),
            }
        }
        // Whether each face is to be turned; none where the walk has not been.
        let mut turned: Vec<Option<bool>> = vec![None; self.faces.len()];
        for start in 0..self.faces.len() {
            if turned[start].is_some() {
                continue;
            }
            turned[start] = Some(false);
            let mut shell = vec![start];
            let mut closed = true;
            let mut next = 0;
            while let Some(&f) = shell.get(next) {
                next += 1;
                for (i, j) in sides(&self.faces[f]) {
                    let [(a, up_a), (b, up_b)] = edges[&(i.min(j), i.max(j))][..] else {
                        closed = false;
                        continue;
                    };
                    let other = if a == f { b } else { a };
                    let wanted = Some((turned[f] == Some(true)) != (up_a == up_b));
                    match turned[other] {
                        None => {
                            turned[other] = wanted;
                            shell.push(other);
                        }
                        known => report.twisted |= known != wanted,
                    }
                }
            }
            report.shells += 1;
            self.settle(&shell, closed && outward, &mut turned);
        }
        for (ring, turned) in self.faces.iter_mut().zip(turned) {
            if turned == Some(true) {
                ring.reverse();
                report.turned_faces += 1;
            }
        }
    }

    /// Decides which of the two consistent ways a shell turns: outward, or as most faces did.
    fn settle(&self, shell: &[usize], outward: bool, turned: &mut [Option<bool>]) {
        let is_turned = |f: usize| turned[f] == Some(true);
        let wrong = if outward {
            let apex = self.points[self.faces[shell[0]][0]];
            let volume = |&f: &usize| {
                let cone = self.cone(&self.faces[f], &apex);
                if is_turned(f) { -cone } else { cone }
            };
            shell.iter().map(volume).sum::<f64>() < 0.0
        } else {
            2 * shell.iter().filter(|f| is_turned(**f)).count() > shell.len()
        };
        if wrong {
            for &f in shell {
                turned[f] = turned[f].map(|t| !t);
            }
        }
    }
}

/// The directed edges of a loop.
fn sides(ring: &[usize]) -> impl Iterator<Item = (usize, usize)> + '_ {
    (0..ring.len()).map(|k| (ring[k], ring[(k + 1) % ring.len()]))
}

/// A loop without corners that repeat the one before.
fn simplified(mut ring: Vec<usize>) -> Vec<usize> {
    ring.dedup();
    while ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
    ring
}

fn diagonal<'a>(points: impl Iterator<Item = &'a Vector<3>>) -> f64 {
    let start = Vector::<3>::repeat(f64::INFINITY);
    let (low, high) = points.fold((start, -start), |(l, h), p| (l.inf(p), h.sup(p)));
    let diagonal = (high - low).norm();
    if diagonal.is_finite() { diagonal } else { 0.0 }
}

/// The used points, those within a distance of an earlier one left out, and the new number of
/// each. A grid of that distance finds the neighbours.
fn joined(mesh: &Mesh, used: &HashSet<usize>, same: f64) -> (Mesh, HashMap<usize, usize>) {
    let mut out = Mesh::default();
    let mut number = HashMap::new();
    let mut cells: HashMap<[i64; 3], Vec<usize>> = HashMap::new();
    let cell = |p: &Vector<3>| [0, 1, 2].map(|i| (p[i] / same).floor() as i64);
    for (v, point) in mesh.points.iter().enumerate().filter(|(v, _)| used.contains(v)) {
        let home = cell(point);
        let near = (0..27).flat_map(|k: i64| {
            let step = [k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1];
            let key = [0, 1, 2].map(|i| home[i].saturating_add(step[i]));
            cells.get(&key).into_iter().flatten()
        });
        let first = near.filter(|q| (out.points[**q] - point).norm() <= same).min().copied();
        let index = first.unwrap_or_else(|| {
            out.points.push(*point);
            cells.entry(home).or_default().push(out.points.len() - 1);
            out.points.len() - 1
        });
        number.insert(v, index);
    }
    (out, number)
}
