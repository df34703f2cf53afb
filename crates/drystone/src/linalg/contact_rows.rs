//! The matrix H seen contact by contact: B rows, at most two blocks of columns, and one for each node of meshes that are
//! seen node by node.

use nalgebra::SVector;

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
    /// Blocks of nodes, contact by contact.
    nodes: Vec<Side>,
    /// Where those of each contact begin; contacts behind the last of these have none.
    first_node: Vec<u32>,
}

impl<const B: usize> ContactRows<B> {
    /// Of contacts with two sides and no nodes.
    pub fn new(sides: Vec<[Side; 2]>, data: Vec<f64>) -> Self {
        Self { sides, data, ..Self::default() }
    }

    /// Removes all contacts and keeps the memory.
    pub fn clear(&mut self) {
        self.sides.clear();
        self.data.clear();
        self.nodes.clear();
        self.first_node.clear();
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

    /// Adds a node's block, whose numbers are in `data`, to a contact; to none that comes before the last one
    /// that has some.
    pub fn push_node(&mut self, c: usize, node: Side) {
        if self.first_node.len() <= c {
            self.first_node.resize(c + 1, self.nodes.len() as u32);
        }
        self.nodes.push(node);
    }

    /// The blocks of nodes of a contact.
    #[inline]
    pub fn nodes(&self, c: usize) -> &[Side] {
        let Some(first) = self.first_node.get(c) else { return &[] };
        let end = self.first_node.get(c + 1).map_or(self.nodes.len(), |end| *end as usize);
        &self.nodes[*first as usize..end]
    }

    /// All blocks of a contact that have any columns.
    pub fn blocks(&self, c: usize) -> impl Iterator<Item = &Side> {
        self.sides[c].iter().filter(|side| side.size > 0).chain(self.nodes(c))
    }

    /// Whether contacts see no mesh node by node.
    pub fn has_no_nodes(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether the blocks are in the same places as those of others.
    pub fn has_places_of(&self, other: &Self) -> bool {
        self.sides == other.sides
            && self.nodes == other.nodes
            && self.first_node == other.first_node
    }

    /// Takes over the places of others' blocks, without their numbers.
    pub fn take_places(&mut self, other: &Self) {
        self.sides.clone_from(&other.sides);
        self.nodes.clone_from(&other.nodes);
        self.first_node.clone_from(&other.first_node);
    }

    /// Degrees of freedom of every side that has any, if all have the same number and there are no nodes.
    pub fn uniform_size(&self) -> Option<usize> {
        let mut sizes = self.sides.iter().flatten().map(|s| s.size).filter(|n| *n > 0);
        let first = sizes.next()?;
        (self.has_no_nodes() && sizes.all(|n| n == first)).then_some(first as usize)
    }

    /// u += contact c's rows times z, for blocks of any size.
    pub fn gather(&self, c: usize, z: &[f64], u: &mut SVector<f64, B>) {
        for side in &self.sides[c] {
            self.gather_block(side, z, u);
        }
        for node in self.nodes(c) {
            self.gather_block(node, z, u);
        }
    }

    #[inline(always)]
    fn gather_block(&self, side: &Side, z: &[f64], u: &mut SVector<f64, B>) {
        let n = side.size as usize;
        let z = &z[side.dof as usize..side.dof as usize + n];
        for (k, row) in self.block(side).chunks_exact(n.max(1)).enumerate() {
            u[k] += dot(row, z);
        }
    }

    /// z += (contact c's rows)ᵀ r, for blocks of any size.
    pub fn scatter(&self, c: usize, r: &SVector<f64, B>, z: &mut [f64]) {
        for side in &self.sides[c] {
            self.scatter_block(side, r, z);
        }
        for node in self.nodes(c) {
            self.scatter_block(node, r, z);
        }
    }

    #[inline(always)]
    fn scatter_block(&self, side: &Side, r: &SVector<f64, B>, z: &mut [f64]) {
        let n = side.size as usize;
        let z = &mut z[side.dof as usize..side.dof as usize + n];
        let block = self.block(side);
        match r.as_slice() {
            [a, b] if n >= LONG => add_two(&block[..n], &block[n..], [*a, *b], z),
            [a, b, c] if n >= LONG => {
                let (first, rest) = block.split_at(n);
                add_three([first, &rest[..n], &rest[n..]], [*a, *b, *c], z);
            }
            r => {
                for (row, r) in block.chunks_exact(n.max(1)).zip(r) {
                    for (zj, a) in z.iter_mut().zip(row) {
                        *zj += a * r;
                    }
                }
            }
        }
    }

    /// [`Self::gather`] where every side has N degrees of freedom or none: the compiler unrolls.
    #[inline(always)]
    pub fn gather_sized<const N: usize>(&self, c: usize, z: &[f64], u: &mut SVector<f64, B>) {
        for side in self.sides[c].iter().filter(|s| s.size > 0) {
            let block = &self.data[side.start as usize..side.start as usize + B * N];
            let z = &z[side.dof as usize..side.dof as usize + N];
            for k in 0..B {
                let mut sum = 0.0;
                for j in 0..N {
                    sum += block[k * N + j] * z[j];
                }
                u[k] += sum;
            }
        }
    }

    /// [`Self::scatter`] where every side has N degrees of freedom or none.
    #[inline(always)]
    pub fn scatter_sized<const N: usize>(&self, c: usize, r: &SVector<f64, B>, z: &mut [f64]) {
        for side in self.sides[c].iter().filter(|s| s.size > 0) {
            let block = &self.data[side.start as usize..side.start as usize + B * N];
            let z = &mut z[side.dof as usize..side.dof as usize + N];
            for j in 0..N {
                let mut sum = z[j];
                for k in 0..B {
                    sum += block[k * N + j] * r[k];
                }
                z[j] = sum;
            }
        }
    }
}

/// Rows from this length on, which are those of deformable bodies, are worth summing side by side.
const LONG: usize = 8;

/// a · b. Long rows are summed in eight lanes: one after the other each addition waits for the last.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    if a.len() < LONG {
        return a.iter().zip(b).map(|(a, b)| a * b).sum();
    }
    let mut lanes = [0.0; LONG];
    let (a, b) = (a.chunks_exact(LONG), b.chunks_exact(LONG));
    let rest: f64 = a.remainder().iter().zip(b.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in a.zip(b) {
        for k in 0..LONG {
            lanes[k] += a[k] * b[k];
        }
    }
    lanes.iter().sum::<f64>() + rest
}

/// z += a p + b q: one way through z.
fn add_two(p: &[f64], q: &[f64], [a, b]: [f64; 2], z: &mut [f64]) {
    for ((z, p), q) in z.iter_mut().zip(p).zip(q) {
        *z += a * p + b * q;
    }
}

/// z += a p + b q + c s.
fn add_three([p, q, s]: [&[f64]; 3], [a, b, c]: [f64; 3], z: &mut [f64]) {
    for (((z, p), q), s) in z.iter_mut().zip(p).zip(q).zip(s) {
        *z += a * p + b * q + c * s;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One contact between a body of three degrees of freedom and one that does not move.
    fn rows() -> ContactRows<2> {
        ContactRows {
            sides: vec![[Side { dof: 1, size: 3, start: 0 }, Side { dof: 0, size: 0, start: 6 }]],
            data: vec![1.0, 2.0, 3.0, -1.0, 0.5, 4.0],
            ..ContactRows::default()
        }
    }

    #[test]
    fn sized_and_any_size_agree() {
        let (rows, z) = (rows(), [9.0, 0.1, -0.2, 0.3]);
        let (mut any, mut sized) = (SVector::zeros(), SVector::zeros());
        rows.gather(0, &z, &mut any);
        rows.gather_sized::<3>(0, &z, &mut sized);
        assert!((any - SVector::from([0.6, 1.0])).norm() < 1e-15);
        assert!((any - sized).norm() < 1e-15);
        let r = SVector::from([2.0, -1.0]);
        let (mut any, mut sized) = (z, z);
        rows.scatter(0, &r, &mut any);
        rows.scatter_sized::<3>(0, &r, &mut sized);
        assert!((any[1] - 3.1).abs() < 1e-15 && any[0] == 9.0);
        assert!(any.iter().zip(&sized).all(|(a, b)| (a - b).abs() < 1e-15));
        assert_eq!(rows.uniform_size(), Some(3));
    }

    #[test]
    fn long_rows_are_summed_as_short_ones() {
        let number = |k: usize| (k * k % 7) as f64 - 2.5;
        for size in [1, 7, 8, 9, 16, 30] {
            let side = Side { dof: 2, size: size as u32, start: 0 };
            let none = Side { dof: 0, size: 0, start: 3 * size as u32 };
            let data: Vec<f64> = (0..3 * size).map(number).collect();
            let z: Vec<f64> = (0..size + 2).map(|k| 0.5 * number(k + 3)).collect();
            let (sides, data) = (vec![[side, none]], data);
            let rows = ContactRows::<3> { sides, data: data.clone(), ..ContactRows::default() };
            let mut u = SVector::zeros();
            rows.gather(0, &z, &mut u);
            let r = SVector::from([2.0, -1.0, 0.5]);
            let mut after = z.clone();
            rows.scatter(0, &r, &mut after);
            for k in 0..3 {
                let exact: f64 = (0..size).map(|j| data[k * size + j] * z[j + 2]).sum();
                assert_eq!(u[k], exact);
            }
            for j in 0..size {
                let exact: f64 = (0..3).map(|k| data[k * size + j] * r[k]).sum();
                assert_eq!(after[j + 2], z[j + 2] + exact);
            }
        }
    }
}
