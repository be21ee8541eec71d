//! Dummy.

use engine::{Freeze, Player, Turn};

pub(super) struct Dummy;

impl Dummy {
    pub(super) fn new(_side: usize, _damage_min: i32, _damage_max: i32) -> Self {
        Self
    }
}

impl Player for Dummy {
    fn play(&mut self, _turn: &mut Turn<'_>) -> Result<(), Freeze> {
        Ok(())
    }
}
