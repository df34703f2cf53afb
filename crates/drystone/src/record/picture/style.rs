//! What a picture shows, and how.

use super::quantities::Quantity;
use nalgebra::Vector3;

/// What a picture shows.
#[derive(Clone, Debug)]
pub struct Style {
    /// Longer side of what is drawn of the scene (pixels).
    pub size: f64,
    /// What bodies are coloured by; stone if by nothing.
    pub colour: Option<Quantity>,
    /// Whether contact forces are shown: lines in the plane, tubes in space.
    pub forces: bool,
    /// Whether bonds are shown, coloured by their damage.
    pub bonds: bool,
    /// Whether joints are marked.
    pub joints: bool,
    /// Whether contacts are marked.
    pub contacts: bool,
    /// Whether the principal stresses of bodies are shown as crosses.
    pub crosses: bool,
    /// Whether velocities are shown as arrows.
    pub arrows: bool,
    /// Whether there are axes; else there is a bar that shows the scale.
    pub axes: bool,
    /// From where space is looked at.
    pub camera: Camera,
    /// The part that is shown, low and high corner: of the plane; all if not given.
    pub window: Option<[[f64; 2]; 2]>,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            size: 1300.0,
            colour: None,
            forces: true,
            bonds: true,
            joints: true,
            contacts: false,
            crosses: false,
            arrows: false,
            axes: true,
            camera: Camera::default(),
            window: None,
        }
    }
}

/// From where space is looked at; z is up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Angle of the viewer about z, from the negative y axis towards the x axis (degrees).
    pub azimuth: f64,
    /// Height of the viewer above the horizon (degrees).
    pub elevation: f64,
    /// How many times larger than to fill the picture.
    pub zoom: f64,
    /// What is in the middle of the picture; the middle of everything if not given.
    pub target: Option<[f64; 3]>,
}

impl Default for Camera {
    fn default() -> Self {
        Self { azimuth: 25.0, elevation: 21.0, zoom: 1.0, target: None }
    }
}

impl Camera {
    /// The direction towards the viewer.
    pub fn towards(&self) -> Vector3<f64> {
        let (sin, cos) = self.azimuth.to_radians().sin_cos();
        let (up, level) = self.elevation.to_radians().sin_cos();
        Vector3::new(level * sin, -level * cos, up)
    }
}
