//! The manuals of the games as pages. HTML in them is shown as text, and links lead only to other
//! sites.

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// A manual as HTML. Its title is left out: the page has one.
#[must_use]
pub fn html(text: &str) -> String {
    let mut filter = Filter::default();
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).flat_map(|e| filter.shown(e));
    let mut page = String::new();
    html::push_html(&mut page, events);
    page
}

/// The open elements during the events of a text.
#[derive(Default)]
struct Filter {
    title: bool,
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
            Event::Start(Tag::Heading { level, .. }) => {
                let (level, id) = (lower(level), None);
                let (classes, attrs) = (Vec::new(), Vec::new());
                return vec![Event::Start(Tag::Heading { level, id, classes, attrs })];
            }
            Event::End(TagEnd::Heading(level)) => {
                return vec![Event::End(TagEnd::Heading(lower(level)))];
            }
            Event::Html(text) | Event::InlineHtml(text) => return vec![Event::Text(text)],
            Event::Start(Tag::HtmlBlock | Tag::Image { .. })
            | Event::End(TagEnd::HtmlBlock | TagEnd::Image) => {}
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
        let page = html(text);
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
    fn nothing_of_a_manual_is_html_of_its_own() {
        for game in games::ALL {
            let facts = game.facts();
            let page = html(facts.manual);
            for tag in ["p", "ul", "ol", "li", "table", "strong", "code", "pre", "h3"] {
                let ends = page.matches(&format!("</{tag}>")).count();
                let opens = page.matches(&format!("<{tag}>")).count();
                let opens = opens + page.matches(&format!("<{tag} ")).count();
                assert_eq!(opens, ends, "{} <{tag}>", facts.id);
            }
        }
        let hostile = "<script>x</script>\n\n<img src=x onerror=y> a <b>c</b> \
                       [a](https://b\"c) [d](javascript:e) ![f](https://g) <javascript:h>";
        let page = html(hostile);
        for part in ["<script", "<img", "<b>", "javascript:e\"", "href=\"javascript"] {
            assert!(!page.contains(part), "{part} in {page}");
        }
    }
}
