//! The picture of a frame in space: parallel projection, one light with shadows.

use super::canvas::{Align, Drawing, Item};
use super::layout::{Layout, around, words};
use super::legend::Legend;
use super::lens::Lens;
use super::meshes::Paint;
use super::overlay::usual_length;
use super::shading::Canvas;
use super::shadow::Shadow;
use super::tube::shine_through;
use super::{
    Colour, FORCE, INK, Scales, Sight, Style, TENSION, bonds, colours, gap_colour, joints,
};
use crate::results::{Outline, Piece};
use crate::shapes::Aabb;
use crate::shapes::surface::Fineness;
use crate::space::Vector;
use nalgebra::Vector3;

/// Samples averaged for each pixel of the file, along each axis.
const SAMPLES: usize = 2;
/// Texels of the light's view.
const LIGHT: f64 = 2048.0;
/// How much of the darkness is left where colours stand for numbers.
const PALE: f64 = 0.4;

/// Draws a frame.
pub fn draw<const D: usize>(sight: &Sight<D>, style: &Style, scales: &Scales) -> Drawing {
    let lens = Lens::new(style.camera.towards(), scales.view, SAMPLES as f64 * style.size);
    let (mut canvas, shadow) = draw_bodies(sight, style, scales, lens.clone());
    if style.contacts {
        mark_contacts(sight, &mut canvas);
    }
    if style.bonds && bonds::are_there(sight) {
        canvas.marks(&bonds::beads(sight));
    }
    if style.joints && joints::are_there(sight) {
        canvas.marks(&joints::beads(sight));
    }
    let free = &sight.constants.free;
    let is_painted = |body: u32| {
        let body = body as usize;
        style.colour.is_some() && (free.get(body) == Some(&true) || sight.mesh(body).is_some())
    };
    let darkness = |body: u32| if is_painted(body) { PALE } else { 1.0 };
    let mut image = canvas.shaded(&shadow, darkness);
    if style.forces && scales.force > 0.0 {
        let mut tubes = Canvas::new(lens.clone());
        draw_forces(sight, scales, &mut tubes);
        shine_through(&mut image, &canvas, &tubes);
    }
    let legend = Legend::of(sight, style, scales);
    around(image.reduced(SAMPLES), &legend, lens.scale / SAMPLES as f64, |layout, items| {
        if style.axes {
            draw_axes(&lens, layout, items);
        }
    })
}

/// The directions of the axes, in the lower left corner.
fn draw_axes(lens: &Lens, layout: &Layout, items: &mut Vec<Item>) {
    let foot = [layout.left + 46.0, layout.bottom - 10.0];
    for (axis, name) in [Vector3::x(), Vector3::y(), Vector3::z()].iter().zip(["x", "y", "z"]) {
        let way = [lens.right.dot(axis) * 34.0, -lens.up.dot(axis) * 34.0];
        if way[0].hypot(way[1]) < 6.0 {
            continue;
        }
        let tip = [foot[0] + way[0], foot[1] + way[1]];
        items.push(Item::Line { points: vec![foot, tip], colour: INK, width: 1.8 });
        let at = [foot[0] + 1.35 * way[0], foot[1] + 1.35 * way[1] + 5.0];
        items.push(words(name, at, Align::Middle, INK));
    }
}

/// How far membranes are drawn before what they lie on, as a share of the scene.
const LIES: f64 = 1e-3;

/// Everything that has a surface, as seen by the viewer and by the light.
fn draw_bodies<const D: usize>(
    sight: &Sight<D>,
    style: &Style,
    scales: &Scales,
    lens: Lens,
) -> (Canvas, Shadow) {
    let (centre, reach) = sight.extent();
    // A shadow is seen from the light where its body is: all bodies are enough.
    let light = Lens::framing(Vector3::new(0.25, -0.9, 1.5), &corners(&sight.hull()), LIGHT);
    let towards = lens.towards;
    let (mut canvas, mut shadow) = (Canvas::new(lens), Canvas::new(light));
    let (colours, paint) = (colours(sight, style, scales), Paint::of(sight, style, scales));
    for piece in &sight.geometry.pieces {
        let colour = colours[piece.body];
        match sight.geometry.outline(piece) {
            Outline::Ball { radius } => {
                let middle = three(&sight.shown(piece).position);
                canvas.ball(&middle, *radius, piece.body, colour);
                shadow.ball(&middle, *radius, piece.body, colour);
            }
            outline => {
                cables(sight, piece, (&paint, colour), |ends, radius, colour| {
                    let radius = radius.max(0.004 * reach);
                    for canvas in [&mut canvas, &mut shadow] {
                        canvas.tube(&ends, radius, colour);
                        ends.iter().for_each(|end| canvas.ball(end, radius, piece.body, colour));
                    }
                });
                let flat = matches!(outline, Outline::HalfSpace { .. });
                let surface = sight.surface(piece, Fineness(24), (&centre, 1.6 * reach));
                let points: Vec<_> = surface.points.iter().map(three).collect();
                let mesh = sight.mesh(piece.body);
                let sides = mesh.map(|mesh| (mesh.first, mesh.polygons(D)));
                let is_thin = mesh.is_some_and(|mesh| mesh.is_thin(D));
                for (k, polygon) in surface.polygons.iter().enumerate() {
                    let mut corners: Vec<_> = polygon.iter().map(|i| points[*i]).collect();
                    let side =
                        sides.as_ref().and_then(|(first, sides)| Some((first, sides.get(k)?)));
                    let colour = side.map_or(colour, |(first, side)| {
                        let facet = side.facet.and_then(|facet| paint.facet(first.facets + facet));
                        let element = first.elements + side.element;
                        facet.unwrap_or_else(|| paint.element(element, colour))
                    });
                    // Only floors are drawn of half-spaces: walls would hide the scene.
                    if flat && !is_floor(&corners) {
                        continue;
                    }
                    // Membranes are seen from both sides, of which one looks this way, and before what they lie on.
                    for _ in 0..1 + usize::from(is_thin) {
                        let raise = if is_thin { LIES * reach } else { 0.0 };
                        let seen: Vec<_> = corners.iter().map(|p| p + towards * raise).collect();
                        canvas.polygon(&seen, piece.body, colour);
                        shadow.polygon(&corners, piece.body, colour);
                        corners.reverse();
                    }
                }
            }
        }
    }
    (canvas, Shadow::new(shadow))
}

/// The ends, radii and colours of the bars and cables of a body.
fn cables<const D: usize>(
    sight: &Sight<D>,
    piece: &Piece<D>,
    (paint, plain): (&Paint, Colour),
    mut each: impl FnMut([Vector3<f64>; 2], f64, Colour),
) {
    let (Some(mesh), Some(nodes)) = (sight.mesh(piece.body), sight.shown_nodes(piece)) else {
        return;
    };
    for (e, cell) in mesh.elements.iter().enumerate() {
        if cell.element.dimension != 1 || D == 2 {
            continue;
        }
        let colour = paint.element(mesh.first.elements + e, plain);
        for part in cell.element.pieces {
            let end = |k: usize| three(&nodes[cell.nodes[part[k]] as usize]);
            each([end(0), end(1)], mesh.bar_radius(e), colour);
        }
    }
}

/// Tubes as thick as the normal forces.
fn draw_forces<const D: usize>(sight: &Sight<D>, scales: &Scales, tubes: &mut Canvas) {
    let thickest = 0.11 * usual_length(sight);
    for contact in &sight.frame.contacts {
        let force = sight.normal_force(contact);
        let (share, colour) =
            (force.abs() / scales.force, if force < 0.0 { TENSION } else { FORCE });
        if !share.is_finite() || share < 1e-3 {
            continue;
        }
        let radius = thickest * share.min(2.0);
        for line in sight.force_lines(contact) {
            let ends = [three(&line[0]), three(&line[1])];
            tubes.tube(&ends, radius, colour);
            ends.iter().for_each(|end| tubes.ball(end, radius, super::shading::MARK, colour));
        }
    }
}

/// The contacts as beads along their normals, drawn over everything so that those inside joints are
/// seen too.
fn mark_contacts<const D: usize>(sight: &Sight<D>, canvas: &mut Canvas) {
    let reach = sight.extent().1;
    let mut marks = vec![];
    for contact in &sight.frame.contacts {
        let colour = gap_colour(contact.gap, reach);
        let normal = three(&contact.frame.column(0).into_owned());
        for k in 0..5 {
            let radius = reach * if k == 0 { 0.007 } else { 0.003 };
            let bead = three(&sight.geometry.periodic.wrap(&contact.point))
                + normal * (0.006 * reach * f64::from(k));
            marks.push((bead, radius, colour));
        }
    }
    canvas.marks(&marks);
}

fn three<const D: usize>(p: &Vector<D>) -> Vector3<f64> {
    Vector3::new(p[0], p[1], if D == 3 { p[2] } else { 0.0 })
}

/// Whether a polygon faces up.
fn is_floor(points: &[Vector3<f64>]) -> bool {
    let normal = (points[1] - points[0]).cross(&(points[2] - points[0]));
    normal.z > 0.7 * normal.norm()
}

fn corners<const D: usize>(bounds: &Aabb<D>) -> Vec<Vector3<f64>> {
    let corner = |number: usize| {
        three(&Vector::<D>::from_fn(|k, _| {
            if number >> k & 1 == 0 { bounds.min[k] } else { bounds.max[k] }
        }))
    };
    (0..8).map(corner).collect()
}
