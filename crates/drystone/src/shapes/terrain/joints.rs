//! Which facets meet at which edge (in the plane: end), and how.

use super::{Crest, FLAT, Facet, Joint};
use crate::shapes::InvalidShape;
use crate::space::Vector;
use std::collections::HashMap;

/// Joins facets that share a side; gives the edges, none in the plane.
pub(super) fn join<const D: usize>(
    vertices: &[Vector<D>],
    facets: &mut [Facet<D>],
) -> Result<Vec<Crest<D>>, InvalidShape> {
    // The first facet at each side, by the ends of the side in rising order.
    let mut open: HashMap<[usize; 2], (usize, usize)> = HashMap::new();
    let mut crests: Vec<Crest<D>> = vec![];
    for f in 0..facets.len() {
        for k in 0..D {
            let from = facets[f].vertices[k];
            let to = if D == 2 { from } else { facets[f].vertices[(k + 1) % D] };
            let key = [from.min(to), from.max(to)];
            let wrong = |what: &str| {
                let place = vertices[from].as_slice();
                Err(InvalidShape(format!("{what}, at {place:?}")))
            };
            let Some((g, j)) = open.insert(key, (f, k)) else {
                if D == 3 {
                    facets[f].rims[k].feature = crests.len();
                    let cone = [-facets[f].rims[k].outward, -facets[f].normal];
                    crests.push(Crest { vertices: [from, to], facets: [f; 2], cone, sharp: true });
                }
                continue;
            };
            if facets[g].rims[j].joint != Joint::Border {
                return wrong("more than two facets of a terrain meet");
            }
            // Neighbours run through what they share in opposite directions.
            let opposed = if D == 2 { j != k } else { facets[g].vertices[j] != from };
            if !opposed {
                return wrong("facets of a terrain disagree about the free side");
            }
            let joint = joint(&facets[f], k, &facets[g], j);
            let feature = facets[g].rims[j].feature;
            let (a, b) = (facets[g].rims[j].outward, facets[f].rims[k].outward);
            for (here, side, there) in [(f, k, g), (g, j, f)] {
                let rim = &mut facets[here].rims[side];
                (rim.joint, rim.neighbour, rim.feature) = (joint, there, feature);
            }
            if D == 3 {
                crests[feature].facets = [g, f];
                crests[feature].cone = [-a, -b];
                crests[feature].sharp = joint == Joint::Ridge;
            }
        }
    }
    Ok(crests)
}

fn joint<const D: usize>(a: &Facet<D>, k: usize, b: &Facet<D>, j: usize) -> Joint {
    let into = -b.rims[j].outward;
    let rise = a.normal.dot(&into);
    // A facet folded back onto the other is the sharpest of ridges.
    let folded = a.rims[k].outward.dot(&into) < 0.0;
    match rise {
        r if r.abs() <= FLAT && !folded => Joint::Flat,
        r if r > 0.0 => Joint::Valley,
        _ => Joint::Ridge,
    }
}
