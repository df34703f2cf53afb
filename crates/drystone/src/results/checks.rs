//! Whether frames are what was written, many of them at a time: finding a place in a list takes as
//! long as the list is, so that frame by frame a long file would be read for minutes.

use super::columns::{Check, integer_columns, may_be_missing, real_columns};
use super::linkages;
use super::mesh_state;
use super::reader::Results;
use super::{ResultsError, Standing};
use crate::space::{configuration_size, velocity_size};
use std::ops::Range;

/// Numbers of a list that are read at a time, but a frame in any case.
const BATCH: usize = 1 << 22;

/// A list that the checksums of frames are of.
struct Part {
    path: String,
    /// How many numbers a frame has; a contact, in lists of these.
    each: usize,
    of_contacts: bool,
    is_whole: bool,
}

impl Results {
    /// That the numbers of every frame up to a checkpoint are those written.
    ///
    /// # Errors
    ///
    /// One is damaged, which is named.
    pub fn check_frames<const D: usize>(&self, standing: &Standing) -> Result<(), ResultsError> {
        let frames = self.steps().iter().filter(|own| **own <= standing.step).count();
        if let Some(index) = (0..frames).find(|index| !self.is_in_place(*index)) {
            return Err(self.misplaced(index));
        }
        let parts = self.checked_parts::<D>();
        let own = |part: &&Part| !part.of_contacts;
        let widest = parts.iter().filter(own).map(|part| part.each).max().unwrap_or(1);
        let contacts = self.contacts_until(frames) as usize / frames.max(1);
        let batch = (BATCH / widest.max(contacts).max(1)).max(1);
        (0..frames)
            .step_by(batch)
            .try_for_each(|start| self.check_batch(&parts, start..frames.min(start + batch)))
    }

    fn check_batch(&self, parts: &[Part], frames: Range<usize>) -> Result<(), ResultsError> {
        let mut checks = vec![Check::default(); frames.len()];
        let all = self.contacts_until(frames.start)..self.contacts_until(frames.end);
        for part in parts {
            // Where the numbers of the frames begin in the list, and where those of each end.
            let end = |frame: usize| match part.of_contacts {
                true => (self.contacts_until(frame + 1).max(all.start)) as usize * part.each,
                false => (frame + 1) * part.each,
            };
            let start = match part.of_contacts {
                true => all.start as usize * part.each,
                false => frames.start * part.each,
            };
            let range = start..end(frames.end - 1).max(start);
            let of = |frame: usize, from: usize| from - start..end(frame).max(from) - start;
            let mut from = start;
            if part.is_whole {
                let numbers = self.whole_numbers(&part.path, range)?;
                for (frame, check) in frames.clone().zip(&mut checks) {
                    check.wholes(numbers.get(of(frame, from)).unwrap_or_default());
                    from = end(frame).max(from);
                }
            } else {
                let numbers = self.numbers(&part.path, range)?;
                for (frame, check) in frames.clone().zip(&mut checks) {
                    check.reals(numbers.get(of(frame, from)).unwrap_or_default(), false);
                    from = end(frame).max(from);
                }
            }
        }
        let mut sums = frames.zip(&checks);
        match sums.find(|(frame, check)| !self.has_check(*frame, check.value())) {
            Some((frame, _)) => Err(self.damaged_frame(frame)),
            None => Ok(()),
        }
    }

    /// The lists in the order in which a frame's checksum takes them in.
    fn checked_parts<const D: usize>(&self) -> Vec<Part> {
        let of_frame = |name: &str, each: usize, is_whole: bool| {
            let path = format!("frames/{name}");
            Part { path, each, of_contacts: false, is_whole }
        };
        let of_contacts = |name: &str, each: usize, is_whole: bool| {
            let path = format!("contacts/{name}");
            Part { path, each, of_contacts: true, is_whole }
        };
        let bodies = self.bodies();
        let mut parts = vec![
            of_frame("q", bodies * configuration_size(D), false),
            of_frame("v", bodies * velocity_size(D), false),
        ];
        let has = |name: &str| !may_be_missing(name) || self.has_column(name);
        let reals = real_columns::<D>();
        let reals = reals.iter().filter(|column| has(column.name));
        parts.extend(reals.map(|column| of_contacts(column.name, column.components, false)));
        let wholes = integer_columns::<D>();
        let wholes = wholes.iter().filter(|column| has(column.name));
        parts.extend(wholes.map(|column| of_contacts(column.name, 1, true)));
        parts.extend(self.lists_of_lost().map(|name| of_frame(name, 2, false)));
        let joints = self.joint_count();
        if joints > 0 {
            let reals = linkages::real_lists::<D>().into_iter();
            parts.extend(reals.map(|(name, _, size)| of_frame(name, joints * size, false)));
            parts.push(of_frame(linkages::STATUS, joints, true));
        }
        let counts = self.meshes().counts(D);
        for list in mesh_state::lists::<D>(self.meshes()) {
            parts.push(of_frame(list.name, list.size * list.count(&counts), false));
        }
        parts
    }
}
