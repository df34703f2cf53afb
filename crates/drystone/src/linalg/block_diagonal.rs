//! A block-diagonal matrix with one dense square block per body, sizes known at run time.

/// Square blocks of any size along the diagonal, each stored by rows.
#[derive(Clone, Debug, Default)]
pub struct BlockDiagonal {
    /// First row of each block; one more entry than blocks.
    start: Vec<usize>,
    /// First number of each block in `data`; one more entry than blocks.
    data_start: Vec<usize>,
    data: Vec<f64>,
}

impl BlockDiagonal {
    /// Zero blocks of the given sizes.
    pub fn zeros(sizes: impl Iterator<Item = usize>) -> Self {
        Self::with_gaps(sizes.map(|n| (n, true)))
    }

    /// Zero blocks of the given sizes, of which some are not there: their rows are, but nothing in them.
    pub fn with_gaps(sizes: impl Iterator<Item = (usize, bool)>) -> Self {
        let (mut start, mut data_start) = (vec![0], vec![0]);
        for (n, there) in sizes {
            start.push(start[start.len() - 1] + n);
            let numbers = if there { n * n } else { 0 };
            data_start.push(data_start[data_start.len() - 1] + numbers);
        }
        let data = vec![0.0; data_start[data_start.len() - 1]];
        Self { start, data_start, data }
    }

    /// Number of blocks.
    pub fn len(&self) -> usize {
        self.start.len().saturating_sub(1)
    }

    /// Whether there is no block.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Rows of block `i`.
    pub fn range(&self, i: usize) -> std::ops::Range<usize> {
        self.start[i]..self.start[i + 1]
    }

    /// Block `i`, by rows.
    pub fn block(&self, i: usize) -> &[f64] {
        &self.data[self.data_start[i]..self.data_start[i + 1]]
    }

    /// Block `i`, by rows.
    pub fn block_mut(&mut self, i: usize) -> &mut [f64] {
        &mut self.data[self.data_start[i]..self.data_start[i + 1]]
    }

    /// y += A x.
    pub fn multiply_add(&self, x: &[f64], y: &mut [f64]) {
        for i in 0..self.len() {
            let (range, block) = (self.range(i), self.block(i));
            let n = if block.is_empty() { 0 } else { range.len() };
            for row in 0..n {
                let sum: f64 = (0..n).map(|k| block[row * n + k] * x[range.start + k]).sum();
                y[range.start + row] += sum;
            }
        }
    }

    /// y += S Sᵀ x.
    pub fn respond(&self, x: &[f64], y: &mut [f64]) {
        let mut z = vec![0.0; x.len()];
        for i in 0..self.len() {
            let (range, block) = (self.range(i), self.block(i));
            let n = if block.is_empty() { 0 } else { range.len() };
            for column in 0..n {
                z[range.start + column] =
                    (0..n).map(|k| block[k * n + column] * x[range.start + k]).sum();
            }
        }
        self.multiply_add(&z, y);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multiplies_block_by_block() {
        let mut a = BlockDiagonal::zeros([1, 2].into_iter());
        a.block_mut(0)[0] = 3.0;
        a.block_mut(1).copy_from_slice(&[1.0, 2.0, 3.0, 4.0]);
        let mut y = vec![1.0; 3];
        a.multiply_add(&[2.0, 1.0, -1.0], &mut y);
        assert_eq!(y, vec![7.0, 0.0, 0.0]);
    }
}
