//! How many bonds there are, and how much of them is broken: of the bonds between bodies that count,
//! those with damage 0 are whole, those with damage 1 are broken. Without a region and names
//! the bonds of contacts out of sight count too.

use super::{Value, View};

pub(super) fn measure<const D: usize>(view: &View<D>) -> Vec<Value> {
    let (mut bonds, mut whole, mut broken, mut sum) = (0.0, 0.0, 0.0, 0.0);
    for contact in view.counted().filter(|contact| contact.has_bond()) {
        bonds += 1.0;
        sum += contact.damage;
        whole += f64::from(u8::from(contact.damage == 0.0));
        broken += f64::from(u8::from(contact.damage >= 1.0));
    }
    if view.scope.region.is_none() && view.scope.named.is_none() {
        let [lost, damage, lost_whole, lost_broken] = view.lost;
        bonds += lost;
        sum += damage;
        whole += lost_whole;
        broken += lost_broken;
    }
    let damaged = bonds - whole - broken;
    vec![
        Value::new("bonds", "", bonds),
        Value::new("bonds_damaged", "", damaged),
        Value::new("bonds_broken", "", broken),
        Value::new("bonds_whole", "", whole),
        Value::new("damaged_share", "", damaged / bonds),
        Value::new("broken_share", "", broken / bonds),
        Value::new("damage_mean", "", sum / bonds),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::options::Options;
    use super::super::testing::{row, value};

    /// Of four contacts three had bonds; three more are out of sight: whole, damaged and broken.
    #[test]
    fn by_hand() {
        let mut setting = row(3, 0);
        for (contact, damage) in setting.frame.contacts.iter_mut().zip([0.0, 0.5, 1.0]) {
            contact.damage = damage;
        }
        let mut dormant = setting.frame.contacts[..3].to_vec();
        dormant[1].damage = 0.75;
        setting.frame.lost = crate::results::lost(&dormant);
        let names = ["bonds", "bonds_damaged", "bonds_broken", "bonds_whole", "damage_mean"];
        let expected = [6.0, 2.0, 2.0, 2.0, 3.25 / 6.0];
        let found = super::measure(&setting.view());
        for (name, expected) in names.iter().zip(expected) {
            assert!((value(&found, name) - expected).abs() < 1e-15, "{name}");
        }
        // The first contact is at x = 0, the second at x = 1.
        let region = Some([vec![-0.5, -1.0], vec![1.5, 1.0]]);
        let setting = setting.with(&Options { region, ..Options::default() });
        let found = super::measure(&setting.view());
        assert_eq!(["bonds", "damage_mean"].map(|name| value(&found, name)), [2.0, 0.25]);
    }
}
