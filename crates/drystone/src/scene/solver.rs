//! From the keys of `[solver]` to settings, checked. One reader serves scenes and whoever sets the
//! same keys elsewhere.

use super::check;
use super::document::Document;
use super::error::{Fault, SceneError};
use super::format::Solver;
use crate::problem::NORMS;
use crate::solvers::{FACETS, LINE_SEARCHES, LOCAL_METHODS, ORDERS, SOLVERS, Settings, find};

/// Settings from `key=value` arguments, with the keys of `[solver]`.
///
/// # Errors
///
/// A key is unknown or its value is not allowed; the error names the argument.
pub fn solver_settings(arguments: &[String]) -> Result<Settings, SceneError> {
    let overrides = arguments.to_vec();
    let document = Document { file: "--set".into(), text: String::new(), overrides };
    settings(&document.read()?).map_err(|fault| document.locate(fault))
}

/// The settings that a table `[solver]` describes; faults name its keys.
pub fn settings(solver: &Solver) -> Result<Settings, Fault> {
    if find(&solver.name).is_none() {
        let known = SOLVERS.iter().map(|family| family.about.name);
        return Err(Fault::unknown("name", "solver", &solver.name, known));
    }
    if !(solver.relaxation > 0.0 && solver.relaxation < 2.0) {
        let found = solver.relaxation;
        let message = format!("`relaxation` must be between 0 and 2, both excluded, found {found}");
        return Err(Fault::new("relaxation", message));
    }
    let max_iterations = check::at_least_one("max_iterations", solver.max_iterations)?;
    let share = check::positive("newton_share", solver.newton_share)?;
    let facets = check::whole_between("facets", solver.facets, FACETS)?;
    Ok(Settings {
        name: solver.name.clone().into(),
        tolerance: check::positive("tolerance", solver.tolerance)?,
        norm: named("norm", "norm", &solver.norm, NORMS)?,
        max_iterations: count(max_iterations),
        max_seconds: check::positive("max_seconds", solver.max_seconds.unwrap_or(f64::INFINITY))?,
        deadline: None,
        relaxation: solver.relaxation,
        newton_share: check::between("newton_share", share, 0.0, 1.0)?,
        acceleration: solver.acceleration,
        local: named("local", "one-contact method", &solver.local, LOCAL_METHODS)?,
        order: named("order", "order", &solver.order, ORDERS)?,
        freezing: count(solver.freezing),
        seed: solver.seed,
        line_search: named("line_search", "line search", &solver.line_search, LINE_SEARCHES)?,
        facets,
        prefer_rest: solver.prefer_rest,
    })
}

fn count(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// What a table gives a name to.
fn named<T: Copy>(key: &str, kind: &str, name: &str, table: &[(T, &str)]) -> Result<T, Fault> {
    let known = || table.iter().map(|entry| entry.1);
    let found = table.iter().find(|entry| entry.1 == name);
    found.map(|entry| entry.0).ok_or_else(|| Fault::unknown(key, kind, name, known()))
}
