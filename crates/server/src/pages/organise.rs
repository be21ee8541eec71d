//! What organisers do: settings, submissions, results, exports, the log.

use super::boards::{self, Offer};
use super::season::guarded;
use super::{Form, Layout, Page, back, download, page};
use crate::access::Cx;
use crate::db::audit::{self, Entry};
use crate::db::seasons::{self, Board, Options, Season};
use crate::db::submissions::{self, Submission, state};
use crate::db::{self, matches, standings, users};
use crate::fail::{Fail, within};
use crate::jobs::rounds;
use crate::refusal::Refusal;
use crate::verdict::Verdict;
use crate::{secret, submit, time};
use askama::Template;
use serde::Deserialize;

#[derive(Template)]
#[template(path = "organise.html")]
struct Organise {
    l: Layout,
    o: Options,
    banned: String,
    round: i64,
    held: bool,
    has_compiler: bool,
    rivals: &'static [&'static str],
    has_forward: bool,
    game: &'static str,
    games: Vec<(&'static str, &'static str)>,
    offers: Vec<Offer>,
    played: i64,
}

/// The season's settings and the state of the machinery.
///
/// # Errors
/// When the database fails.
pub async fn show(cx: Cx) -> Page {
    let season = cx.season()?;
    let mut connection = cx.app.db.acquire().await?;
    let kind = matches::kind::LADDER;
    let round = matches::last_round(&mut connection, &season.id, kind, true, false).await?;
    let held = matches::any_held(&mut connection, &season.id).await?;
    let played = seasons::matches(&mut connection, &season.id).await?;
    drop(connection);
    let (o, facts) = (season.options(), season.game().ok_or(Fail::Ours)?.facts());
    page(&Organise {
        l: Layout::new(&cx, "Organise", "organise"),
        banned: o.banned_words.join(" "),
        o,
        round: round.map_or(0, |r| r.number),
        held,
        has_compiler: cx.app.workshop.has_compiler(),
        rivals: facts.players,
        has_forward: cx.app.workshop.has_forward(),
        game: facts.title,
        games: all_games(),
        offers: boards::offers(season),
        played,
    })
}

/// What the form sends. Switches that are off are not sent at all.
#[derive(Deserialize)]
pub struct Settings {
    title: String,
    dates: String,
    fuel_max: u64,
    memory_bytes_max: u64,
    source_bytes_max: u64,
    submissions_per_hour: u32,
    friendlies_per_hour: u32,
    qualification_matches: u32,
    qualification_wins: u32,
    qualification_rival: String,
    ladder_rounds_max: u32,
    ladder_matches_enough: u32,
    banned_words: String,
    #[serde(default)]
    keep_names: Option<String>,
    #[serde(default)]
    ladder: Option<String>,
    #[serde(default)]
    hold: Option<String>,
    #[serde(default)]
    frozen: Option<String>,
    #[serde(default)]
    registration: Option<String>,
    #[serde(default)]
    forward: Option<String>,
}

impl Settings {
    fn options(&self, season: &Season) -> Result<Options, Fail> {
        let players = season.game().ok_or(Fail::Ours)?.facts().players;
        if !players.contains(&self.qualification_rival.as_str()) {
            return Err(Fail::bad(Refusal::Rival { rivals: players.join(", ") }));
        }
        within("Fuel", self.fuel_max, 1_000_000, 10_000_000_000_000)?;
        within("Memory", self.memory_bytes_max, 1 << 20, 1 << 30)?;
        within("The size of sources", self.source_bytes_max, 1000, 2 << 20)?;
        within("The number of qualification matches", self.qualification_matches.into(), 1, 40)?;
        let wins = u64::from(self.qualification_wins);
        within("The number of wins", wins, 0, self.qualification_matches.into())?;
        Ok(Options {
            dates: self.dates.chars().take(500).collect(),
            fuel_max: self.fuel_max,
            memory_bytes_max: self.memory_bytes_max,
            source_bytes_max: self.source_bytes_max,
            submissions_per_hour: self.submissions_per_hour,
            friendlies_per_hour: self.friendlies_per_hour,
            qualification_matches: self.qualification_matches,
            qualification_wins: self.qualification_wins,
            qualification_rival: self.qualification_rival.clone(),
            ladder_rounds_max: self.ladder_rounds_max,
            ladder_matches_enough: self.ladder_matches_enough,
            banned_words: self.banned_words.split_whitespace().map(String::from).collect(),
            keep_names: self.keep_names.is_some(),
            ladder: self.ladder.is_some(),
            forward: self.forward.is_some(),
            hold: self.hold.is_some(),
            frozen: self.frozen.is_some(),
            registration: self.registration.is_some(),
            ..season.options()
        })
    }
}

/// Changes the season's settings.
///
/// # Errors
/// Which setting cannot be.
pub async fn settings(cx: Cx, Form(form): Form<Settings>) -> Page {
    let season = cx.season()?;
    let options = form.options(season)?;
    if options.forward && !season.options().forward && !cx.app.workshop.has_forward() {
        return Err(Fail::bad(Refusal::NoForward));
    }
    let title = crate::accounts::name(&form.title)?;
    let mut transaction = db::begin(&cx.app.db).await?;
    seasons::change(&mut transaction, &season.id, &title, &options).await?;
    let mut detail = audit::changes(&season.options(), &options)?;
    if title != season.title {
        detail = format!("title: {title}; {detail}");
    }
    let actor = &cx.visitor.user()?.login;
    audit::add(&mut transaction, actor, "settings", &season.slug, &detail).await?;
    transaction.commit().await?;
    cx.app.wake.notify_waiters();
    Ok(back(&format!("/s/{}/organise", season.slug)))
}

/// Shows everybody the results that were held back so far.
///
/// # Errors
/// When the database fails.
pub async fn release(cx: Cx) -> Page {
    show_held(&cx).await?;
    Ok(back(&format!("/s/{}/organise", cx.season()?.slug)))
}

/// Shows everybody the results that were held back so far; gives how many rounds that are.
///
/// # Errors
/// When the database fails.
pub async fn show_held(cx: &Cx) -> Result<u64, Fail> {
    let season = cx.season()?;
    let mut transaction = db::begin(&cx.app.db).await?;
    let count = matches::show_held(&mut transaction, &season.id, !season.options().hold).await?;
    let actor = &cx.visitor.user()?.login;
    audit::add(&mut transaction, actor, "release", &season.slug, &format!("{count} rounds"))
        .await?;
    transaction.commit().await?;
    Ok(count)
}

#[derive(Template)]
#[template(path = "organise_submissions.html")]
struct List {
    l: Layout,
    list: Vec<(Submission, String, String)>,
    newer: Option<i64>,
    older: Option<i64>,
}

/// All submissions, newest first.
///
/// # Errors
/// When the database fails.
pub async fn submissions(cx: Cx) -> Page {
    const COUNT: i64 = 200;
    let from = cx.number("from", 0, 10_000_000);
    let authors = users::all(&cx.app.db).await?;
    let range = (from, COUNT + 1);
    let mut list = submissions::part_of_season(&cx.app.db, &cx.season()?.id, range).await?;
    let older = (list.len() as i64 > COUNT).then_some(from + COUNT);
    list.truncate(COUNT as usize);
    let newer = (from > 0).then(|| (from - COUNT).max(0));
    let row = |s: Submission| {
        let author = authors.iter().find(|u| Some(&u.id) == s.user_id.as_ref());
        (time::shown(s.created), author.map_or_else(String::new, |u| u.login.clone()), s)
    };
    let list = list.into_iter().map(row).map(|(when, author, s)| (s, author, when)).collect();
    page(&List { l: Layout::new(&cx, "Submissions", "organise"), list, newer, older })
}

async fn found(cx: &Cx) -> Result<Submission, Fail> {
    let found = submissions::by_id(&cx.app.db, cx.part("id")).await?.ok_or(Fail::NotFound)?;
    let here = found.season_id == cx.season()?.id;
    here.then_some(found).ok_or(Fail::NotFound)
}

/// What the form sends.
#[derive(Deserialize)]
pub struct Reason {
    #[serde(default)]
    reason: String,
}

/// Takes a version out of the competition. Its matches stay: the others played them.
///
/// # Errors
/// When it does not compete.
pub async fn disqualify(cx: Cx, Form(form): Form<Reason>) -> Page {
    take_out(&cx, &form.reason).await?;
    Ok(back(&format!("/s/{}/organise/submissions", cx.season()?.slug)))
}

/// Takes the version of the address out of the competition.
///
/// # Errors
/// When it does not compete.
pub async fn take_out(cx: &Cx, reason: &str) -> Result<Submission, Fail> {
    let mut s = found(cx).await?;
    let from = s.state.clone();
    if from != state::QUALIFIED {
        return Err(Fail::bad(Refusal::Disqualify));
    }
    let reason: String = reason.trim().chars().take(500).collect();
    s.state = state::DISQUALIFIED.into();
    s.verdict = Verdict::Disqualified { reason: reason.clone() }.stored();
    let mut transaction = db::begin(&cx.app.db).await?;
    submissions::decide(&mut transaction, &from, &s).await?;
    let actor = &cx.visitor.user()?.login;
    audit::add(&mut transaction, actor, "disqualify", &s.name, &reason).await?;
    transaction.commit().await?;
    cx.app.wake.notify_waiters();
    Ok(s)
}

/// Judges a version again: from the compiler on where there is no module, else its
/// qualification on fresh seeds.
///
/// # Errors
/// When it is being judged right now.
pub async fn rerun(cx: Cx) -> Page {
    let s = judge_again(&cx).await?;
    Ok(back(&format!("/s/{}/submissions/{}", cx.season()?.slug, s.id)))
}

/// Judges the version of the address again.
///
/// # Errors
/// When it is being judged right now, or its name is somebody else's by now.
pub async fn judge_again(cx: &Cx) -> Result<Submission, Fail> {
    let season = cx.season()?;
    let mut s = found(cx).await?;
    let from = s.state.clone();
    let settled = [state::REFUSED, state::BEATEN, state::FAILED, state::DISQUALIFIED];
    if !settled.contains(&from.as_str()) || s.user_id.is_none() {
        return Err(Fail::bad(Refusal::Rerun));
    }
    let earlier = matches::of_qualification(&cx.app.db, &s.id).await?;
    let rounds: std::collections::BTreeSet<&str> =
        earlier.iter().map(|m| m.round_id.as_str()).collect();
    s.verdict.clear();
    s.decided = None;
    s.state = if s.wasm.is_some() { state::QUALIFYING } else { state::RECEIVED }.into();
    let mut transaction = db::begin(&cx.app.db).await?;
    // Somebody may have qualified under this name since.
    let mut same = submissions::by_name(&mut transaction, &season.id, &s.name_key).await?;
    same.retain(|other| other.id != s.id);
    let author = s.user_id.as_deref().unwrap_or_default();
    submit::taken(&same, author, &s.name, season.options().keep_names)?;
    if submissions::decide(&mut transaction, &from, &s).await? && s.wasm.is_some() {
        let number = rounds.len() as i64 + 1;
        let (round, list) = rounds::qualification_again(season, &s, number)?;
        matches::plan(&mut transaction, &round, &list).await?;
    }
    audit::add(&mut transaction, &cx.visitor.user()?.login, "judge again", &s.name, &s.id).await?;
    transaction.commit().await?;
    cx.app.wake.notify_waiters();
    Ok(s)
}

/// Everybody's best standing, for grades: one line per author.
///
/// # Errors
/// When the database fails.
pub async fn export(cx: Cx) -> Page {
    let season = cx.season()?;
    let (_, rows) = super::season::visible(&cx).await?;
    let all = submissions::of_season(&cx.app.db, &season.id).await?;
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record([
        "login",
        "name",
        "player",
        "place",
        "strength",
        "matches",
        "submissions",
        "qualified",
    ])?;
    for user in users::all(&cx.app.db).await?.into_iter().filter(|u| u.role == "player") {
        let own = all.iter().filter(|s| s.user_id.as_ref() == Some(&user.id));
        let (sent, passed) =
            own.fold((0, 0), |(n, q), s| (n + 1, q + i32::from(s.state == state::QUALIFIED)));
        let row: Option<&standings::Standing> =
            rows.iter().find(|r| r.user_id.as_ref() == Some(&user.id));
        let of = |f: &dyn Fn(&standings::Standing) -> String| row.map_or_else(String::new, f);
        out.write_record([
            guarded(user.login),
            guarded(user.name),
            of(&|r| r.name.clone()),
            of(&|r| r.place.to_string()),
            of(&|r| format!("{:.3}", r.strength)),
            of(&|r| r.matches.to_string()),
            sent.to_string(),
            passed.to_string(),
        ])?;
    }
    let bytes = out.into_inner().map_err(|_| Fail::Ours)?;
    Ok(download("grades.csv", "text/csv; charset=utf-8", bytes))
}

#[derive(Template)]
#[template(path = "audit.html")]
struct Audit {
    l: Layout,
    entries: Vec<(Entry, String)>,
}

/// The log of changes.
///
/// # Errors
/// When the database fails.
pub async fn audit(cx: Cx) -> Page {
    let entries = audit::newest(&cx.app.db, 300).await?;
    let entries = entries
        .into_iter()
        .map(|e| {
            let when = time::shown(e.at);
            (e, when)
        })
        .collect();
    page(&Audit { l: Layout::new(&cx, "Audit log", "organise"), entries })
}

/// Ids and titles of all games.
fn all_games() -> Vec<(&'static str, &'static str)> {
    games::ALL.iter().map(|game| (game.facts().id, game.facts().title)).collect()
}

#[derive(Template)]
#[template(path = "season_new.html")]
struct NewSeason {
    l: Layout,
    games: Vec<(&'static str, &'static str)>,
}

/// The form for a new season.
///
/// # Errors
/// When it cannot be rendered.
pub async fn season_form(cx: Cx) -> Page {
    page(&NewSeason { l: Layout::new(&cx, "New season", "organise"), games: all_games() })
}

/// What the form sends.
#[derive(Deserialize)]
pub struct SeasonForm {
    slug: String,
    title: String,
    game: String,
    #[serde(default)]
    settings: String,
    #[serde(default)]
    ladder: Option<String>,
}

/// Makes a season.
///
/// # Errors
/// What of it cannot be.
pub async fn new_season(cx: Cx, Form(form): Form<SeasonForm>) -> Page {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if form.slug.is_empty() || form.slug.len() > 40 || !form.slug.chars().all(plain) {
        return Err(Fail::bad(Refusal::Address));
    }
    let game = games::by_id(&form.game)
        .ok_or_else(|| Fail::bad(Refusal::Game { game: form.game.clone() }))?;
    let (name, default) = game.facts().boards.first().copied().unwrap_or_default();
    let own = form.settings.replace("\r\n", "\n");
    let (name, settings) = match own.trim().is_empty() {
        true => (name.to_string(), default.to_string()),
        false => ("season.cnf".to_string(), own),
    };
    let board = Board { name, settings };
    boards::check(game, &board)?;
    let season = Season {
        id: secret::id(),
        slug: form.slug,
        title: crate::accounts::name(&form.title)?,
        game: form.game,
        settings_name: board.name,
        settings: board.settings,
        secret: secret::token(),
        options: serde_json::to_string(&Options {
            ladder: form.ladder.is_some(),
            ..Options::default()
        })?,
    };
    let mut transaction = db::begin(&cx.app.db).await?;
    if let Err(error) = seasons::insert(&mut transaction, &season).await {
        let taken = error.as_database_error().is_some_and(|e| e.is_unique_violation());
        return Err(if taken { Fail::bad(Refusal::AddressTaken) } else { error.into() });
    }
    crate::demo::house_players(&mut transaction, &season).await?;
    let actor = &cx.visitor.user()?.login;
    audit::add(&mut transaction, actor, "new season", &season.slug, &season.game).await?;
    transaction.commit().await?;
    Ok(back(&format!("/s/{}/organise", season.slug)))
}
