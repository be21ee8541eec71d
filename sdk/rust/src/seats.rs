//! Things that every player has one of, and things with numbers. Their panics name the line of the
//! player that asked.

/// The one of this player.
#[track_caller]
pub(crate) fn of<T>(all: &[T], player: i32) -> &T {
    match usize::try_from(player).ok().and_then(|player| all.get(player)) {
        Some(found) => found,
        None => panic!("there is no player {player}; players are 0 to {}", all.len() - 1),
    }
}

/// The one with this number of all things of a kind.
#[track_caller]
pub(crate) fn numbered<'a, T>(all: &'a [T], kind: &str, id: i32) -> &'a T {
    match usize::try_from(id).ok().and_then(|id| all.get(id)) {
        Some(found) => found,
        None => panic!("there is no {kind} {id}; there are {} of them, from 0", all.len()),
    }
}
