//! Performance profiles (Dolan and Moré 2002): for each solver the share of problems that it
//! solves within τ times the time of the problem's best solver, against τ. At τ = 1 it is how often
//! the solver is the best, on the right how much it solves at all.

use super::report::Entry;
use crate::laboratory::history::faint;
use drystone::record::plot::{Axis, Figure, Panel, Scale, Series};
use std::collections::HashMap;

/// The largest ratio shown.
const FARTHEST: f64 = 1e6;

/// The profiles at one tolerance; `None` where nothing was solved.
pub fn figure(entries: &[&Entry], solvers: &[String], tolerance: f64) -> Option<Figure> {
    let mut best: HashMap<&str, f64> = HashMap::new();
    for entry in entries {
        let seconds = if entry.converged() { entry.seconds } else { f64::INFINITY };
        let least = best.entry(&entry.file).or_insert(f64::INFINITY);
        *least = least.min(seconds);
    }
    let problems = best.len();
    let ratios = |solver: &String| -> Vec<f64> {
        let mine = entries.iter().filter(|e| e.solver == *solver && e.converged());
        let mut ratios: Vec<f64> = mine.map(|e| ratio(e.seconds, best[e.file.as_str()])).collect();
        ratios.sort_by(f64::total_cmp);
        ratios
    };
    let all: Vec<Vec<f64>> = solvers.iter().map(ratios).collect();
    let farthest = all.iter().flatten().copied().fold(0.0, f64::max);
    if farthest == 0.0 {
        return None;
    }
    let last = (1.3 * farthest).clamp(2.0, FARTHEST);
    // The area left of a curve, in decades: what its solver loses to one that is always best.
    let lost = |ratios: &Vec<f64>| {
        let left = ratios.iter().map(|ratio| ratio.min(last).log10()).sum::<f64>();
        left + (problems - ratios.len().min(problems)) as f64 * last.log10()
    };
    let lost: Vec<f64> = all.iter().map(lost).collect();
    let series = solvers.iter().zip(&all).zip(faint(solvers, &lost));
    let series = series.map(|((solver, ratios), faint)| Series {
        name: solver.clone(),
        points: curve(ratios, problems, last),
        steps: true,
        marks: false,
        faint,
    });
    let panel = Panel {
        x: Axis {
            label: "time / time of the best solver".to_string(),
            scale: Scale::Log,
            range: Some([1.0, last]),
        },
        y: Axis {
            label: format!("share of {problems} problems solved"),
            scale: Scale::Linear,
            range: Some([0.0, 1.02]),
        },
        equal: false,
        series: series.collect(),
    };
    Some(Figure {
        title: format!("performance profiles, tolerance {tolerance:e}"),
        panels: vec![panel],
    })
}

/// A time relative to the best; two times of zero are equal.
fn ratio(seconds: f64, best: f64) -> f64 {
    if best > 0.0 { seconds / best } else { 1.0 }
}

/// The corners of one profile, from sorted ratios.
fn curve(ratios: &[f64], problems: usize, last: f64) -> Vec<[f64; 2]> {
    let share = |count: usize| count as f64 / problems as f64;
    let at_best = ratios.iter().filter(|r| **r <= 1.0).count();
    let mut points = vec![[1.0, share(at_best)]];
    for (k, ratio) in ratios.iter().enumerate().skip(at_best) {
        points.push([*ratio, share(k + 1)]);
    }
    let solved = share(ratios.len());
    points.push([last, solved]);
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(file: &str, solver: &str, seconds: f64, status: &str) -> Entry {
        let text = format!(
            r#"{{"file":"{file}","solver":"{solver}","seconds":{seconds},"status":"{status}",
                "tolerance":1e-4,"kind":"local","dimension":3,"contacts":1,"iterations":1}}"#
        );
        Entry::new(&serde_json::from_str(&text).unwrap()).unwrap()
    }

    #[test]
    fn a_profile_counts_what_it_says() {
        let entries = [
            entry("a", "x", 1.0, "converged"),
            entry("a", "y", 4.0, "converged"),
            entry("b", "x", 9.0, "stagnated"),
            entry("b", "y", 3.0, "converged"),
            entry("c", "x", 9.0, "killed"),
        ];
        let all: Vec<&Entry> = entries.iter().collect();
        let figure = figure(&all, &["x".into(), "y".into()], 1e-4).unwrap();
        let third = 1.0 / 3.0;
        let [x, y] = [0, 1].map(|k| figure.panels[0].series[k].points.clone());
        assert_eq!(x, [[1.0, third], [5.2, third]]);
        assert_eq!(y, [[1.0, third], [4.0, 2.0 * third], [5.2, 2.0 * third]]);
    }
}
