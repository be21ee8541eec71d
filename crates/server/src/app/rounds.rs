//! The matches of rounds: their ids, seeds and seats. They follow from the season's secret and its
//! players.

use crate::db::matches::{Match, Round, Seat};
use crate::db::seasons::Season;
use crate::db::submissions::Submission;
use crate::ids::{MatchId, RoundId, SubmissionId};
use crate::ranking::Player;
use crate::secret;
use crate::states::{MatchState, RoundKind, RoundState};
use anyhow::Context;
use arena::schedule::Visit;

/// A round with its matches, ready to be stored.
pub type Planned = (Round, Vec<(Match, Vec<Seat>)>);

/// The players by seat: the version, if there is one, and its name.
pub(crate) type Table = Vec<(Option<SubmissionId>, String)>;

/// The qualification of a new version: it sits in each seat in turn, the rival in all others. The
/// seeds are the same for all versions of a season: the same player has the same result, whatever
/// its name and however often it is sent.
///
/// # Errors
/// When the season's settings cannot be used.
pub fn qualification(season: &Season, submission: &Submission) -> anyhow::Result<Planned> {
    qualification_again(season, submission, 1)
}

/// The same once more, on the same seeds, when an organiser asks for it.
///
/// # Errors
/// When the season's settings cannot be used.
pub fn qualification_again(
    season: &Season,
    submission: &Submission,
    number: i64,
) -> anyhow::Result<Planned> {
    let game = season.game().context("a season of an unknown game")?;
    let seats = game
        .check_settings(season.settings.as_bytes())
        .map_err(|refusal| anyhow::anyhow!("{}: {}", season.settings_name, refusal.found))?;
    let options = season.options();
    let tables = (0..options.qualification_matches.max(1) as usize).map(|k| {
        let table: Table = (0..seats)
            .map(|seat| match seat == k % seats {
                true => (Some(submission.id.clone()), submission.name.clone()),
                false => (None, options.qualification_rival.clone()),
            })
            .collect();
        let digest = secret::derived(&season.secret, &format!("qualification seed {k}"));
        let bits = u64::from_str_radix(&digest[..12], 16).unwrap_or(0);
        (k, (bits % arena::schedule::SEEDS as u64).to_string(), table)
    });
    Ok(assemble(season, RoundKind::Qualification, &submission.id, number, tables))
}

/// Signs that the ids of a round and of its matches have in common.
const IN_ORDER: usize = 8;
/// Signs of an id behind them, which nobody guesses. Pages show the last ones.
const SECRET: usize = 12;

/// The id of a round. It begins with two signs of the season and six for the number, so that rows
/// of one season that are written together lie together in the database, as do their matches'.
pub(crate) fn round_id(season: &Season, kind: RoundKind, subject: &str, number: i64) -> RoundId {
    let id = secret::derived(&season.secret, &format!("round {kind} {subject} {number}"));
    let of_season = secret::derived(&season.secret, "rounds");
    format!("{}{:06x}{}", &of_season[..2], number.clamp(0, 0xff_ffff), &id[..SECRET]).into()
}

/// The id of a match.
fn match_id(season: &Season, round: &RoundId, number: usize) -> MatchId {
    let id = secret::derived(&season.secret, &format!("match {round} {number}"));
    format!("{}{}", round.get(..IN_ORDER).unwrap_or(round), &id[..SECRET]).into()
}

/// A round of matches, each with its cluster, seed and table.
pub(crate) fn assemble(
    season: &Season,
    kind: RoundKind,
    subject: &str,
    number: i64,
    tables: impl Iterator<Item = (usize, String, Table)>,
) -> Planned {
    let id = round_id(season, kind, subject, number);
    let list = list(season, &id, 0, tables);
    let round = Round {
        id,
        season_id: season.id.clone(),
        kind,
        subject: subject.into(),
        number,
        state: RoundState::Playing,
        held: false,
    };
    (round, list)
}

/// The matches of a round from number `first` on.
pub(crate) fn list(
    season: &Season,
    round: &RoundId,
    first: usize,
    tables: impl Iterator<Item = (usize, String, Table)>,
) -> Vec<(Match, Vec<Seat>)> {
    let one = |(k, (cluster, seed, table)): (usize, (usize, String, Table))| {
        let number = first + k;
        let match_id = match_id(season, round, number);
        let seat = |(seat, (submission_id, name))| Seat {
            match_id: match_id.clone(),
            seat: seat as i64,
            submission_id,
            name,
            score: None,
            status: None,
            receipt: None,
            strikes: 0,
        };
        let seats = table.into_iter().enumerate().map(seat).collect();
        let row = Match {
            id: match_id.clone(),
            season_id: season.id.clone(),
            round_id: round.clone(),
            number: number as i64,
            cluster: cluster as i64,
            seed,
            state: MatchState::Planned,
            attempts: 0,
            record: None,
            public_record: None,
            rounds: None,
            ending: None,
            verified: false,
            finished: None,
        };
        (row, seats)
    };
    tables.enumerate().map(one).collect()
}

/// The tables of groups, the first of which is cluster number `first`.
pub(crate) fn tables(
    visits: &[Visit],
    players: &[Player],
    first: usize,
) -> impl Iterator<Item = (usize, String, Table)> {
    let place = |player: usize| (Some(players[player].id.clone()), players[player].name.clone());
    visits.iter().enumerate().flat_map(move |(k, visit)| {
        visit.fixtures().map(|f| (first + k, f.seed.to_string(), f.seats.map(place).to_vec()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_in_the_order_of_rounds_and_secret_behind_it() {
        let season = |secret: &str| Season { secret: secret.into(), ..Season::blank() };
        let (one, other) = (season("one"), season("other"));
        let id = |season: &Season, number| round_id(season, RoundKind::Ladder, "", number);
        let numbers = [1, 2, 15, 16, 255, 256, 100_000, 1 << 40];
        let rounds: Vec<RoundId> = numbers.iter().map(|number| id(&one, *number)).collect();
        assert!(rounds.is_sorted(), "{rounds:?}");
        assert!(rounds.iter().all(|round| round.len() == 20), "{rounds:?}");
        assert_eq!(id(&one, 15), rounds[2], "the same after each restart");
        assert_eq!(&rounds[2][2..IN_ORDER], "00000f");
        // Another secret, kind or subject gives other signs where nobody may guess them.
        for other in [
            id(&other, 15),
            round_id(&one, RoundKind::Friendly, "", 15),
            round_id(&one, RoundKind::Ladder, "x", 15),
        ] {
            assert_ne!(other[IN_ORDER..], rounds[2][IN_ORDER..], "{other}");
        }
        let matches = [match_id(&one, &rounds[2], 0), match_id(&one, &rounds[2], 1)];
        assert!(matches.iter().all(|id| id[..IN_ORDER] == rounds[2][..IN_ORDER]), "{matches:?}");
        assert_ne!(matches[0].short(), matches[1].short());
        assert!(matches[0].ends_with(matches[0].short()) && matches[0].short().len() == 6);
    }
}
