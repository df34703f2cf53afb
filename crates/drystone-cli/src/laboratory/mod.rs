//! What the commands of the laboratory share: which files, which solvers, what came of them.

pub mod answer;
pub mod files;
pub mod history;
pub mod outcome;
pub mod worker;

use crate::Failure;
use drystone::scene::did_you_mean;
use drystone::solvers::{Family, SOLVERS, find};

/// The families of a list of names separated by commas; `all` stands for every one.
pub fn families(names: &str) -> Result<Vec<&'static Family>, Failure> {
    if asks_for_all(names) {
        return Ok(SOLVERS.iter().collect());
    }
    let mut found: Vec<&'static Family> = vec![];
    for name in names.split(',').map(str::trim) {
        let family = find(name).ok_or_else(|| unknown(name))?;
        if !found.iter().any(|other| other.about.name == family.about.name) {
            found.push(family);
        }
    }
    Ok(found)
}

/// Whether a list of names has `all` in it.
pub fn asks_for_all(names: &str) -> bool {
    names.split(',').any(|name| name.trim() == "all")
}

fn unknown(name: &str) -> Failure {
    let known = SOLVERS.iter().map(|family| family.about.name).chain(["all"]);
    let help = did_you_mean(name, known).unwrap_or("`drystone solvers` lists them".to_string());
    Failure::input(format!("no solver `{name}`\nhelp: {help}"))
}

/// A count of at least one, for the command line.
pub fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(0) => Err("must be at least 1".to_string()),
        Ok(n) => Ok(n),
        Err(_) => Err("is not a whole number".to_string()),
    }
}

/// A number greater than zero, for the command line.
pub fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(x) if x > 0.0 && x.is_finite() => Ok(x),
        Ok(_) => Err("must be greater than 0 and finite".to_string()),
        Err(_) => Err("is not a number".to_string()),
    }
}
