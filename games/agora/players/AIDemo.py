from palestra.agora import Game, Pos

# A simple player: from a random cell on it walks through the market and bids a little more than
# the price for one in four stalls that it can buy. Read it, copy it, beat it.


def play(game: Game) -> None:
    cols, cells = game.cols, game.rows * game.cols
    start = game.random(0, cells - 1)
    made = 0
    for k in range(cells):
        if made == game.settings.bids:
            break
        c = (start + k) % cells
        p = Pos(c // cols, c % cols)
        if not game.can_bid(p):
            continue
        cell = game.cell(p)
        if cell.owner != game.me and game.random(0, 3) == 0:
            game.bid(p, cell.price + game.random(1, 3))
            made += 1
