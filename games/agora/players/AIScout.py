from palestra.agora import Game, Pos

# A player to copy: it buys the stalls that give the most points per coin. For a stall of its trade
# it pays up to four coins more than the price, so that rivals do not take it soon.

AHEAD = 2  # coins that count as part of each price: cheap stalls are not free
OWN = 4  # coins above the price for stalls of our trade, at most
OTHER = 1  # the same for other stalls


def ours(game: Game, p: Pos) -> bool:
    return game.cell(p).good == game.trade


def cost(game: Game, p: Pos) -> int:
    """Coins for 1000 points per round."""
    points = game.settings.favour if ours(game, p) else 1
    return 1000 * (game.cell(p).price + AHEAD) // points


def play(game: Game) -> None:
    # The cheapest stalls first, equal ones in a random order.
    wanted = []
    for p in game.positions():
        if game.can_bid(p) and game.cell(p).owner != game.me:
            wanted.append((cost(game, p), game.random(0, 999), p.i, p.j))
    wanted.sort()

    left = game.coins(game.me)
    count = min(game.settings.bids, len(wanted))
    for k in range(count):
        p = Pos(wanted[k][2], wanted[k][3])
        price = game.cell(p).price
        most = price + (OWN if ours(game, p) else OTHER)
        # At most an equal share of the coins, but always more than the price.
        offer = max(price + 1, min(left // (count - k), most))
        if offer > left:
            continue
        game.bid(p, offer)
        left -= offer
