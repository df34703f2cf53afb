//! A run in progress: its file is read again whenever the page asks for more.

use super::block::Packer;
use super::head::{remarks, series};
use super::page::{packer_of, page, read};
use crate::Failure;
use drystone::results::Results;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

/// Frames times bodies of one answer.
const ROWS: usize = 400_000;

/// How often a file that grows is tried again.
const ATTEMPTS: u64 = 8;

/// The run, and how its frames are packed: as in the page that asks.
pub struct Live {
    results: Mutex<(Results, Packing)>,
    limit: usize,
}

enum Packing {
    Plane(Packer<2>),
    Space(Packer<3>),
}

impl Packing {
    fn of(results: &Results) -> Result<Self, Failure> {
        match results.dimension() {
            2 => Ok(Self::Plane(packer_of(results)?.0)),
            _ => Ok(Self::Space(packer_of(results)?.0)),
        }
    }
}

impl Live {
    /// Of a run, with pages of at most so many bytes to begin with.
    pub fn new(results: Results, limit: usize) -> Result<Self, Failure> {
        let packing = Packing::of(&results)?;
        Ok(Self { results: Mutex::new((results, packing)), limit })
    }

    /// The page with all frames so far.
    pub fn page(&self) -> Result<String, String> {
        self.fresh(|results, packing| {
            // Without frames there was nothing to measure lengths by; now there may be.
            *packing = Packing::of(results)?;
            Ok(page(results, self.limit, true)?.html)
        })
    }

    /// What came since: a head in JSON with its length before it, then a block with its own. A file
    /// that grows faster than it is read is no failure: the head says so, and the page asks again.
    pub fn more(&self, from: usize, every: usize) -> Vec<u8> {
        let found = self.fresh(|results, packing| {
            let total = results.frames();
            let ended = ended(results.path());
            let room = (ROWS / results.bodies().max(1)).clamp(1, 200);
            let last = |k: &usize| ended && k + 1 == total;
            let wanted: Vec<usize> =
                (from.min(total)..total).filter(|k| k % every == 0 || last(k)).take(room).collect();
            let next = match wanted.len() == room {
                true => wanted.last().map_or(total, |k| k + 1),
                false => total,
            };
            let mut bytes = with_length(&json!({
                "next": next, "total": total, "ended": ended, "series": series(results).ok(),
                "remarks": remarks(results).ok(),
            }));
            if !wanted.is_empty() {
                let block = match packing {
                    Packing::Plane(packer) => packer.block(&read(results, &wanted)?),
                    Packing::Space(packer) => packer.block(&read(results, &wanted)?),
                };
                bytes.extend((block.len() as u32).to_le_bytes());
                bytes.extend(block);
            }
            Ok(bytes)
        });
        found.unwrap_or_else(|problem| with_length(&json!({ "next": from, "problem": problem })))
    }

    /// Does something with the results as they are now. A file that is written to between its
    /// opening and its reading can look too short, so that it is tried again.
    fn fresh<T>(
        &self,
        work: impl Fn(&Results, &mut Packing) -> Result<T, Failure>,
    ) -> Result<T, String> {
        // A request that failed half-way left the results as they were.
        let mut guard = self.results.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let (results, packing) = &mut *guard;
        let mut attempt = || {
            results.refresh().map_err(|e| e.to_string())?;
            work(results, packing).map_err(|failure| failure.message)
        };
        let mut found = attempt();
        for pause in 0..ATTEMPTS {
            if found.is_ok() {
                break;
            }
            std::thread::sleep(Duration::from_millis(10 * pause));
            found = attempt();
        }
        found
    }
}

/// A head with its length before it.
fn with_length(head: &Value) -> Vec<u8> {
    let head = head.to_string();
    let mut bytes = (head.len() as u32).to_le_bytes().to_vec();
    bytes.extend(head.as_bytes());
    bytes
}

/// Whether the run is over: its summary is written last.
fn ended(file: &Path) -> bool {
    let modified = |path: &Path| std::fs::metadata(path).and_then(|data| data.modified()).ok();
    let summary = file.with_file_name("summary.json");
    matches!((modified(&summary), modified(file)), (Some(end), Some(last)) if end >= last)
}
