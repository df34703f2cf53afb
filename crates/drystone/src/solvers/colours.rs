//! Colours of contacts: those of one colour share no movable body.
//!
//! In velocity space two contacts are neighbours if they act on a common body, in reduced form if W
//! couples them. Colours are given greedily: each contact the first colour that none of its bodies
//! (its neighbours) has. A body with n contacts asks for n colours, so small problems with many
//! contacts a body have as many colours as contacts, and the order is that of the numbers.

use super::random::Random;
use crate::problem::{Form, Problem};

/// Contacts by colour.
#[derive(Default)]
pub struct Colours {
    /// Where each colour is in the list.
    ranges: Vec<(usize, usize)>,
    list: Vec<u32>,
}

impl Colours {
    /// Colours a problem's contacts.
    pub fn find<const B: usize>(&mut self, problem: Problem<B>) {
        let n = problem.len();
        let mut colour = vec![u32::MAX; n];
        // The contact that last saw a colour at a neighbour.
        let mut seen: Vec<u32> = vec![];
        let note = |seen: &mut Vec<u32>, colour: u32, c: usize| {
            let at = colour as usize;
            if at >= seen.len() {
                seen.resize(at + 1, u32::MAX);
            }
            seen[at] = c as u32;
        };
        let free = |seen: &[u32], c: usize| {
            seen.iter().position(|s| *s != c as u32).unwrap_or(seen.len()) as u32
        };
        match problem {
            Problem::Global(form) => {
                // Colours that each body already has.
                let mut of_body: Vec<Vec<u32>> = vec![vec![]; form.dofs];
                for (c, sides) in form.rows.sides.iter().enumerate() {
                    for side in sides.iter().filter(|s| s.size > 0) {
                        of_body[side.dof as usize].iter().for_each(|k| note(&mut seen, *k, c));
                    }
                    colour[c] = free(&seen, c);
                    for side in sides.iter().filter(|s| s.size > 0) {
                        of_body[side.dof as usize].push(colour[c]);
                    }
                }
            }
            Problem::Reduced(form) => {
                // The pattern need not be symmetric: both directions count.
                let mut back: Vec<Vec<u32>> = vec![vec![]; n];
                for c in 0..n {
                    for &other in &form.columns[form.start[c]..form.start[c + 1]] {
                        if colour[other] != u32::MAX {
                            note(&mut seen, colour[other], c);
                        } else {
                            back[other].push(c as u32);
                        }
                    }
                    for &other in &back[c] {
                        if colour[other as usize] != u32::MAX {
                            note(&mut seen, colour[other as usize], c);
                        }
                    }
                    colour[c] = free(&seen, c);
                }
            }
        }
        self.list.clear();
        self.list.extend(0..n as u32);
        self.list.sort_by_key(|c| colour[*c as usize]);
        self.ranges.clear();
        let mut first = 0;
        for same in self.list.chunk_by(|a, b| colour[*a as usize] == colour[*b as usize]) {
            self.ranges.push((first, first + same.len()));
            first += same.len();
        }
    }

    /// Puts the colours into a random order.
    pub fn shuffle(&mut self, random: &mut Random) {
        random.shuffle(&mut self.ranges);
    }

    /// The contacts of each colour.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        self.ranges.iter().map(|(from, to)| &self.list[*from..*to])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::{ContactRows, Side};
    use crate::problem::{Cone, Global};
    use nalgebra::SVector;

    /// A ring of bodies, each on the ground too.
    fn ring(bodies: u32) -> Global<1> {
        let side = |body: u32, start: u32| Side { dof: body % bodies, size: 1, start };
        let none = Side { dof: 0, size: 0, start: 0 };
        let mut sides = vec![];
        for body in 0..bodies {
            sides.push([side(body, 0), side(body + 1, 1)]);
            sides.push([side(body, 0), none]);
        }
        let n = sides.len();
        let rows = ContactRows::new(sides, vec![1.0, -1.0]);
        let (b, cones) = (vec![SVector::from([-1.0]); n], vec![Cone::Coulomb { mu: 0.0 }; n]);
        let mut problem = Global { rows, b, cones, dofs: bodies as usize, ..Global::default() };
        problem.complete();
        problem
    }

    #[test]
    fn contacts_of_a_colour_share_no_body() {
        let global = ring(11);
        let reduced = global.reduce();
        for problem in [Problem::Global(&global), Problem::Reduced(&reduced)] {
            let mut colours = Colours::default();
            colours.find(problem);
            let mut all = vec![];
            for colour in colours.iter() {
                let mut bodies: Vec<u32> = vec![];
                for &c in colour {
                    let sides = &global.rows.sides[c as usize];
                    bodies.extend(sides.iter().filter(|s| s.size > 0).map(|s| s.dof));
                }
                let count = bodies.len();
                bodies.sort_unstable();
                bodies.dedup();
                assert_eq!(bodies.len(), count);
                all.extend_from_slice(colour);
            }
            all.sort_unstable();
            assert_eq!(all, (0..22).collect::<Vec<u32>>());
            assert!(colours.iter().count() <= 5);
        }
    }
}
