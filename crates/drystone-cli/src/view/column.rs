//! Columns of whole numbers as planes of bytes, the lowest first: numbers that hardly change leave
//! planes of zeros, which deflate to nothing.

use flate2::Compression;
use flate2::write::DeflateEncoder;
use std::io::Write;

/// Appends a column: how many planes it has, then the planes. Signs are folded into the lowest bit.
pub fn put(out: &mut Vec<u8>, column: impl Iterator<Item = i32>) {
    let folded: Vec<u32> = column.map(|n| ((n << 1) ^ (n >> 31)) as u32).collect();
    let most = folded.iter().copied().max().unwrap_or(0);
    let planes = (32 - most.leading_zeros()).div_ceil(8);
    out.push(planes as u8);
    for k in 0..planes {
        out.extend(folded.iter().map(|n| (n >> (8 * k)) as u8));
    }
}

/// What is left of rows when each is predicted from the two before it, moving on evenly.
pub fn predicted(values: &mut [i32], row: usize) {
    let frames = values.len().checked_div(row).unwrap_or(0);
    for frame in (1..frames).rev() {
        for i in frame * row..(frame + 1) * row {
            let last = values[i - row];
            let guess = match frame {
                1 => last,
                _ => last.wrapping_mul(2).wrapping_sub(values[i - 2 * row]),
            };
            values[i] = values[i].wrapping_sub(guess);
        }
    }
}

/// A number as the root of its share of the greatest: small ones keep digits. `scale` may be zero.
pub fn root(x: f64, scale: f64, steps: f64) -> i32 {
    if x.is_nan() || scale <= 0.0 {
        return 0;
    }
    ((x.abs() / scale).min(1.0).sqrt() * steps).round().copysign(x) as i32
}

/// The greatest size of some numbers, of those that are finite.
pub fn greatest(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.map(f64::abs).filter(|x| x.is_finite()).fold(0.0, f64::max)
}

/// Raw deflate.
pub fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(6));
    // Writing to memory does not fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_take_as_many_planes_as_they_need() {
        let mut out = vec![];
        put(&mut out, [0, 0].into_iter());
        put(&mut out, [-1, 127].into_iter());
        put(&mut out, [i32::MIN, 1].into_iter());
        assert_eq!(out[..4], [0, 1, 1, 254]);
        assert_eq!(out[4..], [4, 255, 2, 255, 0, 255, 0, 255, 0]);
    }

    #[test]
    fn even_motion_is_predicted() {
        let mut values = vec![5, 100, 7, 90, 9, 80, 11, 70];
        predicted(&mut values, 2);
        assert_eq!(values, [5, 100, 2, -10, 0, 0, 0, 0]);
        predicted(&mut [], 0);
    }

    #[test]
    fn roots_keep_signs_and_take_no_harm() {
        assert_eq!(root(-4.0, 16.0, 100.0), -50);
        assert_eq!(root(1.0, 0.0, 100.0), 0);
        assert_eq!(root(f64::NAN, 1.0, 100.0), 0);
        assert_eq!(root(f64::NEG_INFINITY, 1.0, 100.0), -100);
    }
}
