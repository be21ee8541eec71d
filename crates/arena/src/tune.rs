//! Numbers in a player's source, found, replaced and searched for better ones.
//!
//! A parameter is a line that defines a number: `#define NAME 12`, `const double NAME = 0.5;`,
//! `static constexpr int NAME = 7;`, `const NAME: i32 = 7;`. In Python it is `NAME = 12` at the
//! beginning of a line. A comment `// tune: 1..20`, in Python `# tune: 1..20`, behind it says in
//! which range to look.

use crate::random::Stream;
use serde::Serialize;
use std::path::Path;
use tpe::TpeOptimizer;

/// The mark of a parameter in a comment.
const MARK: &str = "tune:";
/// Candidates that are drawn at random before the sampler learns from results.
const RANDOM_FIRST: usize = 10;

/// How a language writes definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// C++ and Rust.
    Cpp,
    /// JavaScript: a definition may end without a semicolon.
    Js,
    /// Python.
    Python,
}

impl Notation {
    /// That of a file, by its ending.
    #[must_use]
    pub fn of(file: &Path) -> Self {
        match file.extension().and_then(|ending| ending.to_str()) {
            Some("js") => Self::Js,
            Some("py") => Self::Python,
            _ => Self::Cpp,
        }
    }

    /// A parameter in it, as an example.
    #[must_use]
    pub fn example(self) -> &'static str {
        match self {
            Self::Cpp => "#define FAR 12 // tune: 2..30",
            Self::Js => "const FAR = 12; // tune: 2..30",
            Self::Python => "FAR = 12  # tune: 2..30",
        }
    }

    /// The start of a comment that ends with the line.
    fn comment(self) -> &'static str {
        if self == Self::Python { "#" } else { "//" }
    }
}

/// A line that defines a number.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// Its line, from 1.
    pub line: usize,
    /// The number, as it is written.
    pub literal: String,
    /// The range that a mark on the line gives, as it is written.
    pub marked: Option<String>,
    /// Where the literal begins in the source, in bytes.
    #[serde(skip)]
    at: usize,
}

/// Where to look for a value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Range {
    /// The parameter's name.
    pub name: String,
    /// Smallest value.
    pub low: f64,
    /// Largest value.
    pub high: f64,
    /// Whether only whole numbers count.
    pub whole: bool,
}

/// All lines of a source that define a number.
#[must_use]
pub fn definitions(source: &str, notation: Notation) -> Vec<Definition> {
    let mut found = Vec::new();
    let (mut at, mut in_comment) = (0, false);
    for (k, line) in source.split_inclusive('\n').enumerate() {
        let begins_in_comment = in_comment;
        in_comment = match notation {
            Notation::Python => ends_in_text(line, in_comment),
            Notation::Cpp | Notation::Js => ends_in_comment(line, in_comment),
        };
        let (code, comment) = line.split_once(notation.comment()).unwrap_or((line, ""));
        let code = match notation {
            Notation::Python => code,
            Notation::Cpp | Notation::Js => code.split("/*").next().unwrap_or_default(),
        };
        if !begins_in_comment && let Some((name, literal, offset)) = defined(code, notation) {
            let mark = comment.split_once(MARK).map(|(_, range)| range.trim());
            let marked = mark.and_then(|m| m.split_whitespace().next()).map(String::from);
            let (name, literal) = (name.into(), literal.into());
            found.push(Definition { name, line: k + 1, literal, marked, at: at + offset });
        }
        at += line.len();
    }
    found
}

fn ends_in_comment(line: &str, before: bool) -> bool {
    let line = line.split_once("//").map_or(line, |(code, _)| code);
    match (line.rfind("/*"), line.rfind("*/")) {
        (Some(open), Some(close)) => open > close,
        (Some(_), None) => true,
        (None, Some(_)) => false,
        (None, None) => before,
    }
}

/// Whether a line of Python ends in a text over several lines.
fn ends_in_text(line: &str, before: bool) -> bool {
    let quotes = line.matches("\"\"\"").count() + line.matches("'''").count();
    before != (quotes % 2 == 1)
}

/// Name, literal and the literal's place in the line, if the code defines a number.
fn defined(code: &str, notation: Notation) -> Option<(&str, &str, usize)> {
    let trimmed = code.trim();
    let (name, value) = if notation == Notation::Python {
        // What is indented belongs to a function, which sets it again and again.
        let (left, value) = code.split_once('=').filter(|_| !code.starts_with([' ', '\t']))?;
        (left.split(':').next()?.trim(), value)
    } else if let Some(rest) = trimmed.strip_prefix("#define") {
        if !rest.starts_with([' ', '\t']) {
            return None;
        }
        rest.trim().split_once([' ', '\t'])?
    } else {
        let open = Some(trimmed).filter(|_| notation == Notation::Js);
        let statement = trimmed.strip_suffix(';').or(open)?;
        let (left, value) = statement.split_once('=')?;
        let constant = left.split_whitespace().any(|w| w == "const" || w == "constexpr");
        // In Rust the type stands behind the name.
        let left = left.split(':').next()?.trim();
        (left.split_whitespace().last().filter(|_| constant)?, value)
    };
    let literal = number(value.trim())?;
    let word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let sound = word && !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit());
    // The literal stands at the end of the line's code, behind the name.
    sound.then_some((name, literal, code.rfind(value.trim())?))
}

/// The number at the beginning of a value, if that is all there is but for a suffix such as `f`.
fn number(value: &str) -> Option<&str> {
    let end = value.rfind(|c: char| c.is_ascii_digit() || c == '.').map(|at| at + 1)?;
    let (literal, suffix) = value.split_at(end);
    let fine = literal.parse::<f64>().is_ok_and(f64::is_finite);
    (fine && matches!(suffix, "" | "f" | "F" | "u" | "U" | "l" | "L" | "ll" | "LL"))
        .then_some(literal)
}

/// The source with other values for these parameters; all must be defined in it.
#[must_use]
pub fn with_values(source: &str, values: &[(&Definition, String)]) -> String {
    let mut sorted: Vec<_> = values.iter().collect();
    sorted.sort_by_key(|(definition, _)| std::cmp::Reverse(definition.at));
    let mut text = source.to_string();
    for (definition, value) in sorted {
        text.replace_range(definition.at..definition.at + definition.literal.len(), value);
    }
    text
}

impl Range {
    /// Reads `LO..HI`.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn read(definition: &Definition, text: &str) -> Result<Self, String> {
        let name = &definition.name;
        let wrong = || format!("the range `{text}` of {name} must be LO..HI, such as 1..20");
        let (low, high) = text.split_once("..").ok_or_else(wrong)?;
        let (low, high) = (low.trim(), high.trim_start_matches('=').trim());
        let whole = [low, high, &definition.literal].iter().all(|t| t.parse::<i64>().is_ok());
        let value = |t: &str| t.parse::<f64>().ok().filter(|v| v.is_finite()).ok_or_else(wrong);
        let (low, high) = (value(low)?, value(high)?);
        if low >= high {
            return Err(format!("the range `{text}` of {name} is empty"));
        }
        if high - low > 1e15 || low.abs().max(high.abs()) > 1e15 {
            return Err(format!("the range `{text}` of {name} is too wide"));
        }
        Ok(Self { name: name.clone(), low, high, whole })
    }

    /// The value at a place from 0 to 1.
    fn value(&self, place: f64) -> f64 {
        let place = place.clamp(0.0, 1.0);
        if self.whole {
            // All whole numbers are equally wide, the first and the last too.
            let width = self.high - self.low + 1.0;
            return (self.low + (place * width).floor()).min(self.high);
        }
        self.low + place * (self.high - self.low)
    }

    /// A value as it is written into the source.
    #[must_use]
    pub fn written(&self, value: f64) -> String {
        if self.whole {
            return format!("{}", value.round() as i64);
        }
        // Rounded to what makes a difference: a ten-thousandth of the range.
        let digits = (4.0 - (self.high - self.low).log10()).ceil().clamp(1.0, 12.0) as usize;
        format!("{value:.digits$}")
    }
}

/// A search by tree-structured Parzen estimators, one per parameter: proposes values, learns
/// what they are worth.
pub struct Search {
    ranges: Vec<Range>,
    stream: Stream,
    asked: usize,
    estimators: Vec<TpeOptimizer>,
}

impl Search {
    /// A search in these ranges. The same stream and the same answers give the same proposals.
    ///
    /// # Panics
    /// Never: the range of places is sound.
    #[must_use]
    pub fn new(ranges: &[Range], stream: Stream) -> Self {
        let places = tpe::range(0.0, 1.0).expect("0 is below 1");
        let estimators =
            ranges.iter().map(|_| TpeOptimizer::new(tpe::parzen_estimator(), places)).collect();
        Self { ranges: ranges.to_vec(), stream, asked: 0, estimators }
    }

    /// Proposes values and asks what they are worth; `None` from `worth` forgets the proposal.
    ///
    /// # Errors
    /// What `worth` reports.
    pub fn step<E>(
        &mut self,
        worth: impl FnOnce(&[f64]) -> Result<Option<f64>, E>,
    ) -> Result<(), E> {
        let random = self.asked < RANDOM_FIRST;
        self.asked += 1;
        let mut places = Vec::with_capacity(self.estimators.len());
        for estimator in &mut self.estimators {
            let asked = if random { None } else { estimator.ask(self.stream.generator()).ok() };
            places.push(asked.unwrap_or_else(|| self.stream.unit()));
        }
        let values: Vec<f64> =
            self.ranges.iter().zip(&places).map(|(range, place)| range.value(*place)).collect();
        if let Some(worth) = worth(&values)? {
            for (estimator, place) in self.estimators.iter_mut().zip(places) {
                // The estimators look for low values. They refuse what is no number.
                let _ = estimator.tell(place, -worth);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = r#"#include "Player.hh"
#define PLAYER_NAME Xaloc
#define FAR 12 // tune: 2..30
/* #define OLD 3
#define OLDER 4 */
  static const double RISK = 0.25f; // how much
constexpr int NEAR=-3;
const int SUM = 1 + 2;
int x = 5;
const RUST: i32 = 7;
// const int GONE = 1;
#define CALL(x) 3
"#;

    #[test]
    fn numbers_that_are_defined_are_found() {
        let all = definitions(SOURCE, Notation::Cpp);
        let found: Vec<(&str, usize, &str)> =
            all.iter().map(|d| (d.name.as_str(), d.line, d.literal.as_str())).collect();
        assert_eq!(
            found,
            [("FAR", 3, "12"), ("RISK", 6, "0.25"), ("NEAR", 7, "-3"), ("RUST", 10, "7")]
        );
        assert_eq!(all[0].marked.as_deref(), Some("2..30"));
        assert_eq!(all[1].marked, None);
    }

    #[test]
    fn scripts_define_numbers_in_their_own_way() {
        let python = "FAR = 12  # tune: 2..30\nRISK: float = -0.25\n\"\"\"\nOLD = 3\n\"\"\"\n\
                      def f():\n    near = 3\nif FAR == 3: pass\nSUM = 1 + 2\nGO = True\n\
                      \"\"\"One line.\"\"\"\nLAST=7\n# GONE = 1\n";
        let found = |source: &str, notation| -> Vec<(String, usize, String)> {
            let all = definitions(source, notation).into_iter();
            all.map(|d| (d.name, d.line, d.literal)).collect()
        };
        let of = |name: &str, line, literal: &str| (name.to_string(), line, literal.to_string());
        let expected = [of("FAR", 1, "12"), of("RISK", 2, "-0.25"), of("LAST", 12, "7")];
        assert_eq!(found(python, Notation::Python), expected);
        let all = definitions(python, Notation::Python);
        assert_eq!(all[0].marked.as_deref(), Some("2..30"));
        let changed = with_values(python, &[(&all[0], "7".into())]);
        assert!(changed.starts_with("FAR = 7  # tune: 2..30\n"), "{changed}");
        let js = "const FAR = 12; // tune: 2..30\nexport const RISK = 0.5\nlet x = 3;\n\
                  /* const OLD = 3;\n*/\n  const NEAR = -1;\n";
        let expected = [of("FAR", 1, "12"), of("RISK", 2, "0.5"), of("NEAR", 6, "-1")];
        assert_eq!(found(js, Notation::Js), expected);
        assert_eq!(found("const int A = 3\n  + 4;\n", Notation::Cpp), []);
    }

    #[test]
    fn values_are_replaced_where_they_stand() {
        let all = definitions(SOURCE, Notation::Cpp);
        let changed = with_values(
            SOURCE,
            &[(&all[0], "7".into()), (&all[1], "0.5".into()), (&all[2], "10".into())],
        );
        let expected = SOURCE
            .replace("FAR 12", "FAR 7")
            .replace("RISK = 0.25f", "RISK = 0.5f")
            .replace("NEAR=-3", "NEAR=10");
        assert_eq!(changed, expected);
    }

    #[test]
    fn ranges_are_read_and_nonsense_is_refused() {
        let all = definitions(SOURCE, Notation::Cpp);
        let far = Range::read(&all[0], "2..30").expect("is a range");
        assert_eq!((far.low, far.high, far.whole), (2.0, 30.0, true));
        assert_eq!(far.written(6.6), "7");
        let risk = Range::read(&all[1], "0..1").expect("is a range");
        assert!(!risk.whole, "the source has a fraction there");
        assert_eq!(risk.written(0.123_456), "0.1235");
        for bad in ["2", "30..2", "2..2", "a..b", "0..inf", "-1e300..1e300", ".."] {
            assert!(Range::read(&all[0], bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_search_finds_the_top_of_a_hill_and_repeats_itself() {
        let ranges = [
            Range { name: "a".into(), low: 0.0, high: 100.0, whole: true },
            Range { name: "b".into(), low: -1.0, high: 1.0, whole: false },
            Range { name: "c".into(), low: -1.0, high: 1.0, whole: false },
        ];
        let found = |seed| {
            let mut search = Search::new(&ranges, Stream::new("1", "hill", seed));
            let (mut best, mut sum) = ((f64::MIN, vec![]), 0.0);
            for _ in 0..120 {
                let step: Result<(), ()> = search.step(|v| {
                    let worth = -((v[0] - 70.0) / 100.0).powi(2)
                        - (v[1] - 0.2).powi(2)
                        - (v[2] + 0.8).powi(2);
                    sum += worth;
                    if worth > best.0 {
                        best = (worth, v.to_vec());
                    }
                    Ok(Some(worth))
                });
                assert_eq!(step, Ok(()));
            }
            (best, sum / 120.0)
        };
        let best = found(5);
        // Blind draws would have a mean of −1.5 and a best of about −0.05.
        assert!(best.0.0 > -0.02 && best.1 > -0.5, "{best:?}");
        assert_eq!(best, found(5));
    }
}
