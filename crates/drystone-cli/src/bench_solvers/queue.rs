//! Works through the solves to be done, some at a time.

use super::attempt::Attempt;
use super::results::Results;
use crate::Failure;
use crate::words::say;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value;
use std::collections::VecDeque;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Time between two plain lines of progress.
const LINE_EVERY: Duration = Duration::from_secs(2);

/// Does the attempts and adds each result as it comes; whether the user interrupted.
pub fn run(attempts: Vec<Attempt>, jobs: usize, results: &mut Results) -> Result<bool, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let handler = stop.clone();
    if let Err(e) = ctrlc::set_handler(move || handler.store(true, Ordering::Relaxed)) {
        say!("warning: Ctrl-C will end the command without a report: {e}");
    }
    let mut display = Display::new(attempts.len());
    let queue = Mutex::new(VecDeque::from(attempts));
    let (sender, finished) = channel();
    let outcome = std::thread::scope(|scope| {
        for _ in 0..jobs {
            let (sender, queue, stop) = (sender.clone(), &queue, &stop);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    // A panic elsewhere leaves the queue as it was.
                    let next = queue.lock().unwrap_or_else(|e| e.into_inner()).pop_front();
                    let Some(attempt) = next else { break };
                    match attempt.run(stop) {
                        Ok(None) => break,
                        Ok(Some(result)) => {
                            if sender.send(Ok(result)).is_err() {
                                break;
                            }
                        }
                        Err(e) => {
                            let _ = sender.send(Err(e));
                            break;
                        }
                    }
                }
            });
        }
        drop(sender);
        for result in &finished {
            let added = match result {
                Ok(result) => {
                    display.show(&result);
                    results.add(result)
                }
                Err(e) => Err(Failure::run(format!("cannot start a solve: {e}"))),
            };
            if let Err(failure) = added {
                stop.store(true, Ordering::Relaxed);
                return Err(failure);
            }
        }
        Ok(())
    });
    display.finish();
    outcome.map(|()| stop.load(Ordering::Relaxed))
}

/// Progress on stderr: a bar on a terminal, a plain line every two seconds elsewhere.
struct Display {
    bar: Option<ProgressBar>,
    done: usize,
    all: usize,
    last: Instant,
}

impl Display {
    fn new(all: usize) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(all as u64);
            if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} {msg} {eta} left")
            {
                bar.set_style(style);
            }
            bar
        });
        Self { bar, done: 0, all, last: Instant::now() }
    }

    fn show(&mut self, result: &Value) {
        self.done += 1;
        let text = |name: &str| result[name].as_str().unwrap_or_default().to_string();
        let words = format!("{} {} {},", text("file"), text("solver"), text("status"));
        if let Some(bar) = &self.bar {
            bar.set_position(self.done as u64);
            bar.set_message(words);
        } else if self.last.elapsed() >= LINE_EVERY {
            self.last = Instant::now();
            say!("{}/{} {words}", self.done, self.all);
        }
    }

    fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
