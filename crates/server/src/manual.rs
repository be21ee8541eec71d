//! The manuals of the games as pages: the part of Markdown that they are written in.
//!
//! Headings, paragraphs, lists (one inside of another), tables, blocks of code; in the text code,
//! bold and links. All else is shown as it stands, and nothing of it is taken for HTML.

use std::fmt::Write;

/// A manual as HTML. Its title is left out: the page has one.
#[must_use]
pub fn html(text: &str) -> String {
    let mut page = Page::default();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let bare = line.trim_start();
        if bare.starts_with("```") {
            page.code(lines.by_ref().take_while(|line| !line.trim_start().starts_with("```")));
        } else if bare.is_empty() {
            page.end_paragraph();
            let inside =
                lines.peek().is_some_and(|next| next.starts_with(' ') || item(next).is_some());
            if !inside {
                page.end_lists(0);
            }
        } else if let Some(level) = heading(line) {
            page.heading(level, line[level..].trim());
        } else if bare.starts_with('|') {
            page.row(bare);
        } else if let Some((kind, rest)) = item(bare) {
            page.item(line.len() - bare.len(), kind, rest);
        } else {
            page.words(bare);
        }
        if !lines.peek().is_some_and(|next| next.trim_start().starts_with('|')) {
            page.end_table();
        }
    }
    page.end();
    page.out
}

/// The level of a heading, 1 to 6.
fn heading(line: &str) -> Option<usize> {
    let level = line.chars().take_while(|c| *c == '#').count();
    ((1..=6).contains(&level) && line[level..].starts_with(' ')).then_some(level)
}

/// An item of a list: `ol` or `ul`, and its text.
fn item(line: &str) -> Option<(&'static str, &str)> {
    let line = line.trim_start();
    if let Some(rest) = line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")) {
        return Some(("ul", rest));
    }
    let digits = line.chars().take_while(char::is_ascii_digit).count();
    let rest = line[digits..].strip_prefix(". ")?;
    (digits > 0).then_some(("ol", rest))
}

/// What is written so far, and what is still open.
#[derive(Default)]
struct Page {
    out: String,
    /// Open lists: how far they are indented, and their kind.
    lists: Vec<(usize, &'static str)>,
    paragraph: bool,
    /// Rows of the open table.
    rows: usize,
}

impl Page {
    fn put(&mut self, html: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(html);
    }

    fn end_paragraph(&mut self) {
        if std::mem::take(&mut self.paragraph) {
            self.out += "</p>\n";
        }
    }

    /// Closes all lists that are indented by so much or more.
    fn end_lists(&mut self, indent: usize) {
        while let Some((_, kind)) = self.lists.pop_if(|(own, _)| *own >= indent) {
            self.put(format_args!("</li></{kind}>\n"));
        }
    }

    fn end_table(&mut self) {
        if std::mem::take(&mut self.rows) > 0 {
            self.out += "</tbody></table></div>\n";
        }
    }

    fn end(&mut self) {
        self.end_paragraph();
        self.end_lists(0);
        self.end_table();
    }

    fn heading(&mut self, level: usize, text: &str) {
        self.end();
        if level > 1 {
            let level = (level + 1).min(6);
            self.put(format_args!("<h{level}>{}</h{level}>\n", inline(text)));
        }
    }

    fn code<'t>(&mut self, lines: impl Iterator<Item = &'t str>) {
        self.end_paragraph();
        self.out += "<pre class=\"log\" tabindex=\"0\">";
        for line in lines {
            self.put(format_args!("{}\n", escaped(line)));
        }
        self.out += "</pre>\n";
    }

    fn row(&mut self, line: &str) {
        self.end_paragraph();
        let cells: Vec<&str> = line.trim().trim_matches('|').split('|').map(str::trim).collect();
        let cell = if self.rows == 0 { "th" } else { "td" };
        if self.rows == 0 {
            self.out += "<div class=\"scroll\"><table><thead>";
        }
        self.rows += 1;
        if cells.iter().all(|c| c.contains('-') && c.chars().all(|c| matches!(c, '-' | ':'))) {
            self.out += "</thead><tbody>";
            return;
        }
        self.out += "<tr>";
        for text in cells {
            self.put(format_args!("<{cell}>{}</{cell}>", inline(text)));
        }
        self.out += "</tr>\n";
    }

    fn item(&mut self, indent: usize, kind: &'static str, text: &str) {
        self.end_paragraph();
        self.end_lists(indent + 1);
        match self.lists.last() {
            Some((own, _)) if *own == indent => self.out += "</li>\n<li>",
            _ => {
                self.lists.push((indent, kind));
                self.put(format_args!("<{kind}><li>"));
            }
        }
        self.out += &inline(text);
    }

    fn words(&mut self, text: &str) {
        if !self.paragraph && self.lists.is_empty() {
            self.paragraph = true;
            self.out += "<p>";
        } else {
            self.out.push(' ');
        }
        self.out += &inline(text);
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Code, bold and links in a line.
fn inline(text: &str) -> String {
    let mut out = String::new();
    for (k, part) in text.split('`').enumerate() {
        match k % 2 {
            1 => out += &format!("<code>{}</code>", escaped(part)),
            _ => out += &bold(part),
        }
    }
    out
}

fn bold(text: &str) -> String {
    let parts: Vec<String> = text.split("**").map(links).collect();
    let wrap = |(k, part): (usize, &String)| match k % 2 {
        1 => format!("<strong>{part}</strong>"),
        _ => part.clone(),
    };
    parts.iter().enumerate().map(wrap).collect()
}

/// Links to other sites; those to other files of the manual's own folder lead nowhere here.
fn links(text: &str) -> String {
    let found = text.split_once('[').and_then(|(before, rest)| {
        let (label, rest) = rest.split_once("](")?;
        let (to, after) = rest.split_once(')')?;
        Some((before, label, to, after))
    });
    let Some((before, label, to, after)) = found else { return escaped(text) };
    let (label, rest) = (escaped(label), links(after));
    match to.starts_with("https://") {
        true => format!("{}<a href=\"{}\">{label}</a>{rest}", escaped(before), escaped(to)),
        false => format!("{}{label}{rest}", escaped(before)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_manual_become_html() {
        let text = "# Title\n\nTwo **bold** words,\n`a < b` and [here](x.md).\n\n## Part\n\n\
                    | a | b |\n|---|---|\n| 1 | `2` |\n\n1. One\n   * in\n   * side\n   goes on\n\
                    2. Two\n\n```text\n<x>\n```\nEnd.";
        let expected = "<p>Two <strong>bold</strong> words, <code>a &lt; b</code> and here.</p>\n\
             <h3>Part</h3>\n<div class=\"scroll\"><table><thead><tr><th>a</th><th>b</th></tr>\n\
             </thead><tbody><tr><td>1</td><td><code>2</code></td></tr>\n</tbody></table></div>\n\
             <ol><li>One<ul><li>in</li>\n<li>side goes on</li></ul>\n</li>\n<li>Two</li></ol>\n\
             <pre class=\"log\" tabindex=\"0\">&lt;x&gt;\n</pre>\n<p>End.</p>\n";
        assert_eq!(html(text), expected);
    }

    #[test]
    fn every_manual_is_whole_and_nothing_of_it_is_html_of_its_own() {
        for game in games::ALL {
            let facts = game.facts();
            let page = html(facts.manual);
            for tag in ["p", "ul", "ol", "li", "table", "strong", "code", "pre", "h3"] {
                let ends = page.matches(&format!("</{tag}>")).count();
                let opens = page.matches(&format!("<{tag}>")).count();
                let opens = opens + page.matches(&format!("<{tag} ")).count();
                assert_eq!(opens, ends, "{} <{tag}>", facts.id);
            }
            let text = page.split("<pre").enumerate();
            let marked =
                text.map(|(k, p)| if k == 0 { p } else { p.split("</pre>").nth(1).unwrap() });
            assert!(!marked.collect::<String>().contains("**"), "{}", facts.id);
        }
        assert!(!html("<script>x</script> [a](https://b\"c)").contains("<script"));
    }
}
