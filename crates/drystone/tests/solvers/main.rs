//! Every solver of the table keeps its promise: on each problem it accepts, the error that
//! [`ProblemFile::measure`] finds on the problem's own numbers is the one it promises. Known failures
//! are listed in `failures.rs`, and one that is none any more fails the test as well.

#[path = "../common/mod.rs"]
mod common;
mod failures;
mod jammed;
mod joints;
mod keys;
mod problems;

use drystone::problem::fclib::{Block, Equations, ProblemFile};
use drystone::solvers::laboratory::solve_file;
use drystone::solvers::{About, LOCAL_METHODS, ORDERS, Order, SOLVERS, Settings, Status, find};
use failures::FAILURES;
use problems::{Named, problems, stack};

/// Ends what does not converge; no time limit, so that results are the same everywhere.
const MOST_ITERATIONS: usize = 100_000;

fn accepts(about: &About, file: &ProblemFile) -> bool {
    let contacts = file.contacts();
    let cone = match file.block {
        Block::Plane => about.accepts::<2>(false, contacts),
        Block::Space => about.accepts::<3>(false, contacts),
        Block::RollingPlane => about.accepts::<3>(true, contacts),
        Block::RollingSpace => about.accepts::<5>(true, contacts),
    };
    let symmetric = match &file.equations {
        Equations::Local { delassus, .. } => delassus.is_symmetric(1e-8),
        Equations::Global { mass, .. } => mass.is_symmetric(1e-8),
    };
    cone && (symmetric || !about.symmetric)
}

fn settings(tolerance: f64) -> Settings {
    Settings { tolerance, max_iterations: MOST_ITERATIONS, ..Settings::default() }
}

/// What is wrong with a family's answers.
fn complaints(name: &str, problems: &[Named]) -> Vec<String> {
    let family = find(name).expect("a family of the table");
    let promise = family.about.promise;
    let mut complaints = vec![];
    for (title, file) in problems.iter().filter(|(_, file)| accepts(&family.about, file)) {
        let outcome =
            solve_file(file, family, &settings(promise), None, false).expect("convertible");
        let (report, error) = (outcome.report, outcome.measure.error);
        let kept = report.status == Status::Converged && error <= 1.01 * promise;
        let listed = FAILURES.iter().find(|f| f.0 == name && f.1 == title);
        match (kept, listed) {
            (false, None) => complaints.push(format!(
                "{name} promises {promise:e} and leaves {error:.2e} on {title} ({}, {} iterations)",
                report.status.name(),
                report.iterations,
            )),
            (true, Some((_, _, reason))) => complaints
                .push(format!("{name} solves {title}, which is listed as a failure: {reason}")),
            _ => {}
        }
        // Whatever happened, the report must be about the answer.
        let lies = report.status == Status::Converged && !kept;
        assert!(!lies, "{name} calls {title} converged with an error of {error:e}");
        let outside = outside(file, &outcome.solution.r);
        assert!(outside <= 1e-12, "{name} leaves the cones of {title} by {outside:e}");
    }
    complaints
}

/// How far impulses are outside their cones, relative to each.
fn outside(file: &ProblemFile, r: &[f64]) -> f64 {
    let norm = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
    let tangents = file.block.tangents();
    let excess = r.chunks(file.block.size()).enumerate().map(|(c, r)| {
        let sliding = norm(&r[1..=tangents]) - file.mu[c] * r[0];
        let rolling = norm(&r[1 + tangents..]) - file.mu_r.get(c).unwrap_or(&0.0) * r[0];
        (-r[0]).max(sliding).max(rolling) / norm(r).max(f64::MIN_POSITIVE)
    });
    excess.fold(0.0, f64::max)
}

/// A tall stack that flies apart, from a guess of impulses that pressed it together: sweeps carry these from block to
/// block and do not come to an end, and from nothing they are there at once.
#[test]
fn the_automatic_choice_begins_from_nothing_before_it_gives_up() {
    let (_, mut file) = stack(40);
    let Equations::Global { f, .. } = &mut file.equations else { panic!("a stack is global") };
    // Each block is lifted more than the one below it.
    f.chunks_exact_mut(3).enumerate().for_each(|(k, f)| f[1] = 10.0 * (k + 1) as f64);
    let guess = [1e5, 0.0].repeat(file.contacts());
    let settings = Settings {
        max_iterations: 400,
        acceleration: false,
        tolerance: 1e-10,
        ..Settings::default()
    };
    let solved = |name: &str, guess: Option<&[f64]>| {
        let family = find(name).expect("a family of the table");
        solve_file(&file, family, &settings, guess, false).expect("convertible").report
    };
    let [warm, cold] = [Some(&guess[..]), None].map(|guess| solved("gauss-seidel", guess));
    assert_eq!((warm.status, cold.status), (Status::IterationLimit, Status::Converged));
    assert!(cold.iterations < 20, "{}", cold.iterations);
    let auto = solved("auto", Some(&guess));
    assert_eq!(auto.status, Status::Converged);
    assert!(auto.iterations <= 400, "{}", auto.iterations);
}

#[test]
fn every_family_keeps_its_promise() {
    let problems = problems();
    let complaints: Vec<String> =
        SOLVERS.iter().flat_map(|f| complaints(f.about.name, &problems)).collect();
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// A limit of iterations is one, whatever a method counts; those of the automatic choice are sweeps'
/// worth of work, which one iteration of another method may exceed, and so may `standstill`, which leaves
/// to it what moves.
#[test]
fn no_family_goes_on_after_its_limit() {
    let problems = problems();
    for most in [1, 3, 10] {
        for family in SOLVERS.iter().filter(|f| !["auto", "standstill"].contains(&f.about.name)) {
            for (title, file) in problems.iter().filter(|(_, file)| accepts(&family.about, file)) {
                let settings = Settings { max_iterations: most, ..settings(1e-12) };
                let report =
                    solve_file(file, family, &settings, None, false).expect("convertible").report;
                let name = family.about.name;
                assert!(report.iterations <= most, "{name}, {title}, {most}: {report:?}");
            }
        }
    }
}

#[test]
fn the_list_of_failures_names_families_and_problems() {
    let problems = problems();
    for (family, problem, _) in FAILURES {
        assert!(find(family).is_some(), "{family}");
        assert!(problems.iter().any(|(title, _)| title == problem), "{problem}");
    }
}

/// Orders, freezing and relaxation change the way, not the goal.
#[test]
fn gauss_seidel_arrives_in_every_order() {
    let family = find("gauss-seidel").expect("in the table");
    let small = problems().into_iter().filter(|(title, file)| {
        accepts(&family.about, file)
            && !FAILURES.iter().any(|f| f.0 == "gauss-seidel" && f.1 == title)
    });
    for (title, file) in small {
        for (order, name) in ORDERS {
            if *order == Order::Natural && title == CYCLE {
                continue;
            }
            for freezing in [0, 5] {
                let settings = Settings { order: *order, freezing, seed: 7, ..settings(1e-5) };
                let outcome =
                    solve_file(&file, family, &settings, None, false).expect("convertible");
                assert!(
                    outcome.measure.error <= 1.01e-5,
                    "{title}, {name}, freezing {freezing}: {:?}",
                    outcome.report
                );
            }
        }
    }
}

/// Sweeps arrive with every guaranteed one-contact method, rolling friction included.
#[test]
fn gauss_seidel_arrives_with_every_guaranteed_local_method() {
    let family = find("gauss-seidel").expect("in the table");
    for (title, file) in problems().iter().filter(|(_, file)| accepts(&family.about, file)) {
        for (local, name) in LOCAL_METHODS.iter().filter(|(m, _)| m.is_guaranteed()) {
            let settings = Settings { local: *local, ..settings(1e-6) };
            let outcome = solve_file(file, family, &settings, None, false).expect("convertible");
            assert!(outcome.measure.error <= 1.01e-6, "{title}, {name}: {:?}", outcome.report);
        }
    }
}

/// Where natural order goes round in circles.
const CYCLE: &str = "OneObject-i100000-316";

/// What natural order cannot do the default does: a cycle is broken by shuffling.
#[test]
fn shuffling_breaks_a_cycle() {
    let family = find("gauss-seidel").expect("in the table");
    let (_, file) = problems().into_iter().find(|(title, _)| title == CYCLE).expect("a problem");
    let solved = |order: Order| {
        let settings = Settings { order, ..settings(1e-8) };
        solve_file(&file, family, &settings, None, false).expect("convertible").report.status
    };
    assert_eq!(solved(Order::Natural), Status::Stagnated);
    assert_eq!(solved(Order::Adaptive), Status::Converged);
}

/// Parallel methods give the same bits for any number of threads.
#[test]
fn threads_do_not_matter() {
    let (_, file) = problems::pile(600);
    for name in ["jacobi", "coloured"] {
        let answer = |threads: usize| {
            let pool =
                rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            let family = find(name).expect("in the table");
            let settings = Settings { max_iterations: 60, ..settings(0.0) };
            pool.install(|| solve_file(&file, family, &settings, None, false))
                .expect("convertible")
                .solution
                .r
        };
        let (one, three) = (answer(1), answer(3));
        assert!(one.iter().any(|r| *r != 0.0));
        assert!(one.iter().zip(&three).all(|(a, b)| a.to_bits() == b.to_bits()), "{name}");
    }
}

/// Units do not matter: velocities and impulses a billion times larger or smaller are found too.
#[test]
fn every_family_keeps_its_promise_in_other_units() {
    for factor in [1e-9, 1e9] {
        let mut small = problems();
        small.retain(|(_, file)| file.contacts() <= 30);
        for (_, file) in &mut small {
            match &mut file.equations {
                Equations::Local { q, .. } => q.iter_mut().for_each(|q| *q *= factor),
                Equations::Global { f, w, .. } => {
                    f.iter_mut().chain(w).for_each(|x| *x *= factor);
                }
            }
        }
        let complaints: Vec<String> =
            SOLVERS.iter().flat_map(|f| complaints(f.about.name, &small)).collect();
        assert!(complaints.is_empty(), "times {factor:e}\n{}", complaints.join("\n"));
    }
}
