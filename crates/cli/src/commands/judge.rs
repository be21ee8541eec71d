//! `palestra submit`, `status`, `standings`, `download`: a judge asked from the command line.

use crate::failure::{DONE, Done, FROZEN, Failure};
use crate::files;
use crate::input;
use crate::options::{Download, Judge, Standings, Status, Submit};
use crate::paint::Paint;
use reqwest::blocking as http;
use reqwest::header::CONTENT_TYPE;
use reqwest::redirect::Policy;
use serde_json::Value;
use server::time;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

/// How often something pending is asked for.
const PAUSE: Duration = Duration::from_secs(1);
/// Longest wait for a whole answer.
const PATIENCE: Duration = Duration::from_secs(60);
/// Largest answer that is read.
const ANSWER_BYTES_MAX: u64 = 64 << 20;

/// A judge, and who asks it.
pub(super) struct Client<'a> {
    judge: &'a Judge,
    http: http::Client,
    /// The source of the judge's address, in words.
    given_by: &'static str,
}

impl<'a> Client<'a> {
    /// # Errors
    /// When the judge's address begins with `https` and this machine has no root certificates.
    pub(super) fn new(judge: &'a Judge) -> Result<Self, Failure> {
        Self::with(judge, Policy::default, "--server or PALESTRA_SERVER")
    }

    fn with(
        judge: &'a Judge,
        redirects: fn() -> Policy,
        given_by: &'static str,
    ) -> Result<Self, Failure> {
        // Installed already where this was called before.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let builder = || http::Client::builder().timeout(PATIENCE).redirect(redirects());
        let client = builder().build().or_else(|failed| {
            // Without TLS no root certificates are needed: small machines may have none.
            match judge.server.starts_with("http://") {
                true => builder().tls_certs_only([]).build(),
                false => Err(failed),
            }
        });
        let http = client.map_err(|e| {
            Failure::usage(format!("the encrypted connection failed: {}", causes(&e)))
                .help("install the root certificates of your system (Debian: ca-certificates)")
        })?;
        Ok(Self { judge, http, given_by })
    }

    fn address(&self, path: &str) -> String {
        format!("{}/api{path}", self.judge.server.trim_end_matches('/'))
    }

    fn get(&self, path: &str) -> Result<Vec<u8>, Failure> {
        self.send(self.http.get(self.address(path)))
    }

    pub(super) fn post(&self, path: &str, body: &[u8]) -> Result<Vec<u8>, Failure> {
        let request = self.http.post(self.address(path)).header(CONTENT_TYPE, "text/plain");
        self.send(request.body(body.to_vec()))
    }

    /// Sends a request, with the token if there is one, and reads the answer.
    fn send(&self, mut request: http::RequestBuilder) -> Result<Vec<u8>, Failure> {
        let server = &self.judge.server;
        let unreached = |why: &str| {
            Failure::usage(format!("the judge at {server} does not answer: {why}"))
                .help(format!("check {}", self.given_by))
        };
        if let Some(token) = &self.judge.token {
            request = request.bearer_auth(token);
        }
        let answer = request.send().map_err(|e| unreached(&causes(&e.without_url())))?;
        let status = answer.status();
        let mut body = Vec::new();
        let read = answer.take(ANSWER_BYTES_MAX + 1).read_to_end(&mut body);
        read.map_err(|e| unreached(&causes(&e)))?;
        if body.len() as u64 > ANSWER_BYTES_MAX {
            let most = ANSWER_BYTES_MAX >> 20;
            return Err(Failure::usage(format!("the judge's answer has more than {most} MB")));
        }
        if status.is_success() {
            return Ok(body);
        }
        let why = serde_json::from_slice::<Value>(&body).ok();
        let why = why.and_then(|v| Some(v.get("error")?.as_str()?.to_string()));
        let explained = why.is_some();
        let failure = Failure::usage(why.unwrap_or_else(|| format!("the judge answers {status}")));
        Err(match status.as_u16() {
            401 => failure.help(
                "create a token on your account page at the judge and set \
             PALESTRA_TOKEN",
            ),
            403 if self.judge.token.is_some() => {
                failure.help("check the scope of your token on your account page")
            }
            429 => failure.help("wait some seconds, then try again"),
            // Something else than a judge answers.
            _ if !explained => failure.help(format!("check {}", self.given_by)),
            _ => failure,
        })
    }

    pub(super) fn json(&self, path: &str) -> Result<Value, Failure> {
        understood(&self.get(path)?)
    }

    /// The path of the season.
    pub(super) fn season(&self) -> Result<String, Failure> {
        if let Some(season) = &self.judge.season {
            return Ok(format!("/seasons/{}", word(season)?));
        }
        let all = self.json("/seasons")?;
        let newest = all[0]["slug"].as_str();
        let slug = newest.ok_or_else(|| Failure::usage("the judge has no season yet"))?;
        Ok(format!("/seasons/{slug}"))
    }
}

/// The path of the season that takes a submission: the one that is named, or the only open one.
fn open_season(client: &Client<'_>) -> Result<String, Failure> {
    if client.judge.season.is_some() {
        return client.season();
    }
    let all = client.json("/seasons")?;
    let open = all.as_array().into_iter().flatten().filter(|season| season["frozen"] != true);
    let open: Vec<&str> = open.map(|season| text(season, "slug")).collect();
    match open.len() {
        0 | 1 => client.season(),
        count => Err(Failure::usage(format!("{count} seasons are open: {}", open.join(", ")))
            .help(format!("name yours, for example --season {}", open[0]))),
    }
}

/// An error with all its causes: the first one alone only says that a request failed.
fn causes(error: &dyn std::error::Error) -> String {
    let all = std::iter::successors(Some(error), |e| e.source());
    all.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

pub(super) fn understood(bytes: &[u8]) -> Result<Value, Failure> {
    serde_json::from_slice(bytes).map_err(|_| {
        Failure::usage("the server is not a judge of this version").help(
            "check the address of \
         the server",
        )
    })
}

/// A part of an address, checked: nothing of it may lead elsewhere.
pub(super) fn word(text: &str) -> Result<&str, Failure> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    match !text.is_empty() && text.chars().all(plain) {
        true => Ok(text),
        false => Err(Failure::usage(format!(
            "`{text}` is not an id: use letters, digits, - and \
         _"
        ))),
    }
}

pub(super) fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

/// Asks again and again until there is an answer.
pub(super) fn wait<T>(mut ask: impl FnMut() -> Result<Option<T>, Failure>) -> Result<T, Failure> {
    loop {
        if let Some(answer) = ask()? {
            return Ok(answer);
        }
        std::thread::sleep(PAUSE);
    }
}

/// Sends a source and waits for the verdict.
pub fn submit(options: &Submit) -> Done {
    let path = &options.source;
    let stem = path.file_stem().and_then(|s| s.to_str()).unwrap_or_default();
    let language = match path.extension().and_then(|ending| ending.to_str()) {
        Some("cc") => Some("cpp"),
        Some("rs") => Some("rust"),
        Some("js") => Some("js"),
        Some("py") => Some("python"),
        _ => None,
    };
    let named = stem.strip_prefix("AI").zip(language);
    let (name, language) = named.ok_or_else(|| {
        Failure::usage(format!("{}: submit AIName.cc, .rs, .js or .py", path.display()))
            .help("modules (AIName.wasm) play only on your own machine")
    })?;
    let source = std::fs::read(path).map_err(|e| Failure::file("read", path.display(), &e))?;
    let client = Client::new(&options.judge)?;
    let season = open_season(&client)?;
    refuse_other_game(&client.json("/seasons")?, &season, path, &source)?;
    let name = word(name)?;
    let to = format!("{season}/submissions?name={name}&language={language}");
    let sent = client.post(&to, &source)?;
    let first = understood(&sent)?;
    let id = word(text(&first, "id"))?.to_string();
    let mut first = Some(first);
    let mut told = String::new();
    let now = wait(|| {
        let now = match first.take() {
            Some(first) => first,
            None => client.json(&format!("{season}/submissions/{id}"))?,
        };
        if options.no_wait || now["pending"] != true {
            return Ok(Some(now));
        }
        let line = waiting(&now);
        if told != line {
            anstream::eprintln!("{line} …");
            told = line;
        }
        Ok(None)
    })?;
    if options.judge.json {
        anstream::println!("{now:#}");
    } else {
        tell(&now);
    }
    let good = now["pending"] == true || text(&now, "state") == "qualified";
    Ok(if good { DONE } else { FROZEN })
}

/// Refuses a player of another game than that of the season.
fn refuse_other_game(all: &Value, season: &str, path: &Path, source: &[u8]) -> Result<(), Failure> {
    let slug = season.trim_start_matches("/seasons/");
    let of_season = |row: &&Value| row["slug"].as_str() == Some(slug);
    let season = all.as_array().and_then(|all| all.iter().find(of_season));
    let game = season.and_then(|season| games::by_id(season["game"].as_str()?));
    let Some(game) = game else { return Ok(()) };
    match input::other_game(game, path, &String::from_utf8_lossy(source)) {
        None => Ok(()),
        Some(other) => {
            let (file, title) = (path.display(), other.facts().title);
            Err(Failure::usage(format!("{file}: this is a player of {title}"))
                .help(format!("the season plays {}; --season names another", game.facts().title)))
        }
    }
}

/// The state of a submission without a verdict, for its author.
fn waiting(now: &Value) -> String {
    match now["waits_until"].as_i64() {
        Some(until) => {
            let date = time::shown(until);
            format!("waits until {date}: three jobs were killed or used up their CPU time")
        }
        None => shown(text(now, "state")).into(),
    }
}

/// The state of a submission, for people.
fn shown(state: &str) -> &str {
    if state == "beaten" { "not qualified" } else { state }
}

fn tell(now: &Value) {
    let paint = Paint::stdout();
    let report = text(now, "report");
    if !report.is_empty() {
        anstream::println!("{report}\n");
    }
    for receipt in now["receipts"].as_array().into_iter().flatten() {
        anstream::println!(
            "frozen in round {} of a match as seat {}: {}",
            receipt["round"],
            receipt["seat"],
            text(receipt, "detail")
        );
    }
    let verdict = match text(now, "verdict") {
        "" => shown(text(now, "state")),
        verdict => verdict,
    };
    anstream::println!("{}: {verdict}", paint.bold(text(now, "player")));
    anstream::println!("{}", text(now, "page"));
}

/// Lists one's submissions.
pub fn status(options: &Status) -> Done {
    let client = Client::new(&options.judge)?;
    let list = client.json(&format!("{}/submissions", client.season()?))?;
    if options.judge.json {
        anstream::println!("{list:#}");
        return Ok(DONE);
    }
    let list = list.as_array().cloned().unwrap_or_default();
    if list.is_empty() {
        anstream::println!("You have no submissions. To send one: palestra submit AIName.cc");
    }
    for one in &list {
        let (player, state) = (text(one, "player"), shown(text(one, "state")));
        anstream::println!("{player:<13} {state:<13} {}", text(one, "verdict"));
    }
    Ok(DONE)
}

/// Prints the standings.
pub fn standings(options: &Standings) -> Done {
    let client = Client::new(&options.judge)?;
    let table = client.json(&format!("{}/standings", client.season()?))?;
    if options.judge.json {
        anstream::println!("{table:#}");
        return Ok(DONE);
    }
    let rows = table["rows"].as_array().cloned().unwrap_or_default();
    if rows.is_empty() {
        anstream::println!("There are no standings yet.");
        return Ok(DONE);
    }
    let head = "  #  24 h  player        rating       top 4  matches  author";
    anstream::println!("{}", Paint::stdout().dim(head));
    for row in &rows {
        anstream::println!("{}", standing(row));
    }
    anstream::println!("After round {} of the ladder.", table["round"]);
    let ranks: Vec<String> = rows.iter().filter_map(ranks).collect();
    if !ranks.is_empty() {
        let head = "Probability of each rank, in percent; values below 1 % left out:";
        anstream::println!("\n{}\n{}", Paint::stdout().dim(head), ranks.join("\n"));
    }
    Ok(DONE)
}

/// A row of the standings; house players have no place.
fn standing(row: &Value) -> String {
    let place = row["place"].as_i64().map_or_else(|| "–".into(), |place| place.to_string());
    let change = match row["places_24h"].as_i64() {
        Some(0) => "·".into(),
        Some(places) => format!("{places:+}"),
        None => String::new(),
    };
    let rating = row["rating"].as_i64().unwrap_or_default();
    let half = row["rating_half_width"].as_i64().map_or_else(String::new, |h| format!("± {h}"));
    let chance = row["chance_of_top_4"].as_f64();
    let chance = chance.map_or_else(String::new, |p| format!("{} %", percent(p)));
    format!(
        "{place:>3}  {change:>4}  {:<12}  {rating:>4} {half:<6}  {chance:>5}  {:>7}  {}",
        text(row, "player"),
        row["matches"].as_i64().unwrap_or_default(),
        text(row, "author")
    )
}

/// A probability in percent: what is not certain is not called 0 or 100.
fn percent(chance: f64) -> String {
    match (100.0 * chance).round() {
        p if p < 1.0 && chance > 0.0 => "<1".into(),
        p if p > 99.0 && chance < 1.0 => ">99".into(),
        p => p.to_string(),
    }
}

/// The ranks that a player may well have, best first; nothing while there are too few results.
fn ranks(row: &Value) -> Option<String> {
    let chances = row["rank_probabilities"].as_array().filter(|all| !all.is_empty())?;
    let likely = chances.iter().zip(1..).filter_map(|(chance, rank): (_, usize)| {
        let chance = chance.as_f64().unwrap_or_default();
        (chance >= 0.01).then(|| format!("  {rank}: {:>3}", percent(chance)))
    });
    Some(format!("     {:<12}{}", text(row, "player"), likely.collect::<String>()))
}

/// The public data of a judge at a path, without a token. Another host must not answer instead, so
/// redirects are refused.
pub(super) fn public(server: &str, path: &str) -> Result<Vec<u8>, Failure> {
    let judge = Judge { server: server.into(), token: None, season: None, json: false };
    let client = Client::with(&judge, Policy::none, "the address after --from")?;
    client.send(client.http.get(format!("{}{path}", server.trim_end_matches('/'))))
}

/// Downloads the record of a match.
pub fn download(options: &Download) -> Done {
    let client = Client::new(&options.judge)?;
    let id = word(&options.id)?;
    let record = client.get(&format!("{}/matches/{id}/record.match", client.season()?))?;
    let path = options.output.clone().unwrap_or_else(|| format!("{id}.match").into());
    files::write(&path, record)?;
    anstream::println!("{}", path.display());
    Ok(DONE)
}

#[cfg(test)]
mod tests {
    use super::{percent, ranks, waiting};
    use serde_json::json;

    #[test]
    fn only_what_is_certain_is_called_so() {
        let all = [0.0, 0.001, 0.5, 0.999, 1.0].map(percent);
        assert_eq!(all, ["0", "<1", "50", ">99", "100"]);
    }

    #[test]
    fn authors_are_told_until_when_they_wait() {
        let line = waiting(&json!({"state": "queued", "waits_until": 1_790_000_000_000_i64}));
        assert!(line.starts_with("waits until 2026-09-21 14:13"), "{line}");
        assert_eq!(waiting(&json!({"state": "queued", "waits_until": null})), "queued");
    }

    #[test]
    fn ranks_are_told_where_they_are_known_and_likely() {
        let row = json!({"player": "Xaloc", "rank_probabilities": [0.0, 0.675, 0.321, 0.004]});
        assert_eq!(ranks(&row).as_deref(), Some("     Xaloc         2:  68  3:  32"));
        assert_eq!(ranks(&json!({"player": "Xaloc", "rank_probabilities": []})), None);
    }
}
