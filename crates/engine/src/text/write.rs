//! Making lines of result files without the formatting machinery: they have hundreds of thousands
//! of short numbers.

/// Appends an integer in decimal.
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
    let mut digits = [0_u8; 21];
    let mut at = digits.len();
    let mut rest = value.unsigned_abs();
    // Three digits at a time, those in front of which others stand with their zeros.
    while rest >= 1000 {
        at -= 3;
        let three = PADDED[(rest % 1000) as usize];
        digits[at..at + 3].copy_from_slice(&three);
        rest /= 1000;
    }
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

/// Appends the rows of a board, each with a line feed behind it.
pub fn push_rows(out: &mut Vec<u8>, cells: &[u8], cols: usize) {
    let (start, rows) = (out.len(), cells.len() / cols.max(1));
    out.resize(start + rows * (cols + 1), b'\n');
    let to = out[start..].chunks_exact_mut(cols + 1);
    for (to, row) in to.zip(cells.chunks_exact(cols.max(1))) {
        let to = &mut to[..row.len()];
        // Rows are short: two pieces that overlap, without a call.
        match row.len() {
            16..=32 => copy_ends::<16>(to, row),
            33..=64 => copy_ends::<32>(to, row),
            _ => to.copy_from_slice(row),
        }
    }
}

/// Copies the first and the last `N` bytes.
#[inline]
fn copy_ends<const N: usize>(to: &mut [u8], from: &[u8]) {
    if let (Some(room), Some(piece)) = (to.first_chunk_mut::<N>(), from.first_chunk::<N>()) {
        *room = *piece;
    }
    if let (Some(room), Some(piece)) = (to.last_chunk_mut::<N>(), from.last_chunk::<N>()) {
        *room = *piece;
    }
}

/// A number in decimal with a blank behind it.
#[derive(Clone, Copy)]
struct Small {
    /// The bytes, the first one lowest.
    text: u32,
    /// Bits of the digits alone, 8 to 24.
    bits: u32,
}

impl Small {
    /// The bytes with something else than a blank behind the digits, at most four bytes.
    #[inline]
    fn then<const N: usize>(self, then: [u8; N]) -> u64 {
        const { assert!(N <= 4) };
        let mut behind = [0; 8];
        behind[..N].copy_from_slice(&then);
        u64::from(self.text) ^ (u64::from_le_bytes(behind) ^ BLANK).wrapping_shl(self.bits)
    }

    /// How many digits it has.
    #[inline]
    fn digits(self) -> usize {
        self.bits as usize / 8
    }
}

const BLANK: u64 = b' ' as u64;

const SMALL_ONCE: [Small; 1000] = small_numbers();
static SMALL: [Small; 1000] = SMALL_ONCE;

const fn small_numbers() -> [Small; 1000] {
    let mut all = [Small { text: 0, bits: 0 }; 1000];
    let mut k = 0;
    while k < all.len() {
        let (a, b, c) = (b'0' + (k / 100) as u8, b'0' + (k / 10 % 10) as u8, b'0' + (k % 10) as u8);
        let (text, bits) = match k {
            0..=9 => ([c, b' ', 0, 0], 8),
            10..=99 => ([b, c, b' ', 0], 16),
            _ => ([a, b, c, b' '], 24),
        };
        all[k] = Small { text: u32::from_le_bytes(text), bits };
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
        let (Some(&short), Some(room)) = (short, room) else {
            return self.long_number(value, then);
        };
        room.copy_from_slice(&(short.then([then]) as u32).to_le_bytes());
        self.len += short.digits() + 1;
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

    /// The text of the line.
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

/// The numbers below 1000 with all three digits.
static PADDED: [[u8; 3]; 1000] = padded_numbers();

const fn padded_numbers() -> [[u8; 3]; 1000] {
    let mut all = [[b'0'; 3]; 1000];
    let mut k = 0;
    while k < all.len() {
        all[k] = [b'0' + (k / 100) as u8, b'0' + (k / 10 % 10) as u8, b'0' + (k % 10) as u8];
        k += 1;
    }
    all
}

/// Digits of the numbers from -1 on with a line feed behind them, lowest byte first; how many
/// bytes, on top.
static LAST: [u64; 1001] = last_numbers();

const fn last_numbers() -> [u64; 1001] {
    let mut all = [u32::from_le_bytes(*b"-1\n\0") as u64 | 3 << LEN_SHIFT; 1001];
    let mut k = 0;
    while k < SMALL_ONCE.len() {
        let Small { text, bits } = SMALL_ONCE[k];
        let line_feed = (b'\n' ^ b' ') as u32;
        all[k + 1] = (text ^ (line_feed << bits)) as u64 | ((bits / 8 + 1) as u64) << LEN_SHIFT;
        k += 1;
    }
    all
}

/// Digits of a number, lowest byte first; how many, on top.
static PACKED: [u64; 1000] = packed_numbers();

const fn packed_numbers() -> [u64; 1000] {
    let mut all = [0; 1000];
    let mut k = 0;
    while k < all.len() {
        let Small { text, bits } = SMALL_ONCE[k];
        all[k] = text as u64 | ((bits / 8) as u64) << LEN_SHIFT;
        k += 1;
    }
    all
}

/// Where the length of a text stands that is kept in a word.
const LEN_SHIFT: u32 = 56;
/// Bits of a row, or a column, in the index of [`PAIRS`].
const HALF: u32 = 7;
const SHORT: usize = 100;

/// Two numbers below [`SHORT`] with a blank behind each, lowest byte first; how many bytes, on
/// top. Cells of boards are written by the hundred thousand.
static PAIRS: [u64; 1 << (2 * HALF)] = pairs();

const fn pairs() -> [u64; 1 << (2 * HALF)] {
    let mut all = [0; 1 << (2 * HALF)];
    let mut i = 0;
    while i < SHORT {
        let (one, mut j) = (SMALL_ONCE[i], 0);
        while j < SHORT {
            let two = SMALL_ONCE[j];
            let text = one.text as u64 | (two.text as u64) << (one.bits + 8);
            let len = (one.bits + two.bits) as u64 / 8 + 2;
            all[i << HALF | j] = text | len << LEN_SHIFT;
            j += 1;
        }
        i += 1;
    }
    all
}

const PAGE: usize = 512;
/// The maximum number of bytes that one call adds to a page, with the bytes behind it that it may
/// overwrite.
const PIECE: usize = 24;

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

    /// Appends `N` bytes, at most 24.
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
        let Some(&short) = SMALL.get(value as u32 as usize) else {
            self.long_number(value);
            return self.push(then);
        };
        let at = self.place();
        self.bytes[at..at + 8].copy_from_slice(&short.then(then).to_le_bytes());
        self.len = at + short.digits() + N;
    }

    /// Appends many integers, each with the first `N` of the four bytes behind it.
    #[inline]
    pub fn numbers<const N: usize>(&mut self, all: impl Iterator<Item = (i32, [u8; 4])>) {
        const { assert!(N <= 4) };
        // The length stays in a register.
        let mut len = self.len;
        for (value, then) in all {
            let Some(&short) = PACKED.get(value as u32 as usize) else {
                self.len = len;
                self.long_number(value);
                self.push(then);
                len = self.len + N - then.len();
                continue;
            };
            if len >= PAGE {
                self.len = len;
                self.flush();
                len = 0;
            }
            let at = len % PAGE;
            self.bytes[at..at + 4].copy_from_slice(&(short as u32).to_le_bytes());
            // The mask shows the compiler that a number has less than eight digits.
            let at = at + (short >> LEN_SHIFT) as usize % 8;
            self.bytes[at..at + 4].copy_from_slice(&then);
            len = at + N;
        }
        self.len = len;
    }

    /// Appends two integers in decimal and a blank behind each.
    #[inline]
    pub fn pair(&mut self, one: i32, two: i32) {
        let small = |value: i32| SMALL.get(value as u32 as usize);
        let (Some(a), Some(b)) = (small(one), small(two)) else {
            self.number(one, *b" ");
            return self.number(two, *b" ");
        };
        let at = self.place();
        let text = u64::from(a.text) | u64::from(b.text).wrapping_shl(a.bits + 8);
        self.bytes[at..at + 8].copy_from_slice(&text.to_le_bytes());
        self.len = at + a.digits() + b.digits() + 2;
    }

    /// Appends whole lines: four bytes, three integers in decimal, with blanks between them.
    #[inline]
    pub fn lines(&mut self, all: impl Iterator<Item = ([u8; 4], [i32; 3])>) {
        // The length stays in a register.
        let mut len = self.len;
        for (head, [a, b, c]) in all {
            let pair = match (a | b) as u32 >> HALF {
                0 => PAIRS[(a << HALF | b) as usize % PAIRS.len()],
                _ => 0,
            };
            let (Some(&last), 1..) = (LAST.get(c.wrapping_add(1) as u32 as usize), pair) else {
                self.len = len;
                self.long_line(head, [a, b, c]);
                len = self.len;
                continue;
            };
            if len >= PAGE {
                self.len = len;
                self.flush();
                len = 0;
            }
            let at = len % PAGE;
            self.bytes[at..at + 4].copy_from_slice(&head);
            self.bytes[at + 4..at + 12].copy_from_slice(&pair.to_le_bytes());
            // The masks show the compiler that both texts are short.
            let at = at + 4 + (pair >> LEN_SHIFT) as usize % 8;
            self.bytes[at..at + 4].copy_from_slice(&(last as u32).to_le_bytes());
            len = at + (last >> LEN_SHIFT) as usize % 8;
        }
        self.len = len;
    }

    #[cold]
    fn long_line(&mut self, head: [u8; 4], [a, b, c]: [i32; 3]) {
        self.push(head);
        self.pair(a, b);
        self.number(c, *b"\n");
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
        for value in [0, 9, 10, 305, 999, 1000, 1007, 20_010, -1, i64::MAX, i64::MIN, -128] {
            let mut out = Vec::new();
            push_int(&mut out, value);
            assert_eq!(String::from_utf8_lossy(&out), value.to_string());
        }
    }

    #[test]
    fn rows_of_any_length_end_with_a_line_feed() {
        for cols in [1, 2, 15, 16, 17, 31, 32, 35, 48, 100] {
            let cells: Vec<u8> = (0..3 * cols).map(|k| b'!' + (k % 90) as u8).collect();
            let mut out = b"head".to_vec();
            push_rows(&mut out, &cells, cols);
            let mut expected = b"head".to_vec();
            for row in cells.chunks(cols) {
                expected.extend_from_slice(row);
                expected.push(b'\n');
            }
            assert_eq!(out, expected);
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
            page.numbers::<2>([(value, *b", ??"), (7, *b"; ??")].into_iter());
            page.pair(value, 7);
            page.pair(12, value);
            page.pair(305, 999);
            page.lines([(*b"f 1 ", [value, 305, 9]), (*b"f 2 ", [0, value, 10])].into_iter());
            page.lines([(*b"f 3 ", [511, 11, value]), (*b"f 4 ", [99, 9, 10])].into_iter());
            page.lines([(*b"f 5 ", [99, 9, value]), (*b"f 6 ", [12, 99, 999])].into_iter());
            expected += &format!("k {value} m\n{value}, 7; {value} 7 12 {value} 305 999 ");
            expected += &format!("f 1 {value} 305 9\nf 2 0 {value} 10\nf 3 511 11 {value}\n");
            expected += &format!("f 4 99 9 10\nf 5 99 9 {value}\nf 6 12 99 999\n");
        }
        drop(page);
        assert_eq!(String::from_utf8(out), Ok(expected));
    }
}
