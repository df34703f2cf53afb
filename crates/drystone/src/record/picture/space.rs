//! The picture of a world in space: parallel projection, one light with shadows.

use super::shading::{Canvas, Lens};
use super::{SUPPORT, gap_colour, stone};
use crate::record::frames::extent;
use crate::record::surface::{Fineness, Surface};
use crate::shapes::Shape;
use crate::space::Vector;
use crate::world::World;
use nalgebra::Vector3;
use std::io;

/// Pixels of the longer side before reduction.
const SIZE: usize = 2400;
/// Samples averaged for each pixel of the file, along each axis.
const SAMPLES: usize = 2;

/// Renders and encodes.
pub fn render<const D: usize>(world: &World<D>) -> io::Result<Vec<u8>> {
    let (canvas, shadow) = draw_bodies(world);
    canvas.shaded(&shadow).encode(SAMPLES)
}

/// The same with the contacts of the present configuration as beads along their normals, drawn
/// over everything so that those inside joints are seen too.
pub fn render_contacts<const D: usize>(world: &World<D>) -> io::Result<Vec<u8>> {
    let (mut canvas, shadow) = draw_bodies(world);
    let reach = extent(world).1;
    let mut marks = vec![];
    for contact in world.contacts_now() {
        let colour = gap_colour(contact.gap, reach);
        let normal = three(&contact.frame.column(0).into_owned());
        for k in 0..5 {
            let radius = reach * if k == 0 { 0.007 } else { 0.003 };
            let bead = three(&world.periodic.wrap(&contact.point))
                + normal * (0.006 * reach * f64::from(k));
            marks.push((bead, radius, colour));
        }
    }
    canvas.marks(&marks);
    canvas.shaded(&shadow).encode(SAMPLES)
}

/// Everything that has a surface, as seen by the viewer and by the light.
fn draw_bodies<const D: usize>(world: &World<D>) -> (Canvas, Canvas) {
    let (centre, reach) = extent(world);
    let lens = Lens::framing(Vector3::new(0.9, -1.9, 0.8), &corners(world), SIZE);
    let light = Lens::framing(Vector3::new(0.25, -0.9, 1.5), &ball_around(&centre, reach), 2048);
    let mut canvas = Canvas::new(lens);
    let mut shadow = Canvas::new(light);
    for collider in &world.colliders {
        let pose = world.shown_pose(collider);
        let movable = world.bodies.list[collider.body].movable();
        let colour = if movable { stone(collider.body) } else { SUPPORT };
        for target in [&mut canvas, &mut shadow] {
            match &*collider.shape {
                Shape::Ball(ball) => {
                    target.ball(&three(&pose.position), ball.radius(), collider.body, colour);
                }
                shape => {
                    let mut surface = Surface::default();
                    surface.add(shape, &pose, Fineness(24), &centre, 1.6 * reach);
                    let flat = matches!(shape, Shape::HalfSpace(_));
                    let hollow = matches!(shape, Shape::Drum(_));
                    for polygon in &surface.polygons {
                        let points: Vec<_> =
                            polygon.iter().map(|i| three(&surface.points[*i])).collect();
                        // Only floors are drawn of half-spaces: walls would hide the scene.
                        if flat && !floor(&points) {
                            continue;
                        }
                        // Of a drum only what is seen from within: the rest would hide the scene.
                        if hollow && !target.faces(&points) {
                            continue;
                        }
                        target.polygon(&points, collider.body, colour);
                    }
                }
            }
        }
    }
    (canvas, shadow)
}

fn three<const D: usize>(p: &Vector<D>) -> Vector3<f64> {
    Vector3::new(p[0], p[1], if D == 3 { p[2] } else { 0.0 })
}

/// Whether a polygon faces up.
fn floor(points: &[Vector3<f64>]) -> bool {
    let normal = (points[1] - points[0]).cross(&(points[2] - points[0]));
    normal.z > 0.7 * normal.norm()
}

/// Corners of the boxes around all finite bodies.
fn corners<const D: usize>(world: &World<D>) -> Vec<Vector3<f64>> {
    let mut out = vec![];
    for collider in &world.colliders {
        let bounds = collider.shape.bounds(&world.shown_pose(collider));
        if bounds.min.iter().chain(bounds.max.iter()).all(|x| x.is_finite()) {
            let (a, b) = (three(&bounds.min), three(&bounds.max));
            for k in 0..8 {
                let pick = |bit: usize, i: usize| if k >> bit & 1 == 0 { a[i] } else { b[i] };
                out.push(Vector3::new(pick(0, 0), pick(1, 1), pick(2, 2)));
            }
        }
    }
    if out.is_empty() {
        out = vec![Vector3::repeat(-1.0), Vector3::repeat(1.0)];
    }
    out
}

fn ball_around<const D: usize>(centre: &Vector<D>, reach: f64) -> Vec<Vector3<f64>> {
    let centre = three(centre);
    let offsets = [-1.7, 1.7].map(|s| s * reach);
    let mut out = vec![];
    for i in 0..3 {
        for offset in offsets {
            let mut p = centre;
            p[i] += offset;
            out.push(p);
        }
    }
    out
}
