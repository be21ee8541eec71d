//! Layout and comments; the order of functions; dead code.

use super::{Dice, Edits, nodes, parse, text};
use tree_sitter::Node;

const REMARKS: [&str; 6] = [
    "// look at this later",
    "// see the manual",
    "/* important */",
    "// this took me a whole night",
    "// works, do not touch",
    "/* what the teacher said */",
];

/// Comments go, others come; lines are joined, broken and indented otherwise.
pub fn layout(source: &str, strength: u32, dice: &mut Dice) -> String {
    let tree = parse(source);
    let mut edits = Edits::new();
    for node in nodes(&tree) {
        if node.kind() == "comment" && dice.strikes(strength) {
            edits.replace(node, String::new());
        }
    }
    let bare = edits.apply(source);
    let mut out = String::new();
    for line in bare.lines() {
        let directive = line.trim_start().starts_with('#');
        let depth = line.len() - line.trim_start().len();
        if directive {
            out.push_str(line);
        } else if strength == 3 {
            out.push_str(&"\t".repeat(depth / 2));
            out.push_str(&line.trim_start().replace(", ", " ,").replace(" (", "("));
        } else {
            out.push_str(&" ".repeat(depth * (1 + strength as usize)));
            out.push_str(line.trim_start());
        }
        if !directive && line.trim_end().ends_with([';', '{', '}']) && dice.below(6) == 0 {
            out.push(' ');
            out.push_str(REMARKS[dice.below(REMARKS.len())]);
        }
        out.push('\n');
        if dice.below(9) < strength as usize {
            out.push('\n');
        }
    }
    out
}

/// Member functions change places.
pub fn function_order(source: &str, strength: u32, dice: &mut Dice) -> String {
    let tree = parse(source);
    let functions: Vec<Node<'_>> = nodes(&tree)
        .into_iter()
        .filter(|n| n.kind() == "function_definition")
        .filter(|n| n.parent().is_some_and(|p| p.kind() == "field_declaration_list"))
        .filter(|n| in_player(*n, source) && !text(*n, source).contains("factory"))
        .collect();
    let mut order: Vec<usize> = (0..functions.len()).collect();
    match strength {
        3 => dice.shuffle(&mut order),
        _ => {
            for _ in 0..strength * 2 {
                let (a, b) = (dice.below(order.len()), dice.below(order.len()));
                order.swap(a, b);
            }
        }
    }
    let mut edits = Edits::new();
    for (place, from) in functions.iter().zip(&order) {
        edits.replace(*place, text(functions[*from], source).to_owned());
    }
    edits.apply(source)
}

/// Whether a member belongs to the player itself, not to a small structure inside.
fn in_player(member: Node<'_>, source: &str) -> bool {
    let class = member.parent().and_then(|p| p.parent());
    let name = class.and_then(|c| c.child_by_field_name("name"));
    name.is_some_and(|n| text(n, source) == "PLAYER_NAME")
}

/// Whether a block belongs to a function of the player that has a `this`.
fn sees_game(block: Node<'_>, source: &str) -> bool {
    let mut at = block;
    while let Some(parent) = at.parent() {
        if at.kind() == "function_definition" {
            return in_player(at, source) && !text(at, source).starts_with("static");
        }
        at = parent;
    }
    false
}

/// Statements and functions that change nothing: up to a tenth, a quarter, a half more lines.
pub fn dead_code(source: &str, strength: u32, dice: &mut Dice) -> String {
    let tree = parse(source);
    let mut edits = Edits::new();
    let mut lines = source.lines().count() * [10, 25, 50][strength as usize - 1] / 100;
    let all = nodes(&tree);
    let blocks: Vec<&Node<'_>> =
        all.iter().filter(|n| n.kind() == "compound_statement" && sees_game(**n, source)).collect();
    let members: Vec<&Node<'_>> = all
        .iter()
        .filter(|n| n.kind() == "function_definition" && in_player(**n, source))
        .collect();
    let mut number = dice.below(900);
    while lines > 0 {
        number += 1;
        let (at, piece) = if dice.below(3) == 0 {
            (members[dice.below(members.len())].start_byte(), function(number, dice))
        } else {
            (blocks[dice.below(blocks.len())].start_byte() + 1, statement(number, dice))
        };
        lines = lines.saturating_sub(piece.lines().count());
        edits.insert(at, piece);
    }
    edits.apply(source)
}

fn statement(number: usize, dice: &mut Dice) -> String {
    let (a, b) = (dice.below(90) + 2, dice.below(9) + 2);
    match dice.below(6) {
        0 => format!("\n    int spare{number} = {a};\n    spare{number} *= {b};\n"),
        1 => format!("\n    if (rows() < {b} - {a}) cerr << \"odd board\" << endl;\n"),
        2 => format!(
            "\n    double mean{number} = 0;\n    for (int z = 0; z < {b}; z++) \
             mean{number} += z*{a};\n    (void)mean{number};\n"
        ),
        3 => format!("\n    string trace{number} = \"step {a}\";\n    trace{number} += \"!\";\n"),
        4 => format!(
            "\n    bool once{number} = round() == {a} + {b}*1000;\n    (void)once{number};\n"
        ),
        _ => format!(
            "\n    vector<int> pad{number}({b}, {a});\n    reverse(pad{number}.begin(), pad{number}.end());\n"
        ),
    }
}

fn function(number: usize, dice: &mut Dice) -> String {
    let (a, b) = (dice.below(90) + 2, dice.below(9) + 2);
    match dice.below(3) {
        0 => format!(
            "int audit{number} () {{\n    int sum = {a};\n    for (int pl = 0; pl < 4; ++pl) {{\n      \
             if (total_score(pl) > sum) sum = total_score(pl)%{b};\n    }}\n    return sum;\n  }}\n\n  "
        ),
        1 => format!(
            "void show{number} (Pos p) {{\n    cerr << \"at \" << p << \" in round \" << round();\n    \
             cerr << \" with \" << nb_units() - {a} << endl;\n  }}\n\n  "
        ),
        _ => format!(
            "bool even{number} (int x) {{\n    while (x > {b}) x -= 2;\n    return x*{a} == 0;\n  }}\n\n  "
        ),
    }
}
