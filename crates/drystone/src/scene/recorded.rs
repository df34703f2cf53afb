//! Checks that what a scene wants to record can be measured in its world.

use super::error::Fault;
use super::format::{Record, RecordedMeasure};
use crate::measures::{Recording, Refused, Wanted, find, recordable};
use crate::world::AnyWorld;

/// Finds the first measure that cannot be recorded.
pub fn check(record: &Record, world: &AnyWorld) -> Result<(), Fault> {
    let wanted: Vec<Wanted> = record.measures.iter().map(RecordedMeasure::wanted).collect();
    // Labels become names of columns and of lists in files.
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    if let Some(k) = wanted.iter().position(|wanted| !wanted.label.chars().all(fits)) {
        let message = format!(
            "the label `{}` may have letters, digits, `_` and `-` only",
            wanted[k].label.escape_debug()
        );
        return Err(Fault::new(format!("record.measures.{k}.label"), message));
    }
    let refused = match world {
        AnyWorld::Plane(world) => Recording::new(world, &wanted).err(),
        AnyWorld::Space(world) => Recording::new(world, &wanted).err(),
    };
    match refused {
        None => Ok(()),
        Some((k, refused)) => Err(fault(k, &record.measures[k], &wanted[k].measure, refused)),
    }
}

fn fault(k: usize, entry: &RecordedMeasure, name: &str, refused: Refused) -> Fault {
    let path = match entry {
        RecordedMeasure::Name(_) => format!("record.measures.{k}"),
        RecordedMeasure::Part(_) => format!("record.measures.{k}.{}", refused.option),
    };
    if find::<2>(name).is_none() {
        return Fault::unknown(path, "measure", name, recordable());
    }
    Fault::new(path, refused.message)
}
