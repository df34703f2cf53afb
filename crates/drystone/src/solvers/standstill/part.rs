//! A part of a problem: some of its contacts, on some of its bodies.

use crate::linalg::Side;
use crate::problem::{Cone, Global};
use nalgebra::{SMatrix, SVector};

/// Some contacts of a problem as a problem of their own. Degrees of freedom keep their places.
#[derive(Default)]
pub struct Part<const B: usize> {
    /// The problem.
    pub problem: Global<B>,
    /// Which contacts of the whole these are.
    pub contacts: Vec<usize>,
    /// Their impulses.
    pub r: Vec<SVector<f64, B>>,
}

impl<const B: usize> Part<B> {
    /// Nothing yet of a problem.
    pub fn begin(&mut self, whole: &Global<B>) {
        self.contacts.clear();
        self.r.clear();
        let part = &mut self.problem;
        part.rows.clear();
        part.b.clear();
        part.cones.clear();
        (part.dofs, part.units) = (whole.dofs, whole.units);
    }

    /// Adds contact c with the sides that are kept, its velocity without reactions and its cone.
    pub fn push(
        &mut self,
        whole: &Global<B>,
        c: usize,
        keeps: impl Fn(&Side) -> bool,
        b: SVector<f64, B>,
        cone: Cone,
    ) {
        let rows = &mut self.problem.rows;
        let sides = whole.rows.sides[c].map(|side| {
            let start = rows.data.len() as u32;
            if side.size == 0 || !keeps(&side) {
                return Side { dof: 0, size: 0, start };
            }
            rows.data.extend_from_slice(whole.rows.block(&side));
            Side { start, ..side }
        });
        rows.sides.push(sides);
        self.problem.b.push(b);
        self.problem.cones.push(cone);
        self.contacts.push(c);
    }

    /// Multiplies the rows of the contact that was added last: Hᵀ becomes A Hᵀ, for impulses A r.
    pub fn turn_last(&mut self, a: &SMatrix<f64, B, B>) {
        let rows = &mut self.problem.rows;
        let Some(sides) = rows.sides.last() else { return };
        for side in sides.iter().filter(|side| side.size > 0) {
            let (n, start) = (side.size as usize, side.start as usize);
            for j in 0..n {
                let column = SVector::<f64, B>::from_fn(|k, _| rows.data[start + k * n + j]);
                let turned = a * column;
                for k in 0..B {
                    rows.data[start + k * n + j] = turned[k];
                }
            }
        }
    }

    /// Makes what follows from the rows. Impulses are zero.
    pub fn complete(&mut self) {
        self.problem.complete();
        self.r.resize(self.contacts.len(), SVector::zeros());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::ContactRows;

    #[test]
    fn a_part_has_the_rows_of_what_is_kept() {
        let sides = vec![
            [Side { dof: 0, size: 1, start: 0 }, Side { dof: 1, size: 1, start: 2 }],
            [Side { dof: 1, size: 1, start: 4 }, Side { dof: 0, size: 0, start: 6 }],
        ];
        let rows = ContactRows::<2>::new(sides, vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        let (b, cone) = (SVector::from([0.5, -0.5]), Cone::Coulomb { mu: 0.3 });
        let mut whole =
            Global { rows, b: vec![b; 2], cones: vec![cone; 2], dofs: 2, ..Global::default() };
        whole.complete();
        let mut part = Part::default();
        part.begin(&whole);
        part.push(&whole, 0, |side| side.dof == 1, b, cone);
        part.turn_last(&SMatrix::from([[0.0, 1.0], [1.0, 0.0]]));
        part.complete();
        assert_eq!(part.contacts, [0]);
        assert_eq!(part.problem.rows.data, [4.0, 3.0]);
        assert_eq!(
            part.problem.relative_velocity(0, &part.r[0], &[9.0, 1.0]).as_slice(),
            [4.5, 2.5]
        );
    }
}
