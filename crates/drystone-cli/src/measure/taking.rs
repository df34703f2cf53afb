//! Takes measures, frame by frame.

use super::books::Books;
use super::text::Sheet;
use super::{Arguments, flag};
use crate::Failure;
use crate::frames::Chosen;
use drystone::measures::{Kind, Measure, Refused, Scope, Since, Table, Value, View};
use drystone::results::{Constants, Frame, Geometry, Results};

/// What does not change from frame to frame.
pub struct About<const D: usize> {
    pub constants: Constants,
    pub geometry: Geometry<D>,
    pub scope: Scope<D>,
}

impl<const D: usize> About<D> {
    fn view<'a>(&'a self, frame: &'a Frame<D>) -> View<'a, D> {
        View::of_frame(frame, &self.constants, Some(&self.geometry), &self.scope)
    }
}

/// What was measured: a sheet of numbers, a row a frame, and a sheet for each table.
pub struct Taken {
    pub numbers: Option<Sheet>,
    pub tables: Vec<(&'static str, Sheet)>,
}

/// Takes measures.
pub fn take<const D: usize>(
    arguments: &Arguments,
    results: &Results,
    measures: &[Measure<D>],
    about: &About<D>,
) -> Result<Taken, Failure> {
    let which = |default: &str| -> Result<Vec<usize>, Failure> {
        let words = arguments.frame.as_deref().unwrap_or(default);
        Ok(Chosen::parse(words, results.frames())?.indices)
    };
    let read = |index: usize| results.frame::<D>(index).map_err(Failure::input);
    let mut holds = false;
    let mut taken = Taken { numbers: None, tables: vec![] };
    // Of a part of the scene there are no books.
    let wants_books = measures.iter().any(|m| m.name == "energies") && !arguments.given.selects();
    let books = if wants_books { Some(Books::read(results)?) } else { None };
    let of_numbers = measures.iter().filter(|m| matches!(m.kind, Kind::Numbers(_)));
    for index in if of_numbers.clone().count() > 0 { which("all")? } else { vec![] } {
        let frame = read(index)?;
        let view = about.view(&frame);
        holds |= holds_something(&view);
        let values = |m: &Measure<D>| match m.kind {
            Kind::Numbers(of) => of(&view),
            Kind::Table(_) => vec![],
        };
        let mut values: Vec<Value> = of_numbers.clone().flat_map(values).collect();
        values.extend(books.iter().flat_map(|books| books.at(frame.step)));
        taken.numbers.get_or_insert_default().add_values(&frame, &values);
    }
    let tables = measures.iter().filter(|m| matches!(m.kind, Kind::Table(_)));
    for measure in tables {
        let indices = which("last")?;
        let reference =
            reference(measure.since, arguments.from.as_deref(), results)?.map(read).transpose()?;
        let mut sheet = Sheet::default();
        for index in indices {
            let frame = read(index)?;
            let view = View { reference: reference.as_ref(), ..about.view(&frame) };
            holds |= holds_something(&view);
            sheet.add_table(&frame, made(measure, &view)?);
        }
        taken.tables.push((measure.name, sheet));
    }
    // A frame that is not there is told of even where no measure was taken.
    if taken.numbers.is_none() && taken.tables.is_empty() {
        which("last")?;
    }
    if !holds && arguments.given.selects() {
        let message = "no grain and no contact is in what was asked for";
        return Err(Failure::input(format!("{message}\nhelp: see --region and --bodies")));
    }
    Ok(taken)
}

fn holds_something<const D: usize>(view: &View<D>) -> bool {
    view.grains().next().is_some()
        || view.active().next().is_some()
        || (0..view.bodies())
            .any(|body| view.scope.named.is_some() && view.body_places(body).next().is_some())
}

fn made<const D: usize>(measure: &Measure<D>, view: &View<D>) -> Result<Table, Failure> {
    let Kind::Table(of) = measure.kind else { return Ok(Table::default()) };
    of(view).map_err(|refused| {
        let Refused { message, .. } = &refused;
        Failure::input(format!("`{}`: {message}\nhelp: see {}", measure.name, flag(&refused)))
    })
}

/// The frame to compare with.
fn reference(
    since: Since,
    from: Option<&str>,
    results: &Results,
) -> Result<Option<usize>, Failure> {
    if since == Since::Now {
        return Ok(None);
    }
    let count = results.frames();
    if let Some(words) = from {
        let chosen = Chosen::parse(words, count)?;
        return match (chosen.several, chosen.indices.as_slice()) {
            (false, [index]) => Ok(Some(*index)),
            _ => Err(Failure::input(format!("--from: `{words}` is not one frame"))),
        };
    }
    let first = |index: &usize| since == Since::First || results.contacts(*index) > 0;
    match (0..count).find(first) {
        Some(index) => Ok(Some(index)),
        None => Err(Failure::input("no frame of the run has contacts to compare with")),
    }
}
