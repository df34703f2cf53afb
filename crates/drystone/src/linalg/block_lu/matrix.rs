//! A square matrix of dense blocks with a symmetric pattern, stored by rows of blocks.

/// Blocks (i, j) of a square matrix; where (i, j) is stored, (j, i) is too. The values need not be
/// symmetric.
///
/// ```
/// use drystone::linalg::block_lu::{BlockLu, BlockMatrix};
///
/// let mut a = BlockMatrix::new(&[2, 1], &[(0, 1)]);
/// for (i, j, block) in [(0, 0, vec![2.0, 1.0, 0.0, 3.0]), (0, 1, vec![1.0, 0.0]), (1, 1, vec![4.0])] {
///     let at = a.block(i, j).expect("a block of the pattern");
///     a.values[at..at + block.len()].copy_from_slice(&block);
/// }
/// let mut lu = BlockLu::analyse(&a);
/// assert_eq!(lu.factor(&a).determinant_sign, 1.0);
/// let mut x = [0.0; 3];
/// lu.solve(&a, &[4.0, 3.0, 4.0], &mut x, 0);
/// assert_eq!(x, [1.0, 1.0, 1.0]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct BlockMatrix {
    /// First row of each block row; one more entry than block rows.
    pub(super) start: Vec<usize>,
    /// First entry of each block row in `columns`; one more entry than block rows.
    pub(super) row_start: Vec<usize>,
    /// Block columns of each block row, ascending, the diagonal among them.
    pub(super) columns: Vec<usize>,
    /// First number of each block in `values`; one more entry than blocks.
    pub(super) offset: Vec<usize>,
    /// The numbers of the blocks, each block by rows; [`BlockMatrix::block`] says where.
    pub values: Vec<f64>,
}

impl BlockMatrix {
    /// A zero matrix: the sizes of the diagonal blocks, and the pairs of different blocks that are
    /// coupled, in any order, repeated or not.
    ///
    /// # Panics
    ///
    /// If a pair names a block that `sizes` does not have.
    pub fn new(sizes: &[usize], couplings: &[(usize, usize)]) -> Self {
        let n = sizes.len();
        let mut start = vec![0];
        start.extend(sizes.iter().scan(0, |sum, size| {
            *sum += size;
            Some(*sum)
        }));
        let mut count = vec![1; n];
        for &(i, j) in couplings.iter().filter(|(i, j)| i != j) {
            count[i] += 1;
            count[j] += 1;
        }
        let mut rows: Vec<Vec<usize>> = count.iter().map(|c| Vec::with_capacity(*c)).collect();
        for (i, row) in rows.iter_mut().enumerate() {
            row.push(i);
        }
        for &(i, j) in couplings.iter().filter(|(i, j)| i != j) {
            rows[i].push(j);
            rows[j].push(i);
        }
        let (mut row_start, mut columns, mut offset) = (vec![0], vec![], vec![0]);
        let mut end = 0;
        for (i, row) in rows.iter_mut().enumerate() {
            row.sort_unstable();
            row.dedup();
            for &j in row.iter() {
                end += sizes[i] * sizes[j];
                offset.push(end);
            }
            columns.extend_from_slice(row);
            row_start.push(columns.len());
        }
        Self { start, row_start, columns, offset, values: vec![0.0; end] }
    }

    /// Number of block rows.
    pub fn blocks(&self) -> usize {
        self.start.len().saturating_sub(1)
    }

    /// Number of scalar rows.
    pub fn dimension(&self) -> usize {
        self.start.last().copied().unwrap_or(0)
    }

    /// Scalar rows of block row `i`.
    pub fn range(&self, i: usize) -> std::ops::Range<usize> {
        self.start[i]..self.start[i + 1]
    }

    /// Where block (i, j) begins in `values`, if it is in the pattern.
    pub fn block(&self, i: usize, j: usize) -> Option<usize> {
        let row = self.row_start[i]..self.row_start[i + 1];
        let k = self.columns[row.clone()].binary_search(&j).ok()?;
        Some(self.offset[row.start + k])
    }

    /// Whether another matrix has the same blocks.
    pub fn has_pattern_of(&self, other: &Self) -> bool {
        self.start == other.start
            && self.row_start == other.row_start
            && self.columns == other.columns
    }

    /// Makes every entry zero.
    pub fn clear(&mut self) {
        self.values.fill(0.0);
    }

    /// y = A x.
    pub fn multiply(&self, x: &[f64], y: &mut [f64]) {
        for i in 0..self.blocks() {
            let y = &mut y[self.start[i]..self.start[i + 1]];
            y.fill(0.0);
            for k in self.row_start[i]..self.row_start[i + 1] {
                let x = &x[self.range(self.columns[k])];
                let block = &self.values[self.offset[k]..self.offset[k + 1]];
                match (y.len(), x.len()) {
                    (2, 2) => multiply_add::<2>(block, x, y),
                    (3, 3) => multiply_add::<3>(block, x, y),
                    (5, 5) => multiply_add::<5>(block, x, y),
                    (6, 6) => multiply_add::<6>(block, x, y),
                    (_, 0) => {}
                    (_, m) => {
                        for (y, row) in y.iter_mut().zip(block.chunks_exact(m)) {
                            *y += row.iter().zip(x).map(|(a, b)| a * b).sum::<f64>();
                        }
                    }
                }
            }
        }
    }

    /// The greatest absolute value of each scalar column: what a pivot is compared with.
    pub(super) fn column_maxima(&self, scale: &mut [f64]) {
        scale.fill(0.0);
        for k in 0..self.columns.len() {
            let scale = &mut scale[self.range(self.columns[k])];
            let block = &self.values[self.offset[k]..self.offset[k + 1]];
            for row in block.chunks_exact(scale.len().max(1)) {
                for (s, a) in scale.iter_mut().zip(row) {
                    *s = if a.abs() > *s { a.abs() } else { *s };
                }
            }
        }
    }
}

/// y += block x for a square block of a size known at compile time.
fn multiply_add<const N: usize>(block: &[f64], x: &[f64], y: &mut [f64]) {
    let x: &[f64; N] = x.try_into().expect("checked by the caller");
    for (y, row) in y.iter_mut().zip(block.as_chunks::<N>().0) {
        let mut sum = 0.0;
        for k in 0..N {
            sum += row[k] * x[k];
        }
        *y += sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_lie_where_they_are_said_to() {
        let mut a = BlockMatrix::new(&[1, 2, 0, 3], &[(3, 0), (0, 3), (1, 1), (0, 1)]);
        assert_eq!((a.blocks(), a.dimension(), a.range(3)), (4, 6, 3..6));
        assert_eq!(a.values.len(), 1 + 2 + 3 + 2 + 4 + 3 + 9);
        assert_eq!((a.block(1, 3), a.block(3, 3)), (None, Some(15)));
        let at = a.block(0, 3).expect("coupled");
        a.values[at..at + 3].copy_from_slice(&[1.0, 2.0, 3.0]);
        let at = a.block(3, 0).expect("coupled");
        a.values[at..at + 3].copy_from_slice(&[4.0, 5.0, 6.0]);
        let mut y = [9.0; 6];
        a.multiply(&[2.0, 0.0, 0.0, 1.0, 1.0, -1.0], &mut y);
        assert_eq!(y, [0.0, 0.0, 0.0, 8.0, 10.0, 12.0]);
        a.clear();
        a.multiply(&[2.0, 0.0, 0.0, 1.0, 1.0, -1.0], &mut y);
        assert_eq!(y, [0.0; 6]);
    }
}
