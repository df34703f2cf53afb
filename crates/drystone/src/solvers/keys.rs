//! Settings without effect, so that they can be named.

use super::{About, Settings};

/// What sweeps in changing orders read.
pub(super) const SWEEP_KEYS: &[&str] =
    &["relaxation", "acceleration", "order", "seed", "freezing", "local"];

/// The keys of settings that differ from their defaults, though the solver does not read them.
pub fn keys_ignored(solver: &About, settings: &Settings) -> Vec<&'static str> {
    let usual = Settings::default();
    let changed = [
        ("relaxation", settings.relaxation != usual.relaxation),
        ("acceleration", settings.acceleration != usual.acceleration),
        ("order", settings.order != usual.order),
        ("seed", settings.seed != usual.seed),
        ("freezing", settings.freezing != usual.freezing),
        ("local", settings.local != usual.local),
        ("line_search", settings.line_search != usual.line_search),
        ("facets", settings.facets != usual.facets),
    ];
    let unread = |key: &str| !solver.reads.contains(&key);
    let ignored = changed.into_iter().filter(|(key, changed)| *changed && unread(key));
    ignored.map(|(key, _)| key).collect()
}
