//! The names that a source defines.

use crate::syntax::{NONE, Raw, Syntax};
use std::collections::HashMap;

/// The names that a source declares. A copier can change them at will. All other names belong to
/// the game or the language, and stay the same in every copy.
pub(crate) struct Names {
    numbers: HashMap<String, u32>,
    /// Other names for imported things.
    aliases: HashMap<String, String>,
    /// By number: declared as a member, and thus a field if it stands behind a dot.
    members: Vec<bool>,
}

impl Names {
    /// Collects the declared names.
    pub(crate) fn declared(syntax: &Syntax, text: &str) -> Self {
        let (mut numbers, mut members) = (HashMap::new(), Vec::new());
        let mut aliases = HashMap::new();
        let text_of = |node: &Raw| text[node.start as usize..node.end as usize].to_owned();
        for node in syntax.nodes.iter().filter(|n| n.leaf && n.named && n.parent != NONE) {
            let parent = &syntax.nodes[node.parent as usize];
            if node.field == "alias" && matches!(parent.kind, "import_specifier" | "aliased_import")
            {
                // The name that it stands for is the first child.
                aliases.insert(text_of(node), text_of(&syntax.nodes[node.parent as usize + 1]));
            }
            let Some(declared) = declared(syntax, node) else { continue };
            let number = *numbers.entry(text_of(node)).or_insert_with(|| {
                members.push(false);
                members.len() as u32 - 1
            });
            members[number as usize] |= declared == Declared::Member;
        }
        Self { numbers, aliases, members }
    }

    /// The name that an imported thing has where it comes from.
    pub(crate) fn origin<'a>(&'a self, name: &'a str) -> &'a str {
        self.aliases.get(name).map_or(name, String::as_str)
    }

    /// The number of an own name; `None` for names from elsewhere.
    pub(crate) fn own(&self, name: &str) -> Option<u32> {
        self.numbers.get(name).copied()
    }

    /// Whether a name behind a dot is one of the source's own members.
    pub(crate) fn own_member(&self, name: &str) -> bool {
        self.own(name).is_some_and(|n| self.members[n as usize])
    }
}

/// The kind of a declared name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Declared {
    /// A variable, a function or a type.
    Plain,
    /// A field or a method: the name may stand behind a dot.
    Member,
}

/// The declaration of a leaf, if it is a name that the source declares.
fn declared(syntax: &Syntax, node: &Raw) -> Option<Declared> {
    let parent = &syntax.nodes[node.parent as usize];
    if syntax.language.is_script() {
        return declared_in_script(syntax, parent, node);
    }
    let found = declares(parent.kind, parent.field, node);
    found.then_some(match node.kind {
        "field_identifier" => Declared::Member,
        _ => Declared::Plain,
    })
}

/// Kinds of nodes in scripts whose `name` is declared.
const NAMES: [&str; 11] = [
    "variable_declarator",
    "function_declaration",
    "function_expression",
    "generator_function",
    "generator_function_declaration",
    "class",
    "class_declaration",
    "class_definition",
    "default_parameter",
    "typed_default_parameter",
    "named_expression",
];

/// Kinds of nodes in scripts whose `left` side is declared.
const LEFTS: [&str; 7] = [
    "assignment",
    "assignment_expression",
    "augmented_assignment",
    "for_statement",
    "for_in_clause",
    "for_in_statement",
    "assignment_pattern",
];

/// Kinds of nodes in scripts that declare all names right below them.
const LISTS: [&str; 12] = [
    "formal_parameters",
    "parameters",
    "lambda_parameters",
    "typed_parameter",
    "list_splat_pattern",
    "dictionary_splat_pattern",
    "pattern_list",
    "tuple_pattern",
    "list_pattern",
    "array_pattern",
    "rest_pattern",
    "as_pattern_target",
];

/// In scripts an assignment declares.
fn declared_in_script(syntax: &Syntax, parent: &Raw, node: &Raw) -> Option<Declared> {
    if !node.kind.contains("identifier") {
        return None;
    }
    let above = |node: &Raw| syntax.nodes.get(node.parent as usize).map_or("", |n| n.kind);
    let plain = match (parent.kind, node.field) {
        ("function_definition", "name") => {
            let is_method = syntax.nodes.get(parent.parent as usize).map(above);
            let member = is_method == Some("class_definition");
            return Some(if member { Declared::Member } else { Declared::Plain });
        }
        ("method_definition", "name") | ("field_definition", "property") => {
            return Some(Declared::Member);
        }
        ("pair", "key") if node.kind == "property_identifier" => return Some(Declared::Member),
        ("member_expression", "property") | ("attribute", "attribute") => {
            let set = matches!(above(parent), "assignment" | "assignment_expression");
            return (set && parent.field == "left").then_some(Declared::Member);
        }
        (kind, "name") => NAMES.contains(&kind),
        (kind, "left") => LEFTS.contains(&kind),
        ("arrow_function" | "catch_clause", field) => field == "parameter",
        ("pair_pattern", field) => field == "value",
        (kind, _) => node.kind == "shorthand_property_identifier_pattern" || LISTS.contains(&kind),
    };
    plain.then_some(Declared::Plain)
}

/// Whether a leaf below such a parent is a name that the source declares.
fn declares(parent: &str, role: &str, node: &Raw) -> bool {
    if !node.kind.ends_with("identifier") {
        return false;
    }
    match node.field {
        "declarator" => parent != "qualified_identifier",
        "name" => matches!(
            parent,
            "preproc_def"
                | "preproc_function_def"
                | "struct_specifier"
                | "class_specifier"
                | "enum_specifier"
                | "union_specifier"
                | "alias_declaration"
                | "enumerator"
                | "namespace_definition"
                | "function_item"
                | "struct_item"
                | "enum_item"
                | "const_item"
                | "static_item"
                | "type_item"
                | "mod_item"
                | "field_declaration"
                | "trait_item"
                | "enum_variant"
                | "type_parameter"
        ),
        "pattern" => {
            matches!(parent, "let_declaration" | "parameter" | "for_expression" | "let_condition")
        }
        _ => {
            matches!(
                parent,
                "reference_declarator"
                    | "structured_binding_declarator"
                    | "tuple_pattern"
                    | "mut_pattern"
                    | "ref_pattern"
                    | "closure_parameters"
                    | "type_parameter_declaration"
                    | "optional_type_parameter_declaration"
            ) || (parent == "match_pattern" && role == "pattern")
        }
    }
}
