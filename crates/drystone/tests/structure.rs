//! The source tree is the flow of data: no module imports one further down.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules in the order of the flow. `scene` and `run` are the border: they turn files into
/// worlds and worlds into files, so they know everything and nothing knows them.
const FLOW: &[&str] = &[
    "choices",
    "intake",
    "wrong",
    "space",
    "linalg",
    "mesh",
    "fem",
    "shapes",
    "bodies",
    "contact",
    "detection",
    "cone",
    "wrench",
    "laws",
    "joints",
    "problem",
    "solvers",
    "world",
    "step",
    "equilibrium",
    "results",
    "measures",
    "record",
    "scene",
    "run",
];

fn sources(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).expect("a readable folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
}

/// The names that follow `crate::` in a text, braces expanded one level.
fn imported(text: &str) -> Vec<String> {
    let name = |s: &str| {
        s.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>()
    };
    let mut found = vec![];
    for (at, _) in text.match_indices("crate::") {
        let rest = &text[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            Some(group) => {
                let group = group.split("};").next().unwrap_or_default();
                found.extend(group.split(',').map(name));
            }
            None => found.push(name(rest)),
        }
    }
    found.into_iter().filter(|n| FLOW.contains(&n.as_str())).collect()
}

#[test]
fn no_module_imports_one_further_down_the_flow() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = vec![];
    sources(&root, &mut files);
    let rank = |module: &str| FLOW.iter().position(|m| *m == module);
    let mut seen = 0;
    for file in files {
        let relative = file.strip_prefix(&root).expect("below src");
        let first = relative.components().next().expect("a name");
        let module = first.as_os_str().to_string_lossy().trim_end_matches(".rs").to_string();
        if module == "lib" {
            continue;
        }
        let own = rank(&module).unwrap_or_else(|| panic!("{module} is not in the flow"));
        let text = fs::read_to_string(&file).expect("a source file");
        for import in imported(&text) {
            seen += 1;
            assert!(
                rank(&import) <= Some(own),
                "{} imports {import}, which is further down the flow",
                relative.display()
            );
        }
    }
    assert!(seen > 20, "the test found almost no imports: it would not see a wrong one");
}

#[test]
fn imports_are_recognised() {
    let text = "use crate::{bodies::Rigid, step}; fn f() { crate::scene::load() }";
    assert_eq!(imported(text), ["bodies", "step", "scene"]);
}
