//! The table `[solver]`.

use super::names;
use crate::problem::NORMS;
use crate::solvers::{LINE_SEARCHES, LOCAL_METHODS, ORDERS, SOLVERS, Settings};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which contact solver is used, when it stops, and how it iterates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Solver {
    /// Name of the solver; `drystone solvers` lists them. Default "auto".
    #[schemars(extend("enum" = names(SOLVERS.iter().map(|family| family.about.name))))]
    pub name: String,
    /// Residual to reach, without unit. Default 1e-6; usual 1e-3 to 1e-10.
    pub tolerance: f64,
    /// Norm of the residual. Default "quadratic_mean".
    #[schemars(extend("enum" = names(NORMS.iter().map(|entry| entry.1))))]
    pub norm: String,
    /// Most iterations in one step. Those of "auto" are counted in sweeps: an iteration of Newton's
    /// methods counts as the sweeps it costs. Default 10000.
    pub max_iterations: u64,
    /// Most seconds in one step. Default: no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_seconds: Option<f64>,
    /// Relaxation factor of each contact's update in sweeps, between 0 and 2. Default 1.
    pub relaxation: f64,
    /// Whether sweeps are extrapolated (Anderson) where that pays. Default: true.
    pub acceleration: bool,
    /// Order in which "gauss-seidel" (and "auto") visits the contacts: "natural" (as they are
    /// numbered), "shuffled" (anew each sweep), "symmetric" (there and back), "distance" (from the
    /// supports outwards), or "adaptive" (natural, and shuffled once that stagnates). Default
    /// "adaptive".
    #[schemars(extend("enum" = names(ORDERS.iter().map(|entry| entry.1))))]
    pub order: String,
    /// Seed of shuffled orders. Default 0.
    pub seed: u64,
    /// Sweeps without impulse after which "gauss-seidel" (and "auto") visits a contact in every
    /// eighth sweep only; 0 for never. Default 0; usual 5 to 50.
    pub freezing: u64,
    /// How sweeps solve one contact: "exact" (fastest), "hybrid" (Newton, then exact), "quartic"
    /// (every root, in space), "newton_alart_curnier" and "newton_jean_moreau" (may jam) or
    /// "projection" (slow). Default "exact".
    #[schemars(extend("enum" = names(LOCAL_METHODS.iter().map(|entry| entry.1))))]
    pub local: String,
    /// How Newton's methods choose the length of their steps. Default "nonmonotone_armijo".
    #[schemars(extend("enum" = names(LINE_SEARCHES.iter().map(|entry| entry.1))))]
    pub line_search: String,
    /// Share of the tolerance that Newton's methods go on to when "auto" chooses them, above 0 and
    /// at most 1: their last digits cost little, and a simulation drifts the less. Default 1e-3.
    pub newton_share: f64,
    /// Facets of the friction cones that "lemke" begins with, 3 to 64. Default 8.
    #[schemars(range(min = 3, max = 64))]
    pub facets: u64,
    /// Whether rest is tried before the solver where contacts are closed and at rest, and taken where it
    /// is a solution. With friction there may be others: a wall on a slope may rest and may slide, and
    /// which of them a solver finds is an accident. For dry contacts and joints of rigid bodies; costs a
    /// convex programme a step. Default: false.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub prefer_rest: bool,
}

impl Default for Solver {
    fn default() -> Self {
        let settings = Settings::default();
        Self {
            name: settings.name.into_owned(),
            tolerance: settings.tolerance,
            norm: name_of(NORMS, settings.norm),
            max_iterations: settings.max_iterations as u64,
            max_seconds: None,
            relaxation: settings.relaxation,
            acceleration: settings.acceleration,
            order: name_of(ORDERS, settings.order),
            seed: settings.seed,
            freezing: settings.freezing as u64,
            local: name_of(LOCAL_METHODS, settings.local),
            line_search: name_of(LINE_SEARCHES, settings.line_search),
            newton_share: settings.newton_share,
            facets: settings.facets as u64,
            prefer_rest: settings.prefer_rest,
        }
    }
}

/// The name that a table gives a value.
fn name_of<T: PartialEq>(table: &[(T, &str)], value: T) -> String {
    table.iter().find(|entry| entry.0 == value).map_or("", |entry| entry.1).to_string()
}
