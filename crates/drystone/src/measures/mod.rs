//! What physicists and engineers read out of a state: one file a measure, one line of [`table`].
//!
//! A measure takes a [`View`] of one state and gives named numbers, which can be recorded while a
//! scene runs and plotted against time, or a [`Table`] of bodies, joints or places. [`Options`]
//! say which part of the state counts. Forces are impulses over the time step: means over a step.
//! Grains are the bodies that are neither fixed nor driven; active contacts are those with
//! a reaction of more than a millionth of the mean. A contact is a point of touch: a face on a face
//! has two in the plane and up to four and more in space, each with its part of the force.

mod balls;
mod body_stress;
mod bonds;
mod cells;
mod chains;
mod coordination;
mod cut;
mod damage;
mod delaunay;
mod displacement;
mod distribution;
mod element_stress;
mod energies;
mod fabric;
mod fields;
mod force_chains;
mod forces;
mod grid;
mod heat;
mod joint_force;
mod joint_forces;
mod joints;
mod mesh_stress;
mod node_displacement;
mod nodes;
mod options;
mod overlap;
mod places;
mod quantity;
mod recording;
mod resultant;
mod sliding;
mod solid_fraction;
mod stress;
mod tensor;
#[cfg(test)]
mod testing;
mod thrust_joint;
mod thrust_line;
mod value;
mod view;
mod wear;

pub use options::{Options, Refused, Scope};
pub use quantity::quantity;
pub use recording::{Recording, Wanted, recordable};
pub use stress::moment_tensors;
pub use tensor::{Principal, principal};
pub use value::{Curves, Item, Table, Value};
pub use view::{Joints, View};

/// A measure of the table.
pub struct Measure<const D: usize> {
    /// Its name.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// What it gives.
    pub kind: Kind<D>,
    /// Which earlier state it compares with.
    pub since: Since,
    /// An option that it cannot do without.
    pub needs: Option<&'static str>,
    /// Whether its numbers are powers; while a scene runs they are added up to works.
    pub adds_up: bool,
}

/// What a measure gives, and how.
#[derive(Clone, Copy)]
pub enum Kind<const D: usize> {
    /// Numbers, of the same names in every state.
    Numbers(fn(&View<D>) -> Vec<Value>),
    /// A table.
    Table(fn(&View<D>) -> Result<Table, Refused>),
}

/// Which earlier state a measure compares with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Since {
    /// None.
    Now,
    /// The first.
    First,
    /// The first one with contacts: those of the initial state are not known.
    Contacts,
}

macro_rules! numbers {
    ($module:ident, $summary:literal $(, needs $option:literal)?) => {
        Measure {
            name: stringify!($module),
            summary: $summary,
            kind: Kind::Numbers($module::measure::<D>),
            since: Since::Now,
            needs: None$(.or(Some($option)))?,
            adds_up: false,
        }
    };
}

macro_rules! rows {
    ($module:ident, $since:ident, $summary:literal) => {
        Measure {
            name: stringify!($module),
            summary: $summary,
            kind: Kind::Table($module::measure::<D>),
            since: Since::$since,
            needs: None,
            adds_up: false,
        }
    };
}

/// Every measure: those that give numbers, then those that give tables.
pub fn table<const D: usize>() -> Vec<Measure<D>> {
    vec![
        numbers!(
            coordination,
            "neighbours of a grain (bodies in touch), points of touch, loose grains"
        ),
        numbers!(sliding, "share of the active contacts that slide"),
        numbers!(
            forces,
            "normal and tangential forces: mean, greatest, spread, mean |f_T| / mean f_N"
        ),
        numbers!(fabric, "directions of contacts and forces: fabric tensor, a_c, a_n, a_t"),
        numbers!(
            stress,
            "mean stress of the grains: tensor, pressure, principal values, directions"
        ),
        numbers!(energies, "kinetic energy of translation and rotation, potential of the weight"),
        numbers!(solid_fraction, "share of a box that is solid, and its void ratio"),
        numbers!(chains, "how many force chains there are, how long, how many grains in them"),
        numbers!(resultant, "force and moment on named bodies, or on all that are fixed or driven"),
        numbers!(cut, "force and moment across a plane", needs "cut"),
        numbers!(
            joint_force,
            "of each joint (hinge, rod, …) force, moment, coordinate and velocity, by its name"
        ),
        numbers!(
            mesh_stress,
            "stress in deformable bodies: mean, von Mises, greatest tension and compression"
        ),
        numbers!(
            node_displacement,
            "displacement and velocity of the node of a deformable body nearest to a point",
            needs "at"
        ),
        numbers!(damage, "bonds that are whole, damaged and broken, and their mean damage"),
        Measure {
            adds_up: true,
            ..numbers!(
                heat,
                "power of friction; where it is recorded its work too, from step to step"
            )
        },
        rows!(body_stress, Now, "stress of each grain, principal values and directions"),
        rows!(element_stress, Now, "stress of each element of deformable bodies"),
        rows!(
            nodes,
            Now,
            "place at rest, displacement and velocity of each node of deformable bodies"
        ),
        rows!(force_chains, Now, "the grains of each force chain, in order"),
        rows!(distribution, Now, "probability densities of normal and tangential forces"),
        rows!(fields, Now, "density, velocity and stress on a grid, coarse-grained"),
        rows!(displacement, First, "displacement, rotation and velocity of each grain"),
        rows!(cells, First, "volume, deformation and strain of cells between bodies"),
        rows!(bonds, Now, "bonds, damage and force of bonds between each two bodies"),
        rows!(
            joint_forces,
            Now,
            "place, force, moment, coordinate, velocity and status of each joint (hinge, rod, …)"
        ),
        rows!(wear, Now, "power of friction between each two bodies, and its work so far"),
        rows!(joints, Contacts, "opening and sliding of each joint between two bodies"),
        rows!(
            thrust_line,
            Now,
            "force, centre of pressure and eccentricity of each joint, in order"
        ),
    ]
}

/// The measure of a name.
pub fn find<const D: usize>(name: &str) -> Option<Measure<D>> {
    table().into_iter().find(|measure| measure.name == name)
}

#[cfg(test)]
mod tests {
    use super::testing::{Setting, joined, meshed, row};
    use super::*;
    use crate::results::Constants;

    #[test]
    fn every_measure_takes_both_dimensions_and_nothing_at_all() {
        let mut setting = meshed(joined(row(6, 1)));
        // Some strong forces, so that there is a chain.
        setting.frame.contacts[..4].iter_mut().for_each(|contact| contact.impulse[0] *= 9.0);
        for contact in &mut setting.frame.contacts {
            (contact.damage, contact.heat) = (0.5, [1.0; 2]);
        }
        setting.scope.cut = Some([[1.5, 0.0].into(), [1.0, 0.0].into()]);
        setting.scope.at = Some([0.9, 0.1].into());
        for measure in table::<2>() {
            assert!(find::<3>(measure.name).is_some());
            match measure.kind {
                Kind::Numbers(of) => {
                    let values = of(&setting.view());
                    let odd = values.iter().find(|value| !value.value.is_finite());
                    // Only what needs the shapes of bodies has no answer here.
                    assert!(odd.is_none() || measure.name == "solid_fraction", "{odd:?}");
                }
                Kind::Table(of) => {
                    let table = of(&setting.since(&setting.frame)).expect("a table");
                    assert!(!table.rows.is_empty(), "{}", measure.name);
                    assert!(table.rows.iter().all(|row| row.len() == table.columns.len()));
                }
            }
        }
        let nothing = Setting::<3>::new(vec![], Constants::default());
        let since = nothing.since(&nothing.frame);
        for measure in table::<3>() {
            match measure.kind {
                // Runs without meshes need no columns about them.
                Kind::Numbers(_)
                    if ["mesh_stress", "node_displacement"].contains(&measure.name) => {}
                Kind::Numbers(of) => assert!(!of(&nothing.view()).is_empty()),
                Kind::Table(of) => {
                    // An empty table, or a word about what is missing.
                    assert!(of(&since).map_or(true, |table| table.rows.is_empty()));
                }
            }
        }
    }
}
