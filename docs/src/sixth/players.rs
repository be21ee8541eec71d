//! The players that come with the game.

use engine::{Freeze, Lcg, Order, Player, Turn};

/// The player of this name.
pub(super) fn builtin(name: &str, intro: &[u8]) -> Option<Box<dyn Player>> {
    let seat = usize::from(*intro.first()?);
    match name {
        "Null" => Some(Box::new(engine::player::Null)),
        "Demo" => Some(Box::new(Demo)),
        "Dummy" => Some(Box::new(Dummy { seat })),
        _ => None,
    }
}

/// Steps anywhere.
struct Demo;

impl Player for Demo {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        if let Ok(bytes) = turn.stream.as_slice().try_into() {
            let mut luck = Lcg::from_state(u32::from_le_bytes(bytes));
            turn.orders.push(Order::new(0, luck.draw(0, 3)));
            turn.stream.copy_from_slice(&luck.state().to_le_bytes());
        }
        Ok(())
    }
}

/// Goes to the nearest nugget.
struct Dummy {
    seat: usize,
}

impl Player for Dummy {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        let numbers: Vec<i32> =
            turn.view().as_chunks::<4>().0.iter().map(|bytes| i32::from_le_bytes(*bytes)).collect();
        let places: Vec<[i32; 2]> = numbers.as_chunks::<2>().0.to_vec();
        let Some([i, j]) = places.get(self.seat).copied() else { return Ok(()) };
        let far = |p: &[i32; 2]| (p[0] - i).abs() + (p[1] - j).abs();
        let Some([gi, gj]) = places.iter().skip(4).copied().min_by_key(far) else { return Ok(()) };
        let step = match (gi - i, gj - j) {
            (..0, _) => 0,
            (1.., _) => 1,
            (0, ..0) => 2,
            _ => 3,
        };
        turn.orders.push(Order::new(0, step));
        Ok(())
    }
}
