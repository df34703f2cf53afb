//! Force chains after Peters, Muthuswamy, Wibowo and Tordesillas (2005). With σ_b the greatest
//! compression of grain b (the most negative principal value of M_b / V_b) and d_b its direction, two
//! grains in contact are linked where
//!
//! ```text
//! σ_a > ⟨σ⟩,   σ_b > ⟨σ⟩,   |cos(d_a, l)| ≥ cos 45°,   |cos(d_b, l)| ≥ cos 45°
//! ```
//!
//! with ⟨σ⟩ the mean over the grains with contacts and l the branch between their centres. A grain is
//! linked at most once on either side of it, to the neighbour nearest to its direction, and only where
//! that neighbour chooses it too: so chains do not branch. Those of three grains and more
//! count.

use super::stress::moment_tensors;
use super::tensor::principal;
use super::value::{Item, extend};
use super::{Refused, Table, View};
use crate::space::Vector;
use std::collections::BTreeSet;

/// Least cosine between a direction and a branch.
const ALIGNED: f64 = std::f64::consts::FRAC_1_SQRT_2;
/// Fewest grains of a chain.
const FEWEST: usize = 3;

/// The chains that there are.
pub(super) struct Chains<const D: usize> {
    /// The grains of each, in order.
    pub list: Vec<Vec<usize>>,
    /// Greatest compression of each body (Pa), and its direction.
    pub compression: Vec<(f64, Vector<D>)>,
    /// The grains with contacts.
    pub held: usize,
}

pub(super) fn chains<const D: usize>(view: &View<D>) -> Chains<D> {
    let (volume, counts) = (&view.constants.volume, view.contacts_of_bodies());
    let mut held: Vec<usize> =
        view.grains().filter(|body| volume[*body] > 0.0 && counts[*body] > 0).collect();
    // Once each, whatever its images.
    held.dedup();
    let tensors = moment_tensors(view);
    let mut compression = vec![(0.0, Vector::zeros()); view.bodies()];
    for body in &held {
        let found = principal(&(tensors[*body] / volume[*body]));
        compression[*body] = (-found.values[D - 1], found.directions[D - 1]);
    }
    let mean = held.iter().map(|body| compression[*body].0).sum::<f64>() / held.len() as f64;
    let links = links(view, &compression, mean);
    let mut list = vec![];
    let mut seen = vec![false; view.bodies()];
    // From the ends first; what is left then has none: rings.
    let degree = |body: &usize| links[*body].iter().flatten().count();
    let ends = held.iter().copied().filter(|body| degree(body) == 1);
    for start in ends.chain(held.iter().copied().filter(|body| degree(body) == 2)) {
        let mut chain = vec![];
        let mut next = Some(start);
        while let Some(body) = next.filter(|body| !seen[*body]) {
            seen[body] = true;
            chain.push(body);
            next = links[body].iter().flatten().copied().find(|other| !seen[*other]);
        }
        if chain.len() >= FEWEST {
            list.push(chain);
        }
    }
    Chains { list, compression, held: held.len() }
}

/// Of each body: its neighbours in a chain, behind it and ahead of it along its direction.
fn links<const D: usize>(
    view: &View<D>,
    compression: &[(f64, Vector<D>)],
    mean: f64,
) -> Vec<[Option<usize>; 2]> {
    let mut best: Vec<[Option<(f64, usize)>; 2]> = vec![[None; 2]; view.bodies()];
    let mut pairs = BTreeSet::new();
    for contact in view.touching() {
        // From the antagonist to the candidate; the image across a border, where space repeats.
        let normal = contact.frame.column(0);
        let branch = contact.arms[1] - contact.arms[0] + normal * contact.gap;
        let [candidate, antagonist] = contact.bodies;
        let cosine = |body: usize| compression[body].1.dot(&branch) / branch.norm();
        let strong = |body: usize| compression[body].0 > mean && cosine(body).abs() >= ALIGNED;
        if !(strong(candidate) && strong(antagonist)) {
            continue;
        }
        pairs.insert([candidate, antagonist]);
        for (body, other, way) in [(candidate, antagonist, -1.0), (antagonist, candidate, 1.0)] {
            let along = way * cosine(body);
            let side = &mut best[body][usize::from(along > 0.0)];
            // Equal ones: the first body, so that the order of contacts does not matter.
            if side.is_none_or(|(so_far, b)| (along.abs(), b) > (so_far, other)) {
                *side = Some((along.abs(), other));
            }
        }
    }
    let chosen = |body: usize, other: usize| best[body].iter().flatten().any(|b| b.1 == other);
    let mut links = vec![[None; 2]; view.bodies()];
    for [a, b] in pairs {
        if chosen(a, b) && chosen(b, a) {
            for (body, other) in [(a, b), (b, a)] {
                let side = usize::from(best[body][1].is_some_and(|found| found.1 == other));
                links[body][side] = Some(other);
            }
        }
    }
    links
}

pub(super) fn measure<const D: usize>(view: &View<D>) -> Result<Table, Refused> {
    let mut table = Table::new(&[("chain", ""), ("place", ""), ("body", "")])
        .vector::<D>("", "m")
        .column("compression", "Pa")
        .vector::<D>("direction", "");
    let found = chains(view);
    for (k, chain) in found.list.iter().enumerate() {
        for (place, body) in chain.iter().enumerate() {
            let name = Item::Name(view.constants.names[*body].clone());
            let mut row = vec![Item::Whole(k + 1), Item::Whole(place + 1), name];
            let place = view.place(&view.position(*body));
            extend(&mut row, place.unwrap_or(view.position(*body)).iter());
            extend(&mut row, &[found.compression[*body].0]);
            extend(&mut row, found.compression[*body].1.iter());
            table.rows.push(row);
        }
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Setting, row};
    use nalgebra::Vector2;

    /// Columns of a lattice: every second one carries 5 N, the others 0.5 N; 0.1 N between them.
    #[test]
    fn strong_columns_are_chains() {
        let (columns, height) = (4, 6);
        let at = |k: usize| Vector2::new((k / height) as f64, (k % height) as f64);
        let mut setting = Setting::balls(&(0..columns * height).map(at).collect::<Vec<_>>());
        for k in 0..columns * height {
            if k % height > 0 {
                setting.press(k, k - 1, if (k / height) % 2 == 0 { 5.0 } else { 0.5 });
            }
            if k >= height {
                setting.press(k, k - height, 0.1);
            }
        }
        let found = super::chains(&setting.view());
        // The ends of a column are pushed from one side only, and still more than on average.
        let expected: Vec<Vec<usize>> =
            vec![(0..height).collect(), (2 * height..3 * height).collect()];
        assert_eq!(found.list, expected);
    }

    /// A row along x with a weaker tail has one chain; two grains are none.
    #[test]
    fn a_chain_has_three_grains() {
        let mut setting = row(6, 2);
        let h = setting.constants.time_step;
        for (contact, force) in setting.frame.contacts.iter_mut().zip([9.0, 9.0, 9.0, 9.0, 1.0]) {
            contact.impulse[0] = force * h;
        }
        assert_eq!(super::chains(&setting.view()).list, [[0, 1, 2]]);
        let table = super::measure(&setting.view()).expect("a table");
        assert_eq!(table.numbers("place"), [1.0, 2.0, 3.0]);
        assert_eq!(table.numbers("direction_x"), [1.0, 1.0, 1.0]);
        setting.frame.contacts[2..4].iter_mut().for_each(|contact| contact.impulse[0] = h);
        assert!(super::chains(&setting.view()).list.is_empty());
    }
}
