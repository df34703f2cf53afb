//! `history.csv`: one row per step (or every so many), flushed regularly.
//!
//! Energies are in joules (per metre of depth in the plane), lengths in metres. Works and
//! dissipations are totals since the start, so that rows can be skipped. What bonds take
//! (`bond_work`) is stored in their springs or spent on breaking them. Joints have four entries: work of
//! motors, taken by springs, lost by friction and dampers, and lost where they hold (shocks, limits).
//! `projection_work` is what bodies gained by being brought out of each other, `overlap_max` the worst
//! penetration as a share of the smaller body's size. `unconverged_…`, `deep_steps` and `deepest_…`
//! are of the run until then: how many steps did not converge and which was the worst, in how many
//! some pair was deeper in each other than 1 % of the smaller body, and the worst of these with the
//! numbers of its bodies. `energy_gained` is what friction and impacts of a step together gave
//! instead of taking it, and so damping, and friction and dampers of joints.

use crate::results::Remarks;
use crate::results::remarks::REMARKED;
use crate::solvers::Status;
use crate::step::StepReport;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Instant;

/// The columns, in order: name, unit, whether it counts something.
pub const COLUMNS: &[(&str, &str, bool)] = &[
    ("step", "", true),
    ("time", "s", false),
    ("contacts", "", true),
    ("active", "", true),
    ("sticking", "", true),
    ("sliding", "", true),
    ("opening", "", true),
    ("iterations", "", true),
    ("ill_posed", "", true),
    ("status", "", false),
    ("residual_natural_map", "", false),
    ("residual_contact_max", "", false),
    ("residual_quadratic_mean", "", false),
    ("penetration_max", "m", false),
    ("penetration_mean", "m", false),
    ("kinetic_energy", "J", false),
    ("potential_energy", "J", false),
    ("elastic_energy", "J", false),
    ("load_work", "J", false),
    ("drive_work", "J", false),
    ("friction_dissipation", "J", false),
    ("impact_dissipation", "J", false),
    ("damping_dissipation", "J", false),
    ("plastic_dissipation", "J", false),
    ("bond_work", "J", false),
    ("joint_drive_work", "J", false),
    ("joint_spring_work", "J", false),
    ("joint_dissipation", "J", false),
    ("joint_impact_dissipation", "J", false),
    ("projection_work", "J", false),
    ("energy_error", "J", false),
    ("energy_gained", "J", false),
    ("momentum_error", "", false),
    ("looks", "", true),
    ("parts", "", true),
    ("overlap_max", "", false),
    REMARKED[0],
    REMARKED[1],
    REMARKED[2],
    REMARKED[3],
    REMARKED[4],
    REMARKED[5],
    REMARKED[6],
    REMARKED[7],
    REMARKED[8],
];

/// Seconds between two flushes, so that the file can be watched during the run.
const FLUSH_SECONDS: f64 = 1.0;

/// Load and drive work, dissipation by friction, impact, damping and plasticity, work taken by bonds, work of motors of
/// joints, taken by their springs, lost by their friction and by their shocks, work of putting positions right, energy
/// error, energy that was given (J).
pub type Totals = [f64; 14];

/// Writer of the history.
pub struct History {
    file: BufWriter<File>,
    flushed: Instant,
    last: StepReport,
    totals: Totals,
}

/// Writes a row: a number for each column, and what was measured behind.
pub(super) fn write_line(file: &mut impl Write, row: &[f64]) -> io::Result<()> {
    let (own, measured) = row.split_at(COLUMNS.len().min(row.len()));
    for ((name, _, counts), x) in COLUMNS.iter().zip(own) {
        let comma = if *name == "step" { "" } else { "," };
        match *name {
            "status" => {
                let status = Status::ALL.get(*x as usize).copied().unwrap_or_default();
                write!(file, ",{}", status.name())?;
            }
            "time" => write!(file, ",{x}")?,
            _ if *counts => write!(file, "{comma}{x:.0}")?,
            _ => write!(file, ",{x:e}")?,
        }
    }
    for x in measured {
        match x.is_finite() {
            true => write!(file, ",{x:e}")?,
            false => write!(file, ",")?,
        }
    }
    writeln!(file)
}

/// The first line of a file with columns for what is measured.
pub(super) fn header(measured: &[String]) -> String {
    let names = COLUMNS.iter().map(|column| column.0);
    names.chain(measured.iter().map(String::as_str)).collect::<Vec<_>>().join(",")
}

impl History {
    /// Creates the file with its header; `measured` are columns beside its own.
    pub fn create(path: &Path, measured: &[String]) -> io::Result<Self> {
        let mut file = BufWriter::new(File::create(path)?);
        writeln!(file, "{}", header(measured))?;
        file.flush()?;
        Ok(Self {
            file,
            flushed: Instant::now(),
            last: StepReport::default(),
            totals: Totals::default(),
        })
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
            ledger.plastic_dissipation,
            ledger.bond_work,
            ledger.joint_drive_work,
            ledger.joint_spring_work,
            ledger.joint_dissipation,
            ledger.joint_impact_dissipation,
            ledger.projection_work,
            ledger.energy_error,
            ledger.energy_gained,
        ];
        for (total, part) in self.totals.iter_mut().zip(step) {
            *total += part;
        }
        self.last = *report;
    }

    /// Goes on with a file that is complete up to a checkpoint, with the totals of then.
    pub fn resume(path: &Path, totals: Totals) -> io::Result<Self> {
        let file = BufWriter::new(File::options().append(true).open(path)?);
        Ok(Self { file, flushed: Instant::now(), last: StepReport::default(), totals })
    }

    /// Puts everything that was written into the file.
    pub fn write_through(&mut self) -> io::Result<()> {
        self.flushed = Instant::now();
        self.file.flush()
    }

    /// The same, and on the disk.
    pub fn write_to_disk(&mut self) -> io::Result<()> {
        self.write_through()?;
        self.file.get_ref().sync_all()
    }

    /// Works, dissipations and errors so far.
    pub fn totals(&self) -> Totals {
        self.totals
    }

    /// The row of the last step added, a number for each column; the status by its number.
    pub fn row(&self, remarks: &Remarks) -> Vec<f64> {
        let r = &self.last;
        let residual = &r.solver.residual;
        let counts = [r.contacts, r.active, r.sticking, r.sliding, r.opening];
        let solver = [r.solver.iterations, r.solver.ill_posed, r.solver.status as usize];
        let mut row = vec![r.step as f64, r.time];
        row.extend(counts.into_iter().chain(solver).map(|count| count as f64));
        row.extend([
            residual.natural_map,
            residual.contact_max,
            residual.quadratic_mean,
            r.penetration_max,
            r.penetration_mean,
            r.ledger.kinetic,
            r.ledger.potential,
            r.ledger.elastic,
        ]);
        row.extend(self.totals);
        row.extend([r.ledger.momentum_error, r.looks as f64, r.parts as f64, r.overlap.share]);
        row.extend(remarks.row());
        row
    }

    /// Writes a row, and what was measured behind; of that a number that is none is left empty.
    pub fn write(&mut self, row: &[f64], flush: bool) -> io::Result<()> {
        write_line(&mut self.file, row)?;
        if flush || self.flushed.elapsed().as_secs_f64() > FLUSH_SECONDS {
            self.write_through()?;
        }
        Ok(())
    }
}
