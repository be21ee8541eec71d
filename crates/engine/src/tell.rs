//! The view of a player as JSON, for players that are programs of your own machine (`cmd:…`).

use crate::bytes::Bytes;
use crate::parameters::{self, Parameter};
pub use serde_json::{Map, Value, json};

/// How a game talks to them.
#[derive(Clone, Copy, Debug)]
pub struct Tell {
    /// The words of orders: word, verb, first and second argument.
    pub words: &'static [(&'static str, [i32; 3])],
    /// An intro as JSON; `None` when the bytes are none of this game.
    pub intro: fn(&[u8]) -> Option<Value>,
    /// A view, whose intro comes first.
    pub view: fn(&[u8], &[u8]) -> Option<Value>,
}

/// Numbers by their names.
pub fn named(names: &[&str], numbers: impl IntoIterator<Item = i32>) -> Map<String, Value> {
    let pairs = names.iter().zip(numbers);
    pairs.map(|(name, number)| ((*name).to_string(), Value::from(number))).collect()
}

/// Parameters, read one after the other, by their keywords.
pub fn settings<'a>(
    table: impl IntoIterator<Item = &'a Parameter>,
    bytes: &mut Bytes<'_>,
) -> Map<String, Value> {
    let mut value = |parameter: &Parameter| match parameter.take(bytes) {
        parameters::Value::Whole(value) => Value::from(value),
        parameters::Value::Real(value) => Value::from(value),
    };
    table.into_iter().map(|parameter| (parameter.key.to_string(), value(parameter))).collect()
}

/// A grid of letters as one text per row.
pub fn rows(letters: impl IntoIterator<Item = u8>, width: usize) -> Vec<String> {
    let letters: Vec<u8> = letters.into_iter().collect();
    let text = |row: &[u8]| row.iter().map(|&letter| char::from(letter)).collect();
    letters.chunks(width.max(1)).map(text).collect()
}
