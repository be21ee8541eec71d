//! The numbers of a settings file as one table, which reads, checks and explains them.
//!
//! A game writes the table once, with [`parameters!`](crate::parameters!): keyword, type, default,
//! range and meaning of each number, in the order of the file. From it come the struct that the
//! rules read, the checks with their messages, `palestra games`, and the table of the manual.

use crate::bytes::Bytes;
use crate::say::Say;
use crate::text::{Refusal, Tokens, push_int, push_real};
use std::fmt;

/// The value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A whole number.
    Whole(i32),
    /// A real number.
    Real(f64),
}

impl Value {
    /// A whole number; named like the type of the field, so that a table of types can ask for it.
    #[must_use]
    pub const fn i32(value: i32) -> Self {
        Self::Whole(value)
    }

    /// A real number, likewise.
    #[must_use]
    pub const fn f64(value: f64) -> Self {
        Self::Real(value)
    }

    /// Appends it as intros hold it: four bytes, eight for a real number, little-endian.
    pub fn push_bytes(self, out: &mut Vec<u8>) {
        match self {
            Self::Whole(value) => out.extend_from_slice(&value.to_le_bytes()),
            Self::Real(value) => out.extend_from_slice(&value.to_le_bytes()),
        }
    }

    /// Appends it as the kits print it.
    pub fn push_text(self, out: &mut Vec<u8>) {
        match self {
            Self::Whole(value) => push_int(out, value.into()),
            Self::Real(value) => push_real(out, value),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(value) => value.fmt(f),
            Self::Real(value) => value.fmt(f),
        }
    }
}

impl From<Value> for Say {
    fn from(value: Value) -> Self {
        match value {
            Value::Whole(value) => value.into(),
            Value::Real(value) => value.into(),
        }
    }
}

/// A type that a parameter may have.
pub trait Number: Copy {
    /// The number that a value is; a value of the other type is cut to this one.
    fn of(value: Value) -> Self;
    /// The value that the number is.
    fn value(self) -> Value;
}

impl Number for i32 {
    fn of(value: Value) -> Self {
        match value {
            Value::Whole(value) => value,
            Value::Real(value) => value as Self,
        }
    }
    fn value(self) -> Value {
        Value::Whole(self)
    }
}

impl Number for f64 {
    fn of(value: Value) -> Self {
        match value {
            Value::Whole(value) => value.into(),
            Value::Real(value) => value,
        }
    }
    fn value(self) -> Value {
        Value::Real(self)
    }
}

/// An end of a range.
#[derive(Clone, Copy, Debug)]
enum Bound {
    /// This number.
    Is(i32),
    /// The value of a parameter that stands before.
    Key(&'static str),
}

/// A condition besides the two ends: the number and those before it, and how people say it.
type Fits = (fn(i64, &Known<'_>) -> bool, &'static str);

/// The accepted values.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// The ends; `None` for any real number.
    ends: Option<(Bound, Bound)>,
    fits: Option<Fits>,
}

/// Any real number.
pub const ANY_REAL: Range = Range { ends: None, fits: None };

const fn range(low: Bound, high: Bound) -> Range {
    Range { ends: Some((low, high)), fits: None }
}

/// Only this number.
#[must_use]
pub const fn exactly(value: i32) -> Range {
    range(Bound::Is(value), Bound::Is(value))
}

/// This number or more.
#[must_use]
pub const fn from(low: i32) -> Range {
    range(Bound::Is(low), Bound::Is(i32::MAX))
}

/// From `low` to `high`.
#[must_use]
pub const fn within(low: i32, high: i32) -> Range {
    range(Bound::Is(low), Bound::Is(high))
}

/// From `low` to the value of an earlier parameter.
#[must_use]
pub const fn up_to(low: i32, high: &'static str) -> Range {
    range(Bound::Is(low), Bound::Key(high))
}

/// The value of an earlier parameter or more.
#[must_use]
pub const fn at_least(low: &'static str) -> Range {
    range(Bound::Key(low), Bound::Is(i32::MAX))
}

/// The value of an earlier parameter.
#[must_use]
pub const fn same_as(other: &'static str) -> Range {
    range(Bound::Key(other), Bound::Key(other))
}

impl Range {
    /// Only numbers that keep a condition as well; `words` say the whole range.
    #[must_use]
    pub const fn only(self, fits: fn(i64, &Known<'_>) -> bool, words: &'static str) -> Self {
        Self { fits: Some((fits, words)), ..self }
    }

    /// The numbers at both ends.
    fn ends(&self, before: &Known<'_>) -> (i64, i64) {
        let number = |bound| match bound {
            Bound::Is(number) => i64::from(number),
            Bound::Key(key) => before.get(key),
        };
        self.ends.map_or((i64::MIN, i64::MAX), |(low, high)| (number(low), number(high)))
    }

    /// Why a value is refused: what is allowed, in words that go on behind the keyword.
    fn refuses(&self, value: Value, before: &Known<'_>) -> Option<String> {
        let Value::Whole(value) = value else { return None };
        let (low, high) = self.ends(before);
        let value = i64::from(value);
        if !(low..=high).contains(&value) {
            return Some(self.wanted(before));
        }
        let (fits, words) = self.fits?;
        (!fits(value, before)).then(|| format!("must be {words}"))
    }

    fn wanted(&self, before: &Known<'_>) -> String {
        const MANY: i64 = i32::MAX as i64;
        match self.ends(before) {
            _ if self.ends.is_none() => "needs a number, such as 50 or 2.5".into(),
            (low, high) if low == high => format!("must be {low}"),
            (low, MANY) => format!("needs a whole number from {low} up"),
            (low, high) => format!("needs a whole number from {low} to {high}"),
        }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.fits, self.ends) {
            (Some((_, words)), _) => f.write_str(words),
            (None, None) => f.write_str("any number"),
            (None, Some(ends)) => match ends {
                (Bound::Key(low), Bound::Key(_)) => write!(f, "the same as {low}"),
                (Bound::Key(low), Bound::Is(_)) => write!(f, "{low} or more"),
                (Bound::Is(low), Bound::Key(high)) => write!(f, "{low} to {high}"),
                (Bound::Is(low), Bound::Is(high)) if low == high => low.fmt(f),
                (Bound::Is(low), Bound::Is(i32::MAX)) => write!(f, "{low} or more"),
                (Bound::Is(low), Bound::Is(high)) => write!(f, "{low} to {high}"),
            },
        }
    }
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its keyword in settings files.
    pub key: &'static str,
    /// Its value in the default settings.
    pub default: Value,
    /// The accepted values.
    pub range: Range,
    /// The meaning.
    pub meaning: &'static str,
}

impl Parameter {
    /// Reads its value as [`Value::push_bytes`] wrote it.
    pub fn take(&self, bytes: &mut Bytes<'_>) -> Value {
        match self.default {
            Value::Whole(_) => Value::Whole(bytes.int()),
            Value::Real(_) => Value::Real(bytes.real()),
        }
    }

    /// Reads its value from a word, as result files hold it.
    #[must_use]
    pub fn parse(&self, word: &str) -> Option<Value> {
        match self.default {
            Value::Whole(_) => word.parse().ok().map(Value::Whole),
            Value::Real(_) => word.parse().ok().map(Value::Real),
        }
    }

    /// Reads keyword and value from a settings file.
    fn read(&self, before: &Known<'_>, tokens: &mut Tokens<'_>) -> Result<Value, Refusal> {
        tokens.expect(self.key)?;
        let (line, mut start) = (tokens.line(), tokens.clone());
        let value = match self.default {
            Value::Whole(_) => tokens.int().map(Value::Whole),
            Value::Real(_) => tokens.real().map(Value::Real),
        };
        let wrong = value.map_or_else(
            || Some(self.range.wanted(before)),
            |value| self.range.refuses(value, before),
        );
        match (value, wrong) {
            (Some(value), None) => Ok(value),
            (_, wrong) => {
                let allowed = format!("`{}` {}", self.key, wrong.unwrap_or_default());
                Err(Refusal::new(line, start.peek(), allowed))
            }
        }
    }
}

/// The parameters before one of the table, with their values.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    table: &'static [Parameter],
    values: &'a [Value],
}

impl Known<'_> {
    /// The whole number that an earlier parameter has; 0 if none has this keyword.
    #[must_use]
    pub fn get(&self, key: &str) -> i64 {
        let at = self.table.iter().position(|parameter| parameter.key == key);
        match at.and_then(|at| self.values.get(at)) {
            Some(&Value::Whole(value)) => value.into(),
            _ => 0,
        }
    }
}

/// Reads the parameters of a table from a settings file, checking each in its turn.
///
/// # Errors
/// When a keyword differs, a number cannot be read or is not in its range.
pub fn read(
    table: &'static [Parameter],
    values: &mut [Value],
    tokens: &mut Tokens<'_>,
) -> Result<(), Refusal> {
    for (k, parameter) in table.iter().enumerate().take(values.len()) {
        let known = Known { table, values: &values[..k] };
        values[k] = parameter.read(&known, tokens)?;
    }
    Ok(())
}

/// Checks values that do not come from a settings file.
///
/// # Errors
/// When one is not in its range: which, and what is allowed.
pub fn check(table: &'static [Parameter], values: &[Value]) -> Result<(), Refusal> {
    for (k, (parameter, value)) in table.iter().zip(values).enumerate() {
        let known = Known { table, values: &values[..k] };
        if let Some(wrong) = parameter.range.refuses(*value, &known) {
            let allowed = format!("`{}` {wrong}", parameter.key);
            return Err(Refusal::new(0, format!("`{value}`"), allowed));
        }
    }
    Ok(())
}

/// A struct of parameters with the table that drives it.
///
/// ```
/// use engine::parameters::{at_least, exactly, from};
///
/// engine::parameters! {
///     /// The parameters of a game.
///     #[derive(Clone, Copy, Debug, PartialEq)]
///     pub struct Parameters {
///         nb_players: i32 = 4, exactly(4), "players";
///         damage_min: i32 = 50, from(0), "least damage of a hit";
///         damage_max: i32 = 70, at_least("damage_min"), "greatest damage of a hit";
///     }
/// }
///
/// let mut file = engine::Tokens::new(b"nb_players 4 damage_min 10 damage_max 20");
/// assert_eq!(Parameters::read(&mut file).unwrap().damage_max, 20);
/// let mut file = engine::Tokens::new(b"nb_players 4 damage_min 10 damage_max 9");
/// let refusal = Parameters::read(&mut file).unwrap_err();
/// assert_eq!(refusal.allowed, "`damage_max` needs a whole number from 10 up");
/// assert_eq!(Parameters::TABLE[2].range.to_string(), "damage_min or more");
/// ```
#[macro_export]
macro_rules! parameters {
    ($(#[$attribute:meta])* $vis:vis struct $name:ident {
        $($key:ident: $type:ident = $default:expr, $range:expr, $meaning:literal;)*
    }) => {
        $(#[$attribute])*
        $vis struct $name {
            $(#[doc = $meaning] pub $key: $type,)*
        }

        impl $name {
            /// How many there are.
            pub const COUNT: usize = [$(stringify!($key)),*].len();
            /// Keyword, default, range and meaning of each, in the order of the file.
            pub const TABLE: &'static [$crate::Parameter] = &[$($crate::Parameter {
                key: stringify!($key),
                default: $crate::parameters::Value::$type($default),
                range: $range,
                meaning: $meaning,
            }),*];
            /// The values of the default settings.
            pub const DEFAULT: Self = Self { $($key: $default),* };

            /// Reads and checks them.
            ///
            /// # Errors
            /// At the first that is missing or not in its range.
            pub fn read(tokens: &mut $crate::Tokens<'_>) -> Result<Self, $crate::Refusal> {
                let mut values = Self::DEFAULT.values();
                $crate::parameters::read(Self::TABLE, &mut values, tokens)?;
                Ok(Self::from_values(values))
            }

            /// Checks values that do not come from a settings file.
            ///
            /// # Errors
            /// When one is not in its range.
            pub fn check(&self) -> Result<(), $crate::Refusal> {
                $crate::parameters::check(Self::TABLE, &self.values())
            }

            /// The values, in the order of the file.
            #[must_use]
            pub fn values(&self) -> [$crate::parameters::Value; Self::COUNT] {
                [$($crate::parameters::Number::value(self.$key)),*]
            }

            /// The parameters with these values, in the order of the file, unchecked.
            #[must_use]
            pub fn from_values(values: [$crate::parameters::Value; Self::COUNT]) -> Self {
                let [$($key),*] = values;
                Self { $($key: $crate::parameters::Number::of($key)),* }
            }

            /// The parameters with the values that a function finds for each row, unchecked.
            ///
            /// # Errors
            /// The first error of the function.
            pub fn try_from_fn<E>(
                mut find: impl FnMut(
                    &'static $crate::Parameter,
                ) -> Result<$crate::parameters::Value, E>,
            ) -> Result<Self, E> {
                let mut values = Self::DEFAULT.values();
                for (value, parameter) in values.iter_mut().zip(Self::TABLE) {
                    *value = find(parameter)?;
                }
                Ok(Self::from_values(values))
            }

            /// Reads them as intros hold them, one after the other, unchecked; zeros behind the
            /// end.
            #[must_use]
            pub fn take(bytes: &mut $crate::bytes::Bytes<'_>) -> Self {
                let mut values = Self::DEFAULT.values();
                for (value, parameter) in values.iter_mut().zip(Self::TABLE) {
                    *value = parameter.take(bytes);
                }
                Self::from_values(values)
            }

            /// Keywords and values, in the order of the file.
            pub fn named(
                &self,
            ) -> impl Iterator<Item = (&'static str, $crate::parameters::Value)> {
                Self::TABLE.iter().map(|parameter| parameter.key).zip(self.values())
            }

            /// The facts in the viewer's list.
            #[must_use]
            pub fn facts(&self) -> Vec<$crate::scene::Fact> {
                self.named().map(|(key, value)| $crate::scene::Fact::new(key, value)).collect()
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::parameters! {
        #[derive(Clone, Copy, Debug, PartialEq)]
        struct Sizes {
            rows: i32 = 8, within(4, 9).only(|rows, _| rows % 2 == 0, "4, 6 or 8"), "rows";
            cols: i32 = 8, same_as("rows"), "columns";
            window: i32 = 5, up_to(2, "cols"), "columns that are seen";
            units: i32 = 3, from(1).only(
                |units, known| units * 10 <= known.get("rows") * known.get("cols"),
                "at most a tenth of the cells"
            ), "units";
            share: f64 = 0.5, ANY_REAL, "a share";
        }
    }

    fn refusal(text: &str) -> String {
        Sizes::read(&mut Tokens::new(text.as_bytes())).expect_err("it is wrong").to_string()
    }

    #[test]
    fn a_table_reads_its_numbers() {
        let text = b"rows 6 cols\n6 window 2 units 3 share -1.5 rest";
        let sizes = Sizes::read(&mut Tokens::new(text)).expect("it is legal");
        assert_eq!(sizes, Sizes { rows: 6, cols: 6, window: 2, units: 3, share: -1.5 });
        assert_eq!(sizes.check(), Ok(()));
        let mut bytes = Vec::new();
        sizes.values().iter().for_each(|value| value.push_bytes(&mut bytes));
        assert_eq!(bytes.len(), 4 * 4 + 8);
        assert_eq!(Sizes::take(&mut Bytes(&bytes)), sizes);
        let word = |p: &'static Parameter| p.parse(if p.key == "share" { "2.5" } else { "7" });
        let sevens = Sizes::try_from_fn(|p| word(p).ok_or(p.key)).expect("all are numbers");
        assert_eq!(sevens, Sizes { rows: 7, cols: 7, window: 7, units: 7, share: 2.5 });
    }

    #[test]
    fn each_range_refuses_in_its_own_words() {
        let cases = [
            ("cols 8", "line 1: found `cols`, but `rows` must stand here"),
            ("rows 3", "line 1: found `3`, but `rows` needs a whole number from 4 to 9"),
            ("rows 7", "line 1: found `7`, but `rows` must be 4, 6 or 8"),
            ("rows 8\ncols 6", "line 2: found `6`, but `cols` must be 8"),
            ("rows 8 cols 8 window 9", "`window` needs a whole number from 2 to 8"),
            ("rows 8 cols 8 window 2 units x", "`units` needs a whole number from 1 up"),
            ("rows 8 cols 8 window 2 units 7", "`units` must be at most a tenth of the cells"),
            ("rows 8 cols 8 window 2 units 6 share nan", "`share` needs a number, such as"),
        ];
        for (text, why) in cases {
            let said = refusal(text);
            assert!(said.contains(why), "{text}: {said}");
        }
        let wrong = Sizes { cols: 6, ..Sizes::DEFAULT };
        assert_eq!(wrong.check().expect_err("it is wrong").allowed, "`cols` must be 8");
    }

    #[test]
    fn ranges_are_told_to_people() {
        let told: Vec<String> = Sizes::TABLE.iter().map(|p| p.range.to_string()).collect();
        let tenth = "at most a tenth of the cells";
        assert_eq!(told, ["4, 6 or 8", "the same as rows", "2 to cols", tenth, "any number"]);
        assert_eq!(exactly(4).to_string(), "4");
        assert_eq!(from(0).to_string(), "0 or more");
        assert_eq!(at_least("rows").to_string(), "rows or more");
        let facts = Sizes::DEFAULT.facts();
        assert_eq!((facts[4].label, facts[4].value.to_string().as_str()), ("share", "0.5"));
    }
}
