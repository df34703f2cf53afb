//! Grains that membranes confine: what they carry, and what the membranes give them.
//!
//! With the places x of matter across the last axis as virtual displacements, a membrane at rest under the pressure p
//! on its outer side has W = n p V + S: W is what the contacts of the grains do, V the volume that is enclosed
//! (n = D - 1 axes), S what the stresses of the membrane do. Of grains at rest between plates without friction W is
//! minus the trace of their moment tensor across the last axis.

use drystone::bodies::Deformable;
use drystone::world::World;

/// Sums over the steps that were looked at.
#[derive(Default)]
pub struct Confined {
    /// Moment tensor of the rigid bodies that move (N m): the diagonal.
    moments: Vec<f64>,
    /// Volume between membranes (m³; in the plane m²).
    enclosed: f64,
    /// What the stresses of membranes do (N m).
    own: f64,
}

impl Confined {
    /// Adds a state.
    pub fn add<const D: usize>(&mut self, world: &World<D>) {
        self.moments.resize(D, 0.0);
        let is_grain = |i: usize| world.bodies.deformable(i).is_none() && world.bodies.movable(i);
        for contact in &world.contacts {
            let force = contact.frame * contact.impulse / world.scheme.time_step;
            for (side, sign) in [(0, 1.0), (1, -1.0)] {
                if is_grain(contact.bodies[side]) {
                    let arm = contact.arms[side];
                    (0..D).for_each(|k| self.moments[k] += sign * force[k] * arm[k]);
                }
            }
        }
        let (mut chains, bodies) = (vec![], &world.bodies);
        for i in 0..bodies.len() {
            let Some(soft) = bodies.deformable(i).filter(|soft| soft.model.surface.is_thin) else {
                continue;
            };
            let x = &bodies.q[bodies.q_range(i)];
            self.own += across::<D>(&inner_forces(soft, x), x);
            match D {
                2 => chains.extend(x.chunks_exact(2).map(|x| [x[0], x[1]])),
                _ => self.enclosed += inside(soft, x),
            }
        }
        // ½ ∮ x × dx over chains that go round anticlockwise, closed by straight lines from one to the next.
        let next = chains.iter().cycle().skip(1);
        self.enclosed +=
            chains.iter().zip(next).map(|(a, b)| 0.5 * (a[0] * b[1] - a[1] * b[0])).sum::<f64>();
    }

    /// The stress of the grains across the last axis, over all that is enclosed (Pa, pressure positive).
    pub fn lateral(&self) -> f64 {
        let n = self.moments.len() - 1;
        -self.moments[..n].iter().sum::<f64>() / (n as f64 * self.enclosed)
    }

    /// The part of it that the membranes add by their own stresses (Pa).
    pub fn of_membranes(&self) -> f64 {
        self.own / ((self.moments.len() - 1) as f64 * self.enclosed)
    }

    /// (σ_a - σ_l) / (σ_a + σ_l) with the stresses along the last axis and across it.
    pub fn ratio(&self) -> f64 {
        let (axial, lateral) =
            (-self.moments[self.moments.len() - 1] / self.enclosed, self.lateral());
        (axial - lateral) / (axial + lateral)
    }
}

/// The forces that the deformation of a membrane takes.
fn inner_forces<const D: usize>(soft: &Deformable<D>, x: &[f64]) -> Vec<f64> {
    let mut force = vec![0.0; x.len()];
    soft.model.solid.forces(x, &soft.memory, &mut soft.memory.clone(), &mut force, None);
    force
}

/// What forces do along the places that they act on, across the last axis.
fn across<const D: usize>(force: &[f64], x: &[f64]) -> f64 {
    let rows = force.chunks_exact(D).zip(x.chunks_exact(D));
    rows.map(|(f, x)| (0..D - 1).map(|k| f[k] * x[k]).sum::<f64>()).sum()
}

/// The volume inside a tube of triangles between two planes: ½ ∮ (x, y, 0)·n dA.
fn inside<const D: usize>(soft: &Deformable<D>, x: &[f64]) -> f64 {
    let facet = |nodes: &[u32]| {
        let [a, b, c] = [0, 1, 2].map(|k| &x[nodes[k] as usize * D..][..3]);
        let side = |p: &[f64], k: usize| p[k] - a[k];
        let area = |i: usize, j: usize| side(b, i) * side(c, j) - side(b, j) * side(c, i);
        let middle = |k: usize| (a[k] + b[k] + c[k]) / 3.0;
        0.25 * (middle(0) * area(1, 2) + middle(1) * area(2, 0))
    };
    let facets = &soft.model.surface.facets;
    facets.iter().filter(|f| f.nodes.len() == 3).map(|f| facet(&f.nodes)).sum()
}
