//! The problems: files of the collection, and small ones made here. Those made here have a
//! solution: the free velocities are Hᵀ v_free, so that bodies at rest violate nothing.

use crate::common::Random;
use drystone::linalg::Sparse;
use drystone::problem::fclib::{Block, Equations, Info, ProblemFile};
use std::path::Path;

/// A problem and its name.
pub type Named = (String, ProblemFile);

/// Every problem.
pub fn problems() -> Vec<Named> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/fclib");
    let entries = std::fs::read_dir(folder).expect("the folder of problems");
    let mut paths: Vec<_> = entries.map(|e| e.expect("an entry").path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "hdf5"));
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, ProblemFile::read(path).expect("a problem"))
    };
    let mut all: Vec<Named> = paths.iter().map(read).collect();
    for seed in 0..3 {
        all.push(random("plane", Block::Plane, 3, seed));
        all.push(random("space", Block::Space, 6, seed));
        all.push(random("rolling plane", Block::RollingPlane, 3, seed));
        all.push(random("rolling space", Block::RollingSpace, 6, seed));
        all.push(condensed(random("space", Block::Space, 6, 10 + seed)));
    }
    all.push(stack(4));
    all.push(condensed(stack(3)));
    all.push(pile(40));
    all
}

/// Entries of M and H, and vectors, as they are collected.
#[derive(Default)]
struct Draft {
    mass: Vec<(u32, u32, f64)>,
    kinematic: Vec<(u32, u32, f64)>,
    f: Vec<f64>,
    mu: Vec<f64>,
    mu_r: Vec<f64>,
}

impl Draft {
    fn finish(self, title: String, block: Block) -> Named {
        let (n, m) = (self.f.len(), self.mu.len() * block.size());
        let equations = Equations::Global {
            mass: Sparse::from_triplets(n, n, &self.mass),
            kinematic: Sparse::from_triplets(n, m, &self.kinematic),
            f: self.f,
            w: vec![0.0; m],
        };
        let info = Info { title: title.clone(), ..Info::default() };
        let (mu, mu_r) = (self.mu, self.mu_r);
        let file =
            ProblemFile { equations, block, mu, mu_r, info, solution: None, guesses: vec![] };
        (title, file)
    }
}

/// Six bodies with dense masses, seven contacts between random pairs of them or with the ground.
fn random(kind: &str, block: Block, dofs: usize, seed: u64) -> Named {
    let mut random = Random(1000 * dofs as u64 + 10 * block.size() as u64 + seed);
    let (bodies, contacts, size) = (6, 7, block.size());
    let mut draft = Draft::default();
    for body in 0..bodies {
        let scale = random.magnitude(-0.5, 0.5);
        for i in 0..dofs {
            for j in 0..dofs {
                let value = if i == j { 2.0 } else { 0.3 / (1.0 + (i + j) as f64) };
                let at = |k: usize| (body * dofs + k) as u32;
                draft.mass.push((at(i), at(j), scale * value));
            }
            draft.f.push(random.range(-1.0, 1.0));
        }
    }
    for c in 0..contacts {
        let first = c % bodies;
        let second = (random.unit() * bodies as f64) as usize;
        let sides = if second == first { vec![first] } else { vec![first, second] };
        for body in sides {
            for k in 0..size {
                for i in 0..dofs {
                    let entry = ((body * dofs + i) as u32, (c * size + k) as u32);
                    draft.kinematic.push((entry.0, entry.1, random.range(-1.0, 1.0)));
                }
            }
        }
        draft.mu.push(random.range(0.0, 0.5));
        if block.is_rolling() {
            draft.mu_r.push(random.range(0.0, 0.3));
        }
    }
    draft.finish(format!("random {kind} {seed}"), block)
}

/// Blocks of 1 m by 1 m on top of each other in the plane, two contacts each, pushed to the side;
/// velocities after a step of 10 ms under gravity.
pub fn stack(height: usize) -> Named {
    let mut draft = Draft::default();
    let (mass, inertia) = (1000.0, 1000.0 / 6.0);
    for body in 0..height {
        for (k, m) in [mass, mass, inertia].into_iter().enumerate() {
            // A block of three, though diagonal: it says what a body is.
            for j in 0..3 {
                let at = |k: usize| (3 * body + k) as u32;
                draft.mass.push((at(k), at(j), if j == k { m } else { 0.0 }));
            }
        }
        draft.f.extend([0.02 * mass, -0.0981 * mass, 0.0]);
        for corner in [-0.5, 0.5] {
            let c = draft.mu.len();
            // Normal upwards, tangent to the right; arms from the centres to the corner.
            let mut side = |body: usize, sign: f64, arm: [f64; 2]| {
                let rows = [[0.0, 1.0, arm[0]], [1.0, 0.0, -arm[1]]];
                for (k, row) in rows.iter().enumerate() {
                    for (i, x) in row.iter().enumerate() {
                        let entry = ((3 * body + i) as u32, (2 * c + k) as u32);
                        draft.kinematic.push((entry.0, entry.1, sign * x));
                    }
                }
            };
            side(body, 1.0, [corner, -0.5]);
            if body > 0 {
                side(body - 1, -1.0, [corner, 0.5]);
            }
            draft.mu.push(0.5);
        }
    }
    draft.finish(format!("stack of {height}"), Block::Plane)
}

/// Balls of radius 1/2 in a row on the ground, pushed together: many bodies, few contacts each.
pub fn pile(bodies: usize) -> Named {
    let mut draft = Draft::default();
    let mut random = Random(3);
    for body in 0..bodies {
        for (k, m) in [1.0, 1.0, 0.125].into_iter().enumerate() {
            for j in 0..3 {
                let at = |k: usize| (3 * body + k) as u32;
                draft.mass.push((at(k), at(j), if j == k { m } else { 0.0 }));
            }
        }
        draft.f.extend([random.range(-0.1, 0.1), -0.1, random.range(-0.1, 0.1)]);
        // Normal, tangent and arm of the ground, then of the next ball.
        let contacts = [([0.0, 1.0], [1.0, 0.0], None), ([-1.0, 0.0], [0.0, 1.0], Some(body + 1))];
        for (normal, tangent, other) in contacts {
            if other.is_some_and(|o| o >= bodies) {
                continue;
            }
            let c = draft.mu.len();
            for (body, sign) in std::iter::once((body, 1.0)).chain(other.map(|o| (o, -1.0))) {
                let arm = normal.map(|x: f64| -0.5 * sign * x);
                for (k, d) in [normal, tangent].into_iter().enumerate() {
                    let row = [d[0], d[1], arm[0] * d[1] - arm[1] * d[0]];
                    for (i, x) in row.iter().enumerate() {
                        let entry = ((3 * body + i) as u32, (2 * c + k) as u32);
                        draft.kinematic.push((entry.0, entry.1, sign * x));
                    }
                }
            }
            draft.mu.push(0.3);
        }
    }
    draft.finish(format!("row of {bodies}"), Block::Plane)
}

/// The same problem with W only, where M is that of `random` or `stack`: small and dense.
fn condensed((title, file): Named) -> Named {
    let Equations::Global { mass, kinematic, f, .. } = &file.equations else {
        return (title, file);
    };
    let (n, m) = (f.len(), kinematic.cols());
    let mut dense = nalgebra::DMatrix::<f64>::zeros(n, n);
    let mut h = nalgebra::DMatrix::<f64>::zeros(n, m);
    for i in 0..n {
        for (matrix, sparse) in [(&mut dense, mass), (&mut h, kinematic)] {
            let (columns, values) = sparse.row(i);
            columns.iter().zip(values).for_each(|(j, x)| matrix[(i, *j as usize)] += x);
        }
    }
    let inverse = dense.try_inverse().expect("a regular mass");
    let w = h.transpose() * &inverse * &h;
    let q = h.transpose() * &inverse * nalgebra::DVector::from_column_slice(f);
    // Symmetric to the last bit.
    let entries = (0..m).flat_map(|i| (0..m).map(move |j| (i, j)));
    let entries: Vec<_> = entries
        .map(|(i, j)| (i as u32, j as u32, 0.5 * (w[(i, j)] + w[(j, i)])))
        .filter(|e| e.2 != 0.0)
        .collect();
    let equations = Equations::Local {
        delassus: Sparse::from_triplets(m, m, &entries),
        q: q.as_slice().to_vec(),
    };
    (format!("{title}, condensed"), ProblemFile { equations, ..file })
}
