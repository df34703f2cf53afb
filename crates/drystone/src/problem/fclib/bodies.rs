//! Which degrees of freedom belong to one body, where a file does not say so.

use crate::linalg::Sparse;

/// Most degrees of freedom of a body whose mass is factorised as a dense block.
const MOST: usize = 200;

/// Bodies that contacts touch.
pub struct Bodies {
    /// Degrees of freedom of each, ascending.
    pub dofs: Vec<Vec<u32>>,
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
    // Bodies without contacts take no part.
    let mut number = vec![usize::MAX; body.iter().max().map_or(0, |m| m + 1)];
    for &other in touched.iter().flatten() {
        number[other] = 0;
    }
    let mut count = 0;
    for number in number.iter_mut().filter(|n| **n == 0) {
        *number = count;
        count += 1;
    }
    let mut dofs: Vec<Vec<u32>> = vec![vec![]; count];
    for (dof, own) in body.iter().enumerate() {
        if number[*own] != usize::MAX {
            dofs[number[*own]].push(dof as u32);
        }
    }
    if dofs.iter().any(|d| d.len() > MOST) {
        return None;
    }
    let of_contact = touched.into_iter().map(|t| t.into_iter().map(|b| number[b]).collect());
    Some(Bodies { dofs, of_contact: of_contact.collect() })
}
