//! The lines of a text by number, found once: a report about 10,000 lines must not read the text
//! 10,000 times.

/// Longer lines are kept in part: reports quote them.
const KEPT: usize = 400;

/// The lines of a text.
pub(crate) struct Lines<'a>(Vec<&'a str>);

impl<'a> Lines<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        Self(text.lines().collect())
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// A line by its number, from 1; empty when there is none.
    pub(crate) fn get(&self, number: usize) -> &'a str {
        number.checked_sub(1).and_then(|index| self.0.get(index)).copied().unwrap_or_default()
    }

    /// A line as a report quotes it, or nothing when its column is too far to the right.
    pub(crate) fn quote(&self, number: usize, column: usize) -> String {
        let line = self.get(number);
        if column > KEPT { String::new() } else { clip(line, KEPT).to_string() }
    }

    /// All lines with their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, &'a str)> {
        (1..).zip(self.0.iter().copied())
    }
}

/// The beginning of a text, of at most so many bytes.
pub(crate) fn clip(text: &str, most: usize) -> &str {
    &text[..text.floor_char_boundary(most)]
}
