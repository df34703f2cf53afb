//! What is known to fail, and why.

/// Family, problem, reason.
pub const FAILURES: &[(&str, &str, &str)] = &[];
