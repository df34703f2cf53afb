//! Where deformable bodies are shown: their nodes as they are, or with what they did magnified.

use super::sight::Sight;
use crate::fem::mesh::Spot;
use crate::results::{MeshAbout, Outline, Piece};
use crate::space::Vector;

impl<'a, const D: usize> Sight<'a, D> {
    /// The mesh of a body, if it can deform and the frame says how.
    pub fn mesh(&self, body: usize) -> Option<&'a MeshAbout> {
        let mesh = self.constants.meshes.of_body(body)?;
        (self.frame.meshes.places.len() >= mesh.nodes(D).end).then_some(mesh)
    }

    /// Where the nodes of a deformable body are shown: with all displacements magnified, or those beside the
    /// motion of the body as a whole.
    pub fn shown_nodes(&self, piece: &Piece<D>) -> Option<Vec<Vector<D>>> {
        let (place, mesh) = (self.placing(piece)?, self.mesh(piece.body)?);
        Some((0..mesh.rest.len() / D).map(place).collect())
    }

    /// Where each node of a deformable body is shown.
    fn placing(&self, piece: &Piece<D>) -> Option<impl Fn(usize) -> Vector<D>> {
        let mesh = self.mesh(piece.body)?;
        let Outline::Mesh(rest) = self.geometry.outline(piece) else { return None };
        if rest.points.len() * D != mesh.rest.len() {
            return None;
        }
        let shown = self.pose(piece.body);
        // From the body to its image in the periodic cell.
        let shift = self.shown(piece).position - shown.then(&piece.pose).position;
        let (now, then) =
            (&self.frame.meshes.places[mesh.nodes(D)], self.start_places.get(mesh.nodes(D)));
        let then = then.filter(|_| self.magnification != 1.0);
        let (magnification, stretch) = (self.magnification, self.stretch);
        Some(move |node: usize| {
            let vector = |list: &[f64]| Vector::<D>::from_fn(|k, _| list[node * D + k]);
            let now = vector(now);
            if let Some(then) = then {
                let then = vector(then);
                return then + (now - then) * magnification + shift;
            }
            if stretch == 1.0 {
                return now + shift;
            }
            let rest = rest.points[node];
            shown.point(&(rest + (shown.local_point(&now) - rest) * stretch)) + shift
        })
    }

    /// Where a spot of a deformable body is shown.
    pub(super) fn shown_spot(&self, piece: &Piece<D>, spot: &Spot) -> Option<Vector<D>> {
        let (place, mesh) = (self.placing(piece)?, self.mesh(piece.body)?);
        let facet = mesh.facets.get(spot.facet as usize)?;
        let shape = facet.element.shape([spot.at[0], spot.at[1], 0.0]);
        let shares = facet.nodes.iter().zip(&shape.values);
        Some(shares.map(|(node, share)| place(*node as usize) * *share).sum())
    }
}
