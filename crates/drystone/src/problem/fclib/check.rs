//! What every problem must fulfil, whether read from a file or about to be written to one.

use super::error::Wrong;
use super::{Block, Equations, ProblemFile, Solution};
use crate::linalg::Sparse;

/// Checks lengths, signs and that every number is finite; `root` names the problem's group.
pub fn check(problem: &ProblemFile, root: &str) -> Result<(), Wrong> {
    let contacts = problem.contacts();
    let components = contacts * problem.block.size();
    let of_contacts = of_contacts(problem.block, contacts);
    let vector = |name: &str, values: &[f64], expected: usize, of: &str| {
        let path = format!("{root}/vectors/{name}");
        length(&path, values.len(), expected, of)?;
        finite(&path, values)
    };
    match &problem.equations {
        Equations::Local { delassus, q } => {
            vector("q", q, components, &of_contacts)?;
            matrix(&format!("{root}/W"), delassus, components, components)?;
        }
        Equations::Global { mass, kinematic, f, w } => {
            vector("f", f, f.len(), "degrees of freedom")?;
            vector("w", w, components, &of_contacts)?;
            matrix(&format!("{root}/M"), mass, f.len(), f.len())?;
            matrix(&format!("{root}/H"), kinematic, f.len(), components)?;
        }
    }
    vector("mu", &problem.mu, contacts, "one for each contact")?;
    not_negative(&format!("{root}/vectors/mu"), &problem.mu)?;
    let rolling = if problem.block.is_rolling() { contacts } else { 0 };
    vector("mu_r", &problem.mu_r, rolling, "one for each contact that resists rolling")?;
    not_negative(&format!("{root}/vectors/mu_r"), &problem.mu_r)?;
    let info = &problem.info;
    for (name, text) in
        [("title", &info.title), ("description", &info.description), ("math_info", &info.math_info)]
    {
        if text.contains('\0') {
            return Err(Wrong::at(format!("{root}/info/{name}"), "contains a zero byte"));
        }
    }
    if let Some(found) = &problem.solution {
        solution("/solution", found, problem.dofs(), components)?;
    }
    for (k, guess) in problem.guesses.iter().enumerate() {
        solution(&format!("/guesses/{}", k + 1), guess, problem.dofs(), components)?;
    }
    Ok(())
}

/// That a vector has the entries of so many contacts: asked before matrices, so that the vector is
/// blamed and not the matrix that fits all others.
pub fn entries(path: &str, found: usize, block: Block, contacts: usize) -> Result<(), Wrong> {
    length(path, found, contacts * block.size(), &of_contacts(block, contacts))
}

fn of_contacts(block: Block, contacts: usize) -> String {
    format!("{} for each of {contacts} contacts", block.size())
}

fn solution(path: &str, found: &Solution, dofs: usize, components: usize) -> Result<(), Wrong> {
    let parts = [("v", &found.v, dofs), ("u", &found.u, components), ("r", &found.r, components)];
    for (name, values, expected) in parts {
        let path = format!("{path}/{name}");
        length(&path, values.len(), expected, "as the problem")?;
        finite(&path, values)?;
    }
    Ok(())
}

fn matrix(path: &str, a: &Sparse, rows: usize, cols: usize) -> Result<(), Wrong> {
    size(&format!("{path}/m"), a.rows(), rows)?;
    size(&format!("{path}/n"), a.cols(), cols)?;
    finite(&format!("{path}/x"), a.values())
}

/// One dimension of a matrix, against the vectors it is multiplied with.
pub fn size(path: &str, found: usize, expected: usize) -> Result<(), Wrong> {
    if found == expected {
        return Ok(());
    }
    Err(Wrong::at(path, format!("is {found}, but the vectors ask for {expected}")))
}

fn length(path: &str, found: usize, expected: usize, of: &str) -> Result<(), Wrong> {
    if found == expected {
        return Ok(());
    }
    Err(Wrong::at(path, format!("has {found} entries, expected {expected} ({of})")))
}

/// That every number is finite.
pub fn finite(path: &str, values: &[f64]) -> Result<(), Wrong> {
    match values.iter().position(|x| !x.is_finite()) {
        None => Ok(()),
        Some(k) => Err(Wrong::at(path, format!("{} at position {k} is not finite", values[k]))),
    }
}

fn not_negative(path: &str, values: &[f64]) -> Result<(), Wrong> {
    match values.iter().position(|x| *x < 0.0) {
        None => Ok(()),
        Some(k) => Err(Wrong::at(path, format!("{} at position {k} is negative", values[k]))),
    }
}
