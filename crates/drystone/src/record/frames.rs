//! Frames for ParaView: the state of bodies and contacts at chosen times as files.
//!
//! `bodies.pvd` shows every body's surface with its velocity and displacement, `contacts.pvd` a
//! point for each contact with gap, frame, force and status, and where laws have them its bond: damage
//! (-1 where there never was one), the bond's share in the force, couple; where it was recorded heat. With joints `joints.pvd` shows a
//! point for each, a line for rods and ropes, with force and moment on the second body, coordinate, velocity
//! and status. With deformable bodies `meshes.pvd` has their elements with stresses and strains, and nodes with
//! displacements and velocities, `skins.pvd` their facets with the pressure of contacts.

use super::mesh_grids::{mesh_grid, skin_grid};
use super::sight::Sight;
use super::vtk::{Array, Cell, Grid, write_collection};
use crate::results::STATUSES;
use crate::shapes::surface::Fineness;
use crate::space::spins;
use std::io;
use std::path::{Path, PathBuf};

/// Above this number of pieces in space balls are cut coarsely.
const MANY: usize = 500;

/// Writes frames into a folder.
pub struct FrameWriter {
    folder: PathBuf,
    /// Names of the collections, and their files with times.
    collections: Vec<(&'static str, Vec<(f64, String)>)>,
    written: usize,
}

/// The grids of a frame, each with its name and whether its cells are the same in all frames.
pub fn grids<const D: usize>(sight: &Sight<D>) -> Vec<(&'static str, bool, Grid)> {
    let mut grids =
        vec![("bodies", true, body_grid(sight)), ("contacts", false, contact_grid(sight))];
    if !sight.constants.joints.is_empty() {
        grids.push(("joints", true, joint_grid(sight)));
    }
    if !sight.constants.meshes.is_empty() {
        grids.push(("meshes", true, mesh_grid(sight)));
        grids.push(("skins", true, skin_grid(sight)));
    }
    grids
}

impl FrameWriter {
    /// Makes the folder `frames`.
    ///
    /// # Errors
    ///
    /// The folder cannot be made.
    pub fn new(out: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(out.join("frames"))?;
        let folder = out.to_path_buf();
        Ok(Self { folder, collections: vec![], written: 0 })
    }

    /// Writes the next frame.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    pub fn write<const D: usize>(&mut self, sight: &Sight<D>) -> io::Result<()> {
        for (name, _, grid) in grids(sight) {
            let file = file(name, self.written);
            std::fs::write(self.folder.join(&file), grid.to_vtu())?;
            let known = self.collections.iter().position(|(known, _)| *known == name);
            let place = known.unwrap_or_else(|| {
                self.collections.push((name, vec![]));
                self.collections.len() - 1
            });
            self.collections[place].1.push((sight.frame.time, file));
        }
        self.written += 1;
        Ok(())
    }

    /// Writes the collections.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    pub fn finish(self) -> io::Result<()> {
        for (name, frames) in &self.collections {
            write_collection(&self.folder.join(name).with_extension("pvd"), frames)?;
        }
        Ok(())
    }
}

/// The surfaces of all bodies.
pub fn body_grid<const D: usize>(sight: &Sight<D>) -> Grid {
    let mut grid = Grid::default();
    let (centre, reach) = sight.extent();
    let pieces = &sight.geometry.pieces;
    let fineness = Fineness(if D == 3 && pieces.len() > MANY { 10 } else { 24 });
    let [mut body, mut velocity, mut spin, mut displacement, mut fixed] = [const { Vec::new() }; 5];
    for piece in pieces {
        let i = piece.body;
        let surface = sight.surface(piece, fineness, (&centre, reach));
        let first = grid.points.len() as i64 / 3;
        for p in &surface.points {
            grid.point(p.as_slice());
        }
        let v = sight.velocity(i);
        // In the plane the rotation is about the third axis.
        let mut omega = [0.0; 3];
        omega[3 - spins(D)..].copy_from_slice(&v[D..]);
        let way = sight.true_pose(i).position - sight.first_pose(i).position;
        for polygon in &surface.polygons {
            grid.cell(Cell::Polygon, polygon.iter().map(|k| first + *k as i64));
            body.push(i as f64);
            padded(&mut velocity, &v[..D]);
            spin.extend(omega);
            padded(&mut displacement, way.as_slice());
            fixed.push(f64::from(u8::from(!sight.is_movable(i))));
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

/// A frame's file in the folder of results.
fn file(name: &str, number: usize) -> String {
    format!("frames/{name}_{number:06}.vtu")
}

/// A point for every contact.
pub fn contact_grid<const D: usize>(sight: &Sight<D>) -> Grid {
    let mut grid = Grid::default();
    let h = sight.constants.time_step;
    let [mut gap, mut normal, mut force, mut tangent, mut status, mut pair, mut velocity] =
        [const { Vec::new() }; 7];
    let [mut normal_force, mut damage, mut bond, mut couple] = [const { Vec::new() }; 4];
    for contact in &sight.frame.contacts {
        let p = grid.point(sight.geometry.periodic.wrap(&contact.point).as_slice());
        grid.cell(Cell::Vertex, [p]);
        gap.push(contact.gap);
        padded(&mut normal, contact.frame.column(0).into_owned().as_slice());
        padded(&mut tangent, contact.frame.column(1).into_owned().as_slice());
        padded(&mut force, (contact.frame * contact.impulse / h).as_slice());
        padded(&mut velocity, (contact.frame * contact.velocity).as_slice());
        normal_force.push(contact.impulse[0] / h);
        damage.push(contact.damage);
        padded(&mut bond, (contact.frame * contact.bond / h).as_slice());
        // In the plane about the third axis.
        let [x, y, z] = contact.couple_on_candidate().map(|x| x / h);
        couple.extend(if D == 2 { [0.0, 0.0, x] } else { [x, y, z] });
        status.push(STATUSES.iter().position(|s| *s == contact.status).unwrap_or(0) as f64);
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
    // The same in all frames.
    if sight.extras.memory {
        grid.cell_arrays.push(Array { name: "damage", components: 1, values: damage });
        grid.cell_arrays.push(Array { name: "bond_force", components: 3, values: bond });
    }
    if sight.extras.rolling {
        grid.cell_arrays.push(Array { name: "couple", components: 3, values: couple });
    }
    if sight.extras.heat {
        let power = sight.frame.contacts.iter().map(|contact| contact.heat[0] / h).collect();
        let work = sight.frame.contacts.iter().map(|contact| contact.heat[1]).collect();
        grid.cell_arrays.push(Array { name: "friction_power", components: 1, values: power });
        grid.cell_arrays.push(Array { name: "friction_work", components: 1, values: work });
    }
    grid
}

/// A point for every joint, a line for every rod, rope and spring. Of files that say nothing about forces of joints
/// they are not known.
pub fn joint_grid<const D: usize>(sight: &Sight<D>) -> Grid {
    let mut grid = Grid::default();
    let h = sight.constants.time_step;
    let [mut force, mut moment, mut coordinate, mut velocity, mut status, mut pair] =
        [const { Vec::new() }; 6];
    for (k, joint) in sight.constants.joints.iter().enumerate() {
        let ends = sight.joint_ends(joint).map(|end| grid.point(end.as_slice()));
        let two = joint.has_two_points();
        grid.cell(
            if two { Cell::Line } else { Cell::Vertex },
            ends.into_iter().skip(usize::from(!two)),
        );
        let report = sight.frame.joints.get(k).map(|joint| joint.report).unwrap_or_default();
        force.extend(report.impulse[..3].iter().map(|x| x / h));
        moment.extend(report.impulse[3..].iter().map(|x| x / h));
        coordinate.push(report.coordinate);
        velocity.push(report.velocity);
        status.push(report.status.number() as f64);
        pair.extend(joint.bodies.map(|b| b as f64));
    }
    grid.cell_arrays = vec![
        Array { name: "force_on_second", components: 3, values: force },
        Array { name: "moment_on_second", components: 3, values: moment },
        Array { name: "coordinate", components: 1, values: coordinate },
        Array { name: "velocity", components: 1, values: velocity },
        Array { name: "status", components: 1, values: status },
        Array { name: "bodies", components: 2, values: pair },
    ];
    grid
}

/// Appends three numbers, zeros where there are fewer.
pub(super) fn padded(out: &mut Vec<f64>, values: &[f64]) {
    out.extend((0..3).map(|i| values.get(i).copied().unwrap_or(0.0)));
}
