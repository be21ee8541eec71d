//! A league's report for programs.

use super::Report;
use serde_json::{Value, json};

/// Everything that is known about a league.
pub fn league(report: &Report<'_>) -> Value {
    let stage = report.stage;
    let rows: Vec<Value> = (0..report.standings.rows.len()).map(|k| row(report, k)).collect();
    let boards: Vec<Value> = report
        .standings
        .boards
        .iter()
        .map(|board| {
            let mut value = json!(board);
            value["name"] = stage.environment.boards[board.board].name.as_str().into();
            value
        })
        .collect();
    let look: Vec<Value> = report
        .to_look_at()
        .into_iter()
        .map(|(why, bout)| json!({"why": why, "match": bout, "replay": report.replay(bout)}))
        .collect();
    json!({
        "game": stage.environment.game.facts().id,
        "settings": stage.environment.boards.iter().map(|b| &b.name).collect::<Vec<_>>(),
        "rules": stage.environment.ruleset,
        "judged": stage.environment.judged,
        "master_seed": stage.master,
        "complete": !report.stopped(),
        "players": stage.labels,
        "seeds": report.league.visits(),
        "standings": rows,
        "boards": boards,
        "look_at": look,
        "matches": (0..report.league.bouts.len()).map(|k| bout(report, k)).collect::<Vec<_>>(),
        "resume": report.stopped().then(|| stage.go_on()),
    })
}

fn row(report: &Report<'_>, rank: usize) -> Value {
    let stage = report.stage;
    let row = &report.standings.rows[rank];
    let mut value = json!(row);
    value["rank"] = (rank + 1).into();
    value["name"] = report.label(row.player).into();
    value["word"] = stage.words[row.player].as_str().into();
    value["digest"] = stage.environment.players[row.player].seated.digest.as_str().into();
    if let Some(ranks) = &report.standings.ranks {
        value["rank_probabilities"] = json!(ranks.place[row.player]);
        value["above"] = json!(ranks.above[row.player]);
    }
    value["duels"] = json!(report.standings.duels[row.player]);
    let receipts = report.league.freezes[row.player].receipts.iter();
    value["receipts"] = receipts
        .map(|(bout, freeze)| {
            json!({"receipt": freeze, "match": bout, "replay": report.replay(*bout)})
        })
        .collect();
    value
}

fn bout(report: &Report<'_>, number: usize) -> Value {
    let bout = &report.league.bouts[number];
    json!({
        "seed": bout.fixture.seed,
        "settings": report.stage.environment.boards[bout.fixture.board].name,
        "players": bout.fixture.seats.map(|p| report.label(p)),
        "scores": bout.scores,
        "status": bout.status,
        "cluster": bout.visit,
        "replay": report.replay(number),
    })
}
