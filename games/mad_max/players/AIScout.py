from palestra.mad_max import Dir, Game, Pos, Unit

# A player to copy: it measures ways. Warriors set out for water in time and eat when they are
# hungry; otherwise three of four guard cities and the others walk to those of rivals. Cars chase
# warriors along the roads and go back to a station in time.

# Rounds of their own that warriors keep in hand: others stand in the way.
SPARE = 6
# The numbers of kinds of cells.
DESERT, ROAD, CITY, WATER, STATION = range(5)

# The game, the same in all functions below.
game: Game
# By kind of unit: where it may stand.
free: dict[str, bytearray] = {}


def play(current: Game) -> None:
    global game, to_water, to_food, to_station
    game = current
    if game.round == 0:
        # These never change, so they are measured once.
        free["warrior"] = open_cells(DESERT, ROAD, CITY)
        free["car"] = open_cells(DESERT, ROAD)
        to_water = game.distances(all_of(WATER), free["warrior"])
        to_food = game.distances(all_of(CITY), free["warrior"])
        to_station = game.distances(all_of(STATION), free["car"])
    drive()
    # Warriors move in one round of four: that of their player.
    if game.round % 4 == game.me:
        walk()


def open_cells(*kinds: int) -> bytearray:
    return bytearray([kind in kinds for kind in game.cells.type])


def all_of(kind: int) -> list[Pos]:
    """The positions of all cells of a kind."""
    cols = game.cols
    return [Pos(k // cols, k % cols) for k, of in enumerate(game.cells.type) if of == kind]


def drive() -> None:
    """Cars with fuel on a road may move in every round."""
    types, index = game.cells.type, game.index
    preys = [unit.pos for unit in game.units
             if unit.kind == "warrior" and unit.player != game.me and types[index(unit.pos)] == ROAD]
    to_prey = game.distances(preys, free["car"])
    for id in game.cars(game.me):
        unit = game.unit(id)
        if not game.can_move(id) or attack(unit):
            continue
        empty = unit.food < game.settings.cars_fuel // 3
        approach(unit, to_station if empty else to_prey)


def walk() -> None:
    owner, cols = game.cells.owner, game.cols
    rivals = [p for p in all_of(CITY) if owner[p.i * cols + p.j] != game.me]
    to_city = game.distances(rivals, free["warrior"])
    half = game.settings.warriors_health // 2
    for id in game.warriors(game.me):
        unit = game.unit(id)
        if unit.water < to_water[game.index(unit.pos)] + SPARE:
            approach(unit, to_water)
        elif attack(unit):
            continue
        elif unit.food < half or id % 4 != 0:
            approach(unit, to_food)
        else:
            approach(unit, to_city)


def approach(unit: Unit, distances) -> None:
    """Sends a unit one step nearer to its goal, around everybody in its way. A random first
    direction keeps units from always preferring the same side."""
    best, least = None, distances[game.index(unit.pos)]
    first, stand, ids = game.random(0, 7), free[unit.kind], game.cells.id
    for k in range(8):
        dir = Dir.ALL[(first + k) % 8]
        p = unit.pos + dir
        if not game.pos_ok(p):
            continue
        place = game.index(p)
        if stand[place] and ids[place] < 0 and distances[place] < least:
            best = dir
            least = distances[place]
    if best is not None:
        game.command(unit.id, best)


def worth_it(unit: Unit, other: Unit) -> bool:
    """In a city the one with more water is likelier to win."""
    types, index = game.cells.type, game.index
    both = types[index(unit.pos)] == CITY and types[index(other.pos)] == CITY
    return not both or unit.water > other.water


def attack(unit: Unit) -> bool:
    """Attacks a rival warrior beside the unit, if there is one and it is worth it."""
    stand = free[unit.kind]
    for dir in Dir.ALL:
        p = unit.pos + dir
        if not game.pos_ok(p):
            continue
        place = game.index(p)
        id = game.cells.id[place]
        if not stand[place] or id < 0:
            continue
        other = game.unit(id)
        if other.player != game.me and other.kind == "warrior" and worth_it(unit, other):
            game.command(unit.id, dir)
            return True
    return False
