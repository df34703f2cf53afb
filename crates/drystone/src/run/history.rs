//! `history.csv`: one row per step (or every so many), flushed regularly.
//!
//! Energies are in joules (per metre of depth in the plane), lengths in metres. Works and
//! dissipations are totals since the start, so that rows can be skipped.

use crate::step::StepReport;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Instant;

/// The columns, in order.
const COLUMNS: &[&str] = &[
    "step",
    "time",
    "contacts",
    "active",
    "sticking",
    "sliding",
    "opening",
    "iterations",
    "ill_posed",
    "status",
    "residual_natural_map",
    "residual_contact_max",
    "residual_quadratic_mean",
    "penetration_max",
    "penetration_mean",
    "kinetic_energy",
    "potential_energy",
    "load_work",
    "drive_work",
    "friction_dissipation",
    "impact_dissipation",
    "damping_dissipation",
    "energy_error",
    "momentum_error",
    "looks",
    "parts",
];

/// Seconds between two flushes, so that the file can be watched during the run.
const FLUSH_SECONDS: f64 = 1.0;

/// Writer of the history.
pub struct History {
    file: BufWriter<File>,
    flushed: Instant,
    last: StepReport,
    /// Load and drive work, dissipation by friction, impact, damping, energy error.
    totals: [f64; 6],
}

impl History {
    /// Creates the file with its header.
    pub fn create(path: &Path) -> io::Result<Self> {
        let mut file = BufWriter::new(File::create(path)?);
        writeln!(file, "{}", COLUMNS.join(","))?;
        file.flush()?;
        Ok(Self { file, flushed: Instant::now(), last: StepReport::default(), totals: [0.0; 6] })
    }

    /// Adds a step to the totals.
    pub fn add(&mut self, report: &StepReport) {
        let ledger = &report.ledger;
        let step = [
            ledger.load_work,
            ledger.drive_work,
            ledger.friction_dissipation,
            ledger.impact_dissipation,
            ledger.damping_dissipation,
            ledger.energy_error,
        ];
        for (total, part) in self.totals.iter_mut().zip(step) {
            *total += part;
        }
        self.last = *report;
    }

    /// Writes the row of the last step added.
    pub fn write(&mut self, flush: bool) -> io::Result<()> {
        let r = &self.last;
        let residual = &r.solver.residual;
        write!(self.file, "{},{}", r.step, r.time)?;
        let solver = [r.solver.iterations, r.solver.ill_posed];
        for count in [r.contacts, r.active, r.sticking, r.sliding, r.opening].iter().chain(&solver)
        {
            write!(self.file, ",{count}")?;
        }
        write!(self.file, ",{}", r.solver.status.name())?;
        let numbers = [
            residual.natural_map,
            residual.contact_max,
            residual.quadratic_mean,
            r.penetration_max,
            r.penetration_mean,
            r.ledger.kinetic,
            r.ledger.potential,
        ];
        for x in numbers.iter().chain(&self.totals).chain([&r.ledger.momentum_error]) {
            write!(self.file, ",{x:e}")?;
        }
        writeln!(self.file, ",{},{}", r.looks, r.parts)?;
        if flush || self.flushed.elapsed().as_secs_f64() > FLUSH_SECONDS {
            self.file.flush()?;
            self.flushed = Instant::now();
        }
        Ok(())
    }
}
