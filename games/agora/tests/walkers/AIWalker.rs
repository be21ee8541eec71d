use palestra::agora::*;

// The same player as AIWalker.cc beside it, bid by bid.

#[derive(Default)]
struct Walker;

impl Player for Walker {
    fn play(&mut self, game: &Game) {
        let me = game.me();
        let order = game.random_permutation((game.rows() * game.cols()) as usize);
        let mut made = 0;
        for favoured in [true, false] {
            for &c in &order {
                let p = Pos::new(c as i32 / game.cols(), c as i32 % game.cols());
                let cell = game.cell(p);
                let fits = cell.owner != Some(me) && (cell.good == game.trade()) == favoured;
                if made < game.settings().bids && game.can_bid(p) && fits {
                    game.bid(p, cell.price + 1 + game.coins(me) / 20 + game.score() % 2);
                    made += 1;
                }
            }
        }
        // Bids that do not count.
        game.bid(Pos::new(-1, game.round()), 3);
        if game.stalls(me) > 2 {
            game.bid(Pos::new(0, 0), game.coins((me + 1) % 4) + 1000);
        }
    }
}

player!(Walker);
