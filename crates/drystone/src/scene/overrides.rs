//! Values set on the command line: `--set key.path=value`, put into the tree of the document.

use std::borrow::Cow;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// An unquoted word given to `--set`, taken as a string.
pub fn bare_word(value: &str) -> Option<&str> {
    let starts = value.starts_with(|c: char| c.is_ascii_alphabetic());
    let simple = value.chars().all(|c| c.is_ascii_alphanumeric() || "_-. /".contains(c));
    (starts && simple && !["true", "false", "inf", "nan"].contains(&value)).then_some(value)
}

/// Moves every span of a value.
pub fn shift(value: &mut Spanned<DeValue<'_>>, by: usize) {
    let span = value.span();
    match value.get_mut() {
        DeValue::Array(items) => items.iter_mut().for_each(|item| shift(item, by)),
        DeValue::Table(items) => {
            let moved = std::mem::take(items).into_iter().map(|(key, mut item)| {
                shift(&mut item, by);
                let span = key.span();
                (Spanned::new(span.start + by..span.end + by, key.into_inner()), item)
            });
            *items = moved.collect();
        }
        _ => {}
    }
    let inner = std::mem::replace(value.get_mut(), DeValue::Boolean(false));
    *value = Spanned::new(span.start + by..span.end + by, inner);
}

/// Puts a value at a path, replacing what was there; `start` is the offset of the path's text.
pub fn insert<'i>(
    tree: &mut DeTable<'i>,
    path: &'i str,
    start: usize,
    value: Spanned<DeValue<'i>>,
) -> Result<(), String> {
    let (segment, rest) = match path.split_once('.') {
        Some((segment, rest)) => (segment.trim(), Some(rest)),
        None => (path.trim(), None),
    };
    if segment.is_empty() {
        return Err("the path of `--set` has an empty key".to_string());
    }
    let span = start..start + segment.len();
    let Some(rest) = rest else {
        tree.remove(segment);
        tree.insert(Spanned::new(span, Cow::Borrowed(segment)), value);
        return Ok(());
    };
    let rest_start = start + path.len() - rest.len();
    let child = tree
        .entry(Spanned::new(span.clone(), Cow::Borrowed(segment)))
        .or_insert_with(|| Spanned::new(span, DeValue::Table(DeTable::new())));
    insert_below(child.get_mut(), segment, rest, rest_start, value)
}

fn insert_below<'i>(
    parent: &mut DeValue<'i>,
    name: &str,
    path: &'i str,
    start: usize,
    value: Spanned<DeValue<'i>>,
) -> Result<(), String> {
    let items = match parent {
        DeValue::Table(table) => return insert(table, path, start, value),
        DeValue::Array(items) => items,
        _ => return Err(format!("`{name}` is a single value: it has no keys below it")),
    };
    let (segment, rest) = path.split_once('.').map_or((path, None), |(a, b)| (a, Some(b)));
    let count = items.len();
    let item = segment.parse::<usize>().ok().and_then(|i| items.get_mut(i)).ok_or_else(|| {
        format!("`{name}` is a list of {count}: expected an index below {count}, found `{segment}`")
    })?;
    match rest {
        None => {
            *item = value;
            Ok(())
        }
        Some(rest) => {
            insert_below(item.get_mut(), segment, rest, start + path.len() - rest.len(), value)
        }
    }
}
