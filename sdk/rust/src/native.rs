//! A program of one's own machine, for debuggers: the bytes of the player interface over the
//! pipes that it finds as standard input and output (see `sdk/cpp/palestra.cc`).

use crate::runtime::{Guest, Order, Plays, Seat, padded, prepare};
use std::io::{self, Read, Write};

const BEGIN: u32 = 1;
const FAILED: u32 = 1;
const ABORTED: u32 = 1;

/// Ends the program; the text is its receipt.
pub fn fail(text: &str) -> ! {
    let head = [FAILED, text.len() as u32, ABORTED];
    // The arena may be gone already.
    let _ = answer(head, &[text.as_bytes()]);
    std::process::exit(1)
}

/// Prints. Standard output belongs to the arena, so everything goes to standard error.
pub fn write(_: u32, bytes: &[u8]) {
    let _ = io::stderr().write_all(bytes);
}

fn answer(head: [u32; 3], parts: &[&[u8]]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(&head.map(u32::to_le_bytes).concat())?;
    parts.iter().try_for_each(|part| out.write_all(part))?;
    out.flush()
}

fn take(size: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; size];
    io::stdin().lock().read_exact(&mut bytes).ok()?;
    Some(bytes)
}

fn head() -> Option<[u32; 3]> {
    let bytes = take(12)?;
    let number = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|k| bytes[at + k]));
    Some([0, 4, 8].map(number))
}

/// Plays until the arena closes its pipe.
pub fn serve<G: Guest, P: Plays<G>>() {
    prepare();
    let mut seat: Option<Seat<G, P>> = None;
    while let Some([what, first, second]) = head() {
        let (first, second) = (first as usize, second as usize);
        let played = match (what, &mut seat) {
            (BEGIN, _) => take(first)
                .map(|intro| seat = Some(Seat::new(&intro)))
                .map(|()| answer([0, 0, 0], &[])),
            (_, Some(seat)) => take(padded(first)).zip(take(second)).map(|(mut stream, view)| {
                seat.play(&mut stream[..first], &view);
                let orders: Vec<u8> = seat.orders.iter().flat_map(bytes_of).collect();
                let head = [0, seat.orders.len() as u32, seat.game.orders().flags()];
                answer(head, &[&stream, &orders])
            }),
            (_, None) => None,
        };
        if !matches!(played, Some(Ok(()))) {
            return;
        }
    }
}

fn bytes_of(order: &Order) -> impl Iterator<Item = u8> + use<> {
    let Order { verb, unit, a, b } = *order;
    [verb, unit, a, b].into_iter().flat_map(i32::to_le_bytes)
}
