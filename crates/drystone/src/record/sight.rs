//! A frame as it is looked at: what pictures and exports are made from.

use crate::contact::Contact;
use crate::joints::embed;
use crate::results::{
    Constants, Extras, Frame, Geometry, JointAbout, Outline, Piece, Results, ResultsError,
};
use crate::shapes::Aabb;
use crate::shapes::surface::{Fineness, Surface};
use crate::space::{Matrix, Pose, Vector, configuration_size, pose, velocity_size};
use nalgebra::{Matrix3, Rotation3};

/// A frame, what the bodies look like, and where they were.
#[derive(Clone, Copy)]
pub struct Sight<'a, const D: usize> {
    /// The state.
    pub frame: &'a Frame<D>,
    /// What does not change.
    pub constants: &'a Constants,
    /// The look of the bodies.
    pub geometry: &'a Geometry<D>,
    /// The configurations that displacements are measured from.
    pub start: &'a [f64],
    /// Where the nodes of deformable bodies were then.
    pub start_places: &'a [f64],
    /// How many times larger than they are displacements and rotations are shown.
    pub magnification: f64,
    /// How many times larger than they are displacements of nodes beside the motion of their body are shown.
    pub stretch: f64,
    /// What is known of contacts beside the usual, the same for all frames.
    pub extras: Extras,
    /// What must be known beside the results, in few words.
    pub remarks: &'a [String],
}

/// What all frames of a run are looked at with.
pub struct Surroundings<const D: usize> {
    constants: Constants,
    geometry: Geometry<D>,
    start: Vec<f64>,
    start_places: Vec<f64>,
    extras: Extras,
    remarks: Vec<String>,
}

impl<const D: usize> Surroundings<D> {
    /// Of a file of results; displacements are from its first frame.
    ///
    /// # Errors
    ///
    /// The file is damaged, or of another dimension.
    pub fn of(results: &Results) -> Result<Self, ResultsError> {
        let first = (results.frames() > 0).then(|| results.frame::<D>(0)).transpose()?;
        let (q, meshes) = first.map_or(Default::default(), |frame| (frame.q, frame.meshes));
        Ok(Self {
            constants: results.constants()?,
            geometry: results.geometry()?,
            start: q,
            start_places: meshes.places,
            extras: results.extras(),
            remarks: results.remarks()?.short(),
        })
    }

    /// A frame in them, as it is.
    pub fn around<'a>(&'a self, frame: &'a Frame<D>) -> Sight<'a, D> {
        let (extras, start_places) = (self.extras, &self.start_places[..]);
        Sight {
            extras,
            start_places,
            remarks: &self.remarks,
            ..Sight::new(frame, &self.constants, &self.geometry, &self.start)
        }
    }
}

impl<'a, const D: usize> Sight<'a, D> {
    /// A frame as it is.
    pub fn new(
        frame: &'a Frame<D>,
        constants: &'a Constants,
        geometry: &'a Geometry<D>,
        start: &'a [f64],
    ) -> Self {
        let extras = Extras::default();
        let (magnification, stretch, start_places) = (1.0, 1.0, &frame.meshes.places[..]);
        Self {
            frame,
            constants,
            geometry,
            start,
            start_places,
            magnification,
            stretch,
            extras,
            remarks: &[],
        }
    }

    /// Number of bodies.
    pub fn bodies(&self) -> usize {
        self.constants.movable.len()
    }

    /// Where a body was.
    pub fn first_pose(&self, body: usize) -> Pose<D> {
        let n = configuration_size(D);
        pose(&self.start[body * n..(body + 1) * n])
    }

    /// Where a body is.
    pub fn true_pose(&self, body: usize) -> Pose<D> {
        let n = configuration_size(D);
        pose(&self.frame.q[body * n..(body + 1) * n])
    }

    /// Where a body is shown, but for the periodic cell.
    pub fn pose(&self, body: usize) -> Pose<D> {
        let now = self.true_pose(body);
        if self.magnification == 1.0 {
            return now;
        }
        let then = self.first_pose(body);
        let position = then.position + (now.position - then.position) * self.magnification;
        if D == 2 {
            // The angle counts turns.
            let n = configuration_size(D);
            let [before, after] = [self.start, &self.frame.q].map(|q| q[body * n + 2]);
            let angle = before + (after - before) * self.magnification;
            return Pose { position, ..pose(&[0.0, 0.0, angle]) };
        }
        let turn = now.rotation * then.rotation.transpose();
        Pose { position, rotation: times(&turn, self.magnification) * then.rotation }
    }

    /// The velocity of a body.
    pub fn velocity(&self, body: usize) -> &'a [f64] {
        let n = velocity_size(D);
        &self.frame.v[body * n..(body + 1) * n]
    }

    /// Where a piece is shown.
    pub fn shown(&self, piece: &Piece<D>) -> Pose<D> {
        self.geometry.shown_pose(piece, &self.pose(piece.body))
    }

    /// Whether contacts can move a body.
    pub fn is_movable(&self, body: usize) -> bool {
        self.constants.movable[body]
    }

    /// Whether a body is neither fixed nor driven.
    pub fn is_free(&self, body: usize) -> bool {
        self.constants.free[body]
    }

    /// The box around a piece; none around a half-space.
    pub fn bounds(&self, piece: &Piece<D>) -> Option<Aabb<D>> {
        match self.shown_nodes(piece) {
            Some(nodes) => {
                nodes.iter().map(|p| Aabb { min: *p, max: *p }).reduce(|a, b| a.join(&b))
            }
            None => self.geometry.outline(piece).bounds(&self.shown(piece)),
        }
    }

    /// The box around everything finite.
    pub fn hull(&self) -> Aabb<D> {
        let boxes = self.geometry.pieces.iter().filter_map(|piece| self.bounds(piece));
        let all = boxes.reduce(|a, b| a.join(&b));
        all.unwrap_or(Aabb { min: Vector::repeat(-1.0), max: Vector::repeat(1.0) })
    }

    /// The middle of everything finite, and half its diagonal.
    pub fn extent(&self) -> (Vector<D>, f64) {
        let hull = self.hull();
        (hull.centre(), (0.5 * (hull.max - hull.min).norm()).max(1e-9))
    }

    /// A piece as polygons; half-spaces reach so far around the foot of the centre.
    pub fn surface(
        &self,
        piece: &Piece<D>,
        fineness: Fineness,
        (centre, reach): (&Vector<D>, f64),
    ) -> Surface<D> {
        let pose = self.shown(piece);
        let mut surface = Surface::default();
        let nodes = self.shown_nodes(piece);
        match self.geometry.outline(piece) {
            Outline::Ball { radius } => surface.add_ball(&pose, *radius, fineness),
            Outline::HalfSpace { normal } => surface.add_half_space(normal, &pose, centre, reach),
            Outline::Mesh(mesh) => {
                let placed = || mesh.points.iter().map(|point| pose.point(point)).collect();
                surface.points = nodes.unwrap_or_else(placed);
                surface.polygons.clone_from(&mesh.polygons);
            }
        }
        surface
    }

    /// The ends of a joint as it is shown: of rods and ropes on each body, else twice the place on the first.
    pub fn joint_ends(&self, joint: &JointAbout) -> [Vector<D>; 2] {
        let poses = joint.bodies.map(|body| embed(&self.pose(body)));
        let [one, other] = [0, 1].map(|side| {
            let point = joint.point(side, poses);
            Vector::from_fn(|k, _| point[k])
        });
        let shown = self.geometry.periodic.wrap(&one);
        [shown, other + (shown - one)]
    }

    /// The axis of a joint as its second body has it.
    pub fn joint_axis(&self, joint: &JointAbout) -> Vector<D> {
        let axis = joint.frames[1].rotation.column(2).into_owned();
        let axis = embed(&self.pose(joint.bodies[1])).direction(&axis);
        Vector::from_fn(|k, _| axis[k])
    }

    /// The normal force of a contact (N); negative where a bond pulls.
    pub fn normal_force(&self, contact: &Contact<D>) -> f64 {
        contact.impulse[0] / self.constants.time_step
    }

    /// The greatest normal force, pressure or tension (N).
    pub fn strongest_force(&self) -> f64 {
        self.frame.contacts.iter().map(|c| self.normal_force(c).abs()).fold(0.0, f64::max)
    }

    /// The lines that show a contact's force: from the contact to the middle of each movable piece
    /// that takes part and has one, each where that piece is shown.
    pub fn force_lines(&self, contact: &Contact<D>) -> Vec<[Vector<D>; 2]> {
        let sides = [contact.id.candidate, contact.id.antagonist].into_iter().enumerate();
        let line = |(side, index): (usize, u32)| {
            let piece = self.geometry.pieces.get(index as usize)?;
            // The middle of a membrane is no place of it.
            let is_thin = self.mesh(piece.body).is_some_and(|mesh| mesh.is_thin(D));
            if is_thin || !self.is_movable(piece.body) {
                return None;
            }
            let centre = self.shown(piece).position;
            if let Some(place) = self.shown_spot(piece, &contact.spots[side]) {
                return Some([place, centre]);
            }
            let (now, shown) = (self.true_pose(piece.body), self.pose(piece.body));
            // The arm turns with the body as it is shown.
            let arm = shown.direction(&now.local_direction(&contact.arms[side]));
            let arm = arm - shown.direction(&piece.pose.position);
            Some([centre + arm, centre])
        };
        sides.filter_map(line).collect()
    }
}

/// A rotation about the same axis by a multiple of the angle.
fn times<const D: usize>(rotation: &Matrix<D>, factor: f64) -> Matrix<D> {
    let entry = |i: usize, j: usize| {
        if i < D && j < D { rotation[(i, j)] } else { f64::from(u8::from(i == j)) }
    };
    let whole = Rotation3::from_matrix_unchecked(Matrix3::from_fn(entry));
    let turned = Rotation3::from_scaled_axis(whole.scaled_axis() * factor);
    Matrix::from_fn(|i, j| turned[(i, j)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotations_are_magnified_about_their_axis() {
        let plane = |angle: f64| {
            let (s, c) = angle.sin_cos();
            Matrix::<2>::new(c, -s, s, c)
        };
        assert!((times(&plane(0.01), 50.0) - plane(0.5)).norm() < 1e-12);
        let axis = nalgebra::Vector3::new(0.3, -0.2, 0.5);
        let space = |factor: f64| *Rotation3::from_scaled_axis(axis * factor).matrix();
        assert!((times::<3>(&space(0.1), -7.0) - space(-0.7)).norm() < 1e-12);
    }
}
