//! Pieces of a skin by where they are, so that a point looks at those near it alone.

use super::skin::Piece;
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
    corners.fold([piece.corners[0]; 2], |[min, max], corner| [min.inf(corner), max.sup(corner)])
}
