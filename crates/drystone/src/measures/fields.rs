//! Coarse-grained fields on a grid (Goldhirsch 2010). With φ a Gaussian of width w, cut off at 6 w
//! along each axis (where it is 1.5e-8 of its height), and the grains' masses, places and velocities
//!
//! ```text
//! ρ(r) = Σ m_b φ(r - x_b),      ρ V = Σ m_b v_b φ(r - x_b)
//! σ(r) = Σ_b Σ_c f_bc ⊗ ρ_bc ∫₀¹ φ(r - x_b - s ρ_bc) ds          contacts
//! σᵏ(r) = -Σ m_b v'_b ⊗ v'_b φ(r - x_b),   v'_b = v_b - V(r)      agitation
//! ```
//!
//! f_bc being the force on grain b at the arm ρ_bc: each half of a contact is spread along its arm, as
//! Weinhart et al. (2012) do at walls. So the integral of ρ is the mass of the grains and that of σ
//! the sum of their moment tensors, walls or not. The grid's points are the middles of equal cells
//! of the region, or else of the box around the grains' centres (along an axis where space repeats of the
//! whole cell, and images count).

use super::balls::GAUSS;
use super::grid::Grid;
use super::value::{Item, extend};
use super::{Refused, Table, View};
use crate::space::{Matrix, Vector};

pub(super) fn measure<const D: usize>(view: &View<D>) -> Result<Table, Refused> {
    let mut table = Table::new(&[]).vector::<D>("", "m");
    table = table.column("density", if D == 2 { "kg/m²" } else { "kg/m³" });
    table = table.vector::<D>("velocity", "m/s");
    table = table.tensor::<D>("stress", "Pa").tensor::<D>("kinetic_stress", "Pa");
    let Some(grid) = Grid::new(view) else { return Ok(table) };
    for (place, sums) in sums(&grid, view).iter().enumerate() {
        let velocity = sums.momentum / sums.mass;
        let mut row: Vec<Item> = vec![];
        extend(&mut row, grid.point(place).iter());
        extend(&mut row, &[sums.mass]);
        extend(&mut row, velocity.iter());
        extend(&mut row, sums.stress.transpose().iter());
        // Σ m v'v' = Σ m v v - ρ V V, and nothing where no grain is near.
        let mean = sums.momentum * velocity.transpose();
        let agitation = if sums.mass > 0.0 { mean - sums.agitation } else { Matrix::zeros() };
        extend(&mut row, agitation.transpose().iter());
        table.rows.push(row);
    }
    Ok(table)
}

/// What is added up at a point.
#[derive(Clone)]
struct Sums<const D: usize> {
    mass: f64,
    momentum: Vector<D>,
    agitation: Matrix<D>,
    stress: Matrix<D>,
}

fn sums<const D: usize>(grid: &Grid<D>, view: &View<D>) -> Vec<Sums<D>> {
    let nothing = Sums {
        mass: 0.0,
        momentum: Vector::zeros(),
        agitation: Matrix::zeros(),
        stress: Matrix::zeros(),
    };
    let mut sums = vec![nothing; grid.len()];
    let grain = |body: usize| view.constants.free[body] && view.scope.names(body);
    for body in (0..view.bodies()).filter(|body| grain(*body)) {
        let mass = view.constants.mass[body];
        let velocity = Vector::<D>::from_column_slice(&view.velocity(body)[..D]);
        let momentum = velocity * mass;
        let agitation = momentum * velocity.transpose();
        grid.around(view, &view.position(body), |place, phi| {
            sums[place].mass += mass * phi;
            sums[place].momentum += momentum * phi;
            sums[place].agitation += agitation * phi;
        });
    }
    for contact in view.reacting() {
        let force = view.force(contact);
        for (side, sign) in [(0, 1.0), (1, -1.0)] {
            let (body, arm) = (contact.bodies[side], contact.arms[side]);
            if !grain(body) {
                continue;
            }
            let tensor = force * arm.transpose() * sign;
            // Pieces no longer than the width: the rule is then exact to 1e-9 and better.
            let pieces = (arm.norm() / grid.width).ceil().clamp(1.0, 1e3);
            for piece in 0..pieces as usize {
                for (node, weight) in GAUSS {
                    let s = (piece as f64 + node) / pieces;
                    let centre = view.position(body) + arm * s;
                    grid.around(view, &centre, |place, phi| {
                        sums[place].stress += tensor * (phi * weight / pieces);
                    });
                }
            }
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::super::View;
    use super::super::options::Options;
    use super::super::testing::{Setting, lattice, row};
    use crate::detection::Periodic;
    use crate::results::Geometry;
    use nalgebra::Vector2;

    fn over(region: [f64; 4], grid: [usize; 2], width: f64) -> Options {
        let region = Some([region[..2].to_vec(), region[2..].to_vec()]);
        Options { region, grid: grid.to_vec(), width: Some(width), ..Options::default() }
    }

    /// The integral of the density is the mass, that of the stress the sum of the moment tensors.
    #[test]
    fn fields_integrate_to_totals() {
        let setting = row(4, 1).with(&over([-6.0, -6.0, 10.0, 12.0], [40, 45], 0.8));
        let table = super::measure(&setting.view()).expect("a table");
        let cell = 16.0 / 40.0 * 18.0 / 45.0;
        let total = |name: &str| table.numbers(name).iter().sum::<f64>() * cell;
        assert!((total("density") - 5.0).abs() < 1e-6, "{}", total("density"));
        assert!((total("stress_xx") + 4.0).abs() < 1e-6, "{}", total("stress_xx"));
        assert!(total("stress_yy").abs() < 1e-12);
    }

    /// Inside a wide lattice of one ball of 1 kg a square metre, pressed with 2 N and 3 N a metre, all
    /// moving along, the fields are these numbers.
    #[test]
    fn a_lattice_is_uniform_inside() {
        let n = 20;
        let mut setting = lattice(n);
        for k in 0..n * n {
            setting.frame.v[3 * k..3 * k + 2].copy_from_slice(&[0.5, -0.25]);
        }
        let setting = setting.with(&over([9.0, 9.0, 11.0, 11.0], [3, 4], 1.2));
        let table = super::measure(&setting.view()).expect("a table");
        assert_eq!(table.rows.len(), 12);
        let expected = [
            ("density", 1.0),
            ("velocity_x", 0.5),
            ("velocity_y", -0.25),
            ("stress_xx", -2.0),
            ("stress_yy", -3.0),
            ("stress_xy", 0.0),
            ("kinetic_stress_xx", 0.0),
        ];
        for (name, x) in expected {
            assert!(table.numbers(name).iter().all(|y| (y - x).abs() < 1e-6), "{name}");
        }
    }

    /// Where space repeats, a row of balls from border to border is a row without end: its density
    /// does not vary along it, wherever the balls have wandered.
    #[test]
    fn a_row_without_end() {
        let mut setting = Setting::balls(&[0.5, 1.5, 2.5].map(|x| Vector2::new(x, 0.0)));
        setting.put(1, &Vector2::new(1.5 - 9.0, 0.0));
        let options = Options { grid: vec![7, 1], width: Some(1.2), ..Options::default() };
        let setting = setting.with(&options);
        let mut geometry =
            Geometry { pieces: vec![], outlines: vec![], periodic: Periodic::default() };
        geometry.periodic.repeat(0, 0.0, 3.0);
        let view = View { geometry: Some(&geometry), ..setting.view() };
        let table = super::measure(&view).expect("a table");
        // One ball a metre, at the height of a Gaussian's top.
        let expected = 1.0 / (1.2 * std::f64::consts::TAU.sqrt());
        let density = table.numbers("density");
        assert!(density.len() == 7 && density.iter().all(|x| (x - expected).abs() < 1e-6));
    }
}
