//! A page of ours with a form that is filled. Templates write one element per line, quote all
//! attributes and close all elements, so a walk over the tags is enough.

use super::Sent;
use std::fmt::Write as _;

/// The id of the message of a form, for screen readers.
const ID: &str = "refused";

/// The page with its form for this path filled, and the message beside the first of these fields
/// that the form has. Else the message stands above the form, or above the page without a form.
pub(super) fn filled(
    html: &str,
    path: &str,
    sent: &Sent,
    message: &str,
    fields: &[&str],
) -> String {
    let message =
        format!("<span class=\"wrong\" id=\"{ID}\" role=\"alert\">{}</span>", escaped(message));
    let Some((start, end)) = form(html, path, sent) else {
        let at = html.find("<main").and_then(|at| Some(at + html[at..].find('>')? + 1));
        let (before, behind) = html.split_at(at.unwrap_or(0));
        return format!("{before}{message}{behind}");
    };
    let form = &html[start..end];
    let about = fields.iter().find(|field| has(form, field)).copied();
    let mut fill = Fill { sent, message: &message, about, typed: None, out: String::new() };
    fill.form(form);
    format!("{}{}{}", &html[..start], fill.out, &html[end..])
}

/// From where to where the form reaches that was sent: of those for this path the one that has
/// most of the fields.
fn form(html: &str, path: &str, sent: &Sent) -> Option<(usize, usize)> {
    let mut best = None;
    let mut at = 0;
    while let Some(found) = html[at..].find("<form") {
        let start = at + found;
        let end = start + html[start..].find("</form>")?;
        at = end;
        let tag = Tag::read(&html[start..end])?;
        let action = tag.value("action").unwrap_or_default();
        if action.split('?').next() != Some(path) {
            continue;
        }
        let fields = sent.iter().filter(|(name, _)| has(&html[start..end], name)).count();
        if best.is_none_or(|(most, _)| fields > most) {
            best = Some((fields, (start, end)));
        }
    }
    best.map(|(_, place)| place)
}

/// Whether a form has a field of this name.
fn has(form: &str, name: &str) -> bool {
    form.contains(&format!(" name=\"{name}\""))
}

/// A form on its way to the page.
struct Fill<'a> {
    sent: &'a Sent,
    message: &'a str,
    /// The field with the message; the form begins with it where there is none.
    about: Option<&'a str>,
    /// The chosen value in the open list, and its name.
    typed: Option<(&'a str, String)>,
    out: String,
}

impl<'a> Fill<'a> {
    /// The text in a field.
    fn value(&self, name: &str) -> Option<&'a str> {
        self.sent.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str())
    }

    fn form(&mut self, form: &str) {
        let mut rest = form;
        while let Some(at) = rest.find('<') {
            self.out.push_str(&rest[..at]);
            let Some(tag) = Tag::read(&rest[at..]) else { break };
            rest = &rest[at + tag.len..];
            rest = self.tag(tag, rest);
        }
        self.out.push_str(rest);
    }

    /// Writes a tag; gives what is left of the form behind it.
    fn tag<'t>(&mut self, mut tag: Tag<'t>, rest: &'t str) -> &'t str {
        let name = tag.value("name").unwrap_or_default().to_string();
        let wrong = !name.is_empty() && self.about == Some(name.as_str());
        if matches!(tag.name, "input" | "select" | "textarea") {
            tag.remove("autofocus");
            if wrong {
                let more = [("aria-invalid", "true"), ("aria-describedby", ID), ("autofocus", "")];
                more.into_iter().for_each(|(name, value)| tag.set(name, value));
            }
        }
        match tag.name {
            "form" => {
                self.write(&tag);
                if self.about.is_none() {
                    self.out.push_str(self.message);
                }
            }
            "input" => {
                self.input(&mut tag, &name);
                self.write(&tag);
                self.told(wrong);
            }
            "textarea" => {
                self.write(&tag);
                let end = rest.find("</textarea>").unwrap_or(rest.len());
                match self.value(&name) {
                    // A line break at the start belongs to the tag.
                    Some(text) => drop(write!(self.out, "\n{}", escaped(text))),
                    None => self.out.push_str(&rest[..end]),
                }
                let behind = &rest[end..];
                let behind = behind.strip_prefix("</textarea>").unwrap_or(behind);
                self.out.push_str("</textarea>");
                self.told(wrong);
                return behind;
            }
            "select" => {
                self.write(&tag);
                self.typed = self.value(&name).map(|value| (value, name));
            }
            "/select" => {
                self.write(&tag);
                let open = self.typed.take();
                self.told(open.is_some_and(|(_, name)| self.about == Some(name.as_str())));
            }
            "option" => {
                let text = rest.split('<').next().unwrap_or_default().trim();
                let own = tag.value("value").unwrap_or(text).to_string();
                if let Some((typed, _)) = &self.typed {
                    tag.remove("selected");
                    if escaped(typed) == own {
                        tag.set("selected", "");
                    }
                }
                self.write(&tag);
            }
            _ => self.write(&tag),
        }
        rest
    }

    fn input(&self, tag: &mut Tag<'_>, name: &str) {
        match tag.value("type").unwrap_or("text") {
            "hidden" | "password" | "file" => {}
            "checkbox" => {
                let own = tag.value("value").unwrap_or("on").to_string();
                tag.remove("checked");
                if self.sent.iter().any(|(field, value)| field == name && escaped(value) == own) {
                    tag.set("checked", "");
                }
            }
            _ => {
                if let Some(value) = self.value(name) {
                    tag.set("value", &escaped(value));
                }
            }
        }
    }

    fn told(&mut self, here: bool) {
        if here {
            self.out.push_str(self.message);
        }
    }

    fn write(&mut self, tag: &Tag<'_>) {
        let _ = write!(self.out, "<{}", tag.name);
        for (name, value) in &tag.attributes {
            let _ = match value {
                Some(value) => write!(self.out, " {name}=\"{value}\""),
                None => write!(self.out, " {name}"),
            };
        }
        self.out.push('>');
    }
}

/// A tag, with the values of its attributes as they are written.
struct Tag<'t> {
    name: &'t str,
    attributes: Vec<(&'t str, Option<String>)>,
    /// Bytes of the tag.
    len: usize,
}

impl<'t> Tag<'t> {
    /// Reads the tag that a text begins with.
    fn read(text: &'t str) -> Option<Self> {
        let inner = text.strip_prefix('<')?;
        let name_end = inner.find(|c: char| c.is_whitespace() || c == '>')?;
        let (name, mut rest) = inner.split_at(name_end);
        let mut attributes = Vec::new();
        loop {
            rest = rest.trim_start();
            if let Some(behind) = rest.strip_prefix('>') {
                return Some(Self { name, attributes, len: text.len() - behind.len() });
            }
            let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '=' | '>'))?;
            let attribute = &rest[..end];
            rest = &rest[end..];
            let value = match rest.strip_prefix("=\"") {
                Some(quoted) => {
                    let (value, behind) = quoted.split_once('"')?;
                    rest = behind;
                    Some(value.to_string())
                }
                None => {
                    // Text that is no tag of ours would stop the walk here.
                    rest = rest.strip_prefix('=').unwrap_or(rest);
                    None
                }
            };
            attributes.push((attribute, value));
        }
    }

    fn value(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(own, _)| *own == name);
        found.and_then(|(_, value)| value.as_deref())
    }

    fn remove(&mut self, name: &str) {
        self.attributes.retain(|(own, _)| *own != name);
    }

    fn set(&mut self, name: &'static str, value: &str) {
        self.remove(name);
        self.attributes.push((name, (!value.is_empty()).then(|| value.to_string())));
    }
}

/// A text as it stands in HTML.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&#38;"),
            '<' => out.push_str("&#60;"),
            '>' => out.push_str("&#62;"),
            '"' => out.push_str("&#34;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = r#"<main id="content">
      <form method="post" action="/other?csrf=1"><input name="a"></form>
      <form method="post" action="/to?csrf=1"><input type="file" name="file"></form>
      <form method="post" action="/to?csrf=1">
        <input name="a" value="old" autofocus>
        <input
          type="number"
          name="b"
          required
        >
        <input type="password" name="secret">
        <label><input type="checkbox" name="on" checked> x</label>
        <input type="checkbox" name="pick" value="one">
        <input type="checkbox" name="pick" value="two" checked>
        <select name="kind"><option value="x" selected>X</option><option>y</option></select>
        <textarea name="text">old</textarea>
        <button>Send</button>
      </form></main>"#;

    fn sent(pairs: &[(&str, &str)]) -> Sent {
        pairs.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect()
    }

    #[test]
    fn the_form_that_was_sent_is_filled() {
        let typed = [("a", "new"), ("b", "7"), ("secret", "s3cret"), ("pick", "one")];
        let typed = sent(&[&typed[..], &[("kind", "y"), ("text", "two\nlines")]].concat());
        let page = filled(PAGE, "/to", &typed, "Too <large>", &["none", "b"]);
        for part in [
            r#"<input name="a" value="new">"#,
            r#"<input type="number" name="b" required aria-invalid="true""#,
            r#"aria-describedby="refused" autofocus value="7">"#,
            "role=\"alert\">Too &#60;large&#62;</span>",
            r#"<input type="checkbox" name="on">"#,
            r#"<input type="checkbox" name="pick" value="one" checked>"#,
            r#"<input type="checkbox" name="pick" value="two">"#,
            r#"<option value="x">X</option><option selected>y</option>"#,
            "<textarea name=\"text\">\ntwo\nlines</textarea>",
            r#"<form method="post" action="/other?csrf=1"><input name="a"></form>"#,
        ] {
            assert!(page.contains(part), "{part}\n{page}");
        }
        assert!(!page.contains("s3cret"), "passwords are typed again");
        assert_eq!(page.matches("role=\"alert\"").count(), 1);
    }

    #[test]
    fn the_message_is_never_lost() {
        let page = filled(PAGE, "/to", &sent(&[("a", "1")]), "No.", &["none"]);
        assert!(page.contains("action=\"/to?csrf=1\"><span class=\"wrong\""), "{page}");
        let page = filled(PAGE, "/nowhere", &sent(&[]), "No.", &["a"]);
        assert!(page.starts_with("<main id=\"content\"><span class=\"wrong\""), "{page}");
    }

    #[test]
    fn what_was_typed_stays_text() {
        let hostile = "\"><script>alert('1')</script>&amp;";
        let page =
            filled(PAGE, "/to", &sent(&[("a", hostile), ("text", hostile)]), hostile, &["a"]);
        assert!(!page.contains("<script>"), "{page}");
        let shown = "&#34;&#62;&#60;script&#62;alert(&#39;1&#39;)&#60;/script&#62;&#38;amp;";
        assert_eq!(page.matches(shown).count(), 3, "{page}");
    }
}
