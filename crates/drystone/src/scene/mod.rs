//! Scenes: a TOML file, read with care, becomes a world.
//!
//! ```text
//! text, --set values --document--> format::Description --resolve--> all defaults filled
//!     --generate--> a plain list of bodies --build--> World
//! ```
//!
//! Whatever is wrong ends in one [`SceneError`] that names file, line, column and key, shows the
//! line with a caret under the value, and proposes the word that was probably meant.

mod build;
mod check;
mod document;
mod error;
pub mod format;
mod generate;
mod grid_file;
mod law;
mod mesh_file;
mod overlap;
mod overrides;
mod recorded;
mod resolve;
mod solid_file;
mod solver;
mod suggest;
mod table_file;
mod terrain_file;

pub use error::{Place, SceneError};
pub use format::{Description, schema};
pub use overlap::Overlaps;
pub use solver::solver_settings;
pub use suggest::did_you_mean;

use crate::solvers::{find, keys_ignored};
use crate::world::AnyWorld;
use document::Document;
use format::Problems;
use std::path::Path;

/// How the text of a scene begins that was written by a run.
pub(crate) const RESOLVED: &str = "# Scene as resolved by drystone";

/// A scene that passed every check: what it says, all defaults filled, and the world it makes.
pub struct Scene {
    /// The scene as resolved.
    pub description: Description,
    /// The world in its initial state.
    pub world: AnyWorld,
    /// What the user should know, though it is no error; without the [`Overlaps`].
    pub warnings: Vec<String>,
}

impl Scene {
    /// Reads a scene file; `overrides` are `key.path=value`.
    pub fn load(file: &Path, overrides: &[String]) -> Result<Self, SceneError> {
        let name = file.display().to_string();
        let bytes = crate::intake::read(file)
            .map_err(|e| SceneError::about_file(&name, format!("cannot read the scene: {e}")))?;
        let text = String::from_utf8(bytes)
            .map_err(|_| SceneError::about_file(&name, "the scene is not UTF-8 text"))?;
        let folder = file.parent().unwrap_or(Path::new(""));
        Self::parse(&name, &text, overrides, folder)
    }

    /// Reads a scene from its text. `name` stands for the file in messages, `folder` is where
    /// the files it names are looked for.
    pub fn parse(
        name: &str,
        text: &str,
        overrides: &[String],
        folder: &Path,
    ) -> Result<Self, SceneError> {
        let document = Document {
            file: name.to_string(),
            text: text.to_string(),
            overrides: overrides.to_vec(),
        };
        let mut description: Description = document.read()?;
        let mut warnings =
            resolve::resolve(&mut description, folder).map_err(|fault| document.locate(fault))?;
        let built = if description.dimension == 2 {
            build::world::<2>(&mut description)
                .map(|(w, said)| (AnyWorld::Plane(Box::new(w)), said))
        } else {
            build::world::<3>(&mut description)
                .map(|(w, said)| (AnyWorld::Space(Box::new(w)), said))
        };
        let (world, said) = built.map_err(|fault| document.locate(fault))?;
        recorded::check(&description.record, &world).map_err(|fault| document.locate(fault))?;
        warnings.extend(said);
        let mut scene = Self { description, world, warnings };
        scene.warnings.extend(scene.missed_problems());
        scene.warnings.extend(scene.ignored_settings());
        Ok(scene)
    }

    /// A warning where the solver does not take as many contacts as there are at the start.
    pub fn solver_warning(&self, contacts: usize) -> Option<String> {
        let about = &find(&self.description.solver.name)?.about;
        let too_many = contacts > about.max_contacts;
        too_many.then(|| {
            format!(
                "the solver `{}` takes at most {} contacts, and there are {contacts} at the start: \
                 steps with more will not be solved",
                about.name, about.max_contacts
            )
        })
    }

    /// A warning where the solver does not read what is set.
    fn ignored_settings(&self) -> Option<String> {
        let settings = solver::settings(&self.description.solver).ok()?;
        let keys = keys_ignored(&find(&settings.name)?.about, &settings);
        let text = format!("the solver `{}` does not read `{}`", settings.name, keys.join("`, `"));
        (!keys.is_empty()).then_some(text)
    }

    /// A warning where problems of steps are asked for that the run does not have.
    fn missed_problems(&self) -> Option<String> {
        let Problems::Steps(asked) = &self.description.record.problems else { return None };
        let (last, latest) = (self.steps(), *asked.iter().max()?);
        let late = latest > last;
        late.then(|| format!("`record.problems` asks for step {latest}, but the last is {last}"))
    }

    /// Number of time steps of the run.
    pub fn steps(&self) -> u64 {
        // Rounding must not add a step to a duration of a whole number of steps.
        let ratio = self.description.duration / self.description.time_step;
        (ratio * (1.0 - 1e-12)).ceil().max(1.0) as u64
    }

    /// The scene as resolved, as a file that reads back to the same scene.
    pub fn resolved_toml(&self) -> Result<String, SceneError> {
        let text = toml::to_string(&self.description)
            .map_err(|e| SceneError::about_file("", format!("cannot write the scene: {e}")))?;
        let version = crate::VERSION;
        Ok(format!("{RESOLVED} {version}: every default is written out.\n\n{text}"))
    }
}
