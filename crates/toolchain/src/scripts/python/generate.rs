//! The headers that MicroPython's build makes from its sources: the names that it knows when it
//! starts (*qstrs*), its modules, and where pointers to objects are.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Where MicroPython's sources include the generated headers from.
pub(super) const FOLDER: &str = "genhdr";

/// Bytes of the hash of a name, `MICROPY_QSTR_BYTES_IN_HASH`.
const HASH_BITS: u32 = 16;

/// The lines of `qstrdefs.h` in quotes, so that the preprocessor leaves their insides alone.
pub(super) fn quoted(definitions: &str) -> String {
    let quote = |line: &str| match line.trim_end().strip_prefix("Q(") {
        Some(_) => format!("\"{}\"\n", line.trim_end().replace('\\', "\\\\")),
        None => format!("{line}\n"),
    };
    definitions.lines().map(quote).collect()
}

/// The headers, by their names, from all preprocessed sources and the preprocessed [`quoted`]
/// definitions.
pub(super) fn headers(sources: &str, definitions: &str) -> [(&'static str, String); 4] {
    let version = "#define MICROPY_GIT_TAG \"1.25.0\"\n#define MICROPY_GIT_HASH \"\"\n\
                   #define MICROPY_BUILD_DATE \"\"\n";
    [
        ("qstrdefs.generated.h", names(sources, definitions)),
        ("moduledefs.h", modules(sources)),
        ("root_pointers.h", root_pointers(sources)),
        ("mpversion.h", version.into()),
    ]
}

/// All names: those of the definitions, and each `MP_QSTR_name` of the sources.
fn names(sources: &str, definitions: &str) -> String {
    let mut all: BTreeMap<String, String> = BTreeMap::new();
    for line in definitions.lines() {
        let inside = line.trim().strip_prefix("\"Q(").and_then(|rest| rest.strip_suffix(")\""));
        if let Some(text) = inside {
            let text = text.replace("\\\\", "\\").replace("\\n", "\n").replace("\\r", "\r");
            all.entry(identifier(&text)).or_insert(text);
        }
    }
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    for rest in sources.split("MP_QSTR_").skip(1) {
        let name = &rest[..rest.find(|c| !part(c)).unwrap_or(rest.len())];
        all.entry(name.into()).or_insert_with(|| name.into());
    }
    // The empty name is the first one. Tables of methods keep the numbers of special names in a
    // byte, so these follow; the others are searched and stand in order.
    let mut special: Vec<_> = all.iter().filter(|(_, text)| is_special(text)).collect();
    let mut others: Vec<_> = all.iter().filter(|(_, text)| !is_special(text)).collect();
    special.sort_by_key(|(_, text)| text.as_bytes());
    others.sort_by_key(|(_, text)| text.as_bytes());
    let mut out = String::from("QDEF0(MP_QSTRnull, 0, 0, \"\")\n");
    for (pool, list) in [special, others].iter().enumerate() {
        for (identifier, text) in list {
            let (hash, len) = (hash(text.as_bytes()), text.len());
            let _ =
                writeln!(out, "QDEF{pool}(MP_QSTR_{identifier}, {hash}, {len}, {})", literal(text));
        }
    }
    out
}

fn is_special(text: &str) -> bool {
    text.is_empty() || text.starts_with("__") || text.starts_with('<')
}

/// How C writes a name: other characters as words or numbers between underscores.
fn identifier(text: &str) -> String {
    let one = |c: char| {
        let word = match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => return c.to_string(),
            '<' => "lt",
            '>' => "gt",
            '-' => "hyphen",
            ' ' => "space",
            '\'' => "squot",
            ',' => "comma",
            '.' => "dot",
            ':' => "colon",
            ';' => "semicolon",
            '/' => "slash",
            '%' => "percent",
            '#' => "hash",
            '(' => "paren_open",
            ')' => "paren_close",
            '[' => "bracket_open",
            ']' => "bracket_close",
            '{' => "brace_open",
            '}' => "brace_close",
            '*' => "star",
            '!' => "bang",
            '\\' => "backslash",
            '+' => "plus",
            '$' => "dollar",
            '=' => "equals",
            '?' => "question",
            '@' => "at_sign",
            '^' => "caret",
            '|' => "pipe",
            '~' => "tilde",
            other => return format!("_0x{:02x}_", u32::from(other)),
        };
        format!("_{word}_")
    };
    text.chars().map(one).collect()
}

/// As `qstr.c` computes it.
fn hash(bytes: &[u8]) -> u32 {
    let all = bytes.iter().fold(5381_u32, |sum, byte| sum.wrapping_mul(33) ^ u32::from(*byte));
    (all & ((1 << HASH_BITS) - 1)).max(1)
}

/// A string of C.
fn literal(text: &str) -> String {
    let mut out = String::from("\"");
    for byte in text.bytes() {
        // Three octal digits end by themselves.
        if byte.is_ascii_alphanumeric() || byte == b'_' {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "\\{byte:03o}");
        }
    }
    out + "\""
}

/// The insides of all `NAME(…);`, without repetitions.
fn registered<'a>(sources: &'a str, name: &str) -> BTreeSet<&'a str> {
    let inside = |rest: &'a str| Some(&rest[..rest.find(");")?]);
    sources.split(&format!("{name}(")).skip(1).filter_map(inside).collect()
}

/// The tables of modules.
fn modules(sources: &str) -> String {
    let mut out = String::new();
    for (macro_name, table) in [
        ("MP_REGISTER_MODULE", "MICROPY_REGISTERED_MODULES"),
        ("MP_REGISTER_EXTENSIBLE_MODULE", "MICROPY_REGISTERED_EXTENSIBLE_MODULES"),
    ] {
        let mut entries = String::new();
        for one in registered(sources, macro_name) {
            let Some((name, object)) = one.split_once(',') else { continue };
            let (name, object) = (name.trim(), object.trim());
            let _ = writeln!(out, "extern const struct _mp_obj_module_t {object};");
            let _ = write!(entries, " {{ MP_ROM_QSTR({name}), MP_ROM_PTR(&{object}) }},");
        }
        let _ = writeln!(out, "#define {table}{entries}");
    }
    let mut entries = String::new();
    for one in registered(sources, "MP_REGISTER_MODULE_DELEGATION") {
        let Some((object, function)) = one.split_once(',') else { continue };
        let (object, function) = (object.trim(), function.trim());
        let _ = writeln!(out, "extern void {function}(mp_obj_t self, qstr name, mp_obj_t* dest);");
        let _ = write!(entries, " {{ MP_ROM_PTR(&{object}), {function} }},");
    }
    if !entries.is_empty() {
        let _ = writeln!(out, "#define MICROPY_MODULE_DELEGATIONS{entries}");
    }
    out
}

/// Members of the engine's state.
fn root_pointers(sources: &str) -> String {
    let all = registered(sources, "MP_REGISTER_ROOT_POINTER");
    all.into_iter().map(|one| format!("{one};\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_and_numbered() {
        let definitions = "# 1 \"x\"\n\"Q(<module>)\"\n\"Q(\\\\n)\"\n\"Q()\"\n\"Q({:#b})\"\n";
        let sources = "f(MP_QSTR_zeta, MP_QSTR_alpha); g(MP_QSTR___len__, MP_QSTR__lt_module_gt_);";
        let text = names(sources, definitions);
        let first: Vec<&str> =
            text.lines().map(|line| line.split(',').next().unwrap_or_default()).collect();
        assert_eq!(
            first,
            [
                "QDEF0(MP_QSTRnull",
                "QDEF0(MP_QSTR_",
                "QDEF0(MP_QSTR__lt_module_gt_",
                "QDEF0(MP_QSTR___len__",
                "QDEF1(MP_QSTR__0x0a_",
                "QDEF1(MP_QSTR_alpha",
                "QDEF1(MP_QSTR_zeta",
                "QDEF1(MP_QSTR__brace_open__colon__hash_b_brace_close_",
            ]
        );
        // MicroPython's own list has this hash and length for it.
        assert!(text.contains("MP_QSTR_, 5381, 0, \"\""), "{text}");
    }

    #[test]
    fn registrations_become_tables() {
        let sources = "MP_REGISTER_MODULE(MP_QSTR_math, mp_module_math);\n\
            MP_REGISTER_ROOT_POINTER(void* x);\nMP_REGISTER_ROOT_POINTER(void* x);\n\
            MP_REGISTER_EXTENSIBLE_MODULE(MP_QSTR_re, mp_module_re);";
        let text = modules(sources);
        assert!(text.contains(
            "#define MICROPY_REGISTERED_MODULES \
             { MP_ROM_QSTR(MP_QSTR_math), MP_ROM_PTR(&mp_module_math) },\n"
        ));
        assert!(text.contains("MODULES { MP_ROM_QSTR(MP_QSTR_re), MP_ROM_PTR(&mp_module_re) },"));
        assert_eq!(root_pointers(sources), "void* x;\n");
    }
}
