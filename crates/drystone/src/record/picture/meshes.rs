//! Deformable bodies in pictures: elements in colours, edges of the mesh, crosses of stress.

use super::canvas::Item;
use super::overlay::{arms, principal_axes};
use super::plane::View;
use super::{Colour, INK, Scales, Sight, Style};
use crate::results::{MeshAbout, Piece};
use crate::space::{Matrix, Vector};

/// How much darker than an element its edges are.
const EDGE: f64 = 0.82;

/// The colours of the elements and facets of deformable bodies.
pub struct Paint {
    elements: Option<Vec<Option<Colour>>>,
    facets: Option<Vec<Option<Colour>>>,
}

impl Paint {
    /// Of a frame.
    pub fn of<const D: usize>(sight: &Sight<D>, style: &Style, scales: &Scales) -> Self {
        let Some(quantity) = style.colour else { return Self { elements: None, facets: None } };
        let map = quantity.map(D);
        let paint = |value: f64| value.is_finite().then(|| map.colour(value, scales.colour));
        let all = |values: Vec<f64>| values.into_iter().map(paint).collect();
        Self {
            elements: quantity.of_elements(sight).map(all),
            // What nothing touches stays plain.
            facets: quantity.of_facets(sight).map(|values| {
                let touched = |p: &f64| (*p != 0.0).then(|| paint(*p)).flatten();
                values.iter().map(touched).collect()
            }),
        }
    }

    /// The colour of an element among those of all bodies, or another.
    pub fn element(&self, element: usize, otherwise: Colour) -> Colour {
        let list = self.elements.as_ref();
        list.and_then(|list| *list.get(element)?).unwrap_or(otherwise)
    }

    /// The colour of a facet among those of all bodies, where facets have colours.
    pub fn facet(&self, facet: usize) -> Option<Colour> {
        *self.facets.as_ref()?.get(facet)?
    }
}

/// Draws a deformable body of the plane; whether it is one.
pub fn draw<const D: usize>(
    sight: &Sight<D>,
    piece: &Piece<D>,
    (paint, plain): (&Paint, Colour),
    view: &View,
    items: &mut Vec<Item>,
) -> bool {
    let (Some(mesh), Some(nodes)) = (sight.mesh(piece.body), sight.shown_nodes(piece)) else {
        return false;
    };
    let at = |node: usize| view.at(&nodes[node]);
    let width = (0.012 * usual_element(sight) * view.scale).clamp(0.25, 1.0);
    let mut bars = vec![];
    for polygon in mesh.polygons(2) {
        let fill = paint.element(mesh.first.elements + polygon.element, plain);
        if mesh.elements[polygon.element].element.dimension == 1 {
            let points: Vec<_> = polygon.corners.into_iter().map(at).collect();
            items.push(Item::Line { points: points.clone(), colour: INK, width: 4.5 });
            bars.push(Item::Line { points, colour: fill, width: 2.5 });
            continue;
        }
        let line = fill.map(|c| (f64::from(c) * EDGE) as u8);
        let points = polygon.corners.into_iter().map(at).collect();
        items.push(Item::Polygon { points, fill, line, width });
    }
    for (f, facet) in mesh.facets.iter().enumerate() {
        let points = MeshAbout::along(facet).into_iter().map(|node| at(node as usize)).collect();
        let colour = paint.facet(mesh.first.facets + f);
        if mesh.is_thin(2) {
            // Its facets are the bars themselves.
            bars.extend(colour.map(|colour| Item::Line { points, colour, width: 2.5 }));
            continue;
        }
        let (colour, width) = colour.map_or((INK, 2.2 * width), |colour| (colour, 6.0));
        items.push(Item::Line { points, colour, width });
    }
    items.extend(bars);
    true
}

/// Where principal stresses are, and their values with directions in the plane.
type Cross<const D: usize> = (Vector<D>, [(f64, Vector<D>); 2]);

/// Of every element.
fn stresses<const D: usize>(sight: &Sight<D>) -> Vec<Cross<D>> {
    let mut all = vec![];
    for piece in &sight.geometry.pieces {
        let (Some(mesh), Some(nodes)) = (sight.mesh(piece.body), sight.shown_nodes(piece)) else {
            continue;
        };
        for (e, cell) in mesh.elements.iter().enumerate() {
            let field = &sight.frame.meshes.fields[mesh.first.elements + e];
            let stress = crate::fem::fields::matrix(&field.stress);
            let stress = Matrix::<D>::from_fn(|i, j| stress[(i, j)]);
            let sum: Vector<D> = cell.nodes.iter().map(|node| nodes[*node as usize]).sum();
            let middle = sum / cell.nodes.len() as f64;
            all.push((middle, principal_axes(&stress)));
        }
    }
    all
}

/// The greatest principal stress in the plane of an element (Pa).
pub fn strongest_stress<const D: usize>(sight: &Sight<D>) -> f64 {
    let values = stresses(sight).into_iter().flat_map(|(_, axes)| axes);
    values.map(|(stress, _)| stress.abs()).filter(|x| x.is_finite()).fold(0.0, f64::max)
}

/// The length of a usual element (m).
fn usual_element<const D: usize>(sight: &Sight<D>) -> f64 {
    let volumes = sight.constants.meshes.list.iter().flat_map(|mesh| &mesh.volumes);
    let (sum, n) = volumes.fold((0.0, 0.0), |(sum, n), v| (sum + v.powf(1.0 / D as f64), n + 1.0));
    if n > 0.0 { sum / n } else { 0.0 }
}

/// Crosses along the principal directions of each element's stress, as long as the stresses.
pub fn crosses<const D: usize>(
    sight: &Sight<D>,
    scales: &Scales,
    view: &View,
    items: &mut Vec<Item>,
) {
    if scales.stress <= 0.0 {
        return;
    }
    // Two neighbours of the usual size touch where both are strongest.
    let half = 0.55 * usual_element(sight);
    let width = (0.09 * half * view.scale).clamp(0.8, 5.0);
    for (middle, axes) in stresses(sight) {
        arms(axes, middle, (half, width), scales, view, items);
    }
}
