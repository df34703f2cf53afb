//! What the documents name exists.

use std::fs;
use std::path::{Path, PathBuf};

/// Every file below a folder, but for what builds and runs leave behind.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let passing = matches!(name.as_str(), "target" | ".git" | "shared" | "node_modules")
            || name.starts_with("out");
        if path.is_dir() && !passing {
            files(&path, found);
        } else if path.is_file() {
            found.push(path);
        }
    }
}

/// The paths in a text: between backticks or as the target of a link, with a `/` and an ending.
fn paths(text: &str) -> Vec<&str> {
    let quoted = text.split('`').skip(1).step_by(2);
    let linked = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let is_path = |word: &&str| {
        let ending = word.rsplit('/').next().and_then(|name| name.rsplit_once('.'));
        let plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
        let ended = ending.is_some_and(|(name, ending)| {
            !name.is_empty()
                && !ending.is_empty()
                && ending.chars().all(|c| c.is_ascii_alphanumeric())
        });
        word.contains('/') && ended && word.chars().all(plain)
    };
    quoted.chain(linked).filter(is_path).collect()
}

#[test]
fn paths_are_found_in_a_text() {
    let text =
        "see `a/b.rs`, `c.rs`, `x/`, `a / b.c`, [d](../d/e.png) and `f/*.rs` or `g/h.tar.gz`";
    assert_eq!(paths(text), ["a/b.rs", "g/h.tar.gz", "../d/e.png"]);
}

/// A path may begin anywhere below the root: `solvers/auto.rs` is as clear as the whole of it.
#[test]
fn every_path_in_the_documents_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = vec![];
    files(&root, &mut all);
    let documents = all.iter().filter(|path| path.extension().is_some_and(|e| e == "md"));
    let (mut count, mut absent) = (0, vec![]);
    for document in documents {
        let text = fs::read_to_string(document).expect("a readable document");
        for path in paths(&text) {
            count += 1;
            let beside = document.parent().is_some_and(|folder| folder.join(path).exists());
            if !beside && !all.iter().any(|file| file.ends_with(path)) {
                absent.push(format!("{}: {path}", document.display()));
            }
        }
    }
    assert!(count > 25, "only {count} paths were found: the test is blind");
    assert!(absent.is_empty(), "\n{}", absent.join("\n"));
}
