use palestra::agora::*;

// A player to copy: it buys the stalls that give the most points per coin. For a stall of its trade
// it pays up to four coins more than the price, so that rivals do not take it soon.

/// Coins that count as part of each price: cheap stalls are not free.
const AHEAD: i32 = 2;
/// Coins above the price for stalls of our trade, at most.
const OWN: i32 = 4;
/// The same for other stalls.
const OTHER: i32 = 1;

#[derive(Default)]
struct Scout;

fn ours(game: &Game, p: Pos) -> bool {
    game.cell(p).good == game.trade()
}

/// Coins for 1000 points per round.
fn cost(game: &Game, p: Pos) -> i32 {
    let points = if ours(game, p) { game.settings().favour } else { 1 };
    1000 * (game.cell(p).price + AHEAD) / points
}

impl Player for Scout {
    fn play(&mut self, game: &Game) {
        // The cheapest stalls first, equal ones in a random order.
        let mut wanted = Vec::new();
        for p in game.positions() {
            if game.can_bid(p) && game.cell(p).owner != Some(game.me()) {
                wanted.push((cost(game, p), game.random(0, 999), p.i, p.j));
            }
        }
        wanted.sort();

        let mut left = game.coins(game.me());
        let count = wanted.len().min(game.settings().bids as usize);
        for (k, &(_, _, i, j)) in wanted.iter().take(count).enumerate() {
            let p = Pos::new(i, j);
            let price = game.cell(p).price;
            let most = price + if ours(game, p) { OWN } else { OTHER };
            // At most an equal share of the coins, but always more than the price.
            let offer = most.min(left / (count - k) as i32).max(price + 1);
            if offer > left {
                continue;
            }
            game.bid(p, offer);
            left -= offer;
        }
    }
}

player!(Scout);
