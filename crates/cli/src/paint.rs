//! Colours and signs of the terminal: the four seats have colours, all else is plain, bold, dim.
//!
//! Texts are painted always; `anstream` takes the colours out where they do not belong (no
//! terminal, `NO_COLOR`, `TERM=dumb`).

use std::fmt::Display;
use std::io::IsTerminal;

/// Seat colours on dark ground, as in the viewer: true colour, and the nearest of the 256.
const SEATS: [([u8; 3], u8); 4] =
    [([232, 87, 63], 167), ([244, 200, 66], 221), ([79, 127, 232], 69), ([134, 227, 212], 116)];
const MARKS: [&str; 4] = ["●", "◆", "■", "✚"];
const ASCII_MARKS: [&str; 4] = ["o", "d", "s", "x"];

/// The capabilities of one of the two output streams.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    terminal: bool,
    utf8: bool,
    true_colour: bool,
}

impl Paint {
    /// For standard output.
    pub fn stdout() -> Self {
        Self::of(std::io::stdout().is_terminal())
    }

    /// For standard error.
    pub fn stderr() -> Self {
        Self::of(std::io::stderr().is_terminal())
    }

    fn of(terminal: bool) -> Self {
        let says = |name: &str, words: &[&str]| {
            let value = std::env::var(name).unwrap_or_default().to_lowercase();
            words.iter().any(|w| value.contains(w))
        };
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .into_iter()
            .find(|v| std::env::var_os(v).is_some_and(|value| !value.is_empty()));
        let utf8 = !terminal
            || !cfg!(unix)
            || cfg!(target_os = "macos")
            || locale.is_some_and(|v| says(v, &["utf-8", "utf8"]));
        Self { terminal, utf8, true_colour: says("COLORTERM", &["truecolor", "24bit"]) }
    }

    /// Bold.
    pub fn bold(self, text: impl Display) -> String {
        format!("\x1b[1m{text}\x1b[0m")
    }

    /// Dim.
    pub fn dim(self, text: impl Display) -> String {
        format!("\x1b[2m{text}\x1b[0m")
    }

    /// Underlined: commands to run next.
    pub fn command(self, text: impl Display) -> String {
        format!("\x1b[4m{text}\x1b[0m")
    }

    /// Text in the colour of a seat; only marks and bars have it, never words.
    fn seat(self, seat: usize, text: &str) -> String {
        let Some(([r, g, b], nearest)) = SEATS.get(seat) else { return text.into() };
        if self.true_colour {
            format!("\x1b[38;2;{r};{g};{b}m{text}\x1b[0m")
        } else {
            format!("\x1b[38;5;{nearest}m{text}\x1b[0m")
        }
    }

    /// The mark of a seat.
    pub fn mark(self, seat: usize) -> String {
        let marks = if self.utf8 { MARKS } else { ASCII_MARKS };
        self.seat(seat, marks.get(seat).copied().unwrap_or("?"))
    }

    /// A bar of `length` columns in the colour of a seat, filled up to `width`.
    pub fn bar(self, seat: usize, length: usize, width: usize) -> String {
        let piece = if self.utf8 { "━" } else { "=" };
        let blank = " ".repeat(width.saturating_sub(length));
        format!("{}{blank}", self.seat(seat, &piece.repeat(length)))
    }

    /// A sign where the terminal has it, else a plain one.
    pub fn sign(self, sign: &'static str, plain: &'static str) -> &'static str {
        if self.utf8 { sign } else { plain }
    }

    /// A whole number: on a terminal with a space between thousands, else bare for programs.
    pub fn number(self, value: i64) -> String {
        let digits = value.unsigned_abs().to_string();
        let sign = if value < 0 { "-" } else { "" };
        if !self.terminal {
            return format!("{sign}{digits}");
        }
        let mut grouped = String::new();
        for (k, digit) in digits.chars().enumerate() {
            if k > 0 && (digits.len() - k).is_multiple_of(3) {
                grouped.push(' ');
            }
            grouped.push(digit);
        }
        format!("{sign}{grouped}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Paint = Paint { terminal: true, utf8: false, true_colour: false };

    #[test]
    fn thousands_stand_apart_on_a_terminal_only() {
        let numbers = [0, 999, 1000, -63_131, 1_234_567].map(|n| PLAIN.number(n));
        assert_eq!(numbers, ["0", "999", "1 000", "-63 131", "1 234 567"]);
        assert_eq!(Paint { terminal: false, ..PLAIN }.number(63_131), "63131");
    }

    #[test]
    fn marks_are_letters_where_there_is_no_utf8() {
        assert!(PLAIN.mark(3).contains('x'));
        assert!(Paint { utf8: true, ..PLAIN }.mark(3).contains('✚'));
    }
}
