//! `problems/step-NNNNNN.hdf5`: contact problems of a run, for study with other solvers.

use super::output::{Folder, RunError};
use crate::problem::NORMS;
use crate::problem::fclib::{Info, Storage};
use crate::scene::Description;
use crate::scene::format::{self, Every, When};
use crate::solvers::Status;
use crate::step::Posed;
use crate::world::World;
use serde::{Deserialize, Serialize};

/// Most problems that are kept because they did not converge.
const UNCONVERGED: usize = 10;

/// Keeps problems.
pub struct Problems<'a> {
    description: &'a Description,
    folder: &'a Folder,
    written: usize,
    /// Problems that were to be kept and could not be, and why the first could not.
    left_out: Option<LeftOut>,
}

/// Problems that no file could hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// How many.
    pub steps: u64,
    /// The first of them.
    pub first_step: u64,
    /// Why.
    pub reason: String,
}

impl<'a> Problems<'a> {
    /// Nothing is written before there is a problem to keep.
    pub fn new(description: &'a Description, folder: &'a Folder) -> Self {
        Self { description, folder, written: 0, left_out: None }
    }

    /// Writes the problem of a step if it is one to keep.
    pub fn consider<const D: usize>(
        &mut self,
        step: u64,
        world: &World<D>,
        posed: &Posed,
    ) -> Result<(), RunError> {
        if posed.is_empty() || !self.wants(step, posed.report.status) {
            return Ok(());
        }
        let info = self.info(step, world, posed);
        let name = format!("problems/step-{step:06}.hdf5");
        let file = posed.file(info).map_err(str::to_string);
        // What no file can hold, such as a number that overflowed, must not end the run.
        let bytes = file.and_then(|file| {
            file.to_bytes(&name, Storage::Columns).map_err(|error| error.to_string())
        });
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(reason) => {
                let first = LeftOut { steps: 0, first_step: step, reason };
                self.left_out.get_or_insert(first).steps += 1;
                return Ok(());
            }
        };
        let folder = self.folder.file("problems");
        std::fs::create_dir_all(folder).map_err(|e| self.folder.failed("problems", &e))?;
        self.folder.write(&name, &bytes)?;
        self.written += 1;
        Ok(())
    }

    /// Problems that were to be kept and could not be.
    pub fn left_out(&self) -> Option<LeftOut> {
        self.left_out.clone()
    }

    fn wants(&self, step: u64, status: Status) -> bool {
        match &self.description.record.problems {
            format::Problems::When(When::Never) => false,
            format::Problems::When(When::All) => true,
            format::Problems::When(When::Unconverged) => {
                status != Status::Converged && self.written < UNCONVERGED
            }
            format::Problems::Every(Every { every }) => step.is_multiple_of(*every),
            format::Problems::Steps(steps) => steps.contains(&step),
        }
    }

    fn info<const D: usize>(&self, step: u64, world: &World<D>, posed: &Posed) -> Info {
        let title = match self.description.title.as_str() {
            "" => "a scene without title",
            title => title,
        };
        let solver = &world.solver;
        let norm = NORMS.iter().find(|entry| entry.0 == solver.norm).map_or("", |entry| entry.1);
        // Zero bytes end a text in files.
        let title = title.replace('\0', " ");
        Info {
            description: format!(
                "step {step} (t = {} s) of: {title}; drystone {}; solver {} to {:e} ({norm}): {}",
                world.time,
                crate::VERSION,
                solver.name,
                solver.tolerance,
                posed.report.status.name()
            ),
            title,
            math_info: "mass-normalised: M is the identity, f is zero, w the relative velocity \
                        without impulses and with the shifts of the laws; the guess is the \
                        impulses of the step before, the solution those of the step"
                .to_string(),
        }
    }
}
