//! The text of a scene with the values set on the command line, as a tree that knows where in
//! the text each key and value stands.
//!
//! Every source (the file, then each `--set` argument) has its own range of byte offsets, one
//! after the other, so that one span says both which source and where in it.

use super::error::{Fault, Place, SceneError};
use super::overrides::{bare_word, insert, shift};
use super::suggest::{closest, quote_all};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

type Span = Range<usize>;

/// The largest number in a scene. Inertia, energy and their products with it stay far from
/// the largest floating-point number.
const LARGEST: f64 = 1e30;

/// A scene's text and the overrides of its values.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// Name of the file, for messages.
    pub file: String,
    /// The TOML text.
    pub text: String,
    /// Arguments of `--set`: `key.path=value`.
    pub overrides: Vec<String>,
}

impl Document {
    /// Reads the text into a plain value; numbers are finite and of a size to reckon with.
    pub fn read<T: DeserializeOwned + Serialize>(&self) -> Result<T, SceneError> {
        let tree = self.tree()?;
        let whole = DeValue::Table(tree.clone());
        self.refuse_boundless(&whole, tree_span(&self.text))?;
        let read = T::deserialize(toml::de::Deserializer::from(Spanned::new(
            tree_span(&self.text),
            tree.clone(),
        )))
        .map_err(|e| self.translate(&e, &tree))?;
        if let Ok(understood) = toml::Value::try_from(&read) {
            self.refuse_lists(&whole, tree_span(&self.text), &understood)?;
        }
        Ok(read)
    }

    /// Lists are not taken for tables without their keys, nor longer than they are read.
    fn refuse_lists(
        &self,
        given: &DeValue<'_>,
        span: Span,
        understood: &toml::Value,
    ) -> Result<(), SceneError> {
        let message = match (given, understood) {
            (DeValue::Table(given), toml::Value::Table(understood)) => {
                for (key, value) in given {
                    if let Some(understood) = understood.get(key.get_ref().as_ref()) {
                        self.refuse_lists(value.get_ref(), value.span(), understood)?;
                    }
                }
                return Ok(());
            }
            (DeValue::Array(given), toml::Value::Array(understood))
                if given.len() == understood.len() =>
            {
                let mut pairs = given.iter().zip(understood);
                return pairs.try_for_each(|(given, understood)| {
                    self.refuse_lists(given.get_ref(), given.span(), understood)
                });
            }
            (DeValue::Array(given), toml::Value::Array(understood)) => {
                format!("expected a list of {}, found {}", understood.len(), given.len())
            }
            (DeValue::Array(_), toml::Value::Table(understood)) => {
                let keys: Vec<String> = understood.keys().map(|key| format!("`{key}`")).collect();
                format!("expected a table with keys such as {}, found a list", keys.join(", "))
            }
            _ => return Ok(()),
        };
        let key = self.tree().map_or(String::new(), |tree| path_of(&tree, &span));
        Err(self.error(span, key, message, None))
    }

    /// The error for a fault: its key is looked up in the text; for a key that is not there,
    /// the place is that of the nearest table around it.
    pub fn locate(&self, fault: Fault) -> SceneError {
        let span = self.tree().map_or(0..0, |tree| span_of(tree, &fault.path, fault.of_key));
        self.error(span, fault.path, fault.message, fault.help)
    }

    fn error(&self, span: Span, key: String, message: String, help: Option<String>) -> SceneError {
        let mut start = 0;
        let named = std::iter::once((self.file.as_str(), &self.text))
            .chain(self.overrides.iter().map(|o| ("--set", o)));
        for (name, text) in named {
            if span.start <= start + text.len() {
                let place = Place::of(text, span.start - start, span.end.saturating_sub(start));
                let place = Box::new(place);
                return SceneError { file: name.into(), place: Some(place), key, message, help };
            }
            start += text.len() + 1;
        }
        SceneError { file: self.file.clone(), place: None, key, message, help }
    }

    /// Parses the text and applies the overrides.
    fn tree(&self) -> Result<DeTable<'_>, SceneError> {
        let syntax = |e: &toml::de::Error, start: usize| {
            let span = e.span().unwrap_or(0..0);
            self.error(start + span.start..start + span.end, String::new(), syntax_words(e), None)
        };
        let mut tree = DeTable::parse(&self.text).map_err(|e| syntax(&e, 0))?.into_inner();
        let mut start = self.text.len() + 1;
        for argument in &self.overrides {
            let whole = start..start + argument.len();
            let Some((path, value)) = argument.split_once('=') else {
                let message = "`--set` needs `key.path=value`".to_string();
                return Err(self.error(whole, String::new(), message, None));
            };
            let at = start + path.len() + 1;
            let value = match bare_word(value) {
                Some(word) => Spanned::new(at..whole.end, DeValue::String(Cow::Borrowed(word))),
                None => {
                    let mut parsed = DeValue::parse(value).map_err(|e| syntax(&e, at))?;
                    shift(&mut parsed, at);
                    parsed
                }
            };
            insert(&mut tree, path, start, value)
                .map_err(|message| self.error(whole.clone(), path.into(), message, None))?;
            start += argument.len() + 1;
        }
        Ok(tree)
    }

    fn refuse_boundless(&self, value: &DeValue<'_>, span: Span) -> Result<(), SceneError> {
        let below =
            |item: &Spanned<DeValue<'_>>| self.refuse_boundless(item.get_ref(), item.span());
        let message = match value {
            DeValue::Array(items) => return items.iter().try_for_each(below),
            DeValue::Table(items) => return items.values().try_for_each(below),
            DeValue::Float(x) => match x.as_str().parse::<f64>() {
                Ok(x) if x.abs() <= LARGEST => return Ok(()),
                Ok(x) if x.is_finite() => format!("numbers above {LARGEST:e} are not allowed"),
                _ => "this must be a finite number".to_string(),
            },
            _ => return Ok(()),
        };
        let key = self.tree().map_or(String::new(), |tree| path_of(&tree, &span));
        let help = "numbers are in SI units (m, kg, s, N, Pa), such as `2.5` or `1e9`; where none is meant, leave \
                    the key out";
        Err(self.error(span, key, message, Some(help.into())))
    }

    /// Puts a deserialisation error into plain words and finds its key.
    fn translate(&self, error: &toml::de::Error, tree: &DeTable<'_>) -> SceneError {
        let span = error.span().unwrap_or(0..0);
        let key = path_of(tree, &span);
        let message = error.message();
        let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
        let (message, help) = match quoted.split_first() {
            Some((word, known)) if message.starts_with("unknown field") => {
                (format!("unknown key `{word}`"), spelling(word, known))
            }
            Some((word, known)) if message.starts_with("unknown variant") => {
                (format!("unknown name `{word}`"), spelling(word, known))
            }
            Some((word, _)) if message.starts_with("missing field") => {
                (format!("the key `{word}` is missing here"), None)
            }
            _ => (type_words(message), type_help(message)),
        };
        self.error(span, key, message, help)
    }
}

fn tree_span(text: &str) -> Span {
    0..text.len()
}

fn spelling(word: &str, known: &[&str]) -> Option<String> {
    let list = || format!("expected one of {}", quote_all(known));
    closest(word, known.iter().copied())
        .map(|best| format!("did you mean `{best}`?"))
        .or_else(|| (!known.is_empty()).then(list))
}

fn syntax_words(error: &toml::de::Error) -> String {
    format!("this is not valid TOML: {}", error.message())
}

/// Replaces the names of Rust types in a message by words.
fn type_words(message: &str) -> String {
    [
        ("invalid type: ", "wrong type: found "),
        ("invalid value: ", "wrong value: found "),
        ("invalid length ", "wrong length: "),
        ("floating point", "number"),
        ("a sequence", "a list"),
        ("sequence", "list"),
        (" map", " table"),
        ("expected f64", "expected a number"),
        ("expected u64", "expected a whole number"),
        ("expected usize", "expected a whole number"),
        ("expected u32", "expected a whole number"),
        (
            "found unit variant, expected newtype variant",
            "a name alone is not enough here, expected a table such as `{ name = { … } }`",
        ),
        ("expected struct", "expected a table for"),
        ("expected enum", "expected a table for"),
        (
            "wanted exactly 1 element, found 0 elements",
            "exactly one key is needed here, none found",
        ),
        ("wanted exactly 1 element, more than 1 element", "exactly one key is allowed here"),
    ]
    .iter()
    .fold(message.to_string(), |text, (from, to)| text.replace(from, to))
}

/// How a value is written that was expected.
fn type_help(message: &str) -> Option<String> {
    let (_, expected) = message.split_once("expected ")?;
    let starts = |words: &[&str]| words.iter().any(|word| expected.starts_with(word));
    let help = if starts(&["f64", "a number", "floating point"]) {
        "numbers are written without quotes: `2.5`, `1e9`"
    } else if starts(&["u64", "u32", "u8", "usize", "i64", "a whole number", "an integer"]) {
        "whole numbers are written without point and quotes: `3`"
    } else if starts(&["a string", "string"]) {
        "words are written in quotes: `\"stone\"`"
    } else if starts(&["a boolean", "boolean", "bool"]) {
        "write `true` or `false`, without quotes"
    } else if starts(&["a sequence", "sequence", "an array", "a tuple", "tuple"]) {
        "lists are written in brackets: `[1.0, 2.0]`"
    } else if starts(&["struct", "enum", "a map", "map", "a table"]) {
        "tables are written in braces: `{ key = value }`"
    } else {
        "`drystone schema` prints what every key takes"
    };
    Some(help.to_string())
}

/// The span of the value at a path, or of its key, or of the nearest one around it; a table gives its header.
fn span_of(tree: DeTable<'_>, path: &str, of_key: bool) -> Span {
    let root = Spanned::new(0..0, DeValue::Table(tree));
    let (mut node, mut span) = (&root, 0..0);
    for segment in path.split('.').filter(|s| !s.is_empty()) {
        let next = match node.get_ref() {
            DeValue::Table(table) => {
                table.get_key_value(segment).map(|(key, next)| (key.span(), next))
            }
            DeValue::Array(items) => {
                let item = segment.parse::<usize>().ok().and_then(|i| items.get(i));
                item.map(|item| (item.span(), item))
            }
            _ => None,
        };
        let Some((key, next)) = next else { return node.span() };
        (node, span) = (next, key);
    }
    if of_key { span } else { node.span() }
}

/// The path of the innermost key or value that stands exactly at a span; empty if none does.
fn path_of(tree: &DeTable<'_>, span: &Span) -> String {
    fn search(value: &DeValue<'_>, span: &Span, path: &str) -> Option<String> {
        let below = |name: &str| {
            if path.is_empty() { name.to_string() } else { format!("{path}.{name}") }
        };
        match value {
            DeValue::Table(table) => table.iter().find_map(|(key, item)| {
                let here = below(key.get_ref());
                let own = key.span() == *span || item.span() == *span;
                search(item.get_ref(), span, &here).or(own.then_some(here))
            }),
            DeValue::Array(items) => items.iter().enumerate().find_map(|(i, item)| {
                let here = below(&i.to_string());
                let own = item.span() == *span;
                search(item.get_ref(), span, &here).or(own.then_some(here))
            }),
            _ => None,
        }
    }
    search(&DeValue::Table(tree.clone()), span, "").unwrap_or_default()
}
