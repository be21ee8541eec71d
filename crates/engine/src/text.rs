//! Reading the kits' text files: settings as tokens, result files as lines.

use std::fmt;

/// Why a file is refused: where, what was found there and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Refusal {
    /// Line of the file, from 1; 0 when the whole file is meant.
    pub line: usize,
    /// What stands there, shortened.
    pub found: String,
    /// What would be accepted.
    pub allowed: String,
}

impl Refusal {
    /// A refusal at a line.
    pub fn new(line: usize, found: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self { line, found: found.into(), allowed: allowed.into() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}: ", self.line)?;
        }
        write!(f, "found {}, but {}", self.found, self.allowed)
    }
}

/// Bytes as a short quoted word for a message.
#[must_use]
pub fn quoted(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(40)]);
    let dots = if bytes.len() > 40 { "…" } else { "" };
    format!("`{}{dots}`", text.escape_debug())
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// White-space separated tokens, read as C++ streams read them, with line numbers.
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl<'a> Tokens<'a> {
    /// The tokens of a text.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, line: 1 }
    }

    fn skip_space(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at).filter(|&&b| is_space(b)) {
            self.line += usize::from(byte == b'\n');
            self.at += 1;
        }
    }

    /// The line of the next token, from 1.
    pub fn line(&mut self) -> usize {
        self.skip_space();
        self.line
    }

    /// Whether only white space is left.
    pub fn at_end(&mut self) -> bool {
        self.skip_space();
        self.at == self.bytes.len()
    }

    /// The next token, `None` at the end of the file.
    pub fn word(&mut self) -> Option<&'a [u8]> {
        self.skip_space();
        let rest = &self.bytes[self.at..];
        let len = rest.iter().position(|&b| is_space(b)).unwrap_or(rest.len());
        self.at += len;
        (len > 0).then(|| &rest[..len])
    }

    /// The next byte that is not white space.
    pub fn byte(&mut self) -> Option<u8> {
        self.skip_space();
        let byte = self.bytes.get(self.at).copied();
        self.at += usize::from(byte.is_some());
        byte
    }

    /// The next token for a message; it stays unread.
    pub fn peek(&mut self) -> String {
        self.clone().word().map_or_else(|| "the end of the file".into(), quoted)
    }

    /// A literal token.
    ///
    /// # Errors
    /// When another token, or the end, stands there.
    pub fn expect(&mut self, word: &str) -> Result<(), Refusal> {
        let (line, mut before) = (self.line(), self.clone());
        if self.word() == Some(word.as_bytes()) {
            return Ok(());
        }
        Err(Refusal::new(line, before.peek(), format!("`{word}` must stand here")))
    }

    /// An integer: optional sign and digits; what follows the digits begins the next token.
    /// `None`, reading nothing, if there is no number or it does not fit 32 bits.
    pub fn int(&mut self) -> Option<i32> {
        self.skip_space();
        let rest = &self.bytes[self.at..];
        let sign = usize::from(matches!(rest.first(), Some(b'+' | b'-')));
        let digits = rest[sign..].iter().take_while(|b| b.is_ascii_digit()).count();
        let text = std::str::from_utf8(&rest[..sign + digits]).ok()?;
        let value = text.parse().ok()?;
        self.at += sign + digits;
        Some(value)
    }

    /// A real in decimal: optional sign, digits with at most one point, optional exponent; what
    /// follows begins the next token. `None` if there is no number or it is too large.
    pub fn real(&mut self) -> Option<f64> {
        self.skip_space();
        let rest = &self.bytes[self.at..];
        let digits = |from: usize| {
            rest.get(from..).unwrap_or(&[]).iter().take_while(|b| b.is_ascii_digit()).count()
        };
        let sign = |at: usize| usize::from(matches!(rest.get(at), Some(b'+' | b'-')));
        let mut end = sign(0);
        end += digits(end);
        if rest.get(end) == Some(&b'.') {
            end += 1 + digits(end + 1);
        }
        if matches!(rest.get(end), Some(b'e' | b'E')) {
            end += 1 + sign(end + 1);
            end += digits(end);
        }
        let text = std::str::from_utf8(&rest[..end]).ok()?;
        let value: f64 = text.parse().ok()?;
        value.is_finite().then(|| {
            self.at += end;
            value
        })
    }

    /// A keyword and its integer within `low ..= high`.
    ///
    /// # Errors
    /// When the keyword differs, the number cannot be read, or lies outside the range.
    pub fn setting(&mut self, keyword: &str, low: i32, high: i32) -> Result<i32, Refusal> {
        self.expect(keyword)?;
        let (line, mut before) = (self.line(), self.clone());
        let allowed = || match (low, high) {
            (l, h) if l == h => format!("`{keyword}` must be {l}"),
            (l, i32::MAX) => format!("`{keyword}` needs a whole number from {l} up"),
            (l, h) => format!("`{keyword}` needs a whole number from {l} to {h}"),
        };
        self.int()
            .filter(|v| (low..=high).contains(v))
            .ok_or_else(|| Refusal::new(line, before.peek(), allowed()))
    }
}

/// The lines of a result file, with or without Windows line ends.
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl<'a> Lines<'a> {
    /// The lines of a text.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, line: 0 }
    }

    /// The number of the line read last, from 1.
    #[must_use]
    pub fn number(&self) -> usize {
        self.line
    }

    /// Whether nothing but white space is left.
    #[must_use]
    pub fn at_end(&self) -> bool {
        self.bytes[self.at..].iter().all(|&b| is_space(b))
    }

    /// The next line without its end; `None` at the end of the file or when the last line has
    /// no end (then it may be cut short, and nobody should trust it).
    pub fn line(&mut self) -> Option<&'a [u8]> {
        let rest = &self.bytes[self.at..];
        let len = rest.iter().position(|&b| b == b'\n')?;
        self.at += len + 1;
        self.line += 1;
        let line = &rest[..len];
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }

    /// The next line, which must be there.
    ///
    /// # Errors
    /// When the file ends.
    pub fn need(&mut self, what: &str) -> Result<&'a [u8], Refusal> {
        let number = self.line + 1;
        self.line().ok_or_else(|| {
            Refusal::new(number, "the end of the file", format!("{what} must stand here"))
        })
    }

    /// The next line, which must have this text.
    ///
    /// # Errors
    /// When it has another, or the file ends.
    pub fn expect(&mut self, text: &str) -> Result<(), Refusal> {
        let what = if text.is_empty() { "an empty line".into() } else { format!("`{text}`") };
        let found = self.need(&what)?;
        if found == text.as_bytes() {
            return Ok(());
        }
        Err(Refusal::new(self.line, quoted(found), format!("{what} must stand here")))
    }

    /// A refusal at the line read last.
    pub fn refuse(&self, found: &[u8], allowed: impl Into<String>) -> Refusal {
        Refusal::new(self.line, quoted(found), allowed)
    }
}

/// Appends an integer in decimal without the formatting machinery: result files have hundreds
/// of thousands of them.
#[inline]
pub fn push_int(out: &mut Vec<u8>, value: i64) {
    // Nearly all numbers are short; pieces of fixed length are copied without a call.
    let digit = |v: i64| b'0' + v as u8;
    match value {
        0..=9 => out.push(digit(value)),
        10..=99 => out.extend_from_slice(&[digit(value / 10), digit(value % 10)]),
        100..=999 => {
            let rest = value % 100;
            out.extend_from_slice(&[digit(value / 100), digit(rest / 10), digit(rest % 10)]);
        }
        _ => push_long(out, value),
    }
}

fn push_long(out: &mut Vec<u8>, value: i64) {
    let mut digits = [0_u8; 20];
    let mut at = digits.len();
    let mut rest = value.unsigned_abs();
    while rest > 0 {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    if value < 0 {
        out.push(b'-');
    }
    out.extend_from_slice(&digits[at..]);
}

/// A number in decimal: its digits as little-endian bytes, and how many there are.
#[derive(Clone, Copy)]
struct Small {
    text: u32,
    digits: u32,
}

static SMALL: [Small; 1000] = small_numbers();

const fn small_numbers() -> [Small; 1000] {
    let mut all = [Small { text: 0, digits: 0 }; 1000];
    let mut k = 0;
    while k < all.len() {
        let (a, b, c) = (b'0' + (k / 100) as u8, b'0' + (k / 10 % 10) as u8, b'0' + (k % 10) as u8);
        let (text, digits) = match k {
            0..=9 => ([c, 0, 0, 0], 1),
            10..=99 => ([b, c, 0, 0], 2),
            _ => ([a, b, c, 0], 3),
        };
        all[k] = Small { text: u32::from_le_bytes(text), digits };
        k += 1;
    }
    all
}

/// A short line of a result file under construction: it is put together in place and copied
/// once, for files of a hundred thousand lines.
pub struct Line {
    bytes: [u8; Self::LONGEST],
    len: usize,
}

impl Line {
    /// Longest line; what does not fit is left out.
    pub const LONGEST: usize = 64;

    /// An empty line.
    #[must_use]
    #[inline]
    pub fn new() -> Self {
        Self { bytes: [0; Self::LONGEST], len: 0 }
    }

    /// Appends some bytes.
    #[inline]
    pub fn push(&mut self, text: &[u8]) {
        if let Some(room) = self.bytes.get_mut(self.len..self.len + text.len()) {
            room.copy_from_slice(text);
            self.len += text.len();
        }
    }

    /// Begins a new line.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Appends an integer in decimal and one byte.
    #[inline]
    pub fn number(&mut self, value: i32, then: u8) {
        let short = SMALL.get(value as u32 as usize);
        let room = self.bytes.get_mut(self.len..self.len + 4);
        let (Some(&Small { text, digits }), Some(room)) = (short, room) else {
            return self.long_number(value, then);
        };
        room.copy_from_slice(&(text | u32::from(then).wrapping_shl(8 * digits)).to_le_bytes());
        self.len += digits as usize + 1;
    }

    fn long_number(&mut self, value: i32, then: u8) {
        let mut digits = [0; 12];
        let mut at = digits.len() - 1;
        digits[at] = then;
        let mut rest = value.unsigned_abs();
        while rest > 0 || at == digits.len() - 1 {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        if value < 0 {
            self.push(b"-");
        }
        self.push(&digits[at..]);
    }

    /// What the line says.
    #[must_use]
    #[inline]
    pub fn text(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

impl Default for Line {
    fn default() -> Self {
        Self::new()
    }
}

const PAGE: usize = 512;
/// What one call adds to a page at most.
const PIECE: usize = 16;

/// Many short lines of a result file under construction: they gather in a small page, which is
/// copied to the file whenever it is full and when it is dropped.
pub struct Page<'a> {
    out: &'a mut Vec<u8>,
    bytes: [u8; PAGE + PIECE],
    len: usize,
}

impl<'a> Page<'a> {
    /// An empty page in front of the end of a file.
    #[must_use]
    pub fn new(out: &'a mut Vec<u8>) -> Self {
        Self { out, bytes: [0; PAGE + PIECE], len: 0 }
    }

    #[cold]
    fn flush(&mut self) {
        self.out.extend_from_slice(&self.bytes[..self.len]);
        self.len = 0;
    }

    /// Where the next piece goes: there is room for one behind it, as the mask shows the
    /// compiler.
    #[inline]
    fn place(&mut self) -> usize {
        if self.len >= PAGE {
            self.flush();
        }
        self.len & (PAGE - 1)
    }

    /// Appends `N` bytes, at most 16.
    #[inline]
    pub fn push<const N: usize>(&mut self, text: [u8; N]) {
        const { assert!(N <= PIECE) };
        let at = self.place();
        self.bytes[at..at + N].copy_from_slice(&text);
        self.len = at + N;
    }

    /// Appends an integer in decimal and at most four bytes.
    #[inline]
    pub fn number<const N: usize>(&mut self, value: i32, then: [u8; N]) {
        const { assert!(N <= 4) };
        let Some(&Small { text, digits }) = SMALL.get(value as u32 as usize) else {
            self.long_number(value);
            return self.push(then);
        };
        let at = self.place();
        let mut behind = [0; 8];
        behind[..N].copy_from_slice(&then);
        let text = u64::from(text) | u64::from_le_bytes(behind).wrapping_shl(8 * digits);
        self.bytes[at..at + 8].copy_from_slice(&text.to_le_bytes());
        self.len = at + digits as usize + N;
    }

    /// Appends two integers in decimal and a blank behind each.
    #[inline]
    pub fn pair(&mut self, one: i32, two: i32) {
        const BLANK: u64 = b' ' as u64;
        let small = |value: i32| SMALL.get(value as u32 as usize);
        let (Some(a), Some(b)) = (small(one), small(two)) else {
            self.number(one, *b" ");
            return self.number(two, *b" ");
        };
        let at = self.place();
        let first = u64::from(a.text) | BLANK.wrapping_shl(8 * a.digits);
        let second = u64::from(b.text) | BLANK.wrapping_shl(8 * b.digits);
        let text = first | second.wrapping_shl(8 * (a.digits + 1));
        self.bytes[at..at + 8].copy_from_slice(&text.to_le_bytes());
        self.len = at + (a.digits + b.digits) as usize + 2;
    }

    fn long_number(&mut self, value: i32) {
        self.flush();
        push_int(self.out, value.into());
    }
}

impl Drop for Page<'_> {
    fn drop(&mut self) {
        self.flush();
    }
}

/// Appends a real as C's `%g` writes it: six significant digits, no trailing zeros.
pub fn push_real(out: &mut Vec<u8>, value: f64) {
    if value == 0.0 && value.is_sign_positive() {
        out.push(b'0');
        return;
    }
    out.extend_from_slice(general(value).as_bytes());
}

fn general(value: f64) -> String {
    if !value.is_finite() {
        let sign = if value.is_sign_negative() { "-" } else { "" };
        return format!("{sign}{}", if value.is_nan() { "nan" } else { "inf" });
    }
    let scientific = format!("{value:.5e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..6).contains(&exponent) {
        return trimmed(&format!("{value:.*}", (5 - exponent) as usize)).into();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", trimmed(mantissa), exponent.abs())
}

fn trimmed(digits: &str) -> &str {
    if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_end_where_cpp_streams_end_them() {
        let mut tokens = Tokens::new(b" +5.5 \n99999999999 -3");
        assert_eq!(tokens.int(), Some(5));
        assert_eq!(tokens.word(), Some(&b".5"[..]));
        assert_eq!(tokens.int(), None);
        assert_eq!((tokens.line(), tokens.word()), (2, Some(&b"99999999999"[..])));
        assert_eq!((tokens.int(), tokens.int(), tokens.at_end()), (Some(-3), None, true));
    }

    #[test]
    fn reals_end_where_cpp_streams_end_them() {
        let mut tokens = Tokens::new(b"12.5 -3 1e7FIXED .5x 7. 1e999");
        let three = (tokens.real(), tokens.real(), tokens.real());
        assert_eq!(three, (Some(12.5), Some(-3.0), Some(1e7)));
        assert_eq!(tokens.word(), Some(&b"FIXED"[..]));
        assert_eq!((tokens.real(), tokens.real()), (Some(0.5), None));
        assert_eq!(tokens.word(), Some(&b"x"[..]));
        assert_eq!((tokens.real(), tokens.real()), (Some(7.0), None));
        for none in ["", "e5", "-", ".", "1e", "inf", "nan"] {
            assert_eq!(Tokens::new(none.as_bytes()).real(), None, "{none}");
        }
    }

    #[test]
    fn a_refusal_says_where_what_and_what_instead() {
        let refusal = Tokens::new(b"\nrows 7").setting("rows", 20, i32::MAX).unwrap_err();
        let message = refusal.to_string();
        assert_eq!(message, "line 2: found `7`, but `rows` needs a whole number from 20 up");
    }

    #[test]
    fn reals_print_as_the_c_library_prints_them() {
        let cases = [
            (0.0, "0"),
            (-0.0, "-0"),
            (-1.0, "-1"),
            (0.123_456_789, "0.123457"),
            (12_345_678.9, "1.23457e+07"),
            (0.000_01, "1e-05"),
            (100_000.0, "100000"),
            (1_000_000.0, "1e+06"),
            (0.116_666_7, "0.116667"),
            (f64::INFINITY, "inf"),
        ];
        for (value, text) in cases {
            let mut out = Vec::new();
            push_real(&mut out, value);
            assert_eq!(String::from_utf8_lossy(&out), text);
        }
    }

    #[test]
    fn integers_print_in_decimal() {
        for value in [0, 9, 10, 99, 100, 305, 999, 1000, -1, i64::MAX, i64::MIN, -128] {
            let mut out = Vec::new();
            push_int(&mut out, value);
            assert_eq!(String::from_utf8_lossy(&out), value.to_string());
        }
    }

    #[test]
    fn a_line_says_what_was_pushed() {
        for value in [0, 7, 10, 99, 100, 305, 999, 1000, -1, i32::MIN] {
            let mut line = Line::new();
            line.push(b"k ");
            line.number(value, b'\n');
            assert_eq!(line.text(), format!("k {value}\n").as_bytes());
        }
        let mut line = Line::new();
        (0..99).for_each(|_| line.number(7, b' '));
        assert!(line.text().len() <= Line::LONGEST && line.text().starts_with(b"7 7 7 "));
    }

    #[test]
    fn a_page_says_what_was_pushed_however_much() {
        let values = [0, 7, 10, 99, 100, 305, 999, 1000, -1, i32::MIN, i32::MAX];
        let (mut out, mut expected) = (b"head".to_vec(), String::from("head"));
        let mut page = Page::new(&mut out);
        for value in values.repeat(40) {
            page.push(*b"k ");
            page.number(value, *b" m\n");
            page.pair(value, 7);
            page.pair(12, value);
            page.pair(305, 999);
            expected += &format!("k {value} m\n{value} 7 12 {value} 305 999 ");
        }
        drop(page);
        assert_eq!(String::from_utf8(out), Ok(expected));
    }

    #[test]
    fn windows_line_ends_do_not_matter_and_a_cut_line_does_not_count() {
        let mut lines = Lines::new(b"one\r\ntwo\nthr");
        assert_eq!((lines.line(), lines.line()), (Some(&b"one"[..]), Some(&b"two"[..])));
        assert_eq!((lines.line(), lines.number(), lines.at_end()), (None, 2, false));
    }
}
