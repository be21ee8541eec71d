//! Two builds of a player in one match: the judge's build plays, and beside it a build with checks
//! sees the same until its first mistake. Nothing of the second build gets into the match, so it
//! goes on exactly as the judge would play it.

use super::mistakes::Search;
use arena::roster::Maker;
use engine::{Cause, Freeze, Player, Turn};
use sandbox::{Limits, Program};
use std::sync::Arc;

/// Checks cost time: this many times the judge's computation is enough for nearly all players.
const FUEL: u64 = 5;

/// Makes such players.
pub struct Twins {
    /// Makes the one that plays.
    pub judges: Arc<dyn Maker>,
    /// The build with checks.
    pub checked: Program,
    /// Where its mistakes go.
    pub search: Search,
}

impl Maker for Twins {
    fn player(&self, intro: &[u8]) -> Box<dyn Player> {
        let judges = self.judges.player(intro);
        if !self.search.goes_on() {
            return judges;
        }
        let fuel_max = Some(FUEL * Limits::FUEL_PER_SECOND);
        let checked = self.checked.player(&Limits { fuel_max, ..Limits::local() }, intro);
        Box::new(Pair { judges, checked: Some(checked), search: self.search.clone() })
    }
}

struct Pair {
    judges: Box<dyn Player>,
    /// The build with checks, until it ends.
    checked: Option<Box<dyn Player>>,
    search: Search,
}

impl Player for Pair {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        let (stream, first) = (turn.stream.clone(), turn.orders.len());
        let played = self.judges.play(turn);
        if let Some(mut checked) = self.checked.take()
            && compare(&mut *checked, turn, stream, first, &played, &self.search)
        {
            self.checked = Some(checked);
        }
        played
    }

    fn share(&self) -> f64 {
        self.judges.share()
    }

    fn fuel(&self) -> u64 {
        self.judges.fuel()
    }

    fn printed(&self) -> &[u8] {
        self.judges.printed()
    }
}

/// Plays the same round with the build with checks; whether it can play the next one, too.
fn compare(
    checked: &mut dyn Player,
    turn: &mut Turn<'_>,
    mut stream: Vec<u8>,
    first: usize,
    played: &Result<(), Freeze>,
    search: &Search,
) -> bool {
    let round = turn.round();
    let (mut view, mut orders, mut said) = (turn.view().to_vec(), Vec::new(), Vec::new());
    let mut same = Turn::shown(&mut view, &mut stream, &mut orders, &mut said);
    match (checked.play(&mut same), played) {
        (Ok(()), Ok(())) if orders == turn.orders[first..] && stream == *turn.stream => true,
        (Ok(()), Ok(())) => {
            search.differs(round);
            false
        }
        (Ok(()), Err(_)) => false,
        (Err(freeze), _) => {
            let told = played.as_ref().is_err_and(|judges| judges.detail == freeze.detail);
            let mistake = matches!(freeze.cause, Cause::Trap | Cause::Exception | Cause::Exit);
            if mistake && !told {
                search.ended(round, &freeze);
            }
            false
        }
    }
}
