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


# Hits a rival beside the knight. Whether there is one.
def strike(game: Game, id: int) -> bool:
    for dir in Dir.ALL:
        other = game.cell(game.dest(game.unit(id).pos, dir)).unit
        if other is not None and game.unit(other).player != game.me:
            game.command(id, dir)
            return True
    return False


def play(game: Game) -> None:
    rivals = [unit.pos for unit in game.units if unit.player != game.me]
    to_rival = game.distances(rivals, free(game))
    for id in game.knights(game.me):
        # A knight that one hit could take rests until it is well again.
        hurt = game.unit(id).health <= game.settings.damage_max
        if not strike(game, id) and not hurt:
            approach(game, id, to_rival)
    to_land = game.distances(land(game), free(game))
    for id in game.farmers(game.me):
        approach(game, id, to_land)
