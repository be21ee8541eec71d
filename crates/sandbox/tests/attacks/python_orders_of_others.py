# harmless: gives orders to the units of all other players
from palestra.dominator import Dir


def play(game):
    for unit in game.units:
        if unit.player != 0:
            game.command(unit.id, Dir.Top)
