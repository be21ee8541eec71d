use super::*;

fn refused(text: &str) -> Vec<usize> {
    refuse("AIFoo.cc", text.as_bytes()).iter().map(|d| d.line).collect()
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
fn a_player_without_registration_is_an_error() {
    let found = advise("AIFoo.cc", "Foo", b"#define PLAYER_NAME Foo\nvoid play () {}\n");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].severity, Severity::Error);
}

#[test]
fn another_name_than_the_file_s_is_remarked() {
    let text = b"#define PLAYER_NAME Bar\nvoid play () {}\nRegisterPlayer(PLAYER_NAME);\n";
    let found = advise("AIFoo.cc", "Foo", text);
    assert_eq!((found.len(), found[0].line), (1, 1));
    assert!(found[0].message.contains("`Bar`"));
}

#[test]
fn first_code_skips_comments() {
    assert_eq!(
        first_code("\n// a\n/* b\n c */ #include \"Player.hh\"\n").trim(),
        "#include \"Player.hh\""
    );
}
