//! Pieces of a skin by where they are, so that a point looks at those near it alone.

use super::Piece;
use crate::space::Vector;

/// Fewest pieces for which cells pay.
const FEW: usize = 32;

/// A grid over the pieces of a skin; each is in every cell that its box meets.
#[derive(Clone, Debug, PartialEq, Default)]
pub(super) struct Cells<const D: usize> {
    min: Vec<f64>,
    edge: f64,
    counts: Vec<usize>,
    /// First piece of each cell in `pieces`; one more than cells.
    starts: Vec<u32>,
    pieces: Vec<u32>,
}

impl<const D: usize> Cells<D> {
    /// Of these pieces; without cells where they are few.
    pub fn new(pieces: &[Piece<D>]) -> Self {
        if pieces.len() < FEW {
            return Self::default();
        }
        let boxes: Vec<[Vector<D>; 2]> = pieces.iter().map(bounds).collect();
        let mut whole = boxes[0];
        for [min, max] in &boxes {
            whole = [whole[0].inf(min), whole[1].sup(max)];
        }
        let sizes = boxes.iter().map(|[min, max]| (max - min).max());
        let mean = sizes.sum::<f64>() / boxes.len() as f64;
        let extent = whole[1] - whole[0];
        // No more cells than a few times the pieces, however long the body is.
        let most = (4.0 * pieces.len() as f64).powf(1.0 / D as f64);
        let edge = mean.max(extent.max() / most);
        if !(edge > 0.0 && edge.is_finite()) {
            return Self::default();
        }
        let counts = (0..D).map(|k| (extent[k] / edge) as usize + 1).collect();
        let mut cells = Self { min: whole[0].as_slice().to_vec(), edge, counts, ..Self::default() };
        let total: usize = cells.counts.iter().product();
        let mut lists: Vec<Vec<u32>> = vec![vec![]; total];
        for (k, [min, max]) in boxes.iter().enumerate() {
            cells.each(min, max, |cell| lists[cell].push(k as u32));
        }
        cells.starts.push(0);
        for list in lists {
            cells.pieces.extend(list);
            cells.starts.push(cells.pieces.len() as u32);
        }
        cells
    }

    /// Calls with every piece whose box comes within `reach` of a point, some of them more than once, and maybe
    /// with others.
    pub fn near(&self, point: &Vector<D>, reach: f64, count: usize, mut call: impl FnMut(usize)) {
        if self.starts.is_empty() {
            (0..count).for_each(call);
            return;
        }
        let around = Vector::repeat(reach);
        self.each(&(point - around), &(point + around), |cell| {
            let own = self.starts[cell] as usize..self.starts[cell + 1] as usize;
            self.pieces[own].iter().for_each(|piece| call(*piece as usize));
        });
    }

    /// Calls with every piece whose box comes within `reach` of the way between two points, some of them more
    /// than once, and maybe with others.
    pub fn along(
        &self,
        [from, to]: [&Vector<D>; 2],
        reach: f64,
        count: usize,
        mut call: impl FnMut(usize),
    ) {
        // The part of the way that is over the grid.
        let (mut first, mut last, way) = (0.0_f64, 1.0_f64, to - from);
        for k in (0..D).filter(|k| !self.starts.is_empty() && way[*k] != 0.0) {
            let end = self.min[k] + self.counts[k] as f64 * self.edge;
            let at = [self.min[k] - reach, end + reach].map(|x| (x - from[k]) / way[k]);
            first = first.max(at[0].min(at[1]));
            last = last.min(at[0].max(at[1]));
        }
        let parts = match self.edge {
            edge if edge > 0.0 => (way.amax() * (last - first).max(0.0) / edge).ceil().max(1.0),
            _ => 1.0,
        };
        let place = |k: usize| from + way * (first + (last - first) * k as f64 / parts);
        for k in (0..parts as usize).filter(|_| first <= last) {
            let middle = (place(k) + place(k + 1)) * 0.5;
            let half = (place(k + 1) - place(k)).amax() * 0.5;
            self.near(&middle, half + reach, count, &mut call);
        }
    }

    /// Cells that a box meets.
    fn each(&self, min: &Vector<D>, max: &Vector<D>, mut call: impl FnMut(usize)) {
        let cell = |x: f64, k: usize| ((x - self.min[k]) / self.edge).floor();
        let mut ranges = [[0_usize; 2]; D];
        for k in 0..D {
            let (first, last) = (cell(min[k], k), cell(max[k], k));
            let end = self.counts[k] as f64 - 1.0;
            // Also where there is no number.
            if !(last >= 0.0 && first <= end) {
                return;
            }
            ranges[k] = [first.max(0.0) as usize, last.min(end) as usize];
        }
        let mut at = ranges.map(|[first, _]| first);
        loop {
            call((0..D).rev().fold(0, |index, k| index * self.counts[k] + at[k]));
            let Some(next) = (0..D).find(|k| at[*k] < ranges[*k][1]) else { return };
            at[next] += 1;
            (0..next).for_each(|k| at[k] = ranges[k][0]);
        }
    }
}

fn bounds<const D: usize>(piece: &Piece<D>) -> [Vector<D>; 2] {
    let corners = piece.corners.iter();
    let [min, max] = corners
        .fold([piece.corners[0]; 2], |[min, max], corner| [min.inf(corner), max.sup(corner)]);
    let bulge = Vector::repeat(piece.bulge);
    [min - bulge, max + bulge]
}
