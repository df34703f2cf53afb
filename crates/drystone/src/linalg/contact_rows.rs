//! The matrix H seen contact by contact: B rows, at most two blocks of columns.

/// One body's block in a contact's rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// First degree of freedom of the body in the velocity vector.
    pub dof: u32,
    /// Number of degrees of freedom; zero when the contact does not act on a free body here.
    pub size: u32,
    /// First number of the block in `data`: B rows of `size` numbers.
    pub start: u32,
}

/// Block-sparse rows: for each contact two sides, each a B × n block.
#[derive(Clone, Debug, Default)]
pub struct ContactRows<const B: usize> {
    /// The two sides of each contact: candidate, antagonist.
    pub sides: Vec<[Side; 2]>,
    /// The blocks, by rows.
    pub data: Vec<f64>,
}

impl<const B: usize> ContactRows<B> {
    /// Removes all contacts and keeps the memory.
    pub fn clear(&mut self) {
        self.sides.clear();
        self.data.clear();
    }

    /// Number of contacts.
    pub fn len(&self) -> usize {
        self.sides.len()
    }

    /// Whether there is no contact.
    pub fn is_empty(&self) -> bool {
        self.sides.is_empty()
    }

    /// The block of one side.
    pub fn block(&self, side: &Side) -> &[f64] {
        &self.data[side.start as usize..side.start as usize + B * side.size as usize]
    }

    /// Contact c's rows times z.
    pub fn gather(&self, c: usize, z: &[f64]) -> [f64; B] {
        let mut u = [0.0; B];
        for side in &self.sides[c] {
            let n = side.size as usize;
            let z = &z[side.dof as usize..side.dof as usize + n];
            for (k, row) in self.block(side).chunks_exact(n.max(1)).enumerate() {
                u[k] += row.iter().zip(z).map(|(a, b)| a * b).sum::<f64>();
            }
        }
        u
    }

    /// z += (contact c's rows)ᵀ r.
    pub fn scatter(&self, c: usize, r: &[f64; B], z: &mut [f64]) {
        for side in &self.sides[c] {
            let n = side.size as usize;
            let z = &mut z[side.dof as usize..side.dof as usize + n];
            for (k, row) in self.block(side).chunks_exact(n.max(1)).enumerate() {
                for (zj, a) in z.iter_mut().zip(row) {
                    *zj += a * r[k];
                }
            }
        }
    }
}
