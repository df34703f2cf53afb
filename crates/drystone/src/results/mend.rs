//! Makes the lists of a file that was cut off readable up to where it was cut.
//!
//! A list finds its chunks through an extensible array: a header (`EAHD`), an index block (`EAIB`) with
//! the places of the first chunks, data blocks (`EADB`) with the places of more, and super blocks
//! (`EASB`) with those of data blocks, each with a checksum (HDF5 file format 3.0, VII.D). A reader needs
//! all of them. Blocks that were cut off are marked as not there, places beyond the cut in blocks that
//! are there in part as well, and their checksums made good; what the list says about frames whose
//! chunks are gone is wrong then, which the checksums of the frames tell.

/// Marks what is not there.
const NOWHERE: u64 = u64::MAX;
/// Bytes before the content of a block: signature, version, kind, address of the header.
const BLOCK_HEAD: usize = 14;
/// Bytes of a header with its checksum.
const HEADER: usize = 72;

/// Mends the arrays of a file of which `whole` bytes are what they were.
pub fn mend(bytes: &mut [u8], whole: usize) {
    for at in 0..whole.saturating_sub(HEADER) {
        if bytes[at..].starts_with(b"EAHD")
            && let Some(array) = Array::read(bytes, at)
        {
            array.mend_index(bytes, whole);
        }
    }
}

/// Makes checksums good that a program left behind which was killed in the middle of a write: of
/// object headers, and of the headers of arrays; [`mend`] does those of blocks. What they say may
/// be wrong then.
pub fn reseal(bytes: &mut [u8]) {
    for at in 0..bytes.len().saturating_sub(HEADER) {
        if bytes[at..].starts_with(b"OHDR")
            && let Some(end) = end_of_object(bytes, at)
        {
            seal(bytes, at, end);
        }
        if bytes[at..].starts_with(b"EAHD\0") {
            seal(bytes, at, at + HEADER - 4);
        }
    }
}

/// Where the messages of an object's header end and its checksum is.
fn end_of_object(bytes: &[u8], at: usize) -> Option<usize> {
    let (version, flags) = (bytes[at + 4], bytes[at + 5]);
    let times = if flags & 0x20 == 0 { 0 } else { 16 };
    let limits = if flags & 0x10 == 0 { 0 } else { 4 };
    let (start, width) = (at + 6 + times + limits, 1 << (flags & 3));
    let mut size = [0; 8];
    size[..width].copy_from_slice(bytes.get(start..start + width)?);
    let size = usize::try_from(u64::from_le_bytes(size)).ok()?;
    let end = (start + width).checked_add(size)?;
    (version == 2 && end.checked_add(4)? <= bytes.len()).then_some(end)
}

/// What an array's header says.
struct Array {
    /// Bytes of the place of one chunk.
    stride: usize,
    /// Bytes that say which part of the array a block holds.
    offset_size: usize,
    inline: usize,
    /// Places in the least data block.
    least: usize,
    /// Places in a page of a large data block.
    page: usize,
    /// Data blocks and places in each, for every super block.
    blocks: Vec<(usize, usize)>,
    /// Super blocks whose data blocks the index block names itself.
    direct: usize,
    index: usize,
}

impl Array {
    fn read(bytes: &[u8], at: usize) -> Option<Self> {
        let head = bytes.get(at..at + HEADER)?;
        let said = u32::from_le_bytes(head[HEADER - 4..].try_into().ok()?);
        let [stride, bits, inline, least, pointers, page] =
            [6, 7, 8, 9, 10, 11].map(|k| usize::from(head[k]));
        let sound = checksum(&head[..HEADER - 4]) == said
            && stride >= 8
            && bits <= 48
            && page <= 20
            && least.is_power_of_two()
            && pointers.is_power_of_two();
        if !sound {
            return None;
        }
        let count = (1 + bits).checked_sub(least.ilog2() as usize)?;
        let block = |k: usize| (1_usize << (k / 2), least << k.div_ceil(2));
        Some(Self {
            stride,
            offset_size: bits.div_ceil(8),
            inline,
            least,
            page: 1 << page,
            blocks: (0..count).map(block).collect(),
            direct: (2 * pointers.ilog2() as usize).min(count),
            index: u64::from_le_bytes(head[60..68].try_into().ok()?) as usize,
        })
    }

    fn mend_index(&self, bytes: &mut [u8], whole: usize) {
        let direct = self.blocks[..self.direct].iter();
        let sizes: Vec<usize> = direct.flat_map(|(n, size)| vec![*size; *n]).collect();
        let supers = &self.blocks[self.direct..];
        let first = self.index.saturating_add(BLOCK_HEAD + self.inline * self.stride);
        let end = first.saturating_add(8 * (sizes.len() + supers.len()));
        if end.saturating_add(4) > whole || !bytes[self.index..].starts_with(b"EAIB") {
            return;
        }
        for (k, size) in sizes.iter().enumerate() {
            let there = self.mend_data(bytes, whole, place(bytes, first + 8 * k), *size);
            forget_unless(there, bytes, first + 8 * k);
        }
        for (k, shape) in supers.iter().enumerate() {
            let at = first + 8 * (sizes.len() + k);
            let there = self.mend_super(bytes, whole, place(bytes, at), *shape);
            forget_unless(there, bytes, at);
        }
        seal(bytes, self.index, end);
    }

    /// Mends a super block; whether anything is there of it.
    fn mend_super(&self, bytes: &mut [u8], whole: usize, at: u64, shape: (usize, usize)) -> bool {
        let (count, size) = shape;
        let Some(at) = within(at, whole) else { return false };
        let pages = if size > self.page { size / self.page } else { 0 };
        let first = at + BLOCK_HEAD + self.offset_size + count * pages.div_ceil(8);
        let end = first + 8 * count;
        if first > whole || end + 4 > bytes.len() {
            return false;
        }
        bytes[whole.clamp(first, end)..end].fill(0xff);
        for k in 0..count {
            let there = self.mend_data(bytes, whole, place(bytes, first + 8 * k), size);
            forget_unless(there, bytes, first + 8 * k);
        }
        seal(bytes, at, end);
        true
    }

    /// Mends a data block; whether anything is there of it.
    fn mend_data(&self, bytes: &mut [u8], whole: usize, at: u64, size: usize) -> bool {
        let Some(at) = within(at, whole) else { return false };
        let head = at + BLOCK_HEAD + self.offset_size;
        if head > whole || size < self.least {
            return false;
        }
        // A small block has one checksum, a large one has one of its head and one a page.
        let (mut start, mut first, mut rest) = (at, head, size);
        if size > self.page {
            if head + 4 > bytes.len() {
                return false;
            }
            seal(bytes, at, head);
            (start, first) = (head + 4, head + 4);
        }
        while rest > 0 {
            let places = rest.min(self.page);
            let end = first + places * self.stride;
            if end + 4 > bytes.len() {
                return false;
            }
            bytes[whole.clamp(first, end)..end].fill(0xff);
            seal(bytes, start, end);
            (start, first) = (end + 4, end + 4);
            rest -= places;
        }
        true
    }
}

/// An address before the cut.
fn within(at: u64, whole: usize) -> Option<usize> {
    usize::try_from(at).ok().filter(|at| *at < whole)
}

fn place(bytes: &[u8], at: usize) -> u64 {
    bytes[at..at + 8].try_into().map_or(NOWHERE, u64::from_le_bytes)
}

fn forget_unless(there: bool, bytes: &mut [u8], at: usize) {
    if !there {
        bytes[at..at + 8].copy_from_slice(&NOWHERE.to_le_bytes());
    }
}

/// Makes the checksum behind a range good.
fn seal(bytes: &mut [u8], start: usize, end: usize) {
    let sum = checksum(&bytes[start..end]);
    bytes[end..end + 4].copy_from_slice(&sum.to_le_bytes());
}

/// The checksum of HDF5's metadata: Jenkins' lookup3 of bytes, beginning with zero.
fn checksum(bytes: &[u8]) -> u32 {
    let start = 0xdead_beef_u32.wrapping_add(bytes.len() as u32);
    let mut state = [start; 3];
    let mut rest = bytes;
    while rest.len() > 12 {
        add(&mut state, &rest[..12]);
        mix(&mut state);
        rest = &rest[12..];
    }
    if rest.is_empty() {
        return state[2];
    }
    add(&mut state, rest);
    finish(&mut state)
}

fn add(state: &mut [u32; 3], bytes: &[u8]) {
    for (k, byte) in bytes.iter().enumerate() {
        let shifted = u32::from(*byte) << (8 * (k % 4));
        state[k / 4] = state[k / 4].wrapping_add(shifted);
    }
}

/// Each of the three numbers takes turns: it loses the one before, is mixed with its bits, and that one
/// gains the third.
fn mix(state: &mut [u32; 3]) {
    for (k, turn) in [4, 6, 8, 16, 19, 4].into_iter().enumerate() {
        let (own, before, third) = (k % 3, (k + 2) % 3, (k + 1) % 3);
        state[own] = state[own].wrapping_sub(state[before]) ^ state[before].rotate_left(turn);
        state[before] = state[before].wrapping_add(state[third]);
    }
}

fn finish(state: &mut [u32; 3]) -> u32 {
    for (k, turn) in [14, 11, 25, 16, 4, 14, 24].into_iter().enumerate() {
        let (own, before) = ((k + 2) % 3, (k + 1) % 3);
        state[own] = (state[own] ^ state[before]).wrapping_sub(state[before].rotate_left(turn));
    }
    state[2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_published_one() {
        assert_eq!(checksum(b""), 0xdead_beef);
        assert_eq!(checksum(b"Four score and seven years ago"), 0x1777_0551);
    }
}
