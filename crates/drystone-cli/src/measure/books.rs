//! The books of a run: works and dissipation since the start, at the steps of its frames.

use crate::Failure;
use drystone::measures::Value;
use drystone::results::Results;

/// The series that are added up over the steps.
const NAMES: [&str; 14] = [
    "load_work",
    "drive_work",
    "friction_dissipation",
    "impact_dissipation",
    "damping_dissipation",
    "plastic_dissipation",
    "bond_work",
    "joint_drive_work",
    "joint_spring_work",
    "joint_dissipation",
    "joint_impact_dissipation",
    "projection_work",
    "energy_error",
    "energy_gained",
];

/// Steps of the rows, and the totals.
pub struct Books {
    steps: Vec<f64>,
    totals: Vec<(&'static str, Vec<f64>)>,
}

impl Books {
    /// Reads them.
    pub fn read(results: &Results) -> Result<Self, Failure> {
        let series = |name: &str| results.series(name).map_err(Failure::input);
        // Older files have fewer.
        let there = results.series_names().map_err(Failure::input)?;
        let names = NAMES.into_iter().filter(|name| there.iter().any(|own| own == name));
        let totals = names.map(|name| Ok((name, series(name)?))).collect::<Result<_, _>>()?;
        Ok(Self { steps: series("step")?, totals })
    }

    /// The totals after a step: zero at the start, unknown where the history has no row.
    pub fn at(&self, step: u64) -> Vec<Value> {
        let row = self.steps.iter().position(|row| *row == step as f64);
        let total = |of: &Vec<f64>| match row {
            Some(row) => of.get(row).copied().unwrap_or(f64::NAN),
            None if step == 0 => 0.0,
            None => f64::NAN,
        };
        let value = |(name, of): &(&str, Vec<f64>)| Value {
            name: (*name).to_string(),
            unit: "J",
            value: total(of),
        };
        self.totals.iter().map(value).collect()
    }
}
