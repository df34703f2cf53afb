//! Contacts as columns of numbers, and back: what frames and checkpoints keep of them.

use crate::contact::{Contact, Image, Status};
use crate::laws::Extent;
use crate::world::World;

/// Who needs a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Everybody.
    All,
    /// Worlds with laws that remember contacts: bonds, and friction that depends on the past.
    Memory,
    /// Worlds with laws that resist rolling.
    Rolling,
    /// Runs whose frames keep the heat of friction.
    Heat,
    /// Worlds with deformable bodies.
    Meshes,
}

/// Which columns frames have beside those that all have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// What laws remember, and what bonds do.
    pub memory: bool,
    /// Couples against rolling.
    pub rolling: bool,
    /// Heat of friction.
    pub heat: bool,
    /// Where on meshes.
    pub meshes: bool,
}

impl Extras {
    /// What the laws of a world need.
    pub fn of<const D: usize>(world: &World<D>) -> Self {
        let rolling = world.laws.extent() > Extent::Sliding;
        let meshes = !world.bodies.deformables.is_empty();
        Self { memory: world.laws.remember(), rolling, heat: false, meshes }
    }

    /// Whether a column is among them.
    pub fn has(&self, need: Need) -> bool {
        match need {
            Need::All => true,
            Need::Memory => self.memory,
            Need::Rolling => self.rolling,
            Need::Heat => self.heat,
            Need::Meshes => self.meshes,
        }
    }
}

/// A column of real numbers, some a contact.
pub struct RealColumn<const D: usize> {
    /// Its name in files.
    pub name: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// Numbers a contact.
    pub components: usize,
    /// Who needs it.
    pub need: Need,
    get: fn(&Contact<D>) -> &[f64],
    set: fn(&mut Contact<D>) -> &mut [f64],
}

/// A column of whole numbers, one a contact.
pub struct IntegerColumn<const D: usize> {
    /// Its name in files.
    pub name: &'static str,
    /// Whether its numbers may need more than 32 bits.
    pub long: bool,
    /// Who needs it.
    pub need: Need,
    get: fn(&Contact<D>) -> u64,
    set: fn(&mut Contact<D>, u64),
}

/// Every column of real numbers. Vectors are in global coordinates, but impulse, bond, couple and
/// velocity, which are in the contact's frame: normal first, couples about the tangents first. The
/// frame is stored column by column. What is not in a file is as in [`blank`].
pub fn real_columns<const D: usize>() -> [RealColumn<D>; 16] {
    macro_rules! vector {
        ($name:literal, $unit:literal, $components:expr, $($field:tt)+) => {
            RealColumn {
                name: $name,
                unit: $unit,
                components: $components,
                get: |contact| contact.$($field)+.as_slice(),
                set: |contact| contact.$($field)+.as_mut_slice(),
                need: Need::All,
            }
        };
    }
    macro_rules! number {
        ($name:literal, $unit:expr, $need:ident, $field:ident) => {
            RealColumn {
                name: $name,
                unit: $unit,
                components: 1,
                get: |contact| std::slice::from_ref(&contact.$field),
                set: |contact| std::slice::from_mut(&mut contact.$field),
                need: Need::$need,
            }
        };
    }
    macro_rules! extra {
        ($need:ident, $($what:tt)+) => {
            RealColumn { need: Need::$need, ..vector!($($what)+) }
        };
    }
    [
        vector!("point", "m", D, point),
        vector!("arm_candidate", "m", D, arms[0]),
        vector!("arm_antagonist", "m", D, arms[1]),
        vector!("frame", "", D * D, frame),
        vector!("impulse", "N s", D, impulse),
        vector!("velocity", "m/s", D, velocity),
        number!("gap", "m", All, gap),
        extra!(Memory, "bond", "N s", D, bond),
        extra!(Rolling, "couple", "N m s", 3, couple),
        extra!(Memory, "memory_friction", "", 2, memory.friction),
        extra!(Memory, "memory_bond", "", 8, memory.bond),
        number!("area", if D == 2 { "m" } else { "m2" }, Memory, area),
        number!("damage", "", Memory, damage),
        extra!(Heat, "heat", "J", 2, heat),
        extra!(Meshes, "spot_candidate", "", 2, spots[0].at),
        extra!(Meshes, "spot_antagonist", "", 2, spots[1].at),
    ]
}

/// Every column of whole numbers.
pub fn integer_columns<const D: usize>() -> [IntegerColumn<D>; 11] {
    macro_rules! integer {
        ($name:literal, $($field:tt)+) => {
            IntegerColumn {
                name: $name,
                long: $name == "feature",
                need: Need::All,
                get: |contact| contact.$($field)+ as u64,
                set: |contact, value| contact.$($field)+ = value as _,
            }
        };
    }
    [
        integer!("body_candidate", bodies[0]),
        integer!("body_antagonist", bodies[1]),
        integer!("collider_candidate", id.candidate),
        integer!("collider_antagonist", id.antagonist),
        IntegerColumn {
            name: "image",
            long: true,
            need: Need::All,
            get: |contact| contact.id.image.code(),
            set: |contact, value| contact.id.image = Image::from_code(value),
        },
        integer!("feature", id.feature),
        integer!("law", law),
        IntegerColumn { need: Need::Meshes, ..integer!("facet_candidate", spots[0].facet) },
        IntegerColumn { need: Need::Meshes, ..integer!("facet_antagonist", spots[1].facet) },
        IntegerColumn {
            name: "begun",
            long: false,
            need: Need::Memory,
            get: |contact| u64::from(contact.memory.begun),
            set: |contact, value| contact.memory.begun = value == 1,
        },
        IntegerColumn {
            name: "status",
            long: false,
            need: Need::All,
            get: |contact| STATUSES.iter().position(|s| *s == contact.status).unwrap_or(0) as u64,
            set: |contact, value| {
                contact.status = STATUSES.get(value as usize).copied().unwrap_or_default();
            },
        },
    ]
}

/// Whether a column is only there where it says something.
pub fn may_be_missing(name: &str) -> bool {
    let real = real_columns::<2>().iter().any(|c| c.name == name && c.need != Need::All);
    real || integer_columns::<2>().iter().any(|c| c.name == name && c.need != Need::All)
}

/// Statuses by their numbers in files.
pub const STATUSES: [Status; 4] = [Status::Open, Status::Sticking, Status::Sliding, Status::Bonded];

impl<const D: usize> RealColumn<D> {
    /// The column of some contacts.
    pub fn of(&self, contacts: &[Contact<D>]) -> Vec<f64> {
        contacts.iter().flat_map(|c| (self.get)(c).iter().copied()).collect()
    }

    /// Fills the column of contacts.
    pub fn fill(&self, contacts: &mut [Contact<D>], values: &[f64]) {
        for (contact, values) in contacts.iter_mut().zip(values.chunks_exact(self.components)) {
            (self.set)(contact).copy_from_slice(values);
        }
    }
}

impl<const D: usize> IntegerColumn<D> {
    /// The column of some contacts.
    pub fn of(&self, contacts: &[Contact<D>]) -> Vec<u64> {
        contacts.iter().map(self.get).collect()
    }

    /// Fills the column of contacts.
    pub fn fill(&self, contacts: &mut [Contact<D>], values: &[u64]) {
        for (contact, value) in contacts.iter_mut().zip(values) {
            (self.set)(contact, *value);
        }
    }
}

/// A sum of numbers that changes when any of them does, for frames: each is taken in by exclusive or, a
/// multiplication by an odd number and a rotation, which loses nothing.
#[derive(Clone)]
pub struct Check(u64);

impl Default for Check {
    fn default() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }
}

impl Check {
    /// Takes in whole numbers.
    pub fn wholes(&mut self, numbers: &[u64]) {
        for number in numbers {
            self.0 = (self.0 ^ number).wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(29);
        }
    }

    /// Takes in real numbers as they are stored: with 32 bits where they are.
    pub fn reals(&mut self, numbers: &[f64], single: bool) {
        for number in numbers {
            let stored = if single { f64::from(*number as f32) } else { *number };
            self.wholes(&[stored.to_bits()]);
        }
    }

    /// The sum.
    pub fn value(&self) -> u64 {
        self.0
    }
}

/// So many contacts with nothing in them: no bond, and heat that is not known.
pub fn blank<const D: usize>(count: usize) -> Vec<Contact<D>> {
    let contact = Contact { heat: [f64::NAN; 2], ..Contact::blank() };
    vec![contact; count]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn there_and_back<const D: usize>() {
        let mut contact = blank::<D>(1).remove(0);
        let mut next = 0.0;
        for column in real_columns::<D>() {
            for x in (column.set)(&mut contact) {
                next += 1.0;
                *x = next;
            }
        }
        for (k, column) in integer_columns::<D>().iter().enumerate() {
            (column.set)(
                &mut contact,
                match column.name {
                    "status" => 2,
                    "begun" => 1,
                    _ => 7 + k as u64,
                },
            );
        }
        contact.id.image = Image::new([-3; D]);
        let contacts = [contact.clone(), contact.clone()];
        let mut again = blank::<D>(2);
        for column in real_columns::<D>() {
            assert_eq!(column.of(&contacts).len(), 2 * column.components);
            column.fill(&mut again, &column.of(&contacts));
        }
        for column in integer_columns::<D>() {
            column.fill(&mut again, &column.of(&contacts));
        }
        // Every field is in a column: the text of the whole contact says so.
        assert_eq!(format!("{:?}", again[1]), format!("{contact:?}"));
    }

    #[test]
    fn columns_hold_the_whole_contact() {
        there_and_back::<2>();
        there_and_back::<3>();
    }
}
