//! Remarks about a source that organisers need before they trust its scores, in their language.

use crate::i18n::{Lang, Worded};
use serde::{Deserialize, Serialize};
use similarity::season::View;
use similarity::source::LARGEST;
use similarity::{Remark, Unreadable};

/// A remark as a comparison stores it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Remarked {
    /// About the source or its module.
    Known(Remark),
    /// No worker process could read the source.
    Failed {
        /// Why.
        failed: String,
    },
    /// The text of earlier versions of this program: English.
    Text(String),
}

impl Remarked {
    /// In words.
    #[must_use]
    pub fn in_words(&self, lang: Lang) -> String {
        match self {
            Self::Known(remark) => known(remark, lang),
            Self::Failed { failed } => {
                lang.with("remark-failed", &[("why", failed.as_str().into())])
            }
            Self::Text(text) => text.clone(),
        }
    }
}

fn known(remark: &Remark, lang: Lang) -> String {
    match remark {
        Remark::TooLarge(bytes) => lang.with(
            "remark-too-large",
            &[("size", (bytes / 1024).into()), ("most", (LARGEST / 1024).into())],
        ),
        Remark::Binary(at) => lang.with("remark-binary", &[("at", (*at).into())]),
        Remark::Empty => lang.t("remark-empty").into(),
        Remark::Unparsable => lang.t("remark-unparsable").into(),
        Remark::Broken(share, language) => lang.with(
            "remark-broken",
            &[("share", (*share).into()), ("language", language.name().into())],
        ),
        Remark::Endless => lang.t("remark-endless").into(),
        Remark::Relined => lang.t("remark-relined").into(),
        Remark::Module(Unreadable::TooLarge) => lang.t("remark-module-too-large").into(),
        Remark::Module(Unreadable::NotWebAssembly) => {
            lang.t("remark-module-not-web-assembly").into()
        }
        Remark::Module(Unreadable::NoLines) => lang.t("remark-module-no-lines").into(),
        Remark::Little => lang.t("remark-little").into(),
    }
}

impl Worded for View {
    const PREFIX: &'static str = "view";

    fn ending(&self) -> &'static str {
        self.word()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use similarity::Language;

    fn every() -> Vec<Remark> {
        vec![
            Remark::TooLarge(1 << 20),
            Remark::Binary(7),
            Remark::Empty,
            Remark::Unparsable,
            Remark::Broken(55, Language::Cpp),
            Remark::Endless,
            Remark::Relined,
            Remark::Module(Unreadable::TooLarge),
            Remark::Module(Unreadable::NotWebAssembly),
            Remark::Module(Unreadable::NoLines),
            Remark::Little,
        ]
    }

    #[test]
    fn remarks_are_those_of_the_command_line_and_speak_all_languages() {
        for remark in every() {
            let stored = Remarked::Known(remark.clone());
            assert_eq!(stored.in_words(Lang::EN), remark.to_string());
            for lang in Lang::all().filter(|lang| *lang != Lang::EN) {
                assert_ne!(stored.in_words(lang), remark.to_string(), "not translated");
            }
        }
    }

    #[test]
    fn remarks_are_read_as_they_were_stored() {
        let failed = Remarked::Failed { failed: "no answer".into() };
        let old = Remarked::Text("not compared: byte 3 is zero".into());
        for one in every().into_iter().map(Remarked::Known).chain([failed, old]) {
            let stored = serde_json::to_string(&one).expect("JSON");
            assert_eq!(serde_json::from_str::<Remarked>(&stored).expect("read"), one, "{stored}");
        }
        let old: Remarked = serde_json::from_str(r#""an old remark""#).expect("read");
        assert_eq!(old.in_words(Lang::EN), "an old remark");
    }
}
