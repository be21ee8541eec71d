//! The normal form of JavaScript and Python. Their grammars have other names for the same
//! constructs.

use super::{Function, Maker, NONE, Word, hash};
use crate::source::Language;
use crate::syntax::{Raw, Syntax};

/// Whether a node is a function of any kind.
fn is_function(kind: &str) -> bool {
    is_value(kind)
        || matches!(
            kind,
            "function_definition"
                | "function_declaration"
                | "generator_function_declaration"
                | "method_definition"
        )
}

/// Whether a node is a function that is written where it is used.
fn is_value(kind: &str) -> bool {
    matches!(kind, "arrow_function" | "function_expression" | "generator_function" | "lambda")
}

/// Whether a node is a function with variables of its own. Those that are written where they are
/// used see the variables around them.
pub(super) fn is_scope(syntax: &Syntax, node: &Raw) -> bool {
    let above = syntax.nodes.get(node.parent as usize).map_or("", |n| n.kind);
    let named = matches!(above, "variable_declarator" | "assignment");
    is_function(node.kind) && (named || !is_value(node.kind))
}

impl Maker<'_> {
    pub(super) fn make_script(&mut self, raw: u32, kind: &str) -> u32 {
        match kind {
            "string" | "template_string" | "concatenated_string" => self.text_value(raw),
            "integer" | "float" | "number" | "regex" | "true" | "false" | "none" | "null"
            | "undefined" | "ellipsis" => self.literal(raw),
            "identifier"
            | "property_identifier"
            | "private_property_identifier"
            | "shorthand_property_identifier"
            | "shorthand_property_identifier_pattern" => match self.text(raw) {
                "self" => NONE,
                _ => self.name(raw),
            },
            "variable_declarator" | "named_expression" => match self.function_value(raw) {
                NONE => self.declaration(raw),
                function => function,
            },
            "assignment" | "assignment_expression" => match self.function_value(raw) {
                NONE => self.binary(raw),
                function => function,
            },
            "binary_expression"
            | "augmented_assignment_expression"
            | "binary_operator"
            | "boolean_operator"
            | "augmented_assignment" => self.binary(raw),
            "comparison_operator" => self.comparison(raw),
            "unary_expression" | "update_expression" | "unary_operator" => self.unary(raw),
            "not_operator" => match self.role(raw, "argument") {
                NONE => NONE,
                operand => self.negate(operand, raw),
            },
            "call" | "call_expression" | "new_expression" => self.call(raw),
            "attribute" | "member_expression" => self.field(raw),
            "subscript" | "subscript_expression" => self.plain(Word::Index, raw),
            "keyword_argument" | "pair_pattern" => self.role(raw, "value"),
            "pair" if self.syntax.language == Language::Js => self.role(raw, "value"),
            "pair" | "slice" => self.other(":", raw),
            _ if is_function(kind) => self.script_function(raw),
            _ => self.script_statement(raw, kind),
        }
    }

    fn script_statement(&mut self, raw: u32, kind: &str) -> u32 {
        let python = self.syntax.language == Language::Python;
        match kind {
            "return_statement" => self.plain(Word::Return, raw),
            "break_statement" | "continue_statement" => self.add(Word::Jump, 0, Vec::new(), raw),
            "if_statement" | "ternary_expression" => self.branch(raw),
            "elif_clause" => self.elif(raw),
            "conditional_expression" => self.chosen(raw),
            "for_statement" if python => self.python_each(raw),
            "for_statement" | "while_statement" | "do_statement" => self.looped(raw),
            "for_in_statement" => self.each(raw),
            "for_in_clause" => {
                let over = self.roles(raw, &["right"]);
                self.add(Word::Each, 0, over, raw)
            }
            "switch_statement" => self.control(Word::Switch, raw, "body"),
            "switch_case" | "switch_default" => self.case(raw),
            "array" | "list" | "tuple" | "set" | "object" | "dictionary" | "expression_list" => {
                self.other("[]", raw)
            }
            "list_comprehension"
            | "set_comprehension"
            | "dictionary_comprehension"
            | "generator_expression"
            | "pattern_list"
            | "tuple_pattern"
            | "list_pattern"
            | "array_pattern"
            | "object_pattern" => self.other("[]", raw),
            "import_statement" | "import_from_statement" | "future_import_statement" => NONE,
            "this"
            | "super"
            | "type"
            | "parameters"
            | "formal_parameters"
            | "lambda_parameters"
            | "global_statement"
            | "nonlocal_statement"
            | "pass_statement"
            | "decorator"
            | "statement_identifier"
            | "optional_chain"
            | "string_start"
            | "string_content"
            | "string_end"
            | "string_fragment"
            | "escape_sequence"
            | "hash_bang_line"
            | "format_specifier" => NONE,
            _ => self.pass(raw),
        }
    }

    /// Something that holds values, told by a word.
    fn other(&mut self, word: &str, raw: u32) -> u32 {
        let kids = self.all(raw);
        self.add(Word::Other, hash(word.as_bytes()), kids, raw)
    }

    /// A string is a literal, unless there is code in it.
    fn text_value(&mut self, raw: u32) -> u32 {
        let kids = self.all(raw);
        let literal = |k: &u32| self.nodes[*k as usize].word == Word::Literal;
        match kids.iter().all(literal) {
            true => self.literal(raw),
            false => self.add(Word::Other, hash(b"text"), kids, raw),
        }
    }

    /// `a < b <= c` is `a < b and b <= c`.
    fn comparison(&mut self, raw: u32) -> u32 {
        let children = self.children.of(raw).to_vec();
        let (mut operands, mut operators) = (Vec::new(), Vec::new());
        for child in children {
            match self.raw(child).field {
                "operators" => operators.push(self.text(child).to_owned()),
                _ if self.made[child as usize] != NONE => operands.push(self.made[child as usize]),
                _ => {}
            }
        }
        let mut all = NONE;
        for (operator, sides) in operators.iter().zip(operands.windows(2)) {
            let one = match operator.strip_prefix("not ") {
                Some(plain) => {
                    let plain = self.operation(plain.trim(), sides[0], sides[1], raw);
                    self.negate(plain, raw)
                }
                None => self.operation(operator, sides[0], sides[1], raw),
            };
            all = if all == NONE { one } else { self.join(Word::And, all, one, raw) };
        }
        if all == NONE { self.pass(raw) } else { all }
    }

    /// `a if b else c`, which has no roles.
    fn chosen(&mut self, raw: u32) -> u32 {
        match self.all(raw)[..] {
            [then, condition, other] => self.add(Word::If, 1, vec![condition, then, other], raw),
            _ => self.pass(raw),
        }
    }

    /// `elif` is an `if` in the `else` before it. The clauses behind it are done already.
    fn elif(&mut self, raw: u32) -> u32 {
        let clauses = self.children.of(self.raw(raw).parent);
        let next = clauses.binary_search(&raw).ok().and_then(|at| clauses.get(at + 1));
        let other = next.map_or(NONE, |next| self.made[*next as usize]);
        let condition = self.role(raw, "condition");
        if condition == NONE {
            return self.pass(raw);
        }
        let mut kids = vec![condition];
        kids.extend(self.statements(self.role(raw, "consequence")));
        kids.extend(self.statements(other));
        self.add(Word::If, u64::from(other != NONE), kids, raw)
    }

    /// A loop over `range` is one that counts.
    fn python_each(&mut self, raw: u32) -> u32 {
        let (target, over) = (self.role(raw, "left"), self.role(raw, "right"));
        let range = hash(b"range");
        let limit = self.nodes.get(over as usize).and_then(|call| {
            let counts = call.word == Word::Call && (2..=4).contains(&call.kids.len());
            let callee = call.kids.first().map(|k| &self.nodes[*k as usize]);
            let of_range = callee.is_some_and(|c| c.word == Word::Foreign && c.name == range);
            let arguments = call.kids.get(1..).filter(|_| counts && of_range)?;
            Some((arguments[usize::from(arguments.len() > 1)], arguments.first().copied()))
        });
        let Some((limit, first)) = limit.filter(|_| target != NONE) else { return self.each(raw) };
        let literal = self.literal(raw);
        let first = first.filter(|first| *first != limit).unwrap_or(literal);
        let begin = self.set(target, first, raw);
        let mut kids = vec![self.add(Word::Less, 0, vec![target, limit], raw)];
        kids.extend(self.statements(self.role(raw, "body")));
        let sum = self.join(Word::Plus, target, literal, raw);
        kids.push(self.set(target, sum, raw));
        let body = self.add(Word::Loop, 0, kids, raw);
        self.sequence(vec![begin, body], raw)
    }

    /// The function that a variable is set to: it is a function of this name.
    fn function_value(&self, raw: u32) -> u32 {
        let value = self.role_raw(raw, "value").or_else(|| self.role_raw(raw, "right"));
        let function = value.filter(|v| is_value(self.raw(*v).kind));
        function.map_or(NONE, |v| self.made[v as usize])
    }

    fn script_function(&mut self, raw: u32) -> u32 {
        let Some(body) = self.role_raw(raw, "body") else { return NONE };
        let is_block = matches!(self.raw(body).kind, "block" | "statement_block");
        let body = match self.made[body as usize] {
            NONE => return NONE,
            value if is_block => value,
            value => self.add(Word::Return, 0, vec![value], body),
        };
        if let Some(number) = self.function_name(raw) {
            let list = match self.role_raw(raw, "parameters") {
                Some(all) => self.children.of(all).to_vec(),
                None => self.role_raw(raw, "parameter").into_iter().collect(),
            };
            let parameters = list.iter().filter_map(|p| self.script_parameter(*p)).collect();
            self.functions.entry(number).or_default().push(Function { body, parameters });
        }
        self.add(Word::Function, 0, vec![body], raw)
    }

    /// The number of a function's name: its own, or that of the variable that it is set to.
    fn function_name(&self, raw: u32) -> Option<u32> {
        let above = self.raw(raw).parent;
        let variable = || {
            let above = self.syntax.nodes.get(above as usize).map(|_| above)?;
            self.role_raw(above, "name").or_else(|| self.role_raw(above, "left"))
        };
        let name = self.role_raw(raw, "name").or_else(variable)?;
        self.raw(name).leaf.then(|| self.names.own(self.text(name))).flatten()
    }

    fn script_parameter(&self, raw: u32) -> Option<u64> {
        let named = |k: &u32| self.raw(*k).named;
        let mut at = raw;
        while !self.raw(at).leaf {
            let inner = self.role_raw(at, "name").or_else(|| self.role_raw(at, "left"));
            at = inner.or_else(|| self.children.of(at).iter().copied().find(named))?;
        }
        let known = self.raw(at).named && self.text(at) != "self";
        let number = self.names.own(self.text(at)).filter(|_| known)?;
        Some(self.key(raw, number))
    }
}
