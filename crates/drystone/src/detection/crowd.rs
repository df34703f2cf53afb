//! Limits on the number of pairs and contacts: beyond them, memory would run out.
//!
//! Bodies that are put into one place are n²/2 pairs, and one that crosses the periodic cell a
//! million times in a step has a million images. Neither is the motion of anything, and both are
//! told with their number.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Most of anything, whatever the scene.
const LEAST: usize = 500_000;
/// Most for each shape.
const EACH: usize = 200;

/// Too many of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crowd {
    /// The kind of thing.
    pub what: &'static str,
    /// Their number, at least.
    pub count: u64,
    /// Their greatest number.
    pub most: u64,
}

impl fmt::Display for Crowd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, count, most } = self;
        write!(
            f,
            "at least {count} {what}, more than the {most} that fit into memory for so many bodies"
        )
    }
}

/// Counts, from several threads.
pub(super) struct Limit {
    what: &'static str,
    most: usize,
    count: AtomicUsize,
}

impl Limit {
    /// For so many shapes.
    pub fn new(what: &'static str, shapes: usize) -> Self {
        Self { what, most: LEAST.max(EACH * shapes), count: AtomicUsize::new(0) }
    }

    /// Counts more; whether they may be.
    pub fn takes(&self, more: usize) -> bool {
        self.count.fetch_add(more, Ordering::Relaxed).saturating_add(more) <= self.most
    }

    /// What there is too much of.
    pub fn crowd(&self) -> Option<Crowd> {
        let (count, most) = (self.count.load(Ordering::Relaxed) as u64, self.most as u64);
        (count > most).then_some(Crowd { what: self.what, count, most })
    }
}
