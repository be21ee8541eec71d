//! The manuals of the games as pages. HTML in them is shown as text, links lead only to other
//! sites, and pictures come from the game.

use engine::Facts;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// Where manuals look for their pictures.
const PICTURES: &str = "pictures/";
/// The way from a translation to the folder of the game.
const GAME: &str = "../../";

/// A manual of a game as HTML. Its title is left out: the page has one.
#[must_use]
pub fn html(facts: &'static Facts, text: &str) -> String {
    let mut filter = Filter {
        facts,
        title: false,
        images: Vec::new(),
        caption: String::new(),
        links: Vec::new(),
    };
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).flat_map(|e| filter.shown(e));
    let mut page = String::new();
    html::push_html(&mut page, events);
    page
}

/// The open elements during the events of a text.
struct Filter {
    facts: &'static Facts,
    title: bool,
    /// Pictures, and whether each of them is one of the game.
    images: Vec<bool>,
    /// The text of the picture so far.
    caption: String,
    /// Links, and whether each of them is shown as one.
    links: Vec<bool>,
}

impl Filter {
    /// The output for an event.
    fn shown<'t>(&mut self, event: Event<'t>) -> Vec<Event<'t>> {
        let own = |html: &'static str| Event::Html(html.into());
        match event {
            Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }) => self.title = true,
            Event::End(TagEnd::Heading(HeadingLevel::H1)) => self.title = false,
            _ if self.title => {}
            Event::Start(Tag::Image { link_type, dest_url, id, .. }) => {
                let address = self.picture(&dest_url);
                self.images.push(address.is_some());
                let image = |dest_url| Tag::Image { link_type, dest_url, title: "".into(), id };
                return address.map(|url| Event::Start(image(url.into()))).into_iter().collect();
            }
            Event::End(TagEnd::Image) => {
                if self.images.pop() == Some(true) {
                    // Readers who see the picture read its text below.
                    let below = own("<span class=\"caption\" aria-hidden=\"true\">");
                    let text = Event::Text(std::mem::take(&mut self.caption).into());
                    return vec![event, below, text, own("</span>")];
                }
            }
            Event::Text(ref text) | Event::Code(ref text) if self.images.last() == Some(&true) => {
                self.caption.push_str(text);
                return vec![event];
            }
            Event::SoftBreak if self.images.last() == Some(&true) => {
                self.caption.push(' ');
                return vec![event];
            }
            Event::Start(Tag::Heading { level, .. }) => {
                let (level, id) = (lower(level), None);
                let (classes, attrs) = (Vec::new(), Vec::new());
                return vec![Event::Start(Tag::Heading { level, id, classes, attrs })];
            }
            Event::End(TagEnd::Heading(level)) => {
                return vec![Event::End(TagEnd::Heading(lower(level)))];
            }
            Event::Html(text) | Event::InlineHtml(text) => return vec![Event::Text(text)],
            Event::Start(Tag::HtmlBlock) | Event::End(TagEnd::HtmlBlock) => {}
            Event::Start(Tag::CodeBlock(_)) => {
                return vec![own("<pre class=\"log\" tabindex=\"0\">")];
            }
            Event::End(TagEnd::CodeBlock) => return vec![own("</pre>\n")],
            table @ Event::Start(Tag::Table(_)) => {
                return vec![own("<div class=\"scroll\">"), table];
            }
            table @ Event::End(TagEnd::Table) => return vec![table, own("</div>\n")],
            Event::Start(Tag::Link { ref dest_url, .. }) => {
                let elsewhere = dest_url.starts_with("https://");
                self.links.push(elsewhere);
                if elsewhere {
                    return vec![event];
                }
            }
            Event::End(TagEnd::Link) => {
                if self.links.pop() == Some(true) {
                    return vec![event];
                }
            }
            other => return vec![other],
        }
        Vec::new()
    }

    /// The address of a picture of the game.
    fn picture(&self, link: &str) -> Option<String> {
        let name = link.strip_prefix(GAME).unwrap_or(link).strip_prefix(PICTURES)?;
        let own = self.facts.pictures.iter().any(|(own, _)| *own == name);
        own.then(|| format!("/pictures/{}/{name}", self.facts.id))
    }
}

/// One level below: the page has a heading of its own.
fn lower(level: HeadingLevel) -> HeadingLevel {
    HeadingLevel::try_from(level as usize + 1).unwrap_or(HeadingLevel::H6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_manual_become_html() {
        let text = "# Title\n\nTwo **bold** words,\n`a < b` and [here](x.md).\n\n## Part\n\n\
                    | a | b |\n|---|---|\n| 1 | `2` |\n\n1. One\n   * in\n   * side\n2. Two\n\n\
                    ```text\n<x>\n```\nEnd.";
        let page = html(games::ALL[0].facts(), text);
        for part in [
            "<p>Two <strong>bold</strong> words,\n<code>a &lt; b</code> and here.</p>",
            "<h3>Part</h3>",
            "<div class=\"scroll\"><table><thead><tr><th>a</th><th>b</th></tr></thead>",
            "<tr><td>1</td><td><code>2</code></td></tr>",
            "<li>Two</li>",
            "<pre class=\"log\" tabindex=\"0\">&lt;x&gt;\n</pre>",
            "<p>End.</p>",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
        assert!(!page.contains("Title"), "{page}");
    }

    #[test]
    fn pictures_of_the_game_are_shown_with_their_texts_and_no_others() {
        let facts = games::ALL[0].facts();
        let (name, _) = facts.pictures[0];
        let page =
            html(facts, &format!("![b \"c\"\n`d`](../../pictures/{name}) ![e](pictures/x.svg)"));
        let address = format!("/pictures/{}/{name}", facts.id);
        let image = format!("<img src=\"{address}\" alt=\"b &quot;c&quot; d\" />");
        let caption = "<span class=\"caption\" aria-hidden=\"true\">b \"c\" d</span>";
        assert_eq!(page, format!("<p>{image}{caption} e</p>\n"));
    }

    #[test]
    fn nothing_of_a_manual_is_html_of_its_own() {
        for game in games::ALL {
            let facts = game.facts();
            let page = html(facts, facts.manual);
            for tag in ["p", "ul", "ol", "li", "table", "strong", "code", "pre", "h3"] {
                let ends = page.matches(&format!("</{tag}>")).count();
                let opens = page.matches(&format!("<{tag}>")).count();
                let opens = opens + page.matches(&format!("<{tag} ")).count();
                assert_eq!(opens, ends, "{} <{tag}>", facts.id);
            }
        }
        let hostile = "<script>x</script>\n\n<img src=x onerror=y> a <b>c</b> \
                       [a](https://b\"c) [d](javascript:e) ![f](https://g) <javascript:h>";
        let page = html(games::ALL[0].facts(), hostile);
        for part in ["<script", "<img", "<b>", "javascript:e\"", "href=\"javascript"] {
            assert!(!page.contains(part), "{part} in {page}");
        }
    }
}
