//! Numbers written for people.

/// 1, 2 or 5 times a power of ten, not above x.
pub fn round_length(x: f64) -> f64 {
    let power = 10_f64.powf(x.log10().floor());
    power * [5.0, 2.0, 1.0].into_iter().find(|k| k * power <= x).unwrap_or(1.0)
}

/// A number without zeros at its end.
pub fn rounded(x: f64) -> String {
    let text = format!("{x:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "0" && x != 0.0 { format!("{x:.0e}") } else { text.to_string() }
}

/// The factor and the letter that make a number of this unit easy to read.
pub fn prefix(most: f64, unit: &str) -> (f64, &'static str) {
    if !matches!(unit, "N" | "Pa") {
        return (1.0, "");
    }
    match most {
        m if m >= 1e9 => (1e9, "G"),
        m if m >= 1e6 => (1e6, "M"),
        m if m >= 1e3 => (1e3, "k"),
        _ => (1.0, ""),
    }
}

/// A number with three digits and its unit.
pub fn with_unit(number: f64, unit: &str) -> String {
    let (factor, prefix) = prefix(number, unit);
    let value = number / factor;
    let text = match value {
        v if v >= 100.0 => format!("{v:.0}"),
        v if v >= 10.0 => format!("{v:.1}"),
        v if v >= 0.01 => format!("{v:.2}"),
        v => format!("{v:.2e}"),
    };
    format!("{text} {prefix}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_and_forces_are_written_for_people() {
        assert_eq!(round_length(0.37), 0.2);
        assert_eq!(round_length(7.0), 5.0);
        assert_eq!(rounded(1.5), "1.5");
        assert_eq!(rounded(2.0), "2");
        assert_eq!(with_unit(12_345.0, "N"), "12.3 kN");
        assert_eq!(with_unit(0.5, "N"), "0.50 N");
        assert_eq!(with_unit(0.5e-5, "m/s"), "5.00e-6 m/s");
    }
}
