//! Keys of bonds: what is wrong with them is said where it stands.

use crate::{bad, parse, replaced};

/// The law of the base scene with a bond; line, marked text, message and hint of the error.
#[track_caller]
fn expect(bond: &str, under: &str, message: &str, help: &str) {
    let error = bad(replaced("friction = 0.5", &format!("friction = 0.5\n{bond}")));
    let shown = error.to_string();
    let place = error.place.as_ref().expect("a place");
    let marked: String = place.text.chars().skip(place.column - 1).take(place.width).collect();
    assert_eq!((error.line(), marked.as_str()), (11, under), "{shown}");
    assert!(error.message.contains(message), "{shown}");
    assert!(error.help.unwrap_or_default().contains(help), "{shown}");
}

#[test]
fn words_are_recognised() {
    expect("bond.britle.force = 20.0", "britle", "unknown name `britle`", "`brittle`");
    expect("bond.brittle.forse = 20.0", "forse", "unknown key `forse`", "`force`");
    expect("bond.brittle = {}", "{}", "`force`", "");
    expect("bond = \"brittle\"", "\"brittle\"", "expected a table such as", "");
    expect("bond.brittle = 20.0", "20.0", "a table", "");
}

/// A list is not a table whose keys were left out, and none is longer than it is read.
#[test]
fn lists_are_not_taken_for_tables() {
    expect("bond.brittle = [3.0]", "[3.0]", "expected a table with keys such as `force`", "");
    let layer = "bond.elastic = { layer = [0.01, 1e9, 1e8] }";
    expect(layer, "[0.01, 1e9, 1e8]", "expected a table", "");
    let table = "bond.table = { normal = [[0, 0], [1e-3, 1e5, 3], [2e-3, 0]] }";
    expect(table, "[1e-3, 1e5, 3]", "expected a list of 2, found 3", "");
}

#[test]
fn numbers_are_checked() {
    expect("bond.brittle.force = -20.0", "-20.0", "`force` must not be negative", "");
    let mortar = |key: &str, value: &str| {
        let mut keys =
            vec![("normal_stiffness", "1e9"), ("tangential_stiffness", "1e9"), ("tension", "1e4")];
        keys.push(("cohesion", "1e4"));
        keys.iter_mut().filter(|own| own.0 == key).for_each(|own| own.1 = value);
        let keys: Vec<String> =
            keys.iter().map(|(key, value)| format!("{key} = {value}")).collect();
        format!("bond.mortar = {{ {} }}", keys.join(", "))
    };
    expect(&mortar("normal_stiffness", "-1e9"), "-1e9", "`normal_stiffness` must be", "");
    expect(&mortar("tension", "-1.0"), "-1.0", "`tension` must not be negative", "");
    expect(&mortar("cohesion", "nan"), "nan", "finite", "");
    let zone = "bond.zone = { normal_stiffness = 1e9, normal_strength = 1e5 }";
    expect(zone, "{ normal_stiffness = 1e9, normal_strength = 1e5 }", "`normal_energy`", "");
    let zone = "bond.zone = { normal_stiffness = 1e9, normal_strength = 1e5, normal_energy = 1.0 }";
    expect(zone, "1.0", "strength² / (2 stiffness)", "");
    let glue = "bond.adhesive = { normal_stiffness = 1e9, tangential_stiffness = 1e9, energy = 1.0, \
        healing = true }";
    expect(glue, "true", "takes a `viscosity`", "");
    let layer = "layer = { thickness = 0.0, modulus = 1e9, shear_modulus = 4e8 }";
    let elastic = format!("bond.elastic = {{ {layer} }}");
    expect(&elastic, "0.0", "`layer.thickness` must be greater than 0", "");
    let elastic = format!("bond.elastic = {{ normal_stiffness = 1e9, {layer} }}");
    expect(&elastic, &layer["layer = ".len()..], "either a `layer` or", "");
    let elastic = "bond.elastic = { normal_stiffness = 1e9 }";
    expect(elastic, "{ normal_stiffness = 1e9 }", "missing `tangential_stiffness`", "");
}

#[test]
fn a_bond_holds() {
    let scene = replaced("friction = 0.5", "friction = 0.5\nbond.brittle.force = 20.0");
    let text = scene.expect("a good scene").resolved_toml().expect("a text");
    assert!(text.contains("[contacts.bond.brittle]") && text.contains("force = 20.0"), "{text}");
    parse(&text).expect("the same scene again");
}
