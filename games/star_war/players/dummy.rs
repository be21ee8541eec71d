//! Dummy.

use crate::star_war::view::Intro;
use engine::{Freeze, Player, Turn};

/// The player.
pub(super) struct Dummy {
    _intro: Intro,
}

impl Dummy {
    pub(super) fn new(intro: Intro) -> Self {
        Self { _intro: intro }
    }
}

impl Player for Dummy {
    fn play(&mut self, _: &mut Turn<'_>) -> Result<(), Freeze> {
        Ok(())
    }
}
