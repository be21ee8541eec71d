//! What players of a game in JavaScript import, and what their editor is told of it.

use super::description::{self, Description};
use super::types;
use engine::Facts;

/// The description of a game.
const API: &str = "api.json";
/// What the game adds to it.
const GAME: &str = "game.js";
const LIBRARY: &str = include_str!("../../../../sdk/js/library.js");
const ENDING: &str = include_str!("../../../../sdk/js/ending.js");

/// The JavaScript SDK of one game.
#[derive(Clone, Debug)]
pub struct JsSdk {
    module: String,
    api: &'static str,
    game: &'static str,
}

impl JsSdk {
    /// The SDK that comes with a game; `None` when it has none for JavaScript.
    #[must_use]
    pub fn of(facts: &Facts) -> Option<Self> {
        let text = |name| facts.sdk.iter().find(|f| f.0 == name).map(|f| f.1);
        let module = format!("palestra/{}", facts.id);
        Some(Self { module, api: text(API)?, game: text(GAME)? })
    }

    /// The name that players import.
    #[must_use]
    pub fn module(&self) -> &str {
        &self.module
    }

    /// The module's source.
    pub(super) fn library(&self) -> String {
        let description = serde_json::from_str(self.api).unwrap_or_default();
        let description = description::bare(description);
        format!("const description = {description};\n{LIBRARY}\n{}{ENDING}", self.game)
    }

    /// Declarations of everything that players import (`.d.ts`), for editors.
    ///
    /// # Panics
    /// When the game's description is not as `api.json` must be: a test reads all of them.
    #[must_use]
    pub fn declarations(&self) -> String {
        let description: Description = serde_json::from_str(self.api)
            .unwrap_or_else(|e| panic!("{}: api.json: {e}", self.module));
        types::declarations(&self.module, &description)
    }
}
