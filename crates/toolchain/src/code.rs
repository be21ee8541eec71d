//! The text of a C++ source as its compiler reads it: spliced lines joined, comments dropped,
//! texts in quotes told apart from code.
//!
//! One pass over the bytes, each of which is read once, so that no source takes longer than its
//! size allows.

/// A source without comments and splices.
pub(crate) struct Code {
    /// Texts in quotes as they stand.
    text: String,
    /// The same, byte by byte, with blanks for what stands in quotes.
    bare: String,
    /// From this offset on, what follows stands in this line of the source.
    marks: Vec<(usize, usize)>,
    /// Bytes looked at, each time that one is looked at.
    #[cfg(test)]
    pub(crate) steps: usize,
}

/// A line of code: what its compiler takes for one.
#[derive(Clone, Copy)]
pub(crate) struct Logical<'a> {
    /// With texts in quotes,
    pub(crate) text: &'a str,
    /// and with blanks instead.
    pub(crate) bare: &'a str,
    /// Where it begins.
    pub(crate) at: usize,
}

impl Code {
    pub(crate) fn of(text: &str) -> Self {
        let mut reader = Reader::new(text.trim_start_matches('\u{feff}'));
        reader.read();
        let string = |bytes| String::from_utf8(bytes).unwrap_or_default();
        Self {
            text: string(reader.text),
            bare: string(reader.bare),
            marks: reader.marks,
            #[cfg(test)]
            steps: reader.steps.get(),
        }
    }

    /// All lines of code.
    pub(crate) fn lines(&self) -> impl Iterator<Item = Logical<'_>> {
        let mut at = 0;
        self.bare.split('\n').map(move |bare| {
            let line = Logical { text: &self.text[at..at + bare.len()], bare, at };
            at += bare.len() + 1;
            line
        })
    }

    /// The line of the source that an offset stands in.
    pub(crate) fn line(&self, at: usize) -> usize {
        let after = self.marks.partition_point(|mark| mark.0 <= at);
        after.checked_sub(1).map_or(1, |mark| self.marks[mark].1)
    }

    /// Code from an offset on, texts in quotes included.
    pub(crate) fn text_from(&self, at: usize) -> &str {
        self.text.get(at..).unwrap_or_default()
    }

    /// Code from an offset on, without what stands in quotes.
    pub(crate) fn bare_from(&self, at: usize) -> &str {
        self.bare.get(at..).unwrap_or_default()
    }

    /// All words outside of quotes, with their offsets.
    pub(crate) fn words(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut at = 0;
        self.bare.split(|c: char| !is_word(c)).filter_map(move |word| {
            let start = at;
            let separator = self.bare[start + word.len()..].chars().next();
            at = start + word.len() + separator.map_or(0, char::len_utf8);
            (!word.is_empty()).then_some((start, word))
        })
    }

    /// The first line with code.
    pub(crate) fn first(&self) -> &str {
        self.lines().map(|line| line.text).find(|text| !text.trim().is_empty()).unwrap_or_default()
    }
}

pub(crate) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Reads bytes one after the other and writes down what is code.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
    text: Vec<u8>,
    bare: Vec<u8>,
    marks: Vec<(usize, usize)>,
    /// Where the word that was written last begins, if the last byte belongs to one.
    word: Option<usize>,
    #[cfg(test)]
    steps: std::cell::Cell<usize>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            bytes: text.as_bytes(),
            at: 0,
            line: 1,
            text: Vec::with_capacity(text.len()),
            bare: Vec::with_capacity(text.len()),
            marks: Vec::new(),
            word: None,
            #[cfg(test)]
            steps: std::cell::Cell::default(),
        }
    }

    fn read(&mut self) {
        while let Some(byte) = self.next() {
            match byte {
                b'/' if self.peek() == Some(b'/') => self.line_comment(),
                b'/' if self.peek() == Some(b'*') => self.comment(),
                b'"' if self.raw() => self.raw_text(),
                b'"' => self.quoted(byte),
                b'\'' if !self.in_number() => self.quoted(byte),
                _ => self.keep(byte),
            }
        }
    }

    /// The byte at an offset from here, as it stands.
    fn look(&self, ahead: usize) -> Option<u8> {
        #[cfg(test)]
        self.steps.set(self.steps.get() + 1);
        self.bytes.get(self.at + ahead).copied()
    }

    /// Skips backslashes that end a line, with the line's end.
    fn splice(&mut self) {
        while self.look(0) == Some(b'\\') {
            let mut ahead = 1;
            while matches!(self.look(ahead), Some(b' ' | b'\t' | b'\r')) {
                ahead += 1;
            }
            if self.look(ahead) != Some(b'\n') {
                return;
            }
            self.at += ahead + 1;
            self.new_line();
        }
    }

    fn peek(&mut self) -> Option<u8> {
        self.splice();
        self.look(0)
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    fn new_line(&mut self) {
        self.line += 1;
        self.mark();
    }

    fn mark(&mut self) {
        let mark = (self.text.len(), self.line);
        match self.marks.last_mut() {
            Some(last) if last.0 == mark.0 => *last = mark,
            _ => self.marks.push(mark),
        }
    }

    /// Writes down a byte of code.
    fn keep(&mut self, byte: u8) {
        let in_word = byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
        self.word = in_word.then(|| self.word.unwrap_or(self.text.len()));
        self.text.push(byte);
        self.bare.push(byte);
        if byte == b'\n' {
            self.new_line();
        }
    }

    /// Writes down a byte that stands in quotes.
    fn hide(&mut self, byte: u8) {
        self.text.push(if byte == b'\n' { b' ' } else { byte });
        self.bare.push(b' ');
    }

    fn line_comment(&mut self) {
        while self.peek().is_some_and(|byte| byte != b'\n') {
            self.at += 1;
        }
        self.word = None;
    }

    fn comment(&mut self) {
        self.at += 1;
        let mut star = false;
        while let Some(byte) = self.next() {
            if star && byte == b'/' {
                break;
            }
            star = byte == b'*';
            self.line += usize::from(byte == b'\n');
        }
        self.keep(b' ');
        self.mark();
    }

    /// A text or a character; it ends with its line at the latest.
    fn quoted(&mut self, quote: u8) {
        self.keep(quote);
        while let Some(byte) = self.peek() {
            if byte == b'\n' {
                return;
            }
            self.at += 1;
            if byte == quote {
                return self.keep(quote);
            }
            self.hide(byte);
            if byte == b'\\' && self.peek().is_some_and(|next| next != b'\n') {
                self.at += 1;
                self.hide(self.bytes[self.at - 1]);
            }
        }
    }

    /// Whether the quote just read opens a raw text.
    fn raw(&self) -> bool {
        let word = self.word.map_or(&[][..], |word| &self.text[word..]);
        let prefix: [&[u8]; 5] = [b"R", b"u8R", b"uR", b"UR", b"LR"];
        prefix.contains(&word)
    }

    /// `R"mark(...)mark"`, in which nothing else has a meaning.
    fn raw_text(&mut self) {
        const LONGEST_MARK: usize = 16;
        let length = (0..=LONGEST_MARK).find(|ahead| self.look(*ahead) == Some(b'('));
        let Some(length) = length else { return self.quoted(b'"') };
        let mark = &self.bytes[self.at..self.at + length];
        let end = [b")", mark, b"\""].concat();
        self.keep(b'"');
        while let Some(byte) = self.look(0) {
            if byte == b')' && self.bytes[self.at..].starts_with(&end) {
                self.at += end.len();
                break;
            }
            self.at += 1;
            self.hide(byte);
            if byte == b'\n' {
                self.new_line();
            }
        }
        self.keep(b'"');
    }

    /// Whether the last word is a number, in which `'` only groups the digits.
    fn in_number(&self) -> bool {
        self.word.is_some_and(|word| self.text[word].is_ascii_digit())
    }
}
