//! Frames: the state of bodies and contacts at chosen times, as files for ParaView.
//!
//! `bodies.pvd` shows every body's surface with its velocity and displacement, `contacts.pvd` a
//! point for each contact with gap, frame, force and status.

use super::surface::{Fineness, Surface};
use super::vtk::{Array, Cell, Grid, write_collection};
use crate::contact::Status;
use crate::space::{Vector, pose, spins};
use crate::world::World;
use std::io;
use std::path::{Path, PathBuf};

/// Above this number of balls in space their surfaces are cut coarsely.
const MANY_BALLS: usize = 500;

/// Writes frames into a folder.
pub struct FrameWriter<const D: usize> {
    folder: PathBuf,
    start: Vec<Vector<D>>,
    bodies: Vec<(f64, String)>,
    contacts: Vec<(f64, String)>,
}

impl<const D: usize> FrameWriter<D> {
    /// Makes the folder `frames` and remembers where the bodies are, for displacements.
    pub fn new(out: &Path, world: &World<D>) -> io::Result<Self> {
        let folder = out.join("frames");
        std::fs::create_dir_all(&folder)?;
        let start = (0..world.bodies.len()).map(|i| world.bodies.pose(i).position).collect();
        Ok(Self { folder, start, bodies: vec![], contacts: vec![] })
    }

    /// Goes on after the frames of these times, in a world that began with these configurations.
    pub fn resume(out: &Path, world: &World<D>, start: &[f64], times: &[f64]) -> io::Result<Self> {
        let mut writer = Self::new(out, world)?;
        for (i, position) in writer.start.iter_mut().enumerate() {
            *position = pose::<D>(&start[world.bodies.q_range(i)]).position;
        }
        for (number, time) in times.iter().enumerate() {
            writer.bodies.push((*time, file("bodies", number)));
            writer.contacts.push((*time, file("contacts", number)));
        }
        Ok(writer)
    }

    /// Number of frames written.
    pub fn count(&self) -> usize {
        self.bodies.len()
    }

    /// Writes the state of the world as the next frame.
    pub fn write(&mut self, world: &World<D>) -> io::Result<()> {
        let number = self.count();
        let out = self.folder.parent().unwrap_or(Path::new(".")).to_path_buf();
        for (name, grid) in [("bodies", self.body_grid(world)), ("contacts", contact_grid(world))] {
            let file = file(name, number);
            std::fs::write(out.join(&file), grid.to_vtu())?;
            let list = if name == "bodies" { &mut self.bodies } else { &mut self.contacts };
            list.push((world.time, file));
            write_collection(&out.join(format!("{name}.pvd")), list)?;
        }
        Ok(())
    }

    fn body_grid(&self, world: &World<D>) -> Grid {
        let mut grid = Grid::default();
        let (centre, reach) = extent(world);
        let fineness = match (D, world.colliders.len() > MANY_BALLS) {
            (2, _) => Fineness(24),
            (_, false) => Fineness(24),
            (_, true) => Fineness(10),
        };
        let [mut body, mut velocity, mut spin, mut displacement, mut fixed] =
            [const { Vec::new() }; 5];
        for collider in &world.colliders {
            let i = collider.body;
            let pose = world.bodies.pose(i);
            let mut surface = Surface::default();
            let shown = world.shown_pose(collider);
            surface.add(&collider.shape, &shown, fineness, &centre, reach);
            let first = grid.points.len() as i64 / 3;
            for p in &surface.points {
                grid.point(p.as_slice());
            }
            let v = world.bodies.velocity(i);
            for polygon in &surface.polygons {
                grid.cell(Cell::Polygon, polygon.iter().map(|k| first + *k as i64));
                body.push(i as f64);
                padded(&mut velocity, &v[..D]);
                // In the plane the rotation is about the third axis.
                let mut omega = [0.0; 3];
                omega[3 - spins(D)..].copy_from_slice(&v[D..]);
                spin.extend(omega);
                padded(&mut displacement, (pose.position - self.start[i]).as_slice());
                fixed.push(f64::from(u8::from(!world.bodies.list[i].movable())));
            }
        }
        grid.cell_arrays = vec![
            Array { name: "body", components: 1, values: body },
            Array { name: "velocity", components: 3, values: velocity },
            Array { name: "angular_velocity", components: 3, values: spin },
            Array { name: "displacement", components: 3, values: displacement },
            Array { name: "immovable", components: 1, values: fixed },
        ];
        grid
    }
}

/// A frame's file in the folder of results.
fn file(name: &str, number: usize) -> String {
    format!("frames/{name}_{number:06}.vtu")
}

fn contact_grid<const D: usize>(world: &World<D>) -> Grid {
    let mut grid = Grid::default();
    let h = world.scheme.time_step;
    let [mut gap, mut normal, mut force, mut tangent, mut status, mut pair, mut velocity] =
        [const { Vec::new() }; 7];
    let mut normal_force = Vec::new();
    for contact in &world.contacts {
        let p = grid.point(world.periodic.wrap(&contact.point).as_slice());
        grid.cell(Cell::Vertex, [p]);
        gap.push(contact.gap);
        padded(&mut normal, contact.frame.column(0).into_owned().as_slice());
        padded(&mut tangent, contact.frame.column(1).into_owned().as_slice());
        padded(&mut force, (contact.frame * contact.impulse / h).as_slice());
        padded(&mut velocity, (contact.frame * contact.velocity).as_slice());
        normal_force.push(contact.impulse[0] / h);
        status.push(match contact.status {
            Status::Open => 0.0,
            Status::Sticking => 1.0,
            Status::Sliding => 2.0,
        });
        pair.extend(contact.bodies.map(|b| b as f64));
    }
    grid.cell_arrays = vec![
        Array { name: "gap", components: 1, values: gap },
        Array { name: "normal", components: 3, values: normal },
        Array { name: "tangent", components: 3, values: tangent },
        Array { name: "force_on_candidate", components: 3, values: force },
        Array { name: "normal_force", components: 1, values: normal_force },
        Array { name: "relative_velocity", components: 3, values: velocity },
        Array { name: "status", components: 1, values: status },
        Array { name: "bodies", components: 2, values: pair },
    ];
    grid
}

/// Centre and half-diagonal of everything finite in the world.
pub(super) fn extent<const D: usize>(world: &World<D>) -> (Vector<D>, f64) {
    let mut low = Vector::<D>::repeat(f64::INFINITY);
    let mut high = Vector::<D>::repeat(f64::NEG_INFINITY);
    for collider in &world.colliders {
        let bounds = collider.shape.bounds(&world.shown_pose(collider));
        if bounds.min.iter().chain(bounds.max.iter()).all(|x| x.is_finite()) {
            low = low.inf(&bounds.min);
            high = high.sup(&bounds.max);
        }
    }
    if low[0] > high[0] {
        return (Vector::zeros(), 1.0);
    }
    ((low + high) * 0.5, (0.5 * (high - low).norm()).max(1e-9))
}

fn padded(out: &mut Vec<f64>, values: &[f64]) {
    out.extend((0..3).map(|i| values.get(i).copied().unwrap_or(0.0)));
}
