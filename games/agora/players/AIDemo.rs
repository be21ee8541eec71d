use palestra::agora::*;

// A simple player: from a random cell on it walks through the market and bids a little more than
// the price for one in four stalls that it can buy. Read it, copy it, beat it.

#[derive(Default)]
struct Demo;

impl Player for Demo {
    fn play(&mut self, game: &Game) {
        let cells = game.rows() * game.cols();
        let start = game.random(0, cells - 1);
        let mut made = 0;
        for k in 0..cells {
            if made == game.settings().bids {
                break;
            }
            let c = (start + k) % cells;
            let p = Pos::new(c / game.cols(), c % game.cols());
            let theirs = game.cell(p).owner != Some(game.me());
            if game.can_bid(p) && theirs && game.random(0, 3) == 0 {
                game.bid(p, game.cell(p).price + game.random(1, 3));
                made += 1;
            }
        }
    }
}

player!(Demo);
