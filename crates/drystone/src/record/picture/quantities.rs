//! What bodies can be coloured by.

use super::Sight;
use super::colour_map::ColourMap;
use crate::measures::{Scope, View, moment_tensors, principal};
use crate::space::{Matrix, configuration_size};

/// A number for every body, or for every element of those that can deform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// The magnitude of the velocity (m/s).
    Speed,
    /// The magnitude of the angular velocity (rad/s).
    Spin,
    /// The way from where it was (m).
    Displacement,
    /// The angle that it has turned by (rad): in the plane with its sign, and all turns counted.
    Rotation,
    /// The mean pressure of its contact forces (Pa).
    Pressure,
    /// The principal stress of the greatest magnitude, tension positive (Pa).
    Stress,
    /// Half the difference of the greatest and the least principal stress (Pa).
    Shear,
    /// Bodies that press on it.
    Coordination,
    /// Where it was in height, in bands of equal thickness.
    Layer,
    /// Of elements: the stress of von Mises (Pa).
    Mises,
    /// Of elements: the greatest principal stress, tension positive (Pa).
    Tension,
    /// Of elements: the least principal stress, compression negative (Pa).
    Compression,
    /// Of elements: a component of Cauchy's stress (Pa): xx, yy, zz, xy, yz, zx.
    Component(u8),
    /// Of elements: accumulated plastic strain.
    Plastic,
    /// Of facets: the contacts' normal forces over the area (Pa).
    ContactPressure,
}

/// Number of bands of [`Quantity::Layer`].
const BANDS: f64 = 12.0;

/// Every quantity: name, what the legend says, unit.
pub const QUANTITIES: &[(Quantity, &str, &str, &str)] = &[
    (Quantity::Speed, "speed", "speed", "m/s"),
    (Quantity::Spin, "spin", "angular velocity", "rad/s"),
    (Quantity::Displacement, "displacement", "displacement", "m"),
    (Quantity::Rotation, "rotation", "rotation", "rad"),
    (Quantity::Pressure, "pressure", "pressure", "Pa"),
    (Quantity::Stress, "stress", "principal stress", "Pa"),
    (Quantity::Shear, "shear", "shear stress", "Pa"),
    (Quantity::Coordination, "coordination", "neighbours", ""),
    (Quantity::Layer, "layer", "layer", ""),
    (Quantity::Mises, "mises", "von Mises stress", "Pa"),
    (Quantity::Tension, "tension", "greatest principal stress", "Pa"),
    (Quantity::Compression, "compression", "least principal stress", "Pa"),
    (Quantity::Component(0), "stress_xx", "stress xx", "Pa"),
    (Quantity::Component(1), "stress_yy", "stress yy", "Pa"),
    (Quantity::Component(2), "stress_zz", "stress zz", "Pa"),
    (Quantity::Component(3), "stress_xy", "stress xy", "Pa"),
    (Quantity::Component(4), "stress_yz", "stress yz", "Pa"),
    (Quantity::Component(5), "stress_zx", "stress zx", "Pa"),
    (Quantity::Plastic, "plastic", "plastic strain", ""),
    (Quantity::ContactPressure, "contact_pressure", "contact pressure", "Pa"),
];

impl Quantity {
    /// The quantity of a name.
    pub fn named(name: &str) -> Option<Self> {
        QUANTITIES.iter().find(|entry| entry.1 == name).map(|entry| entry.0)
    }

    /// What the legend says, and the unit.
    pub(super) fn words(self) -> (&'static str, &'static str) {
        QUANTITIES.iter().find(|entry| entry.0 == self).map_or(("", ""), |e| (e.2, e.3))
    }

    /// Its colours: of two kinds about zero where it has a sign.
    pub(super) fn map(self, dimension: usize) -> ColourMap {
        match self {
            Self::Stress | Self::Tension | Self::Compression | Self::Component(_) => {
                ColourMap::Diverging
            }
            Self::Rotation if dimension == 2 => ColourMap::Diverging,
            Self::Layer => ColourMap::Layers,
            _ => ColourMap::Sequential,
        }
    }

    /// Of every free body; not a number of those that are fixed or driven, or have none.
    pub fn of<const D: usize>(self, sight: &Sight<D>) -> Vec<f64> {
        let each = |value: &dyn Fn(usize) -> f64| {
            let of_free = |b: usize| if sight.is_free(b) { value(b) } else { f64::NAN };
            (0..sight.bodies()).map(of_free).collect()
        };
        match self {
            Self::Speed => each(&|b| norm(&sight.velocity(b)[..D])),
            Self::Spin => each(&|b| norm(&sight.velocity(b)[D..])),
            Self::Displacement => {
                each(&|b| (sight.true_pose(b).position - sight.first_pose(b).position).norm())
            }
            Self::Rotation if D == 2 => each(&|b| {
                let angle = b * configuration_size(D) + D;
                sight.frame.q[angle] - sight.start[angle]
            }),
            Self::Rotation => each(&|b| {
                let turn = sight.true_pose(b).rotation * sight.first_pose(b).rotation.transpose();
                (0.5 * (turn.trace() - 1.0)).clamp(-1.0, 1.0).acos()
            }),
            Self::Coordination => {
                let count = view(sight).neighbours_of_bodies();
                each(&|b| count[b] as f64)
            }
            Self::Layer => {
                let height = |b: usize| sight.first_pose(b).position[D - 1];
                let free = (0..sight.bodies()).filter(|b| sight.is_free(*b));
                let (low, high) =
                    free.map(height).fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), y| {
                        (low.min(y), high.max(y))
                    });
                let thick = ((high - low) / BANDS).max(f64::MIN_POSITIVE);
                each(&|b| ((height(b) - low) / thick).floor().min(BANDS - 1.0))
            }
            Self::Mises
            | Self::Tension
            | Self::Compression
            | Self::Component(_)
            | Self::Plastic
            | Self::ContactPressure => vec![f64::NAN; sight.bodies()],
            Self::Pressure | Self::Stress | Self::Shear => {
                let tensors = moment_tensors(&view(sight));
                let volume = &sight.constants.volume;
                each(&|b| {
                    if volume[b] <= 0.0 {
                        return f64::NAN;
                    }
                    let stress = BodyStress::of(&(tensors[b] / volume[b]));
                    match self {
                        Self::Pressure => stress.pressure,
                        Self::Shear => stress.shear,
                        _ => stress.principal,
                    }
                })
            }
        }
    }

    /// The range of the legend for these values.
    pub(super) fn range(self, values: &[f64], dimension: usize) -> [f64; 2] {
        let finite = values.iter().copied().filter(|x| x.is_finite());
        let (low, high) = finite
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
        if low > high { [0.0, 0.0] } else { self.map(dimension).range(low, high) }
    }

    /// The range of the legend for a frame.
    pub(super) fn range_of<const D: usize>(self, sight: &Sight<D>) -> [f64; 2] {
        let mut values = self.of(sight);
        let elements = self.of_elements(sight).filter(|elements| !elements.is_empty());
        if let Some(elements) = elements {
            // Of these bodies the elements are coloured.
            let is_mesh = |body: usize| sight.mesh(body).is_some();
            (0..values.len()).filter(|b| is_mesh(*b)).for_each(|b| values[b] = f64::NAN);
            values.extend(elements);
        }
        values.extend(self.of_facets(sight).unwrap_or_default());
        self.range(&values, D)
    }

    /// Whether the legend has a bar.
    pub(super) fn is_measured(self) -> bool {
        self != Self::Layer
    }
}

/// A few numbers for the stress of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyStress {
    /// The mean of the principal stresses, compression positive (Pa).
    pub pressure: f64,
    /// The principal stress of the greatest magnitude, tension positive (Pa).
    pub principal: f64,
    /// Half the difference of the greatest and the least principal stress (Pa).
    pub shear: f64,
}

impl BodyStress {
    /// Of a stress tensor (Pa).
    pub fn of<const D: usize>(stress: &Matrix<D>) -> Self {
        let values = principal(stress).values;
        let (most, least) = (values[0], values[D - 1]);
        Self {
            pressure: -values.iter().sum::<f64>() / D as f64,
            principal: if most.abs() > least.abs() { most } else { least },
            shear: 0.5 * (most - least),
        }
    }
}

/// What measures look at.
pub(super) fn view<'a, const D: usize>(sight: &Sight<'a, D>) -> View<'a, D> {
    View::of_frame(sight.frame, sight.constants, Some(sight.geometry), Scope::EVERYTHING)
}

fn norm(v: &[f64]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}
