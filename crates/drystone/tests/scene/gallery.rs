//! Every scene of the gallery and every template reads, round-trips, and uses only keys that the
//! schema knows.

use crate::good;
use crate::round_trip::round_trip;
use drystone::scene::{Overlaps, Scene, schema};
use serde_json::Value;
use std::path::{Path, PathBuf};

fn scenes() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let entries = |folder: PathBuf| {
        let read = std::fs::read_dir(&folder).expect("a readable folder");
        read.map(|entry| entry.expect("an entry").path()).collect::<Vec<_>>()
    };
    let mut files: Vec<PathBuf> = entries(root.join("gallery"))
        .into_iter()
        .map(|folder| folder.join("scene.toml"))
        .filter(|file| file.exists())
        .collect();
    files.extend(entries(root.join("crates/drystone-cli/src/templates")));
    files.sort();
    assert!(files.len() >= 13, "{files:?}");
    files
}

#[test]
fn scenes_read_and_do_not_overlap() {
    for file in scenes() {
        let scene = good(Scene::load(&file, &[]));
        assert!(!scene.description.title.is_empty());
        assert!(Overlaps::of(&scene.world).warnings().is_empty(), "{}", file.display());
        round_trip(Scene::load(&file, &[]));
    }
}

/// Follows `$ref` and gives every schema that may apply to a value.
fn alternatives<'a>(root: &'a Value, schema: &'a Value, out: &mut Vec<&'a Value>) {
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        let pointer = reference.trim_start_matches('#');
        alternatives(root, root.pointer(pointer).expect("a reference that exists"), out);
    }
    for key in ["anyOf", "oneOf", "allOf"] {
        for part in schema.get(key).and_then(Value::as_array).into_iter().flatten() {
            alternatives(root, part, out);
        }
    }
    out.push(schema);
}

fn check(root: &Value, schema: &Value, value: &Value, path: &str) {
    let mut schemas = vec![];
    alternatives(root, schema, &mut schemas);
    match value {
        Value::Object(fields) => {
            for (key, item) in fields {
                let known = schemas.iter().find_map(|s| {
                    let additional = s.get("additionalProperties").filter(|a| a.is_object());
                    s.get("properties").and_then(|p| p.get(key)).or(additional)
                });
                let known = known.unwrap_or_else(|| panic!("the schema has no {path}.{key}"));
                check(root, known, item, &format!("{path}.{key}"));
            }
        }
        Value::Array(items) => {
            let item = schemas.iter().find_map(|s| s.get("items"));
            let item = item.unwrap_or_else(|| panic!("the schema has no list at {path}"));
            items.iter().for_each(|value| check(root, item, value, path));
        }
        _ => {}
    }
}

#[test]
fn the_schema_knows_every_key_in_use() {
    let root = schema();
    for file in scenes() {
        let text = std::fs::read_to_string(&file).unwrap();
        let value: Value = toml::from_str(&text).unwrap();
        check(&root, &root, &value, "scene");
        let resolved = good(Scene::load(&file, &[])).resolved_toml().unwrap();
        check(&root, &root, &toml::from_str(&resolved).unwrap(), "resolved");
    }
}

#[test]
fn the_schema_describes_every_key() {
    fn walk(value: &Value, path: &str) {
        if let Some(properties) = value.get("properties").and_then(Value::as_object) {
            for (key, property) in properties {
                let described = property.get("description").is_some();
                // The only key of a form is described by the form itself.
                let form = value.get("description").is_some() && properties.len() == 1;
                assert!(described || form, "{path}.{key} has no description");
            }
        }
        match value {
            Value::Object(map) => map.iter().for_each(|(k, v)| walk(v, &format!("{path}/{k}"))),
            Value::Array(list) => list.iter().for_each(|v| walk(v, path)),
            _ => {}
        }
    }
    let root = schema();
    assert!(root["properties"]["solver"].to_string().contains("ref"));
    assert!(root.to_string().contains("\"quadratic_mean\""));
    assert!(root.to_string().contains("\"quasi_inelastic\""));
    walk(&root, "");
}
