//! What of a match record may be shown to whom.

use engine::record::Record;

/// The record without what only a player's author may read: its standard error and its receipts.
/// It replays to the same digests. With `own`, the logs of these seats stay.
#[must_use]
pub fn without_logs(record: &Record, own: Option<&[usize]>) -> Record {
    let mut shown = record.clone();
    let hidden = |seat: usize| !own.is_some_and(|own| own.contains(&seat));
    for round in &mut shown.rounds {
        for (seat, turn) in round.seats.iter_mut().enumerate() {
            if hidden(seat) {
                turn.said.clear();
            }
        }
    }
    for freeze in shown.outcome.iter_mut().flat_map(|outcome| &mut outcome.freezes) {
        if hidden(freeze.seat) {
            freeze.detail.clear();
            freeze.backtrace.clear();
            freeze.last_words.clear();
            freeze.fuel = 0;
            freeze.memory = 0;
        }
    }
    shown
}
