//! The bodies of a problem, and which of them stand still together.

use crate::linalg::Side;
use crate::problem::Global;
use nalgebra::SMatrix;

/// Most degrees of freedom of a body that can be held: those of a rigid one.
const RIGID: usize = 6;
/// Least eigenvalue of what holds a body, relative to the mean one.
const RANK: f64 = 1e-8;

/// Bodies as a problem knows them: ranges of degrees of freedom that contacts touch.
#[derive(Default)]
pub struct Bodies {
    /// First degree of freedom and number of each, rising.
    list: Vec<(u32, u32)>,
    /// The bodies of each contact's sides.
    of_contact: Vec<[Option<u32>; 2]>,
    /// Contacts of body i: from `start[i]` to `start[i + 1]` in `contacts`.
    start: Vec<usize>,
    contacts: Vec<u32>,
    /// Bodies to look at again.
    stack: Vec<u32>,
}

impl Bodies {
    /// Finds the bodies of a problem.
    pub fn find<const B: usize>(&mut self, problem: &Global<B>) {
        let sides = &problem.rows.sides;
        self.list.clear();
        self.list.extend(sides.iter().flatten().filter(|s| s.size > 0).map(|s| (s.dof, s.size)));
        self.list.sort_unstable();
        self.list.dedup();
        self.of_contact.clear();
        let list = &self.list;
        let body = |s: &Side| (s.size > 0).then(|| list.partition_point(|b| b.0 < s.dof) as u32);
        self.of_contact.extend(sides.iter().map(|s| [body(&s[0]), body(&s[1])]));
        self.start.clear();
        self.start.resize(list.len() + 1, 0);
        for body in self.of_contact.iter().flatten().flatten() {
            self.start[*body as usize + 1] += 1;
        }
        for i in 0..list.len() {
            self.start[i + 1] += self.start[i];
        }
        self.contacts.clear();
        self.contacts.resize(self.start[list.len()], 0);
        let mut next = self.start.clone();
        for (c, of_contact) in self.of_contact.iter().enumerate() {
            for body in of_contact.iter().flatten() {
                self.contacts[next[*body as usize]] = c as u32;
                next[*body as usize] += 1;
            }
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The degrees of freedom of a body.
    pub fn range(&self, body: usize) -> std::ops::Range<usize> {
        let (dof, size) = self.list[body];
        dof as usize..(dof + size) as usize
    }

    /// The bodies of a contact.
    pub fn of_contact(&self, c: usize) -> impl Iterator<Item = usize> + '_ {
        self.of_contact[c].iter().flatten().map(|body| *body as usize)
    }

    /// The body of a side.
    pub fn of_side(&self, side: &Side) -> usize {
        self.list.partition_point(|b| b.0 < side.dof)
    }

    /// Which bodies stand still: the largest set of bodies, none of them let go, in which each is kept
    /// from every motion by its slow contacts with the others and with what is fixed.
    pub fn hold<const B: usize>(
        &mut self,
        problem: &Global<B>,
        is_slow: &[bool],
        is_let_go: &[bool],
        is_held: &mut Vec<bool>,
    ) {
        is_held.clear();
        let may = |i: usize| !is_let_go[i] && self.list[i].1 as usize <= RIGID;
        is_held.extend((0..self.list.len()).map(may));
        let mut stack = std::mem::take(&mut self.stack);
        stack.clear();
        stack.extend(0..self.list.len() as u32);
        while let Some(body) = stack.pop() {
            let body = body as usize;
            if !is_held[body] || self.is_kept(problem, body, is_slow, is_held) {
                continue;
            }
            is_held[body] = false;
            for c in &self.contacts[self.start[body]..self.start[body + 1]] {
                stack.extend(self.of_contact[*c as usize].iter().flatten().copied());
            }
        }
        self.stack = stack;
    }

    /// Whether slow contacts with what is held or fixed keep a body from every motion.
    fn is_kept<const B: usize>(
        &self,
        problem: &Global<B>,
        body: usize,
        is_slow: &[bool],
        is_held: &[bool],
    ) -> bool {
        let n = self.list[body].1 as usize;
        let mut sum = SMatrix::<f64, RIGID, RIGID>::zeros();
        for c in &self.contacts[self.start[body]..self.start[body + 1]] {
            let c = *c as usize;
            if !is_slow[c] || self.of_contact(c).any(|other| !is_held[other]) {
                continue;
            }
            for side in &problem.rows.sides[c] {
                if side.size == 0 || self.of_side(side) != body {
                    continue;
                }
                for row in problem.rows.block(side).chunks_exact(n) {
                    for (i, a) in row.iter().enumerate() {
                        for (j, b) in row.iter().enumerate() {
                            sum[(i, j)] += a * b;
                        }
                    }
                }
            }
        }
        let mean = sum.trace() / n as f64;
        for i in 0..RIGID {
            sum[(i, i)] += if i < n { -RANK * mean } else { 1.0 };
        }
        mean > 0.0 && sum.cholesky().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::ContactRows;
    use crate::problem::Cone;
    use nalgebra::SVector;

    /// Bodies in the plane, each a disk of radius 1: two points of the floor hold the first, the second
    /// touches the first in one point and the floor in another, the third touches the second alone.
    #[test]
    fn a_body_is_held_that_cannot_move() {
        let arm = |x: f64, y: f64| [0.0, 1.0, x, 1.0, 0.0, -y];
        let contacts: [(&[usize], [f64; 2]); 5] = [
            (&[0], [-0.5, -1.0]),
            (&[0], [0.5, -1.0]),
            (&[0, 1], [1.0, 0.0]),
            (&[1], [0.0, -1.0]),
            (&[1, 2], [1.0, 0.0]),
        ];
        let (mut rows, none) = (ContactRows::<2>::default(), Side { dof: 0, size: 0, start: 0 });
        for (bodies, [x, y]) in contacts {
            let mut sides = [none; 2];
            for (k, body) in bodies.iter().enumerate() {
                let start = rows.data.len() as u32;
                sides[k] = Side { dof: 3 * *body as u32, size: 3, start };
                let toward = if k == 0 { 1.0 } else { -1.0 };
                rows.data.extend(arm(toward * x, y).map(|a| a * toward));
            }
            rows.sides.push(sides);
        }
        let n = contacts.len();
        let b = vec![SVector::zeros(); n];
        let cones = vec![Cone::Coulomb { mu: 0.5 }; n];
        let mut problem = Global { rows, b, cones, dofs: 9, ..Global::default() };
        problem.complete();
        let (mut bodies, mut held) = (Bodies::default(), vec![]);
        bodies.find(&problem);
        let mut hold = |slow: [bool; 5], let_go: [bool; 3]| {
            bodies.hold(&problem, &slow, &let_go, &mut held);
            held.clone()
        };
        assert_eq!(hold([true; 5], [false; 3]), [true, true, false]);
        assert_eq!(hold([true, true, false, true, true], [false; 3]), [true, false, false]);
        assert_eq!(hold([true, false, true, true, true], [true, false, false]), [false; 3]);
        assert_eq!(hold([true; 5], [false, true, false]), [true, false, false]);
    }
}
