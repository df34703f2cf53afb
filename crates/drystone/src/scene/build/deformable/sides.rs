//! Motions and loads on sides and groups of a mesh.

use super::{Make, thin};
use crate::bodies::{Absorbing, Deformable, Drive, NodeLoad, NodeLoadKind};
use crate::fem::Mesh;
use crate::fem::mesh::Cell;
use crate::scene::build::function::function;
use crate::scene::build::loads::motion;
use crate::scene::check;
use crate::scene::error::Fault;
use crate::scene::format::{Body, ForceLoad, Load, PressureLoad};
use crate::space::Vector;
use std::collections::{HashMap, HashSet};

/// Holds what the drives of a body hold.
pub fn drive<const D: usize>(
    make: &Make<D>,
    body: &Body,
    built: &mut Deformable<D>,
    path: &str,
) -> Result<(), Fault> {
    let mut taken: HashMap<usize, usize> = HashMap::new();
    for (i, given) in body.drives.iter().enumerate() {
        let path = format!("{path}.drives.{i}");
        let names = &["x", "y", "z"][..D];
        let axes = match names.iter().position(|name| *name == given.dof) {
            Some(axis) => axis..axis + 1,
            None if given.dof == "all" => 0..D,
            None => {
                let known = names.iter().copied().chain(["all"]);
                let kind = "degree of freedom of a body that deforms";
                return Err(Fault::unknown(format!("{path}.dof"), kind, &given.dof, known));
            }
        };
        let nodes = match &given.on {
            Some(name) => make.mesh.nodes_of(group(&make.mesh, name, &format!("{path}.on"))?),
            None => (0..make.mesh.places.len() as u32).collect(),
        };
        let (kind, function) = motion(given, &path)?;
        for node in nodes {
            for dof in axes.clone().map(|axis| node as usize * D + axis) {
                // Sides share nodes: what two drives say of one of them must be the same.
                match taken.get(&dof) {
                    None => {
                        taken.insert(dof, i);
                        built.hold(Drive { dof, kind, function: function.clone() });
                    }
                    Some(first) if same(&body.drives[*first], given) => {}
                    Some(first) => {
                        let axis = names[dof % D];
                        let message = format!(
                            "node {node} is driven along {axis} by `drives.{first}` too, and otherwise"
                        );
                        return Err(Fault::new(path, message));
                    }
                }
            }
        }
    }
    Ok(())
}

/// Whether two drives say the same of different nodes.
fn same(a: &crate::scene::format::Drive, b: &crate::scene::format::Drive) -> bool {
    a.displacement == b.displacement && a.velocity == b.velocity && a.acceleration == b.acceleration
}

/// Lets waves leave by sides of a body.
pub fn absorb<const D: usize>(
    make: &Make<D>,
    body: &Body,
    built: &mut Deformable<D>,
    path: &str,
) -> Result<(), Fault> {
    for (i, side) in body.absorbing.iter().enumerate() {
        let path = format!("{path}.absorbing.{i}");
        if make.model.surface.is_thin {
            return Err(Fault::new(path, "waves leave by sides of solids, and this body is thin"));
        }
        let impedances = make.impedances.ok_or_else(|| {
            let message = "only the law `elastic` has waves of a known speed";
            Fault::new(path.as_str(), message)
        })?;
        let facets = facets(make, &side.on, &format!("{path}.on"))?;
        let mut incoming = vec![];
        for (k, wave) in side.incoming.iter().enumerate() {
            let path = format!("{path}.incoming.{k}");
            let direction = check::direction(format!("{path}.direction"), &wave.direction)?;
            incoming.push((direction, function(&wave.velocity, &format!("{path}.velocity"))?));
        }
        built.absorb(Absorbing { facets, impedances, incoming });
    }
    Ok(())
}

/// The facets of a side.
fn facets<const D: usize>(make: &Make<D>, name: &str, place: &str) -> Result<Vec<u32>, Fault> {
    let key = |nodes: &[u32]| {
        let mut key = nodes.to_vec();
        key.sort_unstable();
        key
    };
    let group = group(&make.mesh, name, place)?;
    let cells = make.mesh.cells.iter().filter(|cell| cell.group == group);
    let own: HashSet<Vec<u32>> = cells.map(|cell| key(&cell.nodes)).collect();
    let numbered = make.model.surface.facets.iter().enumerate();
    let chosen = numbered.filter(|(_, facet)| own.contains(&key(&facet.nodes)));
    let chosen: Vec<u32> = chosen.map(|(k, _)| k as u32).collect();
    if chosen.is_empty() {
        return Err(Fault::new(place, "no facet of the surface is there"));
    }
    Ok(chosen)
}

/// Adds the loads of a body.
pub fn load<const D: usize>(
    make: &Make<D>,
    body: &Body,
    built: &mut Deformable<D>,
    path: &str,
) -> Result<(), Fault> {
    for (i, given) in body.loads.iter().enumerate() {
        let path = format!("{path}.loads.{i}");
        let ((kind, sign), value, key) = match given {
            Load::Force(given) => {
                let path = format!("{path}.force");
                ((force(make, given, &path)?, 1.0), &given.value, format!("{path}.value"))
            }
            Load::Pressure(given) => {
                let path = format!("{path}.pressure");
                (pressure(make, given, &path)?, &given.value, format!("{path}.value"))
            }
            Load::Torque(_) => {
                let message = "a body that deforms takes no torque";
                let help = "press its sides, or pull at them".to_string();
                return Err(Fault::new(format!("{path}.torque"), message).help(help));
            }
        };
        let function = function(value, &key)?;
        let function = if sign < 0.0 { function.negated() } else { function };
        built.loads.push(NodeLoad { kind, function });
    }
    Ok(())
}

fn force<const D: usize>(
    make: &Make<D>,
    given: &ForceLoad,
    path: &str,
) -> Result<NodeLoadKind<D>, Fault> {
    let direction = check::direction(format!("{path}.direction"), &given.direction)?;
    let nodes = match (&given.on, &given.at) {
        (Some(_), Some(_)) => {
            return Err(Fault::new(format!("{path}.at"), "give either `on` or `at`, not both"));
        }
        (Some(name), None) => {
            let group = group(&make.mesh, name, &format!("{path}.on"))?;
            spread(&make.mesh, make.mesh.cells.iter().filter(|cell| cell.group == group))
        }
        (None, Some(at)) => {
            let at = check::vector::<D>(format!("{path}.at"), at)?;
            let off = |place: &[f64; D]| (Vector::<D>::from_column_slice(place) - at).norm();
            let places = make.mesh.places.iter().enumerate();
            let nearest = places.min_by(|a, b| off(a.1).total_cmp(&off(b.1)));
            nearest.map(|(node, _)| (node as u32, 1.0)).into_iter().collect()
        }
        (None, None) => spread(&make.mesh, make.mesh.solids()),
    };
    Ok(NodeLoadKind::Force { nodes, direction })
}

/// A pressure, and the factor of its value: of what is thin the inner side is pressed by what is against the outer one.
fn pressure<const D: usize>(
    make: &Make<D>,
    given: &PressureLoad,
    path: &str,
) -> Result<(NodeLoadKind<D>, f64), Fault> {
    let surface = &make.model.surface;
    let all = 0..surface.facets.len() as u32;
    let (chosen, sign) = match (&given.on, given.face.is_empty()) {
        (Some(name), true) if surface.is_thin && make.mesh.group(name).is_none() => {
            let place = format!("{path}.on");
            let sign = match name.as_str() {
                "outer" => 1.0,
                "inner" => -1.0,
                _ => {
                    let names = make.mesh.names.iter().map(String::as_str);
                    let known = names.chain(["outer", "inner"]);
                    return Err(Fault::unknown(place, "side or group", name, known));
                }
            };
            if surface.facets.is_empty() {
                return Err(Fault::new(place, "a cable has no surface that could be pressed"));
            }
            if !thin::has_sides::<D>(&surface.facets) {
                let message = "neighbouring elements go round in opposite ways, or more than two meet: the \
                               body has no outer side";
                return Err(Fault::new(place, message));
            }
            (all.collect(), sign)
        }
        (Some(name), true) => (facets(make, name, &format!("{path}.on"))?, 1.0),
        (None, false) => {
            let place = format!("{path}.face");
            let direction = check::direction::<D>(place.as_str(), &given.face)?;
            let rest = make.model.solid.rest.as_flattened();
            let facing = |sign: f64| {
                let off = |k: &u32| (surface.normal::<D>(rest, *k) * sign - direction).norm();
                all.clone().filter(|k| off(k) < 1e-4).collect::<Vec<u32>>()
            };
            let (front, back) = (facing(1.0), facing(-1.0));
            match (front.is_empty(), surface.is_thin && !back.is_empty()) {
                (false, false) => (front, 1.0),
                (true, true) => (back, -1.0),
                (false, true) => {
                    let message = "elements of both orders face there: name a group with `on`";
                    return Err(Fault::new(place, message));
                }
                (true, false) => {
                    return Err(Fault::new(place, "no facet of the surface is there"));
                }
            }
        }
        _ => return Err(Fault::new(path, "a pressure needs either `on` or `face`")),
    };
    Ok((NodeLoadKind::Pressure { facets: chosen }, sign))
}

/// The number of a group of a mesh.
fn group<const D: usize>(mesh: &Mesh<D>, name: &str, path: &str) -> Result<u32, Fault> {
    mesh.group(name).ok_or_else(|| {
        Fault::unknown(path, "side or group", name, mesh.names.iter().map(String::as_str))
    })
}

/// Shares of nodes of a force that is even over cells: ∫ N over each, summed to one.
fn spread<'a, const D: usize>(
    mesh: &Mesh<D>,
    cells: impl Iterator<Item = &'a Cell>,
) -> Vec<(u32, f64)> {
    let mut shares: HashMap<u32, f64> = HashMap::new();
    for cell in cells {
        for (at, size) in mesh.weights(cell) {
            let shape = cell.element.shape(at);
            for (node, value) in cell.nodes.iter().zip(&shape.values) {
                *shares.entry(*node).or_default() += size * value;
            }
        }
    }
    let whole: f64 = shares.values().sum();
    let mut shares: Vec<(u32, f64)> =
        shares.into_iter().map(|(node, share)| (node, share / whole)).collect();
    shares.sort_by_key(|(node, _)| *node);
    shares
}
