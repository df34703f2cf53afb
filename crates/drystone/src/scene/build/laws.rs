//! The table of contact laws by pair of materials.

use crate::detection::Visibility;
use crate::laws::{
    ContactLaw, Friction, Law, RESTITUTIONS, Restitution, Rolling, UNILATERAL, Unilateral,
};
use crate::scene::error::Fault;
use crate::scene::format::{Contact, Description};
use crate::world::LawTable;
use std::sync::Arc;

/// What decides whether two bodies can touch, and the key to blame if no law says how.
#[derive(Clone, Debug)]
pub struct Party {
    /// Index of the material.
    pub material: usize,
    /// Index of the group.
    pub group: u8,
    /// Whether contacts can move it.
    pub movable: bool,
    /// The key of the first such body.
    pub path: String,
    /// Whether there are several such bodies, so that two of them may meet.
    pub several: bool,
}

/// Laws for every pair of materials; fails for a pair that can touch and has no law.
pub fn table(
    scene: &Description,
    parties: &[Party],
    visibility: &Visibility,
) -> Result<LawTable, Fault> {
    let names: Vec<&str> = scene.materials.keys().map(String::as_str).collect();
    let count = names.len().max(1);
    let mut rows: Vec<Option<usize>> = vec![None; count * count];
    let mut default = None;
    let mut laws: Vec<Arc<dyn Law>> = vec![];
    for (i, contact) in scene.contacts.iter().enumerate() {
        laws.push(Arc::new(law(contact)));
        let Some(pair) = &contact.between else {
            if default.replace(i).is_some() {
                let message = "there is already a default contact law";
                return Err(Fault::new(format!("contacts.{i}.default"), message));
            }
            continue;
        };
        let mut index = [0; 2];
        for (k, name) in pair.iter().enumerate() {
            let path = format!("contacts.{i}.between.{k}");
            index[k] = names
                .iter()
                .position(|known| known == name)
                .ok_or_else(|| Fault::unknown(path, "material", name, names.iter().copied()))?;
        }
        let [a, b] = index;
        if rows[a * count + b].is_some() {
            let message = format!("`{}` and `{}` already have a contact law", pair[0], pair[1]);
            return Err(Fault::new(format!("contacts.{i}.between"), message));
        }
        rows[a * count + b] = Some(i);
        rows[b * count + a] = Some(i);
    }
    for row in &mut rows {
        *row = row.or(default);
    }
    for (i, a) in parties.iter().enumerate() {
        for (j, b) in parties[..=i].iter().enumerate() {
            let two = j < i || a.several;
            let meet = two && (a.movable || b.movable) && visibility.allows(a.group, b.group);
            if meet && rows[a.material * count + b.material].is_none() {
                return Err(missing(names[a.material], names[b.material], &a.path));
            }
        }
    }
    if laws.is_empty() {
        laws.push(Arc::new(ContactLaw::default()));
    }
    let by_pair = rows.into_iter().map(|row| row.unwrap_or(0)).collect();
    Ok(LawTable { laws, by_pair, materials: count })
}

fn missing(a: &str, b: &str, path: &str) -> Fault {
    let pair = if a == b { format!("two bodies of `{a}`") } else { format!("`{a}` and `{b}`") };
    let message = format!("{pair} can touch but have no contact law");
    let help =
        format!("add `[[contacts]]` with `between = [\"{a}\", \"{b}\"]` or `default = true`");
    Fault::new(format!("{path}.material"), message).help(help)
}

fn law(contact: &Contact) -> ContactLaw {
    let name = contact.unilateral.as_deref().unwrap_or_default();
    let unilateral =
        UNILATERAL.iter().find(|entry| entry.1 == name).map_or(Unilateral::default(), |e| e.0);
    let coulomb = || Friction::from(contact.friction.unwrap_or(0.0));
    let kind = contact.restitution_law.as_deref().unwrap_or_default();
    let kind =
        RESTITUTIONS.iter().find(|entry| entry.1 == kind).map_or_else(Default::default, |e| e.0);
    ContactLaw {
        unilateral,
        friction: contact.friction_law.clone().unwrap_or_else(coulomb),
        restitution: Restitution {
            kind,
            normal: contact.normal_restitution,
            tangential: contact.tangential_restitution,
        },
        rolling: Rolling { rolling: contact.rolling, spinning: contact.spinning },
        rolling_of_radius: Rolling {
            rolling: contact.rolling_coefficient,
            spinning: contact.spinning_coefficient,
        },
        bond: contact.bond.clone(),
    }
}
