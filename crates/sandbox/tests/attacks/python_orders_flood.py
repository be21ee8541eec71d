# frozen (orders): gives 5,000 orders in a round
from palestra.dominator import Dir


def play(game):
    for k in range(5000):
        game.command(k, Dir.Top)
