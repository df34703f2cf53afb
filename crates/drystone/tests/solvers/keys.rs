//! The table of settings that each solver reads is true: those it does not read change no bit of any
//! answer, and each that it reads changes the course of some solve.

use crate::accepts;
use crate::problems::problems;
use drystone::solvers::laboratory::solve_file;
use drystone::solvers::{LineSearch, LocalMethod, Order, SOLVERS, Settings, find, keys_ignored};

/// Every key with a value that is not the default.
fn changed(settings: &Settings) -> Vec<(&'static str, Settings)> {
    let of = || settings.clone();
    vec![
        ("relaxation", Settings { relaxation: 0.7, ..of() }),
        ("acceleration", Settings { acceleration: false, ..of() }),
        ("order", Settings { order: Order::Shuffled, ..of() }),
        ("seed", Settings { seed: 5, ..of() }),
        ("freezing", Settings { freezing: 1, ..of() }),
        ("local", Settings { local: LocalMethod::Projection, ..of() }),
        ("line_search", Settings { line_search: LineSearch::GoldsteinPrice, ..of() }),
        ("facets", Settings { facets: 5, ..of() }),
    ]
}

#[test]
fn settings_that_are_not_read_change_nothing() {
    let mut problems = problems();
    problems.retain(|(_, file)| file.contacts() <= 40);
    for family in SOLVERS {
        let (name, about) = (family.about.name, &family.about);
        let mut seen: Vec<&str> = vec![];
        for (title, file) in problems.iter().filter(|(_, file)| accepts(about, file)) {
            // Seeds matter to orders that use them only.
            for order in [Order::Adaptive, Order::Shuffled] {
                let usual =
                    Settings { max_iterations: 60, tolerance: 1e-10, order, ..Settings::default() };
                let solve = |settings: &Settings| {
                    let outcome = solve_file(file, family, settings, None, false).expect("solved");
                    (outcome.report.iterations, outcome.solution.r)
                };
                let expected = solve(&usual);
                for (key, settings) in changed(&usual) {
                    let differs = settings != usual && solve(&settings) != expected;
                    let read = about.reads.contains(&key);
                    assert!(read || !differs, "{name} reads `{key}` ({title})");
                    if differs && !seen.contains(&key) {
                        seen.push(key);
                    }
                }
            }
        }
        // Some are read where a solve stagnates only, which need not be seen here: colours are then
        // shuffled, Newton's method or sweeps add the last digits, idle contacts stay frozen for long.
        let expected = |key: &&&str| match name {
            "interior-point" => false,
            "auto" => !["line_search", "freezing"].contains(*key),
            "soclcp" => **key != "line_search",
            "coloured" => **key != "seed",
            _ => true,
        };
        let read = about.reads.iter().filter(expected);
        let unseen: Vec<_> = read.filter(|key| !seen.contains(key)).collect();
        assert!(unseen.is_empty(), "{name} does not read {unseen:?}");
    }
}

#[test]
fn settings_without_effect_are_named() {
    let settings = Settings { facets: 5, seed: 3, tolerance: 1e-3, ..Settings::default() };
    let ignored = |name: &str| keys_ignored(&find(name).expect("a family").about, &settings);
    assert_eq!(ignored("admm"), ["seed", "facets"]);
    assert_eq!(ignored("lemke"), ["seed"]);
    assert_eq!(ignored("gauss-seidel"), ["facets"]);
    assert!(SOLVERS.iter().all(|f| keys_ignored(&f.about, &Settings::default()).is_empty()));
}
