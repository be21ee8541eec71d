use super::*;

fn report(text: &str) -> Report {
    let mut report = Report::default();
    Scan::of("AIFoo.cc", "Foo", text).refuse(&mut report);
    report
}

fn refused(text: &str) -> Vec<usize> {
    report(text).errors.iter().map(|d| d.line).collect()
}

fn advice(text: &str) -> Report {
    let mut report = Report::default();
    Scan::of("AIFoo.cc", "Foo", text).advise(&mut report);
    report
}

#[test]
fn files_of_the_machine_are_out_of_reach() {
    for text in [
        "#include \"/etc/passwd\"",
        "#include </dev/zero>",
        "  #  include \"../secret.hh\"",
        "%:include \"/etc/passwd\"",
        "??=include \"/etc/passwd\"",
        "#inc\\\nlude \"/etc/passwd\"",
        "#/* */include \"/etc/passwd\"",
        "#define X \"/etc/passwd\"\n#include X",
        "#include \"C:\\secret\"",
        "#import \"/etc/passwd\"",
        "#embed \"data.bin\"",
        "#if __has_embed(\"data.bin\")\n#endif",
        "#if __has_include(\"/etc/passwd\")\n#endif",
        "#pragma GCC dependency \"/etc/passwd\"",
        "asm(\".incbin \\\"/etc/passwd\\\"\");",
    ] {
        assert!(!refused(text).is_empty(), "{text}");
    }
}

#[test]
fn ordinary_sources_pass() {
    let text = "\u{feff}#include \"Player.hh\"\n#include <unordered_map>\n\
                #include <bits/stdc++.h>\n#define PATH \"/\"\n\
                // #include \"/etc/passwd\"\n/* #embed \"x\" */\nstring s = \"#include /dev/null\";\n";
    assert_eq!(refused(text), Vec::<usize>::new());
}

#[test]
fn the_line_is_named() {
    assert_eq!(refused("int a;\n/* one\n two */\n#embed \"x\"\n"), [4]);
}

#[test]
fn who_may_catch_is_known() {
    let may_catch = |text: &str| Scan::of("AIFoo.cc", "Foo", text).may_catch();
    for text in [
        "try { play(); } catch (...) {}",
        "try { play(); } cat\\\nch (...) {}",
        "#define PASTE(a, b) a ## b\nPASTE(cat, ch) (...) {}",
        "%:define PASTE(a, b) a %:%: b\nPASTE(cat, ch) (...) {}",
        "??=define PASTE(a, b) a ??=??= b\nPASTE(cat, ch) (...) {}",
        "struct promise_type { void unhandled_exception () {} };",
        "bool wrong = make_exception_ptr(7) != nullptr;",
    ] {
        assert!(may_catch(text), "{text}");
    }
    for text in ["// try to catch it\nthrow 7;", "cerr << \"catch\";", "int catches = 0;"] {
        assert!(!may_catch(text), "{text}");
    }
}

#[test]
fn a_player_without_registration_is_an_error() {
    let found = advice("#define PLAYER_NAME Foo\nvoid play () {}\n// RegisterPlayer\n");
    assert_eq!((found.errors.len(), found.warnings.len()), (1, 0));
}

#[test]
fn another_name_than_the_file_s_is_remarked() {
    let text = "\n#define PLAYER_NAME Bar\nvoid play () {}\nRegisterPlayer(PLAYER_NAME);\n";
    let found = advice(text).warnings;
    assert_eq!((found.len(), found[0].line), (1, 2));
    assert!(found[0].message.contains("`Bar`"));
}

#[test]
fn precompiled_headers_stand_for_the_first_line_of_code() {
    let starts = |text| Scan::of("AIFoo.cc", "Foo", text).starts_with_player_header();
    assert!(starts("\n// a\n/* b\n c */ # include  \"Player.hh\" // d\n"));
    assert!(!starts("#define X\n#include \"Player.hh\"\n"));
    assert!(!starts(""));
}

#[test]
fn assembly_and_linkage_are_refused_with_their_line() {
    for text in [
        "\nasm(\"nop\");",
        "\nvoid f () { __asm__ volatile (\"\" : : \"r\"(1)); }",
        "\nint f () __asm(\"g\");",
        "/* a\n */ as\\\nm(\"x\");",
        "\n__attribute__((import_module(\"env\"), import_name(\"f\"))) void f ();",
        "\n[[clang::import_module(\"env\")]] void f ();",
        "\n[[using clang: export_name(NAME)]] void f () {}",
        "\n__attribute__ ((__export_name__ (NAME))) void f () {}",
        "\n#pragma clang attribute push(__attribute__((export_name(\"f\"))), apply_to = function)",
        "\n#define EVIL _Pragma(\"clang attribute push(__attribute__((export_name(X))))\")",
        "\n#pragma redefine_extname f palestra_abi",
    ] {
        let found = report(text).errors;
        assert_eq!(found.first().map(|d| d.line), Some(2), "{text}");
        assert!(found[0].hint.is_some(), "{text}");
    }
}

#[test]
fn words_that_only_look_so_are_honest() {
    let text = "int asm_count, plasma, __asmx; // asm(\"nop\")\nstring s = \"asm\", t = R\"x(\nasm )\" \
                asm)x\";\nchar q = '\"', a = 'a', b = '\\''; // \" asm\nint n = 1'000; /* asm */\n\
                void export_name (string s); int import_name = 3;\nint k = v[export_name(s)];\n\
                #pragma GCC optimize (\"O3\")\n#ifdef __has_include\n#if __has_include(<optional>)\n\
                #endif\n#endif\n__attribute__((noinline)) void f (int import_module);\n";
    let found = report(text).errors;
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn questions_about_files_name_a_header() {
    for text in [
        "#define P </etc/hostname>\n#if __has_include(P)\n#endif",
        "#define P </etc/hostname>\n#define Q __has_include(P)",
        "#if 1\n#elif __has_include_next (\"../x\")\n#endif",
        "#if 1\n#if __has_embed(X)\n#endif",
    ] {
        assert!(refused(text).contains(&2), "{text}");
    }
}

#[test]
fn raw_texts_end_where_they_say() {
    assert_eq!(refused("auto s = R\"(a\n\")\\\nasm\n)\"; \nasm(\"\");"), [5]);
    // No raw text: its mark is too long, or it is another word's end.
    assert_eq!(refused("auto s = xR\"(\";\nasm(\"\");"), [2]);
}

/// What a source of this many bytes costs.
fn steps(piece: &str, size: usize) -> usize {
    let text = piece.repeat(size / piece.len());
    let scan = Scan::of("AIFoo.cc", "Foo", &text);
    let mut report = Report::default();
    scan.refuse(&mut report);
    scan.advise(&mut report);
    assert!(report.errors.len() + report.warnings.len() < 40);
    scan.steps()
}

/// Nothing is read again: twice the text takes twice the steps, whatever it consists of.
#[test]
fn no_text_takes_more_than_its_size_allows() {
    for piece in [
        "\n",
        "a",
        "\\\n",
        "\\ ",
        "/*",
        "*/",
        "//",
        "\"",
        "'",
        "R\"(",
        ")\"",
        "R\"a(",
        "\\",
        "/",
        "#",
        "asm\n",
        "asm;",
        "[[",
        "import_name(\"\n",
        "_Pragma(",
        "__has_include(",
        "/\\\n*",
        "1'",
        "#include\n",
        "?",
        "é",
        "\r\n",
        "\"\\\n",
    ] {
        let (one, two) = (steps(piece, 1 << 15), steps(piece, 1 << 16));
        assert!(one <= 30 << 15, "{piece:?}: {one} steps");
        assert!(two <= 2 * one + 100, "{piece:?}: {one} steps, then {two}");
    }
}

#[test]
fn a_megabyte_of_newlines_is_looked_at_once() {
    // Took minutes when each line was looked for from the top.
    let text = "\n".repeat(LARGEST - 20) + "asm(\"\");";
    assert_eq!(refused(&text), [LARGEST - 19]);
}
