//! What kind of quantity a number is: what can share the axis of a plot, and what the axis is called.

/// Words for a number of this name and unit; none where it is of no kind but its own. Names of
/// several parts, as of what is recorded under a label, count by the part that says most.
pub fn quantity(name: &str, unit: &str) -> Option<&'static str> {
    let of_unit = match unit {
        "Pa" => "stress",
        "N" => "force",
        "N m" => "moment",
        "J" => "energy",
        "m" => "length",
        "m/s" => "velocity",
        "s" => "time",
        _ => "",
    };
    if !of_unit.is_empty() {
        return Some(of_unit);
    }
    // From what is more special to what is less.
    let of_words = [
        ("direction", "direction cosine"),
        ("asymmetry", "asymmetry"),
        ("fabric", "fabric tensor"),
        ("share", "share"),
        ("solid_fraction", "solid fraction"),
        ("void_ratio", "void ratio"),
        ("coordination", "number per grain"),
        ("contacts_mean", "number per grain"),
        ("contacts", "contacts"),
        ("residual", "residual"),
    ];
    let anisotropy = ["a_c", "a_n", "a_t"].iter().any(|a| {
        let before = name.strip_suffix(a);
        before.is_some_and(|before| before.is_empty() || before.ends_with('_'))
    });
    if unit.is_empty() && anisotropy {
        return Some("anisotropy");
    }
    let found = of_words.iter().find(|(word, _)| unit.is_empty() && name.contains(word));
    found.map(|(_, words)| *words)
}

#[cfg(test)]
mod tests {
    use super::quantity;

    #[test]
    fn kinds_are_told_apart() {
        let cases = [
            ("principal_direction_1_x", "", Some("direction cosine")),
            ("stress_asymmetry", "", Some("asymmetry")),
            ("pressure", "Pa", Some("stress")),
            ("floor_resultant_force_y", "N", Some("force")),
            ("loose_share", "", Some("share")),
            ("upper_coordination_of_held", "", Some("number per grain")),
            ("cut_contacts", "", Some("contacts")),
            ("layer_a_c", "", Some("anisotropy")),
            ("data_c", "", None),
            ("friction_ratio", "", None),
        ];
        for (name, unit, expected) in cases {
            assert_eq!(quantity(name, unit), expected, "{name}");
        }
    }
}
