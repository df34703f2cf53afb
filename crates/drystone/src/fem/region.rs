//! Elements of one kind and one material, with what never changes at their points of integration.

use super::element::{Element, MOST_NODES};
use super::enhanced::Enhanced;
use super::material::{Components, Material};
use super::plane::Plane;
use super::sheet::Sheet;
use super::viscosity::Viscosity;
use crate::wrong::Wrong;
use nalgebra::Matrix3;
use std::f64::consts::TAU;

/// What a region is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Stuff {
    /// Material.
    pub material: Material,
    /// Density (kg/m³).
    pub density: f64,
    /// In the plane: what happens across it.
    pub plane: Plane,
    /// Whether elements that lock take the mean of their dilatation.
    pub mean_dilatation: bool,
    /// Whether elements that lock have strains of their own besides, instead of that.
    pub enhanced: bool,
}

/// Elements of one kind and one material.
#[derive(Clone, Debug)]
pub struct Region<const D: usize> {
    /// The kind.
    pub element: &'static Element,
    /// Their nodes, one element after the other.
    pub nodes: Vec<u32>,
    /// What they are made of.
    pub stuff: Stuff,
    /// Viscous stresses beside those of the material.
    pub viscosity: Viscosity,
    /// Of what is thinner than the space it is in.
    pub sheet: Option<Sheet>,
    /// Points of integration of an element.
    pub points: usize,
    /// Volume of each point.
    pub(super) weights: Vec<f64>,
    /// Axes of bars and membranes at each point, as columns.
    pub(super) axes: Vec<Matrix3<f64>>,
    /// Gradients of the shape functions at each point, node by node; of bars and membranes in their axes.
    pub(super) gradients: Vec<[f64; D]>,
    /// N / R at each point, node by node, of what is turned about an axis.
    pub(super) hoops: Vec<f64>,
    /// Means over each element, node by node: of the gradients, and of the dilatation they cause.
    pub(super) means: Vec<[f64; D]>,
    pub(super) dilatations: Vec<[f64; D]>,
    /// Strain of each point at rest; empty where there is none.
    pub(super) initial: Vec<Components>,
    /// Strains that elements have of their own.
    pub(super) enhanced: Enhanced,
}

/// Why elements cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsound {
    /// These are turned inside out or flat: their numbers in the region.
    Degenerate(Vec<usize>),
    /// They cannot be made of this.
    Stuff(Wrong),
}

impl Unsound {
    /// How many elements are turned inside out or flat.
    pub fn len(&self) -> usize {
        if let Self::Degenerate(list) = self { list.len() } else { 0 }
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl std::fmt::Display for Unsound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Degenerate(list) => {
                write!(f, "{} elements of its mesh are flat or inside out", list.len())
            }
            Self::Stuff(wrong) => f.write_str(&wrong.message),
        }
    }
}

impl Stuff {
    /// Whether bodies of `dimension` axes can be made of it.
    ///
    /// # Errors
    ///
    /// What is wrong.
    pub fn check(&self, dimension: usize) -> Result<(), Wrong> {
        if dimension == 3 && self.plane == Plane::Stress {
            let message =
                "`plane` = \"stress\" is for bodies in the plane: in space there is no across";
            return Err(Wrong::new("plane", message));
        }
        Ok(())
    }
}

impl<const D: usize> Region<D> {
    /// Of elements whose nodes stand at these places.
    ///
    /// # Errors
    ///
    /// All elements that are turned inside out or flat; or what cannot be of what they are made of.
    pub fn new(
        element: &'static Element,
        nodes: Vec<u32>,
        stuff: Stuff,
        places: &[[f64; D]],
    ) -> Result<Self, Unsound> {
        stuff.check(D).map_err(Unsound::Stuff)?;
        let rule = (element.rule)();
        let mut region = Self::without_elements(element, nodes, stuff, rule.len());
        let shapes: Vec<_> = rule.iter().map(|(at, _)| element.shape(*at)).collect();
        let mut wrong = vec![];
        for e in 0..region.len() {
            let n = element.len();
            let own: Vec<[f64; D]> =
                region.of(e).iter().map(|node| places[*node as usize]).collect();
            let (mut means, mut dilatations, mut volume) =
                ([[0.0; D]; MOST_NODES], [[0.0; D]; MOST_NODES], 0.0);
            let (mut sound, mut sizes) = (true, vec![]);
            for (shape, (_, weight)) in shapes.iter().zip(&rule) {
                let Some((gradients, size)) = physical(&own, &shape.gradients) else {
                    sound = false;
                    continue;
                };
                let radius: f64 = own.iter().zip(&shape.values).map(|(x, n)| x[0] * n).sum();
                let turned = region.is_turned();
                let weight = weight * size * if turned { TAU * radius } else { 1.0 };
                sound &= weight > 0.0;
                region.weights.push(weight);
                sizes.push(size);
                volume += weight;
                for i in 0..n {
                    region.gradients.push(gradients[i]);
                    let hoop = if turned { shape.values[i] / radius } else { 0.0 };
                    if turned {
                        region.hoops.push(hoop);
                    }
                    for k in 0..D {
                        means[i][k] += weight * gradients[i][k];
                        dilatations[i][k] += weight * gradients[i][k];
                    }
                    dilatations[i][0] += weight * hoop;
                }
            }
            if sound && region.is_enhanced() {
                let own_weights = region.weights[region.weights.len() - sizes.len()..].to_vec();
                sound = region.enhance(&own, &sizes, &own_weights);
            }
            if !sound {
                wrong.push(e);
            }
            let mean = |sum: &[f64; D]| sum.map(|x| x / volume);
            region.means.extend(means[..n].iter().map(mean));
            region.dilatations.extend(dilatations[..n].iter().map(mean));
        }
        if wrong.is_empty() { Ok(region) } else { Err(Unsound::Degenerate(wrong)) }
    }

    /// What elements have in common; nothing yet at their points of integration.
    pub(super) fn without_elements(
        element: &'static Element,
        nodes: Vec<u32>,
        stuff: Stuff,
        points: usize,
    ) -> Self {
        Self {
            element,
            nodes,
            stuff,
            viscosity: Viscosity::default(),
            sheet: None,
            points,
            weights: vec![],
            axes: vec![],
            gradients: vec![],
            hoops: vec![],
            means: vec![],
            dilatations: vec![],
            initial: vec![],
            enhanced: Enhanced::default(),
        }
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.nodes.len() / self.element.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Nodes of an element.
    pub fn of(&self, element: usize) -> &[u32] {
        let n = self.element.len();
        &self.nodes[element * n..(element + 1) * n]
    }

    /// Mean gradients of an element, node by node.
    pub(super) fn means_of(&self, element: usize) -> &[[f64; D]] {
        let n = self.element.len();
        &self.means[element * n..(element + 1) * n]
    }

    /// Volume of an element.
    pub fn volume(&self, element: usize) -> f64 {
        self.weights[element * self.points..(element + 1) * self.points].iter().sum()
    }

    /// Whether it stands for a body of revolution.
    pub fn is_turned(&self) -> bool {
        D == 2 && self.stuff.plane == Plane::Axisymmetric && self.sheet.is_none()
    }

    /// Whether its elements take the mean of their dilatation.
    pub(super) fn takes_mean(&self) -> bool {
        let solid = !self.is_in_plane_stress() && self.sheet.is_none();
        self.stuff.mean_dilatation && self.element.locks && solid && !self.is_enhanced()
    }

    /// Whether it stands for something thin in the plane.
    pub(super) fn is_in_plane_stress(&self) -> bool {
        D == 2 && self.stuff.plane == Plane::Stress
    }
}

/// The Jacobian of an element, in the plane with one across.
pub(super) fn jacobian<const D: usize>(
    places: &[[f64; D]],
    reference: &[[f64; 3]],
) -> Matrix3<f64> {
    let mut jacobian = Matrix3::zeros();
    for (x, g) in places.iter().zip(reference) {
        for i in 0..D {
            for j in 0..D {
                jacobian[(i, j)] += x[i] * g[j];
            }
        }
    }
    (D..3).for_each(|k| jacobian[(k, k)] = 1.0);
    jacobian
}

/// Gradients in space from those in the reference element, and the ratio of volumes; none where it is
/// flat.
pub(super) fn physical<const D: usize>(
    places: &[[f64; D]],
    reference: &[[f64; 3]],
) -> Option<([[f64; D]; MOST_NODES], f64)> {
    let jacobian = jacobian(places, reference);
    let size = jacobian.determinant();
    let inverse = jacobian.try_inverse().filter(|_| size.is_finite() && size != 0.0)?;
    let mut gradients = [[0.0; D]; MOST_NODES];
    for (out, g) in gradients.iter_mut().zip(reference).take(places.len()) {
        for i in 0..D {
            out[i] = (0..D).map(|j| g[j] * inverse[(j, i)]).sum();
        }
    }
    Some((gradients, size))
}
