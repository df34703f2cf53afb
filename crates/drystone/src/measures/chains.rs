//! Force chains in numbers: how many there are (`force_chains.rs` says what they are), how many grains
//! they have on average, and which share of the grains with contacts is in one.

use super::force_chains::chains;
use super::{Value, View};

pub(super) fn measure<const D: usize>(view: &View<D>) -> Vec<Value> {
    let found = chains(view);
    let count = found.list.len() as f64;
    let grains: usize = found.list.iter().map(Vec::len).sum();
    let length = if count > 0.0 { grains as f64 / count } else { 0.0 };
    vec![
        Value::new("chain_count", "", count),
        Value::new("chain_length", "", length),
        Value::new("chain_share", "", grains as f64 / found.held as f64),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::testing::{row, value};

    #[test]
    fn one_chain_of_three_among_six() {
        let mut setting = row(6, 2);
        let h = setting.constants.time_step;
        for (contact, force) in setting.frame.contacts.iter_mut().zip([9.0, 9.0, 9.0, 9.0, 1.0]) {
            contact.impulse[0] = force * h;
        }
        let found = super::measure(&setting.view());
        assert_eq!(value(&found, "chain_count"), 1.0);
        assert_eq!(value(&found, "chain_length"), 3.0);
        assert_eq!(value(&found, "chain_share"), 0.5);
    }
}
