# Assigns targets: the cheapest pair of farmer and cell first.
import heapq

from palestra.dominator import Dir, Game

RADIUS = 6


def play(game: Game) -> None:
    offers = []
    for id in game.farmers(0):
        collect(game, id, offers)
    taken, busy = set(), set()
    heapq.heapify(offers)
    while offers:
        cost, id, goal = heapq.heappop(offers)
        if id in busy or goal in taken:
            continue
        busy.add(id)
        taken.add(goal)
        go(game, id, goal)
    for id in game.knights(0):
        if id not in busy:
            duel(game, id)


def collect(game, id, offers):
    row, col = game.unit(id).pos
    for i in range(max(0, row - RADIUS), min(game.rows, row + RADIUS + 1)):
        for j in range(max(0, col - RADIUS), min(game.cols, col + RADIUS + 1)):
            k = i * game.cols + j
            if game.cells.type[k] == 0 and game.cells.owner[k] != 0:
                cost = abs(row - i) + abs(col - j) + 3 * game.cells.haunted[k]
                heapq.heappush(offers, (cost, id, k))


def go(game, id, goal):
    ways = game.distances([k == goal for k in range(game.rows * game.cols)], open_cells(game))
    here = game.unit(id).pos
    steps = [(ways[game.index(here + dir)], n) for n, dir in enumerate(Dir.STRAIGHT)
             if game.pos_ok(here + dir)]
    steps = [step for step in steps if step[0] >= 0]
    if steps:
        game.command(id, Dir.STRAIGHT[min(steps)[1]])


def open_cells(game):
    return [t == 0 and who < 0 for t, who in zip(game.cells.type, game.cells.id)]


def duel(game, id):
    me = game.unit(id)
    enemies = {}
    for dir in Dir.ALL:
        p = me.pos + dir
        if game.pos_ok(p) and game.cell(p).id is not None:
            other = game.unit(game.cell(p).id)
            if other.player != me.player:
                enemies[dir] = other.health
    if enemies:
        game.command(id, min(enemies, key=lambda dir: enemies[dir]))
    elif me.health > 60:
        game.command(id, Dir.ALL[(id + game.random(0, 2)) % 8])
