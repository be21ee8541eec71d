# Spreads the worth of land over the board and lets every unit climb.
from collections import deque

from palestra.dominator import Dir, Game

FADE = 7
LAND = 40
PREY = 90


def play(game: Game) -> None:
    land = spread(game, sources(game, "farmer"))
    prey = spread(game, sources(game, "knight"))
    fear = shadows(game)
    for id in game.farmers(0):
        climb(game, game.unit(id), land, fear, Dir.STRAIGHT)
    for id in game.knights(0):
        climb(game, game.unit(id), prey, fear, Dir.ALL)


def sources(game, kind):
    found = {}
    for k in range(game.rows * game.cols):
        if game.cells.type[k] != 0:
            continue
        if kind == "farmer" and game.cells.owner[k] != 0:
            found[k] = LAND
        elif kind == "knight" and game.cells.id[k] >= 0:
            unit = game.unit(game.cells.id[k])
            if unit.player != 0 and unit.kind != "witch":
                found[k] = PREY - unit.health // 10
    return found


def spread(game, start):
    worth = [0] * (game.rows * game.cols)
    queue = deque(start.items())
    while queue:
        k, value = queue.popleft()
        if value <= worth[k]:
            continue
        worth[k] = value
        row, col = k // game.cols, k % game.cols
        for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            if 0 <= row + i < game.rows and 0 <= col + j < game.cols:
                near = (row + i) * game.cols + col + j
                if game.cells.type[near] == 0:
                    queue.append((near, value - FADE))
    return worth


def shadows(game):
    dark = set()
    for unit in game.units:
        if unit.kind == "witch":
            row, col = unit.pos
            for i in range(row - 4, row + 5):
                for j in range(col - 4, col + 5):
                    if abs(row - i) + abs(col - j) <= 4:
                        dark.add((i, j))
    return dark


def climb(game, unit, worth, fear, dirs):
    best, most = None, -1
    for dir in dirs:
        p = unit.pos + dir
        if not game.pos_ok(p):
            continue
        value = worth[game.index(p)]
        if (p.i, p.j) in fear:
            value = value // 4
        if value > most:
            best, most = dir, value
    if best is not None and most > 0:
        game.command(unit.id, best)
