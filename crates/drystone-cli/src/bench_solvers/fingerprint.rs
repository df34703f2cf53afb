//! Fingerprints: whether a result is of this problem and of this program.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The fingerprint of a file's bytes.
pub fn of_file(path: &Path) -> io::Result<u64> {
    of(File::open(path)?)
}

/// The fingerprint of this very program: of its bytes, so that a solver that was changed and built
/// again counts as another one.
pub fn of_program() -> io::Result<u64> {
    of_file(&std::env::current_exe()?)
}

/// FNV-1a, taking eight bytes at a time, over the bytes and their number. It guards against
/// mistakes, not against malice.
fn of(mut source: impl Read) -> io::Result<u64> {
    let mut print = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |word: u64| {
        // The turn lets high bits of a word reach low ones of the next.
        print = (print ^ word).wrapping_mul(0x100_0000_01b3).rotate_left(29);
    };
    let (mut buffer, mut length) = (vec![0; 1 << 16], 0);
    loop {
        let mut filled = 0;
        while filled < buffer.len() {
            match source.read(&mut buffer[filled..])? {
                0 => break,
                n => filled += n,
            }
        }
        length += filled as u64;
        for chunk in buffer[..filled].chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            add(u64::from_le_bytes(word));
        }
        if filled < buffer.len() {
            add(length);
            return Ok(print);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn every_bit_and_the_length_count() {
        let bytes: Vec<u8> = (0..70_001_u32).map(|k| (k % 251) as u8).collect();
        let mut seen = vec![of(&bytes[..]).unwrap(), of(&bytes[..70_000]).unwrap()];
        assert_eq!(of(&bytes[..]).unwrap(), seen[0]);
        for (at, bit) in [(0, 0), (7, 7), (8, 3), (65_535, 7), (65_536, 0), (70_000, 5)] {
            let mut other = bytes.clone();
            other[at] ^= 1 << bit;
            seen.push(of(&other[..]).unwrap());
        }
        seen.push(of(&[0_u8; 3][..]).unwrap());
        seen.push(of(&[0_u8; 4][..]).unwrap());
        let count = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), count);
    }
}
