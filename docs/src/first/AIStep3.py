from palestra.battle_royale import Dir, Game, Pos


# The number 1 for each cell that is not a wall.
def free(game: Game) -> bytearray:
    return bytearray([type == 0 for type in game.cells.type])


# Tiles that are not mine and where nobody stands.
def land(game: Game) -> list[Pos]:
    found = []
    for i in range(game.rows):
        for j in range(game.cols):
            cell = game.cell(Pos(i, j))
            if cell.type == "empty" and cell.owner != game.me and cell.unit is None:
                found.append(Pos(i, j))
    return found


# One step nearer to the goal, around everybody in the way.
def approach(game: Game, id: int, steps) -> None:
    best, least = None, 1 << 30
    start = game.random(0, 3)  # nobody always prefers the same side
    for k in range(4):
        dir = Dir.ALL[(start + k) % 4]
        p = game.dest(game.unit(id).pos, dir)
        cell = game.cell(p)
        if cell.type == "empty" and cell.unit is None and steps[game.index(p)] < least:
            best, least = dir, steps[game.index(p)]
    if best is not None:
        game.command(id, best)


def play(game: Game) -> None:
    to_land = game.distances(land(game), free(game))
    for id in game.farmers(game.me):
        approach(game, id, to_land)
