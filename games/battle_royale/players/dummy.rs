//! Dummy: a sparring partner that is worth beating.

use crate::battle_royale::view::Intro;
use engine::{Freeze, Player, Turn};

/// The player.
pub(super) struct Dummy {
    #[expect(dead_code, reason = "the player is still being taught")]
    intro: Intro,
}

impl Dummy {
    pub(super) fn new(intro: Intro) -> Self {
        Self { intro }
    }
}

impl Player for Dummy {
    fn play(&mut self, _: &mut Turn<'_>) -> Result<(), Freeze> {
        Ok(())
    }
}
