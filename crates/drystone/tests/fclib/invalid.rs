//! Every way a file can be wrong is answered with the dataset and what is wrong with it.

use crate::path;
use crate::round_trip::sample;
use drystone::problem::fclib::{Block, Equations, ProblemFile, Storage};
use hdf5_pure::{FileBuilder, FinishedGroup, GroupBuilder};
use std::collections::BTreeMap;

/// What a dataset of a draft holds.
#[derive(Clone)]
enum Data {
    Integers(Vec<i32>),
    Reals(Vec<f64>),
}

/// The datasets of a file that need not be sound, by path.
#[derive(Clone)]
struct Draft(BTreeMap<String, Data>);

impl Draft {
    /// One contact in space, in compressed rows.
    fn local() -> Self {
        let mut draft = Self(BTreeMap::new());
        draft.integers("fclib_local/spacedim", &[3]);
        draft.matrix("fclib_local/W", [3, 3]);
        draft.reals("fclib_local/vectors/q", &[-1.0, 0.5, 0.0]);
        draft.reals("fclib_local/vectors/mu", &[0.3]);
        draft
    }

    /// One contact of a body with three degrees of freedom, in triplets.
    fn global() -> Self {
        let mut draft = Self(BTreeMap::new());
        draft.integers("fclib_global/spacedim", &[3]);
        for name in ["M", "H"] {
            let path = format!("fclib_global/{name}");
            draft.matrix(&path, [3, 3]);
            draft.integers(&format!("{path}/nz"), &[3]);
            draft.integers(&format!("{path}/p"), &[0, 1, 2]);
        }
        draft.reals("fclib_global/vectors/f", &[1.0, 2.0, 3.0]);
        draft.reals("fclib_global/vectors/w", &[-1.0, 0.5, 0.0]);
        draft.reals("fclib_global/vectors/mu", &[0.3]);
        draft
    }

    /// The identity.
    fn matrix(&mut self, path: &str, size: [i32; 2]) {
        for (name, value) in [("m", size[0]), ("n", size[1]), ("nzmax", 3), ("nz", -2)] {
            self.integers(&format!("{path}/{name}"), &[value]);
        }
        self.integers(&format!("{path}/p"), &[0, 1, 2, 3]);
        self.integers(&format!("{path}/i"), &[0, 1, 2]);
        self.reals(&format!("{path}/x"), &[1.0; 3]);
    }

    fn integers(&mut self, path: &str, values: &[i32]) {
        self.0.insert(path.into(), Data::Integers(values.into()));
    }

    fn reals(&mut self, path: &str, values: &[f64]) {
        self.0.insert(path.into(), Data::Reals(values.into()));
    }

    fn with_integers(mut self, path: &str, values: &[i32]) -> Self {
        self.integers(path, values);
        self
    }

    fn with_reals(mut self, path: &str, values: &[f64]) -> Self {
        self.reals(path, values);
        self
    }

    fn without(mut self, path: &str) -> Self {
        assert!(self.0.remove(path).is_some(), "{path}");
        self
    }

    fn read(&self) -> Result<ProblemFile, String> {
        let mut file = FileBuilder::new();
        let mut names: Vec<&str> = self.0.keys().filter_map(|p| p.split('/').next()).collect();
        names.dedup();
        for name in names {
            let group = file.create_group(name);
            file.add_group(self.group(group, name));
        }
        let bytes = file.finish().expect("an HDF5 file");
        ProblemFile::from_bytes("FILE", bytes).map_err(|error| error.to_string())
    }

    fn group(&self, mut group: GroupBuilder, path: &str) -> FinishedGroup {
        let mut inner = vec![];
        for (key, data) in &self.0 {
            let Some(rest) = key.strip_prefix(path).and_then(|rest| rest.strip_prefix('/')) else {
                continue;
            };
            match (rest.split_once('/'), data) {
                (Some((name, _)), _) if inner.last() != Some(&name) => inner.push(name),
                (Some(_), _) => {}
                (None, Data::Integers(values)) => {
                    group.create_dataset(rest).with_i32_data(values);
                }
                (None, Data::Reals(values)) => {
                    group.create_dataset(rest).with_f64_data(values);
                }
            }
        }
        for name in inner {
            let finished = self.group(group.create_group(name), &format!("{path}/{name}"));
            group.add_group(finished);
        }
        group.finish()
    }
}

/// That a file is refused with exactly this message.
fn refused(draft: &Draft, message: &str) {
    assert_eq!(draft.read().expect_err(message), format!("FILE: {message}"));
}

#[test]
fn drafts_are_sound_before_they_are_spoiled() {
    assert_eq!(Draft::local().read().expect("sound").block, Block::Space);
    assert_eq!(Draft::global().read().expect("sound").dofs(), 3);
}

#[test]
fn what_is_missing_is_named() {
    for (draft, global) in [(Draft::local(), false), (Draft::global(), true)] {
        for path in draft.0.keys() {
            refused(&draft.clone().without(path), &format!("/{path}: is missing"));
        }
        let solution = draft.with_reals("solution/u", &[0.0; 3]);
        let first = if global { "v" } else { "r" };
        refused(&solution, &format!("/solution/{first}: is missing"));
    }
    for (mut draft, path) in
        [(Draft::local(), "fclib_local/W"), (Draft::global(), "fclib_global/H")]
    {
        draft.0.retain(|name, _| !name.starts_with(path));
        refused(&draft, &format!("/{path}: is missing"));
    }
    let guesses = Draft::local().with_integers("guesses/number_of_guesses", &[i32::MAX]);
    refused(&guesses, "/guesses/1/u: is missing");
    let nothing = "no problem: expected one of the groups /fclib_local, /fclib_local_rolling, \
                   /fclib_global, /fclib_global_rolling";
    refused(&Draft(BTreeMap::new()).with_reals("other/x", &[1.0]), nothing);
    let mut two = Draft::local();
    two.0.extend(Draft::global().0);
    refused(&two, "two problems: the groups /fclib_local and /fclib_global");
}

#[test]
fn matrices_are_checked_number_by_number() {
    let integers = |name: &str, values: &[i32], message: &str| {
        let draft = Draft::local().with_integers(&format!("fclib_local/W/{name}"), values);
        refused(&draft, &format!("/fclib_local/W/{message}"));
    };
    integers("m", &[4], "m: is 4, but the vectors ask for 3");
    integers("n", &[i32::MAX], "n: is 2147483647, but the vectors ask for 3");
    integers("m", &[-3], "m: -3 is negative");
    integers("m", &[3, 3], "m: has 2 entries, expected 1");
    integers("n", &[], "n: has 0 entries, expected 1");
    let storages = "expected -1 (columns), -2 (rows) or the number of triplets";
    integers("nz", &[-3], &format!("nz: -3 names no storage: {storages}"));
    integers("nzmax", &[2], "nzmax: room for 2 of 3 entries");
    integers("nz", &[4], "i: room for 3 of 4 entries");
    integers("p", &[0, 1, 3], "p: has 3 entries, expected 4 (m + 1)");
    integers("p", &[1, 1, 2, 3], "p: begins with 1, expected 0");
    integers("p", &[0, 2, 1, 3], "p: 1 at position 2 is less than the 2 before it");
    integers("p", &[0, 1, 2, 4], "i: room for 3 of 4 entries");
    integers("i", &[0, 3, 2], "i: index 3 at position 1 is outside 0..3");
    integers("i", &[0, 1, -1], "i: index -1 at position 2 is outside 0..3");
    integers("x", &[1, 1, 1], "x: expected real numbers, found i32");
    let reals = |name: &str, values: &[f64], message: &str| {
        let draft = Draft::local().with_reals(&format!("fclib_local/W/{name}"), values);
        refused(&draft, &format!("/fclib_local/W/{message}"));
    };
    reals("x", &[1.0, 1.0], "x: room for 2 of 3 entries");
    reals("x", &[1.0, f64::NAN, 1.0], "x: NaN at position 1 is not finite");
    reals("i", &[0.0, 1.0, 2.0], "i: expected integers, found f64");
    let columns = Draft::local().with_integers("fclib_local/W/nz", &[-1]);
    let short = columns.with_integers("fclib_local/W/p", &[0, 3]);
    refused(&short, "/fclib_local/W/p: has 2 entries, expected 4 (n + 1)");
    let triplets = |name: &str, values: &[i32], message: &str| {
        let draft = Draft::global().with_integers(&format!("fclib_global/H/{name}"), values);
        refused(&draft, &format!("/fclib_global/H/{message}"));
    };
    triplets("p", &[0, 7, 2], "p: index 7 at position 1 is outside 0..3");
    triplets("i", &[9, 1, 2], "i: index 9 at position 0 is outside 0..3");
    triplets("p", &[0, 1], "p: room for 2 of 3 entries");
}

#[test]
fn entries_that_add_up_to_infinity_are_refused() {
    let draft = Draft::local()
        .with_integers("fclib_local/W/i", &[0, 1, 1])
        .with_integers("fclib_local/W/p", &[0, 1, 3, 3])
        .with_reals("fclib_local/W/x", &[1.0, f64::MAX, f64::MAX]);
    refused(&draft, "/fclib_local/W/x: inf at position 1 is not finite");
}

#[test]
fn vectors_are_checked() {
    let local = |name: &str, values: &[f64], message: &str| {
        let draft = Draft::local().with_reals(&format!("fclib_local/vectors/{name}"), values);
        refused(&draft, &format!("/fclib_local/{message}"));
    };
    let two = "vectors/q: has 2 entries, expected 3 (3 for each of 1 contacts)";
    local("q", &[1.0, 2.0], two);
    local("q", &[1.0, 2.0, f64::INFINITY], "vectors/q: inf at position 2 is not finite");
    local("mu", &[-0.1], "vectors/mu: -0.1 at position 0 is negative");
    local("mu", &[f64::NAN], "vectors/mu: NaN at position 0 is not finite");
    local("mu", &[0.1, 0.2], "vectors/q: has 3 entries, expected 6 (3 for each of 2 contacts)");
    local("mu_r", &[-0.5], "vectors/mu_r: -0.5 at position 0 is negative");
    local(
        "mu_r",
        &[],
        "vectors/mu_r: has 0 entries, expected 1 (one for each contact that resists rolling)",
    );
    let f = Draft::global().with_reals("fclib_global/vectors/f", &[1.0, f64::NEG_INFINITY, 0.0]);
    refused(&f, "/fclib_global/vectors/f: -inf at position 1 is not finite");
    let w = Draft::global().with_reals("fclib_global/vectors/w", &[0.0; 4]);
    refused(&w, "/fclib_global/vectors/w: has 4 entries, expected 3 (3 for each of 1 contacts)");
    let r = Draft::local().with_reals("solution/u", &[0.0; 3]).with_reals("solution/r", &[0.0; 2]);
    refused(&r, "/solution/r: has 2 entries, expected 3 (as the problem)");
}

#[test]
fn the_dimension_of_space_says_what_a_contact_is() {
    let space = |values: &[i32]| Draft::local().with_integers("fclib_local/spacedim", values);
    refused(&space(&[4]), "/fclib_local/spacedim: 4, expected 2, 3 or 5");
    refused(&space(&[5]), "/fclib_local/vectors/mu_r: is missing: spacedim is 5");
    let two = "/fclib_local/vectors/q: has 3 entries, expected 2 (2 for each of 1 contacts)";
    refused(&space(&[2]), two);
    // Three components with rolling friction are a contact in the plane, whether 2 or 3 is written.
    for dimension in [2, 3] {
        let draft = space(&[dimension]).with_reals("fclib_local/vectors/mu_r", &[0.1]);
        assert_eq!(draft.read().expect("sound").block, Block::RollingPlane);
    }
    let five = Draft::local()
        .with_reals("fclib_local/vectors/mu_r", &[0.1])
        .with_reals("fclib_local/vectors/q", &[0.0; 5])
        .with_integers("fclib_local/W/m", &[5])
        .with_integers("fclib_local/W/n", &[5])
        .with_integers("fclib_local/W/p", &[0, 1, 2, 3, 3, 3]);
    assert_eq!(five.read().expect("sound").block, Block::RollingSpace);
}

#[test]
fn a_file_that_was_cut_off_says_so() {
    let bytes = std::fs::read(path("FC3D_Example1")).expect("readable");
    let whole = bytes.len();
    for part in [whole / 2, whole - 1] {
        let error = ProblemFile::from_bytes("FILE", bytes[..part].to_vec()).expect_err("cut off");
        let message = format!("FILE: is cut off: {part} of {whole} bytes are there");
        assert_eq!(error.to_string(), message);
    }
}

/// Eight terabytes of which none are stored: no memory is asked for.
#[test]
fn sizes_no_file_can_hold_are_refused() {
    let error = ProblemFile::read(&path("variants/absurd")).expect_err("too large").to_string();
    let message = "/fclib_local/vectors/q: claims to be larger than the file can hold";
    assert!(error.ends_with(message), "{error}");
}

#[test]
fn equality_constraints_are_not_ignored() {
    let draft = |columns| Draft::global().with_integers("fclib_global/G/n", &[columns]);
    assert!(draft(0).read().is_ok());
    refused(&draft(2), "/fclib_global/G: equality constraints are not supported");
}

#[test]
fn what_could_not_be_read_is_not_written() {
    let refused = |spoil: &dyn Fn(&mut ProblemFile), message: &str| {
        let mut problem = sample(false, Block::RollingSpace, 2);
        spoil(&mut problem);
        let error = problem.to_bytes("FILE", Storage::Rows).expect_err(message);
        assert_eq!(error.to_string(), format!("FILE: {message}"));
    };
    refused(&|p| p.mu[1] = -1.0, "/fclib_local/vectors/mu: -1 at position 1 is negative");
    let missing = "/fclib_local/vectors/mu_r: has 0 entries, expected 2 \
                   (one for each contact that resists rolling)";
    refused(&|p| p.mu_r.clear(), missing);
    refused(&|p| p.info.title.push('\0'), "/fclib_local/info/title: contains a zero byte");
    let guess = "/guesses/2/v: has 1 entries, expected 0 (as the problem)";
    refused(&|p| p.guesses[1].v.push(0.0), guess);
    let spoil = |p: &mut ProblemFile| {
        let Equations::Local { q, .. } = &mut p.equations else { panic!("local form") };
        q[3] = f64::NAN;
    };
    refused(&spoil, "/fclib_local/vectors/q: NaN at position 3 is not finite");
}
