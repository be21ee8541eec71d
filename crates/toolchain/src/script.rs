//! The input and output of a local program of a player, as two files. So a debugger can show it
//! the same situation again. The bytes are those of the pipes; see `sdk/cpp/palestra.cc`.

use engine::Order;

/// The request of a frame to the program.
pub(crate) const BEGIN: u32 = 1;
pub(crate) const PLAY: u32 = 2;
const ORDER_BYTES: usize = 16;

/// The head of a frame: what it asks for, and the sizes of what follows.
pub(crate) fn head(what: u32, first: usize, second: usize) -> impl Iterator<Item = u8> {
    [what, first as u32, second as u32].into_iter().flat_map(u32::to_le_bytes)
}

/// Everything that a program is told in a match, to be given to it as its standard input.
#[derive(Clone, Debug, Default)]
pub struct Script {
    bytes: Vec<u8>,
    streams: Vec<usize>,
}

/// The answers of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// Its orders, by turn; fewer turns than it was given when it ended before.
    pub turns: Vec<Vec<Order>>,
    /// Its last message, if any.
    pub last_words: Option<String>,
}

impl Script {
    /// The script of a match that begins with this intro.
    #[must_use]
    pub fn new(intro: &[u8]) -> Self {
        let bytes = head(BEGIN, intro.len(), 0).chain(intro.iter().copied()).collect();
        Self { bytes, streams: Vec::new() }
    }

    /// Adds one turn.
    pub fn turn(&mut self, stream: &[u8], view: &[u8]) {
        self.bytes.extend(head(PLAY, stream.len(), view.len()));
        self.bytes.extend_from_slice(stream);
        self.bytes.extend(std::iter::repeat_n(0, stream.len().next_multiple_of(8) - stream.len()));
        self.bytes.extend_from_slice(view);
        self.streams.push(stream.len());
    }

    /// The bytes for the program's standard input.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many turns it has.
    #[must_use]
    pub fn turns(&self) -> usize {
        self.streams.len()
    }

    /// Reads what the program wrote on its standard output; what is cut off is no answer.
    #[must_use]
    pub fn answers(&self, output: &[u8]) -> Answers {
        let mut rest = output;
        let mut answers = Answers::default();
        // The first answer says that it is ready.
        for stream in std::iter::once(None).chain(self.streams.iter().map(Some)) {
            let Some([kind, count, _]) = take_head(&mut rest) else { break };
            if kind != 0 {
                let text = take(&mut rest, count as usize).unwrap_or_default();
                answers.last_words = Some(String::from_utf8_lossy(text).into_owned());
                break;
            }
            let Some(stream) = stream else { continue };
            let size = (count as usize).saturating_mul(ORDER_BYTES);
            let Some(_) = take(&mut rest, stream.next_multiple_of(8)) else { break };
            let Some(orders) = take(&mut rest, size) else { break };
            answers.turns.push(orders.chunks_exact(ORDER_BYTES).map(order).collect());
        }
        answers
    }
}

fn take<'a>(rest: &mut &'a [u8], size: usize) -> Option<&'a [u8]> {
    let (taken, left) = rest.split_at_checked(size)?;
    *rest = left;
    Some(taken)
}

fn number(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |sum, byte| (sum << 8) | u32::from(*byte))
}

fn take_head(rest: &mut &[u8]) -> Option<[u32; 3]> {
    let bytes = take(rest, 12)?;
    Some([number(&bytes[..4]), number(&bytes[4..8]), number(&bytes[8..])])
}

fn order(bytes: &[u8]) -> Order {
    let at = |k: usize| number(&bytes[4 * k..4 * k + 4]).cast_signed();
    Order { verb: at(0), unit: at(1), a: at(2), b: at(3) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_as_far_as_they_go() {
        let mut script = Script::new(&[1, 2, 3]);
        script.turn(&[0; 4], b"view");
        script.turn(&[0; 4], b"view");
        assert_eq!(script.bytes().len(), 12 + 3 + 2 * (12 + 8 + 4));
        let mut said: Vec<u8> = head(0, 0, 0).chain(head(0, 1, 0)).chain([0; 8]).collect();
        said.extend([0_i32, 7, -1, 2].into_iter().flat_map(i32::to_le_bytes));
        let first = vec![Order { verb: 0, unit: 7, a: -1, b: 2 }];
        assert_eq!(script.answers(&said).turns, std::slice::from_ref(&first));
        said.extend(head(1, 4, 2).chain(*b"oops"));
        let all = script.answers(&said);
        assert_eq!((all.turns, all.last_words), (vec![first], Some("oops".into())));
        said.truncate(40);
        assert!(script.answers(&said).turns.is_empty());
        said.splice(12..24, head(0, u32::MAX as usize, 0));
        assert!(script.answers(&said).turns.is_empty());
    }
}
