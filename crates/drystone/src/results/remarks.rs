//! What stands beside every result: that bodies went into each other, and that steps did not
//! converge. It is kept as series, so that a run that was killed tells it up to its last row.

use super::{Results, ResultsError};
use serde::{Deserialize, Serialize};

/// Penetrations that are told, as a share of the smaller body's size.
pub(crate) const DEEP: f64 = 0.01;

/// Letters of a name that short remarks have.
const LETTERS: usize = 24;

/// The series that keep them: name, unit, whether it counts something. All are of the run up to the
/// row.
pub(crate) const REMARKED: [(&str, &str, bool); 9] = [
    ("unconverged_steps", "", true),
    ("unconverged_residual", "", false),
    ("unconverged_worst_step", "", true),
    ("deep_steps", "", true),
    ("deepest_step", "", true),
    ("deepest_overlap", "", false),
    ("deepest_depth", "m", false),
    ("deepest_candidate", "", true),
    ("deepest_antagonist", "", true),
];

/// Steps that did not converge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Unsolved {
    /// How many.
    pub steps: u64,
    /// The worst residual that one of them ended with, in the norm of the tolerance.
    #[serde(with = "bits")]
    pub residual: f64,
    /// That step.
    pub worst_step: u64,
}

/// Bodies that went into each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Penetration {
    /// Steps in which some pair was deeper in each other than 1 % of the smaller body.
    pub steps: u64,
    /// The step of the worst penetration, and its time (s).
    pub worst_step: u64,
    /// The same in time (s).
    pub time: f64,
    /// The two bodies.
    pub bodies: [String; 2],
    /// Their numbers.
    pub numbers: [usize; 2],
    /// How deep they were (m).
    pub depth: f64,
    /// The same as a share of the smaller body's size: its radius, or half of its smallest width.
    pub share: f64,
}

/// The remarks on results.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Remarks {
    /// Steps until then.
    pub steps: u64,
    /// Those that did not converge.
    pub unsolved: Option<Unsolved>,
    /// Bodies that went into each other by more than 1 % of the smaller one.
    pub penetration: Option<Penetration>,
}

impl Remarks {
    /// The numbers of the series.
    pub(crate) fn row(&self) -> [f64; 9] {
        let Unsolved { steps, residual, worst_step } = self.unsolved.unwrap_or_default();
        let deep = self.penetration.as_ref().map_or([0.0; 6], |deep| {
            let [candidate, antagonist] = deep.numbers.map(|body| body as f64);
            let [steps, worst] = [deep.steps, deep.worst_step].map(|step| step as f64);
            [steps, worst, deep.share, deep.depth, candidate, antagonist]
        });
        let mut row = [0.0; 9];
        row[..3].copy_from_slice(&[steps as f64, residual, worst_step as f64]);
        row[3..].copy_from_slice(&deep);
        row
    }

    /// Of numbers of the series, of a run of so many steps; bodies by their names.
    fn of_row(row: [f64; 9], steps: u64, time_step: f64, names: &[String]) -> Self {
        let [unsolved, residual, worst_step, deep, deepest, share, depth, one, other] = row;
        let numbers = [one as usize, other as usize];
        let name = |body: usize| names.get(body).cloned().unwrap_or_else(|| body.to_string());
        let penetration = || Penetration {
            steps: deep as u64,
            worst_step: deepest as u64,
            time: deepest * time_step,
            bodies: numbers.map(name),
            numbers,
            depth,
            share,
        };
        let own = Unsolved { steps: unsolved as u64, residual, worst_step: worst_step as u64 };
        let unsolved = (unsolved > 0.0).then_some(own);
        Self { steps, unsolved, penetration: (deep > 0.0).then(penetration) }
    }

    /// In sentences.
    pub fn sentences(&self) -> Vec<String> {
        let steps = self.steps;
        let unsolved = self.unsolved.map(|own| {
            format!(
                "{} of {steps} steps did not converge, worst residual {:.1e} in step {}",
                own.steps, own.residual, own.worst_step
            )
        });
        let penetration = self.penetration.as_ref().map(|deep| {
            let [a, b] = &deep.bodies;
            format!(
                "bodies went into each other: `{a}` and `{b}` by {:.1e} m at t = {:.4} s, {:.1} % of the smaller \
                 one, and by more than 1 % in {} of {steps} steps",
                deep.depth,
                deep.time,
                100.0 * deep.share,
                deep.steps
            )
        });
        unsolved.into_iter().chain(penetration).collect()
    }

    /// In few words, for titles.
    pub fn short(&self) -> Vec<String> {
        let unsolved = self.unsolved.map(|own| {
            format!(
                "{} of {} steps not converged (worst: {:.0e}, step {})",
                own.steps, self.steps, own.residual, own.worst_step
            )
        });
        let penetration = self.penetration.as_ref().map(|deep| {
            let [a, b] = &deep.bodies;
            format!(
                "{} in {} by {:.1} % of the smaller at t = {:.4} s",
                abridged(a),
                abridged(b),
                100.0 * deep.share,
                deep.time
            )
        });
        unsolved.into_iter().chain(penetration).collect()
    }
}

/// A name that is not too long for a title.
fn abridged(name: &str) -> String {
    match name.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_string(),
    }
}

impl Results {
    /// What must be known beside them, up to the last row; older files do not say.
    ///
    /// # Errors
    ///
    /// The file is damaged.
    pub fn remarks(&self) -> Result<Remarks, ResultsError> {
        // Their checksums are looked at with these.
        self.series("step")?;
        self.remarks_until(self.rows()?)
    }

    /// What must be known beside so many rows, which are sound.
    pub(super) fn remarks_until(&self, rows: usize) -> Result<Remarks, ResultsError> {
        let names = self.series_names()?;
        if !REMARKED.iter().all(|(wanted, ..)| names.iter().any(|name| name == wanted)) {
            return Ok(Remarks::default());
        }
        let Some(last) = rows.checked_sub(1) else { return Ok(Remarks::default()) };
        let step = self.series_part("step", last..rows)?.first().copied().unwrap_or(0.0);
        let mut row = [0.0; 9];
        for (number, (name, ..)) in row.iter_mut().zip(REMARKED) {
            *number = self.series_part(name, last..rows)?.first().copied().unwrap_or(0.0);
        }
        Ok(Remarks::of_row(row, step as u64, self.time_step(), &self.body_names()?))
    }

    /// The title of the scene, and below it, line by line, what must be known beside the results.
    ///
    /// # Errors
    ///
    /// The file is damaged.
    pub fn remarked_title(&self) -> Result<String, ResultsError> {
        let title = std::iter::once(self.title());
        Ok(title.chain(self.remarks()?.short()).collect::<Vec<_>>().join("\n"))
    }
}

/// Numbers by their bits: also those that are not finite come back as they were.
pub(crate) mod bits {
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(x: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(x.to_bits())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        u64::deserialize(deserializer).map(f64::from_bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_come_back_from_their_row() {
        let names: Vec<String> = ["floor", "slab", "ball"].map(String::from).into();
        let penetration = Penetration {
            steps: 3,
            worst_step: 20,
            time: 0.5,
            bodies: ["ball".into(), "floor".into()],
            numbers: [2, 0],
            depth: 1e-3,
            share: 0.02,
        };
        let unsolved = Unsolved { steps: 4, residual: 1e-2, worst_step: 7 };
        for unsolved in [None, Some(unsolved)] {
            for penetration in [None, Some(penetration.clone())] {
                let told = Remarks { steps: 30, unsolved, penetration };
                assert_eq!(Remarks::of_row(told.row(), 30, 0.025, &names), told);
            }
        }
        let told = Remarks { steps: 30, unsolved: Some(unsolved), penetration: Some(penetration) };
        let words = told.sentences().join("\n");
        assert!(words.contains("4 of 30 steps did not converge, worst residual 1.0e-2 in step 7"));
        assert!(words.contains("`ball` and `floor` by 1.0e-3 m at t = 0.5000 s, 2.0 %"), "{words}");
        assert!(Remarks::default().short().is_empty());
    }

    #[test]
    fn long_names_are_abridged_by_letters() {
        assert_eq!(abridged(&"ä".repeat(LETTERS)), "ä".repeat(LETTERS));
        assert_eq!(abridged(&"ä".repeat(30)), format!("{}…", "ä".repeat(LETTERS)));
    }
}
