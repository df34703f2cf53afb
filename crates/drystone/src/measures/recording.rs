//! Measures recorded while a world runs: columns of numbers with every row of its history.

use super::options::{Options, Refused, Scope};
use super::view::View;
use super::{Kind, Value, find, table};
use crate::results::{Constants, Geometry};
use crate::world::World;

/// A measure that is wanted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wanted {
    /// Its name.
    pub measure: String,
    /// What the names of its numbers begin with, to tell two of one kind apart; may be empty.
    pub label: String,
    /// What it looks at.
    pub options: Options,
}

/// Measures ready to be taken.
pub struct Recording<const D: usize> {
    constants: Constants,
    geometry: Option<Geometry<D>>,
    items: Vec<Item<D>>,
}

struct Item<const D: usize> {
    label: String,
    scope: Scope<D>,
    of: fn(&View<D>) -> Vec<Value>,
}

impl<const D: usize> Recording<D> {
    /// Makes them ready for a world.
    ///
    /// # Errors
    ///
    /// Which of the wanted measures cannot be recorded, and why: there is none of the name, it gives a
    /// table, it needs an option, or two give numbers of one name.
    pub fn new(world: &World<D>, wanted: &[Wanted]) -> Result<Self, (usize, Refused)> {
        // The look of large terrains is not worth while for nothing.
        let geometry = (!wanted.is_empty()).then(|| Geometry::of(world));
        let mut recording = Self { constants: Constants::of(world), geometry, items: vec![] };
        let mut names: Vec<String> = vec![];
        for (k, want) in wanted.iter().enumerate() {
            let item = recording.item(want).map_err(|refused| (k, refused))?;
            let view = recording.view(world, &item);
            for (name, _) in item.values(&view) {
                if names.contains(&name) {
                    let message = format!("`{name}` is recorded twice: give one of them a `label`");
                    return Err((k, Refused::new("label", message)));
                }
                names.push(name);
            }
            recording.items.push(item);
        }
        Ok(recording)
    }

    fn item(&self, want: &Wanted) -> Result<Item<D>, Refused> {
        let name = &want.measure;
        let Some(measure) = find::<D>(name) else {
            return Err(Refused::new("measure", format!("unknown measure `{name}`")));
        };
        let Kind::Numbers(of) = measure.kind else {
            let message = format!(
                "`{name}` gives tables, which are not recorded: `drystone measure` \
                                   makes them from the frames"
            );
            return Err(Refused::new("measure", message));
        };
        if measure.needs == Some("cut") && want.options.cut.is_none() {
            return Err(Refused::new("measure", format!("`{name}` needs a plane: `cut`")));
        }
        let scope = Scope::new(&want.options, &self.constants)?;
        Ok(Item { label: want.label.clone(), scope, of })
    }

    fn view<'a>(&'a self, world: &'a World<D>, item: &'a Item<D>) -> View<'a, D> {
        View::of_world(world, &self.constants, self.geometry.as_ref(), &item.scope)
    }

    /// Names and units of the numbers.
    pub fn columns(&self, world: &World<D>) -> Vec<(String, &'static str)> {
        let values = self.items.iter().flat_map(|item| {
            (item.of)(&self.view(world, item))
                .into_iter()
                .map(|value| (item.name(&value), value.unit))
        });
        values.collect()
    }

    /// The numbers of the present state.
    pub fn row(&self, world: &World<D>) -> Vec<f64> {
        let values = self.items.iter().flat_map(|item| {
            (item.of)(&self.view(world, item)).into_iter().map(|value| value.value)
        });
        values.collect()
    }
}

impl<const D: usize> Item<D> {
    fn name(&self, value: &Value) -> String {
        super::value::joined(&self.label, &value.name)
    }

    fn values(&self, view: &View<D>) -> Vec<(String, f64)> {
        (self.of)(view).iter().map(|value| (self.name(value), value.value)).collect()
    }
}

/// Names of the measures that can be recorded.
pub fn recordable() -> Vec<&'static str> {
    let gives_numbers = |kind: &Kind<2>| matches!(kind, Kind::Numbers(_));
    table::<2>().into_iter().filter(|m| gives_numbers(&m.kind)).map(|m| m.name).collect()
}
