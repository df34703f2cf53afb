//! In which order a sweep visits the contacts, and which it leaves out.

use super::super::random::Random;
use crate::problem::{Form, Problem};
use nalgebra::SVector;
use std::collections::VecDeque;

/// The order of a sweep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Natural; shuffled as soon as that stagnates.
    #[default]
    Adaptive,
    /// As the contacts are numbered.
    Natural,
    /// A new random order each sweep: slower a sweep (memory), but it does not fall into cycles.
    Shuffled,
    /// There and back, in turn.
    Symmetric,
    /// From the supports outwards. In velocity space contacts with something immovable come first,
    /// then those of their bodies, and so on. In reduced form bodies are not known: the graph of W
    /// is followed from the contact with the least trace of W (heavy bodies, or only one that
    /// moves), part after part.
    Distance,
}

/// Every order with its name.
pub const ORDERS: &[(Order, &str)] = &[
    (Order::Adaptive, "adaptive"),
    (Order::Natural, "natural"),
    (Order::Shuffled, "shuffled"),
    (Order::Symmetric, "symmetric"),
    (Order::Distance, "distance"),
];

/// A frozen contact is visited once in so many sweeps.
const THAW: usize = 8;

/// The contacts of each sweep. Contacts that stayed at zero impulse for `freezing` sweeps are
/// frozen: visited in every eighth sweep only, until they carry an impulse again. The judge sees
/// all contacts, and what it refuses thaws them.
#[derive(Default)]
pub struct Visits {
    order: Order,
    list: Vec<u32>,
    /// The list without frozen contacts.
    awake: Vec<u32>,
    /// Sweeps that each contact has spent without impulse.
    idle: Vec<u32>,
    freezing: usize,
    sweeps: usize,
    random: Random,
}

impl Visits {
    /// Begins a solve; a `freezing` of zero freezes nothing.
    pub fn start<const B: usize>(
        &mut self,
        problem: Problem<B>,
        order: Order,
        freezing: usize,
        seed: u64,
    ) {
        let n = problem.len();
        self.order = order;
        self.freezing = freezing;
        self.sweeps = 0;
        self.random = Random::new(seed);
        self.idle.clear();
        self.idle.resize(if freezing > 0 { n } else { 0 }, 0);
        self.list.clear();
        match order {
            Order::Distance => from_supports(problem, &mut self.list),
            _ => self.list.extend(0..n as u32),
        }
    }

    /// The contacts of the next sweep; `None` for all in natural order.
    pub fn next(&mut self) -> Option<&[u32]> {
        self.sweeps += 1;
        match self.order {
            Order::Shuffled => self.random.shuffle(&mut self.list),
            Order::Symmetric if self.sweeps > 1 => self.list.reverse(),
            _ => {}
        }
        let natural = matches!(self.order, Order::Adaptive | Order::Natural);
        if self.freezing == 0 || self.sweeps.is_multiple_of(THAW) {
            return if natural { None } else { Some(&self.list) };
        }
        let most = u32::try_from(self.freezing).unwrap_or(u32::MAX);
        let idle = &self.idle;
        self.awake.clear();
        self.awake.extend(self.list.iter().filter(|c| idle[**c as usize] < most));
        Some(&self.awake)
    }

    /// Looks at the impulses after a sweep.
    pub fn look<const B: usize>(&mut self, r: &[SVector<f64, B>]) {
        for (idle, r) in self.idle.iter_mut().zip(r) {
            *idle = if r.iter().all(|x| *x == 0.0) { idle.saturating_add(1) } else { 0 };
        }
    }

    /// Thaws every contact.
    pub fn thaw(&mut self) {
        self.idle.fill(0);
    }

    /// Whether extrapolating makes sense: sweeps are one and the same map.
    pub fn repeats(&self) -> bool {
        self.order != Order::Shuffled
    }

    /// After stagnation: without freezing, or shuffled; whether anything is different then.
    pub fn try_otherwise(&mut self) -> bool {
        if self.freezing > 0 {
            self.freezing = 0;
            return true;
        }
        let otherwise = self.order == Order::Adaptive;
        if otherwise {
            self.order = Order::Shuffled;
        }
        otherwise
    }
}

/// Contacts by their distance from the supports, equals in natural order.
fn from_supports<const B: usize>(problem: Problem<B>, list: &mut Vec<u32>) {
    let mut distance = vec![u32::MAX; problem.len()];
    match problem {
        Problem::Global(form) => {
            let sides = &form.rows.sides;
            let mut of_body: Vec<(u32, usize)> = vec![];
            for (c, sides) in sides.iter().enumerate() {
                of_body.extend(sides.iter().filter(|s| s.size > 0).map(|s| (s.dof, c)));
            }
            of_body.sort_unstable();
            let contacts_of = |dof: u32| {
                let first = of_body.partition_point(|b| b.0 < dof);
                of_body[first..].iter().take_while(move |b| b.0 == dof).map(|b| b.1)
            };
            let first = (0..sides.len()).filter(|&c| sides[c].iter().any(|s| s.size == 0));
            let next = |c: usize| {
                sides[c].iter().filter(|s| s.size > 0).flat_map(move |s| contacts_of(s.dof))
            };
            spread(&mut distance, first, next);
        }
        Problem::Reduced(form) => {
            let mut seeds: Vec<usize> = (0..problem.len()).collect();
            let trace = |c: &usize| form.diagonal[*c].trace();
            seeds.sort_by(|a, b| trace(a).total_cmp(&trace(b)));
            for seed in seeds {
                if distance[seed] == u32::MAX {
                    let next =
                        |c: usize| (form.start[c]..form.start[c + 1]).map(|k| form.columns[k]);
                    spread(&mut distance, [seed].into_iter(), next);
                }
            }
        }
    }
    list.extend(0..problem.len() as u32);
    list.sort_by_key(|c| distance[*c as usize]);
}

/// Breadth first from some contacts.
fn spread<N: Iterator<Item = usize>>(
    distance: &mut [u32],
    first: impl Iterator<Item = usize>,
    next: impl Fn(usize) -> N,
) {
    let mut queue: VecDeque<usize> = first.collect();
    queue.iter().for_each(|&c| distance[c] = 0);
    while let Some(c) = queue.pop_front() {
        for other in next(c) {
            if distance[other] == u32::MAX {
                distance[other] = distance[c] + 1;
                queue.push_back(other);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::{ContactRows, Side};
    use crate::problem::{Cone, Global};
    use nalgebra::SMatrix;

    /// A chain of three bodies on a support at its end: contacts 2-1, 1-0, 0-support, numbered
    /// from the top.
    fn chain() -> Global<1> {
        let side = |body: Option<u32>, start: u32| match body {
            Some(body) => Side { dof: body, size: 1, start },
            None => Side { dof: 0, size: 0, start },
        };
        let sides = vec![
            [side(Some(2), 0), side(Some(1), 1)],
            [side(Some(1), 2), side(Some(0), 3)],
            [side(Some(0), 4), side(None, 5)],
        ];
        let rows = ContactRows::new(sides, vec![1.0, -1.0, 1.0, -1.0, 1.0]);
        let b = vec![SVector::from([-1.0]); 3];
        let mut problem = Global {
            rows,
            b,
            cones: vec![Cone::Coulomb { mu: 0.0 }; 3],
            dofs: 3,
            ..Global::default()
        };
        problem.complete();
        problem
    }

    #[test]
    fn supports_come_first_in_both_forms() {
        let (global, mut visits) = (chain(), Visits::default());
        visits.start(Problem::Global(&global), Order::Distance, 0, 0);
        assert_eq!(visits.next(), Some(&[2, 1, 0][..]));
        let reduced = global.reduce();
        assert_eq!(reduced.diagonal[2], SMatrix::<f64, 1, 1>::new(1.0));
        visits.start(Problem::Reduced(&reduced), Order::Distance, 0, 0);
        assert_eq!(visits.next(), Some(&[2, 1, 0][..]));
    }

    #[test]
    fn frozen_contacts_are_visited_every_eighth_sweep() {
        let (global, mut visits) = (chain(), Visits::default());
        visits.start(Problem::Global(&global), Order::Natural, 2, 0);
        let r = [1.0, 0.0, 1.0].map(|x| SVector::from([x]));
        for sweep in 1..=16 {
            let seen = visits.next().map_or(3, <[u32]>::len);
            assert_eq!(seen, if sweep <= 2 || sweep % 8 == 0 { 3 } else { 2 }, "sweep {sweep}");
            visits.look(&r);
        }
        visits.thaw();
        assert_eq!(visits.next(), Some(&[0, 1, 2][..]));
    }

    #[test]
    fn a_shuffled_order_is_a_permutation_that_a_seed_repeats() {
        let global = chain();
        let orders = |seed: u64| {
            let mut visits = Visits::default();
            visits.start(Problem::Global(&global), Order::Shuffled, 0, seed);
            (0..9).flat_map(|_| visits.next().unwrap_or_default().to_vec()).collect::<Vec<_>>()
        };
        assert_eq!(orders(3), orders(3));
        assert_ne!(orders(3), orders(4));
        for order in orders(3).chunks(3) {
            let mut sorted = order.to_vec();
            sorted.sort_unstable();
            assert_eq!(sorted, [0, 1, 2]);
        }
    }
}
