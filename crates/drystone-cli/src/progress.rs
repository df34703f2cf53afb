//! Progress of a run on stderr: a bar on a terminal, a plain line every two seconds elsewhere.

use crate::words::say;
use drystone::run::Progress;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Time between two plain lines.
const LINE_EVERY: Duration = Duration::from_secs(2);

/// Where progress goes.
pub enum Display {
    /// Nowhere.
    Nothing,
    /// A bar on a terminal.
    Bar(ProgressBar),
    /// Plain lines.
    Lines {
        /// When the run began.
        start: Instant,
        /// When the last line was written.
        last: Instant,
        /// Steps that were done before: a run may be gone on with.
        before: Option<u64>,
    },
}

impl Display {
    /// The display for a run.
    pub fn new(silent: bool) -> Self {
        if silent {
            return Self::Nothing;
        }
        if !std::io::stderr().is_terminal() {
            return Self::Lines { start: Instant::now(), last: Instant::now(), before: None };
        }
        let bar = ProgressBar::new(0);
        let template = "{bar:24} {pos}/{len} {msg} {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self::Bar(bar)
    }

    /// Shows a step.
    pub fn show(&mut self, progress: &Progress) {
        let words = || {
            format!(
                "t = {:.4} s, {} contacts, {} iterations, residual {:.1e},",
                progress.time, progress.contacts, progress.iterations, progress.residual
            )
        };
        match self {
            Self::Nothing => {}
            Self::Bar(bar) => {
                if bar.length() != Some(progress.steps) {
                    bar.set_length(progress.steps);
                    bar.set_position(progress.step - 1);
                    bar.reset_eta();
                }
                bar.set_position(progress.step);
                bar.set_message(words());
            }
            Self::Lines { start, last, before } => {
                let before = *before.get_or_insert(progress.step - 1);
                if last.elapsed() >= LINE_EVERY {
                    *last = Instant::now();
                    let pace = start.elapsed().as_secs_f64() / (progress.step - before) as f64;
                    let left = pace * (progress.steps - progress.step) as f64;
                    let (step, steps) = (progress.step, progress.steps);
                    say!("step {step}/{steps} {} {left:.0} s left", words());
                }
            }
        }
    }

    /// Takes the display away.
    pub fn finish(&self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}
