//! From linear elements to quadratic ones: a node in the middle of every edge.

use super::Mesh;
use crate::fem::element::Element;
use std::collections::HashMap;

/// Makes quadratic elements of all cells of bodies.
pub fn to<const D: usize>(element: &'static Element, mesh: &mut Mesh<D>) {
    let ends: Vec<[usize; 2]> =
        (element.corners..element.len()).map(|k| edge(element, k)).collect();
    let mut middles: HashMap<[u32; 2], u32> = HashMap::new();
    let Mesh { cells, places, .. } = mesh;
    for cell in cells.iter_mut().filter(|cell| cell.element.dimension == D) {
        for [a, b] in &ends {
            let (a, b) = (cell.nodes[*a], cell.nodes[*b]);
            let middle = *middles.entry([a.min(b), a.max(b)]).or_insert_with(|| {
                let [a, b] = [places[a as usize], places[b as usize]];
                places.push(std::array::from_fn(|k| 0.5 * (a[k] + b[k])));
                places.len() as u32 - 1
            });
            cell.nodes.push(middle);
        }
        cell.element = element;
    }
}

/// The corners between which a node stands.
fn edge(element: &Element, node: usize) -> [usize; 2] {
    let place = element.places[node];
    for a in 0..element.corners {
        for b in a + 1..element.corners {
            let middle = |k: usize| 0.5 * (element.places[a][k] + element.places[b][k]);
            if (0..3).all(|k| (middle(k) - place[k]).abs() < 1e-12) {
                return [a, b];
            }
        }
    }
    [0, 0]
}
