//! One solver on one problem in a process of its own, with a hard limit of time.

use crate::laboratory::outcome::{About, Line};
use serde_json::{Value, json};
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often a process is looked after.
const LOOK_EVERY: Duration = Duration::from_millis(2);

/// A solve to be done.
#[derive(Clone)]
pub struct Attempt {
    /// The problem file.
    pub path: PathBuf,
    /// What is in it.
    pub about: About,
    /// Name of the solver.
    pub solver: &'static str,
    /// The error to reach.
    pub tolerance: f64,
    /// Most seconds.
    pub max_seconds: f64,
    /// Folder for the course of the solve.
    pub histories: PathBuf,
    /// Of the problem file and of the program.
    pub fingerprint: String,
}

impl Attempt {
    /// Does it; `None` when it was stopped before its end.
    pub fn run(&self, stop: &AtomicBool) -> std::io::Result<Option<Value>> {
        let start = Instant::now();
        let mut child = self.command()?.spawn()?;
        let limit = Duration::from_secs_f64(1.25 * self.max_seconds + 2.0);
        let ended = loop {
            if let Some(status) = child.try_wait()? {
                break Some(status);
            }
            let stopped = stop.load(Ordering::Relaxed);
            if stopped || start.elapsed() > limit {
                child.kill()?;
                child.wait()?;
                if stopped {
                    return Ok(None);
                }
                break None;
            }
            // Short solves are not kept waiting, long ones not disturbed.
            std::thread::sleep(LOOK_EVERY.max(start.elapsed() / 100));
        };
        let seconds = start.elapsed().as_secs_f64();
        let said = ended.and_then(|_| answer(&mut child));
        if said.is_none() && ended.is_some() {
            // Ctrl-C on a terminal reaches both processes: that is no crash.
            std::thread::sleep(Duration::from_millis(50));
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
        }
        let status = if ended.is_some() { "crashed" } else { "killed" };
        let mut result = said.unwrap_or_else(|| {
            Line::lost(self.about.clone(), self.solver, self.tolerance, status, seconds).object()
        });
        result["max_seconds"] = json!(self.max_seconds);
        result["fingerprint"] = json!(self.fingerprint);
        Ok(Some(result))
    }

    fn command(&self) -> std::io::Result<Command> {
        let mut command = Command::new(std::env::current_exe()?);
        let (tolerance, seconds) = (self.tolerance.to_string(), self.max_seconds.to_string());
        command
            .args([
                "solve",
                "--json",
                "--no-pictures",
                "--repeat-short",
                "--max-iterations",
                "1000000000",
            ])
            .args(["--solver", self.solver, "--tolerance", &tolerance, "--max-seconds", &seconds])
            .arg("--history")
            .arg(&self.histories)
            .arg("--")
            .arg(&self.path)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        Ok(command)
    }
}

/// What the process said, if it is a result.
fn answer(child: &mut Child) -> Option<Value> {
    let mut said = String::new();
    child.stdout.as_mut()?.read_to_string(&mut said).ok()?;
    serde_json::from_str(said.trim()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Here the program is the test itself, which knows no command `solve` and dies.
    #[test]
    fn a_process_without_an_answer_has_crashed() {
        let attempt = Attempt {
            path: PathBuf::from("nowhere.hdf5"),
            about: About { file: "x".to_string(), kind: "local", dimension: 3, contacts: 7 },
            solver: "auto",
            tolerance: 1e-4,
            max_seconds: 20.0,
            histories: PathBuf::from("nowhere"),
            fingerprint: "1-2".to_string(),
        };
        let result = attempt.run(&AtomicBool::new(false)).unwrap().unwrap();
        assert_eq!((&result["status"], &result["contacts"]), (&json!("crashed"), &json!(7)));
        assert_eq!(result["fingerprint"], "1-2");
        assert!(result["residual"].is_null());
        let stopped = Attempt { max_seconds: 1e-3, ..attempt }.run(&AtomicBool::new(true));
        assert!(stopped.unwrap().is_none());
    }
}
