//! A sparse matrix by rows, of any shape: what problems read from files consist of.

/// Compressed rows: each row's columns rise, and no place is stored twice. Stored zeros stay.
#[derive(Clone, Debug, PartialEq)]
pub struct Sparse {
    cols: usize,
    /// First entry of each row in `columns` and `values`; one more than rows.
    start: Vec<usize>,
    columns: Vec<u32>,
    values: Vec<f64>,
}

impl Sparse {
    /// The matrix with these (row, column, value) entries; entries at the same place add up, in
    /// the order given.
    ///
    /// # Panics
    ///
    /// If an entry is outside the matrix, or the matrix has more than 2³² columns.
    pub fn from_triplets(rows: usize, cols: usize, entries: &[(u32, u32, f64)]) -> Self {
        assert!(cols <= 1 << 32, "columns are stored in 32 bits");
        // Two stable bucket sorts, by column, then by row, order the entries in linear time.
        let by_column = buckets(cols, entries.iter().map(|e| e.1 as usize));
        let by_row = buckets(rows, by_column.iter().map(|&k| entries[k].0 as usize));
        let (mut start, mut columns, mut values) = (vec![0; rows + 1], vec![], vec![]);
        columns.reserve_exact(entries.len());
        values.reserve_exact(entries.len());
        let mut last = None;
        for k in by_row {
            let (row, column, value) = entries[by_column[k]];
            if last == Some((row, column)) {
                *values.last_mut().expect("an entry before this one") += value;
            } else {
                columns.push(column);
                values.push(value);
                start[row as usize + 1] += 1;
                last = Some((row, column));
            }
        }
        for row in 0..rows {
            start[row + 1] += start[row];
        }
        Self { cols, start, columns, values }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.start.len() - 1
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Number of stored entries.
    pub fn stored(&self) -> usize {
        self.values.len()
    }

    /// First entry of each row in [`Self::columns`] and [`Self::values`]; one more than rows.
    pub fn start(&self) -> &[usize] {
        &self.start
    }

    /// Column of each entry, row after row, rising within a row.
    pub fn columns(&self) -> &[u32] {
        &self.columns
    }

    /// Value of each entry, row after row.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The columns and values of one row.
    pub fn row(&self, row: usize) -> (&[u32], &[f64]) {
        let range = self.start[row]..self.start[row + 1];
        (&self.columns[range.clone()], &self.values[range])
    }

    /// The transpose.
    pub fn transpose(&self) -> Self {
        let order = buckets(self.cols, self.columns.iter().map(|&c| c as usize));
        let mut start = vec![0; self.cols + 1];
        for &column in &self.columns {
            start[column as usize + 1] += 1;
        }
        for column in 0..self.cols {
            start[column + 1] += start[column];
        }
        let mut row_of = Vec::with_capacity(self.stored());
        for row in 0..self.rows() {
            row_of.resize(self.start[row + 1], row as u32);
        }
        Self {
            cols: self.rows(),
            start,
            columns: order.iter().map(|&k| row_of[k]).collect(),
            values: order.iter().map(|&k| self.values[k]).collect(),
        }
    }

    /// y = A x.
    pub fn multiply(&self, x: &[f64], y: &mut [f64]) {
        y.fill(0.0);
        self.multiply_add(x, y);
    }

    /// y += A x.
    pub fn multiply_add(&self, x: &[f64], y: &mut [f64]) {
        assert_eq!((x.len(), y.len()), (self.cols, self.rows()), "lengths of x and y");
        for (row, y) in y.iter_mut().enumerate() {
            let (columns, values) = self.row(row);
            *y += columns.iter().zip(values).map(|(&c, a)| a * x[c as usize]).sum::<f64>();
        }
    }

    /// y = Aᵀ x.
    pub fn multiply_transposed(&self, x: &[f64], y: &mut [f64]) {
        y.fill(0.0);
        self.multiply_transposed_add(x, y);
    }

    /// y += Aᵀ x.
    pub fn multiply_transposed_add(&self, x: &[f64], y: &mut [f64]) {
        assert_eq!((x.len(), y.len()), (self.rows(), self.cols), "lengths of x and y");
        for (row, &x) in x.iter().enumerate() {
            let (columns, values) = self.row(row);
            for (&c, a) in columns.iter().zip(values) {
                y[c as usize] += a * x;
            }
        }
    }

    /// Whether A is square and no |A_ij - A_ji| exceeds `tolerance` times the largest |A_ij|.
    pub fn is_symmetric(&self, tolerance: f64) -> bool {
        if self.rows() != self.cols {
            return false;
        }
        let other = self.transpose();
        let limit = tolerance * self.values.iter().fold(0.0, |m: f64, a| m.max(a.abs()));
        (0..self.rows()).all(|row| rows_agree(self.row(row), other.row(row), limit))
    }

    /// The connected components of the graph with an edge i – j wherever A_ij or A_ji is stored:
    /// their number, and of each row its component, numbered in the order of their first rows.
    ///
    /// # Panics
    ///
    /// If the matrix is not square.
    pub fn components(&self) -> (usize, Vec<usize>) {
        assert_eq!(self.rows(), self.cols, "a graph needs a square matrix");
        let mut parent: Vec<usize> = (0..self.rows()).collect();
        for row in 0..self.rows() {
            for &column in self.row(row).0 {
                let (a, b) = (root(&mut parent, row), root(&mut parent, column as usize));
                // The smaller index is the root, so a component is named by its first row.
                parent[a.max(b)] = a.min(b);
            }
        }
        let (mut count, mut label) = (0, vec![0; self.rows()]);
        for row in 0..self.rows() {
            let first = root(&mut parent, row);
            if first == row {
                label[row] = count;
                count += 1;
            } else {
                label[row] = label[first];
            }
        }
        (count, label)
    }
}

/// Positions of the keys, sorted by key, equal keys in their order.
fn buckets(count: usize, keys: impl Iterator<Item = usize> + Clone) -> Vec<usize> {
    let mut next = vec![0; count + 1];
    let mut total = 0;
    for key in keys.clone() {
        next[key + 1] += 1;
        total += 1;
    }
    for key in 0..count {
        next[key + 1] += next[key];
    }
    let mut order = vec![0; total];
    for (position, key) in keys.enumerate() {
        order[next[key]] = position;
        next[key] += 1;
    }
    order
}

/// Whether two rows differ nowhere by more than `limit`; what is not stored is zero.
fn rows_agree(a: (&[u32], &[f64]), b: (&[u32], &[f64]), limit: f64) -> bool {
    let (mut i, mut j) = (0, 0);
    while i < a.0.len() || j < b.0.len() {
        let (p, q) = (a.0.get(i), b.0.get(j));
        let first = p.min(q).or(p).or(q);
        let mut difference = 0.0;
        if p == first {
            difference += a.1[i];
            i += 1;
        }
        if q == first {
            difference -= b.1[j];
            j += 1;
        }
        // Also false for numbers that cannot be compared.
        if difference.abs() > limit || difference.is_nan() {
            return false;
        }
    }
    true
}

/// The root of a node, with every second link on the way shortened.
fn root(parent: &mut [usize], mut node: usize) -> usize {
    while parent[node] != node {
        parent[node] = parent[parent[node]];
        node = parent[node];
    }
    node
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Entries of a matrix of 7 rows and 5 columns, with repetitions.
    fn entries() -> impl Strategy<Value = Vec<(u32, u32, f64)>> {
        prop::collection::vec((0u32..7, 0u32..5, (-8i32..8).prop_map(f64::from)), 0..60)
    }

    fn dense(rows: usize, cols: usize, entries: &[(u32, u32, f64)]) -> Vec<Vec<f64>> {
        let mut a = vec![vec![0.0; cols]; rows];
        entries.iter().for_each(|&(i, j, x)| a[i as usize][j as usize] += x);
        a
    }

    proptest! {
        /// Whole numbers, so that sums are exact in any order.
        #[test]
        fn agrees_with_a_dense_matrix(entries in entries()) {
            let (a, full) = (Sparse::from_triplets(7, 5, &entries), dense(7, 5, &entries));
            let t = a.transpose();
            prop_assert_eq!((a.rows(), a.cols(), t.rows(), t.cols()), (7, 5, 5, 7));
            prop_assert_eq!(&t.transpose(), &a);
            for row in 0..7 {
                let columns = a.row(row).0;
                prop_assert!(columns.windows(2).all(|c| c[0] < c[1]));
            }
            let x: Vec<f64> = (0..5).map(|k| f64::from(k * k) - 3.0).collect();
            let z: Vec<f64> = (0..7).map(|k| 2.0 - f64::from(k)).collect();
            let (mut y, mut y2) = (vec![9.0; 7], vec![1.0; 5]);
            a.multiply(&x, &mut y);
            a.multiply_transposed(&z, &mut y2);
            for i in 0..7 {
                prop_assert_eq!(y[i], (0..5).map(|j| full[i][j] * x[j]).sum::<f64>());
            }
            for j in 0..5 {
                prop_assert_eq!(y2[j], (0..7).map(|i| full[i][j] * z[i]).sum::<f64>());
            }
            let (mut y3, mut y4) = (vec![0.5; 7], y2.clone());
            a.multiply_add(&x, &mut y3);
            prop_assert!(y3.iter().zip(&y).all(|(p, q)| *p == q + 0.5));
            t.multiply_add(&z, &mut y4);
            prop_assert!(y4.iter().zip(&y2).all(|(p, q)| *p == 2.0 * q));
        }
    }

    #[test]
    fn symmetry_is_that_of_values_whatever_is_stored() {
        let mut entries = vec![(0, 1, 2.0), (1, 0, 2.0), (2, 2, 4.0), (0, 2, 0.0)];
        assert!(Sparse::from_triplets(3, 3, &entries).is_symmetric(0.0));
        entries.push((1, 0, 0.01));
        let a = Sparse::from_triplets(3, 3, &entries);
        assert!(!a.is_symmetric(0.002) && a.is_symmetric(0.003));
        assert!(!Sparse::from_triplets(2, 3, &[]).is_symmetric(1.0));
        assert!(!Sparse::from_triplets(2, 2, &[(0, 1, f64::NAN)]).is_symmetric(1.0));
    }

    #[test]
    fn components_follow_either_direction() {
        let a = Sparse::from_triplets(6, 6, &[(4, 1, 1.0), (1, 5, 1.0), (3, 3, 1.0), (3, 0, 0.0)]);
        assert_eq!(a.components(), (3, vec![0, 1, 2, 0, 1, 1]));
        assert_eq!(Sparse::from_triplets(0, 0, &[]).components(), (0, vec![]));
    }
}
