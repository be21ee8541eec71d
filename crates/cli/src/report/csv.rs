//! A league's report for spreadsheets.

use super::Report;
use engine::SEATS;

const STANDINGS: [&str; 18] = [
    "rank",
    "player",
    "matches",
    "place_points",
    "place_points_low",
    "place_points_high",
    "score",
    "score_low",
    "score_high",
    "won",
    "strength",
    "strength_low",
    "strength_high",
    "probability_first",
    "weng_lin",
    "fuel_mean",
    "fuel_most",
    "frozen",
];

/// One line per player.
pub fn standings(report: &Report<'_>) -> String {
    let mut table = Table::new(STANDINGS.map(String::from));
    for (k, row) in report.standings.rows.iter().enumerate() {
        let (points_low, points_high) = row.points.interval();
        let (score_low, score_high) = row.score.interval();
        let first = report.standings.ranks.as_ref().map(|ranks| ranks.place[row.player][0]);
        let figures = [
            Some(row.points.mean),
            Some(points_low),
            Some(points_high),
            Some(row.score.mean),
            Some(score_low),
            Some(score_high),
            Some(row.wins),
            Some(row.strength),
            Some(row.strength - row.half),
            Some(row.strength + row.half),
            first,
            Some(row.rating.mu),
            Some(row.cpu),
            Some(row.cpu_most),
        ];
        // Unknown figures stay empty.
        let figures = figures.map(|figure| figure.filter(|f| f.is_finite()));
        let figures = figures.map(|known| known.map_or_else(String::new, |f| format!("{f:.6}")));
        let name = report.label(row.player).to_string();
        let head = [(k + 1).to_string(), name, row.matches.to_string()];
        table.add(head.into_iter().chain(figures).chain([row.freezes.to_string()]));
    }
    table.text()
}

/// One line per match.
pub fn matches(report: &Report<'_>) -> String {
    let by_seat =
        |name: &str| -> Vec<String> { (0..SEATS).map(|s| format!("{name}{s}")).collect() };
    let head = ["match", "cluster", "settings", "seed"].map(String::from).into_iter();
    let seats = [by_seat("seat"), by_seat("score"), by_seat("status")].into_iter().flatten();
    let mut table = Table::new(head.chain(seats).chain(["replay".into()]));
    for (k, bout) in report.league.bouts.iter().enumerate() {
        let board = report.stage.environment.boards[bout.fixture.board].name.clone();
        let head = [k.to_string(), bout.visit.to_string(), board, bout.fixture.seed.to_string()];
        let players = bout.fixture.seats.map(|player| report.label(player).to_string());
        let scores = bout.scores.iter().map(ToString::to_string);
        let status = bout.status.iter().map(|s| format!("{s:.4}"));
        let line = head.into_iter().chain(players).chain(scores).chain(status);
        table.add(line.chain([report.replay(k)]));
    }
    table.text()
}

/// A table in memory, where nothing can fail but a row of another length.
struct Table(csv::Writer<Vec<u8>>);

impl Table {
    fn new(head: impl IntoIterator<Item = String>) -> Self {
        let mut table = Self(csv::Writer::from_writer(Vec::new()));
        table.add(head);
        table
    }

    fn add(&mut self, row: impl IntoIterator<Item = String>) {
        self.0.write_record(row).expect("rows are as long as the head");
    }

    fn text(self) -> String {
        let bytes = self.0.into_inner().expect("memory takes everything");
        String::from_utf8(bytes).expect("cells are text")
    }
}
