//! Solves on a thread of its own, so that an interruption need not wait for a long solve and a
//! solver that panics is a result.

use crate::words::say;
use drystone::problem::fclib::ProblemFile;
use drystone::solvers::laboratory::{Outcome, solve_file};
use drystone::solvers::{Family, Settings, Status};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;

/// What to solve.
pub struct Task {
    /// The problem.
    pub problem: Arc<ProblemFile>,
    /// The solver.
    pub family: &'static Family,
    /// When to stop.
    pub settings: Settings,
    /// Impulses to begin with, if not zero.
    pub guess: Option<Vec<f64>>,
    /// Whether verdicts along the way are kept.
    pub keep_history: bool,
    /// Whether a short solve is repeated, for the sake of its time.
    pub repeat_short: bool,
}

/// Solves shorter than this (s) are repeated: the first one of a process mostly measures memory that
/// is touched for the first time.
const SHORT: f64 = 5e-3;
/// Most solves, and seconds for all of them.
const REPEATS: (usize, f64) = (20, 0.05);

impl Task {
    /// Solves; of several solves the shortest that converged counts.
    fn solve(&self) -> Result<Outcome, String> {
        let Self { problem, family, settings, guess, keep_history, .. } = self;
        let solve = || solve_file(problem, family, settings, guess.as_deref(), *keep_history);
        let mut best = solve()?;
        let converged = |outcome: &Outcome| outcome.report.status == Status::Converged;
        if !self.repeat_short || !converged(&best) || best.seconds >= SHORT {
            return Ok(best);
        }
        let (start, (solves, seconds)) = (Instant::now(), REPEATS);
        for _ in 1..solves {
            if start.elapsed().as_secs_f64() > seconds {
                break;
            }
            let again = solve()?;
            if converged(&again) && again.seconds < best.seconds {
                best = again;
            }
        }
        Ok(best)
    }
}

/// What came of it.
pub enum Event {
    /// An answer, or why the problem cannot be solved at all.
    Solved(Box<Result<Outcome, String>>),
    /// The solver panicked.
    Crashed,
    /// The user wants to stop.
    Interrupted,
}

/// The desk where events arrive.
pub struct Desk {
    sender: Sender<Event>,
    events: Receiver<Event>,
}

impl Desk {
    /// A desk that hears of interruptions.
    pub fn new() -> Self {
        let (sender, events) = channel();
        let to_desk = sender.clone();
        let interrupted = move || {
            if to_desk.send(Event::Interrupted).is_err() {
                std::process::exit(1);
            }
        };
        if let Err(e) = ctrlc::set_handler(interrupted) {
            say!("warning: Ctrl-C will end the command at once: {e}");
        }
        Self { sender, events }
    }

    /// Does the task and waits for the first event.
    pub fn solve(&self, task: Task) -> Event {
        let sender = self.sender.clone();
        std::thread::spawn(move || {
            let event = match catch_unwind(AssertUnwindSafe(|| task.solve())) {
                Ok(result) => Event::Solved(Box::new(result)),
                Err(_) => Event::Crashed,
            };
            // Nobody listens any more after an interruption.
            let _ = sender.send(event);
        });
        self.events.recv().unwrap_or(Event::Interrupted)
    }
}
