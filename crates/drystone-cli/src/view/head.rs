//! What a page says once: bodies, their look, the series.

use super::block::{Packer, TURN};
use super::meshes;
use crate::Failure;
use drystone::results::{Frame, Geometry, JointAbout, Outline, Results};
use drystone::space::{Matrix, configuration_size, pose};
use serde_json::{Value, json};

/// Rows of a series that are drawn; beyond, the least and the greatest of every part stand for it.
const ROWS: usize = 4000;

/// A packer for a run, its unit of length chosen from some of its frames.
pub fn packer<const D: usize>(
    results: &Results,
    geometry: &Geometry<D>,
    frames: &[Frame<D>],
) -> Result<Packer<D>, Failure> {
    let size = configuration_size(D);
    let (mut low, mut high) = ([f64::INFINITY; D], [f64::NEG_INFINITY; D]);
    for frame in frames {
        for piece in &geometry.pieces {
            let place = pose::<D>(&frame.q[piece.body * size..(piece.body + 1) * size]);
            let Some(bounds) = geometry.outline(piece).bounds(&place.then(&piece.pose)) else {
                continue;
            };
            for k in (0..D).filter(|k| bounds.min[*k].is_finite() && bounds.max[*k].is_finite()) {
                low[k] = low[k].min(bounds.min[k]);
                high[k] = high[k].max(bounds.max[k]);
            }
        }
    }
    let extent = (0..D).map(|k| high[k] - low[k]).fold(0.0, f64::max);
    let extent = if extent > 0.0 && extent.is_finite() { extent } else { 1.0 };
    let middle = |k: usize| if low[k] <= high[k] { 0.5 * (low[k] + high[k]) } else { 0.0 };
    // Balls about their body's centre look the same however they turn; disks have a mark.
    let turns = |piece: &&drystone::results::Piece<D>| {
        let centred = piece.pose.position.norm() == 0.0;
        D == 2 || !(centred && matches!(geometry.outline(piece), Outline::Ball { .. }))
    };
    let mut turning: Vec<usize> =
        geometry.pieces.iter().filter(turns).map(|piece| piece.body).collect();
    let constants = results.constants().map_err(Failure::input)?;
    // Joints turn with their bodies.
    turning.extend(constants.joints.iter().flat_map(|joint| joint.bodies));
    turning.sort_unstable();
    turning.dedup();
    Ok(Packer {
        quantum: extent.log2().ceil().exp2() / 4194304.0,
        origin: std::array::from_fn(middle),
        turning,
        rest: meshes::rest(&constants, geometry),
        constants,
    })
}

/// The head of a page.
pub fn head<const D: usize>(
    results: &Results,
    geometry: &Geometry<D>,
    packer: &Packer<D>,
) -> Result<Value, Failure> {
    let constants = &packer.constants;
    let single = |x: &f64| short(*x);
    let pieces = &geometry.pieces;
    let cell = &geometry.periodic;
    let period = |k: usize| cell.repeats(k).then(|| cell.period(k));
    let periodic = cell.any().then(|| {
        json!({
            "origin": cell.origin().as_slice(),
            "period": (0..D).map(period).collect::<Vec<_>>(),
        })
    });
    Ok(json!({
        "title": results.title(),
        "remarks": remarks(results)?,
        "version": results.version(),
        "dimension": D,
        "timeStep": results.time_step(),
        "names": results.body_names().map_err(Failure::input)?,
        "mass": constants.mass.iter().map(single).collect::<Vec<_>>(),
        "volume": constants.volume.iter().map(single).collect::<Vec<_>>(),
        "movable": constants.movable.iter().map(|m| u8::from(*m)).collect::<Vec<_>>(),
        "free": constants.free.iter().map(|f| u8::from(*f)).collect::<Vec<_>>(),
        "outlines": geometry.outlines.iter().map(outline).collect::<Vec<_>>(),
        "pieces": {
            "body": pieces.iter().map(|p| p.body).collect::<Vec<_>>(),
            "outline": pieces.iter().map(|p| p.outline).collect::<Vec<_>>(),
            "wall": pieces.iter().map(|p| u8::from(p.of_wall)).collect::<Vec<_>>(),
            "position": pieces.iter().flat_map(|p| p.pose.position.iter().map(single)).collect::<Vec<_>>(),
            "rotation": pieces.iter().flat_map(|p| rotation(&p.pose.rotation)).collect::<Vec<_>>(),
        },
        "joints": joints(&constants.joints),
        "soft": meshes::head(constants, geometry),
        "periodic": periodic,
        "quantum": packer.quantum,
        "origin": packer.origin.as_slice(),
        "turn": TURN,
        "turning": packer.turning,
        "series": series(results)?,
    }))
}

/// Kinds of joints, their bodies, and on each of them its point in the body's frame; nothing without joints.
fn joints(all: &[JointAbout]) -> Option<Value> {
    let points = |joint: &JointAbout| {
        let ends = joint.frames.map(|frame| frame.position.map(short));
        ends.iter().flat_map(|end| end.iter().copied().collect::<Vec<_>>()).collect::<Vec<_>>()
    };
    (!all.is_empty()).then(|| {
        json!({
            "kind": all.iter().map(|joint| joint.kind.as_str()).collect::<Vec<_>>(),
            "bodies": all.iter().flat_map(|joint| joint.bodies).collect::<Vec<_>>(),
            "points": all.iter().flat_map(points).collect::<Vec<_>>(),
        })
    })
}

/// A number with the digits of single precision, so that its text is short.
fn short(x: f64) -> f64 {
    (x as f32).to_string().parse().unwrap_or(f64::NAN)
}

fn outline<const D: usize>(outline: &Outline<D>) -> Value {
    match outline {
        Outline::Ball { radius } => json!({ "ball": short(*radius) }),
        Outline::HalfSpace { normal } => json!({ "normal": normal.as_slice() }),
        Outline::Mesh(surface) => {
            let points = surface.points.iter().flat_map(|p| p.iter().map(|x| short(*x)));
            json!({ "points": points.collect::<Vec<_>>(), "faces": surface.polygons })
        }
    }
}

/// A rotation as an angle, or as a quaternion i, j, k, w.
fn rotation<const D: usize>(m: &Matrix<D>) -> Vec<f64> {
    if D == 2 {
        return vec![short(m[(1, 0)].atan2(m[(0, 0)]))];
    }
    // The largest of the four is found from the trace or the diagonal, the others from it.
    let d = [m[(0, 0)], m[(1, 1)], m[(2, 2)]];
    let squares = [
        1.0 + d[0] - d[1] - d[2],
        1.0 - d[0] + d[1] - d[2],
        1.0 - d[0] - d[1] + d[2],
        1.0 + d[0] + d[1] + d[2],
    ];
    let best = (0..4).fold(0, |a, b| if squares[b] > squares[a] { b } else { a });
    let twice = squares[best].sqrt().max(1e-12);
    let sum = |i: usize, j: usize| (m[(i, j)] + m[(j, i)]) / (2.0 * twice);
    let difference = |i: usize, j: usize| (m[(i, j)] - m[(j, i)]) / (2.0 * twice);
    let largest = 0.5 * twice;
    let q = match best {
        0 => [largest, sum(0, 1), sum(0, 2), difference(2, 1)],
        1 => [sum(0, 1), largest, sum(1, 2), difference(0, 2)],
        2 => [sum(0, 2), sum(1, 2), largest, difference(1, 0)],
        _ => [difference(2, 1), difference(0, 2), difference(1, 0), largest],
    };
    q.map(short).to_vec()
}

/// The remarks on the results, in sentences.
pub fn remarks(results: &Results) -> Result<Vec<String>, Failure> {
    Ok(results.remarks().map_err(Failure::input)?.sentences())
}

/// Every series with its unit, thinned where it is long.
pub fn series(results: &Results) -> Result<Vec<Value>, Failure> {
    let lists = results.lists().map_err(Failure::input)?;
    let times = results.series("time").map_err(Failure::input)?;
    let mut found = vec![];
    for (path, _, _, unit) in lists {
        let Some(name) = path.strip_prefix("series/") else { continue };
        // The numbers behind the remarks say nothing as a curve.
        if matches!(name, "step" | "time") || name.starts_with("deepest_") {
            continue;
        }
        let values = results.series(name).map_err(Failure::input)?;
        let rows = rows(&values[..values.len().min(times.len())]);
        found.push(json!({
            "name": name,
            "unit": unit,
            "time": rows.iter().map(|k| short(times[*k])).collect::<Vec<_>>(),
            "value": rows.iter().map(|k| short(values[*k])).collect::<Vec<_>>(),
        }));
    }
    Ok(found)
}

/// The rows of a series that are drawn.
fn rows(values: &[f64]) -> Vec<usize> {
    if values.len() <= ROWS {
        return (0..values.len()).collect();
    }
    let part = values.len().div_ceil(ROWS / 2);
    let extremes = |(k, part_values): (usize, &[f64])| {
        let by = |a: &usize, b: &usize| part_values[*a].total_cmp(&part_values[*b]);
        let least = (0..part_values.len()).min_by(by).unwrap_or(0);
        let most = (0..part_values.len()).max_by(by).unwrap_or(0);
        [k * part + least.min(most), k * part + least.max(most)]
    };
    let mut rows: Vec<usize> = values.chunks(part).enumerate().flat_map(extremes).collect();
    rows.dedup();
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quaternions_turn_as_their_matrices() {
        for q in [
            [0.1, -0.7, 0.3, 0.2],
            [0.9, 0.1, 0.0, 0.1],
            [0.0, 0.1, 0.9, -0.2],
            [0.0, 0.0, 0.2, 0.9],
        ] {
            let n = f64::sqrt(q.iter().map(|x| x * x).sum());
            let [w, i, j, k] = q.map(|x| x / n);
            let place = pose::<3>(&[0.0, 0.0, 0.0, w, i, j, k]);
            let found = rotation(&place.rotation);
            let dot: f64 = found.iter().zip([i, j, k, w]).map(|(a, b)| a * b).sum();
            assert!((dot.abs() - 1.0).abs() < 1e-6, "{q:?} became {found:?}");
        }
    }

    #[test]
    fn long_series_keep_their_peaks() {
        let mut values = vec![0.0; 100_000];
        values[54_321] = 7.0;
        values[54_322] = -3.0;
        let rows = rows(&values);
        assert!(rows.len() <= ROWS && rows.is_sorted());
        assert!(rows.contains(&54_321));
        assert!(rows.contains(&54_322));
    }
}
