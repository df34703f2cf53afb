//! Bytes written as letters, six bits each.

/// Decodes until there are so many bytes or the text ends. Padding may come in the middle, because some
/// programs encode the length of an array for itself. Blanks do not count.
///
/// # Errors
///
/// The byte that is no letter of base64.
pub fn decode(text: &[u8], most: usize) -> Result<Vec<u8>, u8> {
    let mut bytes = vec![];
    let (mut bits, mut count) = (0_u32, 0);
    for letter in text {
        if bytes.len() >= most {
            break;
        }
        let six = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => {
                (bits, count) = (0, 0);
                continue;
            }
            byte if byte.is_ascii_whitespace() => continue,
            byte => return Err(*byte),
        };
        bits = bits << 6 | u32::from(six);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::decode;

    /// The examples of RFC 4648.
    #[test]
    fn letters_become_bytes() {
        for (text, bytes) in [
            ("Zg==", "f"),
            ("Zm8=", "fo"),
            ("Zm9v", "foo"),
            ("Zm9vYmE=", "fooba"),
            ("Zm9v\nYmFy", "foobar"),
            ("Zg==Zm8=", "ffo"),
        ] {
            assert_eq!(decode(text.as_bytes(), 99).unwrap(), bytes.as_bytes());
        }
        assert_eq!(decode(b"Zm9vYmFy", 4).unwrap(), b"foob");
        assert_eq!(decode(b"Zm*v", 9), Err(b'*'));
    }
}
