//! How bodies of a material deform.

use crate::bodies::{Candidates, Renewal};
use crate::fem::{Kinematics, Masses, Material, Plane};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Bodies of a material that deform: their law, their mesh, their scheme.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deformable {
    /// The law of the material, a table by its name: `law.elastic = { young_modulus = 1e9,
    /// poisson_ratio = 0.3 }`.
    pub law: Material,
    /// The element: "T3", "T6", "Q4" or "Q8" in the plane, "TE4", "TE10", "H8" or "H20" in space; of bars and
    /// cables, and of membranes in the plane, "L2" or "L3", of membranes in space "T3", "T6", "Q4" or "Q8".
    /// Default "Q4", "H8" with `enhanced` strains, which do not lock; of what is thin "L2", in space with a
    /// `thickness` "Q4".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub element: Option<String>,
    /// Cells of the mesh along the sides of a block; of a ring outward, round it and along it; of a disk or
    /// sphere along an edge of its middle and from there to the surface, of a cylinder also along it; of a chain
    /// along each line between two points, or round its circle; of a sheet along its sides, of a tube round it and
    /// along it. Default: 2 along each, and as many round as make cells even; of a chain one along each line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<Vec<u64>>,
    /// Instead of `cells`: the length of their edges, about (m).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<f64>,
    /// Whether quadrangles are cut into four triangles by a node in their middle. Default: into two.
    #[serde(default)]
    pub crossed: bool,
    /// Thickness of a membrane (m), which makes bodies thin: chains in the plane, sheets and tubes in space, or
    /// meshes of such elements. They have stiffness along them and none against bending, no extent for contact,
    /// which is on both of their sides, and "finite" kinematics.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thickness: Option<f64>,
    /// Section of bars and cables in space (m²), instead of `thickness`: chains, or meshes of lines. They touch
    /// nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<f64>,
    /// Whether a chain pulls and does not push. Default false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cable: bool,
    /// How far it may move: "small", "corotational", "corotational_elements", "finite". With "corotational" the
    /// body has one rotation ω: sides that are held and do not turn with it are strained by ω²/2, so that a
    /// cantilever that bends far is too stiff; the last two are for that. Default "corotational".
    #[serde(default)]
    pub kinematics: Kinematics,
    /// Masses: "consistent", "lumped" or "nodal". Default "lumped".
    #[serde(default)]
    pub masses: Masses,
    /// In the plane: "strain", "stress" or "axisymmetric". Default "strain".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plane: Option<Plane>,
    /// Points of the surface that look for contact: "nodes", "middles", "quadrature", "nothing", or `at` shares of
    /// each edge. Forces act there alone, and between them bodies may overlap by what they bend there: with "middles" a
    /// block is as thin as the distance between them, and with "nodes" edges that cross do not feel each other. Points of
    /// "quadrature" may outnumber the nodes; how they share what a node carries is then open, and solvers take
    /// long. Default "auto": "nodes", but "quadrature" on curved faces in space and on membranes.
    #[serde(default)]
    pub candidates: Candidates,
    /// Whether parts of a body's surface may touch other parts of it: folds, slits, ends of a ring. Default
    /// false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub self_contact: bool,
    /// Damping by mass and by stiffness. Default: none.
    #[serde(default)]
    pub damping: RayleighDamping,
    /// Viscous stresses beside those of the law, after Kelvin and Voigt. Default: none.
    #[serde(default, skip_serializing_if = "ViscousStress::is_none")]
    pub viscosity: ViscousStress,
    /// Stress that bodies have before they move, tension positive, along their own axes. Default: none.
    #[serde(default, skip_serializing_if = "StressAtRest::is_none")]
    pub initial_stress: StressAtRest,
    /// Whether bodies have no inertia: at the end of every step their forces are in equilibrium. Default
    /// false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub quasi_static: bool,
    /// Move in the rigid modes and so many of the lowest others only; for linear laws with "small"
    /// kinematics. Default: in all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modes: Option<u64>,
    /// When the stiffness of bodies that are not linear is computed anew: "never", "step", "round", or "mass"
    /// (there is none in the rounds). Default "round".
    #[serde(default, skip_serializing_if = "is_usual")]
    pub renewal: Renewal,
    /// Whether elements that lock (Q4, H8) take the mean of their dilatation, unless they are `enhanced`; with
    /// "finite" kinematics they do not. Default true.
    #[serde(default = "yes")]
    pub mean_dilatation: bool,
    /// Whether elements that lock (Q4, H8) have strains of their own besides those of their nodes (Simo and
    /// Rifai), so that they bend as beams do and keep their volume where they must. They may fold where they
    /// are pressed to less than about 0.6 of their length. Default: where no `element` is named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enhanced: Option<bool>,
}

fn yes() -> bool {
    true
}

fn is_usual(renewal: &Renewal) -> bool {
    *renewal == Renewal::default()
}

/// Stresses ζ tr ε̇ 1 + 2 η dev ε̇.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ViscousStress {
    /// Against changes of volume: ζ (Pa s). Default 0.
    pub bulk: f64,
    /// Against changes of shape: η (Pa s). Default 0.
    pub shear: f64,
}

impl ViscousStress {
    /// Whether there is none.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// A stress that varies along the last axis of a body.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct StressAtRest {
    /// At the origin of the shape's coordinates (Pa): of a box in its middle. Default 0.
    pub at_origin: Stress,
    /// Its change along the last axis (Pa/m). Default 0.
    pub slope: Stress,
}

impl StressAtRest {
    /// Whether there is none.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// Components of a stress; in the plane of a scene xx, yy, xy, and zz across it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Stress {
    /// Along x.
    pub xx: f64,
    /// Along y.
    pub yy: f64,
    /// Along z, or across the plane.
    pub zz: f64,
    /// Shear.
    pub xy: f64,
    /// Shear, in space.
    pub yz: f64,
    /// Shear, in space.
    pub zx: f64,
}

impl Stress {
    /// In the order of names.
    pub fn components(&self) -> [f64; 6] {
        [self.xx, self.yy, self.zz, self.xy, self.yz, self.zx]
    }
}

/// Damping V = a M + b K.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RayleighDamping {
    /// By mass: a (1/s). Default 0.
    pub mass: f64,
    /// By stiffness: b (s). Default 0.
    pub stiffness: f64,
}
