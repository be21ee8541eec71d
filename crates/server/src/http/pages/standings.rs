//! The standings: table, chart and CSV.

use super::axis::Axis;
use super::history::{self, History};
use super::{Layout, Page, download, page};
use crate::app::fail::Fail;
use crate::app::{matches, seasons};
use crate::http::request::{InSeason, Query};
use crate::ranking::Standing;
use crate::ranking::table::Placed;
use askama::Template;
use serde::Deserialize;

/// One row of the standings as it is drawn.
pub struct Row {
    /// The row.
    pub s: Standing,
    /// Its place; none for a house player beside others.
    pub place: Option<i64>,
    /// The rating.
    pub rating: i64,
    /// The rating with its interval, `1512 ± 38`.
    pub rated: String,
    /// Half the width of the rating's interval.
    pub half: Option<i64>,
    /// Places it went up in 24 hours.
    pub up: Option<i64>,
    /// Whether it was in no table 24 hours ago.
    pub new: bool,
    /// Whether it is the visitor's own.
    pub own: bool,
    /// Rating, left end and width of the interval, in percent of the axis.
    pub at: (String, String, String),
    /// Whether the rating lies below the axis (negative), above it (positive), or on it.
    pub beyond: i64,
    /// The chance in percent, in words, and its bar's length of 100.
    pub chance: Option<(String, i64)>,
    /// The probability of each rank: its shade, 0 to 9, and its percent.
    pub ranks: Vec<(usize, String)>,
}

/// The standings that a visitor may see, as a table.
pub struct Table {
    /// The rows.
    pub rows: Vec<Row>,
    /// Rows with a place.
    pub placed: usize,
    /// Round of the ladder after which this is the order; 0: none yet.
    pub round: i64,
    /// Marks of the axis: percent of its length, where the text is anchored, and text.
    pub axis: Vec<(String, &'static str, i64)>,
    /// Whether there was a table 24 hours ago.
    pub day: bool,
}

impl Table {
    /// Keeps so many players with a place, and nobody else.
    pub fn shorten(&mut self, players: usize) {
        self.rows.retain(|row| row.place.is_some());
        self.rows.truncate(players);
    }

    /// Whether some rows have probabilities of ranks.
    #[must_use]
    pub fn has_ranks(&self) -> bool {
        self.rows.iter().any(|row| !row.ranks.is_empty())
    }

    /// Whether some rows have no place.
    #[must_use]
    pub const fn has_house(&self) -> bool {
        self.placed < self.rows.len()
    }
}

/// Probabilities of ranks as they are drawn, one for each of so many ranks: shades from 0 to 9
/// and whole percents; empty when there are none.
#[must_use]
pub fn shades(chances: &[f64], ranks: usize) -> Vec<(usize, String)> {
    if chances.is_empty() {
        return Vec::new();
    }
    let shade = |p: f64| match p {
        p if p <= 0.0 => (0, String::new()),
        // Roots tell small probabilities from none.
        p => ((p.sqrt() * 9.0).ceil().min(9.0) as usize, percent(p)),
    };
    let rest = std::iter::repeat(0.0);
    chances.iter().copied().chain(rest).take(ranks.max(chances.len())).map(shade).collect()
}

/// A probability in percent: only what is certain is 0 or 100.
#[must_use]
pub fn percent(p: f64) -> String {
    match (p * 100.0).round() as i64 {
        0 => "<1".into(),
        100 if p < 1.0 => ">99".into(),
        n => n.to_string(),
    }
}

/// A rating with its interval, if it has one.
#[must_use]
pub fn rated(rating: i64, half: Option<i64>) -> String {
    half.map_or_else(|| rating.to_string(), |half| format!("{rating} ± {half}"))
}

/// The standings that the visitor may see.
///
/// # Errors
/// When the database fails.
pub async fn table(request: &InSeason) -> Result<Table, Fail> {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    let (round, rows) = seasons::standings(app, actor, season).await?;
    Ok(drawn(round, rows, |s| actor.owns(s.user_id.as_ref())))
}

fn drawn(round: i64, rows: Vec<Placed>, own: impl Fn(&Standing) -> bool) -> Table {
    let with_place = || rows.iter().filter(|row| row.place.is_some());
    let placed = with_place().count();
    let axis = Axis::of(with_place().map(|row| (row.rating(), row.rating_half_width())));
    let day = rows.iter().any(|row| row.change.is_some());
    let at = |rating: f64| axis.at(rating) * 100.0;
    let last = axis.marks().count() - 1;
    let mark = |(k, rating): (usize, i64)| {
        let anchor = match k {
            0 => "start",
            k if k == last => "end",
            _ => "middle",
        };
        (format!("{:.2}%", at(rating as f64)), anchor, rating)
    };
    let marks = axis.marks().enumerate().map(mark).collect();
    let row = |row: Placed| {
        let (rating, half) = (row.rating(), row.rating_half_width());
        let (middle, reach) = (rating as f64, half.unwrap_or(0) as f64);
        let (left, right) = (at(middle - reach), at(middle + reach));
        let part = |x: f64| format!("{x:.2}%");
        Row {
            own: own(&row.s),
            place: row.place,
            up: row.places_24h(),
            new: day && row.change.is_none(),
            at: (part(at(middle)), part(left), part(right - left)),
            beyond: axis.beyond(rating),
            chance: row
                .s
                .chance
                .map(|p| (format!("{}\u{2009}%", percent(p)), (p * 100.0).round() as i64)),
            ranks: shades(&row.s.rank_chances(), placed),
            rated: rated(rating, half),
            rating,
            half,
            s: row.s,
        }
    };
    Table { axis: marks, day, placed, round, rows: rows.into_iter().map(row).collect() }
}

/// Which rows are shown: `?house=hide` leaves out house players.
#[derive(Default, Deserialize)]
pub struct Wanted {
    house: Option<String>,
}

#[derive(Template)]
#[template(path = "standings.html")]
struct Standings {
    l: Layout,
    table: Table,
    history: Option<History>,
    matches: i64,
    held: bool,
    /// Whether there are house players that can be hidden.
    has_house: bool,
    /// Whether they are hidden.
    hidden: bool,
}

/// The standings.
///
/// # Errors
/// When the database fails.
pub async fn show(request: InSeason, Query(wanted): Query<Wanted>) -> Page {
    let (app, season) = (&request.app, &request.season);
    let l = request.layout(request.t("common-standings"), "standings");
    let matches = matches::public_count(app, season).await?;
    let held = season.options().hold;
    let mut table = table(&request).await?;
    let history = history::of(&request, &table).await?;
    let has_house = table.has_house();
    let hidden = has_house && wanted.house.as_deref() == Some("hide");
    if hidden {
        table.rows.retain(|row| row.place.is_some());
    }
    page(&Standings { l, table, history, matches, held, has_house, hidden })
}

/// The standings as CSV.
///
/// # Errors
/// When the database fails.
pub async fn csv(request: InSeason) -> Page {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    let (round, rows) = seasons::standings(app, actor, season).await?;
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record([
        "place",
        "places_24h",
        "player",
        "author",
        "rating",
        "rating_half_width",
        "rating_24h",
        "strength",
        "half_width",
        "chance_of_top_4",
        "rank_probabilities",
        "matches",
        "round",
    ])?;
    let whole = |n: Option<i64>| n.map_or_else(String::new, |n| n.to_string());
    let thousandths = |x: Option<f64>| x.map_or_else(String::new, |x| format!("{x:.3}"));
    for row in rows {
        let ranks = row.s.rank_chances();
        out.write_record([
            whole(row.place),
            whole(row.places_24h()),
            row.s.name.clone(),
            guarded(row.s.author.clone().unwrap_or_default()),
            row.rating().to_string(),
            whole(row.rating_half_width()),
            whole(row.rating_24h()),
            format!("{:.3}", row.s.strength),
            thousandths((row.s.half >= 0.0).then_some(row.s.half)),
            thousandths(row.s.chance),
            ranks.iter().map(|p| format!("{p:.3}")).collect::<Vec<_>>().join(" "),
            row.s.matches.to_string(),
            round.to_string(),
        ])?;
    }
    let bytes = out.into_inner().map_err(|_| Fail::Ours)?;
    Ok(download("standings.csv", "text/csv; charset=utf-8", bytes))
}

/// A field that no spreadsheet takes for a formula.
#[must_use]
pub fn guarded(text: String) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text }
}
