//! Cantilevers of every element against the theory of elasticity.

use crate::statics::*;
use crate::support::*;
use drystone::fem::material::Elastic;
use drystone::fem::mesh::{Cut, Grid};
use drystone::fem::{Kinematics, Material};

/// A cantilever from x = 0 to L, of height H about y = 0 and unit width, with a load P down at its end,
/// in exact equilibrium (Timoshenko and Goodier, plane stress).
struct Beam {
    young_modulus: f64,
    poisson_ratio: f64,
    length: f64,
    height: f64,
    load: f64,
}

impl Beam {
    /// Second moment of area times E.
    fn stiffness(&self) -> f64 {
        self.young_modulus * self.height.powi(3) / 12.0
    }

    fn displacement(&self, x: f64, y: f64) -> [f64; 2] {
        let (l, h, nu) = (self.length, self.height, self.poisson_ratio);
        let factor = self.load / (6.0 * self.stiffness());
        let along = y * ((6.0 * l - 3.0 * x) * x + (2.0 + nu) * (y * y - 0.25 * h * h));
        let across = 3.0 * nu * y * y * (l - x)
            + (4.0 + 5.0 * nu) * 0.25 * h * h * x
            + (3.0 * l - x) * x * x;
        [factor * along, -factor * across]
    }

    /// Shear stress at a height.
    fn shear(&self, y: f64) -> f64 {
        let h = self.height;
        -self.load * self.young_modulus / (2.0 * self.stiffness()) * (0.25 * h * h - y * y)
    }
}

/// The greatest error of a node's displacement, as a part of the deflection.
fn cantilever<const D: usize>(beam: &Beam, name: &str, across: usize, enhanced: bool) -> f64 {
    let mut counts = [1; D];
    (counts[0], counts[1]) = (2 * across, across);
    let mesh = Grid { counts, element: element(name), cut: Cut::Turning }
        .mesh()
        .expect("a mesh")
        .map(|p| {
            let place = [beam.length * p[0], beam.height * (p[1] - 0.5), p[D - 1] / across as f64];
            std::array::from_fn(|k| place[k])
        });
    let width = if D == 2 { 1.0 } else { 1.0 / across as f64 };
    let Beam { young_modulus, poisson_ratio, .. } = *beam;
    let material = Material::Elastic(Elastic { young_modulus, poisson_ratio });
    let mut stuff = stuff(material, sheet_in_plane::<D>());
    (stuff.mean_dilatation, stuff.enhanced) = (false, enhanced);
    let solid = solid(&mesh, stuff, Kinematics::Small);
    let exact = |place: &[f64; D]| {
        let u = beam.displacement(place[0], place[1]);
        let moved: [f64; D] = std::array::from_fn(|k| place[k] + u.get(k).unwrap_or(&0.0));
        moved
    };
    let left = mesh.nodes_of(mesh.group("left").expect("a side"));
    let held = left.iter().flat_map(|node| {
        let node = *node as usize;
        let at = exact(&solid.rest[node]);
        (0..D).map(move |k| (node * D + k, at[k]))
    });
    // In space nothing moves across: one layer of tetrahedra has no symmetry that would see to that.
    let across = (0..solid.len()).filter(|dof| D == 3 && dof % D == 2);
    let rest = solid.rest.as_flattened();
    let held = held.chain(across.map(|dof| (dof, rest[dof]))).collect();
    let load = loads(&mesh, "right", |place| {
        let mut pull = [0.0; D];
        pull[1] = beam.shear(place[1]);
        pull
    });
    assert!((load.iter().sum::<f64>() / width + beam.load).abs() < 1e-12 * beam.load);
    let (x, ..) = Held { solid: &solid, held, load }.solve(&[], solid.rest.as_flattened());
    let exact = solid.rest.iter().flat_map(exact);
    let off = x.iter().zip(exact).fold(0.0_f64, |most, (x, exact)| most.max((x - exact).abs()));
    off / beam.displacement(beam.length, 0.0)[1].abs()
}

/// Linear elements converge with h², quadratic ones with h³ at least.
#[test]
fn cantilevers_of_every_element_converge_to_the_beam() {
    let mut beam =
        Beam { young_modulus: 1e6, poisson_ratio: 0.3, length: 2.0, height: 1.0, load: 100.0 };
    let orders = |name: &str, error: &dyn Fn(usize) -> f64| {
        let quadratic = element(name).len() > element(name).corners;
        let (order, coarsest) = if quadratic { (3.0, 2) } else { (2.0, 4) };
        let errors = [1, 2, 4].map(|fine| error(fine * coarsest));
        for pair in errors.windows(2) {
            let found = (pair[0] / pair[1]).log2();
            assert!(found > order - 0.3, "{name}: order {found} of {errors:?}");
        }
    };
    for name in PLANE {
        orders(name, &|across| cantilever::<2>(&beam, name, across, false));
    }
    // In space the same stresses, and without Poisson's effect the same displacements.
    beam.poisson_ratio = 0.0;
    for name in SPACE {
        orders(name, &|across| cantilever::<3>(&beam, name, across, false));
    }
    orders("Q4", &|across| cantilever::<2>(&beam, "Q4", across, true));
    orders("H8", &|across| cantilever::<3>(&beam, "H8", across, true));
}
