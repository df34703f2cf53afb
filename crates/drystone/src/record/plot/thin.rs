//! Long curves with no more points than the eye can tell apart.

/// Width of the columns within which four points stand for all (pixels).
const COLUMN: f64 = 1.5;

/// The first, the lowest, the highest and the last point of each run of points in one column, in
/// their order: the picture of the curve is the same, whatever it does between.
pub fn thinned(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let column = |p: &[f64; 2]| (p[0] / COLUMN).floor();
    let mut kept = vec![];
    for run in points.chunk_by(|a, b| column(a) == column(b)) {
        let by_height = |a: &usize, b: &usize| run[*a][1].total_cmp(&run[*b][1]);
        let lowest = (0..run.len()).min_by(by_height).unwrap_or(0);
        let highest = (0..run.len()).max_by(by_height).unwrap_or(0);
        let mut chosen = [0, lowest, highest, run.len() - 1];
        chosen.sort_unstable();
        let mut last = None;
        for k in chosen.into_iter().filter(|k| last.replace(*k) != Some(*k)) {
            kept.push(run[k]);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_curves_stay_and_long_ones_keep_their_outline() {
        let short: Vec<[f64; 2]> = (0..50).map(|k| [10.0 * f64::from(k), f64::from(k)]).collect();
        assert_eq!(thinned(&short), short);
        let height = |k: i32| f64::from((7 * k) % 101);
        let long: Vec<[f64; 2]> = (0..100_000).map(|k| [f64::from(k) / 200.0, height(k)]).collect();
        let thin = thinned(&long);
        assert!(thin.len() <= 4 * 335, "{}", thin.len());
        assert_eq!((thin.first(), thin.last()), (long.first(), long.last()));
        for column in [0.0, 150.0, 300.0] {
            let within = |p: &&[f64; 2]| p[0] >= column && p[0] < column + COLUMN;
            let top =
                |all: &[[f64; 2]]| all.iter().filter(within).map(|p| p[1]).fold(0.0, f64::max);
            assert_eq!(top(&thin), top(&long));
        }
    }
}
