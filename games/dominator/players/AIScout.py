from palestra.dominator import Dir, Direction, Game, Pos, Unit

# A player to copy: nobody of it goes near a witch. Farmers go to the nearest land that is not
# theirs, each to another cell; knights hit the weakest rival beside them, rest when they are hurt,
# and hunt otherwise; witches go where many rivals and few friends stand.

# A witch haunts what is two steps away, after a step of her own.
REACH = 4
# A knight with less health than this rests.
HURT = 130
# The steps to all cells that a witch may haunt.
NEAR = [(i, j) for i in range(-REACH, REACH + 1)
        for j in range(abs(i) - REACH, REACH - abs(i) + 1)]

# The game, the same in all functions below.
game: Game
# By cell: whether a witch is so near that she may haunt it.
danger = bytearray()
# By cell: whether a rival knight stands beside it.
blows = bytearray()


class Wishes:
    """By cell: whether units of a kind can live there, and whether they want to go there."""

    def __init__(self) -> None:
        cells = game.rows * game.cols
        self.free = bytearray(cells)
        self.goals = bytearray(cells)


def play(current: Game) -> None:
    global game
    game = current
    fear()
    explore()
    for id in game.witches(0):
        haunt(game.unit(id))
    for id in game.knights(0):
        fight(game.unit(id))
    for id in game.farmers(0):
        farm(game.unit(id))


def fear() -> None:
    """Marks what the witches of all teams can haunt in this round, and where knights hit."""
    global danger, blows
    danger = bytearray(game.rows * game.cols)
    blows = bytearray(game.rows * game.cols)
    for unit in game.units:
        if unit.kind == "knight" and unit.player != 0:
            mark(blows, unit.pos, Dir.ALL)
        if unit.kind == "witch":
            mark(danger, unit.pos, NEAR)


def mark(marks: bytearray, p: Pos, steps: list) -> None:
    for step in steps:
        q = p + step
        if game.pos_ok(q):
            marks[game.index(q)] = 1


def steps_of(unit: Unit) -> tuple[Direction, ...]:
    """Farmers have four directions, knights eight."""
    return Dir.ALL if unit.kind == "knight" else Dir.STRAIGHT


def rival_at(k: int) -> Unit | None:
    """The rival's farmer or knight on a cell, by its place in game.cells."""
    id = game.cells.id[k]
    if id < 0:
        return None
    unit = game.unit(id)
    return unit if unit.player != 0 and unit.kind != "witch" else None


def explore() -> None:
    """Marks where farmers and knights can live, and what they want: farmers land of another colour,
    knights a rival. Somebody may stand on a cell of a way only if it is a knight's prey."""
    global farmer, knight
    farmer, knight = Wishes(), Wishes()
    types, owners, ids = game.cells.type, game.cells.owner, game.cells.id
    lands, walks = farmer.goals, farmer.free
    preys, hunts = knight.goals, knight.free
    afraid, beside = danger, blows
    for k in range(game.rows * game.cols):
        if types[k] != 0:
            continue
        if ids[k] < 0:
            if owners[k] != 0:
                lands[k] = 1
            if not afraid[k]:
                hunts[k] = 1
                if not beside[k]:
                    walks[k] = 1
        elif rival_at(k) is not None:
            preys[k] = 1
            if not afraid[k]:
                hunts[k] = 1


def way(unit: Unit) -> Direction | None:
    """The first step of a shortest way to the nearest wanted cell, which nobody else then goes
    to."""
    wishes = farmer if unit.kind == "farmer" else knight
    found = game.nearest(unit.pos, wishes.goals, wishes.free, steps_of(unit))
    if found is None:
        return None
    farmer.goals[game.index(found.pos)] = 0
    return found.dir


def weakest(p: Pos) -> Direction | None:
    """The direction of the weakest rival beside a knight."""
    best, least = None, 1 << 30
    for dir in Dir.ALL:
        q = p + dir
        rival = rival_at(game.index(q)) if game.pos_ok(q) else None
        if rival is not None and rival.health < least:
            least = rival.health
            best = dir
    return best


def fight(unit: Unit) -> None:
    if danger[game.index(unit.pos)]:
        flee(unit)
        return
    best = weakest(unit.pos)
    if best is None and unit.health < HURT:
        return
    best = best or way(unit)
    if best is not None:
        game.command(unit.id, best)


def farm(unit: Unit) -> None:
    k = game.index(unit.pos)
    if danger[k] or blows[k]:
        flee(unit)
        return
    best = way(unit)
    if best is not None:
        game.command(unit.id, best)


def flee(unit: Unit) -> None:
    """Away from witches, and farmers from knights: to the first cell that none of them reaches, or
    at least to one that is not haunted."""
    dirs, start = steps_of(unit), game.random(0, 3)
    good = None
    for k in range(len(dirs)):
        dir = dirs[(start + k) % len(dirs)]
        p = unit.pos + dir
        if not game.pos_ok(p):
            continue
        q = game.index(p)
        if game.cells.type[q] != 0 or game.cells.id[q] >= 0:
            continue
        if not danger[q] and not (unit.kind == "farmer" and blows[q]):
            game.command(unit.id, dir)
            return
        if good is None and not game.cells.haunted[q]:
            good = dir
    if good is not None:
        game.command(unit.id, good)


def curse(p: Pos, own: Pos) -> int:
    """How good it is for a witch to stand on a cell: rivals that she would haunt, less friends; far
    from everybody, the nearer to rivals the better."""
    worth, nearest = 0, game.rows + game.cols
    row, col = p
    for unit in game.units:
        pos = unit.pos
        far = abs(row - pos.i) + abs(col - pos.j)
        if unit.kind == "witch":
            if far <= 2 and pos != own:
                worth -= 50
        elif unit.player == 0:
            if far <= REACH:
                worth -= 60
        else:
            if far <= 2:
                worth += 50
            if far < nearest:
                nearest = far
    return worth - nearest


def haunt(witch: Unit) -> None:
    best, most = None, curse(witch.pos, witch.pos)
    for dir in Dir.STRAIGHT:
        p = witch.pos + dir
        if not game.pos_ok(p):
            continue
        cell = game.cell(p)
        if cell.type == "wall" or cell.id is not None:
            continue
        worth = curse(p, witch.pos)
        if worth > most:
            most = worth
            best = dir
    if best is not None:
        game.command(witch.id, best)
