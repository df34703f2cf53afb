//! Measures recorded while a world runs: columns of numbers with every row of its history.

use super::options::{Options, Refused, Scope};
use super::view::View;
use super::{Kind, Value, find, table};
use crate::results::{Constants, Frame, Geometry};
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
    /// What powers have added up to (J).
    works: Option<Vec<f64>>,
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
            let frame = frame(world);
            let view = recording.view(world, frame.as_ref(), &item);
            for (name, _) in item.columns(&view) {
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
        if measure.needs == Some("at") && want.options.at.is_none() {
            return Err(Refused::new("measure", format!("`{name}` needs a point: `at`")));
        }
        let scope = Scope::new(&want.options, &self.constants)?;
        let works = measure.adds_up.then(Vec::new);
        Ok(Item { label: want.label.clone(), scope, of, works })
    }

    fn view<'a>(
        &'a self,
        world: &'a World<D>,
        frame: Option<&'a Frame<D>>,
        item: &'a Item<D>,
    ) -> View<'a, D> {
        view(world, frame, &self.constants, self.geometry.as_ref(), &item.scope)
    }

    /// Names and units of the numbers.
    pub fn columns(&self, world: &World<D>) -> Vec<(String, &'static str)> {
        let frame = frame(world);
        let view = |item| self.view(world, frame.as_ref(), item);
        self.items.iter().flat_map(|item| item.columns(&view(item))).collect()
    }

    /// Adds up what adds up, after every step.
    pub fn add(&mut self, world: &World<D>) {
        let Self { constants, geometry, items } = self;
        if items.iter().all(|item| item.works.is_none()) {
            return;
        }
        let frame = frame(world);
        for Item { scope, of, works, .. } in items {
            let Some(works) = works else { continue };
            let values = of(&view(world, frame.as_ref(), constants, geometry.as_ref(), scope));
            works.resize(values.len(), 0.0);
            for (work, power) in works.iter_mut().zip(values) {
                *work += power.value * constants.time_step;
            }
        }
    }

    /// What has been added up so far, for a run that is to go on.
    pub fn works(&self) -> Vec<f64> {
        self.items.iter().flat_map(|item| item.works.iter().flatten().copied()).collect()
    }

    /// Restores what [`Self::works`] gave; of other measures it says nothing.
    pub fn restore(&mut self, works: &[f64], world: &World<D>) {
        let Self { constants, geometry, items } = self;
        let (mut rest, frame) = (works.iter(), frame(world));
        for Item { scope, of, works, .. } in items {
            let Some(works) = works else { continue };
            let view = view(world, frame.as_ref(), constants, geometry.as_ref(), scope);
            let count = of(&view).len();
            *works = rest.by_ref().take(count).copied().collect();
        }
    }

    /// The numbers of the present state.
    pub fn row(&self, world: &World<D>) -> Vec<f64> {
        if self.items.is_empty() {
            return vec![];
        }
        let frame = frame(world);
        let view = |item| self.view(world, frame.as_ref(), item);
        self.items.iter().flat_map(|item| item.row(&view(item))).collect()
    }
}

/// The state of a world with deformable bodies, which measures see as in frames; none of others, whose
/// state is looked at in place.
fn frame<const D: usize>(world: &World<D>) -> Option<Frame<D>> {
    (!world.bodies.deformables.is_empty()).then(|| Frame::of(world))
}

fn view<'a, const D: usize>(
    world: &'a World<D>,
    frame: Option<&'a Frame<D>>,
    constants: &'a Constants,
    geometry: Option<&'a Geometry<D>>,
    scope: &'a Scope<D>,
) -> View<'a, D> {
    match frame {
        Some(frame) => View::of_frame(frame, constants, geometry, scope),
        None => View::of_world(world, constants, geometry, scope),
    }
}

impl<const D: usize> Item<D> {
    /// Powers, then the works that they have added up to.
    fn columns(&self, view: &View<D>) -> Vec<(String, &'static str)> {
        let values = (self.of)(view);
        let name = |name: &str| super::value::joined(&self.label, name);
        let own = values.iter().map(|value| (name(&value.name), value.unit));
        let works = values.iter().filter(|_| self.works.is_some());
        own.chain(works.map(|value| (name(&value.name.replace("power", "work")), "J"))).collect()
    }

    fn row(&self, view: &View<D>) -> Vec<f64> {
        let mut row: Vec<f64> = (self.of)(view).iter().map(|value| value.value).collect();
        if let Some(works) = &self.works {
            // Before the first step there is none.
            let n = row.len();
            row.extend((0..n).map(|k| works.get(k).copied().unwrap_or(0.0)));
        }
        row
    }
}

/// Names of the measures that can be recorded.
pub fn recordable() -> Vec<&'static str> {
    let gives_numbers = |kind: &Kind<2>| matches!(kind, Kind::Numbers(_));
    table::<2>().into_iter().filter(|m| gives_numbers(&m.kind)).map(|m| m.name).collect()
}
