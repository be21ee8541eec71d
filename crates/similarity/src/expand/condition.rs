//! Conditions of `#if`: their value where it is certain. Names that the author did not define
//! may be the compiler's or the game's, so nothing is certain about them.

use super::{Expander, Kind, Lexeme, Stream, Token};

/// Longer conditions are not certain.
const LENGTH_MAX: usize = 1000;

impl Expander {
    /// The value of a condition, where it is certain.
    pub(super) fn condition(&mut self, line: &[Lexeme]) -> Option<bool> {
        if line.len() > LENGTH_MAX {
            return None;
        }
        let mut plain = Vec::new();
        let mut at = 0;
        while at < line.len() {
            match self.defined_at(&line[at..]) {
                Some((length, known)) => {
                    let word = known.map_or("?", |k| if k { "1" } else { "0" });
                    let (kind, word) = (Kind::Number, self.spellings.number(word));
                    plain.push(Lexeme { kind, word, ..line[at] });
                    at += length;
                }
                None => {
                    plain.push(line[at]);
                    at += 1;
                }
            }
        }
        let mut stream = Stream::of(&plain, false);
        let mut words = Vec::new();
        while let Some(token) = self.next(&mut stream) {
            let Token { lexeme, .. } = token;
            words.push(self.spellings.word(lexeme.word).to_owned());
            if words.len() > LENGTH_MAX {
                return None;
            }
        }
        evaluate(&words).map(|value| value != 0)
    }

    /// `defined X` or `defined(X)` at the beginning of a line: its length, and whether it is so.
    fn defined_at(&self, line: &[Lexeme]) -> Option<(usize, Option<bool>)> {
        let word = |k: usize| line.get(k).map(|l| self.spellings.word(l.word));
        match (word(0)?, word(1)?) {
            ("defined", "(") => Some((4.min(line.len()), self.is_defined(line.get(2)?.word))),
            ("defined", _) => Some((2, self.is_defined(line[1].word))),
            _ => None,
        }
    }
}

/// How strongly an operator binds.
fn rank(operator: &str) -> Option<u8> {
    Some(match operator {
        "||" | "or" => 1,
        "&&" | "and" => 2,
        "|" => 3,
        "^" => 4,
        "&" => 5,
        "==" | "!=" => 6,
        "<" | ">" | "<=" | ">=" => 7,
        "<<" | ">>" => 8,
        "+" | "-" => 9,
        "*" | "/" | "%" => 10,
        // As the expression's signs.
        "!" | "not" | "~" | "u-" | "u+" => 11,
        _ => return None,
    })
}

/// The value of an expression; nothing where it is not certain. Shunting-yard, without recursion.
fn evaluate(words: &[String]) -> Option<i64> {
    let (mut values, mut operators): (Vec<Option<i64>>, Vec<&str>) = (Vec::new(), Vec::new());
    let mut wants_value = true;
    for word in words {
        match (word.as_str(), wants_value) {
            ("(", true) => operators.push("("),
            (")", false) => {
                while *operators.last()? != "(" {
                    apply(operators.pop()?, &mut values)?;
                }
                operators.pop();
            }
            (sign @ ("!" | "not" | "~"), true) => operators.push(sign),
            ("-", true) => operators.push("u-"),
            ("+", true) => operators.push("u+"),
            (value, true) => {
                values.push(number(value));
                wants_value = false;
            }
            (operator, false) => {
                let own = rank(operator).filter(|r| *r < 11)?;
                while operators.last().and_then(|o| rank(o)).is_some_and(|r| r >= own) {
                    apply(operators.pop()?, &mut values)?;
                }
                operators.push(operator);
                wants_value = true;
            }
        }
    }
    while let Some(operator) = operators.pop() {
        apply(operator, &mut values)?;
    }
    match values[..] {
        [value] => value,
        _ => None,
    }
}

fn number(word: &str) -> Option<i64> {
    let digits = word.trim_end_matches(['u', 'U', 'l', 'L']).replace('\'', "");
    match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(hexadecimal) => i64::from_str_radix(hexadecimal, 16).ok(),
        None if word == "true" => Some(1),
        None if word == "false" => Some(0),
        None => digits.parse().ok(),
    }
}

/// Applies an operator to the last values; `None` when there are too few.
fn apply(operator: &str, values: &mut Vec<Option<i64>>) -> Option<()> {
    let right = values.pop()?;
    if rank(operator)? == 11 {
        values.push(right.map(|v| match operator {
            "u-" => v.wrapping_neg(),
            "~" => !v,
            "u+" => v,
            _ => i64::from(v == 0),
        }));
        return Some(());
    }
    let left = values.pop()?;
    values.push(match (operator, left, right) {
        ("&&" | "and", Some(0), _) | ("&&" | "and", _, Some(0)) => Some(0),
        ("||" | "or", Some(v), _) | ("||" | "or", _, Some(v)) if v != 0 => Some(1),
        (_, Some(a), Some(b)) => binary(operator, a, b),
        _ => None,
    });
    Some(())
}

fn binary(operator: &str, a: i64, b: i64) -> Option<i64> {
    Some(match operator {
        "||" | "or" => i64::from(a != 0 || b != 0),
        "&&" | "and" => i64::from(a != 0 && b != 0),
        "|" => a | b,
        "^" => a ^ b,
        "&" => a & b,
        "==" => i64::from(a == b),
        "!=" => i64::from(a != b),
        "<" => i64::from(a < b),
        ">" => i64::from(a > b),
        "<=" => i64::from(a <= b),
        ">=" => i64::from(a >= b),
        "<<" => a.checked_shl(b.try_into().ok()?)?,
        ">>" => a.checked_shr(b.try_into().ok()?)?,
        "+" => a.wrapping_add(b),
        "-" => a.wrapping_sub(b),
        "*" => a.wrapping_mul(b),
        "/" => a.checked_div(b)?,
        "%" => a.checked_rem(b)?,
        _ => return None,
    })
}
