//! Operators: equal operations get the same form.

use super::{Maker, NONE, Word, hash};

impl Maker<'_> {
    pub(super) fn operator(&self, raw: u32) -> &str {
        self.role_raw(raw, "operator").map_or("=", |o| self.text(o))
    }

    pub(super) fn binary(&mut self, raw: u32) -> u32 {
        let (left, right) = (self.role(raw, "left"), self.role(raw, "right"));
        if left == NONE || right == NONE {
            return self.pass(raw);
        }
        let operator = self.operator(raw).to_owned();
        if operator == "=" {
            return self.set(left, right, raw);
        }
        if let (Some(plain), false) = (operator.strip_suffix('='), is_comparison(&operator)) {
            let value = self.operation(plain, left, right, raw);
            return self.set(left, value, raw);
        }
        self.operation(&operator, left, right, raw)
    }

    pub(super) fn set(&mut self, left: u32, right: u32, raw: u32) -> u32 {
        let target = &self.nodes[left as usize];
        if target.word == Word::Own {
            let entry = self.settings.entry(target.name).or_insert((0, right));
            entry.0 += 1;
        }
        self.add(Word::Set, 0, vec![left, right], raw)
    }

    pub(super) fn operation(&mut self, operator: &str, left: u32, right: u32, raw: u32) -> u32 {
        let (word, kids) = match operator {
            "<" => (Word::Less, vec![left, right]),
            ">" => (Word::Less, vec![right, left]),
            "<=" => (Word::AtMost, vec![left, right]),
            ">=" => (Word::AtMost, vec![right, left]),
            "==" | "===" | "is" => (Word::Same, vec![left, right]),
            "!=" | "!==" | "not_eq" | "is not" => (Word::Differs, vec![left, right]),
            "&&" | "and" => return self.join(Word::And, left, right, raw),
            "||" | "or" => return self.join(Word::Or, left, right, raw),
            "+" | "-" => return self.join(Word::Plus, left, right, raw),
            "*" => return self.join(Word::Times, left, right, raw),
            other => {
                let name = hash(other.as_bytes());
                return self.add(Word::Other, name, vec![left, right], raw);
            }
        };
        self.add(word, 0, kids, raw)
    }

    /// `a + (b + c)` and `(a + b) + c` become one sum of three.
    pub(super) fn join(&mut self, word: Word, left: u32, right: u32, raw: u32) -> u32 {
        let mut kids = Vec::new();
        for side in [left, right] {
            match self.nodes[side as usize].word {
                // Long chains stay nested above a bound, or they would cost their square.
                w if w == word && self.nodes[side as usize].kids.len() < 64 => {
                    kids.extend_from_slice(&self.nodes[side as usize].kids);
                }
                _ => kids.push(side),
            }
        }
        self.add(word, 0, kids, raw)
    }

    pub(super) fn unary(&mut self, raw: u32) -> u32 {
        let operator = self.operator(raw).to_owned();
        let operand = self.all(raw);
        let Some(&operand) = operand.first() else { return NONE };
        // Rust's grammar gives unary operators no role.
        let first = self.text(raw).bytes().next().unwrap_or(b' ');
        let negates = operator == "!" || operator == "not" || (operator == "=" && first == b'!');
        match operator.as_str() {
            _ if negates => self.negate(operand, raw),
            "++" | "--" => {
                let one = self.add(Word::Literal, 0, Vec::new(), raw);
                let sum = self.join(Word::Plus, operand, one, raw);
                self.set(operand, sum, raw)
            }
            // Signs of literals, addresses and dereferences are details.
            _ => operand,
        }
    }

    /// The negation, moved inwards as far as one step goes.
    pub(super) fn negate(&mut self, operand: u32, raw: u32) -> u32 {
        let node = self.nodes[operand as usize].clone();
        let opposite = match node.word {
            Word::Same => Word::Differs,
            Word::Differs => Word::Same,
            Word::Less => Word::AtMost,
            Word::AtMost => Word::Less,
            Word::Not => return node.kids[0],
            Word::And | Word::Or => {
                let kids = node.kids.iter().map(|k| self.negate_once(*k, raw)).collect();
                let word = if node.word == Word::And { Word::Or } else { Word::And };
                return self.add(word, 0, kids, raw);
            }
            _ => return self.add(Word::Not, 0, vec![operand], raw),
        };
        let mut kids = node.kids;
        if matches!(opposite, Word::Less | Word::AtMost) {
            kids.reverse();
        }
        self.add(opposite, 0, kids, raw)
    }

    /// Like [`Self::negate`], but chains are only marked: no recursion.
    fn negate_once(&mut self, operand: u32, raw: u32) -> u32 {
        match self.nodes[operand as usize].word {
            Word::And | Word::Or => self.add(Word::Not, 0, vec![operand], raw),
            _ => self.negate(operand, raw),
        }
    }
}

fn is_comparison(operator: &str) -> bool {
    matches!(operator, "==" | "===" | "!=" | "!==" | "<=" | ">=" | "not_eq")
}
