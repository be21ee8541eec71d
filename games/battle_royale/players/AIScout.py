from palestra.battle_royale import Dir, FAR, Game, Pos, Unit

# A player to copy: it measures ways. Farmers go to the nearest tile that is not theirs, knights
# hit whoever stands beside them, go to the nearest rival, and rest when they are hurt.

# The game, the same in all functions below.
game: Game
# Tiles that our units go to in this round: two of them would only stand in each other's way.
taken: set[int] = set()


def play(current: Game) -> None:
    global game
    game = current
    taken.clear()
    types, owners, units = game.cells.type, game.cells.owner, game.cells.unit
    me, land, rivals, k = game.me, [], [], -1
    free = bytearray(game.rows * game.cols)
    for i in range(game.rows):
        for j in range(game.cols):
            k += 1
            if types[k] != 0:
                continue
            free[k] = 1
            if units[k] < 0:
                if owners[k] != me:
                    land.append(Pos(i, j))
            elif game.unit(units[k]).player != me:
                rivals.append(Pos(i, j))
    to_land, to_rival = game.distances(land, free), game.distances(rivals, free)

    damage, regen = game.settings.damage_max, game.settings.knights_regen
    for id in game.knights(me):
        knight = game.unit(id)
        hurt = knight.health <= damage and regen > 0
        if not strike(knight) and not hurt:
            approach(knight, to_rival)
    for id in game.farmers(me):
        approach(game.unit(id), to_land)


def rival_at(p: Pos) -> Unit | None:
    """The rival's unit at a position."""
    id = game.cells.unit[game.index(p)]
    if id < 0:
        return None
    unit = game.unit(id)
    return None if unit.player == game.me else unit


def strike(knight: Unit) -> bool:
    """Hits the weakest rival beside a knight. Whether there is one."""
    best, least = None, 1 << 30
    for dir in Dir.ALL:
        rival = rival_at(game.dest(knight.pos, dir))
        if rival is not None and rival.health < least:
            least = rival.health
            best = dir
    if best is not None:
        game.command(knight.id, best)
    return best is not None


def approach(unit: Unit, distances) -> None:
    """Sends a unit one step nearer to its goal, around everybody in its way. A random first
    direction keeps units from always preferring the same side."""
    start = game.any_random() % 4
    best, least, to = None, FAR, -1
    for k in range(4):
        dir = Dir.ALL[(start + k) % 4]
        q = game.index(game.dest(unit.pos, dir))
        if game.cells.type[q] != 0 or game.cells.unit[q] >= 0 or q in taken:
            continue
        if distances[q] < least:
            least = distances[q]
            best, to = dir, q
    if best is not None:
        taken.add(to)
        game.command(unit.id, best)
