//! What is drawn over the bodies of the plane: forces, stresses, velocities, contacts.

use super::canvas::Item;
use super::meshes;
use super::plane::View;
use super::quantities::view as measured;
use super::{APART, FORCE, INK, MOTION, PAPER, Scales, Sight, TENSION, gap_colour};
use crate::measures::moment_tensors;
use crate::space::{Matrix, Vector};

/// The length of a usual body (m): of its volume, or a share of the scene where none has one.
pub fn usual_length<const D: usize>(sight: &Sight<D>) -> f64 {
    let has_volume = |b: &usize| sight.is_movable(*b) && sight.constants.volume[*b] > 0.0;
    let length = |b: usize| sight.constants.volume[b].powf(1.0 / D as f64);
    let (sum, count) = (0..sight.bodies())
        .filter(has_volume)
        .fold((0.0, 0.0), |(sum, count), b| (sum + length(b), count + 1.0));
    if count > 0.0 { sum / count } else { 0.1 * sight.extent().1 }
}

/// Lines from the contacts to the middles of the bodies, as thick as the normal force; where bonds
/// pull in the colour of tension.
pub fn forces<const D: usize>(
    sight: &Sight<D>,
    scales: &Scales,
    view: &View,
    items: &mut Vec<Item>,
) {
    let thickest = thickest(sight, view);
    for contact in &sight.frame.contacts {
        let force = sight.normal_force(contact);
        let (share, colour) =
            (force.abs() / scales.force, if force < 0.0 { TENSION } else { FORCE });
        if !share.is_finite() || share < 1e-3 {
            continue;
        }
        for line in sight.force_lines(contact) {
            let points = line.iter().map(|p| view.at(p)).collect();
            items.push(Item::Line { points, colour, width: thickest * share.min(2.0) });
        }
    }
}

/// The width of the line of the greatest force (pixels).
pub fn thickest<const D: usize>(sight: &Sight<D>, view: &View) -> f64 {
    (0.35 * usual_length(sight) * view.scale).clamp(2.0, 16.0)
}

/// Crosses along the principal directions of each body's stress, as long as the stresses.
pub fn crosses<const D: usize>(
    sight: &Sight<D>,
    scales: &Scales,
    view: &View,
    items: &mut Vec<Item>,
) {
    let half = 0.8 * usual_length(sight);
    let width = (0.11 * half * view.scale).clamp(1.5, 6.0);
    let tensors = moment_tensors(&measured(sight));
    for piece in &sight.geometry.pieces {
        let (body, volume) = (piece.body, sight.constants.volume[piece.body]);
        let is_whole = sight.is_free(body) && sight.mesh(body).is_none();
        if !is_whole || volume <= 0.0 || scales.stress <= 0.0 {
            continue;
        }
        let centre = sight.geometry.periodic.wrap(&sight.pose(body).position);
        let axes = principal_axes(&(tensors[body] / volume));
        arms(axes, centre, (half, width), scales, view, items);
    }
    meshes::crosses(sight, scales, view, items);
}

/// The two arms of a cross; `half` is the length of the strongest, from the middle (m).
pub fn arms<const D: usize>(
    mut axes: [(f64, Vector<D>); 2],
    centre: Vector<D>,
    (half, width): (f64, f64),
    scales: &Scales,
    view: &View,
    items: &mut Vec<Item>,
) {
    // The smaller one over the larger one.
    axes.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()));
    let arms = axes.map(|(stress, direction)| {
        let share = (stress.abs() / scales.stress).min(2.0);
        let arm = direction * (half * share);
        let points = vec![view.at(&(centre - arm)), view.at(&(centre + arm))];
        (share, points, if stress < 0.0 { APART } else { TENSION })
    });
    let seen = || arms.iter().filter(|(share, ..)| *share >= 0.01);
    // A light rim parts the cross from what is beneath it.
    items.extend(seen().map(|(_, points, _)| Item::Line {
        points: points.clone(),
        colour: PAPER,
        width: 1.9 * width,
    }));
    items.extend(seen().map(|(_, points, colour)| Item::Line {
        points: points.clone(),
        colour: *colour,
        width,
    }));
}

/// Principal values and directions in the plane: the greater at the angle ½ atan2(2σ_xy, σ_xx - σ_yy).
pub fn principal_axes<const D: usize>(stress: &Matrix<D>) -> [(f64, Vector<D>); 2] {
    let shear = 0.5 * (stress[(0, 1)] + stress[(1, 0)]);
    let (mean, half) =
        (0.5 * (stress[(0, 0)] + stress[(1, 1)]), 0.5 * (stress[(0, 0)] - stress[(1, 1)]));
    let radius = half.hypot(shear);
    let (sin, cos) = (0.5 * shear.atan2(half)).sin_cos();
    let vector = |x: f64, y: f64| {
        let mut vector = Vector::zeros();
        (vector[0], vector[1]) = (x, y);
        vector
    };
    [(mean + radius, vector(cos, sin)), (mean - radius, vector(-sin, cos))]
}

/// The length of the arrow of the greatest velocity (pixels).
pub fn longest_arrow<const D: usize>(sight: &Sight<D>, view: &View) -> f64 {
    (1.5 * usual_length(sight) * view.scale).clamp(14.0, 120.0)
}

/// Arrows from the middles of the bodies along their velocities.
pub fn arrows<const D: usize>(
    sight: &Sight<D>,
    scales: &Scales,
    view: &View,
    items: &mut Vec<Item>,
) {
    let longest = longest_arrow(sight, view);
    for body in (0..sight.bodies()).filter(|body| sight.is_free(*body)) {
        let velocity = &sight.velocity(body)[..2];
        let length = longest * velocity[0].hypot(velocity[1]) / scales.speed;
        if !length.is_finite() || length < 1.0 {
            continue;
        }
        let foot = view.at(&sight.geometry.periodic.wrap(&sight.pose(body).position));
        let way = [velocity[0], -velocity[1]].map(|x| longest * x / scales.speed);
        items.extend(arrow(foot, way));
    }
}

/// An arrow in pixels.
pub fn arrow(foot: [f64; 2], way: [f64; 2]) -> [Item; 2] {
    let tip = [foot[0] + way[0], foot[1] + way[1]];
    let length = way[0].hypot(way[1]);
    let head = (0.35 * length).min(9.0);
    let (along, across) = ([way[0] / length, way[1] / length], [-way[1] / length, way[0] / length]);
    let corner = |side: f64| -> [f64; 2] {
        std::array::from_fn(|k| tip[k] - along[k] * head + across[k] * side * 0.45 * head)
    };
    let neck = std::array::from_fn(|k| tip[k] - along[k] * 0.7 * head);
    [
        Item::Line { points: vec![foot, neck], colour: MOTION, width: 1.6 },
        Item::Polygon {
            points: vec![tip, corner(1.0), corner(-1.0)],
            fill: MOTION,
            line: MOTION,
            width: 0.5,
        },
    ]
}

/// A dot at each contact with its normal.
pub fn contacts<const D: usize>(sight: &Sight<D>, view: &View, items: &mut Vec<Item>) {
    // Long enough to see on any body, short enough not to cross one.
    let length = 28.0 / view.scale;
    let reach = sight.extent().1;
    for contact in &sight.frame.contacts {
        let colour = gap_colour(contact.gap, reach);
        let foot = sight.geometry.periodic.wrap(&contact.point);
        let tip = foot + contact.frame.column(0) * length;
        let points = vec![view.at(&foot), view.at(&tip)];
        items.push(Item::Line { points, colour, width: 2.5 });
        let centre = view.at(&foot);
        items.push(Item::Circle { centre, radius: 5.0, fill: colour, line: INK, width: 0.8 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn principal_directions_carry_their_stress() {
        let stress = Matrix::<2>::new(-3.0, 0.7, 0.7, 1.0);
        for (value, direction) in principal_axes(&stress) {
            assert!((stress * direction - direction * value).norm() < 1e-12);
        }
        assert!(principal_axes(&stress)[0].0 > principal_axes(&stress)[1].0);
    }
}
