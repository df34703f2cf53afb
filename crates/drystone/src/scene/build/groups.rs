//! Groups of bodies, by name.

use crate::detection::Visibility;
use crate::scene::error::Fault;
use crate::scene::format::Description;
use crate::scene::generate::Placed;
use crate::scene::resolve::DEFAULT_GROUP;

/// Most groups a scene may have: what [`Visibility`] can tell apart.
const MOST_GROUPS: usize = 64;

/// Names of the groups in use.
pub struct Groups(Vec<String>);

impl Groups {
    /// The groups of some bodies.
    pub fn collect(placed: &[Placed]) -> Result<Self, Fault> {
        let mut names = vec![DEFAULT_GROUP.to_string()];
        for Placed { body, path } in placed {
            let Some(group) = &body.group else { continue };
            if names.contains(group) {
                continue;
            }
            if names.len() == MOST_GROUPS {
                let message = format!("a scene has at most {MOST_GROUPS} groups");
                return Err(Fault::new(format!("{path}.group"), message));
            }
            names.push(group.clone());
        }
        Ok(Self(names))
    }

    fn find(&self, name: &str) -> Option<u8> {
        self.0.iter().position(|known| known == name).map(|i| i as u8)
    }

    /// Number of a group.
    pub fn index(&self, name: Option<&str>) -> u8 {
        name.and_then(|name| self.find(name)).unwrap_or(0)
    }

    /// Who may touch whom.
    pub fn visibility(&self, scene: &Description) -> Result<Visibility, Fault> {
        let mut visibility = Visibility::default();
        for (i, pair) in scene.no_contact.iter().enumerate() {
            let mut index = [0; 2];
            for (k, name) in pair.between.iter().enumerate() {
                index[k] = self.find(name).ok_or_else(|| {
                    let path = format!("no_contact.{i}.between.{k}");
                    Fault::unknown(path, "group", name, self.0.iter().map(String::as_str))
                })?;
            }
            visibility.set(index[0], index[1], false);
        }
        Ok(visibility)
    }
}
