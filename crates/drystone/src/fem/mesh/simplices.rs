//! From quadrangles to triangles, and from hexahedra to tetrahedra, so that neighbours fit.

use super::{Cell, Mesh};
use crate::fem::element::find;

/// Cuts all linear cells of the solid. A quadrangle is cut along its shorter diagonal. A hexahedron gets a
/// node in its middle, and a tetrahedron over each half of each face; a face is cut from its node of the
/// least number, which both neighbours agree about.
pub fn cut<const D: usize>(mesh: &mut Mesh<D>) {
    let Some(simplex) = find(if D == 2 { "T3" } else { "TE4" }) else { return };
    let Mesh { places, cells, .. } = mesh;
    let mut pieces = vec![];
    for cell in std::mem::take(cells) {
        if cell.element.dimension != D || cell.element.corners == D + 1 {
            pieces.push(cell);
            continue;
        }
        let mut push = |nodes: Vec<u32>| {
            pieces.push(Cell { element: simplex, nodes, group: cell.group });
        };
        if D == 2 {
            let [a, b, c, d] = std::array::from_fn(|k| cell.nodes[k]);
            let length = |a: u32, b: u32| -> f64 {
                let (a, b) = (places[a as usize], places[b as usize]);
                (0..D).map(|k| (a[k] - b[k]).powi(2)).sum()
            };
            let rising = length(a, c) <= length(b, d);
            let halves = if rising { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] };
            halves.into_iter().for_each(|half| push(half.to_vec()));
            continue;
        }
        let middle = places.len() as u32;
        let sum = |k: usize| cell.nodes.iter().map(|node| places[*node as usize][k]).sum::<f64>();
        let place = std::array::from_fn(|k| sum(k) / cell.nodes.len() as f64);
        for (_, local) in cell.element.sides {
            let mut face: Vec<u32> = local.iter().map(|k| cell.nodes[*k]).collect();
            let least = (0..face.len()).min_by_key(|k| face[*k]).unwrap_or(0);
            face.rotate_left(least);
            // Seen from outside faces go counter-clockwise, seen from the middle clockwise.
            for k in 1..face.len() - 1 {
                push(vec![face[0], face[k + 1], face[k], middle]);
            }
        }
        places.push(place);
    }
    *cells = pieces;
}
