//! Solves on a thread of its own, so that an interruption need not wait for a long solve and a
//! solver that panics is a result.

use drystone::problem::fclib::ProblemFile;
use drystone::solvers::laboratory::{Outcome, solve_file};
use drystone::solvers::{Family, Settings};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

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
            eprintln!("warning: Ctrl-C will end the command at once: {e}");
        }
        Self { sender, events }
    }

    /// Does the task and waits for the first event.
    pub fn solve(&self, task: Task) -> Event {
        let sender = self.sender.clone();
        std::thread::spawn(move || {
            let Task { problem, family, settings, guess, keep_history } = task;
            let solve = || solve_file(&problem, family, &settings, guess.as_deref(), keep_history);
            let event = match catch_unwind(AssertUnwindSafe(solve)) {
                Ok(result) => Event::Solved(Box::new(result)),
                Err(_) => Event::Crashed,
            };
            // Nobody listens any more after an interruption.
            let _ = sender.send(event);
        });
        self.events.recv().unwrap_or(Event::Interrupted)
    }
}
