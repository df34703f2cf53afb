//! Contacts as columns of numbers, and back: what frames and checkpoints keep of them.

use crate::contact::{Contact, ContactId, Image, Memory, Status};
use crate::space::{Matrix, Vector};

/// A column of real numbers, some a contact.
pub struct RealColumn<const D: usize> {
    /// Its name in files.
    pub name: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// Numbers a contact.
    pub components: usize,
    /// Whether only laws with bonds, memory or resistance to rolling fill it.
    pub of_laws: bool,
    get: fn(&Contact<D>) -> &[f64],
    set: fn(&mut Contact<D>) -> &mut [f64],
}

/// A column of whole numbers, one a contact.
pub struct IntegerColumn<const D: usize> {
    /// Its name in files.
    pub name: &'static str,
    /// Whether its numbers may need more than 32 bits.
    pub long: bool,
    get: fn(&Contact<D>) -> u64,
    set: fn(&mut Contact<D>, u64),
}

/// Every column of real numbers. Vectors are in global coordinates, but impulse and velocity, which
/// are in the contact's frame: normal first. The frame is stored column by column.
pub fn real_columns<const D: usize>() -> [RealColumn<D>; 12] {
    macro_rules! vector {
        ($name:literal, $unit:literal, $components:expr, $($field:tt)+) => {
            RealColumn {
                name: $name,
                unit: $unit,
                components: $components,
                get: |contact| contact.$($field)+.as_slice(),
                set: |contact| contact.$($field)+.as_mut_slice(),
                of_laws: false,
            }
        };
    }
    macro_rules! of_laws {
        ($($what:tt)+) => {
            RealColumn { of_laws: true, ..vector!($($what)+) }
        };
    }
    [
        vector!("point", "m", D, point),
        vector!("arm_candidate", "m", D, arms[0]),
        vector!("arm_antagonist", "m", D, arms[1]),
        vector!("frame", "", D * D, frame),
        vector!("impulse", "N s", D, impulse),
        vector!("velocity", "m/s", D, velocity),
        RealColumn {
            name: "gap",
            unit: "m",
            components: 1,
            get: |contact| std::slice::from_ref(&contact.gap),
            set: |contact| std::slice::from_mut(&mut contact.gap),
            of_laws: false,
        },
        of_laws!("bond", "N s", D, bond),
        of_laws!("couple", "N m s", 3, couple),
        of_laws!("memory_friction", "", 2, memory.friction),
        of_laws!("memory_bond", "", 8, memory.bond),
        RealColumn {
            name: "area",
            unit: if D == 2 { "m" } else { "m2" },
            components: 1,
            get: |contact| std::slice::from_ref(&contact.area),
            set: |contact| std::slice::from_mut(&mut contact.area),
            of_laws: true,
        },
    ]
}

/// Every column of whole numbers.
pub fn integer_columns<const D: usize>() -> [IntegerColumn<D>; 9] {
    macro_rules! integer {
        ($name:literal, $($field:tt)+) => {
            IntegerColumn {
                name: $name,
                long: $name == "feature",
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
            get: |contact| contact.id.image.code(),
            set: |contact, value| contact.id.image = Image::from_code(value),
        },
        integer!("feature", id.feature),
        integer!("law", law),
        IntegerColumn {
            name: "begun",
            long: false,
            get: |contact| u64::from(contact.memory.begun),
            set: |contact, value| contact.memory.begun = value == 1,
        },
        IntegerColumn {
            name: "status",
            long: false,
            get: |contact| STATUSES.iter().position(|s| *s == contact.status).unwrap_or(0) as u64,
            set: |contact, value| {
                contact.status = STATUSES.get(value as usize).copied().unwrap_or_default();
            },
        },
    ]
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

/// So many contacts with nothing in them.
pub fn blank<const D: usize>(count: usize) -> Vec<Contact<D>> {
    let id = ContactId { candidate: 0, antagonist: 0, image: Image::HOME, feature: 0 };
    let contact = Contact {
        id,
        bodies: [0; 2],
        arms: [Vector::zeros(); 2],
        point: Vector::zeros(),
        frame: Matrix::zeros(),
        gap: 0.0,
        law: 0,
        area: 0.0,
        memory: Memory::default(),
        impulse: Vector::zeros(),
        bond: Vector::zeros(),
        couple: [0.0; 3],
        velocity: Vector::zeros(),
        status: Status::Open,
    };
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
