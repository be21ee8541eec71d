//! Players whose source is data: a module that interprets a language, and behind it a custom
//! section with the source. The module is the same for all of them and compiled once.

/// The name of the section. It is the last one.
const SECTION: &[u8] = b"palestra.source";
/// Magic number and version.
const HEAD_BYTES: usize = 8;
const CUSTOM: u8 = 0;

/// A player as it was handed in.
pub(crate) struct Parts<'a> {
    /// The module without the section.
    pub(crate) module: &'a [u8],
    /// The contents of the section; `None` without a section.
    pub(crate) source: Option<&'a [u8]>,
}

impl<'a> Parts<'a> {
    /// Takes a module apart. One whose sections cannot be walked is left whole: checks refuse it.
    pub(crate) fn of(wasm: &'a [u8]) -> Self {
        Self::found(wasm).unwrap_or(Self { module: wasm, source: None })
    }

    fn found(wasm: &'a [u8]) -> Option<Self> {
        let mut at = HEAD_BYTES;
        while at < wasm.len() {
            let (id, rest) = wasm[at..].split_first()?;
            let (size, body) = number(rest)?;
            let (body, behind) = body.split_at_checked(size)?;
            if behind.is_empty() {
                let (name, body) = number(body).filter(|_| *id == CUSTOM)?;
                let source = body.get(..name)?.eq(SECTION).then(|| &body[name..])?;
                return Some(Self { module: &wasm[..at], source: Some(source) });
            }
            at = wasm.len() - behind.len();
        }
        None
    }
}

/// A number of a module: seven bits to a byte, the lowest first.
fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    const BYTES_MAX: usize = 5;
    let mut value = 0;
    for (k, byte) in bytes.iter().take(BYTES_MAX).enumerate() {
        value |= usize::from(byte & 0x7f) << (7 * k);
        if byte & 0x80 == 0 {
            return Some((value, &bytes[k + 1..]));
        }
    }
    None
}

/// Machine code with the source of the player in front, as it is sealed.
pub(crate) fn joined(source: Option<&[u8]>, code: &[u8]) -> Vec<u8> {
    let source = source.unwrap_or_default();
    let head = (source.len() as u64).to_le_bytes();
    [&head[..], source, code].concat()
}

/// The two again.
pub(crate) fn parted(joined: &[u8]) -> Option<(Option<&[u8]>, &[u8])> {
    let (head, rest) = joined.split_first_chunk()?;
    let size = usize::try_from(u64::from_le_bytes(*head)).ok()?;
    let (source, code) = rest.split_at_checked(size)?;
    Some(((!source.is_empty()).then_some(source), code))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An empty module, a type section, and a custom section of this name.
    fn module(name: &[u8], text: &[u8]) -> Vec<u8> {
        let mut wasm = b"\0asm\x01\0\0\0\x01\x01\0\0".to_vec();
        wasm.push((1 + name.len() + text.len()) as u8);
        wasm.push(name.len() as u8);
        [&wasm[..], name, text].concat()
    }

    #[test]
    fn only_a_last_section_of_that_name_is_a_source() {
        let wasm = module(SECTION, b"play()");
        let parts = Parts::of(&wasm);
        assert_eq!((parts.module, parts.source), (&wasm[..11], Some(&b"play()"[..])));
        for other in [module(b"name", b"play()"), [wasm.clone(), b"\x01\x01\0".to_vec()].concat()] {
            assert!(Parts::of(&other).source.is_none());
            assert_eq!(Parts::of(&other).module, other);
        }
        // Cut anywhere, it is either whole or left alone.
        for end in 0..wasm.len() {
            assert!(Parts::of(&wasm[..end]).source.is_none(), "{end}");
        }
    }

    #[test]
    fn code_and_source_come_apart_as_they_were_joined() {
        for source in [None, Some(&b"text"[..])] {
            assert_eq!(parted(&joined(source, b"code")), Some((source, &b"code"[..])));
        }
        assert_eq!(parted(&[9, 0, 0, 0, 0, 0, 0, 0, 1]), None);
    }
}
