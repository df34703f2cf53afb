//! How strains follow from displacements, at a point of integration.

use super::condensed::Condensed;
use super::fields::Field;
use super::material::{Components, PLACES};
use super::region::Region;
use super::strain::{displacement_gradient, green_strain, small_strain};
use nalgebra::{DMatrix, Matrix3};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How far a body may move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kinematics {
    /// Little: strains and rotations are small.
    Small,
    /// A rigid motion of the whole body, and little besides.
    #[default]
    Corotational,
    /// A rigid motion of each element, and little besides.
    CorotationalElements,
    /// As far as it likes: total Lagrangian.
    Finite,
}

/// The answer of one element.
#[derive(Clone, Debug, Default)]
pub struct Local {
    /// Forces that its deformation takes at its nodes (N).
    pub force: Vec<f64>,
    /// Their derivatives by the displacements (N/m), if asked for.
    pub stiffness: Option<DMatrix<f64>>,
    /// Energy that unloading gives back (J).
    pub energy: f64,
    pub(super) strain_rows: Vec<[[f64; 3]; 6]>,
    /// Strains at the points.
    pub(super) strains: Vec<Components>,
}

/// What a point of integration sees.
pub(super) struct State {
    /// Strain, small or of Green and Lagrange.
    pub strain: Components,
    /// F; that of rest in small perturbations.
    deformation: Matrix3<f64>,
}

impl Local {
    /// Room for the answers of elements, with or without stiffness.
    pub fn new(stiffness: bool) -> Self {
        Self { stiffness: stiffness.then(|| DMatrix::zeros(0, 0)), ..Self::default() }
    }
}

impl<const D: usize> Region<D> {
    /// Forces, stiffness and energy of an element whose nodes are displaced by `u`: small perturbations,
    /// or total Lagrangian where `finite`.
    pub(super) fn answer(
        &self,
        e: usize,
        u: &[f64],
        finite: bool,
        before: &[f64],
        after: &mut [f64],
        local: &mut Local,
    ) {
        let n = self.element.len();
        local.force.clear();
        local.force.resize(n * D, 0.0);
        local.energy = 0.0;
        if let Some(k) = &mut local.stiffness {
            k.resize_mut(n * D, n * D, 0.0);
            k.fill(0.0);
        }
        let remembered = self.stuff.material.law().memory();
        let shapes = self.own_strains(e);
        if !shapes.is_empty() && !self.relaxed((e, &shapes), u, finite, (before, after), local) {
            local.energy = f64::NAN;
            return;
        }
        let mut own = Condensed::new(shapes.len() / self.points, n * D, local.stiffness.is_some());
        for p in 0..self.points {
            let State { strain, deformation } =
                self.state((e, p), u, finite, &mut local.strain_rows);
            // The strain alone does not see what is turned inside out.
            if finite && self.sheet.is_none() && deformation.determinant() <= 0.0 {
                local.energy = f64::NAN;
                return;
            }
            let of = p * remembered..(p + 1) * remembered;
            let (before, after) = (&before[of.clone()], &mut after[of]);
            let seen = match local.strains.get(p) {
                Some(relaxed) if !shapes.is_empty() => *relaxed,
                _ => strain + self.initial_strain(e, p),
            };
            let response = self.respond(seen, before, after);
            let weight = self.weights[e * self.points + p];
            local.energy += weight * response.energy;
            for i in 0..n {
                for a in 0..D {
                    let row = &local.strain_rows[i];
                    let sum: f64 = (0..6).map(|c| row[c][a] * response.stress[c]).sum();
                    local.force[i * D + a] += weight * sum;
                }
            }
            let Some(stiffness) = &mut local.stiffness else { continue };
            own.add(self.own_of(&shapes, p), &(response.tangent * weight), &local.strain_rows);
            for j in 0..n {
                for b in 0..D {
                    let column = Components::from_fn(|c, _| local.strain_rows[j][c][b]);
                    let stress = response.tangent * column * weight;
                    for i in 0..n {
                        for a in 0..D {
                            let row = &local.strain_rows[i];
                            stiffness[(i * D + a, j * D + b)] +=
                                (0..6).map(|c| row[c][a] * stress[c]).sum::<f64>();
                        }
                    }
                }
            }
            if finite {
                let (gradients, hoops) = self.slopes(e, p);
                self.add_geometric(gradients, hoops, &(response.stress * weight), stiffness);
            }
        }
        if let Some(stiffness) = &mut local.stiffness {
            own.condense(stiffness);
        }
    }

    /// Gradients of the shape functions at a point of an element, and N / R of what is turned.
    fn slopes(&self, e: usize, p: usize) -> (&[[f64; D]], &[f64]) {
        let (n, at) = (self.element.len(), e * self.points + p);
        let hoops = if self.is_turned() { &self.hoops[at * n..(at + 1) * n] } else { &[] };
        (&self.gradients[at * n..(at + 1) * n], hoops)
    }

    /// The state of a point of an element whose nodes are displaced by `u`, and the rows of its strain.
    pub(super) fn state(
        &self,
        (e, p): (usize, usize),
        u: &[f64],
        finite: bool,
        rows: &mut Vec<[[f64; 3]; 6]>,
    ) -> State {
        let (gradients, hoops) = self.slopes(e, p);
        let slope = displacement_gradient(u, gradients, hoops);
        let axes = self.axes.get(e * self.points + p).copied().unwrap_or_else(Matrix3::identity);
        let deformation = if finite { axes + slope } else { axes };
        self.strain_rows(e, gradients, hoops, &deformation, finite, rows);
        let strain = if finite { green_strain(&axes, &slope) } else { small_strain(rows, u, D) };
        State { strain, deformation }
    }

    /// The mean stress (of Cauchy) and strain of an element, in the frame of its displacements.
    pub(super) fn mean_state(&self, e: usize, u: &[f64], finite: bool, memory: &[f64]) -> Field {
        let remembered = self.stuff.material.law().memory();
        let mut after = vec![0.0; remembered];
        let (shapes, mut local) = (self.own_strains(e), Local::new(false));
        if !shapes.is_empty() {
            let mut new = memory.to_vec();
            self.relaxed((e, &shapes), u, finite, (memory, &mut new), &mut local);
        }
        let mut rows = vec![];
        let zero = Components::zeros();
        let mut field =
            Field { stress: zero, strain: zero, plastic_strain: zero, plastic: 0.0, volume: 0.0 };
        // Stresses are means over the volume that they are in.
        let mut now = 0.0;
        for p in 0..self.points {
            let State { strain, deformation: f } = self.state((e, p), u, finite, &mut rows);
            let before = &memory[p * remembered..(p + 1) * remembered];
            let seen = match local.strains.get(p) {
                Some(relaxed) => *relaxed,
                None => strain + self.initial_strain(e, p),
            };
            let response = self.respond(seen, before, &mut after);
            let weight = self.weights[e * self.points + p];
            let size = self.stretch(&f);
            let stress = f * super::fields::matrix(&response.stress) * f.transpose() / size;
            field.stress += super::fields::components(&stress) * (weight * size);
            field.strain += strain * weight;
            field.plastic += after.first().copied().unwrap_or(0.0) * weight;
            for (k, own) in after.iter().skip(1).take(6).enumerate() {
                // Materials remember half shears.
                field.plastic_strain[k] += own * weight * if k < 3 { 1.0 } else { 2.0 };
            }
            field.volume += weight;
            now += weight * size;
        }
        field.stress /= now;
        field.strain /= field.volume;
        field.plastic_strain /= field.volume;
        field.plastic /= field.volume;
        field
    }

    /// How much volume grows; of bars and membranes length and area, as if they kept their thickness.
    fn stretch(&self, f: &Matrix3<f64>) -> f64 {
        match (&self.sheet, self.element.dimension) {
            (None, _) => f.determinant(),
            (_, 1) => f.column(0).norm(),
            _ => f.column(0).cross(&f.column(1)).norm(),
        }
    }

    /// What each component of the strain changes by with each displacement of each node: with the
    /// deformation gradient F, δE_kl = ½ (F_mk ∂_l + F_ml ∂_k) δu_m.
    fn strain_rows(
        &self,
        e: usize,
        gradients: &[[f64; D]],
        hoops: &[f64],
        f: &Matrix3<f64>,
        finite: bool,
        rows: &mut Vec<[[f64; 3]; 6]>,
    ) {
        rows.clear();
        let n = self.element.len();
        for (i, g) in gradients.iter().enumerate() {
            let slope = |k: usize| if k < D { g[k] } else { 0.0 };
            let mut row = [[0.0; 3]; 6];
            for (c, (k, l)) in PLACES.into_iter().enumerate() {
                for m in 0..D {
                    row[c][m] = f[(m, k)] * slope(l);
                    if k != l {
                        row[c][m] += f[(m, l)] * slope(k);
                    }
                }
            }
            if let Some(hoop) = hoops.get(i) {
                row[2][0] = f[(2, 2)] * hoop;
            }
            if self.takes_mean() && !finite {
                let mean = &self.dilatations[e * n + i];
                for m in 0..D {
                    let own = row[0][m] + row[1][m] + row[2][m];
                    let off = (mean[m] - own) / 3.0;
                    (0..3).for_each(|c| row[c][m] += off);
                }
            }
            rows.push(row);
        }
    }

    /// Stress that turns with the displacements: (∂_i · S ∂_j) 1.
    fn add_geometric(
        &self,
        gradients: &[[f64; D]],
        hoops: &[f64],
        stress: &Components,
        stiffness: &mut DMatrix<f64>,
    ) {
        let s = super::fields::matrix(stress);
        for (i, a) in gradients.iter().enumerate() {
            for (j, b) in gradients.iter().enumerate() {
                let mut sum = 0.0;
                for k in 0..D {
                    for l in 0..D {
                        sum += a[k] * s[(k, l)] * b[l];
                    }
                }
                for m in 0..D {
                    stiffness[(i * D + m, j * D + m)] += sum;
                }
                if !hoops.is_empty() {
                    stiffness[(i * D, j * D)] += hoops[i] * s[(2, 2)] * hoops[j];
                }
            }
        }
    }
}
