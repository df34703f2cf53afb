//! Which degrees of freedom belong to one body, where a file does not say so.

use crate::linalg::Sparse;

/// Most degrees of freedom of a body whose mass is factorised as a dense block.
const MOST: usize = 200;

/// Bodies.
#[derive(Default)]
pub struct Bodies {
    /// Degrees of freedom of each that contacts touch, ascending.
    pub dofs: Vec<Vec<u32>>,
    /// Degrees of freedom of each without contacts.
    pub alone: Vec<Vec<u32>>,
    /// The bodies of each contact, one or two.
    pub of_contact: Vec<Vec<usize>>,
}

/// Groups degrees of freedom into bodies: such that M couples none of different bodies and each
/// contact touches two at most. Runs of six or three are tried first (rigid bodies; M is often
/// diagonal and says nothing), then what M couples. `None` when neither does.
pub fn bodies_of(mass: &Sparse, rows_of_contacts: &Sparse, components: usize) -> Option<Bodies> {
    let n = mass.rows();
    let run = |size: usize| (n.is_multiple_of(size)).then(|| (0..n).map(|i| i / size).collect());
    let sizes = if components == 2 { [3, 2] } else { [6, 3] };
    let coupled = mass.components().1;
    let ways = sizes.into_iter().filter_map(run).chain([coupled]);
    ways.into_iter().find_map(|body| group(mass, rows_of_contacts, components, &body))
}

fn group(
    mass: &Sparse,
    rows_of_contacts: &Sparse,
    components: usize,
    body: &[usize],
) -> Option<Bodies> {
    for (i, own) in body.iter().enumerate() {
        let (columns, values) = mass.row(i);
        let foreign = |(j, x): (&u32, &f64)| body[*j as usize] != *own && *x != 0.0;
        if columns.iter().zip(values).any(foreign) {
            return None;
        }
    }
    let contacts = rows_of_contacts.rows() / components;
    let mut touched: Vec<Vec<usize>> = vec![vec![]; contacts];
    for row in 0..contacts * components {
        let bodies = &mut touched[row / components];
        let (columns, values) = rows_of_contacts.row(row);
        for (&j, x) in columns.iter().zip(values) {
            let other = body[j as usize];
            if *x != 0.0 && !bodies.contains(&other) {
                bodies.push(other);
            }
        }
        if bodies.len() > 2 {
            return None;
        }
    }
    // Bodies without contacts take no part in the problem: they have no number.
    let mut all: Vec<Vec<u32>> = vec![vec![]; body.iter().max().map_or(0, |m| m + 1)];
    for (dof, own) in body.iter().enumerate() {
        all[*own].push(dof as u32);
    }
    if all.iter().any(|d| d.len() > MOST) {
        return None;
    }
    let mut has_contacts = vec![false; all.len()];
    for &other in touched.iter().flatten() {
        has_contacts[other] = true;
    }
    let mut number = vec![0; all.len()];
    let (mut dofs, mut alone) = (vec![], vec![]);
    for (other, own) in all.into_iter().enumerate() {
        number[other] = dofs.len();
        if has_contacts[other] { &mut dofs } else { &mut alone }.push(own);
    }
    let of_contact = touched.into_iter().map(|t| t.into_iter().map(|b| number[b]).collect());
    Some(Bodies { dofs, alone, of_contact: of_contact.collect() })
}
