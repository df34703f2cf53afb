//! All frames in one file that ParaView 5.12 and later open as it is: VTKHDF 2, transient.
//!
//! An unstructured grid a frame, one part each. Lists of all frames stand one behind the other, and
//! `/VTKHDF/Steps` says where those of a frame begin. Where the cells of all frames are the same there
//! is one part, which every frame points at, and only points and values differ.

use super::vtk::Grid;
use hdf5_pure::{AttrValue, DatasetBuilder, FileBuilder, FinishedGroup, GroupBuilder};
use std::io;
use std::path::Path;

/// The most that a file may hold: it is put together in memory.
const LARGEST: usize = 4 << 30;

/// Frames on their way to a file.
#[derive(Default)]
pub struct Transient {
    /// Whether all frames have the same cells.
    fixed_cells: bool,
    times: Vec<f64>,
    /// Points, cells and corners of each part.
    sizes: Vec<[i64; 3]>,
    /// Of each frame: its part, where the points, cells and corners of it begin, and its values.
    starts: Vec<[i64; 5]>,
    points: Vec<f64>,
    connectivity: Vec<i64>,
    offsets: Vec<i64>,
    kinds: Vec<u8>,
    arrays: Vec<Growing>,
    point_arrays: Vec<Growing>,
}

/// An array of all frames: its name, numbers a tuple, all numbers.
type Growing = (&'static str, usize, Vec<f64>);

impl Transient {
    /// For frames that all have the same cells, or not.
    pub fn new(fixed_cells: bool) -> Self {
        Self { fixed_cells, ..Self::default() }
    }

    /// Adds a frame.
    ///
    /// # Errors
    ///
    /// The file would become too large, or the cells are not those of the first frame though they
    /// were to be.
    pub fn add(&mut self, time: f64, grid: Grid) -> io::Result<()> {
        let arrays = self.arrays.iter().chain(&self.point_arrays);
        let values: usize = arrays.map(|array| array.2.len()).sum();
        let numbers = self.points.len() + self.connectivity.len() + self.offsets.len() + values;
        if 8 * numbers > LARGEST {
            return Err(io::Error::other("more than 4 GB; choose fewer frames, or vtu"));
        }
        let first = self.times.is_empty();
        let repeats = self.fixed_cells && !first;
        if repeats && (self.connectivity != grid.connectivity || self.offsets[1..] != grid.offsets)
        {
            return Err(io::Error::other("the cells of frames differ"));
        }
        let done = self.arrays.first().map_or(0, |(_, n, values)| values.len() / n);
        let [part, cell, corner] = match repeats {
            true => [0; 3],
            false => [self.sizes.len(), self.kinds.len(), self.connectivity.len()],
        };
        let points = grid.points.len() / 3;
        self.starts.push([part, self.points.len() / 3, cell, corner, done].map(|n| n as i64));
        self.times.push(time);
        self.points.extend(&grid.points);
        if !repeats {
            let sizes = [points, grid.kinds.len(), grid.connectivity.len()];
            self.sizes.push(sizes.map(|n| n as i64));
            self.connectivity.extend(&grid.connectivity);
            self.offsets.push(0);
            self.offsets.extend(&grid.offsets);
            self.kinds.extend(grid.kinds.iter().map(|kind| *kind as u8));
        }
        for (arrays, new) in
            [(&mut self.arrays, grid.cell_arrays), (&mut self.point_arrays, grid.point_arrays)]
        {
            if first {
                *arrays = new.iter().map(|a| (a.name, a.components, vec![])).collect();
            }
            arrays.iter_mut().zip(new).for_each(|(array, new)| array.2.extend(new.values));
        }
        Ok(())
    }

    /// Writes the file.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let mut file = FileBuilder::new();
        let mut root = file.create_group("VTKHDF");
        root.set_attr("Version", AttrValue::I64Array(vec![2, 2]));
        root.set_attr("Type", AttrValue::AsciiString("UnstructuredGrid".into()));
        for (k, name) in
            ["NumberOfPoints", "NumberOfCells", "NumberOfConnectivityIds"].into_iter().enumerate()
        {
            wholes(&mut root, name, &self.sizes.iter().map(|sizes| sizes[k]).collect::<Vec<_>>());
        }
        table(root.create_dataset("Points"), 3, &self.points);
        wholes(&mut root, "Connectivity", &self.connectivity);
        wholes(&mut root, "Offsets", &self.offsets);
        let types = root.create_dataset("Types").with_u8_data(&self.kinds);
        types.with_shape(&[self.kinds.len() as u64]);
        let mut data = root.create_group("CellData");
        for (name, components, values) in &self.arrays {
            table(data.create_dataset(name), *components, values);
        }
        root.add_group(data.finish());
        if !self.point_arrays.is_empty() {
            let mut data = root.create_group("PointData");
            for (name, components, values) in &self.point_arrays {
                table(data.create_dataset(name), *components, values);
            }
            root.add_group(data.finish());
        }
        let steps = root.create_group("Steps");
        root.add_group(self.steps(steps));
        file.add_group(root.finish());
        let bytes = file.finish().map_err(io::Error::other)?;
        std::fs::write(path, bytes)
    }

    /// Where the frames begin.
    fn steps(&self, mut steps: GroupBuilder) -> FinishedGroup {
        let n = self.times.len();
        steps.set_attr("NSteps", AttrValue::I64(n as i64));
        steps.create_dataset("Values").with_f64_data(&self.times);
        let starts = |k: usize| self.starts.iter().map(|start| start[k]).collect::<Vec<_>>();
        wholes(&mut steps, "PartOffsets", &starts(0));
        wholes(&mut steps, "NumberOfParts", &vec![1; n]);
        wholes(&mut steps, "PointOffsets", &starts(1));
        for (name, k) in [("CellOffsets", 2), ("ConnectivityIdOffsets", 3)] {
            let dataset = steps.create_dataset(name).with_i64_data(&starts(k));
            dataset.with_shape(&[n as u64, 1]);
        }
        let mut data = steps.create_group("CellDataOffsets");
        for (name, _, _) in &self.arrays {
            wholes(&mut data, name, &starts(4));
        }
        steps.add_group(data.finish());
        if !self.point_arrays.is_empty() {
            let mut data = steps.create_group("PointDataOffsets");
            for (name, _, _) in &self.point_arrays {
                wholes(&mut data, name, &starts(1));
            }
            steps.add_group(data.finish());
        }
        steps.finish()
    }
}

fn wholes(group: &mut GroupBuilder, name: &str, numbers: &[i64]) {
    group.create_dataset(name).with_i64_data(numbers);
}

/// Numbers with so many in a row; one in a row is a plain list.
fn table(dataset: &mut DatasetBuilder, components: usize, numbers: &[f64]) {
    dataset.with_f64_data(numbers);
    if components > 1 {
        dataset.with_shape(&[(numbers.len() / components) as u64, components as u64]);
    }
}
