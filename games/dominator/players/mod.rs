//! The built-in players.

mod demo;
mod dummy;

use engine::Player;
use engine::player::Null;

/// The player of this name; `intro` tells it the settings.
#[must_use]
pub fn builtin(name: &str, intro: &[u8]) -> Option<Box<dyn Player>> {
    let parameter = |k: usize| -> Option<i32> {
        let bytes = intro.get(4 + 4 * k..8 + 4 * k)?;
        Some(i32::from_le_bytes(bytes.try_into().ok()?))
    };
    let side = usize::try_from(parameter(11)?).ok()?;
    match name {
        "Null" => Some(Box::new(Null)),
        "Demo" => Some(Box::new(demo::Demo { side })),
        "Dummy" => Some(Box::new(dummy::Dummy::new(side, parameter(9)?, parameter(10)?))),
        _ => None,
    }
}
