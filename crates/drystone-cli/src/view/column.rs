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

/// Base64 as pages and browsers read it.
pub fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for triple in bytes.chunks(3) {
        let byte = |k: usize| u32::from(triple.get(k).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for k in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * k)) as usize & 63] as char;
            text.push(if k <= triple.len() { letter } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_of_the_standard() {
        let pairs =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")];
        for (plain, coded) in pairs {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
    }

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
