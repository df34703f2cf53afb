//! Reading a problem file: everything is checked, nothing is guessed.

use super::check::{check, entries};
use super::error::Wrong;
use super::hdf5::Source;
use super::matrix;
use super::{Block, Equations, FclibError, Info, ProblemFile, Solution};
use std::path::Path;

/// The groups a problem may be in, whether that is the global form, and whether it must roll.
const ROOTS: [(&str, bool, bool); 4] = [
    ("/fclib_local", false, false),
    ("/fclib_local_rolling", false, true),
    ("/fclib_global", true, false),
    ("/fclib_global_rolling", true, true),
];

impl ProblemFile {
    /// Reads a file; an error names the dataset and what is wrong with it.
    pub fn read(path: &Path) -> Result<Self, FclibError> {
        let bytes =
            crate::intake::read(path).map_err(|error| Wrong::whole(error.to_string()).of(path))?;
        problem(bytes).map_err(|wrong| wrong.of(path))
    }

    /// Reads a file from memory; `name` stands for the file in errors.
    pub fn from_bytes(name: &str, bytes: Vec<u8>) -> Result<Self, FclibError> {
        problem(bytes).map_err(|wrong| wrong.of(name.as_ref()))
    }
}

fn problem(bytes: Vec<u8>) -> Result<ProblemFile, Wrong> {
    let source = &Source::new(bytes)?;
    let mut present = vec![];
    for root in ROOTS {
        if source.has_group(root.0)? {
            present.push(root);
        }
    }
    let (root, global, must_roll) = match present[..] {
        [root] => root,
        [] => {
            let names = ROOTS.map(|root| root.0).join(", ");
            return Err(Wrong::whole(format!("no problem: expected one of the groups {names}")));
        }
        [first, second, ..] => {
            let message = format!("two problems: the groups {} and {}", first.0, second.0);
            return Err(Wrong::whole(message));
        }
    };
    refuse_equality_constraints(source, root)?;
    let vector = |name: &str| source.reals(&format!("{root}/vectors/{name}"));
    let rolls = must_roll || source.has_dataset(&format!("{root}/vectors/mu_r"))?;
    let mu = vector("mu")?;
    let mu_r = if rolls { vector("mu_r")? } else { vec![] };
    let matrix = |name: &str, rows: usize, cols: usize| {
        matrix::read(source, &format!("{root}/{name}"), rows, cols)
    };
    let (equations, block) = if global {
        let (f, w) = (vector("f")?, vector("w")?);
        let (dofs, components) = (f.len(), w.len());
        let block = block(source, root, rolls, components, mu.len())?;
        entries(&format!("{root}/vectors/w"), components, block, mu.len())?;
        let (mass, kinematic) = (matrix("M", dofs, dofs)?, matrix("H", dofs, components)?);
        (Equations::Global { mass, kinematic, f, w }, block)
    } else {
        let q = vector("q")?;
        let components = q.len();
        let block = block(source, root, rolls, components, mu.len())?;
        entries(&format!("{root}/vectors/q"), components, block, mu.len())?;
        (Equations::Local { delassus: matrix("W", components, components)?, q }, block)
    };
    let mut problem = ProblemFile {
        equations,
        block,
        mu,
        mu_r,
        info: info(source, root)?,
        solution: None,
        guesses: vec![],
    };
    if source.has_group("/solution")? {
        problem.solution = Some(solution(source, "/solution", global)?);
    }
    if source.has_group("/guesses")? {
        for k in 1..=matrix::single(source, "/guesses/number_of_guesses")? {
            problem.guesses.push(solution(source, &format!("/guesses/{k}"), global)?);
        }
    }
    check(&problem, root)?;
    Ok(problem)
}

/// The components of a contact; see the module's table for the meanings of `spacedim`.
fn block(
    source: &Source,
    root: &str,
    rolls: bool,
    components: usize,
    contacts: usize,
) -> Result<Block, Wrong> {
    let path = format!("{root}/spacedim");
    let five = contacts > 0 && components == 5 * contacts;
    match (matrix::single(source, &path)?, rolls) {
        (2, false) => Ok(Block::Plane),
        (3, false) => Ok(Block::Space),
        (2, true) => Ok(Block::RollingPlane),
        (3, true) if five => Ok(Block::RollingSpace),
        (3, true) => Ok(Block::RollingPlane),
        (5, true) => Ok(Block::RollingSpace),
        (5, false) => Err(Wrong::at(format!("{root}/vectors/mu_r"), "is missing: spacedim is 5")),
        (other, _) => Err(Wrong::at(path, format!("{other}, expected 2, 3 or 5"))),
    }
}

fn info(source: &Source, root: &str) -> Result<Info, Wrong> {
    let text = |name: &str| {
        let path = format!("{root}/info/{name}");
        if source.has_dataset(&path)? { source.text(&path) } else { Ok(String::new()) }
    };
    if !source.has_group(&format!("{root}/info"))? {
        return Ok(Info::default());
    }
    Ok(Info {
        title: text("title")?,
        description: text("description")?,
        math_info: text("math_info")?,
    })
}

fn solution(source: &Source, path: &str, global: bool) -> Result<Solution, Wrong> {
    let vector = |name: &str| source.reals(&format!("{path}/{name}"));
    let v = if global { vector("v")? } else { vec![] };
    Ok(Solution { v, u: vector("u")?, r: vector("r")? })
}

/// Bilateral constraints are other matrices beside those of the contacts; empty ones are none.
fn refuse_equality_constraints(source: &Source, root: &str) -> Result<(), Wrong> {
    for name in ["G", "V", "R"] {
        let path = format!("{root}/{name}");
        if source.has_group(&path)? && matrix::single(source, &format!("{path}/n"))? != 0 {
            return Err(Wrong::at(path, "equality constraints are not supported"));
        }
    }
    Ok(())
}
