//! What is known to fail, and why.

/// Family, problem, reason.
pub const FAILURES: &[(&str, &str, &str)] = &[(
    "newton-jean-moreau",
    "GRFC3D_Chute-ndof-768-nc-4-3",
    "stagnates at 7e-4 after 32 iterations (rolling friction; cause not known)",
)];
