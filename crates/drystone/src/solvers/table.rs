//! The table of solvers: names for scene files and the command line, and what each accepts.

use super::Solver;
use super::{Admm, admm};
use super::{Alternating, Tresca, bounded};
use super::{Auto, auto};
use super::{Bipotential, bipotential};
use super::{Coloured, coloured};
use super::{ConvexFixedPoint, convex_fixed_point};
use super::{Enumerate, enumerate};
use super::{Extragradient, FixedPoint, Hyperplane, projection};
use super::{GaussSeidel, gauss_seidel};
use super::{InteriorPoint, PathFollowing, interior_point};
use super::{Jacobi, jacobi};
use super::{Lemke, Pivot2d, pivoting};
use super::{
    NewtonAlartCurnier, NewtonFischerBurmeister, NewtonJeanMoreau, NewtonNaturalMap,
    NewtonVelocity, Proximal, newton,
};
use super::{ProjectedConjugateGradient, projected_conjugate_gradient};
use super::{ProjectedGradient, projected_gradient};
use super::{Soclcp, soclcp};
use super::{Standstill, standstill};
use crate::problem::{Cone, Form};

/// What a family says about itself.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Name in scene files and on the command line.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// Whether it takes frictionless (B = 1), plane (2) and space (3) Coulomb cones.
    pub coulomb: [bool; 3],
    /// Whether it takes rolling cones, with spinning or without.
    pub rolling: bool,
    /// Whether it takes the free cones of joints and springs.
    pub free: bool,
    /// Whether it takes meshes with an inertia of their own, which no method can that goes from contact to contact.
    pub meshes: bool,
    /// Whether W must be symmetric.
    pub symmetric: bool,
    /// Most contacts it is meant for.
    pub max_contacts: usize,
    /// The residual (natural map) it promises on small well-posed problems.
    pub promise: f64,
    /// Where the method is described.
    pub references: &'static str,
    /// The settings of how to iterate that it reads, by their keys in scene files.
    pub reads: &'static [&'static str],
}

impl About {
    /// A family that takes everything, for others to say where they differ; it has no name.
    pub const GENERAL: Self = Self {
        name: "",
        summary: "",
        coulomb: [true; 3],
        rolling: true,
        free: true,
        meshes: false,
        symmetric: false,
        max_contacts: usize::MAX,
        promise: 1e-8,
        references: "",
        reads: &[],
    };

    /// Whether it takes problems with B components a contact, rolling or not, so many contacts.
    pub fn accepts<const B: usize>(&self, rolling: bool, contacts: usize) -> bool {
        let cone = if rolling { self.rolling } else { B <= 3 && self.coulomb[B - 1] };
        cone && contacts <= self.max_contacts
    }

    /// Whether it takes a problem, its joints and meshes included. A problem of joints only has no kind of
    /// friction, but blocks of a size that only one kind has.
    pub fn takes<const B: usize>(&self, problem: &(impl Form<B> + ?Sized)) -> bool {
        let (rolling, free) = (problem.is_rolling(), problem.has_free());
        let rolling = rolling || (B > 3 && problem.cones().iter().all(Cone::is_free));
        let meshes = self.meshes || !problem.has_meshes();
        self.accepts::<B>(rolling, problem.len()) && (self.free || !free) && meshes
    }
}

/// A family of the table: what it says, and one of it for each number of components.
pub struct Family {
    /// What it says about itself.
    pub about: About,
    /// Without friction.
    pub one: fn() -> Box<dyn Solver<1>>,
    /// In the plane.
    pub two: fn() -> Box<dyn Solver<2>>,
    /// In space, or rolling in the plane.
    pub three: fn() -> Box<dyn Solver<3>>,
    /// Rolling in space.
    pub five: fn() -> Box<dyn Solver<5>>,
    /// Rolling and spinning in space.
    pub six: fn() -> Box<dyn Solver<6>>,
}

/// A line of the table.
macro_rules! family {
    ($about:expr, $solver:ident) => {
        Family {
            about: $about,
            one: || Box::new($solver::default()),
            two: || Box::new($solver::default()),
            three: || Box::new($solver::default()),
            five: || Box::new($solver::default()),
            six: || Box::new($solver::default()),
        }
    };
}

/// Every solver.
pub static SOLVERS: &[Family] = &[
    family!(auto::ABOUT, Auto),
    family!(gauss_seidel::ABOUT, GaussSeidel),
    family!(coloured::ABOUT, Coloured),
    family!(jacobi::ABOUT, Jacobi),
    family!(projected_gradient::ABOUT, ProjectedGradient),
    family!(projected_conjugate_gradient::ABOUT, ProjectedConjugateGradient),
    family!(admm::ABOUT, Admm),
    family!(projection::fixed_point::ABOUT, FixedPoint),
    family!(projection::extragradient::ABOUT, Extragradient),
    family!(projection::hyperplane::ABOUT, Hyperplane),
    family!(interior_point::ABOUT, InteriorPoint),
    family!(interior_point::fold::ABOUT, PathFollowing),
    family!(standstill::ABOUT, Standstill),
    family!(newton::alart_curnier::ABOUT, NewtonAlartCurnier),
    family!(newton::jean_moreau::ABOUT, NewtonJeanMoreau),
    family!(newton::natural_map::ABOUT, NewtonNaturalMap),
    family!(newton::fischer_burmeister::ABOUT, NewtonFischerBurmeister),
    family!(newton::velocity::ABOUT, NewtonVelocity),
    family!(newton::proximal::ABOUT, Proximal),
    family!(bounded::tresca::ABOUT, Tresca),
    family!(bounded::alternating::ABOUT, Alternating),
    family!(bipotential::ABOUT, Bipotential),
    family!(convex_fixed_point::ABOUT, ConvexFixedPoint),
    family!(soclcp::ABOUT, Soclcp),
    family!(pivoting::facets::ABOUT, Lemke),
    family!(pivoting::plane::ABOUT, Pivot2d),
    family!(enumerate::ABOUT, Enumerate),
];

/// The family of a name.
pub fn find(name: &str) -> Option<&'static Family> {
    SOLVERS.iter().find(|f| f.about.name == name)
}

impl Family {
    /// A solver for B components; `None` where B is not 1, 2, 3, 5 or 6.
    pub fn make<const B: usize>(&self) -> Option<Box<dyn Solver<B>>> {
        use std::any::Any;
        // B is known here, but not to the compiler: go through `Any`.
        let made: Box<dyn Any> = match B {
            1 => Box::new((self.one)()),
            2 => Box::new((self.two)()),
            3 => Box::new((self.three)()),
            5 => Box::new((self.five)()),
            6 => Box::new((self.six)()),
            _ => return None,
        };
        made.downcast::<Box<dyn Solver<B>>>().ok().map(|solver| *solver)
    }
}
