//! The normal form of a program, without the parts that a copier changes easily. It has no layout,
//! types, literals, names of its own, kinds of loops, directions of comparisons, parentheses or
//! compound assignments. The normal forms of all languages use the same words.

mod operators;
mod scripts;

use crate::names::Names;
use crate::syntax::{Children, NONE, Raw, Syntax};
use std::collections::HashMap;

/// A hash that is the same on every machine and in every version: indexes are kept for years.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    let folded = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |h: u64, b| (h ^ u64::from(*b)).wrapping_mul(0x100_0000_01b3));
    mix(folded, 0)
}

/// Two hashes to one.
pub(crate) fn mix(a: u64, b: u64) -> u64 {
    let mut x = a.rotate_left(23) ^ b.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// The kind of a node of the normal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Word {
    /// A sequence of statements.
    Seq,
    /// A literal of any kind.
    Literal,
    /// A variable of the program's own; `name` says which.
    Own,
    /// A name from elsewhere; `name` is its hash.
    Foreign,
    /// A call: callee, arguments.
    Call,
    /// A field: the object; `name` is its hash, 0 for own fields.
    Field,
    Index,
    /// Condition, then the statements of both branches.
    If,
    /// Condition, then the statements of the body.
    Loop,
    /// `for` over a collection: variable, collection; the condition of a loop.
    Each,
    Switch,
    Case,
    Return,
    Jump,
    /// Left side, right side.
    Set,
    Not,
    And,
    Or,
    Same,
    Differs,
    Less,
    AtMost,
    Plus,
    Times,
    /// An operator that nothing is known about; `name` is its hash.
    Other,
    /// A function: its body.
    Function,
}

impl Word {
    fn joins(self) -> bool {
        matches!(self, Self::And | Self::Or | Self::Plus | Self::Times)
    }

    /// Whether its operands may change places.
    pub(crate) fn swaps(self) -> bool {
        self.joins() || matches!(self, Self::Same | Self::Differs)
    }

    /// Whether it holds statements.
    pub(crate) fn is_control(self) -> bool {
        matches!(self, Self::If | Self::Loop | Self::Switch | Self::Case)
    }
}

/// A node of the normal form.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub word: Word,
    /// See [`Word`].
    pub name: u64,
    pub kids: Vec<u32>,
    /// The number of an own name, else [`NONE`].
    pub number: u32,
    /// Where it stands in the text: first byte and one behind the last.
    pub span: (u32, u32),
}

/// A function of the program's own.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    /// The statements of its body.
    pub body: u32,
    /// Keys of its parameters, see [`Program::definitions`].
    pub parameters: Vec<u64>,
}

/// A program in normal form.
pub(crate) struct Program {
    /// Children have smaller indices than their parents.
    pub nodes: Vec<Node>,
    /// By number of their names; only those whose names are unique.
    pub functions: HashMap<u32, Function>,
    /// The one expression that a variable stands for, by key, where it is set once only;
    /// [`NONE`] where it is set more often.
    pub definitions: HashMap<u64, u32>,
}

/// Makes normal forms, bottom up: when a node's turn comes its children are done.
struct Maker<'a> {
    syntax: &'a Syntax,
    children: Children,
    names: &'a Names,
    text: &'a str,
    /// The node of each syntax node, or [`NONE`].
    made: Vec<u32>,
    /// The function around each syntax node.
    scopes: Vec<u32>,
    nodes: Vec<Node>,
    functions: HashMap<u32, Vec<Function>>,
    /// How often each variable is set, and to what.
    settings: HashMap<u64, (u32, u32)>,
}

impl Program {
    /// The normal form of a syntax tree of any language.
    pub(crate) fn of(syntax: &Syntax, names: &Names, text: &str) -> Self {
        let count = syntax.nodes.len();
        let mut maker = Maker {
            syntax,
            children: syntax.children(),
            names,
            text,
            made: vec![NONE; count],
            scopes: scopes(syntax),
            nodes: Vec::with_capacity(count),
            functions: HashMap::new(),
            settings: HashMap::new(),
        };
        for raw in (0..count as u32).rev() {
            maker.made[raw as usize] = maker.make(raw);
        }
        maker.finish()
    }
}

/// The nearest function above each node; 0, the root, where there is none.
fn scopes(syntax: &Syntax) -> Vec<u32> {
    let mut scopes = vec![0; syntax.nodes.len()];
    for (k, node) in syntax.nodes.iter().enumerate().skip(1) {
        let own = match syntax.language.is_script() {
            true => scripts::is_scope(syntax, node),
            false => matches!(node.kind, "function_definition" | "function_item"),
        };
        scopes[k] = if own { k as u32 } else { scopes[node.parent as usize] };
    }
    scopes
}

impl Maker<'_> {
    fn finish(mut self) -> Program {
        let functions: HashMap<u32, Function> = self
            .functions
            .drain()
            .filter_map(|(name, mut all)| (all.len() == 1).then(|| (name, all.remove(0))))
            .collect();
        let definitions = self
            .settings
            .iter()
            .map(|(key, (times, to))| (*key, if *times == 1 { *to } else { NONE }))
            .collect();
        Program { nodes: self.nodes, functions, definitions }
    }

    fn raw(&self, raw: u32) -> Raw {
        self.syntax.nodes[raw as usize]
    }

    fn text(&self, raw: u32) -> &str {
        let node = self.raw(raw);
        &self.text[node.start as usize..node.end as usize]
    }

    fn add(&mut self, word: Word, name: u64, kids: Vec<u32>, at: u32) -> u32 {
        let raw = self.raw(at);
        let span = (raw.start, raw.end);
        self.nodes.push(Node { word, name, kids, number: NONE, span });
        self.nodes.len() as u32 - 1
    }

    /// The node of the child with a role.
    fn role(&self, raw: u32, role: &str) -> u32 {
        let kids = self.children.of(raw);
        let child = kids.iter().find(|k| self.syntax.nodes[**k as usize].field == role);
        child.map_or(NONE, |k| self.made[*k as usize])
    }

    fn role_raw(&self, raw: u32, role: &str) -> Option<u32> {
        let kids = self.children.of(raw);
        kids.iter().copied().find(|k| self.syntax.nodes[*k as usize].field == role)
    }

    /// The nodes of all children, without children that have none.
    fn all(&self, raw: u32) -> Vec<u32> {
        let made = self.children.of(raw).iter().map(|k| self.made[*k as usize]);
        made.filter(|m| *m != NONE).collect()
    }

    fn roles(&self, raw: u32, roles: &[&str]) -> Vec<u32> {
        roles.iter().map(|role| self.role(raw, role)).filter(|m| *m != NONE).collect()
    }

    /// The only child's form, a sequence of several, or nothing.
    fn pass(&mut self, raw: u32) -> u32 {
        let all = self.all(raw);
        match all.len() {
            0 => NONE,
            1 => all[0],
            _ => self.sequence(all, raw),
        }
    }

    /// A sequence without sequences inside.
    fn sequence(&mut self, parts: Vec<u32>, at: u32) -> u32 {
        let mut flat = Vec::with_capacity(parts.len());
        for part in parts {
            match self.nodes[part as usize].word {
                Word::Seq => flat.extend_from_slice(&self.nodes[part as usize].kids),
                _ => flat.push(part),
            }
        }
        self.add(Word::Seq, 0, flat, at)
    }

    /// The statements of a part, in order.
    fn statements(&self, part: u32) -> Vec<u32> {
        match self.nodes.get(part as usize) {
            None => Vec::new(),
            Some(node) if node.word == Word::Seq => node.kids.clone(),
            Some(_) => vec![part],
        }
    }

    fn make(&mut self, raw: u32) -> u32 {
        let node = self.raw(raw);
        if !node.named {
            return NONE;
        }
        if self.syntax.language.is_script() {
            return self.make_script(raw, node.kind);
        }
        match node.kind {
            kind if kind.ends_with("literal") || kind == "user_defined_literal" => {
                self.literal(raw)
            }
            "true" | "false" | "null" | "nullptr" | "concatenated_string" => {
                self.add(Word::Literal, 0, Vec::new(), raw)
            }
            "this" | "self" => NONE,
            "identifier" | "field_identifier" => self.name(raw),
            "shorthand_field_identifier" => self.name(raw),
            "binary_expression" | "assignment_expression" | "compound_assignment_expr" => {
                self.binary(raw)
            }
            "unary_expression"
            | "pointer_expression"
            | "reference_expression"
            | "update_expression" => self.unary(raw),
            "call_expression" | "macro_invocation" => self.call(raw),
            "field_expression" => self.field(raw),
            "subscript_expression" | "index_expression" => self.plain(Word::Index, raw),
            "init_declarator" | "let_declaration" => self.declaration(raw),
            "return_statement" | "return_expression" => self.plain(Word::Return, raw),
            "break_statement"
            | "continue_statement"
            | "break_expression"
            | "continue_expression" => self.add(Word::Jump, 0, Vec::new(), raw),
            "function_definition" | "function_item" => self.function(raw),
            "cast_expression" | "type_cast_expression" => self.role(raw, "value"),
            kind if kind.contains("_literal") => self.add(Word::Literal, 0, Vec::new(), raw),
            _ => self.make_control(raw, node.kind),
        }
    }

    fn make_control(&mut self, raw: u32, kind: &str) -> u32 {
        match kind {
            "if_statement" | "if_expression" | "conditional_expression" => self.branch(raw),
            "for_statement" | "while_statement" | "do_statement" | "while_expression"
            | "loop_expression" => self.looped(raw),
            "for_range_loop" | "for_expression" => self.each(raw),
            "switch_statement" | "match_expression" => self.control(Word::Switch, raw, "body"),
            "case_statement" => self.case(raw),
            "match_arm" => self.control(Word::Case, raw, "value"),
            // Declarations without a value say types and names only.
            "parameter_list"
            | "parameters"
            | "template_parameter_list"
            | "type_parameters"
            | "base_class_clause"
            | "type_definition"
            | "alias_declaration"
            | "primitive_type"
            | "type_identifier"
            | "template_type"
            | "type_descriptor"
            | "type_arguments"
            | "template_argument_list"
            | "sized_type_specifier"
            | "placeholder_type_specifier"
            | "generic_type"
            | "scoped_type_identifier"
            | "reference_type"
            | "preproc_include"
            | "use_declaration"
            | "attribute_item"
            | "inner_attribute_item"
            | "preproc_directive"
            | "access_specifier"
            | "statement_identifier"
            | "storage_class_specifier"
            | "virtual"
            | "lifetime"
            | "type_qualifier"
            | "visibility_modifier"
            | "mutable_specifier"
            | "label_statement" => NONE,
            "field_declaration" | "declaration" => self.declared(raw),
            _ => self.pass(raw),
        }
    }

    /// The parts of a declaration that have values: `init_declarator`s, default values.
    fn declared(&mut self, raw: u32) -> u32 {
        let kids: Vec<u32> = self.children.of(raw).to_vec();
        let mut parts = Vec::new();
        for kid in kids {
            let (kind, made) = (self.raw(kid).kind, self.made[kid as usize]);
            let plain = kind.ends_with("identifier") || kind.ends_with("declarator");
            if made != NONE && (kind == "init_declarator" || !plain) {
                parts.push(made);
            }
        }
        match parts.len() {
            0 => NONE,
            1 => parts[0],
            _ => self.sequence(parts, raw),
        }
    }

    fn literal(&mut self, raw: u32) -> u32 {
        self.add(Word::Literal, 0, Vec::new(), raw)
    }

    /// The key of an own variable: its name within its function.
    fn key(&self, raw: u32, number: u32) -> u64 {
        key(self.scopes[raw as usize], number)
    }

    fn name(&mut self, raw: u32) -> u32 {
        let text = self.text(raw);
        match self.names.own(text) {
            Some(number) => {
                let key = self.key(raw, number);
                let node = self.add(Word::Own, key, Vec::new(), raw);
                self.nodes[node as usize].number = number;
                node
            }
            None => {
                let name = hash(self.names.origin(text).as_bytes());
                self.add(Word::Foreign, name, Vec::new(), raw)
            }
        }
    }

    fn plain(&mut self, word: Word, raw: u32) -> u32 {
        let kids = self.all(raw);
        self.add(word, 0, kids, raw)
    }

    fn field(&mut self, raw: u32) -> u32 {
        let roles = ["field", "property", "attribute"];
        let field = roles.iter().find_map(|role| self.role_raw(raw, role));
        let Some(field) = field else { return self.pass(raw) };
        let object = self.roles(raw, &["argument", "value", "object"]);
        // A field of this object is a name like any other.
        if object.is_empty() {
            return self.made[field as usize];
        }
        let text = self.text(field);
        let name = if self.names.own_member(text) { 0 } else { hash(text.as_bytes()) };
        self.add(Word::Field, name, object, raw)
    }

    fn call(&mut self, raw: u32) -> u32 {
        let roles = ["function", "macro", "constructor"];
        let callee = roles.iter().find_map(|role| self.role_raw(raw, role));
        let arguments = self.role_raw(raw, "arguments");
        let mut kids = Vec::new();
        let all = arguments.map(|a| self.all(a)).unwrap_or_default();
        if let Some(callee) = callee {
            let (kind, text) = (self.raw(callee).kind, self.text(callee));
            // int(x), static_cast<int>(x): the value is what counts.
            let cast = kind == "primitive_type" || text.starts_with("static_cast");
            if cast && all.len() == 1 {
                return all[0];
            }
            let made = self.made[callee as usize];
            kids.extend((made != NONE).then_some(made));
        }
        kids.extend(all);
        self.add(Word::Call, 0, kids, raw)
    }

    fn declaration(&mut self, raw: u32) -> u32 {
        let value = self.role(raw, "value");
        let target = self
            .role_raw(raw, "declarator")
            .or_else(|| self.role_raw(raw, "pattern"))
            .or_else(|| self.role_raw(raw, "name"))
            .map(|t| self.made[t as usize]);
        match (target, value) {
            (_, NONE) => NONE,
            (Some(target), value) if target != NONE => self.set(target, value, raw),
            _ => value,
        }
    }

    fn branch(&mut self, raw: u32) -> u32 {
        let condition = self.role(raw, "condition");
        let then = self.statements(self.role(raw, "consequence"));
        let other = self.statements(self.role(raw, "alternative"));
        let mut kids = vec![condition];
        // if (a) if (b) s  is  if (a and b) s.
        if let ([inner], true, true) = (&then[..], other.is_empty(), condition != NONE) {
            let node = self.nodes[*inner as usize].clone();
            if node.word == Word::If && node.name == 0 {
                kids[0] = self.join(Word::And, condition, node.kids[0], raw);
                kids.extend_from_slice(&node.kids[1..]);
                return self.add(Word::If, 0, kids, raw);
            }
        }
        if condition == NONE {
            return self.pass(raw);
        }
        let two_sided = u64::from(!other.is_empty());
        kids.extend(then);
        kids.extend(other);
        self.add(Word::If, two_sided, kids, raw)
    }

    /// All loops are: what comes first, then a loop with a condition; the step ends its body.
    fn looped(&mut self, raw: u32) -> u32 {
        let first = self.role(raw, "initializer");
        let mut condition = self.role(raw, "condition");
        if condition == NONE {
            condition = self.add(Word::Literal, 0, Vec::new(), raw);
        }
        let mut kids = vec![condition];
        kids.extend(self.statements(self.role(raw, "body")));
        for step in self.roles(raw, &["update", "increment"]) {
            kids.extend(self.statements(step));
        }
        let body = self.add(Word::Loop, 0, kids, raw);
        if first == NONE {
            return body;
        }
        self.sequence(vec![first, body], raw)
    }

    fn each(&mut self, raw: u32) -> u32 {
        let over = self.roles(raw, &["right", "value"]);
        let each = self.add(Word::Each, 0, over, raw);
        let mut kids = vec![each];
        kids.extend(self.statements(self.role(raw, "body")));
        self.add(Word::Loop, 0, kids, raw)
    }

    fn control(&mut self, word: Word, raw: u32, body: &str) -> u32 {
        let head = self.roles(raw, &["condition", "value", "pattern"]);
        let body = self.role(raw, body);
        let literal = self.add(Word::Literal, 0, Vec::new(), raw);
        let mut kids = vec![head.into_iter().find(|h| *h != body).unwrap_or(literal)];
        kids.extend(self.statements(body));
        self.add(word, 0, kids, raw)
    }

    fn case(&mut self, raw: u32) -> u32 {
        let value = self.role(raw, "value");
        let mut kids: Vec<u32> = self.all(raw);
        if value == NONE {
            let literal = self.add(Word::Literal, 0, Vec::new(), raw);
            kids.insert(0, literal);
        }
        self.add(Word::Case, 0, kids, raw)
    }

    fn function(&mut self, raw: u32) -> u32 {
        let body = self.role(raw, "body");
        if body == NONE {
            return NONE;
        }
        if let Some((number, parameters)) = self.signature(raw) {
            let function = Function { body, parameters };
            self.functions.entry(number).or_default().push(function);
        }
        self.add(Word::Function, 0, vec![body], raw)
    }

    /// The number of a function's name, and the keys of its parameters.
    fn signature(&self, raw: u32) -> Option<(u32, Vec<u64>)> {
        let mut at = self.role_raw(raw, "declarator").or_else(|| self.role_raw(raw, "name"))?;
        let mut parameters = self.role_raw(raw, "parameters");
        while !self.raw(at).leaf {
            parameters = self.role_raw(at, "parameters").or(parameters);
            let inner = self.role_raw(at, "declarator").or_else(|| self.role_raw(at, "name"));
            at = inner
                .or_else(|| self.children.of(at).iter().copied().find(|k| self.raw(*k).named))?;
        }
        let number = self.names.own(self.text(at))?;
        let list = parameters.map(|p| self.children.of(p)).unwrap_or_default();
        let keys = list.iter().filter_map(|p| self.parameter(*p)).collect();
        Some((number, keys))
    }

    fn parameter(&self, raw: u32) -> Option<u64> {
        let mut at = raw;
        if self.raw(at).leaf {
            return None;
        }
        while !self.raw(at).leaf {
            let inner = self.role_raw(at, "declarator").or_else(|| self.role_raw(at, "pattern"));
            at = inner.or_else(|| {
                self.children.of(at).iter().copied().rev().find(|k| self.raw(*k).named)
            })?;
        }
        let number = self.names.own(self.text(at))?;
        Some(self.key(raw, number))
    }
}

/// The key of an own name in the function that begins at a syntax node; 0 is outside of all.
pub(crate) fn key(scope: u32, number: u32) -> u64 {
    mix(u64::from(scope) + 1, u64::from(number))
}
