use palestra::agora::*;

/// Coins that count as part of each price: cheap stalls are not free.
const AHEAD: i32 = 2;
/// Coins above the price for stalls of our trade, at most.
const OWN: i32 = 5;
/// The same for other stalls.
const OTHER: i32 = 1;
/// Thousandths of a point that a stall of our trade beside it is worth.
const NEAR: i32 = 100;
/// The same for a stall of the rival with most stalls.
const LEAD: i32 = 200;

#[derive(Default)]
struct Step3;

fn ours(game: &Game, p: Pos) -> bool {
    game.cell(p).good == game.trade()
}

/// The rival with most stalls.
fn leader(game: &Game) -> i32 {
    let mut best = (game.me() + 1) % 4;
    for pl in 0..4 {
        if pl != game.me() && game.stalls(pl) > game.stalls(best) {
            best = pl;
        }
    }
    best
}

/// The worth of a stall, in thousandths of a point per round.
fn worth(game: &Game, p: Pos) -> i32 {
    let mut sum = if ours(game, p) { 1000 * game.settings().favour } else { 1000 };
    if game.cell(p).owner == Some(leader(game)) {
        sum += LEAD;
    }
    for &dir in &Dir::STRAIGHT {
        let q = p + dir;
        if game.pos_ok(q) && ours(game, q) && game.cell(q).owner != Some(game.me()) {
            sum += NEAR;
        }
    }
    sum
}

/// Coins for a million points per round.
fn cost(game: &Game, p: Pos) -> i32 {
    1000000 * (game.cell(p).price + AHEAD) / worth(game, p)
}

impl Player for Step3 {
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

player!(Step3);
