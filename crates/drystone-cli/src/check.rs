//! `drystone check SCENE`: read a scene with care and say what it would do.

use crate::run::not_crowded;
use crate::words::say;
use crate::{Failure, print};
use clap::Args;
use drystone::record::picture;
use drystone::scene::{Overlaps, Scene};
use drystone::world::{AnyWorld, World};
use std::path::PathBuf;

/// Check a scene file and say what would run, without running it
#[derive(Args)]
#[command(after_help = "Examples:\n  drystone check wall.toml\n  \
                        drystone check wall.toml --set theta=1 --resolved\n  \
                        drystone check wall.toml --contacts contacts.png")]
pub struct Arguments {
    /// The scene file (TOML)
    scene: PathBuf,
    /// Set a value of the scene, as in `run`
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Print the scene with every default written out instead
    #[arg(long)]
    resolved: bool,
    /// Draw the contacts of the initial state, their normals and the sign of their gaps
    #[arg(long, value_name = "FILE.png")]
    contacts: Option<PathBuf>,
}

pub fn main(arguments: &Arguments) -> Result<(), Failure> {
    let scene = Scene::load(&arguments.scene, &arguments.set).map_err(Failure::input)?;
    if arguments.resolved {
        return print(&scene.resolved_toml().map_err(Failure::input)?);
    }
    let overlaps = Overlaps::of(&scene.world);
    not_crowded(&overlaps)?;
    print(&words(&scene, overlaps.touching))?;
    let solver = scene.solver_warning(overlaps.touching);
    for warning in scene.warnings.iter().cloned().chain(overlaps.warnings()).chain(solver) {
        say!("warning: {warning}");
    }
    if let Some(file) = &arguments.contacts {
        let shown = file.display();
        let drawn = match &scene.world {
            AnyWorld::Plane(world) => picture::write_contacts(file, world),
            AnyWorld::Space(world) => picture::write_contacts(file, world),
        };
        drawn.map_err(|e| Failure::input(format!("cannot write `{shown}`: {e}")))?;
        print(&format!("contacts drawn in {shown}: red touching or overlapping, blue apart\n"))?;
    }
    Ok(())
}

fn words(scene: &Scene, touching: usize) -> String {
    let description = &scene.description;
    let (bodies, moving) = match &scene.world {
        AnyWorld::Plane(world) => count(world),
        AnyWorld::Space(world) => count(world),
    };
    let solver = &description.solver;
    let title = if description.title.is_empty() { "the scene" } else { &description.title };
    format!(
        "{title}: no errors\n\
         dimension {}, {bodies} bodies of which {moving} can move, {touching} contacts at the start\n\
         {} materials, {} contact laws\n\
         {} steps of {} s to t = {} s, theta = {}, alert distance {:.3e} m\n\
         solver {}, tolerance {:e} ({}), at most {} iterations a step\n",
        description.dimension,
        description.materials.len(),
        description.contacts.len(),
        scene.steps(),
        description.time_step,
        description.duration,
        description.theta,
        description.alert_distance.unwrap_or_default(),
        solver.name,
        solver.tolerance,
        solver.norm,
        solver.max_iterations,
    )
}

fn count<const D: usize>(world: &World<D>) -> (usize, usize) {
    (world.bodies.len(), world.bodies.list.iter().filter(|body| body.movable()).count())
}
