//! What is wrong with a number of a law.

/// A key with a value that it cannot have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The key.
    pub key: &'static str,
    /// What is wrong, and what is allowed.
    pub message: String,
}

impl Wrong {
    /// A key and what is wrong with it.
    pub fn new(key: &'static str, message: impl Into<String>) -> Self {
        Self { key, message: message.into() }
    }
}

/// A number greater than zero.
pub fn positive(key: &'static str, value: f64) -> Result<(), Wrong> {
    if value > 0.0 {
        return Ok(());
    }
    Err(Wrong::new(key, format!("`{key}` must be greater than 0, found {value}")))
}

/// A number of zero or more.
pub fn not_negative(key: &'static str, value: f64) -> Result<(), Wrong> {
    if value >= 0.0 {
        return Ok(());
    }
    Err(Wrong::new(key, format!("`{key}` must not be negative, found {value}")))
}

/// A number from zero to one.
pub fn share(key: &'static str, value: f64) -> Result<(), Wrong> {
    if (0.0..=1.0).contains(&value) {
        return Ok(());
    }
    Err(Wrong::new(key, format!("`{key}` must be between 0 and 1, found {value}")))
}

/// A number that is at most another.
pub fn at_most(
    (key, value): (&'static str, f64),
    (other, limit): (&str, f64),
) -> Result<(), Wrong> {
    if value <= limit {
        return Ok(());
    }
    let message = format!("`{key}` must be at most `{other}` ({limit}), found {value}");
    Err(Wrong::new(key, message))
}
