//! HDF5 files that grow: lists of numbers without end, each append of which is whole or absent
//! whenever the program is killed.

use super::ResultsError;
use super::columns::Check;
use super::replace::vacate;
use hdf5_pure::{
    AttrValue, Dataset, DatasetBuilder, File, FileAccessProperties, FileBuilder, GroupBuilder,
    H5Element, MaxExtent, SyncPolicy,
};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// How numbers are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Packing {
    /// Deflate level, 0 (none) to 9.
    pub compression: u32,
    /// Whether real numbers keep 32 of their 64 bits.
    pub single: bool,
}

/// What a list holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Real numbers, all their bits.
    Exact,
    /// Real numbers, as the packing says.
    Real,
    /// Whole numbers of 64 bits.
    Whole,
    /// Whole numbers of 32 bits.
    Short,
}

/// A list in a file.
#[derive(Clone, Debug)]
pub struct List {
    /// Its path from the root.
    pub path: String,
    /// What it holds.
    pub kind: Kind,
    /// Numbers that belong together: the components of a vector, the bodies of a frame.
    pub components: usize,
    /// Numbers stored together.
    pub chunk: usize,
    /// Whether they are compressed. An append that fills no chunk packs its chunk anew and leaves
    /// the old one as waste, so short appends are better not compressed.
    pub packed: bool,
    /// Its unit.
    pub unit: String,
}

/// A text or number that describes a file.
pub enum Fact {
    /// A text.
    Text(String),
    /// A whole number.
    Whole(u64),
    /// A number.
    Real(f64),
}

/// What a new file begins with.
#[derive(Default)]
pub struct Beginning<'a> {
    /// About the file, as attributes of its root.
    pub facts: Vec<(&'static str, Fact)>,
    /// Texts, a dataset each.
    pub texts: Vec<(&'static str, Vec<&'a str>)>,
    /// Real numbers that do not change, a dataset each.
    pub reals: Vec<(&'static str, Vec<f64>)>,
    /// Whole numbers that do not change, a dataset each.
    pub wholes: Vec<(&'static str, Vec<u64>)>,
    /// Lists, empty as yet.
    pub lists: Vec<List>,
}

impl Beginning<'_> {
    /// Writes the file.
    pub fn create(&self, path: &Path, packing: Packing) -> Result<(), ResultsError> {
        let mut file = FileBuilder::new();
        for (name, fact) in &self.facts {
            file.set_attr(name, fact.value());
        }
        for (name, lines) in &self.texts {
            let dataset = file.create_dataset(name).with_vlen_strings(lines);
            dataset.set_attr(CHECK, AttrValue::U64(check_of_texts(lines.iter().copied())));
        }
        for group in self.groups() {
            let mut builder = file.create_group(&group);
            self.fill(&group, &mut builder, packing);
            file.add_group(builder.finish());
        }
        for (name, numbers) in self.reals.iter().filter(|(name, _)| !name.contains('/')) {
            let dataset = file.create_dataset(name).with_f64_data(numbers);
            dataset.set_attr(CHECK, AttrValue::U64(check_of_reals(numbers)));
        }
        let bytes = file.finish().map_err(|e| ResultsError::whole(path, e))?;
        vacate(path)
            .and_then(|()| std::fs::write(path, bytes))
            .map_err(|e| ResultsError::whole(path, format!("cannot write: {e}")))
    }

    /// The groups of everything that is in one, each once.
    fn groups(&self) -> Vec<String> {
        let lists = self.lists.iter().map(|list| list.path.as_str());
        let paths = lists.chain(self.reals.iter().map(|(path, _)| *path));
        let paths = paths.chain(self.wholes.iter().map(|(path, _)| *path));
        let mut groups: Vec<String> = vec![];
        for (group, _) in paths.filter_map(|path| path.split_once('/')) {
            if groups.iter().all(|known| known != group) {
                groups.push(group.to_string());
            }
        }
        groups
    }

    /// Everything that is in a group.
    fn fill(&self, group: &str, builder: &mut GroupBuilder, packing: Packing) {
        let within = |path: &str| {
            let (found, name) = path.split_once('/')?;
            (found == group).then(|| name.to_string())
        };
        for list in &self.lists {
            if let Some(name) = within(&list.path) {
                list.describe(builder.create_dataset(&name), packing);
            }
        }
        for (path, numbers) in &self.reals {
            if let Some(name) = within(path) {
                let dataset = builder.create_dataset(&name).with_f64_data(numbers);
                dataset.set_attr(CHECK, AttrValue::U64(check_of_reals(numbers)));
            }
        }
        for (path, numbers) in &self.wholes {
            if let Some(name) = within(path) {
                let dataset = builder.create_dataset(&name).with_u64_data(numbers);
                dataset.set_attr(CHECK, AttrValue::U64(check_of_wholes(numbers)));
            }
        }
    }
}

/// The attribute with the checksum of what does not change.
pub const CHECK: &str = "check";

/// The checksum of texts.
pub fn check_of_texts<'a>(texts: impl Iterator<Item = &'a str>) -> u64 {
    let mut check = Check::default();
    texts.flat_map(str::bytes).for_each(|byte| check.wholes(&[u64::from(byte)]));
    check.value()
}

/// The checksum of real numbers.
pub fn check_of_reals(numbers: &[f64]) -> u64 {
    let mut check = Check::default();
    check.reals(numbers, false);
    check.value()
}

/// The checksum of whole numbers.
pub fn check_of_wholes(numbers: &[u64]) -> u64 {
    let mut check = Check::default();
    check.wholes(numbers);
    check.value()
}

impl Fact {
    fn value(&self) -> AttrValue {
        match self {
            Self::Text(text) => AttrValue::String(text.clone()),
            Self::Whole(number) => AttrValue::U64(*number),
            Self::Real(number) => AttrValue::F64(*number),
        }
    }
}

impl List {
    fn describe(&self, dataset: &mut DatasetBuilder, packing: Packing) {
        match (self.kind, packing.single) {
            (Kind::Whole, _) => dataset.with_u64_data(&[]),
            (Kind::Short, _) => dataset.with_u32_data(&[]),
            (Kind::Real, true) => dataset.with_f32_data(&[]),
            (Kind::Exact, _) | (Kind::Real, false) => dataset.with_f64_data(&[]),
        };
        dataset.with_shape(&[0]).with_maxshape(&[MaxExtent::Unlimited]);
        dataset.with_chunks(&[self.chunk as u64]);
        if packing.compression > 0 && self.packed {
            dataset.with_shuffle().with_deflate(packing.compression);
        }
        dataset.set_attr("components", AttrValue::U64(self.components as u64));
        dataset.set_attr("unit", AttrValue::String(self.unit.clone()));
    }
}

/// A file whose lists are appended to.
pub struct Growing {
    path: PathBuf,
    file: File,
    packing: Packing,
    lists: HashMap<String, (Kind, Dataset)>,
}

impl Growing {
    /// Opens a file for appending to these lists.
    pub fn open(path: &Path, packing: Packing, lists: &[List]) -> Result<Self, ResultsError> {
        let access = FileAccessProperties::new().with_sync_policy(SyncPolicy::OnClose);
        let file = File::open_rw_with_options(path, access)
            .map_err(|e| ResultsError::whole(path, format!("cannot open for writing: {e}")))?;
        let open = |list: &List| {
            let dataset =
                file.dataset(&list.path).map_err(|e| ResultsError::at(path, &list.path, e))?;
            Ok((list.path.clone(), (list.kind, dataset)))
        };
        let lists = lists.iter().map(open).collect::<Result<_, _>>()?;
        Ok(Self { path: path.to_path_buf(), file, packing, lists })
    }

    /// How numbers are kept.
    pub fn packing(&self) -> Packing {
        self.packing
    }

    /// Appends real numbers to a list.
    pub fn reals(&mut self, list: &str, numbers: &[f64]) -> Result<(), ResultsError> {
        let single = self.packing.single && self.lists.get(list).is_some_and(|l| l.0 == Kind::Real);
        if single {
            let short: Vec<f32> = numbers.iter().map(|x| *x as f32).collect();
            self.append(list, &short)
        } else {
            self.append(list, numbers)
        }
    }

    /// Appends whole numbers to a list.
    pub fn wholes(&mut self, list: &str, numbers: &[u64]) -> Result<(), ResultsError> {
        if self.lists.get(list).is_some_and(|l| l.0 == Kind::Short) {
            let short: Vec<u32> = numbers.iter().map(|n| *n as u32).collect();
            return self.append(list, &short);
        }
        self.append(list, numbers)
    }

    fn append<T: H5Element>(&mut self, list: &str, numbers: &[T]) -> Result<(), ResultsError> {
        if numbers.is_empty() {
            return Ok(());
        }
        let Some((_, dataset)) = self.lists.get_mut(list) else {
            return Err(ResultsError::at(&self.path, list, "is missing"));
        };
        let failed = |e| ResultsError::at(&self.path, list, format!("cannot write: {e}"));
        dataset.append(numbers).map_err(failed)
    }

    /// Ends the work with the file; what was appended is there without it too.
    pub fn close(self) -> Result<(), ResultsError> {
        let Self { path, file, lists, .. } = self;
        drop(lists);
        file.close().map_err(|e| ResultsError::whole(&path, format!("cannot close: {e}")))
    }
}
