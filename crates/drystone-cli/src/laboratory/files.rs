//! Problem files from the command line: files as they are, folders by what is inside.

use crate::Failure;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The files of arguments; a folder stands for its `*.hdf5` and `*.h5`, sorted.
pub fn expand(arguments: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = vec![];
    for argument in arguments {
        if argument.is_dir() {
            let inside = problems_in(argument)?;
            if inside.is_empty() {
                let shown = argument.display();
                return Err(Failure::input(format!("no *.hdf5 or *.h5 in the folder `{shown}`")));
            }
            files.extend(inside);
        } else {
            files.push(argument.clone());
        }
    }
    Ok(files)
}

fn problems_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let bad = |e| Failure::input(format!("cannot read the folder `{}`: {e}", folder.display()));
    let mut inside = vec![];
    for entry in std::fs::read_dir(folder).map_err(bad)? {
        let path = entry.map_err(bad)?.path();
        let named = path.extension().is_some_and(|e| e == "hdf5" || e == "h5");
        if named && path.is_file() {
            inside.push(path);
        }
    }
    inside.sort();
    Ok(inside)
}

/// Results are named after the files: two of the same name would become one.
pub fn refuse_equal_names(files: &[PathBuf]) -> Result<(), Failure> {
    let mut seen: HashMap<String, &PathBuf> = HashMap::new();
    for file in files {
        if let Some(other) = seen.insert(stem(file), file) {
            let (a, b) = (other.display(), file.display());
            return Err(Failure::input(format!(
                "`{a}` and `{b}` have the same name, and results are named after the files\n\
                 help: solve them in two runs with folders of their own"
            )));
        }
    }
    Ok(())
}

/// The name of a file without its ending.
pub fn stem(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Makes a folder for results.
pub fn make(folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder)
        .map_err(|e| Failure::input(format!("cannot make the folder `{}`: {e}", folder.display())))
}
