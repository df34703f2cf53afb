//! What is written reads the same, in every storage.

use crate::{all, folder, load, numbers};
use drystone::linalg::Sparse;
use drystone::problem::fclib::{Block, Equations, Info, ProblemFile, Solution, Storage};
use std::fs;

const STORAGES: [(&str, Storage); 3] =
    [("columns", Storage::Columns), ("rows", Storage::Rows), ("triplets", Storage::Triplets)];

#[test]
fn every_problem_in_every_storage() {
    let folder = folder("fclib");
    for file in all() {
        let problem = ProblemFile::read(&file).unwrap_or_else(|error| panic!("{error}"));
        let stem = file.file_stem().expect("a name").to_string_lossy().into_owned();
        for (name, storage) in STORAGES {
            let copy = folder.join(format!("{stem}.{name}.hdf5"));
            problem.write(&copy, storage).unwrap_or_else(|error| panic!("{error}"));
            let again = ProblemFile::read(&copy).unwrap_or_else(|error| panic!("{error}"));
            assert!(again == problem, "{stem} as {name}");
        }
        // Nothing, something, and what came with the file, for `check.py` to grade as well.
        let (dofs, components) = (problem.dofs(), problem.contacts() * problem.block.size());
        let mut answers = vec![(vec![0.0; dofs], vec![0.0; components])];
        answers.push((numbers(dofs, 1), numbers(components, 2)));
        let came = problem.solution.iter().chain(&problem.guesses);
        answers.extend(came.map(|s| (s.v.clone(), s.r.clone())));
        let line = |(v, r): (Vec<f64>, Vec<f64>)| {
            let error = problem.measure(&v, &r).error;
            let numbers: Vec<String> =
                [error].iter().chain(&v).chain(&r).map(|x| format!("{x:e}")).collect();
            numbers.join(" ") + "\n"
        };
        let lines: String = answers.into_iter().map(line).collect();
        fs::write(folder.join(format!("{stem}.measure.txt")), lines).expect("a writable folder");
    }
}

/// A problem with everything a file can hold, of any form and block.
pub fn sample(global: bool, block: Block, contacts: usize) -> ProblemFile {
    let (size, dofs) = (contacts * block.size(), if global { 7 } else { 0 });
    let matrix = |rows: usize, cols: usize, seed: u64| {
        let values = numbers(rows * cols, seed);
        let place = |k: usize| ((k / cols) as u32, (k % cols) as u32, values[k]);
        let entries: Vec<_> = (0..rows * cols).filter(|k| k % 3 != 1).map(place).collect();
        Sparse::from_triplets(rows, cols, &entries)
    };
    let equations = if global {
        let (mass, kinematic) = (matrix(dofs, dofs, 1), matrix(dofs, size, 2));
        Equations::Global { mass, kinematic, f: numbers(dofs, 3), w: numbers(size, 4) }
    } else {
        Equations::Local { delassus: matrix(size, size, 5), q: numbers(size, 6) }
    };
    let coefficients = |seed| numbers(contacts, seed).into_iter().map(f64::abs).collect();
    let solution =
        |seed| Solution { v: numbers(dofs, seed), u: numbers(size, seed), r: numbers(size, seed) };
    ProblemFile {
        equations,
        block,
        mu: coefficients(7),
        mu_r: if block.is_rolling() { coefficients(8) } else { vec![] },
        info: Info {
            title: "sample".into(),
            description: "every part, µ and ‖u‖ in the text".into(),
            math_info: String::new(),
        },
        solution: Some(solution(9)),
        guesses: vec![solution(10), solution(11)],
    }
}

#[test]
fn every_form_and_block_also_without_contacts() {
    for block in [Block::Plane, Block::Space, Block::RollingPlane, Block::RollingSpace] {
        for (global, contacts) in [(false, 3), (true, 4), (false, 0), (true, 0)] {
            let problem = sample(global, block, contacts);
            for (name, storage) in STORAGES {
                let bytes = problem.to_bytes("sample", storage).expect("a sound problem");
                let again = ProblemFile::from_bytes("sample", bytes).expect("a sound file");
                assert!(again == problem, "{block:?}, global: {global}, {contacts}, {name}");
            }
        }
    }
}

#[test]
fn kinds_are_recognised() {
    let kind = |name: &str| {
        let problem = load(name);
        (problem.dofs() > 0, problem.block, problem.contacts())
    };
    assert_eq!(kind("FC2D_SliderCrankLagrangian00000"), (false, Block::Plane, 2));
    assert_eq!(kind("FC3D_Example1"), (false, Block::Space, 3));
    assert_eq!(kind("rockfall_14_25792"), (false, Block::RollingSpace, 14));
    assert_eq!(kind("gfc2d_granularflowonwall_00069_00350"), (true, Block::Plane, 69));
    assert_eq!(kind("Box_Stacks-i0122-82-5"), (true, Block::Space, 82));
    assert_eq!(kind("GRFC3D_Chute-ndof-768-nc-4-3"), (true, Block::RollingSpace, 4));
}

#[test]
fn texts_solutions_and_guesses_come_along() {
    let problem = load("Box_Stacks-i0122-82-5");
    assert_eq!(problem.info.title, "Box_stacks");
    assert_eq!(problem.solution.expect("a solution").v.len(), 450);
    assert_eq!(problem.guesses.len(), 1);
    // A byte that is not UTF-8 does not keep a problem from being read.
    assert!(load("CubeH8").info.description.starts_with('\u{fffd}'));
}

/// The same problem (one contact of W = [4 1 0; 0 5 2; 1 0 6], q = (-1, 2, 3), μ = 0.25, title
/// "variant") as other programs may store it.
#[test]
fn other_encodings_are_read() {
    for name in ["chunked", "big_endian", "duplicates", "local_rolling", "latest"] {
        let problem = load(&format!("variants/{name}"));
        let Equations::Local { delassus, q } = &problem.equations else { panic!("local form") };
        let entries =
            [(0, 0, 4.0), (0, 1, 1.0), (1, 1, 5.0), (1, 2, 2.0), (2, 0, 1.0), (2, 2, 6.0)];
        assert_eq!(delassus, &Sparse::from_triplets(3, 3, &entries), "{name}");
        assert_eq!((&q[..], &problem.mu[..]), (&[-1.0, 2.0, 3.0][..], &[0.25][..]), "{name}");
        assert_eq!(problem.info.title, "variant", "{name}");
        let rolling = name == "local_rolling";
        assert_eq!(problem.block, if rolling { Block::RollingPlane } else { Block::Space });
        assert_eq!(problem.mu_r, if rolling { vec![0.125] } else { vec![] });
    }
}

#[test]
fn a_failed_write_leaves_what_was_there() {
    let (folder, problem) = (folder("fclib-unwritable"), load("FC3D_Example1"));
    let error = |path: &std::path::Path| {
        problem.write(path, Storage::Rows).expect_err("cannot be written").to_string()
    };
    let nowhere = folder.join("absent/file.hdf5");
    assert!(error(&nowhere).starts_with(&format!("{}: ", nowhere.display())));
    // A folder in the way: the rename fails, and nothing is left beside it.
    let taken = folder.join("taken.hdf5");
    fs::create_dir_all(taken.join("inside")).expect("a folder");
    error(&taken);
    assert!(taken.join("inside").is_dir());
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
    error("/".as_ref());
}
