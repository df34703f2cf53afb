//! Facets over a grid of heights.

use crate::space::Vector;

/// Vertices and triangles over a grid: `rows[j][i]` is the height at `origin + (i, j) spacing`.
/// A height that is not a number leaves a hole. Cells are cut along the diagonal with the smaller
/// step in height.
pub fn grid(
    rows: &[Vec<f64>],
    spacing: [f64; 2],
    origin: [f64; 2],
) -> (Vec<Vector<3>>, Vec<[usize; 3]>) {
    let (mut vertices, mut number) = (vec![], vec![]);
    for (j, row) in rows.iter().enumerate() {
        let at = |k: usize, n: usize| origin[k] + n as f64 * spacing[k];
        let mut numbers = vec![];
        for (i, z) in row.iter().enumerate() {
            numbers.push((!z.is_nan()).then_some(vertices.len()));
            if !z.is_nan() {
                vertices.push(Vector::<3>::new(at(0, i), at(1, j), *z));
            }
        }
        number.push(numbers);
    }
    let mut facets = vec![];
    for pair in number.windows(2) {
        for i in 1..pair[0].len().min(pair[1].len()) {
            // Anticlockwise from the first corner.
            let cell = [pair[0][i - 1], pair[0][i], pair[1][i], pair[1][i - 1]];
            match cell {
                [Some(a), Some(b), Some(c), Some(d)] => {
                    let step = |p: usize, q: usize| {
                        let [p, q]: [&Vector<3>; 2] = [&vertices[p], &vertices[q]];
                        (p[2] - q[2]).abs()
                    };
                    if step(a, c) <= step(b, d) {
                        facets.extend([[a, b, c], [a, c, d]]);
                    } else {
                        facets.extend([[a, b, d], [b, c, d]]);
                    }
                }
                _ => {
                    // Three corners of four still hold a triangle.
                    let known: Vec<usize> = cell.into_iter().flatten().collect();
                    if let [a, b, c] = known[..] {
                        facets.push([a, b, c]);
                    }
                }
            }
        }
    }
    (vertices, facets)
}
