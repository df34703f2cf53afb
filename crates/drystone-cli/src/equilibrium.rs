//! `drystone equilibrium SCENE.toml|RESULTS[:FRAME]`: whether a state may rest, and how far that is from its end.

use crate::frames::Chosen;
use crate::{Failure, open_results, print};
use clap::Args;
use drystone::equilibrium::{Equilibrium, equilibrium};
use drystone::scene::Scene;
use drystone::world::{AnyWorld, World};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Bodies of a mechanism that are named.
const NAMED: usize = 10;

/// Say whether a state may rest under its loads: impulses that balance them, margins, or what would move
#[derive(Args)]
#[command(
    after_help = "Examples:\n  drystone equilibrium wall.toml\n  drystone equilibrium wall.toml --push x\n  \
                  drystone equilibrium out-wall:20 --json\n\n\
                  Rest is admissible where impulses in Coulomb's cones balance the loads. That is exact; it may not be \
                  the only solution, and where sliding governs the multipliers are upper bounds.\n\n\
                  Exit codes: 0 rest is admissible, 1 it is not, 2 bad input."
)]
pub struct Arguments {
    /// A scene file (TOML), as it stands at the start; or results: a folder or file, `:FRAME` behind it
    state: String,
    /// Which frame of results: `last`, or a number from 0, from the end if negative
    #[arg(long, allow_hyphen_values = true)]
    frame: Option<String>,
    /// The greatest acceleration in this direction that rest withstands: x, y, z, or -x, …
    #[arg(long, value_name = "DIRECTION", allow_hyphen_values = true)]
    push: Option<String>,
    /// Set a value of the scene, as in `run`
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Print JSON instead of words
    #[arg(long)]
    json: bool,
}

pub fn main(arguments: &Arguments) -> Result<(), Failure> {
    let world = world(arguments)?;
    let found = match world {
        AnyWorld::Plane(mut world) => look(&mut world, arguments)?,
        AnyWorld::Space(mut world) => look(&mut world, arguments)?,
    };
    let text = match arguments.json {
        true => {
            let value = json!({ "state": arguments.state, "equilibrium": found });
            serde_json::to_string_pretty(&value).map_err(Failure::run)? + "\n"
        }
        false => words(&found, arguments),
    };
    print(&text)?;
    match found.admissible {
        true => Ok(()),
        false => Err(Failure::run(format!("`{}` may not rest", arguments.state))),
    }
}

fn look<const D: usize>(
    world: &mut World<D>,
    arguments: &Arguments,
) -> Result<Equilibrium, Failure> {
    let push = arguments.push.as_deref().map(direction::<D>).transpose()?;
    let state = &arguments.state;
    equilibrium(world, push).map_err(|e| {
        Failure::input(format!("{state}: {e}\nhelp: `drystone run` says what happens to any scene"))
    })
}

/// x, -y, …
fn direction<const D: usize>(word: &str) -> Result<[f64; D], Failure> {
    let (sign, name) = word.strip_prefix('-').map_or((1.0, word), |name| (-1.0, name));
    let axes = &["x", "y", "z"][..D];
    let axis = axes.iter().position(|axis| *axis == name).ok_or_else(|| {
        let known = axes.join(", ");
        Failure::input(format!(
            "--push: no direction `{word}`\nhelp: {known}, or - and one of them"
        ))
    })?;
    let mut direction = [0.0; D];
    direction[axis] = sign;
    Ok(direction)
}

/// The world as it stands in what was named.
fn world(arguments: &Arguments) -> Result<AnyWorld, Failure> {
    let state = &arguments.state;
    let whole = PathBuf::from(state);
    let is_results = |path: &Path| path.is_dir() || path.extension().is_some_and(|e| e == "h5");
    let (path, frame) = match state.rsplit_once(':') {
        Some((path, frame)) if !whole.exists() && is_results(Path::new(path)) => {
            (PathBuf::from(path), Some(frame))
        }
        _ => (whole, arguments.frame.as_deref()),
    };
    if !is_results(&path) {
        if arguments.frame.is_some() {
            return Err(Failure::input(format!(
                "--frame is for results, and `{state}` is a scene"
            )));
        }
        return Ok(Scene::load(&path, &arguments.set).map_err(Failure::input)?.world);
    }
    let results = open_results(&path)?;
    let chosen = Chosen::parse(frame.unwrap_or("last"), results.frames())?;
    let [index] = chosen.indices[..] else {
        return Err(Failure::input("one frame at a time\nhelp: `--frame last`, or a number"));
    };
    let folder = if path.is_dir() { &path } else { path.parent().unwrap_or(Path::new("")) };
    let name = format!("{} (scene)", results.path().display());
    let scene = Scene::parse(&name, results.scene(), &arguments.set, folder);
    let mut world = scene.map_err(Failure::input)?.world;
    match &mut world {
        AnyWorld::Plane(world) => {
            results.frame::<2>(index).map_err(Failure::input)?.restore(world);
        }
        AnyWorld::Space(world) => {
            results.frame::<3>(index).map_err(Failure::input)?.restore(world);
        }
    }
    Ok(world)
}

fn words(found: &Equilibrium, arguments: &Arguments) -> String {
    let mut lines = vec![format!("{} bodies, {} closed contacts", found.bodies, found.contacts)];
    if !found.admissible {
        lines
            .push("rest is not admissible: no impulses in the cones balance the loads".to_string());
        lines.push(
            "what nothing keeps from moving, velocities relative to the fastest:".to_string(),
        );
        for moving in found.mechanism.iter().take(NAMED) {
            let velocity: Vec<String> = moving.velocity.iter().map(|x| format!("{x:.3}")).collect();
            lines.push(format!("  {}: {}", moving.body, velocity.join(" ")));
        }
        let more = found.mechanism.len().saturating_sub(NAMED);
        if more > 0 {
            lines.push(format!("  and {more} more"));
        }
        return lines.join("\n") + "\n";
    }
    lines.push("rest is admissible".to_string());
    match found.redundancy {
        Some(0) => lines.push("forces are unique".to_string()),
        Some(n) => lines.push(format!("forces are not unique: they may differ in {n} ways")),
        None => lines.push("too many contacts to say whether forces are unique".to_string()),
    }
    if found.may_move_too {
        lines.push("the solver finds a motion: rest is not the only solution".to_string());
    }
    if let Some(factor) = found.friction_factor {
        lines.push(format!("least factor on friction: {factor:.5}"));
    }
    if let Some(direction) = &arguments.push {
        lines.push(match found.push {
            Some(push) => format!(
                "greatest acceleration along {direction}: {push:.5} times 9.81 m/s² (a tilt by {:.3}° under weight alone)",
                push.atan().to_degrees()
            ),
            None => format!("no acceleration along {direction} is too much"),
        });
    }
    lines.join("\n") + "\n"
}
