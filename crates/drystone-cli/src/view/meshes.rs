//! Deformable bodies in pages: how nodes stand beside where the rigid body would have them, the stresses of
//! elements, and what presses on the facets of skins. `viewer/src/soft.js` reads them.

use super::block::Packer;
use super::column::{greatest, predicted, put, root};
use drystone::fem::Field;
use drystone::fem::mesh::Facet;
use drystone::results::{Constants, Frame, Geometry, MeshAbout, Outline};
use drystone::space::{Pose, Vector, configuration_size, pose};
use serde_json::{Value, json};

/// Steps of the ways of nodes, which are kept as they are, and of stresses and pressures, which are kept as roots.
const WAY: f64 = 32767.0;
const STRESS: f64 = 8191.0;

/// A quantity of elements: its name, what it is called, whether it has a sign, and its value.
type Quantity = (&'static str, &'static str, bool, fn(&Field) -> f64);

/// What elements can be coloured by (Pa).
const QUANTITIES: [Quantity; 9] = [
    ("mises", "Stress of von Mises", false, Field::mises),
    ("tension", "Greatest principal stress", true, |field| field.principal().0[0]),
    ("compression", "Least principal stress", true, |field| field.principal().0[2]),
    ("stress-xx", "Stress xx", true, |field| field.stress[0]),
    ("stress-yy", "Stress yy", true, |field| field.stress[1]),
    ("stress-zz", "Stress zz", true, |field| field.stress[2]),
    ("stress-xy", "Stress xy", true, |field| field.stress[3]),
    ("stress-yz", "Stress yz", true, |field| field.stress[4]),
    ("stress-zx", "Stress zx", true, |field| field.stress[5]),
];

/// Those that a dimension has.
fn quantities(dimension: usize) -> &'static [Quantity] {
    if dimension == 2 { &QUANTITIES[..7] } else { &QUANTITIES }
}

/// Where the nodes of all deformable bodies are at rest, in the frames of their bodies.
pub fn rest<const D: usize>(constants: &Constants, geometry: &Geometry<D>) -> Vec<Vector<D>> {
    let mut rest = vec![];
    for mesh in &constants.meshes.list {
        let piece = geometry.pieces.iter().find(|piece| piece.body == mesh.body);
        let outline = piece.map(|piece| geometry.outline(piece));
        match outline {
            Some(Outline::Mesh(surface)) => rest.extend_from_slice(&surface.points),
            // Nothing shows such a body.
            _ => rest.resize(rest.len() + mesh.rest.len() / D, Vector::zeros()),
        }
    }
    rest
}

/// What a page says once about deformable bodies; nothing where there is none.
pub fn head<const D: usize>(constants: &Constants, geometry: &Geometry<D>) -> Option<Value> {
    let mut bodies = vec![];
    for mesh in &constants.meshes.list {
        let Some(piece) = geometry.pieces.iter().position(|piece| piece.body == mesh.body) else {
            continue;
        };
        let (polygons, is_of_bars) = (mesh.polygons(D), mesh.is_thin(2));
        bodies.push(json!({
            "piece": piece,
            "node": mesh.first.nodes,
            "element": mesh.first.elements,
            "elements": mesh.elements.len(),
            "side": mesh.first.facets,
            "sides": mesh.facets.len(),
            "rim": (D == 2).then(|| ways(&mesh.facets)),
            "thin": mesh.is_thin(D),
            "lines": is_of_bars.then(|| ways(&mesh.elements)),
            "radius": (is_of_bars && D == 3).then(|| radii(mesh)),
            // Of each face: its element, and in space its facet.
            "owner": polygons.iter().map(|polygon| polygon.element).collect::<Vec<_>>(),
            "facet": polygons.iter().map(|p| p.facet.unwrap_or(p.element)).collect::<Vec<_>>(),
        }));
    }
    let counts = constants.meshes.counts(D);
    let field =
        |(id, label, signed, _): &Quantity| json!({ "id": id, "label": label, "signed": signed });
    (!bodies.is_empty()).then(|| {
        json!({
            "bodies": bodies,
            "nodes": counts.nodes,
            "elements": counts.elements,
            "sides": counts.facets,
            "fields": quantities(D).iter().map(field).collect::<Vec<_>>(),
        })
    })
}

/// The nodes along lines.
fn ways(lines: &[Facet]) -> Vec<Vec<u32>> {
    lines.iter().map(MeshAbout::along).collect()
}

/// The radii of cables.
fn radii(mesh: &MeshAbout) -> Vec<f64> {
    (0..mesh.elements.len()).map(|element| mesh.bar_radius(element)).collect()
}

impl<const D: usize> Packer<D> {
    /// Columns of the nodes, elements and facets of some frames; gives what is greatest in them.
    pub fn put_meshes(&self, frames: &[(usize, Frame<D>)], out: &mut Vec<u8>) -> Option<Value> {
        if self.rest.is_empty() {
            return None;
        }
        let ways: Vec<Vector<D>> = frames.iter().flat_map(|(_, frame)| self.ways(frame)).collect();
        let way = greatest(ways.iter().flat_map(|way| way.iter().copied()));
        for axis in 0..D {
            let count =
                |own: &Vector<D>| (own[axis] / way.max(f64::MIN_POSITIVE) * WAY).round() as i32;
            let mut column: Vec<i32> = ways.iter().map(count).collect();
            predicted(&mut column, self.rest.len());
            put(out, column.into_iter());
        }
        let fields = || frames.iter().flat_map(|(_, frame)| &frame.meshes.fields);
        let stresses = quantities(D).iter().map(|(_, _, _, of)| {
            let scale = greatest(fields().map(of));
            put(out, fields().map(|field| root(of(field), scale, STRESS)));
            scale
        });
        let stresses: Vec<f64> = stresses.collect();
        let pressures =
            || frames.iter().flat_map(|(_, frame)| frame.meshes.pressures.iter().copied());
        let pressure = greatest(pressures());
        put(out, pressures().map(|p| root(p, pressure, STRESS)));
        Some(json!({ "way": way, "stress": stresses, "pressure": pressure }))
    }

    /// From where the rigid body would have them, in its frame, to where nodes are.
    fn ways(&self, frame: &Frame<D>) -> Vec<Vector<D>> {
        let size = configuration_size(D);
        let mut ways = Vec::with_capacity(self.rest.len());
        for mesh in &self.constants.meshes.list {
            let own: Pose<D> = pose(&frame.q[mesh.body * size..(mesh.body + 1) * size]);
            let places = frame.meshes.places[mesh.nodes(D)].chunks_exact(D);
            for (place, rest) in places.zip(&self.rest[mesh.first.nodes..]) {
                ways.push(own.local_point(&Vector::from_column_slice(place)) - rest);
            }
        }
        ways
    }
}
