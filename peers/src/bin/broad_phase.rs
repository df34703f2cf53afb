//! Our neighbour list beside the bounding volume hierarchy of parry, on the same boxes.
//!
//! `cargo run --release --manifest-path peers/Cargo.toml --bin broad_phase [SHARE]`: the packings
//! of `benches/detection.rs`; both build from nothing and collect every pair of boxes that
//! overlap; ours also sorts them. One thread, the best of several rounds, in turns.

#[path = "../../../benches/packings/mod.rs"]
mod packings;

use drystone::detection::{Configuration, Detector};
use drystone::world::World;
use packings::{polyhedra, spheres};
use parry3d_f64::bounding_volume::Aabb;
use parry3d_f64::math::Vector;
use parry3d_f64::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use std::time::Instant;

const ROUNDS: usize = 15;

fn main() {
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().expect("one thread");
    let share: f64 = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(1.0);
    let count = |n: f64| (n * share) as usize;
    compare("spheres 1:1", spheres(count(1e5), 1.0));
    compare("spheres 1:10", spheres(count(1e5), 10.0));
    compare("spheres 1:100", spheres(count(1e5), 100.0));
    compare("spheres 1:1000", spheres(count(1e5), 1000.0));
    compare("polyhedra", polyhedra(count(1e4)));
}

fn compare(name: &str, mut world: World<3>) {
    // The walls have no boxes.
    world.colliders.retain(|c| c.shape.bounding_radius().is_some());
    let poses: Vec<_> = (0..world.bodies.len()).map(|i| world.bodies.pose(i)).collect();
    let movable: Vec<bool> = world.bodies.list.iter().map(|b| b.movable()).collect();
    let alert = world.scheme.alert_distance;
    let now = Configuration {
        colliders: &world.colliders,
        poses: &poses,
        movable: &movable,
        visibility: &world.visibility,
        periodic: &world.periodic,
        alert,
        motions: &[],
    };
    // The boxes our list is built from: half the alert distance and half a skin around.
    let bounds: Vec<_> = world.colliders.iter().map(|c| c.shape.bounds(&poses[c.body])).collect();
    let mut sizes: Vec<f64> = bounds.iter().map(|b| b.extent()).collect();
    sizes.sort_by(f64::total_cmp);
    let skin = alert.max(0.1 * sizes[sizes.len() / 2]);
    let leaves: Vec<Aabb> = bounds
        .iter()
        .map(|b| {
            let b = b.grown(0.5 * (alert + skin));
            let corner = |v: &drystone::space::Vector<3>| Vector::new(v[0], v[1], v[2]);
            Aabb::new(corner(&b.min), corner(&b.max))
        })
        .collect();
    let (mut kept, mut fresh) = (Detector::new(), Detector::new());
    let mut contacts = vec![];
    kept.detect(&now, &[], &mut contacts);
    let [mut ours, mut narrow] = [f64::INFINITY; 2];
    let mut theirs = [f64::INFINITY; 2];
    let mut pairs: Vec<(u32, u32)> = vec![];
    for _ in 0..ROUNDS {
        let timed = |best: &mut f64, work: &mut dyn FnMut()| {
            let start = Instant::now();
            work();
            *best = best.min(start.elapsed().as_secs_f64());
        };
        timed(&mut narrow, &mut || kept.detect(&now, &[], &mut contacts));
        fresh.forget();
        timed(&mut ours, &mut || fresh.detect(&now, &[], &mut contacts));
        for (k, strategy) in
            [BvhBuildStrategy::Binned, BvhBuildStrategy::Ploc].into_iter().enumerate()
        {
            timed(&mut theirs[k], &mut || {
                pairs.clear();
                let tree = Bvh::from_leaves(strategy, &leaves);
                let mut workspace = BvhWorkspace::default();
                tree.traverse_bvtt_single_tree::<false>(&mut workspace, &mut |i, j| {
                    pairs.push((i, j))
                });
            });
        }
    }
    let (ours, best) = (ours - narrow, theirs[0].min(theirs[1]));
    println!(
        "{name:<15} {:>6} boxes {:>7} pairs (tree {:>7})   list {:>7.2} ms   tree binned {:>7.2} ms, ploc {:>7.2} ms   tree/list {:.2}",
        leaves.len(),
        kept.neighbour_pairs(),
        pairs.len(),
        1e3 * ours,
        1e3 * theirs[0],
        1e3 * theirs[1],
        best / ours,
    );
}
