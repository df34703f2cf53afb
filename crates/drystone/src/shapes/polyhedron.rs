//! Polyhedra given by their faces, checked: closed, flat-faced, convex.

use super::convex::far;
use super::{Aabb, Convex, InvalidShape, limits};
use crate::space::Vector;
use nalgebra::Vector3;
use std::collections::HashMap;

impl Convex<3> {
    /// A polyhedron given by its corners and faces. Faces may turn either way and may be cut
    /// into coplanar pieces; they must be flat, and together closed and convex.
    pub fn from_faces(vertices: &[Vector<3>], faces: &[Vec<usize>]) -> Result<Self, InvalidShape> {
        limits::points(vertices)?;
        let mut loops = faces.to_vec();
        orient(&mut loops, vertices.len())?;
        let mut used: Vec<usize> = loops.iter().flatten().copied().collect();
        used.sort_unstable();
        used.dedup();
        let points: Vec<Vector<3>> = used.iter().map(|&v| vertices[v]).collect();
        let size = Aabb::around(&points).extent();
        let tolerance = 1e-9 * size + 64.0 * f64::EPSILON * far(&points);
        let origin = points[0];
        // Newell's sum gives the area vector; six volumes of the cone over a face follow.
        let mut volume = 0.0;
        let mut planes = Vec::new();
        for (f, ring) in loops.iter().enumerate() {
            let first = vertices[ring[0]];
            let area: Vector3<f64> = (1..ring.len() - 1)
                .map(|k| (vertices[ring[k]] - first).cross(&(vertices[ring[k + 1]] - first)))
                .sum();
            volume += area.dot(&(first - origin));
            let Some(normal) = area.try_normalize(tolerance * tolerance) else {
                return Err(InvalidShape(format!("face {f} has no area")));
            };
            if ring.iter().any(|&v| normal.dot(&(vertices[v] - first)).abs() > tolerance) {
                return Err(InvalidShape(format!("the corners of face {f} are not in one plane")));
            }
            planes.push((normal, normal.dot(&first)));
        }
        let outward = if volume < 0.0 { -1.0 } else { 1.0 };
        for (f, (normal, offset)) in planes.iter().enumerate() {
            if points.iter().any(|p| outward * (normal.dot(p) - offset) > tolerance) {
                return Err(InvalidShape(format!(
                    "the polyhedron is not convex: a corner lies outside face {f}"
                )));
            }
        }
        let found = Self::from_vertices(&points)?;
        let hull = found.mass_properties().map_or(0.0, |m| m.volume);
        if (hull - volume.abs() / 6.0).abs() > 1e-6 * hull {
            return Err(InvalidShape("the faces do not bound their convex hull".into()));
        }
        Ok(found)
    }
}

/// Checks that every edge joins two faces and turns the faces all the same way.
fn orient(loops: &mut [Vec<usize>], count: usize) -> Result<(), InvalidShape> {
    let mut around: HashMap<(usize, usize), Vec<usize>> = HashMap::new();
    for (f, ring) in loops.iter().enumerate() {
        if ring.len() < 3 {
            return Err(InvalidShape(format!("face {f} has fewer than three corners")));
        }
        if let Some(v) = ring.iter().find(|&&v| v >= count) {
            return Err(InvalidShape(format!("face {f} names vertex {v}, there are {count}")));
        }
        for k in 0..ring.len() {
            let (i, j) = (ring[k], ring[(k + 1) % ring.len()]);
            around.entry((i.min(j), i.max(j))).or_default().push(f);
        }
    }
    let wrong = around.iter().filter(|(_, f)| f.len() != 2).map(|(edge, f)| (edge, f.len())).min();
    if let Some((&(i, j), n)) = wrong {
        return Err(InvalidShape(format!(
            "the surface is not closed: the edge from vertex {i} to {j} belongs to {n} face(s), not 2"
        )));
    }
    let directed = |ring: &[usize], i: usize, j: usize| {
        (0..ring.len()).any(|k| ring[k] == i && ring[(k + 1) % ring.len()] == j)
    };
    let mut done = vec![false; loops.len()];
    let mut stack: Vec<usize> = Vec::new();
    if let Some(first) = done.first_mut() {
        *first = true;
        stack.push(0);
    }
    while let Some(f) = stack.pop() {
        let ring = loops[f].clone();
        for k in 0..ring.len() {
            let (i, j) = (ring[k], ring[(k + 1) % ring.len()]);
            for &g in &around[&(i.min(j), i.max(j))] {
                if done[g] {
                    continue;
                }
                if directed(&loops[g], i, j) {
                    loops[g].reverse();
                }
                done[g] = true;
                stack.push(g);
            }
        }
    }
    if loops.is_empty() || done.contains(&false) {
        return Err(InvalidShape("the faces do not form one connected surface".into()));
    }
    Ok(())
}
