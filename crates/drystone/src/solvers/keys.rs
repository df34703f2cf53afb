//! Which settings each solver reads, so that one without effect can be named.

use super::Settings;

const SWEEPS: &[&str] = &["relaxation", "acceleration", "order", "seed", "freezing", "local"];

/// The settings of how to iterate that a solver of the table reads, by their keys in scene files.
pub fn keys_read(solver: &str) -> &'static [&'static str] {
    match solver {
        "auto" => {
            &["relaxation", "acceleration", "order", "seed", "freezing", "local", "line_search"]
        }
        // The interior point ends with a few sweeps.
        "gauss-seidel" | "interior-point" => SWEEPS,
        "coloured" => &["relaxation", "acceleration", "seed", "local"],
        "jacobi" => &["relaxation", "acceleration", "local"],
        "tresca" | "alternating" => &["relaxation", "acceleration"],
        "bipotential" => &["acceleration"],
        "newton-alart-curnier"
        | "newton-jean-moreau"
        | "newton-natural-map"
        | "newton-fischer-burmeister"
        | "soclcp" => &["line_search"],
        "lemke" => &["facets"],
        _ => &[],
    }
}

/// The keys of settings that differ from their defaults, though the solver does not read them.
pub fn keys_ignored(solver: &str, settings: &Settings) -> Vec<&'static str> {
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
    let read = keys_read(solver);
    let ignored = changed.into_iter().filter(|(key, changed)| *changed && !read.contains(key));
    ignored.map(|(key, _)| key).collect()
}
