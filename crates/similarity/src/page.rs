//! The page for organisers: one HTML file without scripts that needs nothing else.
//!
//! Everything that comes from players goes through [`text`]; the page also forbids itself to
//! load or run anything.

use crate::behaviour::Agreement;
use crate::evidence::{Ink, Stretch};
use crate::report::{BARS, Case, Report};
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");
/// Colours of fragments; from then on they come again.
const COLOURS: usize = 8;
/// Lines of tables.
const ROWS_MAX: usize = 200;

/// Adds text to a page; writing to a string cannot fail.
macro_rules! put {
    ($out:expr, $($what:tt)*) => {{ let _ = write!($out, $($what)*); }};
}

/// Text of players and users as text of a page, whatever it holds.
#[must_use]
pub fn text(hostile: &str) -> String {
    let mut out = String::with_capacity(hostile.len());
    for c in hostile.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(c),
            // Signs that turn the direction of writing hide what code says.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => out.push('\u{fffd}'),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

impl Report {
    /// The report as a page.
    #[must_use]
    pub fn to_html(&self) -> String {
        let mut out = String::new();
        put!(
            out,
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<meta \
             http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src \
             'unsafe-inline'\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
             <title>{0}</title>\n<style>{STYLE}</style></head><body>\n<h1>{0}</h1>\n",
            text(&self.title)
        );
        self.put_summary(&mut out);
        self.put_pairs(&mut out);
        self.put_clusters(&mut out);
        self.put_behaviour(&mut out);
        self.put_players(&mut out);
        for (k, case) in self.cases.iter().enumerate() {
            self.put_case(&mut out, k, case);
        }
        out.push_str("</body></html>\n");
        out
    }

    fn put_summary(&self, out: &mut String) {
        let suspicious = self.pairs.iter().filter(|p| p.score >= self.threshold).count();
        put!(
            out,
            "<p class=\"lead\">{} players, {} pairs compared, <strong>{suspicious}</strong> at or \
             above the threshold of {:.2}. A score is a reason to look, not a verdict: read both \
             sources below before you talk to anybody.</p>\n",
            self.players.len(),
            self.compared,
            self.threshold
        );
        for remark in &self.remarks {
            put!(out, "<p class=\"remark\">{}</p>\n", text(remark));
        }
        self.put_distribution(out);
        put!(
            out,
            "<details><summary>What was subtracted: the code of {} templates, and {} patterns \
             that more than half of the players have</summary><ul class=\"columns\">",
            self.templates.len(),
            self.common
        );
        for name in &self.templates {
            put!(out, "<li>{}</li>", text(name));
        }
        out.push_str("</ul></details>\n");
    }

    /// Scores of all pairs; heights are logarithmic, so that single pairs can be seen.
    fn put_distribution(&self, out: &mut String) {
        let bars = self.distribution();
        let most = bars.iter().copied().max().unwrap_or(0).max(1) as f64;
        out.push_str(
            "<figure><svg viewBox=\"0 0 520 132\" role=\"img\" \
             aria-label=\"How many pairs have which score\">\n",
        );
        for (k, count) in bars.iter().enumerate().filter(|(_, c)| **c > 0) {
            let height = 6.0 + 94.0 * (*count as f64).ln_1p() / most.ln_1p();
            let hot = (k as f64 + 0.5) / BARS as f64 >= self.threshold;
            let (from, to) = (k as f64 / BARS as f64, (k + 1) as f64 / BARS as f64);
            put!(
                out,
                "<rect class=\"{}\" x=\"{}\" y=\"{:.1}\" width=\"9\" height=\"{height:.1}\">\
                 <title>{from:.2} to {to:.2}: {count} pairs</title></rect>\n",
                if hot { "hot" } else { "bar" },
                10 + k * 10,
                108.0 - height
            );
        }
        let at = 10.0 + self.threshold * 500.0;
        put!(
            out,
            "<line class=\"threshold\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"2\" y2=\"108\"/>\n\
             <line class=\"axis\" x1=\"10\" x2=\"510\" y1=\"108.5\" y2=\"108.5\"/>\n"
        );
        for k in 0..=5 {
            put!(out, "<text x=\"{}\" y=\"124\">{:.1}</text>\n", 10 + k * 100, f64::from(k) / 5.0);
        }
        out.push_str(
            "</svg><figcaption>Scores of all pairs of this season. Heights are logarithmic; the \
             line is the threshold.</figcaption></figure>\n",
        );
    }

    fn put_pairs(&self, out: &mut String) {
        out.push_str(
            "<h2>Pairs</h2>\n<table><thead><tr><th>Score</th><th>Players</th><th>Of the first\
             </th><th>Of the second</th><th>p</th><th>Longest fragment</th><th>Behaviour</th>\
             <th>Decision</th></tr></thead><tbody>\n",
        );
        for (k, case) in self.cases.iter().enumerate().take(ROWS_MAX) {
            let pair = &case.pair;
            let longest = case.evidence.fragments.first().map_or(0, |f| f.tokens);
            let decided = case.entries.last().map_or("", |e| e.verdict.word());
            let behaviour = case.agreement.as_ref().map_or(String::new(), |a| percent(a.alike));
            put!(
                out,
                "<tr{}><td class=\"n\">{:.2}</td><td><a href=\"#case-{k}\">{} and {}</a></td>\
                 <td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>\
                 <td class=\"n\">{longest} tokens</td><td class=\"n\">{behaviour}</td>\
                 <td>{decided}</td></tr>\n",
                if pair.score >= self.threshold { " class=\"hot\"" } else { "" },
                pair.score,
                text(&self.name(pair.left)),
                text(&self.name(pair.right)),
                percent(pair.cover.left),
                percent(pair.cover.right),
                p_value(pair.p)
            );
        }
        out.push_str("</tbody></table>\n");
        let shown = self.cases.len();
        if shown < self.compared {
            put!(
                out,
                "<p class=\"quiet\">The {shown} most similar of {} pairs are shown; all are in \
                 the CSV and JSON exports.</p>\n",
                self.compared
            );
        }
    }

    fn put_clusters(&self, out: &mut String) {
        let clusters = self.clusters();
        if clusters.is_empty() {
            return;
        }
        out.push_str("<h2>Groups</h2>\n<ul>");
        for group in clusters.iter().take(ROWS_MAX) {
            let names: Vec<String> = group.iter().map(|k| text(&self.name(*k))).collect();
            put!(out, "<li>{}: {}</li>", group.len(), names.join(", "));
        }
        out.push_str("</ul>\n");
    }

    fn put_behaviour(&self, out: &mut String) {
        if self.agreements.is_empty() {
            return;
        }
        out.push_str(
            "<h2>Behaviour</h2>\n<table><thead><tr><th>Alike</th><th>Usual</th><th>p</th><th>\
             Players</th><th>Situations</th></tr></thead><tbody>\n",
        );
        for agreement in self.agreements.iter().take(ROWS_MAX / 10) {
            put!(
                out,
                "<tr><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>\
                 <td>{} and {}</td><td class=\"n\">{}</td></tr>\n",
                percent(agreement.alike),
                percent(agreement.usual),
                p_value(agreement.p),
                text(&agreement.names[0]),
                text(&agreement.names[1]),
                agreement.situations
            );
        }
        out.push_str("</tbody></table>\n");
    }

    fn put_players(&self, out: &mut String) {
        let noted: Vec<_> = self.players.iter().filter(|p| !p.remarks.is_empty()).collect();
        if noted.is_empty() {
            return;
        }
        out.push_str("<h2>Sources with remarks</h2>\n<ul>");
        for player in noted.iter().take(ROWS_MAX) {
            let remarks = text(&player.remarks.join("; "));
            put!(out, "<li><strong>{}</strong>: {remarks}</li>", text(&player.label));
        }
        out.push_str("</ul>\n");
    }

    fn put_case(&self, out: &mut String, k: usize, case: &Case) {
        let (left, right) = (self.name(case.pair.left), self.name(case.pair.right));
        put!(
            out,
            "<section id=\"case-{k}\"><h2>{} and {}</h2>\n<p>Score <strong>{:.2}</strong>: {} of \
             the first and {} of the second are in the other one. {}. Common fingerprints: {}. \
             {} fragments of {} tokens or more.</p>\n",
            text(&left),
            text(&right),
            case.pair.score,
            percent(case.pair.cover.left),
            percent(case.pair.cover.right),
            in_words(case.pair.p, self.compared),
            percent(case.evidence.fingerprints),
            case.evidence.fragments.len(),
            crate::tokens::FRAGMENT_MIN
        );
        self.put_entries(out, case);
        if let Some(agreement) = &case.agreement {
            put_agreement(out, agreement);
        }
        out.push_str(
            "<p class=\"legend\"><span class=\"f0\">the same fragment</span> <span class=\"p\">\
             the same pattern elsewhere</span> <span class=\"t\">from a template, subtracted\
             </span></p>\n<div class=\"sides\">",
        );
        let [a, b] = &case.sources;
        let ids = |own, other| [format!("c{k}{own}"), format!("c{k}{other}")];
        out.push_str(&side(&ids("l", "r"), &left, &a.text, &case.evidence.left));
        out.push_str(&side(&ids("r", "l"), &right, &b.text, &case.evidence.right));
        out.push_str("</div></section>\n");
    }

    fn put_entries(&self, out: &mut String, case: &Case) {
        if case.entries.is_empty() {
            out.push_str("<p class=\"quiet\">Nothing is decided yet.</p>\n");
            return;
        }
        out.push_str("<ul class=\"entries\">");
        for entry in &case.entries {
            put!(
                out,
                "<li><time>{}</time> {}: <strong>{}</strong> {}</li>",
                date(entry.time),
                text(&entry.by),
                entry.verdict.word(),
                text(&entry.note)
            );
        }
        out.push_str("</ul>\n");
    }
}

/// A source with its stretches in classes `t` (template), `p` (pattern) and `f0` to `f7`
/// (fragments), which link to the other side. Ids begin with the first of `ids`, links with the
/// second.
#[must_use]
pub fn side(ids: &[String; 2], name: &str, source: &str, stretches: &[Stretch]) -> String {
    let [own, other] = ids;
    let mut out = String::new();
    put!(out, "<div class=\"side\"><h3>{}</h3><pre>", text(name));
    let mut number = 1;
    put!(out, "<i>{number:>4}</i> ");
    let mut named = std::collections::HashSet::new();
    for stretch in stretches {
        let (open, close) = match stretch.ink {
            Ink::Plain => (String::new(), ""),
            Ink::Template => ("<span class=\"t\">".to_owned(), "</span>"),
            Ink::Pattern => ("<span class=\"p\">".to_owned(), "</span>"),
            Ink::Fragment(k) => {
                let colour = k % COLOURS;
                let id = match named.insert(k) {
                    true => format!(" id=\"{own}{k}\""),
                    false => String::new(),
                };
                put!(out, "<b{id}></b>");
                (format!("<a class=\"f{colour}\" href=\"#{other}{k}\">"), "</a>")
            }
        };
        let mut first = true;
        for line in source[stretch.start..stretch.end].split('\n') {
            if !first {
                number += 1;
                put!(out, "\n<i>{number:>4}</i> ");
            }
            first = false;
            if !line.is_empty() {
                put!(out, "{}{}{close}", open, text(line));
            }
        }
    }
    out.push_str("</pre></div>");
    out
}

fn put_agreement(out: &mut String, agreement: &Agreement) {
    put!(
        out,
        "<p>Behaviour: {} of their orders agree where orders differ between players, over {} \
         situations; usual in this season: {} (p = {}).</p>\n",
        percent(agreement.alike),
        agreement.situations,
        percent(agreement.usual),
        p_value(agreement.p)
    );
    out.push_str(&curve(agreement));
}

/// Agreement over the rounds, as a picture; nothing where there are too few.
#[must_use]
pub fn curve(agreement: &Agreement) -> String {
    let mut out = String::new();
    let count = agreement.rounds.len();
    if count < 2 {
        return out;
    }
    let x = |k: usize| 10.0 + 500.0 * k as f64 / (count - 1) as f64;
    let points: Vec<String> = agreement
        .rounds
        .iter()
        .enumerate()
        .map(|(k, (_, share))| format!("{:.1},{:.1}", x(k), 100.0 - 90.0 * share))
        .collect();
    let usual = 100.0 - 90.0 * agreement.usual;
    put!(
        out,
        "<figure><svg viewBox=\"0 0 520 124\" role=\"img\" aria-label=\"Agreement over the \
         rounds\"><line class=\"axis\" x1=\"10\" x2=\"510\" y1=\"100\" y2=\"100\"/><line \
         class=\"axis\" x1=\"10\" x2=\"510\" y1=\"10\" y2=\"10\"/><line class=\"usual\" \
         x1=\"10\" x2=\"510\" y1=\"{usual:.1}\" y2=\"{usual:.1}\"/><polyline class=\"curve\" \
         points=\"{}\"/><text x=\"20\" y=\"116\">round {}</text><text x=\"490\" \
         y=\"116\">{}</text></svg><figcaption>Share of orders that agree, by round, from 0 \
         (below) to 100 % (above); dashed: usual in this season.</figcaption></figure>\n",
        points.join(" "),
        agreement.rounds.first().map_or(0, |r| r.0),
        agreement.rounds.last().map_or(0, |r| r.0)
    );
    out
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

fn p_value(p: f64) -> String {
    if p < 0.001 { format!("{p:.1e}") } else { format!("{p:.3}") }
}

fn in_words(p: f64, compared: usize) -> String {
    let as_much = (p * compared as f64).round();
    format!("Of {compared} pairs, {as_much} score as much or more (p = {})", p_value(p))
}

/// A day, from seconds since 1970: year-month-day.
fn date(seconds: u64) -> String {
    // Days to civil date, as in the proleptic Gregorian calendar.
    let days = seconds / 86_400 + 719_468;
    let era = days / 146_097;
    let day = days % 146_097;
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let rest = day - (365 * year + year / 4 - year / 100);
    let month = (5 * rest + 2) / 153;
    let (d, m) = (rest - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    let y = year + era * 400 + u64::from(m <= 2);
    format!("{y}-{m:02}-{d:02}")
}
