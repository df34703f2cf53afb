//! Damaged files: refused or read, never a panic, and never for long.
//!
//! `DRYSTONE_CASES` sets how many damages are tried on each file.

use crate::path;
use drystone::problem::fclib::ProblemFile;
use std::fs;
use std::time::{Duration, Instant};

const FILES: [&str; 9] = [
    "FC3D_Example1",
    "RFC3D_cube_1",
    "GFC3D_Example1",
    "Box_Stacks-i0122-82-5",
    "variants/chunked",
    "variants/big_endian",
    "variants/duplicates",
    "variants/local_rolling",
    "variants/latest",
];

/// Reads, and fails only if that takes longer than any sound file of this size could.
fn read(name: &str, bytes: Vec<u8>) -> Option<ProblemFile> {
    let begin = Instant::now();
    let read = ProblemFile::from_bytes(name, bytes);
    assert!(begin.elapsed() < Duration::from_secs(5), "{name} took {:?}", begin.elapsed());
    match read {
        Ok(problem) => Some(problem),
        Err(error) => {
            assert!(error.to_string().starts_with(&format!("{name}: ")), "{error}");
            None
        }
    }
}

fn cases() -> usize {
    std::env::var("DRYSTONE_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(2000)
}

#[test]
fn files_cut_short_are_refused_or_whole() {
    for name in FILES {
        let sound = fs::read(path(name)).expect("a file of the test data");
        let whole = read(name, sound.clone()).expect("a sound file");
        let step = (sound.len() / cases()).max(1);
        for length in (0..sound.len()).step_by(step) {
            let read = read(name, sound[..length].to_vec());
            // A file may end in bytes that nothing uses.
            assert!(read.is_none_or(|problem| problem == whole), "{name} cut at {length}");
        }
    }
}

#[test]
fn flipped_bytes_end_in_no_panic() {
    let mut seed = 1u64;
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % below
    };
    let (mut refused, mut survived) = (0, 0);
    for name in FILES {
        let sound = fs::read(path(name)).expect("a file of the test data");
        for case in 0..cases() {
            let mut bytes = sound.clone();
            // Every other case where the structure is, not the numbers.
            let range = if case % 2 == 0 { bytes.len() } else { bytes.len().min(6000) };
            for _ in 0..1 + next(6) {
                bytes[next(range)] = [0, 0xff, next(256) as u8][next(3)];
            }
            match read(name, bytes) {
                None => refused += 1,
                Some(_) => survived += 1,
            }
        }
    }
    assert!(refused > 0 && survived > 0, "{refused} refused, {survived} read");
}
