//! The contact law of a pair of materials, checked key by key.

use super::check;
use super::error::Fault;
use super::format::Contact;
use crate::laws::{RESTITUTIONS, UNILATERAL, Wrong};

/// Fills the defaults of a contact law and checks its numbers.
pub fn resolve(contact: &mut Contact, path: &str, dimension: usize) -> Result<(), Fault> {
    let key = |name: &str| format!("{path}.{name}");
    match (contact.friction, &contact.friction_law) {
        (Some(friction), None) => {
            check::not_negative(key("friction"), friction)?;
        }
        (None, Some(friction)) => {
            let table = key("friction_law");
            friction.law().check(dimension).map_err(|e| inside(&table, friction.name(), e))?;
        }
        (None, None) => {
            let message =
                "`friction` is missing: a contact law needs it, or a table `friction_law`";
            return Err(Fault::new(path, message));
        }
        (Some(_), Some(_)) => {
            let message = "give either `friction` or `friction_law`, not both";
            return Err(Fault::new(key("friction_law"), message));
        }
    }
    if let Some(bond) = &contact.bond {
        let table = key("bond");
        bond.law().check(dimension).map_err(|e| inside(&table, bond.name(), e))?;
    }
    check::not_negative(key("rolling"), contact.rolling)?;
    check::not_negative(key("spinning"), contact.spinning)?;
    for (length, number, name) in [
        (contact.rolling, contact.rolling_coefficient, "rolling"),
        (contact.spinning, contact.spinning_coefficient, "spinning"),
    ] {
        let as_number = format!("{name}_coefficient");
        check::not_negative(key(&as_number), number)?;
        if length > 0.0 && number > 0.0 {
            let message = format!("give either `{name}` (m) or `{as_number}`, not both");
            return Err(Fault::new(key(&as_number), message));
        }
        if dimension == 2 && name == "spinning" && length + number > 0.0 {
            let message =
                "in the plane nothing spins about the normal; `rolling` is what resists turning";
            let name = if number > 0.0 { as_number.as_str() } else { name };
            return Err(Fault::new(key(name), message));
        }
    }
    if let Some(name) = &contact.restitution_law {
        let known = RESTITUTIONS.iter().map(|entry| entry.1);
        if !known.clone().any(|entry| entry == name) {
            return Err(Fault::unknown(key("restitution_law"), "law of restitution", name, known));
        }
    }
    let normal = check::between(key("normal_restitution"), contact.normal_restitution, 0.0, 1.0)?;
    let tangential =
        check::between(key("tangential_restitution"), contact.tangential_restitution, 0.0, 1.0)?;
    if let Some(law @ ("poisson" | "consistent")) = contact.restitution_law.as_deref()
        && tangential > normal
    {
        let message = format!(
            "with the law \"{law}\" `tangential_restitution` must be at most `normal_restitution` \
             ({normal}), found {tangential}"
        );
        return Err(Fault::new(key("tangential_restitution"), message));
    }
    match (&contact.between, contact.default) {
        (None, false) => {
            let message = "a contact law needs `between = [\"a\", \"b\"]` or `default = true`";
            return Err(Fault::new(path, message));
        }
        (Some(_), true) => {
            let message = "a contact law is either for one pair or the default, not both";
            return Err(Fault::new(key("default"), message));
        }
        _ => {}
    }
    let rebounds = normal > 0.0 || tangential > 0.0;
    let usual = if rebounds { "velocity" } else { "quasi_inelastic" };
    let unilateral = contact.unilateral.get_or_insert(usual.to_string());
    if !UNILATERAL.iter().any(|entry| entry.1 == *unilateral) {
        let known = UNILATERAL.iter().map(|entry| entry.1);
        return Err(Fault::unknown(key("unilateral"), "unilateral law", unilateral, known));
    }
    if rebounds && unilateral == "schatzman_paoli" {
        return own_restitution(contact, path);
    }
    if rebounds && unilateral != "velocity" {
        let message = "this law first closes the gap and then has no velocity left to give \
                       back: it cannot have a restitution";
        let help = "use `unilateral = \"velocity\"`, or leave the key out".to_string();
        return Err(Fault::new(key("unilateral"), message).help(help));
    }
    Ok(())
}

/// The restitution that a condition on positions has in it: along the normal, without another law.
fn own_restitution(contact: &Contact, path: &str) -> Result<(), Fault> {
    let key = |name: &str| format!("{path}.{name}");
    if contact.restitution_law.is_some() {
        let message = "\"schatzman_paoli\" has restitution in it and takes no other law of it";
        return Err(Fault::new(key("restitution_law"), message));
    }
    if contact.tangential_restitution > 0.0 {
        let message = "\"schatzman_paoli\" has restitution along the normal only";
        return Err(Fault::new(key("tangential_restitution"), message));
    }
    Ok(())
}

/// The fault of a key in the table of a law.
fn inside(table: &str, law: &str, wrong: Wrong) -> Fault {
    Fault::new(format!("{table}.{law}.{}", wrong.key), wrong.message)
}
