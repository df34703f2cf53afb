//! Bodies at rest under loads.

use crate::support::*;
use drystone::fem::{Mesh, Plane, Solid};
use nalgebra::DVector;

/// Where nodes are at rest: some are held at given places, the others take a load.
pub struct Held<'a, const D: usize> {
    /// The body.
    pub solid: &'a Solid<D>,
    /// Degrees of freedom and where they are held.
    pub held: Vec<(usize, f64)>,
    /// Forces on nodes.
    pub load: Vec<f64>,
}

impl<const D: usize> Held<'_, D> {
    /// Places of the nodes, forces on them, and what materials remember.
    pub fn solve(&self, before: &[f64], from: &[f64]) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
        let n = self.solid.len();
        let mut x = from.to_vec();
        let mut free = vec![true; n];
        for (dof, place) in &self.held {
            x[*dof] = *place;
            free[*dof] = false;
        }
        let free: Vec<usize> = (0..n).filter(|dof| free[*dof]).collect();
        for _ in 0..40 {
            let (force, stiffness, _) = answer(self.solid, &x, before);
            let residual =
                DVector::from_iterator(free.len(), free.iter().map(|k| self.load[*k] - force[*k]));
            let k = stiffness.select_rows(&free).select_columns(&free);
            let step = k.cholesky().expect("a stable body").solve(&residual);
            free.iter().zip(step.iter()).for_each(|(dof, step)| x[*dof] += step);
            // To the rounding of places.
            let size = x.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            if step.amax() <= 1e-14 * size || self.solid.is_linear() {
                let mut after = vec![0.0; self.solid.memory()];
                let mut force = vec![0.0; n];
                self.solid.forces(&x, before, &mut after, &mut force, None);
                return (x, force, after);
            }
        }
        panic!("no equilibrium was found");
    }
}

/// Forces at nodes of a traction on a group of sides: ∫ N t.
pub fn loads<const D: usize>(
    mesh: &Mesh<D>,
    group: &str,
    traction: impl Fn([f64; D]) -> [f64; D],
) -> Vec<f64> {
    let group = mesh.group(group).expect("a group");
    let mut load = vec![0.0; mesh.places.len() * D];
    for cell in mesh.cells.iter().filter(|cell| cell.group == group) {
        for (at, weight) in (cell.element.mass_rule)() {
            let shape = cell.element.shape(at);
            let (mut place, mut tangents) = ([0.0; D], [[0.0; 3]; 2]);
            tangents[1][2] = 1.0;
            for (k, node) in cell.nodes.iter().enumerate() {
                for (i, x) in mesh.places[*node as usize].iter().enumerate() {
                    place[i] += shape.values[k] * x;
                    (0..D - 1).for_each(|t| tangents[t][i] += shape.gradients[k][t] * x);
                }
            }
            if D == 3 {
                tangents[1][2] -= 1.0;
            }
            let [a, b] = tangents;
            let normal = |i: usize, j: usize| a[i] * b[j] - a[j] * b[i];
            let area = (normal(1, 2).powi(2) + normal(2, 0).powi(2) + normal(0, 1).powi(2)).sqrt();
            let pull = traction(place);
            for (k, node) in cell.nodes.iter().enumerate() {
                for i in 0..D {
                    load[*node as usize * D + i] += weight * area * shape.values[k] * pull[i];
                }
            }
        }
    }
    load
}

/// No stress across the plane; in space there is nothing across.
pub fn sheet_in_plane<const D: usize>() -> Plane {
    if D == 2 { Plane::Stress } else { Plane::Strain }
}
