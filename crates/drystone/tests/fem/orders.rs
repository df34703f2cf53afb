//! Orders of convergence in the size of elements: where an element has all polynomials of degree p, its
//! displacements are off by h^(p+1) in the mean over the body.

use crate::statics::*;
use crate::support::*;
use drystone::fem::element::Shape;
use drystone::fem::mesh::{Cell, Cut, Grid};
use drystone::fem::{Kinematics, Mesh, Plane, Stuff};
use nalgebra::SMatrix;

/// What is allowed to be missing of the order on meshes that are not infinitely fine.
const MISSING: f64 = 0.15;

const POISSON: f64 = 0.3;
const YOUNG: f64 = 1e6;

/// A displacement and the force per volume that brings it about.
struct Exact<const D: usize> {
    displacement: fn([f64; D]) -> [f64; D],
    force: fn([f64; D]) -> [f64; D],
}

/// Waves u_i = sin(k_i · x + i), no k along an axis.
fn waves<const D: usize>(x: [f64; D]) -> ([[f64; 3]; D], [f64; D]) {
    const K: [[f64; 3]; 3] = [[1.1, 0.7, -0.5], [-0.6, 1.3, 0.8], [0.9, -0.4, 1.2]];
    let k: [[f64; 3]; D] = std::array::from_fn(|i| K[i]);
    (k, std::array::from_fn(|i| ((0..D).map(|j| k[i][j] * x[j]).sum::<f64>() + i as f64).sin()))
}

/// Of these waves: -div σ = -(λ + G) grad div u - G Δu.
fn force_of_waves<const D: usize>(x: [f64; D]) -> [f64; D] {
    let shear = 0.5 * YOUNG / (1.0 + POISSON);
    let lame = YOUNG * POISSON / ((1.0 + POISSON) * (1.0 - 2.0 * POISSON));
    let (k, u) = waves(x);
    std::array::from_fn(|i| {
        let along: f64 = (0..D).map(|j| k[j][j] * k[j][i] * u[j]).sum();
        let square: f64 = (0..D).map(|j| k[i][j] * k[i][j]).sum();
        (lame + shear) * along + shear * square * u[i]
    })
}

/// The thick cylinder of Lamé, u_r = a r + b / r, one metre away from its axis.
const CYLINDER: Exact<2> =
    Exact { displacement: |[r, z]| [0.3 * r + 0.8 / r, -0.2 * z], force: |_| [0.0; 2] };

/// Places and weights of an integration over a cell that is exact enough for squares of errors: the rule of the
/// quadratic element of the same corners.
fn points<const D: usize>(
    mesh: &Mesh<D>,
    cell: &Cell,
    visit: &mut dyn FnMut(&Shape, [f64; D], f64),
) {
    let quadratic = match (D, cell.element.corners) {
        (2, 3) => "T6",
        (2, _) => "Q8",
        (_, 4) => "TE10",
        _ => "H20",
    };
    for (at, weight) in (element(quadratic).mass_rule)() {
        let shape = cell.element.shape(at);
        let (mut place, mut jacobian) = ([0.0; D], SMatrix::<f64, 3, 3>::identity());
        for (k, node) in cell.nodes.iter().enumerate() {
            for (i, x) in mesh.places[*node as usize].iter().enumerate() {
                place[i] += shape.values[k] * x;
            }
        }
        for i in 0..D {
            for j in 0..D {
                let along = |(k, node): (usize, &u32)| {
                    shape.gradients[k][j] * mesh.places[*node as usize][i]
                };
                jacobian[(i, j)] = cell.nodes.iter().enumerate().map(along).sum();
            }
        }
        visit(&shape, place, weight * jacobian.determinant());
    }
}

/// The error of the displacement of a body whose surface is held where it should be: √∫ |u_h - u|².
fn error<const D: usize>(mesh: &Mesh<D>, stuff: Stuff, exact: &Exact<D>) -> f64 {
    let solid = solid(mesh, stuff, Kinematics::Small);
    let mut load = vec![0.0; solid.len()];
    for cell in mesh.solids() {
        points(mesh, cell, &mut |shape, place, volume| {
            let force = (exact.force)(place);
            for (k, node) in cell.nodes.iter().enumerate() {
                for i in 0..D {
                    load[*node as usize * D + i] += volume * shape.values[k] * force[i];
                }
            }
        });
    }
    let mut held = vec![];
    for name in if D == 2 { &SIDES[..4] } else { &SIDES[..] } {
        for node in side(mesh, name) {
            let place = mesh.places[node as usize];
            let moved = (exact.displacement)(place);
            held.extend((0..D).map(|i| (node as usize * D + i, place[i] + moved[i])));
        }
    }
    let (x, ..) = Held { solid: &solid, held, load }.solve(&[], solid.rest.as_flattened());
    let mut square = 0.0;
    for cell in mesh.solids() {
        points(mesh, cell, &mut |shape, place, volume| {
            let moved = (exact.displacement)(place);
            for i in 0..D {
                let at = |(k, node): (usize, &u32)| shape.values[k] * x[*node as usize * D + i];
                let found: f64 = cell.nodes.iter().enumerate().map(at).sum();
                square += volume * (found - place[i] - moved[i]).powi(2);
            }
        });
    }
    square.sqrt()
}

const SIDES: [&str; 6] = ["left", "right", "bottom", "top", "front", "back"];

/// A smooth map of the unit square or cube that keeps its surface, but for the way away from the origin.
fn bent<const D: usize>(x: [f64; D], away: f64) -> [f64; D] {
    let bump: f64 = x.iter().map(|x| 4.0 * x * (1.0 - x)).product();
    std::array::from_fn(|k| x[k] + [0.04, -0.03, 0.05][k] * bump + if k == 0 { away } else { 0.0 })
}

/// The body on ever finer meshes, images of even ones under one smooth map.
fn converges<const D: usize>(
    name: &str,
    [plane, mean_dilatation, enhanced]: [bool; 3],
    counts: [usize; 3],
    exact: &Exact<D>,
) {
    let plane = if plane { Plane::Strain } else { Plane::Axisymmetric };
    let stuff = Stuff { mean_dilatation, enhanced, ..stuff(rubber(), plane) };
    let away = if plane == Plane::Axisymmetric { 1.0 } else { 0.0 };
    let errors = counts.map(|count| {
        let cells = Grid { counts: [count; D], element: element(name), cut: Cut::Turning };
        error(&cells.mesh().expect("a mesh").map(|x| bent(x, away)), stuff.clone(), exact)
    });
    let order = |k: usize| {
        (errors[k] / errors[k + 1]).ln() / (counts[k + 1] as f64 / counts[k] as f64).ln()
    };
    let is_quadratic = element(name).len() > element(name).corners;
    let least = if is_quadratic { 3.0 } else { 2.0 } - MISSING;
    let orders = [order(0), order(1)];
    println!("{name} {plane:?} {mean_dilatation} {enhanced}: {errors:?}, orders {orders:.2?}");
    assert!(orders[1] > least, "{name} {plane:?} {mean_dilatation} {enhanced} {orders:?}");
    // Not so small that rounding is all there is, nor so large that there is no order yet.
    assert!(errors[2] > 1e-9 && errors[0] < 0.1, "{errors:?}");
}

/// Whether elements take the mean of their dilatation, and whether they have strains of their own.
const WAYS: [[bool; 2]; 3] = [[false, false], [true, false], [true, true]];

#[test]
fn errors_fall_with_the_size_of_elements_in_the_plane() {
    let exact = Exact { displacement: |x| waves(x).1, force: force_of_waves };
    for (name, counts) in PLANE.into_iter().zip([[4, 8, 16], [4, 8, 12], [4, 8, 16], [4, 8, 12]]) {
        for [mean, own] in WAYS.into_iter().take(if element(name).locks { 3 } else { 1 }) {
            converges::<2>(name, [true, mean, own], counts, &exact);
            converges::<2>(name, [false, mean, own], counts, &CYLINDER);
        }
    }
}

#[test]
fn errors_fall_with_the_size_of_elements_in_space() {
    let exact = Exact { displacement: |x| waves(x).1, force: force_of_waves };
    for (name, counts) in SPACE.into_iter().zip([[4, 6, 8], [2, 3, 4], [4, 6, 8], [2, 3, 4]]) {
        for [mean, own] in WAYS.into_iter().take(if element(name).locks { 3 } else { 1 }) {
            converges::<3>(name, [true, mean, own], counts, &exact);
        }
    }
}
