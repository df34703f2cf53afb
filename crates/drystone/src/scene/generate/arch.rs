//! A circular arch: voussoirs with straight faces between radial joints.
//!
//! Corners lie on the circles of radius R ± t/2, so that neighbours share a whole joint exactly.
//! The abutments are fixed blocks behind the two springing joints, a quarter of the thickness
//! wider on each side.

use super::{Family, limit};
use crate::scene::check;
use crate::scene::error::Fault;
use crate::scene::format::{Arch, Body, PolygonShape, PolyhedronShape, Shape};

/// The voussoirs from the side of the positive first axis to the other, then the abutments.
pub fn bodies<const D: usize>(arch: &Arch, path: &str) -> Result<Vec<Body>, Fault> {
    let key = |name: &str| format!("{path}.{name}");
    let radius = check::positive(key("mean_radius"), arch.mean_radius)?;
    let thickness = check::positive(key("thickness"), arch.thickness)?;
    if thickness >= 2.0 * radius {
        let message = "the thickness must be less than twice the mean radius";
        return Err(Fault::new(key("thickness"), message));
    }
    check::at_least_one(key("voussoirs"), arch.voussoirs)?;
    limit(&key("voussoirs"), &[arch.voussoirs])?;
    check::positive(key("opening_degrees"), arch.opening_degrees)?;
    let opening = check::between(key("opening_degrees"), arch.opening_degrees, 0.0, 180.0)?;
    if arch.voussoirs == 1 && opening > 90.0 {
        return Err(Fault::new(key("voussoirs"), "one voussoir cannot turn by more than 90°"));
    }
    let depth = match (D, arch.depth) {
        (3, Some(depth)) => check::positive(key("depth"), depth)?,
        (3, None) => return Err(Fault::new(path, "an arch in space needs its `depth`")),
        (_, Some(_)) => return Err(Fault::new(key("depth"), "an arch in the plane has no depth")),
        (_, None) => 0.0,
    };
    let centre = check::vector_or_zero::<D>(key("centre"), arch.centre.as_ref())?;
    let family = Family { name: &arch.name, material: &arch.material, group: &arch.group };

    let angle = |k: u64| {
        let share = k as f64 / arch.voussoirs as f64;
        (90.0 + opening * (share - 0.5)).to_radians()
    };
    let at = |r: f64, a: f64| [r * a.cos(), r * a.sin()];
    let (inner, outer) = (radius - 0.5 * thickness, radius + 0.5 * thickness);
    let mut bodies = vec![];
    for k in 0..arch.voussoirs {
        let (a, b) = (angle(k), angle(k + 1));
        let corners = [at(inner, a), at(outer, a), at(outer, b), at(inner, b)];
        let shape = prism::<D>(&corners, depth);
        bodies.push(family.body(k as usize + 1, shape, centre.as_slice()));
    }
    if arch.abutments {
        for (name, a, side) in [("right", angle(0), -1.0), ("left", angle(arch.voussoirs), 1.0)] {
            // Backwards along the tangent, away from the arch.
            let back = [-side * a.sin() * thickness, side * a.cos() * thickness];
            let margin = 0.25 * thickness.min(inner);
            let (p, q) = (at(inner - margin, a), at(outer + margin, a));
            let behind = |c: [f64; 2]| [c[0] + back[0], c[1] + back[1]];
            let shape = prism::<D>(&[p, q, behind(q), behind(p)], depth);
            let mut body = family.body(0, shape, centre.as_slice());
            body.name = Some(format!("{}-abutment-{name}", arch.name));
            body.fixed = Some(true);
            bodies.push(body);
        }
    }
    Ok(bodies)
}

/// A polygon in the plane of the first and last axes, given a depth in space.
fn prism<const D: usize>(corners: &[[f64; 2]; 4], depth: f64) -> Shape {
    if D == 2 {
        return Shape::Polygon(PolygonShape {
            vertices: corners.iter().map(|c| c.to_vec()).collect(),
            decompose: None,
            rounding: None,
        });
    }
    let at = |y: f64| corners.iter().map(move |c| vec![c[0], y, c[1]]);
    let vertices = at(-0.5 * depth).chain(at(0.5 * depth)).collect();
    Shape::Polyhedron(PolyhedronShape { vertices, ..Default::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arch(depth: Option<f64>) -> Arch {
        Arch {
            name: "voussoir".into(),
            material: None,
            group: None,
            mean_radius: 5.0,
            thickness: 0.6,
            voussoirs: 27,
            opening_degrees: 180.0,
            depth,
            centre: None,
            abutments: true,
        }
    }

    #[test]
    fn voussoirs_share_their_joints() {
        let bodies = bodies::<2>(&arch(None), "g").unwrap();
        assert_eq!(bodies.len(), 29);
        let corners = |k: usize| match &bodies[k].shape {
            Shape::Polygon(polygon) => polygon.vertices.clone(),
            other => panic!("{other:?}"),
        };
        for k in 0..26 {
            assert_eq!(corners(k)[2], corners(k + 1)[1]);
            assert_eq!(corners(k)[3], corners(k + 1)[0]);
        }
        // The abutments lie below the springing line and reach beyond the joint on both sides.
        for k in [27, 28] {
            assert!(corners(k).iter().all(|c| c[1] < 1e-12));
            let xs = || corners(k).into_iter().map(|c| c[0].abs());
            assert!(xs().fold(0.0, f64::max) > 5.3 && xs().fold(9.0, f64::min) < 4.7);
        }
    }

    #[test]
    fn depth_belongs_to_space() {
        assert_eq!(bodies::<3>(&arch(Some(1.0)), "g").unwrap().len(), 29);
        assert!(bodies::<3>(&arch(None), "g").is_err());
        assert_eq!(bodies::<2>(&arch(Some(1.0)), "g").unwrap_err().path, "g.depth");
    }
}
