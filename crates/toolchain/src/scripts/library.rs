//! The module that players of a game import, and its description for editors.

use super::description::{self, Description};
use super::{js, python};
use crate::source::Language;
use engine::Facts;

/// The description of a game.
const API: &str = "api.json";

/// The SDK of one game for a language that is interpreted.
#[derive(Clone, Debug)]
pub struct ScriptSdk {
    language: Language,
    module: String,
    api: &'static str,
    game: &'static str,
}

impl ScriptSdk {
    /// The SDK that comes with a game; `None` when it has none for this language, or when the
    /// language is compiled.
    #[must_use]
    pub fn of(language: Language, facts: &Facts) -> Option<Self> {
        let text = |name: &str| facts.sdk.iter().find(|f| f.0 == name).map(|f| f.1);
        let module = module(language, facts.id)?;
        // What the game adds to its description.
        let game = text(&format!("game.{}", language.ending()))?;
        Some(Self { language, module, api: text(API)?, game })
    }

    /// The name that players import.
    #[must_use]
    pub fn module(&self) -> &str {
        &self.module
    }

    /// The file with declarations for editors, as a path in the folder of the players.
    #[must_use]
    pub fn declarations_file(&self) -> String {
        match self.language {
            Language::Python => format!("typings/{}.pyi", self.module.replace('.', "/")),
            _ => format!("{}.d.ts", self.module.replace('/', "-")),
        }
    }

    /// The module's source.
    pub(super) fn library(&self) -> String {
        let description = serde_json::from_str(self.api).unwrap_or_default();
        let description = description::bare(description);
        match self.language {
            Language::Python => python::library(&description, &self.module, self.game),
            _ => js::library(&description, self.game),
        }
    }

    /// Declarations of everything that players import (`.d.ts`, `.pyi`), for editors.
    ///
    /// # Panics
    /// When the game's description is not as `api.json` must be: a test reads all of them.
    #[must_use]
    pub fn declarations(&self) -> String {
        let description: Description = serde_json::from_str(self.api)
            .unwrap_or_else(|e| panic!("{}: api.json: {e}", self.module));
        match self.language {
            Language::Python => python::stubs::stubs(&self.module, &description),
            _ => js::types::declarations(&self.module, &description),
        }
    }
}

/// The name that players of a game import, in a language that is interpreted.
fn module(language: Language, game: &str) -> Option<String> {
    match language {
        Language::Js => Some(format!("palestra/{game}")),
        Language::Python => Some(format!("palestra.{}", game.replace('-', "_"))),
        Language::Cpp | Language::Rust => None,
    }
}
