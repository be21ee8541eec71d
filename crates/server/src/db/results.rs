//! The results that standings are made of: those of a ladder and of a tournament.

use super::{Connection, Result};
use crate::ids::{SeasonId, SubmissionId, TournamentId};
use crate::ranking::Counted;
use sqlx::AssertSqlSafe;

/// Results of rounds: `{}` stands for which ones. One row for all rounds of a number, because a row
/// costs more than what is in it. `CROSS JOIN` makes SQLite begin with the rounds: otherwise it
/// looks at all matches that are done.
const RESULTS: &str = "SELECT r.number, string_agg(CAST(m.number AS TEXT) || ' ' \
     || CAST(m.cluster AS TEXT) || ' ' || s.submission_id || ' ' || CAST(s.score AS TEXT), \
     ' ' ORDER BY m.number, m.id, s.seat) \
     FROM rounds r CROSS JOIN matches m CROSS JOIN seats s \
     WHERE m.round_id = r.id AND s.match_id = m.id AND {} \
     AND m.state = 'done' AND s.submission_id IS NOT NULL \
     GROUP BY r.number ORDER BY r.number";
/// Rounds of a ladder.
const OF_LADDER: &str =
    "r.season_id = $1 AND r.kind = 'ladder' AND r.number > $2 AND r.number <= $3";
/// Rounds of a tournament.
const OF_TOURNAMENT: &str = "r.subject = $1";

/// Seat by seat: number and cluster of the match, version and score.
fn counted(rows: Vec<(i64, String)>) -> Result<Vec<Counted>> {
    let mut all = Vec::new();
    for (round, seats) in rows {
        let words: Vec<&str> = seats.split(' ').collect();
        let (seats, _) = words.as_chunks::<4>();
        for [number, cluster, version, score] in seats {
            let read = |word: &str| {
                word.parse::<i64>().map_err(|error| sqlx::Error::Decode(Box::new(error)))
            };
            let (number, cluster, score) = (read(number)?, read(cluster)?, read(score)?);
            let submission_id = SubmissionId::from(*version);
            all.push(Counted { round, number, cluster, submission_id, score });
        }
    }
    Ok(all)
}

/// Results of the ladder in the rounds after `after` and up to `last`, seat by seat, in the order
/// of their numbers.
///
/// # Errors
/// When the database fails.
pub async fn ladder(
    db: &mut Connection,
    season: &SeasonId,
    after: i64,
    last: i64,
) -> Result<Vec<Counted>> {
    let query = sqlx::query_as(AssertSqlSafe(RESULTS.replace("{}", OF_LADDER)));
    counted(query.bind(season).bind(after).bind(last).fetch_all(db).await?)
}

/// All results of a tournament, seat by seat, in the order of their numbers.
///
/// # Errors
/// When the database fails.
pub async fn tournament(db: &mut Connection, id: &TournamentId) -> Result<Vec<Counted>> {
    let query = sqlx::query_as(AssertSqlSafe(RESULTS.replace("{}", OF_TOURNAMENT)));
    counted(query.bind(id).fetch_all(db).await?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db;
    use sqlx::Row;

    /// Otherwise each round would take longer than the one before.
    #[tokio::test]
    async fn the_results_of_a_round_are_found_by_their_round() {
        let folder = tempfile::tempdir().expect("a folder");
        let db = db::open(&db::file_url(&folder.path().join("test.db"))).await.expect("opened");
        for which in [OF_LADDER, OF_TOURNAMENT] {
            let text = format!("EXPLAIN QUERY PLAN {}", RESULTS.replace("{}", which));
            let query = sqlx::query(AssertSqlSafe(text));
            let query = (0..which.matches('$').count()).fold(query, |query, _| query.bind("1"));
            let plan = query.fetch_all(&db).await.expect("explained");
            let plan: Vec<String> = plan.iter().map(|row| row.get("detail")).collect();
            assert!(plan[0].starts_with("SEARCH r "), "{plan:?}");
            assert!(plan[1].starts_with("SEARCH m "), "{plan:?}");
            assert!(plan[1].contains("(round_id=?"), "{plan:?}");
        }
    }
}
