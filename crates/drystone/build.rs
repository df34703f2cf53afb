//! Gives the build a name that needs no version control: a hash of the sources it is made from.

use std::path::{Path, PathBuf};

fn main() {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut files = vec![root.join("Cargo.toml")];
    collect(&root.join("src"), &mut files);
    files.sort();
    // FNV-1a, over names and contents.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for file in &files {
        let name = file.strip_prefix(&root).unwrap_or(file).to_string_lossy().replace('\\', "/");
        let contents = std::fs::read(file).unwrap_or_default();
        // Line ends differ between checkouts.
        let bytes = name.bytes().chain(contents).filter(|byte| *byte != b'\r');
        bytes.for_each(|b| hash = (hash ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01b3));
    }
    println!("cargo::rustc-env=DRYSTONE_BUILD={hash:016x}");
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-changed=Cargo.toml");
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
