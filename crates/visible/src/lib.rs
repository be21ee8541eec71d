//! Text of players on HTML pages.
#![forbid(unsafe_code)]

use askama::filters::{Escaper, Html};
use std::fmt::{self, Write};

/// Text as text of a page, whatever it holds: no markup, and no signs that nobody sees.
/// Templates of reports name this in their `askama.toml`.
#[derive(Clone, Copy, Debug)]
pub struct Visible;

impl Escaper for Visible {
    fn write_escaped_str<W: Write>(&self, mut page: W, text: &str) -> fmt::Result {
        let mut rest = text;
        while let Some((at, sign)) = rest.char_indices().find(|(_, c)| unseen(*c)) {
            Html.write_escaped_str(&mut page, &rest[..at])?;
            page.write_char(char::REPLACEMENT_CHARACTER)?;
            rest = &rest[at + sign.len_utf8()..];
        }
        Html.write_escaped_str(page, rest)
    }
}

/// Whether nobody sees a sign, though it does something: signs that turn the direction of writing
/// hide what code says.
fn unseen(sign: char) -> bool {
    match sign {
        '\n' | '\t' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        sign => sign.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_is_shown_as_a_sign() {
        let mut page = String::new();
        Visible.write_escaped_str(&mut page, "a\u{202e}<b>\u{7}\n").expect("strings take all");
        assert_eq!(page, "a\u{fffd}&#60;b&#62;\u{fffd}\n");
    }
}
